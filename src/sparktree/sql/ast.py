"""The syntax tree of expressions and queries, in ClickHouse's own shape.

As in ClickHouse, every operator and every piece of sugar is a function call: `a + b` is
`plus(a, b)`, `a NOT IN b` is `notIn(a, b)`, `x::T` is `CAST(x, 'T')`, `INTERVAL 1 DAY` is
`toIntervalDay(1)`, `CASE` is `multiIf`. So the planner knows few kinds of node, and what a call
means is for the function registry to say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal as Choice

Scalar = int | float | str | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that the parser makes."""


# --- expressions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expression(Node):
    """Something that has a value; `parens` says that it was written in parentheses."""

    parens: bool = field(default=False, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Literal(Expression):
    """A number, string, NULL or boolean as written.

    `text` keeps the spelling of a number (needed for decimals and for printing it back); strings
    are unescaped in `value`, with bytes that are not UTF-8 kept as `kernel.text` escapes them.
    """

    value: Scalar
    text: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Identifier(Expression):
    """A possibly qualified name: `a`, `t.a`, `db.t.a`, `n.x`."""

    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Function(Expression):
    """A call, or an operator (`operator` says that it was written as one)."""

    name: str
    args: tuple[Expression, ...] = ()
    parameters: tuple[Expression, ...] | None = None  # quantile(0.5)(x)
    nulls: Choice["RESPECT", "IGNORE"] | None = None
    over: Window | str | None = None
    operator: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Lambda(Expression):
    """`(x, y) -> body`; `called` if it was written `lambda(tuple(x, y), body)`."""

    parameters: tuple[str, ...]
    body: Expression
    called: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Aliased(Expression):
    """`expression AS alias`."""

    expression: Expression
    alias: str


@dataclass(frozen=True, slots=True)
class Subquery(Expression):
    """A query in parentheses, as a value, a set or a table."""

    query: Query


@dataclass(frozen=True, slots=True)
class QueryParameter(Expression):
    """`{name:Type}`; replaced by a typed literal before analysis."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Transformer(Node):
    """`APPLY f`, `EXCEPT (a)` or `REPLACE (e AS a)` after an asterisk or COLUMNS."""

    kind: Choice["APPLY", "EXCEPT", "REPLACE"]
    names: tuple[str, ...] = ()
    pattern: str | None = None  # EXCEPT('regex')
    replacements: tuple[Aliased, ...] = ()
    function: Function | Lambda | None = None  # Function: name and parameters, no args
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Asterisk(Expression):
    """`*` or `t.*`."""

    qualifier: tuple[str, ...] = ()
    transformers: tuple[Transformer, ...] = ()


@dataclass(frozen=True, slots=True)
class Columns(Expression):
    """`COLUMNS('regex')` or `COLUMNS(a, b)`, possibly qualified."""

    pattern: str | None = None
    names: tuple[Expression, ...] = ()
    qualifier: tuple[str, ...] = ()
    transformers: tuple[Transformer, ...] = ()


# --- ordering and windows ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fill(Node):
    """`WITH FILL FROM a TO b STEP c STALENESS d`."""

    start: Expression | None = None
    end: Expression | None = None
    step: Expression | None = None
    staleness: Expression | None = None


@dataclass(frozen=True, slots=True)
class OrderItem(Node):
    """One element of ORDER BY."""

    expression: Expression
    descending: bool = False
    nulls_first: bool | None = None
    collate: str | None = None
    fill: Fill | None = None


@dataclass(frozen=True, slots=True)
class FrameBound(Node):
    """A border of a window frame; no offset and not `current` means UNBOUNDED."""

    direction: Choice["PRECEDING", "FOLLOWING"] = "PRECEDING"
    offset: Expression | None = None
    current: bool = False


@dataclass(frozen=True, slots=True)
class Frame(Node):
    """`ROWS | RANGE | GROUPS BETWEEN start AND end`."""

    unit: Choice["ROWS", "RANGE", "GROUPS"]
    start: FrameBound
    end: FrameBound


@dataclass(frozen=True, slots=True)
class Window(Node):
    """A window definition; `base` names the window that it extends."""

    base: str | None = None
    partition_by: tuple[Expression, ...] = ()
    order_by: tuple[OrderItem, ...] = ()
    frame: Frame | None = None


# --- tables --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableName(Node):
    """`[database.]name`."""

    name: str
    database: str | None = None


@dataclass(frozen=True, slots=True)
class TableExpression(Node):
    """One table of FROM: a name, a table function or a subquery, with its modifiers."""

    source: TableName | Function | Subquery | QueryParameter
    alias: str | None = None
    column_aliases: tuple[str, ...] = ()
    final: bool = False
    sample: Expression | None = None
    sample_offset: Expression | None = None
    in_set: bool = False  # the right side of IN
    raw: bool = False  # of a table of the engine Join: all rows, also those that do not count


JoinKind = Choice["INNER", "LEFT", "RIGHT", "FULL", "CROSS", "PASTE"]
JoinStrictness = Choice["ALL", "ANY", "SEMI", "ANTI", "ASOF"]


@dataclass(frozen=True, slots=True)
class Join(Node):
    """Two table expressions joined; `comma` is a CROSS join written with a comma."""

    left: FromItem
    right: FromItem
    kind: JoinKind = "INNER"
    strictness: JoinStrictness | None = None
    locality: Choice["GLOBAL", "LOCAL"] | None = None
    on: Expression | None = None
    using: tuple[Expression, ...] = ()
    comma: bool = False
    natural: bool = False  # USING all the columns that both sides have


@dataclass(frozen=True, slots=True)
class ArrayJoin(Node):
    """`input [LEFT] ARRAY JOIN expressions`."""

    input: FromItem | None
    expressions: tuple[Expression, ...]
    left: bool = False


FromItem = TableExpression | Join | ArrayJoin


# --- queries -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WithQuery(Node):
    """`name [(columns)] AS [MATERIALIZED] (query)` of WITH."""

    name: str
    query: Query
    columns: tuple[str, ...] = ()
    materialized: bool = False


@dataclass(frozen=True, slots=True)
class WithExpression(Node):
    """`expression AS name` of WITH."""

    expression: Expression
    name: str


@dataclass(frozen=True, slots=True)
class GroupBy(Node):
    """GROUP BY; `sets` holds GROUPING SETS, `all` is GROUP BY ALL."""

    expressions: tuple[Expression, ...] = ()
    kind: Choice["PLAIN", "ROLLUP", "CUBE", "SETS"] = "PLAIN"
    sets: tuple[tuple[Expression, ...], ...] = ()
    all: bool = False


@dataclass(frozen=True, slots=True)
class LimitBy(Node):
    """`LIMIT n [OFFSET m] BY expressions`."""

    limit: Expression
    expressions: tuple[Expression, ...]
    offset: Expression | None = None
    all: bool = False


@dataclass(frozen=True, slots=True)
class Setting(Node):
    """`name = value` of a SETTINGS clause; None means `name = DEFAULT`."""

    name: str
    value: Scalar | tuple[object, ...] | Function
    written: bool = field(default=True, compare=False)  # False for `SET name`, which means true


@dataclass(frozen=True, slots=True)
class Query(Node):
    """A SELECT or a combination of several; `parens` says that it was written in parentheses."""

    parens: bool = field(default=False, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Interpolate(Node):
    """`name [AS expression]` of INTERPOLATE."""

    name: str
    expression: Expression | None = None


@dataclass(frozen=True, slots=True)
class Select(Query):
    """One SELECT block."""

    columns: tuple[Expression, ...]
    with_: tuple[WithQuery | WithExpression, ...] = ()
    recursive: bool = False
    distinct: bool = False
    from_: FromItem | None = None
    prewhere: Expression | None = None
    where: Expression | None = None
    group_by: GroupBy | None = None
    with_totals: bool = False
    having: Expression | None = None
    windows: tuple[tuple[str, Window], ...] = ()
    qualify: Expression | None = None
    order_by: tuple[OrderItem, ...] = ()
    order_by_all: OrderItem | None = None  # its expression is ignored
    interpolate: tuple[Interpolate, ...] | None = None
    limit_by: LimitBy | None = None
    limit: Expression | None = None
    offset: Expression | None = None
    with_ties: bool = False
    settings: tuple[Setting, ...] = ()


SetOperator = Choice["UNION", "INTERSECT", "EXCEPT"]
SetQuantifier = Choice["ALL", "DISTINCT"]


@dataclass(frozen=True, slots=True)
class SetOperation(Query):
    """`left UNION|INTERSECT|EXCEPT [ALL|DISTINCT] right`; None takes the mode from the settings."""

    operator: SetOperator
    quantifier: SetQuantifier | None
    left: Query
    right: Query
    with_: tuple[WithQuery | WithExpression, ...] = ()
    settings: tuple[Setting, ...] = ()
    brackets: bool = field(default=False, compare=False, kw_only=True)
    """Both sides are printed in parentheses."""


def settings_of(query: Node | None) -> tuple[Setting, ...]:
    """The settings of a query; those of the last SELECT of a UNION are for all of it."""
    if isinstance(query, SetOperation):
        return (*settings_of(query.right), *query.settings)
    return query.settings if isinstance(query, Select) else ()
