"""Tables as the planner sees them: their columns, what can be done with them, and their scans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import pyarrow as pa

from sparktree.planner.expr import AggregateUse, Column, Expr, SetTable, SortItem
from sparktree.planner.join_tables import JoinTable
from sparktree.planner.scan_reports import NO_REPORT, ScanReport
from sparktree.spark.stages import Late
from sparktree.sql import ast
from sparktree.types import Type

# Rows of a task that hands them to the driver as they are, or what conditions leave of them, and
# how many tasks that makes at most. A few large tasks are faster than many.
_STREAMED_ROWS, _FILTERED_ROWS = 1 << 23, 1 << 26
_MOST_STREAMED = 1 << 16


# --- what a query asks for -----------------------------------------------------------------


class Top(NamedTuple):
    """The first rows of an ordering; or all rows of its first groups, by these keys."""

    items: tuple[SortItem, ...]
    limit: int
    groups: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class ScanRequest:
    """What a query wants of a table."""

    columns: tuple[tuple[str, str], ...]  # (column name, kernel name to give it)
    filters: tuple[Expr, ...]  # conjuncts over Column whose ids are in `ids`
    ids: dict[int, str]  # column number → column name
    tasks: int
    limit: int | None = None
    final: bool = False
    # All that is wanted of the filtered rows: the first ones of an ordering.
    top: Top | None = None
    # All that is wanted of the filtered rows: so many different values of these.
    distinct: tuple[tuple[Expr, ...], int] | None = None
    # The rows go to the driver as they are: many tasks, of which few run at a time.
    streams: bool = False
    sample_factor: float = 1.0  # how many rows one of the sample stands for

    def most_tasks(self, rows: int) -> int:
        """Into how many shares so many rows may be cut."""
        if not self.streams:
            return self.tasks
        each = _FILTERED_ROWS if self.filters else _STREAMED_ROWS
        rounds = -(-rows // (each * self.tasks))
        return max(self.tasks, min(rounds * self.tasks, _MOST_STREAMED))


# --- what a table answers ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScanTask:
    """The share of a scan that one task reads: kernel SQL giving the wanted columns, or a
    picklable function that opens a stream of them. `check` is called before the reading. `late`
    makes the SQL in the task, after a first look at the data. `sample` is SQL of some rows."""

    sql: str
    rows: int
    bytes: int = 0
    open: Callable[[], pa.RecordBatchReader] | None = None
    check: Callable[[], None] | None = None
    late: Late | None = None
    sample: str | None = None


@dataclass(frozen=True, slots=True)
class ScanResult:
    """What an engine answers to a scan: the shares, rows that are known already, or (`local`)
    kernel SQL that reads nothing stored, so that the driver may run it."""

    tasks: tuple[ScanTask, ...] = ()
    table: pa.Table | None = None  # kernel form, columns named as asked
    local: str | None = None
    rows: int = 0
    details: tuple[str, ...] = ()  # lines for EXPLAIN
    sets: tuple[SetTable, ...] = ()  # what the shares read besides
    report: ScanReport = NO_REPORT


# --- projections ---------------------------------------------------------------------------

Use = tuple[Column, AggregateUse]
NewColumn = Callable[[str, Type], Column]


@dataclass(frozen=True, slots=True)
class Offer:
    """A projection by which a table can be read: `source` gives its columns.

    All expressions are over the columns of the table's scan. Each state goes with the call whose
    state it is.
    """

    name: str
    source: TableSource = field(compare=False)
    columns: tuple[tuple[Column, Expr], ...]
    states: tuple[Use, ...]
    filters: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """An offer that answers an aggregation, and the aggregation over the offer's columns."""

    offer: Offer
    keys: tuple[Expr, ...]
    uses: tuple[Use, ...]
    filters: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The match with the fewest granules to read, None if plain reading is better."""

    match: Match | None
    report: ScanReport


class Projected(Protocol):
    """A table that may keep projections."""

    def offers(
        self,
        columns: Sequence[Column],
        uses: Sequence[AggregateUse],
        filters: Sequence[Expr],
        new: NewColumn,
    ) -> Sequence[Offer]:
        """The projections that may answer an aggregation of the rows that meet the conditions."""
        ...

    def best(
        self, columns: Sequence[Column], filters: Sequence[Expr], matches: Sequence[Match]
    ) -> Choice:
        """Which of the matches is read, with a source that can be scanned."""
        ...


# --- tables --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sampling:
    """SAMPLE BY of a table, and how many rows it has, for samples of so many rows."""

    key: ast.Expression
    rows: Callable[[], int]


Range = tuple[int, int]  # from the first row up to the one behind the last


class Numbered(Protocol):
    """A table of computed rows, which have numbers from `start` to `end`."""

    @property
    def start(self) -> int:
        """The number of the first row."""
        ...

    @property
    def end(self) -> int:
        """The number behind that of the last row."""
        ...

    def rows_left(
        self, filters: Iterable[Expr], names: Mapping[int, str]
    ) -> tuple[list[Range], bool]:
        """The rows without those that conditions on their numbers exclude, and whether all that
        are left meet the conditions."""
        ...

    def between(self, start: int, end: int) -> TableSource:
        """Only these of its rows."""
        ...


Ends = tuple[float, float]


class Measured(Protocol):
    """A table that knows how many rows it has and what is in its columns."""

    def rows(self) -> int:
        """Its rows."""
        ...

    def share(self, filters: Sequence[Expr], names: Mapping[int, str]) -> float:
        """The part of the rows that conditions on columns leave; `names` by their numbers."""
        ...

    def distinct(self, column: str) -> float | None:
        """Different values of a column; None if nothing tells it."""
        ...

    def ends(self, column: str) -> Ends | None:
        """The least and the greatest value of a column of numbers or times; None if not known."""
        ...


@dataclass(frozen=True, slots=True)
class SourceTraits:
    """What can be done with a table, besides reading its columns."""

    engine: str = ""  # as messages call it, if they do not name the table
    merges_rows: bool = False  # FINAL means something: rows with equal keys are merged
    reads_prewhere: bool = False  # PREWHERE may be said of it
    only_in_sets: bool = False  # queries see it only at the right side of IN
    join: JoinTable | None = None  # the join that it was declared for
    by_paths: bool = False  # paths of files may give columns that are not listed
    unreadable: frozenset[str] = frozenset()  # columns that only INSERT knows
    sampling: Sampling | None = None  # what SAMPLE chooses rows by
    granularity: int | None = None  # rows of a granule, of a table with parts
    projections: Projected | None = None  # the table itself, if it has parts
    numbered: Numbered | None = None  # the table itself, if its rows are computed
    measured: Measured | None = None  # what its parts and their statistics tell


class TableSource(Protocol):
    """A table that can be read; engines and system tables give these to the planner."""

    @property
    def name(self) -> str:
        """How messages call it."""
        ...

    @property
    def traits(self) -> SourceTraits:
        """What can be done with it."""
        ...

    def columns(self) -> list[tuple[str, Type]]:
        """Columns in the order of SELECT *."""
        ...

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """Columns that only a query that names them sees."""
        ...

    def scan(self, request: ScanRequest) -> ScanResult:
        """Plan the reading: prune, cut into at most `request.tasks` shares."""
        ...


class PlainSource:
    """The traits of a table that can be read, and no more."""

    __slots__ = ()

    @property
    def traits(self) -> SourceTraits:
        """Nothing."""
        return SourceTraits()

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """None."""
        return []


@dataclass(frozen=True, slots=True)
class Counted:
    """What is known of rows of which nothing but their number is."""

    number: int

    def rows(self) -> int:
        """Their number."""
        return self.number

    def share(self, filters: Sequence[Expr], names: Mapping[int, str]) -> float:
        """As if every condition left half of them."""
        return 0.5 ** len(filters)

    def distinct(self, column: str) -> float | None:
        """Not known."""
        return None

    def ends(self, column: str) -> Ends | None:
        """Not known."""
        return None


@dataclass(frozen=True, eq=False, slots=True)
class KnownRows(PlainSource):
    """Rows that are known already, in kernel form, columns in the order of the header."""

    name: str
    header: tuple[tuple[str, Type], ...]
    table: pa.Table

    @property
    def traits(self) -> SourceTraits:
        """How many they are."""
        return SourceTraits(measured=Counted(self.table.num_rows))

    def columns(self) -> list[tuple[str, Type]]:
        """The columns."""
        return list(self.header)

    def scan(self, request: ScanRequest) -> ScanResult:
        """The asked columns under the asked names."""
        places = {name: place for place, (name, _) in enumerate(self.header)}
        arrays = [self.table.column(places[name]) for name, _ in request.columns]
        names = [alias for _, alias in request.columns]
        if not arrays:
            arrays, names = [pa.nulls(self.table.num_rows, pa.int8())], ["_none"]
        return ScanResult(table=pa.table(arrays, names=names), rows=self.table.num_rows)
