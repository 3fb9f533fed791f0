"""How a system table is declared: where its rows come from and how they fill the columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Generic, TypeVar

import pyarrow as pa

from sparktree.access import privileges
from sparktree.access.access import Access
from sparktree.access.quotas import Usage
from sparktree.access.rights import Element
from sparktree.catalog.records import Table
from sparktree.engines.services import Services
from sparktree.planner.environment import Environment
from sparktree.planner.sources import KnownRows, PlainSource, ScanRequest, ScanResult, TableSource
from sparktree.registry import Registry
from sparktree.settings.constraints import UNCONSTRAINED, Constraints
from sparktree.settings.query import QuerySettings
from sparktree.system.columns import INFORMATION_SCHEMA, Column, all_columns
from sparktree.system.values import column_array, default_array
from sparktree.types import Type

R = TypeVar("R")

# Which columns name the table that a row is about, and the right that shows it.
_ABOUT_TABLES = (
    ("database", "table", "SHOW TABLES"),
    ("source_database", "source_table", "SHOW TABLES"),
    ("destination_database", "destination_table", "SHOW TABLES"),
    ("table_schema", "table_name", "SHOW TABLES"),
    ("constraint_schema", "table_name", "SHOW TABLES"),
)
# Of tables where other columns do.
_ABOUT = {
    "databases": (("name", "SHOW DATABASES"),),
    "schemata": (("schema_name", "SHOW DATABASES"),),
    "tables": (("database", "name", "SHOW TABLES"), ("table_schema", "table_name", "SHOW TABLES")),
    "columns": (
        ("database", "table", "name", "SHOW COLUMNS"),
        ("table_schema", "table_name", "column_name", "SHOW COLUMNS"),
    ),
    "named_collections": (("name", "SHOW NAMED COLLECTIONS"),),
    "processes": (),
}
# Rows of these are about what a user does: others see them who may end queries.
_OF_USERS = ("processes", "user_processes")
_KILL = Element(privileges.flags("KILL QUERY"))


@dataclass(frozen=True, slots=True)
class Reading:
    """What a system table may look at."""

    services: Services
    environment: Environment
    temporary: tuple[Table, ...] = ()  # the temporary tables of the session
    access: Access | None = None  # what the user may do; None: everything
    roles: tuple[str, ...] | None = None  # those of the session; None: the default ones
    constraints: Constraints = UNCONSTRAINED  # of its settings
    quota: Usage | None = None  # that the user uses

    @property
    def settings(self) -> QuerySettings:
        """The settings of the query that reads."""
        return self.environment.settings


def no_rows(_: Reading) -> tuple[Any, ...]:
    """Of tables whose subject does not exist here."""
    return ()


@dataclass(frozen=True)
class SystemTable(Generic[R]):
    """A system table: `values` says how a row fills a column; other columns hold defaults.

    A value that is a text names an attribute of the row.
    """

    name: str
    doc: str
    rows: Callable[[Reading], Iterable[R]] = no_rows
    values: Mapping[str, str | Callable[[R], Any]] = field(default_factory=dict)
    database: str = "system"
    engine: str = ""
    source: Callable[[str], TableSource] | None = None  # of tables that are computed, not listed
    own_columns: tuple[Column, ...] = ()  # of a table that ClickHouse does not have
    needs: str = ""  # the right to see any of it

    def __post_init__(self) -> None:
        unknown = self.values.keys() - {c.name for c in self.columns}
        if unknown:
            raise ValueError(f"{self.database}.{self.name} has no columns {sorted(unknown)}")

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns, those of ALIAS kind included."""
        if self.own_columns:
            return self.own_columns
        prefix = f"{INFORMATION_SCHEMA}." if self.database == INFORMATION_SCHEMA else ""
        return all_columns()[prefix + self.name]

    def array(self, column: Column, rows: list[R]) -> pa.Array:
        """The column of the rows."""
        value = self._value(column)
        if value is None:
            return default_array(column.type, len(rows))
        return column_array(column.type, [value(row) for row in rows])

    def is_visible(self, row: R, access: Access) -> bool:
        """Whether the row is about nothing, or about a table, column or other thing that the user
        may know of; a row may be about two tables."""
        if self.name in _OF_USERS and not self._is_own(row, access):
            return False
        about = [
            ([self._text(name, row) for name in names if name], right_name)
            for *names, right_name in _ABOUT.get(self.name, _ABOUT_TABLES)
        ]
        return all(
            access.sees(right_name, *filter(None, path))
            for path, right_name in about
            if path and path[0]
        )

    def _is_own(self, row: R, access: Access) -> bool:
        return self._text("user", row) == access.user.name or access.allows(_KILL)

    def _text(self, name: str, row: R) -> str:
        """What the row has in a column, if the table has it."""
        column = next((c for c in self.columns if c.name == name), None)
        value = None if column is None else self._value(column)
        return "" if value is None else str(value(row) or "")

    def _value(self, column: Column) -> Callable[[R], Any] | None:
        # information_schema has every column in both cases.
        name = column.name.lower() if self.database == INFORMATION_SCHEMA else column.name
        own = self.values.get(name)
        if own is not None:
            return attrgetter(own) if isinstance(own, str) else own
        if not column.alias or column.source not in self.values:
            return None
        source = self._value(Column(column.source, column.type_name))
        assert source is not None
        if column.alias.startswith("mapKeys"):
            return lambda row: list(source(row).keys())
        if column.alias.startswith("mapValues"):
            return lambda row: list(source(row).values())
        return source


SYSTEM_TABLES: Registry[tuple[str, str], SystemTable[Any]] = Registry()


def system_table(declared: SystemTable[Any]) -> SystemTable[Any]:
    """File a system table under its database and name."""
    SYSTEM_TABLES.add((declared.database, declared.name), declared)
    return declared


def visible(declared: SystemTable[Any], reading: Reading) -> Iterable[Any]:
    """The rows about what the user may know of."""
    rows, access = declared.rows(reading), reading.access
    return rows if access is None else (row for row in rows if declared.is_visible(row, access))


def visible_rows(name: str, columns: Sequence[str], reading: Reading) -> Iterator[tuple[Any, ...]]:
    """The values of some columns in the rows of `system.name` that the user may know of."""
    declared = SYSTEM_TABLES["system", name]
    rows = list(visible(declared, reading))
    by_name = {column.name: column for column in declared.columns}
    arrays = [declared.array(by_name[column], rows).to_pylist() for column in columns]
    return zip(*arrays, strict=True)


@dataclass(frozen=True, slots=True)
class SystemSource(PlainSource):
    """A system table as a query reads it."""

    declared: SystemTable[Any]
    reading: Reading

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.declared.database}.{self.declared.name}"

    def columns(self) -> list[tuple[str, Type]]:
        """The columns of SELECT *."""
        return [(c.name, c.type) for c in self.declared.columns if not c.alias]

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """Columns of ALIAS kind."""
        return [(c.name, c.type) for c in self.declared.columns if c.alias]

    def scan(self, request: ScanRequest) -> ScanResult:
        """All rows, only the asked columns computed."""
        rows = list(visible(self.declared, self.reading))
        by_name = {c.name: c for c in self.declared.columns}
        wanted = [by_name[name] for name, _ in request.columns]
        arrays = [self.declared.array(column, rows) for column in wanted]
        if not arrays:
            arrays = [pa.nulls(len(rows), pa.int8())]
        table = pa.table(arrays, names=[f"x{i}" for i in range(len(arrays))])
        header = tuple((c.name, c.type) for c in wanted)
        return KnownRows(self.name, header, table).scan(request)
