"""The typed query: relational nodes from which stages are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Literal as Choice

from sparktree.errors import Error
from sparktree.planner.expr import AggregateUse, Column, Expr, SortItem, WindowUse
from sparktree.planner.sources import TableSource


@dataclass(frozen=True, slots=True)
class Node:
    """Something that gives rows of numbered columns."""


@dataclass(frozen=True, slots=True)
class Scan(Node):
    """All rows of a table."""

    source: TableSource = field(compare=False)
    columns: tuple[Column, ...]
    final: bool = False
    sample_factor: float = 1.0  # of SAMPLE: how many rows one of its rows stands for


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
    limited: bool = True  # by max_rows_to_group_by


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
class Estimated:
    """The rows that a join is thought to read and to give."""

    left: float
    right: float
    rows: float


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
    # ANY as `any_join_distinct_right_table_keys` has it: a row of the left side has one partner at
    # most, and several may have the same one.
    any_left: bool = False
    inequality: tuple[str, Expr, Expr] | None = None  # ASOF
    use_nulls: bool = False
    # Columns that show a key of whichever side has the row, by the key's position.
    merged: tuple[tuple[Column, int], ...] = ()
    # ON of an outer join whose rows have no equal keys to meet by: it is refused, unless a
    # condition above it asks for rows that have a partner.
    keyless: str | None = None
    # Why no algorithm that the query allows can do it: conditions above may make it another join.
    refused: Error | None = field(default=None, compare=False)
    estimated: Estimated | None = field(default=None, compare=False)


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


def inputs(node: Node) -> tuple[Node, ...]:
    """The nodes whose rows a node reads."""
    if isinstance(node, Join):
        return node.left, node.right
    if isinstance(node, SetOperation):
        return tuple(root for root, _ in node.inputs)
    if isinstance(node, Scan | OneRow):
        return ()
    return (node.input,)  # type: ignore[attr-defined]


def expressions_in(value: object) -> Iterator[Expr]:
    """The expressions of a node and of those below it, or those in a field of a node."""
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, SortItem):
        yield value.expr
    elif isinstance(value, tuple):
        for item in value:
            yield from expressions_in(item)
    elif isinstance(value, Node):
        for one in fields(value):
            yield from expressions_in(getattr(value, one.name))


def over_inputs(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node over other inputs."""
    if isinstance(node, Join):
        return replace(node, left=change(node.left), right=change(node.right))
    if isinstance(node, SetOperation):
        return replace(node, inputs=tuple((change(root), e) for root, e in node.inputs))
    if isinstance(node, Scan | OneRow):
        return node
    return replace(node, input=change(node.input))  # type: ignore[attr-defined, call-arg]
