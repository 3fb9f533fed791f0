"""system.columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.engines.statistics.declaration import shown_kinds
from sparktree.sql import ast, format_query, walk
from sparktree.system import columns as declared_columns
from sparktree.system.stored import Stored, stored_tables, temporary_tables
from sparktree.system.table import SYSTEM_TABLES, Reading, SystemTable, system_table
from sparktree.types import (
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    FixedString,
    Integer,
    Type,
    remove_nullable,
)


def names_in(expressions: Iterable[ast.Node]) -> frozenset[str]:
    """The columns that expressions name."""
    found = (node for one in expressions for node in walk(one))
    return frozenset(".".join(n.parts) for n in found if isinstance(n, ast.Identifier))


@dataclass(frozen=True)
class Keys:
    """The columns that a table's keys read."""

    definition: TableDefinition

    @cached_property
    def partition(self) -> frozenset[str]:
        """Of PARTITION BY."""
        return names_in(self.definition.partition_key)

    @cached_property
    def sorting(self) -> frozenset[str]:
        """Of ORDER BY."""
        return names_in(item.expression for item in self.definition.sorting_key)

    @cached_property
    def primary(self) -> frozenset[str]:
        """Of PRIMARY KEY."""
        return names_in(self.definition.primary_key)

    @cached_property
    def sampling(self) -> frozenset[str]:
        """Of SAMPLE BY."""
        key = self.definition.sampling_key
        return names_in([key] if key is not None else [])


@dataclass(frozen=True)
class Sizes:
    """Bytes of every column over the active parts of a table."""

    table: Stored

    @cached_property
    def by_column(self) -> dict[str, tuple[int, int]]:
        """Compressed and uncompressed bytes by column."""
        found: dict[str, tuple[int, int]] = {}
        for part in self.table.parts():
            for column in part.description.columns:
                packed, plain = found.get(column.name, (0, 0))
                found[column.name] = packed + column.compressed, plain + column.uncompressed
        return found


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column of a table, a view or a system table."""

    database: str
    table: str
    name: str
    type: Type
    position: int
    kind: str = ""
    expression: str = ""
    comment: str = ""
    codec: str = ""
    statistics: str = ""
    keys: Keys | None = None
    sizes: Sizes | None = None

    def in_key(self, key: str) -> bool:
        """Whether a key of the table reads the column."""
        return self.keys is not None and self.name in getattr(self.keys, key)

    def bytes(self, which: int) -> int:
        """Compressed (0) or uncompressed (1) bytes."""
        return self.sizes.by_column.get(self.name, (0, 0))[which] if self.sizes else 0

    @property
    def precision(self) -> tuple[int | None, int | None, int | None]:
        """Precision, radix and scale of a number."""
        inner = remove_nullable(self.type)
        if isinstance(inner, Decimal):
            return inner.precision, 10, inner.scale
        if isinstance(inner, Bool):
            return 8, 2, 0
        return (inner.bits, 2, 0) if isinstance(inner, Integer) else (None, None, None)

    @property
    def datetime_precision(self) -> int | None:
        """Digits of the fraction of a second."""
        inner = remove_nullable(self.type)
        if isinstance(inner, DateTime64):
            return inner.precision
        return 0 if isinstance(inner, Date | Date32 | DateTime) else None

    @property
    def octets(self) -> int | None:
        """Bytes of a FixedString."""
        inner = remove_nullable(self.type)
        return inner.size if isinstance(inner, FixedString) else None


def shown_columns(reading: Reading) -> Iterator[ShownColumn]:
    """The columns of all tables by database, table and position."""
    found: list[tuple[str, str, list[ShownColumn]]] = []
    for stored in stored_tables(reading):
        record = stored.record
        found.append(
            (record.database, record.name, list(of_table(stored, record.database, record.name)))
        )
    for (database, name), declared in SYSTEM_TABLES.items():
        found.append((database, name, list(of_system_table(database, name, declared))))
    for _, _, columns in sorted(found, key=lambda one: one[:2]):
        yield from columns
    for stored in temporary_tables(reading):
        yield from of_table(stored, "", stored.temporary or "")


def of_table(stored: Stored, database: str, table: str) -> Iterator[ShownColumn]:
    """The columns of a stored table or view."""
    keys = Keys(stored.definition) if stored.has_data else None
    sizes = Sizes(stored) if stored.has_data else None
    for position, column in enumerate(stored.definition.columns, 1):
        yield ShownColumn(
            database,
            table,
            column.name,
            column.type,
            position,
            column.kind,
            _expression(column),
            column.declaration.comment or "",
            column.codec,
            shown_kinds(stored.definition, column) if stored.has_data else "",
            keys,
            sizes,
        )


def _expression(column: Column) -> str:
    return format_query(column.default, one_line=True) if column.default is not None else ""


def of_system_table(
    database: str, table: str, declared: SystemTable[object]
) -> Iterator[ShownColumn]:
    """The columns of a system table."""
    for position, column in enumerate(declared.columns, 1):
        yield _declared(database, table, column, position)


def _declared(
    database: str, table: str, column: declared_columns.Column, position: int
) -> ShownColumn:
    kind = "ALIAS" if column.alias else ""
    return ShownColumn(database, table, column.name, column.type, position, kind, column.alias)


system_table(
    SystemTable[ShownColumn](
        "columns",
        "The columns of all tables.",
        shown_columns,
        {
            "database": "database",
            "table": "table",
            "name": "name",
            "type": lambda c: str(c.type),
            "position": "position",
            "default_kind": "kind",
            "default_expression": "expression",
            "data_compressed_bytes": lambda c: c.bytes(0),
            "data_uncompressed_bytes": lambda c: c.bytes(1),
            "comment": "comment",
            "is_in_partition_key": lambda c: c.in_key("partition"),
            "is_in_sorting_key": lambda c: c.in_key("sorting"),
            "is_in_primary_key": lambda c: c.in_key("primary"),
            "is_in_sampling_key": lambda c: c.in_key("sampling"),
            "compression_codec": "codec",
            "character_octet_length": "octets",
            "numeric_precision": lambda c: c.precision[0],
            "numeric_precision_radix": lambda c: c.precision[1],
            "numeric_scale": lambda c: c.precision[2],
            "datetime_precision": "datetime_precision",
            "statistics": "statistics",
        },
    )
)
