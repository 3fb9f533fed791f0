"""STATISTICS of columns as a table declares them: which kinds, on which types."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sparktree.engines.definition import Column, TableDefinition
from sparktree.errors import Code, Error
from sparktree.parts.layout import StatisticsLayout
from sparktree.parts.statistics import KINDS, NUMERIC
from sparktree.sql import ast
from sparktree.types import FixedString, IPv4, String, Type

# IPv4 has bounds and can be told apart, but no distribution.
_MEASURED = tuple(type_ for type_ in NUMERIC if type_ is not IPv4)
_TEXT = (String, FixedString)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of statistics: its names in messages and in system.columns, the types it is for."""

    name: str
    shown: str
    types: tuple[type[Type], ...]


_KINDS = {
    "tdigest": Kind("TDigest", "TDigest", _MEASURED),
    "uniq": Kind("Uniq", "Uniq", (*NUMERIC, *_TEXT)),
    "countmin": Kind("CountMin", "countmin", (*_MEASURED, *_TEXT)),
    "minmax": Kind("MinMax", "minmax", NUMERIC),
    "basic": Kind("Basic", "basic", (Type,)),
    "uniq_v2": Kind("UniqV2", "uniq_v2", (*NUMERIC, *_TEXT)),
}
_SUPPORTED = "'basic', 'countmin', 'minmax', 'tdigest', 'uniq' and 'uniq_v2'"


def kind_of(node: ast.Expression) -> str:
    """The kind that a declaration names, in small letters."""
    given = node.name if isinstance(node, ast.Function) else ".".join(_parts(node))
    kind = given.lower()
    if kind not in _KINDS:
        raise Error(
            Code.INCORRECT_QUERY,
            f"Unknown statistics type: {given}. Supported statistics types are {_SUPPORTED}",
        )
    return kind


def _parts(node: ast.Expression) -> tuple[str, ...]:
    assert isinstance(node, ast.Identifier)
    return node.parts


def in_order(declared: Iterable[ast.Expression]) -> tuple[ast.Expression, ...]:
    """Declared kinds in ClickHouse's order, which is how a table keeps them."""
    return tuple(sorted(declared, key=lambda node: KINDS.index(kind_of(node))))


def kinds_of(column: Column) -> tuple[str, ...]:
    """The kinds that a column declares, in ClickHouse's order."""
    return tuple(map(kind_of, in_order(column.declaration.statistics)))


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
        if column.declaration.statistics and not column.stored:
            message = (
                f"Cannot add statistics to column '{column.name}': it is not physically stored"
            )
            raise Error(Code.ILLEGAL_STATISTICS, message)
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
