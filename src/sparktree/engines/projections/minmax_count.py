"""The projection that every table has: rows, partition values and bounds, out of descriptions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.projections.candidates import restricted
from sparktree.engines.projections.projected_table import MakeTasks
from sparktree.engines.reading.part_values import known_bounds
from sparktree.engines.reading.pruning import Pruned
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.engines.reading.table_keys import Keys
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import Bounds, PartDescription
from sparktree.parts.reader import PartScan
from sparktree.planner.calls import aggregate
from sparktree.planner.environment import Environment
from sparktree.planner.expr import AggregateUse, Column, Constant, Expr, columns_of
from sparktree.planner.lower import Lowering
from sparktree.planner.sources import NewColumn, Offer, PlainSource, ScanRequest, ScanResult
from sparktree.types import UINT64, Date, DateTime, DateTime64, Integer, Type
from sparktree.types.literal import literal
from sparktree.types.stored_literal import stored_literal

NAME = "_minmax_count_projection"
STATISTICS = "_statistics_min_max_projection"
_BOUNDED = (Integer, Date, DateTime, DateTime64)  # types whose bounds are their extremes


@dataclass(frozen=True, slots=True)
class Held:
    """A column of the projection: what it is for a whole part, and for one row."""

    column: Column
    of_part: Callable[[PartDescription], Sql]
    of_row: Expr


@dataclass(frozen=True, slots=True)
class MinMaxCount(PlainSource):
    """The implicit projection of one table in one query."""

    definition: TableDefinition
    environment: Environment
    make: MakeTasks
    held: tuple[Held, ...]
    ids: dict[int, str]  # of the table's columns
    title: str = NAME
    asked: tuple[Column, ...] = ()  # columns of which the statistics of parts must tell the bounds
    plain: Pruned | None = None  # what the filters leave of the table, once that is known
    rest: Pruned | None = None  # what must be read of it

    @property
    def name(self) -> str:
        """How messages call it."""
        return self.title

    def columns(self) -> list[tuple[str, Type]]:
        """The partition key, bounds of its columns, and rows."""
        return [(one.column.name, one.column.type) for one in self.held]

    def decided(self, parts: Sequence[PartOnDisk], plain: Pruned) -> MinMaxCount:
        """What must be read: descriptions do not tell enough of parts with deleted rows."""
        rest = restricted(plain, lambda scan: not self._is_told(scan))
        return replace(self, plain=plain, rest=rest)

    def _is_told(self, scan: PartScan) -> bool:
        if scan.hides_rows:
            return False
        return all(known_bounds(scan.part, c.name, c.type) is not None for c in self.asked)

    def scan(self, request: ScanRequest) -> ScanResult:
        """A row for each part; the rows themselves of parts with deleted ones."""
        assert self.plain is not None and self.rest is not None
        scans = self.plain.scans
        known = [scan.part for scan in scans if scan.part.rows and self._is_told(scan)]
        details = (f"Projection {self.title}: {len(known)} parts",)
        rest, text = self.rest, self._described_rows(known, request)
        if not rest.rows:
            return ScanResult(local=text, rows=len(known), details=details)
        tasks = self.make(_Rows(self, request), rest, request.tasks)
        tasks[0] = replace(tasks[0], sql=f"({tasks[0].sql}) UNION ALL ({text})", late=None)
        return ScanResult(tuple(tasks), rows=rest.rows + len(known), details=details)

    def _described_rows(self, parts: Sequence[PartDescription], request: ScanRequest) -> str:
        by_name = {one.column.name: one for one in self.held}
        wanted = [(by_name[name], sql.quote_name(alias)) for name, alias in request.columns]
        if not wanted:
            return f"SELECT 0 AS _none FROM range({len(parts)})"
        if not parts:
            nulls = (f"CAST(NULL AS {one.column.type.kernel}) AS {name}" for one, name in wanted)
            return f"SELECT {', '.join(nulls)} WHERE false"
        if all(one.of_part is _rows_of for one, _ in wanted):  # one row does for all of them
            total = literal(UINT64, sum(part.rows for part in parts))
            return f"SELECT {', '.join(f'{total} AS {name}' for _, name in wanted)}"
        rows = ", ".join(f"({', '.join(one.of_part(p) for one, _ in wanted)})" for p in parts)
        return f"SELECT * FROM (VALUES {rows}) AS known({', '.join(name for _, name in wanted)})"


class _Rows(ScanReader):
    """Rows of the table as the projection shows a part of one row."""

    def __init__(self, source: MinMaxCount, request: ScanRequest) -> None:
        held = {one.column.name: one.of_row for one in source.held}
        self.wished = [(held[name], alias) for name, alias in request.columns]
        read = columns_of(*(expr for expr, _ in self.wished))
        columns = tuple((source.ids[number], f"c{number}") for number in read)
        rows = ScanRequest(columns, (), source.ids, 1)
        super().__init__(source.definition, source.environment, rows)

    def sql(self, scans: Sequence[PartScan]) -> str:
        """The rows that the scans read."""
        lowering = Lowering(self.environment.context)
        items = [f"{lowering.value(e)} AS {sql.quote_name(a)}" for e, a in self.wished]
        return f"SELECT {', '.join(items) or '0 AS _none'} FROM ({ScanReader.sql(self, scans)})"


# --- what it offers ------------------------------------------------------------------------


def minmax_count(
    definition: TableDefinition,
    environment: Environment,
    make: MakeTasks,
    columns: Sequence[Column],
    new: NewColumn,
) -> Offer:
    """The offer of the table's implicit projection."""
    keys = Keys.over(definition, {c.name: c for c in columns}, environment)
    held = [_of_partition(position, expr, new) for position, expr in enumerate(keys.partition)]
    bounded = [c for c in keys.partition_columns.values() if isinstance(c.type.inner, _BOUNDED)]
    states = _states(bounded, lambda part, column: part.minmax[column.name], environment, new)
    ids = {c.id: c.name for c in columns}
    shown = (*held, *(one for one, _ in states))
    source = MinMaxCount(definition, environment, make, shown, ids)
    partition = tuple((one.column, one.of_row) for one in held)
    return Offer(NAME, source, partition, tuple((one.column, use) for one, use in states))


