"""MergeTree: reading the active parts of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.records import Part, Table
from sparktree.catalog.snapshots import Snapshot
from sparktree.disks.disk import Disk
from sparktree.engines.definition import Column, TableDefinition
from sparktree.engines.expressions import TableExpressions
from sparktree.engines.pruning import PartOnDisk, Pruned, Pruner
from sparktree.functions.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import PartDescription, from_text
from sparktree.parts.reader import PartScan, ReadColumn, RowRange, scan_sql
from sparktree.planner.environment import Environment
from sparktree.planner.nodes import ScanRequest, ScanResult, ScanTask
from sparktree.types import STRING, UINT64, UUID, LowCardinality, Type

VIRTUAL_COLUMNS: tuple[tuple[str, Type], ...] = (
    ("_part", LowCardinality(STRING)),
    ("_partition_id", LowCardinality(STRING)),
    ("_part_index", UINT64),
    ("_part_starting_offset", UINT64),
    ("_part_offset", UINT64),
    ("_part_uuid", UUID()),
    ("_part_data_version", UINT64),
)


@dataclass(slots=True)
class MergeTreeTable:
    """A MergeTree table as a query sees it: a snapshot of its parts, taken when first needed."""

    record: Table
    definition: TableDefinition
    catalog: Catalog
    disks: dict[str, Disk]
    environment: Environment
    holds: list[Snapshot] = field(default_factory=list)

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.record.database}.{self.record.name}"

    def columns(self) -> list[tuple[str, Type]]:
        """Columns of SELECT *."""
        return self.definition.shown()

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """MATERIALIZED and ALIAS columns, then those that say where a row lies."""
        shown = {name for name, _ in self.definition.shown()}
        others = [(n, t) for n, t in self.definition.readable() if n not in shown]
        return [*others, *VIRTUAL_COLUMNS]

    def scan(self, request: ScanRequest) -> ScanResult:
        """The parts that the filters leave, cut into shares of about equal size."""
        snapshot = self.catalog.snapshot(self.record.uuid)
        self.holds.append(snapshot)
        parts = [PartOnDisk(p, described(p), self.disks[p.disk]) for p in snapshot.parts]
        pruned = Pruner(self.definition, request, self.environment).prune(parts)
        reader = _Reader(self, request)
        details = (pruned.summary(self.name),)
        rows = pruned.rows
        if not rows:
            return ScanResult(table=None, local=reader.empty(), rows=0, details=details)
        least = int(str(self.environment.setting("merge_tree_min_rows_for_concurrent_read")))
        count = max(1, min(request.tasks, rows // max(least, 1)))
        shares = cut(pruned, count)
        tasks = tuple(
            ScanTask(reader.sql(share), sum(s.rows for s in share), 0) for share in shares
        )
        return ScanResult(tasks, rows=rows, details=details)


_DESCRIPTIONS: dict[tuple[str, str, float], PartDescription] = {}


def described(part: Part) -> PartDescription:
    """The part.json of a part, parsed once."""
    key = (part.table, part.name, part.created)
    found = _DESCRIPTIONS.get(key)
    if found is None:
        if len(_DESCRIPTIONS) > 20_000:
            _DESCRIPTIONS.clear()
        found = _DESCRIPTIONS[key] = from_text(part.meta, part.path)
    return found


def cut(pruned: Pruned, count: int) -> list[list[PartScan]]:
    """The scans in shares of about equal rows; a part is divided at granules."""
    scans = pruned.scans
    if count <= 1:
        return [list(scans)]
    goal = -(-pruned.rows // count)
    shares: list[list[PartScan]] = [[]]
    room = goal
    for scan in scans:
        for piece in _pieces(scan, goal):
            if room <= 0 and len(shares) < count:
                shares.append([])
                room = goal
            _append(shares[-1], piece)
            room -= piece.rows
    return shares


def _append(share: list[PartScan], piece: PartScan) -> None:
    """Add a piece, joined to the one before it if it goes on where that one ends."""
    last = share[-1] if share else None
    if last is not None and last.part is piece.part and last.ranges and piece.ranges:
        if last.ranges[-1][1] == piece.ranges[0][0]:
            joined = (
                *last.ranges[:-1],
                (last.ranges[-1][0], piece.ranges[0][1]),
                *piece.ranges[1:],
            )
        else:
            joined = (*last.ranges, *piece.ranges)
        share[-1] = _whole_if_all(replace(last, ranges=joined))
    else:
        share.append(_whole_if_all(piece))


def _whole_if_all(scan: PartScan) -> PartScan:
    return replace(scan, ranges=None) if scan.ranges == ((0, scan.part.rows),) else scan


_STEP = 131_072  # a row group


def _pieces(scan: PartScan, goal: int) -> list[PartScan]:
    """The scan in steps of a row group, or of a granule where the shares are smaller than that."""
    step = _STEP if goal >= _STEP else max(scan.part.granules.rows)
    ranges: Sequence[RowRange] = scan.ranges if scan.ranges is not None else ((0, scan.part.rows),)
    cuts = [
        (start, min(start + step, end))
        for begin, end in ranges
        for start in range(begin, end, step)
    ]
    return [replace(scan, ranges=(cut_,)) for cut_ in cuts]


class _Reader:
    """Makes the SQL of one scan's shares."""

    def __init__(self, table: MergeTreeTable, request: ScanRequest) -> None:
        self.table = table
        self.request = request
        virtual = {name for name, _ in VIRTUAL_COLUMNS}
        self.hidden = {n: alias for n, alias in request.columns if n in virtual}
        self.wanted = [(n, alias) for n, alias in request.columns if n not in virtual]

    def sql(self, scans: Sequence[PartScan]) -> str:
        """What reads the share: stored columns first, then columns computed from them."""
        aliases = [(n, a) for n, a in self.wanted if self._column(n).kind == "ALIAS"]
        stored = [(n, a) for n, a in self.wanted if self._column(n).kind != "ALIAS"]
        if not aliases:
            return self._read(scans, stored)
        return self._with_aliases(scans, stored, aliases)

    def _column(self, name: str) -> Column:
        return self.table.definition.by_name[name]

    def _read(self, scans: Sequence[PartScan], stored: Sequence[tuple[str, str]]) -> str:
        columns = [ReadColumn(n, a, self._missing(n)) for n, a in stored]
        return scan_sql(scans, columns, self.hidden)

    def _missing(self, name: str) -> str:
        """The value in parts from before the column was there."""
        return str(self._column(name).type.default())

    def _with_aliases(
        self,
        scans: Sequence[PartScan],
        stored: Sequence[tuple[str, str]],
        aliases: Sequence[tuple[str, str]],
    ) -> str:
        definition = self.table.definition
        readable = [(c.name, c.type) for c in definition.columns if c.kind != "EPHEMERAL"]
        expressions = TableExpressions.over(self.table.environment, readable)
        context = self.table.environment.context
        base = {c.name: c for c in definition.columns if c.stored}
        inner = self._read(scans, [(n, f"b_{i}") for i, n in enumerate(base)])
        names: dict[str, Sql] = {n: sql.name(f"b_{i}") for i, n in enumerate(base)}
        for column in definition.columns:
            if column.kind == "ALIAS" and column.default is not None:
                typed = expressions.analyse(column.default)
                value = expressions.lower(typed, names, context)
                names[column.name] = convert(value, typed.type, column.type, context.zone)
        items = [f"{names[n]} AS {sql.quote_name(a)}" for n, a in (*stored, *aliases)]
        items += [sql.quote_name(a) for a in self.hidden.values()]
        return f"SELECT {', '.join(items)} FROM ({inner})"

    def empty(self) -> str:
        """The columns without rows."""
        types = dict((*self.table.definition.readable(), *VIRTUAL_COLUMNS))
        items = [
            f"CAST(NULL AS {types[n].kernel}) AS {sql.quote_name(a)}"
            for n, a in self.request.columns
        ]
        return f"SELECT {', '.join(items) or '1 AS _none'} WHERE false"
