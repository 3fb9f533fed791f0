"""Which parts, and which granules of them, a query's conditions leave."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

import numpy as np

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.virtual_columns import OF_TABLE, constants_of, partition_types
from sparktree.engines.keys.build import Limits, condition_over
from sparktree.engines.keys.condition import UNKNOWN, Box, Condition, is_useful
from sparktree.engines.keys.describe import expression_text as shown_expression
from sparktree.engines.keys.domain import Array, Mask
from sparktree.engines.keys.index_filters import for_indexes, is_never
from sparktree.engines.keys.intervals import Intervals
from sparktree.engines.keys.marks import Marks
from sparktree.engines.reading.granule_queue import GranuleQueue
from sparktree.engines.reading.nearest import Nearest, nearest
from sparktree.engines.reading.part_values import bounds_of, known_bounds_of, points_of
from sparktree.engines.reading.pruning_report import IndexUse, PruningReport
from sparktree.engines.reading.table_keys import Keys
from sparktree.engines.reading.virtual_pruning import left_by_virtual_columns
from sparktree.engines.skip_indexes.definition import SkipIndex, by_cost, skip_indexes
from sparktree.engines.skip_indexes.kind import Question
from sparktree.engines.skip_indexes.loading import kept_granules
from sparktree.engines.storage.cache import BoundedCache
from sparktree.engines.storage.part_on_disk import PartOnDisk, made_once
from sparktree.errors import Code, Error
from sparktree.parts.description import PartDescription
from sparktree.parts.filename import PRIMARY
from sparktree.parts.index import read_index
from sparktree.parts.indexes.graphs import Rows
from sparktree.parts.reader import PartScan, RowRange
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Expr, columns_of
from sparktree.planner.scan_reports import PartsRead
from sparktree.planner.sources import ScanRequest
from sparktree.settings.query import QuerySettings


@dataclass(frozen=True, slots=True)
class Pruned:
    """The scans that are left, and how much was there."""

    scans: tuple[PartScan, ...]
    parts: int
    after_partition: int
    granules: int
    granules_left: int
    report: PruningReport = field(default_factory=PruningReport)
    queue: GranuleQueue | None = None  # the granules in the order in which they are wanted

    @property
    def rows(self) -> int:
        """Rows of all scans."""
        return sum(scan.rows for scan in self.scans)

    def read(self, name: str, columns: tuple[str, ...] = ()) -> PartsRead:
        """What it is that is read of a table, or of a projection of it."""
        return PartsRead(
            name,
            self.rows,
            len(self.scans),
            self.parts,
            self.granules_left,
            self.granules,
            self.report.ranges,
            frozenset(scan.part.partition_id for scan in self.scans),
            self.report.uses,
            columns,
        )

    def summary(self, table: str) -> str:
        """A line for EXPLAIN."""
        return (
            f"{table}: parts {len(self.scans)}/{self.parts} (partition key leaves"
            f" {self.after_partition}), granules {self.granules_left}/{self.granules},"
            f" rows {self.rows}"
        )


@dataclass(slots=True)
class _PartLeft:
    """A part and what is left of its granules; None for all."""

    part: PartOnDisk
    scan: PartScan
    mask: Mask | None = None
    rows: tuple[RowRange, ...] | None = None  # of these granules, if single rows are known

    @property
    def granules(self) -> int:
        count = len(self.part.description.granules.rows)
        return count if self.mask is None else int(np.count_nonzero(self.mask))

    @property
    def is_whole(self) -> bool:
        """Whether all of it is left."""
        return self.mask is None and self.rows is None

    def narrowed(self, mask: Mask) -> _PartLeft:
        """Only granules that the mask leaves too."""
        both = mask if self.mask is None else self.mask & mask
        return _PartLeft(self.part, self.scan, None if both.all() else both)


_MARKS: BoundedCache[Marks] = BoundedCache(256 << 20)
_JOINED: BoundedCache[Marks | None] = BoundedCache(64 << 20)  # of many parts
_MANY_PARTS, _SMALL_PART = 16, 64  # granules of a part


@dataclass(slots=True)
class Pruner:
    """The conditions of one query over one table."""

    definition: TableDefinition
    request: ScanRequest
    environment: Environment
    forced: bool = True  # whether settings that force the use of indexes are heard
    limited: bool = True  # whether it matters how many partitions are left
    uses: list[IndexUse] = field(default_factory=list)
    parts: Sequence[PartOnDisk] = ()  # all that are looked at
    counted: tuple[list[_PartLeft] | None, int] = (
        None,
        0,
    )  # parts, and granules that are left of them
    keys: Keys = field(init=False)
    indexes: list[tuple[SkipIndex, tuple[Expr, ...]]] = field(init=False)
    filters: tuple[Expr, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.keys = keys = Keys.of(self.definition, self.request, self.environment)
        self.indexes, self.filters = [], ()
        if self.request.filters:
            declared = by_cost(skip_indexes(self.definition))
            self.indexes = [(index, keys.index(index)) for index in declared]
            known = {*keys.partition, *keys.primary, *(e for _, of in self.indexes for e in of)}
            aliases = keys.aliases(columns_of(*self.request.filters))
            context = self.environment.context
            self.filters = for_indexes(self.request.filters, context, aliases, known)

    def prune(self, parts: Sequence[PartOnDisk]) -> Pruned:
        """By virtual columns, partition and statistics, then by the primary and skip indexes."""
        keys, self.parts = self.keys, parts
        self.forced = self.forced and bool(parts)
        whole = self._whole(parts)
        chosen = left_by_virtual_columns(whole, self.request, self.definition, self.environment)
        by_index = dict(enumerate(parts))
        never = any(is_never(condition) for condition in self.filters)
        left = [] if never else [_PartLeft(by_index[scan.index], scan) for scan in chosen]
        left = self._by_partition(left, keys)
        after_partition = len(left)
        total = self._granules(left)
        left = self._by_statistics(left, keys)
        left = self._by_primary_key(left, keys)
        left = self._by_offsets(left, keys)
        left = self._by_skip_indexes(left, keys)
        self._check_partitions(left)
        scans = tuple(
            one.scan if one.is_whole else replace(one.scan, ranges=_ranges(one)) for one in left
        )
        granules = self._granules(left)
        ranges = sum(1 if scan.ranges is None else len(scan.ranges) for scan in scans)
        report = PruningReport(tuple(self.uses), len(left), granules, ranges)
        return Pruned(scans, len(parts), after_partition, total, granules, report)

    @property
    def _settings(self) -> QuerySettings:
        return self.environment.settings

    @property
    def _is_forced(self) -> bool:
        return self.forced and self.definition.engine_info.sorted

    @property
    def _limits(self) -> Limits:
        most = self._settings.use_index_for_in_with_subqueries_max_values
        return Limits(self._settings.use_index_for_in_with_subqueries, most)

    # --- partitions -----------------------------------------------------------------------

    def _by_partition(self, left: list[_PartLeft], keys: Keys) -> list[_PartLeft]:
        if not keys.partition:
            self._refuse_without_partition(used=False, keys=keys)
            return left
        columns = list(keys.partition_columns.values())
        filters = self.filters if self._settings.use_partition_pruning else ()
        minmax = condition_over(filters, columns, self.environment.context, self._limits)
        shape = tuple((name, str(one.type)) for name, one in keys.partition_columns.items())
        kept = self._filtered(
            left, minmax, lambda parts: bounds_of(parts, keys.partition_columns), ("minmax", shape)
        )
        names = list(keys.partition_columns)
        self._note("Min-Max", minmax, names, left, kept)
        values = condition_over(filters, keys.partition, self.environment.context, self._limits)
        types = tuple(str(key.type) for key in keys.partition)
        last = self._filtered(
            kept, values, lambda parts: points_of(parts, keys.partition), ("points", types)
        )
        shown = [shown_expression(key, {}) for key in keys.partition]
        self._note("Partition", values, shown, kept, last)
        self._refuse_without_partition(used=is_useful(minmax) or is_useful(values), keys=keys)
        return last

    def _filtered(
        self,
        left: list[_PartLeft],
        condition: Condition,
        known: Callable[[list[PartDescription]], dict[int, Intervals]],
        key: Hashable = None,
    ) -> list[_PartLeft]:
        """The parts that a condition over what is known of them leaves; what is known of all parts
        is kept under the key."""
        if not left or not is_useful(condition):
            return left

        def intervals() -> dict[int, Intervals]:
            return known([one.part.description for one in left])

        is_all = key is not None and len(left) == len(self.parts)
        box = Box(len(left), made_once(self.parts, key, intervals) if is_all else intervals())
        keep = condition.evaluate(box)[0]
        return [one for one, stays in zip(left, keep, strict=True) if stays]

    def _refuse_without_partition(self, *, used: bool, keys: Keys) -> None:
        forced = self._is_forced and self._settings.force_index_by_date
        if used or not keys.partition or not forced:
            return
        names = ", ".join(keys.partition_columns)
        raise Error(
            Code.INDEX_NOT_USED,
            f"Neither MinMax index by columns ({names}) nor partition expr is used and setting"
            " 'force_index_by_date' is set",
        )

    def _check_partitions(self, left: list[_PartLeft]) -> None:
        most = self._settings.max_partitions_to_read
        if not self._settings.is_changed("max_partitions_to_read"):  # -1 lifts a table's limit
            most = self.definition.settings.max_partitions_to_read
        if not self.limited or not (self.request.columns or self.request.filters):
            return  # rows are counted, and none of them is read
        found = len({one.part.description.partition_id for one in left})
        if most > 0 and found > most:
            raise Error(
                Code.TOO_MANY_PARTITIONS,
                f"Too many partitions to read. Current {found}, max {most}",
            )

    # --- statistics -----------------------------------------------------------------------

    def _by_statistics(self, left: list[_PartLeft], keys: Keys) -> list[_PartLeft]:
        """Without the parts in which no column has the values that are asked for."""
        # With FINAL a part that is left out could hold the row that replaces one that is read.
        if self.request.final or not self._settings.use_statistics_for_part_pruning:
            return left
        read = columns_of(*self.filters)
        question = {n: c for n, c in sorted(keys.columns.items()) if c.id in read}
        known = {n for n in question for one in left if n in one.part.description.statistics}
        columns = {n: c for n, c in question.items() if n in known}
        if not columns:
            return left
        condition = condition_over(
            self.filters, list(columns.values()), self.environment.context, self._limits
        )
        kept = self._filtered(left, condition, lambda parts: known_bounds_of(parts, columns))
        if len(kept) < len(left):
            self._note("Statistics", condition, list(columns), left, kept)
        return kept

    # --- the primary key ------------------------------------------------------------------

    def _by_primary_key(self, left: list[_PartLeft], keys: Keys) -> list[_PartLeft]:
        known = keys.primary if self._settings.use_primary_key else []
        condition = condition_over(self.filters, known, self.environment.context, self._limits)
        if not is_useful(condition) and self._is_forced and self._settings.force_primary_key:
            raise Error(
                Code.INDEX_NOT_USED,
                f"Primary key ({', '.join(keys.primary_names)}) is not used and setting"
                " 'force_primary_key' is set",
            )
        if not keys.primary:
            return left
        kept = left
        if is_useful(condition):
            together = self._by_joined_marks(left, keys, condition)
            if together is None:
                narrowed = [one.narrowed(self._marked(one.part, keys, condition)) for one in left]
                together = [one for one in narrowed if one.granules]
            kept = together
        shown = [shown_expression(key, {}) for key in keys.primary]
        self._note("PrimaryKey", condition, shown, left, kept)
        return kept

    def _by_joined_marks(
        self, left: list[_PartLeft], keys: Keys, condition: Condition
    ) -> list[_PartLeft] | None:
        """What the condition leaves of many small parts, looked at as one; None if they are not."""
        if len(left) < _MANY_PARTS or any(one.mask is not None for one in left):
            return None
        counts = np.array([len(one.part.description.granules.rows) for one in left], dtype=np.int64)
        if counts.max() > _SMALL_PART:
            return None
        marks = joined_marks([one.part for one in left], keys)
        if marks is None:
            return None
        found = np.append(marks.granules_left(condition), False)
        firsts = np.concatenate([[0], np.cumsum(counts + 1)[:-1]])
        found[firsts + counts] = False  # between two parts
        kept = []
        for number in np.flatnonzero(np.logical_or.reduceat(found, firsts)):
            first = int(firsts[number])
            kept.append(left[number].narrowed(found[first : first + int(counts[number])]))
        return kept

    def _marked(self, part: PartOnDisk, keys: Keys, condition: Condition) -> Mask:
        marks = marks_of(part, keys)
        if marks is None:
            return np.ones(len(part.description.granules.rows), dtype=np.bool_)
        return marks.granules_left(condition)

    def _by_offsets(self, left: list[_PartLeft], keys: Keys) -> list[_PartLeft]:
        """`_part_offset = n` reads only the granule of that row."""
        column = keys.part_offset
        if column is None:
            return left
        condition = condition_over(self.filters, [column], self.environment.context)
        if not is_useful(condition):
            return left
        found = []
        for one in left:
            starts = np.array(one.part.description.granules.starts(), dtype=np.int64)
            box = Box(len(starts) - 1, {0: _rows(starts)})
            found.append(one.narrowed(condition.evaluate(box)[0]))
        return [one for one in found if one.granules]

    # --- skip indexes ---------------------------------------------------------------------

    def _by_skip_indexes(self, left: list[_PartLeft], keys: Keys) -> list[_PartLeft]:
        used: set[str] = set()
        if self._use_skip_indexes():
            ignored = _names(self._settings.ignore_data_skipping_indices)
            for asked_for in nearest(self.request, keys, self.environment):
                if asked_for.index.name not in ignored:
                    used.add(asked_for.index.name)
                    left = self._nearest(left, asked_for)
            for index, over in self.indexes:
                question = None if index.name in ignored else self._question(index, over)
                condition = UNKNOWN if question is None else index.kind.condition(question)
                if question is not None and is_useful(condition):
                    used.add(index.name)
                    left = self._skipped(left, index, question, condition)
        forced = _identifiers(self._settings.force_data_skipping_indices)
        for name in forced if self._settings.use_skip_indexes and self._is_forced else ():
            if name not in used:
                raise Error(
                    Code.INDEX_NOT_USED,
                    f"Index `{name}` is not used and setting 'force_data_skipping_indices'"
                    " contains it",
                )
        return left

    def _nearest(self, left: list[_PartLeft], question: Nearest) -> list[_PartLeft]:
        """Of parts of which all granules are left, those with the nearest vectors.

        Under filters other rows of these granules may take the place of those that do not meet
        them.
        """
        kept = []
        for one in left:
            rows = question.rows(one.scan) if one.mask is None else None
            if rows is not None:
                one = one.narrowed(_granules_of(rows, one.part.description))
                one.rows = None if self.request.filters else _single(rows)
            kept.append(one)
        kept = [one for one in kept if one.granules]
        self._note("Skip", UNKNOWN, (), left, kept, question.index)
        return kept

    def _use_skip_indexes(self) -> bool:
        if self.request.final and not self._settings.use_skip_indexes_if_final:
            return False
        return self._settings.use_skip_indexes

    def _question(self, index: SkipIndex, over: tuple[Expr, ...]) -> Question:
        context = self.environment.context
        return Question(self.filters, over, index.arguments, context, self._limits)

    def _skipped(
        self, left: list[_PartLeft], index: SkipIndex, question: Question, condition: Condition
    ) -> list[_PartLeft]:
        kept = left
        # With FINAL a block that is skipped could hold the row that replaces one that is read.
        if not self.request.final:
            narrowed = [self._without_skipped(one, index, question, condition) for one in left]
            kept = [one for one in narrowed if one.granules]
        names = [shown_expression(expr, {}) for expr in question.keys]
        shown = index.kind.condition_text(question, condition, names)
        self._note("Skip", condition, (), left, kept, index, shown)
        return kept

    def _without_skipped(
        self, one: _PartLeft, index: SkipIndex, question: Question, condition: Condition
    ) -> _PartLeft:
        types = [expr.type for expr in question.keys]
        mask = kept_granules(index, condition, one.part.description, one.part.disk, types)
        return one if mask is None else one.narrowed(mask)

    # --- what came of it ------------------------------------------------------------------

    def _note(
        self,
        kind: str,
        condition: Condition,
        names: Sequence[str],
        before: list[_PartLeft],
        after: list[_PartLeft],
        index: SkipIndex | None = None,
        shown: str | None = None,
    ) -> None:
        counts = tuple((len(lefts), self._granules(lefts)) for lefts in (before, after))
        self.uses.append(
            IndexUse(kind, condition, tuple(names), counts[0], counts[1], index, shown)
        )

    def _asks_of_table(self) -> bool:
        """Whether something is read that only the table knows of a part."""
        request = self.request
        if request.top is not None or request.distinct is not None:
            return not OF_TABLE.isdisjoint(request.ids.values())
        read = {name for name, _ in request.columns}
        read |= {request.ids[number] for number in columns_of(*request.filters)}
        return not OF_TABLE.isdisjoint(read)

    def _granules(self, left: list[_PartLeft]) -> int:
        """The granules that are left; of the list that was counted last they are known."""
        counted, count = self.counted
        if counted is not left:
            count = sum(one.granules for one in left)
            self.counted = left, count
        return count

    def _whole(self, parts: Sequence[PartOnDisk]) -> list[PartScan]:
        """All parts, numbered, each to be read whole."""
        asked = self._asks_of_table()
        if not asked:
            return made_once(parts, "whole", lambda: _numbered(parts))
        types = partition_types(self.definition, self.environment)
        factor = self.request.sample_factor
        offsets = [0, *accumulate(part.description.rows for part in parts)]
        return [
            PartScan(
                part.description,
                part.disk,
                None,
                number,
                offsets[number],
                constants_of(part, self.definition, types, factor),
                part.patches,
            )
            for number, part in enumerate(parts)
        ]


def _numbered(parts: Sequence[PartOnDisk]) -> list[PartScan]:
    """All parts, to be read whole."""
    offsets = accumulate((part.description.rows for part in parts), initial=0)
    return [
        PartScan(part.description, part.disk, None, number, offset, {}, part.patches)
        for number, (part, offset) in enumerate(zip(parts, offsets, strict=False))
    ]


def marks_of(part: PartOnDisk, keys: Keys) -> Marks | None:
    """The primary index of a part; None if it has none for its granules."""
    description = part.description
    if PRIMARY not in description.files:
        return None

    def load() -> tuple[int, Marks]:
        index = read_index(part.disk, description)
        types = [key.type for key in keys.primary]
        return int(index.nbytes), Marks.of(index, types, keys.descending)

    types = tuple(str(key.type) for key in keys.primary)
    name = (description.files[PRIMARY].hash, types, tuple(keys.descending))
    marks = _MARKS.get(name, load)
    return marks if marks.count == len(description.granules.rows) else None


def joined_marks(parts: Sequence[PartOnDisk], keys: Keys) -> Marks | None:
    """The primary indexes of the parts as one; None if some part has none, or another kind."""
    found = [part.description.files.get(PRIMARY) for part in parts]
    hashes = tuple(file.hash for file in found if file is not None)
    if len(hashes) < len(parts):
        return None

    def load() -> tuple[int, Marks | None]:
        several = [marks_of(part, keys) for part in parts]
        known = [marks for marks in several if marks is not None]
        joined = Marks.joined(known) if len(known) == len(parts) else None
        return (0 if joined is None else joined.nbytes) + 64 * len(parts), joined

    types = tuple(str(key.type) for key in keys.primary)
    return _JOINED.get((hashes, types, tuple(keys.descending)), load)


def _rows(starts: Array) -> Intervals:
    """The rows of each granule."""
    none = np.zeros(len(starts) - 1, dtype=np.bool_)
    return Intervals(starts[:-1], starts[1:] - 1, none, none, none, none, none)


def _names(setting: object) -> list[str]:
    """The names in a setting, which may be quoted."""
    return [name.strip().strip("`") for name in str(setting).split(",")]


def _identifiers(setting: object) -> list[str]:
    """The names in a setting that is refused if one of them is missing."""
    names = _names(setting) if setting else []
    if all(names):
        return names
    message = f"Cannot parse string ('{setting}') into vector of identifiers."
    raise Error(Code.CANNOT_PARSE_TEXT, message)


def _granules_of(rows: Rows, part: PartDescription) -> Mask:
    """The granules that hold the rows."""
    starts = np.array(part.granules.starts(), dtype=np.int64)
    mask = np.zeros(len(starts) - 1, dtype=np.bool_)
    mask[np.searchsorted(starts, rows, side="right") - 1] = True
    return mask


def _single(rows: Rows) -> tuple[RowRange, ...]:
    return tuple((row, row + 1) for row in rows.tolist())


def _ranges(one: _PartLeft) -> tuple[RowRange, ...] | None:
    if one.rows is not None:
        return one.rows
    return None if one.mask is None else ranges_of(one.part.description, one.mask)


def ranges_of(part: PartDescription, mask: Mask) -> tuple[RowRange, ...]:
    """Rows of granules that follow one another, as ranges."""
    starts = np.array(part.granules.starts(), dtype=np.int64)
    padded = np.concatenate([[False], mask, [False]])
    edges = np.flatnonzero(padded[1:] != padded[:-1])
    return tuple(
        (int(starts[a]), int(starts[b])) for a, b in zip(edges[::2], edges[1::2], strict=True)
    )
