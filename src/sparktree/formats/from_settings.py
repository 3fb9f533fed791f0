"""The settings of the formats, out of a query's settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from sparktree.formats.options import FormatSettings
from sparktree.settings.declare import Declared, by_name
from sparktree.settings.inert_settings import known_settings
from sparktree.settings.query import QuerySettings


def format_settings(settings: QuerySettings, zone: str) -> FormatSettings:
    """Each field is the query setting of its name."""
    known: dict[str, Any] = {"zone": zone}
    for one in dataclasses.fields(FormatSettings):
        if one.name == "zone":
            continue
        if one.name in settings.others:
            known[one.name] = _parsed(settings.others[one.name], one.default)
        elif hasattr(settings, one.name):
            known[one.name] = getattr(settings, one.name)
    return FormatSettings(**known)


def _parsed(text: str, default: Any) -> Any:
    if isinstance(default, bool):
        return text in ("1", "true")
    return type(default)(text)


def declared_format_settings() -> Mapping[str, Declared]:
    """The settings of the formats as users see them: with ClickHouse's names of types."""
    known = known_settings()
    return {
        name: dataclasses.replace(known[name], doc=declared.doc)
        for name, declared in by_name(FormatSettings).items()
    }
