"""PREWHERE and top-N: columns that decide about rows come first, the others where rows are left.

What is worth reading first is decided when the query is planned; which rows are left, in the task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import duckdb
import numpy as np
import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.engines.granule_queue import GranuleQueue
from sparktree.engines.keys.describe import shown as shown_expression
from sparktree.engines.reading import ScanReader, ScanText, joined
from sparktree.kernel import sql
from sparktree.parts.granules import ROW_GROUP_ROWS
from sparktree.parts.reader import PartScan, RowRange, bytes_of, common_rows
from sparktree.parts.scan_check import scan_check
from sparktree.planner.expr import Call, Expr, InSet, columns_of, is_deterministic, walk
from sparktree.planner.lower import Lowering
from sparktree.planner.nodes import ScanRequest
from sparktree.spark.stages import Look

_BLOCK = 8192  # rows that are read or left together
_PART, _ROW, _TOP = "late_part", "late_row", "late_top"
_FEW_ROWS = 4 * ROW_GROUP_ROWS
# The first columns are at most this part of all bytes; of few rows a second step costs more.
_FILTER_SHARE, _TOP_SHARE, _FEW_SHARE = 3, 2, 8
_MOST_LEFT = 0.6  # when more rows than this share are left, one scan is cheaper than two
_PLACE = (("_part_index", _PART), ("_part_offset", _ROW))


@dataclass(frozen=True, slots=True)
class LateScan:
    """A share of a scan whose rows the task narrows before it reads all columns; picklable."""

    first: tuple[ScanText, ...]  # the deciding columns and the place of each row
    all: tuple[ScanText, ...]
    nothing: str  # SQL that has the columns and no row
    condition: str | None
    order: str  # of a top-N, with its limit
    keys: str  # what granules are queued by, in the form of the primary index
    disks: Mapping[str, Disk] | None  # of the parts, if files are compared with their checksums
    first_names: tuple[str, ...]
    names: tuple[str, ...]
    shown: tuple[str, ...]  # the conditions that are read first, for EXPLAIN
    queue: GranuleQueue | None = None  # the order in which granules are wanted
    distinct: str = ""  # of what different values are wanted

    def __call__(self, kernel: duckdb.DuckDBPyConnection) -> Look:
        """What reads all columns of the rows that may be wanted."""
        if self.queue is not None:
            return self._first_rows(kernel, self.queue)
        size = bytes_of(_scans(self.first), self.first_names)
        if self._is_wide_open(kernel):
            return self._rest(self.all, _rows(self.all), 0)
        left = self._left(kernel, self._chosen(self.first))
        some = _only(self.all, left)
        if _rows(some) > _MOST_LEFT * _rows(self.all):
            some = list(self.all)
        return self._rest(some, _rows(self.all), size)

    def _rest(self, texts: Sequence[ScanText], rows: int, size: int) -> Look:
        """All columns of what is left, after so many bytes of so many rows were looked at."""
        if not texts:
            return Look(self.nothing, rows, size)
        self._check(texts, self.names)
        return Look(joined(texts), rows, size + bytes_of(_scans(texts), self.names))

    def _first_rows(self, kernel: duckdb.DuckDBPyConnection, queue: GranuleQueue) -> Look:
        """Granule after granule, until no other can hold one of the first rows.

        Every step reads as many rows as all before it, so that steps are few.
        """
        rows = size = start = 0
        last: pa.Table | None = None
        try:
            while (end := queue.next(start, max(rows, queue.wanted), last)) > start:
                step = _only(self.first, queue.ranges(start, end))
                into = f"INSERT INTO {_TOP}" if start else f"CREATE OR REPLACE TEMP TABLE {_TOP} AS"
                kernel.execute(f"{into} {self._chosen(step)}")
                last = self._last(kernel, queue.wanted)
                rows, size = rows + _rows(step), size + bytes_of(_scans(step), self.first_names)
                start = end
                if self.distinct and last is None and rows >= _FEW_ROWS:
                    return self._rest(self.all, _rows(self.all), size)  # there may be too few
            left = self._left(kernel, f"SELECT * FROM {_TOP}{self.order}")
        finally:
            kernel.execute(f"DROP TABLE IF EXISTS {_TOP}")
        return self._rest(_only(self.all, left), rows, size)

    def _last(self, kernel: duckdb.DuckDBPyConnection, wanted: int) -> pa.Table | None:
        """The key of the last row that is wanted, once so many were found."""
        rows = f"SELECT {self.keys} FROM {_TOP}{self.order} OFFSET {wanted - 1}"
        if self.distinct:
            rows = f"SELECT DISTINCT {self.distinct} FROM {_TOP} LIMIT 1 OFFSET {wanted - 1}"
        found: pa.Table = kernel.sql(rows).to_arrow_table()
        return found if found.num_rows else None

    def _is_wide_open(self, kernel: duckdb.DuckDBPyConnection) -> bool:
        """Whether the condition leaves most of the first rows, and so maybe of all."""
        if self.order or _rows(self.first) <= ROW_GROUP_ROWS:
            return False
        sample = [text.of(_beginning(text.scans, ROW_GROUP_ROWS)) for text in self.first[:1]]
        left = self._left(kernel, self._chosen(sample))
        return _rows(_only(sample, left)) > _MOST_LEFT * _rows(sample)

    def _chosen(self, texts: Sequence[ScanText]) -> str:
        """The first columns of the rows that the condition and the ordering leave."""
        self._check(texts, self.first_names)
        where = f" WHERE {self.condition}" if self.condition else ""
        unlike = f"DISTINCT ON ({self.distinct}) " if self.distinct else ""
        return f"SELECT {unlike}* FROM ({joined(texts)}){where}{self.order}"

    def _left(self, kernel: duckdb.DuckDBPyConnection, rows: str) -> dict[int, list[RowRange]]:
        """Ranges of rows that hold all wanted ones, by part; single rows where they are few."""
        blocks = (
            f"SELECT {_PART} AS part, {_ROW} // {_BLOCK} AS block, min({_ROW}) AS low,"
            f" max({_ROW}) AS high, count(*) AS rows FROM ({rows}) GROUP BY ALL ORDER BY part, low"
        )
        found = kernel.execute(blocks).fetchnumpy()
        parts, low, high, count = (
            np.asarray(found[name], np.int64) for name in ("part", "low", "high", "rows")
        )
        return {
            int(part): _ranges(low[of], high[of], count[of])
            for part in np.unique(parts)
            for of in (parts == part,)
        }

    def _check(self, texts: Sequence[ScanText], names: Sequence[str]) -> None:
        if self.disks is not None:
            scans = [(scan, self.disks[scan.part.name]) for t in texts for scan in t.scans]
            scan_check(scans, names)()


def late_scan(
    reader: ScanReader,
    share: Sequence[PartScan],
    disks: Mapping[str, Disk] | None,
    queue: GranuleQueue | None = None,
) -> LateScan | None:
    """The share read in two steps; None where one is as good.

    With a queue, the granules of the first step are read one after another; None if they cannot be.
    """
    chosen = _Choice(reader, share)
    filters = chosen.filters() if queue is None else chosen.ordered()
    if filters is None:
        return None
    request = reader.request
    wanted = chosen.first(filters)
    if not wanted.isdisjoint(name for name, _ in _PLACE):
        return None  # a condition on the place of rows prunes; they need no second name
    kept = [(n, a) for n, a in request.columns if n in wanted]
    first = ScanReader(
        reader.definition,
        reader.environment,
        replace(request, columns=(*kept, *_PLACE)),
        reader.masks,
        in_order=False,
    )
    lowering = Lowering(reader.environment.context)
    condition = sql.all_of(map(lowering.condition, filters)) if filters else None
    order = keys = ""
    if chosen.top is not None:
        items, count = chosen.top
        order = f" ORDER BY {lowering.order_by(items)} LIMIT {count}"
        queued = [item.expr for item in items[: len(queue.keys) if queue else 0]]
        keys = ", ".join(key.type.key_form(lowering.value(key)) for key in queued)
    return LateScan(
        tuple(first.texts(share)),
        tuple(reader.texts(share)),
        reader.empty(),
        condition,
        order,
        keys,
        disks,
        tuple(first.stored_names(share)),
        tuple(reader.stored_names(share)),
        tuple(shown_expression(one, {}) for one in filters),
        queue,
        ", ".join(map(lowering.value, chosen.distinct)),
    )


class _Choice:
    """Which columns to read first: the cheapest conditions, and the columns of an ordering."""

    def __init__(self, reader: ScanReader, share: Sequence[PartScan]) -> None:
        self.request: ScanRequest = reader.request
        self.estimates = reader.estimates
        self.distinct: tuple[Expr, ...] = ()
        setting = reader.environment.setting
        self.moves = bool(setting("optimize_move_to_prewhere"))
        few = sum(scan.rows for scan in share) < _FEW_ROWS
        self.filter_share, self.top_share = (
            (_FEW_SHARE, _FEW_SHARE) if few else (_FILTER_SHARE, _TOP_SHARE)
        )
        self.sizes = {name: bytes_of(share, (name,)) for name, _ in self.request.columns}
        self.top = self.request.top if setting("query_plan_optimize_lazy_materialization") else None
        if self.top is not None and self.top[1] > int(
            str(setting("query_plan_max_limit_for_lazy_materialization"))
        ):
            self.top = None

    def ordered(self) -> tuple[Expr, ...] | None:
        """All conditions, applied with the ordering; None if that cannot be done apart."""
        self.top = self.request.top
        self.distinct = () if self.request.distinct is None else self.request.distinct[0]
        items = () if self.top is None else self.top[0]
        exprs = [*self.request.filters, *self.distinct, *(item.expr for item in items)]
        return self.request.filters if all(map(_is_usable, exprs)) else None

    def filters(self) -> tuple[Expr, ...] | None:
        """The conditions to apply first; None if reading in two steps does not pay."""
        usable = [f for f in self.request.filters if _is_usable(f)]
        all_usable = len(usable) == len(self.request.filters)
        if self.top and all_usable and self._is_cheap(self.first(usable), self.top_share):
            return tuple(usable)
        self.top = None
        chosen: list[Expr] = []
        for one in sorted(usable, key=self._cost):
            if self._is_cheap(self.first([*chosen, one]), self.filter_share):
                chosen.append(one)
        if self.estimates is not None and self.estimates.share_of_all(chosen) > _MOST_LEFT:
            return None
        return tuple(chosen) if chosen and self.moves else None

    def _cost(self, one: Expr) -> tuple[float, int]:
        """The bytes that the condition reads for each row that it spares, if that is known."""
        size = self._bytes(self._names(one))
        if self.estimates is None:
            return 0.0, size
        return size / max(1.0 - self.estimates.share(one), 1e-9), size

    def first(self, filters: Sequence[Expr]) -> set[str]:
        """The names of the columns to read first."""
        names = {name for one in (*filters, *self.distinct) for name in self._names(one)}
        if self.top is not None:
            names |= {n for item in self.top[0] for n in self._names(item.expr)}
        return names

    def _names(self, expr: Expr) -> set[str]:
        return {self.request.ids[number] for number in columns_of(expr)}

    def _is_cheap(self, names: set[str], share: int) -> bool:
        return self._bytes(names) * share <= sum(self.sizes.values())

    def _bytes(self, names: set[str]) -> int:
        return sum(self.sizes.get(name, 0) for name in names)


def _is_usable(expr: Expr) -> bool:
    """Whether the condition may be computed apart from the query, and twice."""
    sets = (e for e in walk(expr) if isinstance(e, InSet))
    shaped = (e for e in walk(expr) if isinstance(e, Call) and e.function.name == "arrayJoin")
    return is_deterministic(expr) and all(s.table is None for s in sets) and not any(shaped)


def _scans(texts: Sequence[ScanText]) -> list[PartScan]:
    return [scan for text in texts for scan in text.scans]


def _rows(texts: Sequence[ScanText]) -> int:
    return sum(scan.rows for scan in _scans(texts))


def _only(texts: Sequence[ScanText], left: Mapping[int, list[RowRange]]) -> list[ScanText]:
    """The texts that have rows left, with these alone."""
    narrowed = (text.of(_narrowed(text.scans, left)) for text in texts)
    return [text for text in narrowed if text.scans]


def _beginning(scans: Sequence[PartScan], rows: int) -> list[PartScan]:
    """The first rows of the scans."""
    taken: list[PartScan] = []
    for scan in scans:
        ranges = []
        for begin, end in scan.ranges or ((0, scan.part.rows),):
            if rows > 0:
                ranges.append((begin, min(end, begin + rows)))
                rows -= end - begin
        if ranges:
            taken.append(replace(scan, ranges=tuple(ranges)))
    return taken


def _narrowed(scans: Sequence[PartScan], left: Mapping[int, list[RowRange]]) -> list[PartScan]:
    """Of the scans only the rows that are left."""
    narrowed = []
    for scan in scans:
        if scan.index in left:
            wanted = scan.ranges or ((0, scan.part.rows),)
            ranges = tuple(common_rows(wanted, left[scan.index]))
            if ranges:
                narrowed.append(replace(scan, ranges=ranges))
    return narrowed


def _ranges(low: np.ndarray, high: np.ndarray, count: np.ndarray) -> list[RowRange]:
    """From the first to the last wanted row of each block; one or two rows by themselves."""
    pair = count == 2
    begins = np.concatenate((low, high[pair]))
    ends = np.concatenate((np.where(pair, low, high), high[pair])) + 1
    order = np.argsort(begins, kind="stable")
    return list(zip(begins[order].tolist(), ends[order].tolist(), strict=True))
