"""ClickHouse's other settings: accepted, kept and shown, without effect here."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

from sparktree.errors import Code, Error
from sparktree.settings.declare import Declared

NO_EFFECT = "Accepted for compatibility with ClickHouse; it has no effect in sparktree."


@lru_cache(maxsize=4)
def _table(file: str) -> Mapping[str, Declared]:
    """The settings of a file of lines `name, type, default`, separated by tabs."""
    text = (files("sparktree.settings") / file).read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: Declared(name, type_, default, NO_EFFECT) for name, type_, default in rows}


def known_settings() -> Mapping[str, Declared]:
    """The query settings of ClickHouse."""
    return _table("clickhouse_query_settings.tsv")


def known_table_settings() -> Mapping[str, Declared]:
    """The MergeTree settings of ClickHouse."""
    return _table("clickhouse_merge_tree_settings.tsv")


def unknown_setting(name: str) -> Error:
    """UNKNOWN_SETTING with ClickHouse's words and a hint."""
    close = get_close_matches(name, known_settings(), n=2, cutoff=0.8)
    hint = f": Maybe you meant [{', '.join(repr(c) for c in close)}]" if close else ""
    return Error(Code.UNKNOWN_SETTING, f"Unknown setting '{name}'{hint}")
