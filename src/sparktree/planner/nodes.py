"""The typed query: relational nodes from which stages are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal as Choice
from typing import NamedTuple, Protocol

import pyarrow as pa

from sparktree.errors import Error
from sparktree.planner.expr import AggregateUse, Column, Expr, SetTable, SortItem, WindowUse
from sparktree.spark.stages import Late
from sparktree.types import Type

# Rows of a task that hands them to the driver as they are, or what conditions leave of them, and
# how many tasks that makes at most. A few large tasks are faster than many.
_STREAMED_ROWS, _FILTERED_ROWS = 1 << 23, 1 << 26
_MOST_STREAMED = 1 << 16


@dataclass(frozen=True, slots=True)
class Node:
    """Something that gives rows of numbered columns."""


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


class TableSource(Protocol):
    """A table that can be read; engines and system tables give these to the planner."""

    @property
    def name(self) -> str:
        """How messages call it."""
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

    def most_tasks(self, rows: int) -> int:
        """Into how many shares so many rows may be cut."""
        if not self.streams:
            return self.tasks
        each = _FILTERED_ROWS if self.filters else _STREAMED_ROWS
        rounds = -(-rows // (each * self.tasks))
        return max(self.tasks, min(rounds * self.tasks, _MOST_STREAMED))


@dataclass(frozen=True, slots=True)
class Scan(Node):
    """All rows of a table."""

    source: TableSource = field(compare=False)
    columns: tuple[Column, ...]
    final: bool = False
    filters: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class OneRow(Node):
    """The single row without columns that SELECT without FROM reads."""


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """The rows for which the condition holds."""

    input: Node
    condition: Expr


@dataclass(frozen=True, slots=True)
class Project(Node):
    """New columns computed from the input's; the others go."""

    input: Node
    columns: tuple[tuple[Column, Expr], ...]


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """One row per group: keys, then aggregates. `sets` lists grouping sets by key position."""

    input: Node
    keys: tuple[tuple[Column, Expr], ...]
    aggregates: tuple[tuple[Column, AggregateUse], ...]
    sets: tuple[tuple[int, ...], ...] = ()
    totals: int | None = None  # WITH TOTALS: a number, by which the totals' rows are found again
    groupings: tuple[tuple[Column, tuple[int, ...]], ...] = ()  # grouping() by key positions
    subtotals: bool = False  # ROLLUP and CUBE: of no rows there is no total either


@dataclass(frozen=True, slots=True)
class Totals(Node):
    """The row of WITH TOTALS: the aggregates over all groups for which the condition holds."""

    input: Aggregate
    having: Expr | None = None


@dataclass(frozen=True, slots=True)
class Window(Node):
    """The input with columns of window functions added."""

    input: Node
    windows: tuple[tuple[Column, WindowUse], ...]


@dataclass(frozen=True, slots=True)
class Sort(Node):
    """The rows in order."""

    input: Node
    items: tuple[SortItem, ...]


# A number of rows: negative ones count from the end, fractions are a share of all rows.
Count = int | float


@dataclass(frozen=True, slots=True)
class FillColumn:
    """A column whose missing values get rows: all in the column's own numbers (days of a Date,
    seconds of a DateTime, ticks of a DateTime64). A step that is not always as long (a month) is
    an expression for the next value. `stale` says up to where rows are added behind a row.
    """

    column: Column
    descending: bool
    nulls_first: bool
    start: Count | None
    end: Count | None
    step: Count | Expr
    stale: Count | Expr | None = None


@dataclass(frozen=True, slots=True)
class Fill(Node):
    """The sorted rows with those that WITH FILL adds; `interpolated` columns get values there."""

    input: Node
    columns: tuple[Column, ...]
    order: tuple[SortItem, ...]
    prefix: tuple[SortItem, ...]
    fills: tuple[FillColumn, ...]
    interpolated: tuple[tuple[Column, Expr], ...] = ()
    # Whether the rows of a gap depend on all rows before it.
    walks: bool = False


@dataclass(frozen=True, slots=True)
class Limit(Node):
    """A piece of the rows; with ties it needs the ordering."""

    input: Node
    limit: Count | None
    offset: Count = 0
    ties: tuple[SortItem, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitBy(Node):
    """At most `limit` rows for each value of the keys."""

    input: Node
    keys: tuple[Expr, ...]
    limit: Count
    offset: Count
    order: tuple[SortItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Distinct(Node):
    """The first of equal rows, by the given columns."""

    input: Node
    columns: tuple[Column, ...]


JoinKind = Choice[
    "INNER",
    "LEFT",
    "RIGHT",
    "FULL",
    "CROSS",
    "SEMI",
    "ANTI",
    "RIGHT SEMI",
    "RIGHT ANTI",
    "ASOF",
    "ASOF LEFT",
    "PASTE",
]


@dataclass(frozen=True, slots=True)
class Join(Node):
    """Pairs of rows. `columns` maps each output column to the side's column that it shows."""

    left: Node
    right: Node
    kind: JoinKind
    keys: tuple[tuple[Expr, Expr], ...]
    condition: Expr | None
    columns: tuple[tuple[Column, Column], ...]
    any: bool = False
    inequality: tuple[str, Expr, Expr] | None = None  # ASOF
    use_nulls: bool = False
    # Columns that show a key of whichever side has the row, by the key's position.
    merged: tuple[tuple[Column, int], ...] = ()
    # ON of an outer join whose rows have no equal keys to meet by: it is refused, unless a
    # condition above it asks for rows that have a partner.
    keyless: str | None = None
    # Why no algorithm that the query allows can do it: conditions above may make it another join.
    refused: Error | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ArrayJoin(Node):
    """A row per element of the arrays, side by side."""

    input: Node
    arrays: tuple[tuple[Column, Expr], ...]
    left: bool = False


@dataclass(frozen=True, slots=True)
class SetOperation(Node):
    """Rows of several inputs; `inputs` pairs each with its columns in the order of `columns`."""

    operator: Choice["UNION", "INTERSECT", "EXCEPT"]
    distinct: bool
    inputs: tuple[tuple[Node, tuple[Expr, ...]], ...]
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """A whole typed query: its rows, its columns, and the row of totals beside them."""

    root: Node
    columns: tuple[Column, ...]  # with their result names
    totals: Node | None = None  # gives the same columns


def produced(node: Node) -> dict[int, Column]:
    """The columns that a node can give, by number."""
    if isinstance(node, Filter | Sort | Limit | LimitBy | Distinct | Fill | Totals):
        return produced(node.input)
    own, below = _own_columns(node)
    found = {c.id: c for c in own}
    return found if below is None else produced(below) | found


def _own_columns(node: Node) -> tuple[list[Column], Node | None]:
    """The columns that the node makes, and the node whose columns it gives too."""
    match node:
        case Scan() | SetOperation():
            return list(node.columns), None
        case Project():
            return [c for c, _ in node.columns], None
        case Aggregate():
            return [c for c, _ in (*node.keys, *node.aggregates, *node.groupings)], None
        case Join():
            return [c for c, _ in (*node.columns, *node.merged)], None
        case ArrayJoin():
            return [c for c, _ in node.arrays], node.input
        case Window():
            return [c for c, _ in node.windows], node.input
    return [], None
