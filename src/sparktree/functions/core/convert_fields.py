"""Fields of VALUES become values of columns: as CAST makes them, but text is read as a Map too."""

from __future__ import annotations

from sparktree.functions.core.convert import convert
from sparktree.kernel.sql import Sql
from sparktree.types import FixedString, Map, String, Type
from sparktree.types.from_text import from_text


def convert_field(value: Sql, source: Type, target: Type, zone: str) -> Sql:
    """The field's value as one of the column's type."""
    if isinstance(source.inner, String | FixedString) and isinstance(target.inner, Map):
        return from_text(target, value, zone=zone)
    return convert(value, source, target, zone)
