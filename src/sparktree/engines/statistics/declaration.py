"""STATISTICS of columns as a table declares them: which kinds, on which types."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.engines.definition.virtual_columns import PERSISTENT
from sparktree.errors import Code, Error
from sparktree.parts.layout import StatisticsLayout
from sparktree.parts.statistics import KINDS, NUMERIC
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.sql import ast
from sparktree.types import FixedString, IPv4, String, Type

# IPv4 has bounds and can be told apart and counted, but no distribution.
_MEASURED = tuple(type_ for type_ in NUMERIC if type_ is not IPv4)
_TEXT = (String, FixedString)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of statistics: its names in messages and in system.columns, the types it is for."""

    name: str
    column_text: str
    types: tuple[type[Type], ...]


_KINDS = {
    "tdigest": Kind("TDigest", "TDigest", _MEASURED),
    "uniq": Kind("Uniq", "Uniq", (*NUMERIC, *_TEXT)),
    "countmin": Kind("CountMin", "countmin", (*NUMERIC, *_TEXT)),
    "minmax": Kind("MinMax", "minmax", NUMERIC),
    "basic": Kind("Basic", "basic", (Type,)),
    "uniq_v2": Kind("UniqV2", "uniq_v2", (*NUMERIC, *_TEXT)),
}
_OF_ROWS = {*PERSISTENT, ROW_EXISTS}  # columns that tell rows apart: nobody asks for their values
_SUPPORTED = "'basic', 'countmin', 'minmax', 'tdigest', 'uniq' and 'uniq_v2'"


def kind_of(node: ast.Expression) -> str:
    """The kind that a declaration names, in small letters."""
    return _known_kind(node.name if isinstance(node, ast.Function) else ".".join(_parts(node)))


def _known_kind(given: str) -> str:
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


def automatic_kinds(definition: TableDefinition, column: Column) -> tuple[str, ...]:
    """The kinds that a column has by itself, beside those that it declares."""
    if not column.stored or column.name in _OF_ROWS:
        return ()
    declared = kinds_of(column)
    wanted = _listed_kinds(definition.settings.auto_statistics_types)
    return tuple(k for k in wanted if k not in declared and _fits(k, column))


@lru_cache(maxsize=64)
def _listed_kinds(setting: str) -> tuple[str, ...]:
    """The kinds of the setting auto_statistics_types, in ClickHouse's order."""
    if not setting.strip():
        return ()
    pieces = [piece.strip().partition("(")[0] for piece in setting.split(",")]
    if not all(pieces):
        message = f"Syntax error (statistics): a kind is missing in '{setting}'"
        raise Error(Code.SYNTAX_ERROR, message)
    found = {_known_kind(piece) for piece in pieces}
    return tuple(kind for kind in KINDS if kind in found)


def _fits(kind: str, column: Column) -> bool:
    return isinstance(column.type.inner, _KINDS[kind].types)


def shown_kinds(definition: TableDefinition, column: Column) -> str:
    """The kinds as system.columns shows them."""
    automatic = automatic_kinds(definition, column)
    kinds = [kind for kind in KINDS if kind in (*kinds_of(column), *automatic)]
    shown = (
        f"{_KINDS[k].column_text}(auto)" if k in automatic else _KINDS[k].column_text for k in kinds
    )
    return ",".join(shown)


def names_of(kinds: Sequence[str]) -> list[str]:
    """The kinds as system.parts_columns shows them."""
    return [_KINDS[kind].name for kind in kinds]


def check_statistics(definition: TableDefinition) -> None:
    """Every kind once, on stored columns of its types."""
    _listed_kinds(definition.settings.auto_statistics_types)
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
    if not _fits(kind, column):
        raise Error(
            Code.ILLEGAL_STATISTICS,
            f"Statistics of type '{_KINDS[kind].name}' does not support data type type"
            f" {column.type}",
        )


def statistics_layouts(
    definition: TableDefinition, only: Collection[str] | None = None, *, automatic: bool
) -> tuple[StatisticsLayout, ...]:
    """The statistics as writers of parts need them; `only` names the wanted columns.

    Those that columns have by themselves are among them if `automatic`.
    """
    found = []
    for column in definition.columns:
        kinds = kinds_of(column) if column.stored else ()
        kinds += automatic_kinds(definition, column) if automatic else ()
        if kinds and (only is None or column.name in only):
            ordered = tuple(kind for kind in KINDS if kind in kinds)
            found.append(StatisticsLayout(column.name, str(column.type), ordered))
    return tuple(found)
