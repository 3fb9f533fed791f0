"""Columns that share a name before the dot are one Nested structure: their arrays go together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sparktree.engines.definition.table import Column
from sparktree.errors import Code
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import Array


def structures(columns: Iterable[Column]) -> list[list[Column]]:
    """The array columns of every Nested structure, in their order."""
    found: dict[str, list[Column]] = {}
    for column in columns:
        structure, dot, _ = column.name.partition(".")
        if dot and column.stored and isinstance(column.type, Array):
            found.setdefault(structure, []).append(column)
    return list(found.values())


def sibling(column: Column, columns: Iterable[Column], given: Collection[str]) -> Column | None:
    """The column of the same structure, among the given ones, whose sizes an absent one takes."""
    for structure in structures(columns):
        if any(other.name == column.name for other in structure):
            return next((other for other in structure if other.name in given), None)
    return None


def defaults_like(column: Column, array: Sql) -> Sql:
    """As many default values as another array has elements."""
    assert isinstance(column.type, Array)
    inner = column.type.of
    # A list of the right type even where there is no element to tell it.
    values = sql.call("list_transform", array, sql.function(["_e"], inner.default()))
    return sql.cast(values, column.type.kernel)


def size_conditions(columns: Iterable[Column], names: Mapping[str, str]) -> list[Sql]:
    """What holds for every row whose structures have arrays of one size; else it fails."""
    conditions = []
    for first, *others in structures(columns):
        size = sql.call("len", sql.name(names[first.name]))
        for other in others:
            own = sql.call("len", sql.name(names[other.name]))
            failure = sql.cast(sql.call("error", sql.string(_message(first, other))), "BOOLEAN")
            conditions.append(sql.case((sql.op("=", size, own), sql.TRUE), otherwise=failure))
    return conditions


def _message(first: Column, other: Column) -> str:
    structure = first.name.partition(".")[0]
    return raising(
        Code.SIZES_OF_ARRAYS_DONT_MATCH,
        f"Elements '{first.name}' and '{other.name}' of Nested data structure '{structure}'"
        " (Array columns) have different array sizes.",
    )
