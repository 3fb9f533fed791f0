"""count() with conditions: granules all of whose rows meet them are counted, not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.projections.candidates import granules_of
from sparktree.engines.projections.projected_table import MakeTasks
from sparktree.engines.reading.pruning import Pruned, Pruner
from sparktree.engines.reading.scan_reader import ScanReader
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.reader import PartScan, RowRange, common_rows
from sparktree.planner.calls import aggregate, call
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, Expr, InSet, columns_of, walk
from sparktree.planner.lower import Lowering
from sparktree.planner.sources import NewColumn, Offer, PlainSource, ScanRequest, ScanResult
from sparktree.types import UINT64, Type
from sparktree.types.literal import literal

NAME = "_exact_count_projection"
_LIMITS = (Code.INDEX_NOT_USED, Code.TOO_MANY_PARTITIONS)


@dataclass(frozen=True, slots=True)
class ExactCount(PlainSource):
    """The rows of one table that meet the conditions of one query, as counts to be added up."""

    definition: TableDefinition
    environment: Environment
    make: MakeTasks
    filters: tuple[Expr, ...]
    ids: dict[int, str]  # of the table's columns
    known_rows: int = 0  # rows that surely meet the conditions
    rest: Pruned | None = None  # where it must be looked, once that is decided

    @property
    def name(self) -> str:
        """How messages call it."""
        return NAME

    def columns(self) -> list[tuple[str, Type]]:
        """Rows."""
        return [("count()", UINT64)]

    def decided(self, parts: Sequence[PartOnDisk], plain: Pruned) -> ExactCount:
        """Divide what the conditions leave: a granule with no row that violates them is counted."""
        context = self.environment.context
        met = call("and", self.filters, context) if len(self.filters) > 1 else self.filters[0]
        request = ScanRequest((), (call("not", [met], context),), self.ids, 1)
        try:
            violating = Pruner(self.definition, request, self.environment).prune(parts)
        except Error as error:
            if error.code in _LIMITS:  # they are for the query's own conditions
                return replace(self, rest=plain)
            raise
        doubtful = {scan.index: _ranges(scan) for scan in violating.scans}
        known, scans = 0, []
        for scan in plain.scans:
            if scan.hides_rows:
                scans.append(scan)
                continue
            ranges = tuple(common_rows(_ranges(scan), doubtful.get(scan.index, ())))
            known += scan.rows - sum(end - begin for begin, end in ranges)
            if ranges:
                scans.append(replace(scan, ranges=ranges))
        granules = sum(map(granules_of, scans))
        count = sum(len(_ranges(scan)) for scan in scans)
        report = replace(plain.report, parts=len(scans), granules=granules, ranges=count)
        rest = replace(plain, scans=tuple(scans), granules_left=granules, report=report)
        return replace(self, known_rows=known, rest=rest)

    def scan(self, request: ScanRequest) -> ScanResult:
        """What is known as one row, and a row for each task that looks at the rest."""
        assert self.rest is not None
        aliases = [alias for _, alias in request.columns]
        items = [f"{literal(UINT64, self.known_rows)} AS {sql.quote_name(a)}" for a in aliases]
        text = f"SELECT {', '.join(items) or '0 AS _none'}"
        details = (f"Projection {NAME}: {self.known_rows} rows",)
        if not self.rest.rows:
            return ScanResult(local=text, rows=1, details=details)
        tasks = self.make(_Counting(self, aliases), self.rest, request.tasks)
        first = tasks[0]
        both = f"({first.sql}) UNION ALL ({text})"
        tasks[0] = replace(first, sql=both, late=None, rows=first.rows + 1)
        return ScanResult(tuple(tasks), rows=self.rest.rows + 1, details=details)


class _Counting(ScanReader):
    """Counts rows instead of giving them."""

    def __init__(self, source: ExactCount, aliases: Sequence[str]) -> None:
        read = columns_of(*source.filters)
        columns = tuple((source.ids[number], f"c{number}") for number in read)
        rows = ScanRequest(columns, (), source.ids, 1)
        super().__init__(source.definition, source.environment, rows)
        self.filters = source.filters
        self.aliases = aliases

    def sql(self, scans: Sequence[PartScan]) -> str:
        """One row with the number of rows that meet the conditions."""
        lowering = Lowering(self.environment.context)
        where = sql.all_of(map(lowering.condition, self.filters))
        count = sql.cast(Sql("count(*)"), UINT64.kernel)
        items = [f"{count} AS {sql.quote_name(alias)}" for alias in self.aliases]
        text = f"SELECT {', '.join(items) or '0 AS _none'} FROM ({ScanReader.sql(self, scans)})"
        return f"{text} WHERE {where}"


def _ranges(scan: PartScan) -> tuple[RowRange, ...]:
    return scan.ranges if scan.ranges is not None else ((0, scan.part.rows),)


def exact_count(
    definition: TableDefinition,
    environment: Environment,
    make: MakeTasks,
    columns: Sequence[Column],
    filters: Sequence[Expr],
    new: NewColumn,
) -> Offer | None:
    """The offer to count the rows that meet the conditions; None if they are not two-valued."""
    sets = (e for one in filters for e in walk(one) if isinstance(e, InSet))
    if not filters or any(one.type.nullable for one in filters) or any(s.table for s in sets):
        return None
    ids = {column.id: column.name for column in columns}
    stored = definition.by_name.keys()
    if any(c.type.nullable or c.name not in stored for c in columns_of(*filters).values()):
        return None
    count = aggregate("count", [], (), environment.context)
    assert count is not None
    source = ExactCount(definition, environment, make, tuple(filters), ids)
    return Offer(NAME, source, (), ((new("count()", UINT64), count),), tuple(filters))
