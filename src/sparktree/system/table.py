"""How a system table is declared: columns that say how they are filled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pyarrow as pa

from sparktree.engines.generators import Rows
from sparktree.engines.services import Services
from sparktree.kernel.connection import kernel
from sparktree.planner.environment import Environment
from sparktree.planner.nodes import ScanRequest, ScanResult
from sparktree.registry import Registry
from sparktree.types import Type
from sparktree.types.literal import literal

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """A column: its name, its type, its value of a row (kernel form), what it means."""

    name: str
    type: Type
    value: Callable[[R], Any]
    doc: str = ""
    alias: str | None = None  # of another column: shown by name only


@dataclass(frozen=True, slots=True)
class Reading:
    """What a system table may look at."""

    services: Services
    environment: Environment


@dataclass(frozen=True, slots=True)
class SystemTable(Generic[R]):
    """A system table; `rows` gives what the columns take their values from."""

    name: str
    doc: str
    rows: Callable[[Reading], Iterable[R]]
    columns: tuple[Column[R], ...]
    engine: str = "System"


SYSTEM_TABLES: Registry[str, SystemTable[Any]] = Registry()


def system_table(declared: SystemTable[Any]) -> SystemTable[Any]:
    """File a system table under its name."""
    SYSTEM_TABLES.add(declared.name, declared)
    return declared


@dataclass(frozen=True, slots=True)
class SystemSource:
    """A system table as a query reads it."""

    declared: SystemTable[Any]
    services: Services
    environment: Environment

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"system.{self.declared.name}"

    def columns(self) -> list[tuple[str, Type]]:
        """The columns of SELECT *."""
        return [(c.name, c.type) for c in self.declared.columns if c.alias is None]

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """Other names of columns."""
        return [(c.name, c.type) for c in self.declared.columns if c.alias is not None]

    def scan(self, request: ScanRequest) -> ScanResult:
        """All rows, only the asked columns computed."""
        rows = list(self.declared.rows(Reading(self.services, self.environment)))
        by_name = {c.name: c for c in self.declared.columns}
        wanted = [by_name[name] for name, _ in request.columns]
        arrays = [column_array(c.type, [c.value(row) for row in rows]) for c in wanted]
        if not arrays:
            arrays = [pa.nulls(len(rows), pa.int8())]
        names = [f"x{i}" for i in range(len(arrays))]
        header = tuple((c.name, c.type) for c in wanted)
        return Rows(self.name, header, pa.table(arrays, names=names)).scan(request)


def column_array(type_: Type, values: list[Any]) -> pa.Array:
    """Python values of the kernel form as the Arrow array that the kernel would give."""
    try:
        return pa.array(values, type_.storage)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError):
        return _through_kernel(type_, values)


def _through_kernel(type_: Type, values: list[Any]) -> pa.Array:
    """Types that Arrow has no Python form for go through kernel literals."""
    items = ", ".join(f"({literal(type_, value)})" for value in values)
    with kernel() as cursor:
        table = cursor.sql(f"SELECT * FROM (VALUES {items}) AS t(x)").to_arrow_table()
    return table.column(0).combine_chunks()