def statistics_min_max(
    definition: TableDefinition,
    environment: Environment,
    make: MakeTasks,
    columns: Sequence[Column],
    arguments: Collection[Expr],
    new: NewColumn,
) -> Offer:
    """The offer of what statistics know of columns, for a query without conditions."""

    def bounds(part: PartDescription, column: Column) -> Bounds:
        found = known_bounds(part, column.name, column.type)
        assert found is not None
        return found

    own = (c for c in columns if c in arguments and c.name in definition.by_name)
    asked = [c for c in own if not c.type.nullable and isinstance(c.type.inner, _BOUNDED)]
    states = _states(asked, bounds, environment, new)
    ids = {c.id: c.name for c in columns}
    shown = tuple(one for one, _ in states)
    source = MinMaxCount(definition, environment, make, shown, ids, STATISTICS, tuple(asked))
    return Offer(STATISTICS, source, (), tuple((one.column, use) for one, use in states))


BoundsOf = Callable[[PartDescription, Column], Bounds]


def _states(
    columns: Sequence[Column], bounds: BoundsOf, environment: Environment, new: NewColumn
) -> list[tuple[Held, AggregateUse]]:
    """min and max of the columns, and count()."""
    rows = Held(new("count()", UINT64), _rows_of, Constant(UINT64, 1))
    wanted: list[tuple[Held, str, list[Expr]]] = [(rows, "count", [])]
    for column in columns:
        for function, which in (("min", "least"), ("max", "greatest")):
            wanted.append((_of_bounds(function, which, column, bounds, new), function, [column]))
    found = []
    for one, function, arguments in wanted:
        use = aggregate(function, arguments, (), environment.context)
        assert use is not None
        found.append((one, use))
    return found


def _rows_of(part: PartDescription) -> Sql:
    return literal(UINT64, part.rows)


def _of_partition(position: int, expr: Expr, new: NewColumn) -> Held:
    def of_part(part: PartDescription) -> Sql:
        return stored_literal(expr.type, part.partition_values[position])

    return Held(new(f"partition {position}", expr.type), of_part, expr)


def _of_bounds(function: str, which: str, column: Column, bounds: BoundsOf, new: NewColumn) -> Held:
    def of_part(part: PartDescription) -> Sql:
        return stored_literal(column.type, getattr(bounds(part, column), which))

    return Held(new(f"{function}({column.name})", column.type), of_part, column)
