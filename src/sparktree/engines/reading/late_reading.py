"""PREWHERE and top-N: columns that decide about rows come first, the others where rows are left.

What is worth reading first is decided when the query is planned; which rows are left, in the task.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import duckdb
import pyarrow as pa

from sparktree.engines.keys.describe import expression_text as shown_expression
from sparktree.engines.reading.granule_queue import GranuleQueue
from sparktree.engines.reading.row_lookup import (
    PART,
    ROW,
    Places,
    RowLookup,
    places_of,
    rows_of,
    scans_of,
    within,
)
from sparktree.engines.reading.scan_reader import ScanReader, ScanText, joined
from sparktree.kernel import sql
from sparktree.parts.granules import ROW_GROUP_ROWS
from sparktree.parts.reader import PartScan, bytes_of
from sparktree.parts.scan_check import scan_check
from sparktree.parts.virtuals import always
from sparktree.planner.expr import Call, Expr, InSet, columns_of, is_deterministic, walk
from sparktree.planner.lower import Lowering
from sparktree.planner.sources import ScanRequest
from sparktree.spark.stages import Look

_TOP = "late_top"
_FEW_ROWS = 4 * ROW_GROUP_ROWS
# The first columns are at most this part of all bytes; of few rows a second step costs more.
_FILTER_SHARE, _TOP_SHARE, _FEW_SHARE = 3, 2, 8
_SPARED = 1 << 15  # bytes; a step for single conditions over few rows reads as much less
_SHARED = 1 << 16  # bytes; conditions beside the key that read no more share a step
_MOST_LEFT = 0.6  # when more rows than this share are left, one scan is cheaper than two
_KEPT_ROWS, _MANY_COLUMNS = 2048, 16  # of so few rows, planning to read the columns costs most
_PLACE_NAMES = ("_part_index", "_part_offset")
_PLACE = tuple(zip(map(always, _PLACE_NAMES), (PART, ROW), strict=True))


@dataclass(frozen=True, slots=True)
class Step:
    """Deciding columns, with the place of each row, and what they decide; picklable."""

    texts: tuple[ScanText, ...]
    names: tuple[str, ...]
    condition: str | None

    def of(self, texts: Sequence[ScanText]) -> Step:
        """The same of fewer rows."""
        return Step(tuple(texts), self.names, self.condition)

    @property
    def size(self) -> int:
        """The bytes that it reads."""
        return bytes_of(scans_of(self.texts), self.names)


@dataclass(frozen=True, slots=True)
class LateScan:
    """A share of a scan whose rows the task narrows before it reads all columns; picklable."""

    steps: tuple[Step, ...]  # each over the rows that those before it left
    all: tuple[ScanText, ...]
    nothing: str  # SQL that has the columns and no row
    order: str  # of a top-N, with its limit
    keys: str  # what granules are queued by, in the form of the primary index
    checked: bool  # whether files are compared with their checksums
    names: tuple[str, ...]
    condition_texts: tuple[str, ...]  # the conditions that are read first, for EXPLAIN
    queue: GranuleQueue | None = None  # the order in which granules are wanted
    distinct: str = ""  # of what different values are wanted
    lookups: tuple[RowLookup, ...] = ()  # what projections tell of the rows

    def __call__(self, kernel: duckdb.DuckDBPyConnection) -> Look:
        """What reads all columns of the rows that may be wanted."""
        if self.queue is not None:
            return self._first_rows(kernel, self.queue)
        return self._looked_up(kernel) if self.lookups else self._decided(kernel)

    def _looked_up(self, kernel: duckdb.DuckDBPyConnection) -> Look:
        """Only the rows that projections tell of; of few all columns are read at once."""
        steps, all_, rows, size = self.steps, self.all, 0, 0
        for lookup in self.lookups:
            self._check(lookup.texts, lookup.names)
            places = lookup.places(kernel, scans_of(self.all))
            steps = tuple(step.of(within(step.texts, places)) for step in steps)
            all_ = tuple(within(all_, places))
            rows += rows_of(lookup.texts)
            size += bytes_of(scans_of(lookup.texts), lookup.names)
        left = replace(self, steps=steps, all=all_, lookups=())
        if not steps or rows_of(all_) <= ROW_GROUP_ROWS:
            return left._look_at_rest(all_, rows + rows_of(all_), size)
        look = left._decided(kernel)
        return replace(look, rows=look.rows + rows, bytes=look.bytes + size)

    def _decided(self, kernel: duckdb.DuckDBPyConnection) -> Look:
        """All columns of the rows that the steps leave."""
        if self._is_wide_open(kernel):
            return self._look_at_rest(self.all, rows_of(self.all), 0)
        some, size = self.all, 0
        left: Places | None = None
        for step in self.steps:
            narrow = step if left is None else step.of(within(step.texts, left))
            size += narrow.size
            left = places_of(kernel, self._chosen(narrow))
            some = tuple(within(self.all, left))
            if not some:
                break
        if rows_of(some) > _MOST_LEFT * rows_of(self.all):
            some = self.all
        return self._look_at_rest(some, rows_of(self.all), size)

    def _look_at_rest(self, texts: Sequence[ScanText], rows: int, size: int) -> Look:
        """All columns of what is left, after so many bytes of so many rows were looked at."""
        if not texts:
            return Look(self.nothing, rows, size)
        self._check(texts, self.names)
        size += bytes_of(scans_of(texts), self.names)
        few = rows_of(texts) <= _KEPT_ROWS and len(self.names) >= _MANY_COLUMNS
        return Look(joined(texts), rows, size, few=few)

    def _first_rows(self, kernel: duckdb.DuckDBPyConnection, queue: GranuleQueue) -> Look:
        """Granule after granule, until no other can hold one of the first rows.

        Every step reads as many rows as all before it, so that steps are few.
        """
        rows = size = start = 0
        last: pa.Table | None = None
        (first,) = self.steps
        try:
            while (end := queue.next(start, max(rows, queue.rows_wanted), last)) > start:
                step = first.of(within(first.texts, queue.ranges(start, end)))
                into = f"INSERT INTO {_TOP}" if start else f"CREATE OR REPLACE TEMP TABLE {_TOP} AS"
                kernel.execute(f"{into} {self._chosen(step)}")
                last = self._last(kernel, queue.rows_wanted)
                rows, size = rows + rows_of(step.texts), size + step.size
                start = end
                if self.distinct and last is None and rows >= self._most_looked_at:
                    return self._look_at_rest(
                        self.all, rows_of(self.all), size
                    )  # there may be too few
            if self._of_groups:
                left: Places = queue.ranges(0, start)
            else:
                left = places_of(kernel, f"SELECT * FROM {_TOP}{self.order}")
        finally:
            kernel.execute(f"DROP TABLE IF EXISTS {_TOP}")
        return self._look_at_rest(within(self.all, left), rows, size)

    @property
    def _of_groups(self) -> bool:
        """Whether all rows are wanted of the first groups of the ordering."""
        return bool(self.distinct and self.order)

    @property
    def _most_looked_at(self) -> int:
        """So many rows are looked at for different values; of groups there may be large ones."""
        return max(_FEW_ROWS, rows_of(self.all) // 2) if self._of_groups else _FEW_ROWS

    def _last(self, kernel: duckdb.DuckDBPyConnection, wanted: int) -> pa.Table | None:
        """The key of the last row that is wanted, once so many were found."""
        rows = f"SELECT {self.keys} FROM {_TOP}{self.order} OFFSET {wanted - 1}"
        if self._of_groups:
            unlike = f"SELECT DISTINCT ON ({self.distinct}) * FROM {_TOP}"
            rows = f"SELECT {self.keys} FROM ({unlike}){self.order} LIMIT 1 OFFSET {wanted - 1}"
        elif self.distinct:
            rows = f"SELECT DISTINCT {self.distinct} FROM {_TOP} LIMIT 1 OFFSET {wanted - 1}"
        found: pa.Table = kernel.sql(rows).to_arrow_table()
        return found if found.num_rows else None

    def _is_wide_open(self, kernel: duckdb.DuckDBPyConnection) -> bool:
        """Whether the condition leaves most of the first rows, and so maybe of all."""
        first = self.steps[0]
        if self.order or rows_of(first.texts) <= ROW_GROUP_ROWS:
            return False
        sample = [text.of(_beginning(text.scans, ROW_GROUP_ROWS)) for text in first.texts[:1]]
        left = places_of(kernel, self._chosen(first.of(sample)))
        return rows_of(within(sample, left)) > _MOST_LEFT * rows_of(sample)

    def _chosen(self, step: Step) -> str:
        """The deciding columns of the rows that the condition and the ordering leave."""
        self._check(step.texts, step.names)
        where = f" WHERE {step.condition}" if step.condition else ""
        unlike = f"DISTINCT ON ({self.distinct}) " if self.distinct else ""
        return f"SELECT {unlike}* FROM ({joined(step.texts)}){where}{self.order}"

    def _check(self, texts: Sequence[ScanText], names: Sequence[str]) -> None:
        if self.checked:
            scan_check([scan for text in texts for scan in text.scans], names)()


def late_scan(
    reader: ScanReader,
    share: Sequence[PartScan],
    checked: bool,
    queue: GranuleQueue | None = None,
    lookups: Sequence[RowLookup] = (),
) -> LateScan | None:
    """The share read in two steps; None where one is as good.

    With a queue, the granules of the first step are read one after another; None if they cannot be.
    """
    own = tuple(found for lookup in lookups if (found := lookup.of(share)) is not None)
    chosen = _Choice(reader, share)
    plan = chosen.steps() if queue is None else chosen.ordered()
    if plan and any(name in chosen.first(filters) for filters in plan for name in _PLACE_NAMES):
        plan = None  # a condition on the place of rows prunes
    if plan is None:
        if not own or queue is not None:
            return None
        plan, chosen.top = (), None
    lowering = Lowering(reader.environment.context)
    order = keys = ""
    if chosen.top is not None:
        items, count, groups = chosen.top
        order = f" ORDER BY {lowering.order_by(items)}" + ("" if groups else f" LIMIT {count}")
        queued = [item.expr for item in items[: len(queue.keys) if queue else 0]]
        keys = ", ".join(key.type.key_form(lowering.value(key)) for key in queued)
    late = LateScan(
        tuple(_step(reader, share, chosen.first(filters), filters) for filters in plan),
        tuple(reader.texts(share)),
        reader.empty(),
        order,
        keys,
        checked,
        tuple(reader.stored_names(share)),
        tuple(shown_expression(one, {}) for filters in plan for one in filters),
        queue,
        ", ".join(map(lowering.value, chosen.distinct)),
        own,
    )
    return _to_send(late)


def _to_send(late: LateScan) -> LateScan:
    """The scan with no more about its parts than a task asks for: there may be many columns."""
    texts = [*late.all, *(text for step in late.steps for text in step.texts)]
    names = {column.name for text in texts for column in text.columns}
    names.update(late.names, *(step.names for step in late.steps))
    parts = {scan.part.name: scan.part for text in texts for scan in text.scans}
    small = {name: part.of_columns(names) for name, part in parts.items()}

    def sent(texts: Sequence[ScanText]) -> tuple[ScanText, ...]:
        return tuple(
            text.of([replace(scan, part=small[scan.part.name]) for scan in text.scans])
            for text in texts
        )

    steps = tuple(step.of(sent(step.texts)) for step in late.steps)
    return replace(late, steps=steps, all=sent(late.all))


def _step(
    reader: ScanReader, share: Sequence[PartScan], wanted: set[str], filters: Sequence[Expr]
) -> Step:
    kept = [(name, alias) for name, alias in reader.request.columns if name in wanted]
    first = ScanReader(
        reader.definition,
        reader.environment,
        replace(reader.request, columns=(*kept, *_PLACE)),
        reader.masks,
        in_order=False,
    )
    lowering = Lowering(reader.environment.context)
    condition = sql.all_in_turn(map(lowering.condition, filters)) if filters else None
    return Step(tuple(first.texts(share)), tuple(first.stored_names(share)), condition)


Plan = tuple[tuple[Expr, ...], ...]  # the conditions of each step


class _Choice:
    """Which columns to read first: the cheapest conditions, and the columns of an ordering."""

    def __init__(self, reader: ScanReader, share: Sequence[PartScan]) -> None:
        self.request: ScanRequest = reader.request
        self.estimates = reader.estimates
        self.distinct: tuple[Expr, ...] = ()
        settings = reader.environment.settings
        self.moves = settings.optimize_move_to_prewhere
        self.few = sum(scan.rows for scan in share) < _FEW_ROWS
        self.top_share = _FEW_SHARE if self.few else _TOP_SHARE
        self.sizes = {name: bytes_of(share, (name,)) for name, _ in self.request.columns}
        key = share[0].part.sorting_key if share else ()
        self.key = {name: place for place, name in enumerate(key)}
        is_lazy = settings.query_plan_optimize_lazy_materialization
        self.top = self.request.top if is_lazy else None
        most = settings.query_plan_max_limit_for_lazy_materialization
        if self.top is not None and (self.top.groups or self.top.limit > most):
            self.top = None

    def ordered(self) -> Plan | None:
        """All conditions, applied with the ordering; None if that cannot be done apart."""
        self.top = self.request.top
        self.distinct = () if self.request.distinct is None else self.request.distinct[0]
        items = () if self.top is None else self.top.items
        if self.top is not None and self.top.groups:
            self.distinct = self.top.groups
        exprs = [*self.request.filters, *self.distinct, *(item.expr for item in items)]
        return (self.request.filters,) if all(map(is_usable, exprs)) else None

    def steps(self) -> Plan | None:
        """The conditions to apply first; None if reading in several steps does not pay."""
        usable = [f for f in self.request.filters if is_usable(f)]
        all_usable = len(usable) == len(self.request.filters)
        if self.top and all_usable and self._is_cheap(self.first(usable), self.top_share):
            return (tuple(usable),)
        self.top = None
        if not self.moves:
            return None
        ranked = sorted(usable, key=self._cost)
        plan = self._one_by_one(ranked) if self.few else self._together(ranked)
        chosen = [one for step in plan for one in step]
        if self.estimates is not None and self.estimates.share_of_all(chosen) > _MOST_LEFT:
            return None
        return plan or None

    def _together(self, ranked: Sequence[Expr]) -> Plan:
        """One step: over many rows it is the files' columns that cost."""
        chosen: list[Expr] = []
        for one in ranked:
            if self._is_cheap(self.first([*chosen, one]), _FILTER_SHARE):
                chosen.append(one)
        return (tuple(chosen),) if chosen else ()

    def _one_by_one(self, ranked: Sequence[Expr]) -> Plan:
        """A step of each condition, as long as it can spare enough of the columns after it; small
        ones share a step."""
        steps: list[tuple[Expr, ...]] = []
        left = dict(self.sizes)
        for one in ranked:
            names = self._names(one)
            if names.isdisjoint(left):
                if steps:
                    steps[-1] += (one,)
                continue
            for name in names:
                left.pop(name, None)
            if sum(left.values()) < _SPARED:
                break
            if steps and self._may_share((*steps[-1], one)):
                steps[-1] += (one,)
            else:
                steps.append((one,))
        return tuple(steps)

    def _may_share(self, filters: Sequence[Expr]) -> bool:
        """Whether a step of each costs more than what it might spare; the key spares most rows."""
        names = self.first(filters)
        return names.isdisjoint(self.key) and self._bytes(names) <= _SHARED

    def _cost(self, one: Expr) -> tuple[float, int]:
        """The bytes that the condition reads for each row that it spares. If that is not known,
        what is said of the key spares most, of its first columns above all."""
        names = self._names(one)
        size = self._bytes(names)
        if self.estimates is None:
            return max((self.key.get(name, len(self.key)) for name in names), default=0), size
        return size / max(1.0 - self.estimates.share(one), 1e-9), size

    def first(self, filters: Sequence[Expr]) -> set[str]:
        """The names of the columns to read first."""
        names = {name for one in (*filters, *self.distinct) for name in self._names(one)}
        if self.top is not None:
            names |= {n for item in self.top.items for n in self._names(item.expr)}
        return names

    def _names(self, expr: Expr) -> set[str]:
        return {self.request.ids[number] for number in columns_of(expr)}

    def _is_cheap(self, names: set[str], share: int) -> bool:
        return self._bytes(names) * share <= sum(self.sizes.values())

    def _bytes(self, names: set[str]) -> int:
        return sum(self.sizes.get(name, 0) for name in names)


def is_usable(expr: Expr) -> bool:
    """Whether the condition may be computed apart from the query, and twice."""
    sets = (e for e in walk(expr) if isinstance(e, InSet))
    shaped = (e for e in walk(expr) if isinstance(e, Call) and e.function.name == "arrayJoin")
    return is_deterministic(expr) and all(s.table is None for s in sets) and not any(shaped)


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
