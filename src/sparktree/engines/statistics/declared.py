"""STATISTICS of columns as a table declares them: which kinds, on which types."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sparktree.engines.definition import Column, TableDefinition
from sparktree.errors import Code, Error, not_implemented
from sparktree.parts.layout import StatisticsLayout
from sparktree.parts.statistics import KINDS
from sparktree.sql import ast
from sparktree.types import (
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    IPv4,
    String,
    Type,
)

_NUMERIC = (Integer, Float, Decimal, Date, Date32, DateTime, DateTime64, Bool, Enum)
_TEXT = (String, FixedString)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of statistics: its names in messages and in system.columns, the types it is for."""

    name: str
    shown: str
    types: tuple[type[Type], ...]


_KINDS = {
    "tdigest": Kind("TDigest", "TDigest", _NUMERIC),
    "uniq": Kind("Uniq", "Uniq", (*_NUMERIC, *_TEXT, IPv4)),
    "countmin": Kind("CountMin", "countmin", (*_NUMERIC, *_TEXT)),
    "minmax": Kind("MinMax", "minmax", (*_NUMERIC, IPv4)),
}
_LATER = ("basic", "uniq_v2")
_SUPPORTED = "'basic', 'countmin', 'minmax', 'tdigest', 'uniq' and 'uniq_v2'"


def kind_of(node: ast.Expression) -> str:
    """The kind that a declaration names, in small letters."""
    given = node.name if isinstance(node, ast.Function) else ".".join(_parts(node))
    kind = given.lower()
    if kind in _LATER:
        raise not_implemented(f"Statistics of type '{kind}' are not supported.")
    if kind not in _KINDS:
        raise Error(
            Code.INCORRECT_QUERY,
            f"Unknown statistics type: {given}. Supported statistics types are {_SUPPORTED}",
        )
    return kind


def _parts(node: ast.Expression) -> tuple[str, ...]:
    assert isinstance(node, ast.Identifier)
    return node.parts


def kinds_of(column: Column) -> tuple[str, ...]:
    """The kinds that a column declares, in ClickHouse's order."""
    declared = {kind_of(node) for node in column.declaration.statistics}
    return tuple(kind for kind in KINDS if kind in declared)


def shown_kinds(kinds: Sequence[str]) -> str:
    """The kinds as system.columns shows them."""
    return ",".join(_KINDS[kind].shown for kind in kinds)


def names_of(kinds: Sequence[str]) -> list[str]:
    """The kinds as system.parts_columns shows them."""
    return [_KINDS[kind].name for kind in kinds]


def check_statistics(definition: TableDefinition) -> None:
    """Every kind once, on stored columns of its types."""
    for column in definition.columns:
        seen: set[str] = set()
        for node in column.declaration.statistics:
            kind = kind_of(node)
            if kind in seen:
                message = f"Column {column.name} already contains statistics type {kind}"
                raise Error(Code.INCORRECT_QUERY, message)
            seen.add(kind)
            check_type(kind, column)


def check_type(kind: str, column: Column) -> None:
    """Whether the column can have that kind of statistics."""
    if not column.stored:
        raise Error(Code.INCORRECT_QUERY, f"Incorrect column name {column.name}")
    if not isinstance(column.type.inner, _KINDS[kind].types):
        raise Error(
            Code.ILLEGAL_STATISTICS,
            f"Statistics of type '{_KINDS[kind].name}' does not support data type type"
            f" {column.type}",
        )


def statistics_layouts(
    definition: TableDefinition, only: Collection[str] | None = None
) -> tuple[StatisticsLayout, ...]:
    """The statistics as writers of parts need them; `only` names the wanted columns."""
    return tuple(
        StatisticsLayout(column.name, str(column.type), kinds_of(column))
        for column in definition.columns
        if column.stored and column.declaration.statistics and (only is None or column.name in only)
    )
