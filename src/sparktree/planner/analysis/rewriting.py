"""Expressions behind an aggregation or a window: what was computed there becomes a column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.combinators.resolution import is_aggregate
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.scope import Scope
from sparktree.planner.calls import typed_call
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import (
    AggregateUse,
    Call,
    Column,
    Constant,
    Expr,
    GroupingUse,
    InSet,
    Lambda,
    SortItem,
    Variable,
    WindowUse,
    children,
    columns_of,
    is_constant,
    is_deterministic,
    is_window,
    transform,
    walk,
)
from sparktree.planner.nodes import Aggregate, Node, Project, Window, produced
from sparktree.sql import ast, column_name
from sparktree.sql import walk as walk_nodes
from sparktree.types import make_nullable


@dataclass(frozen=True, slots=True)
class Block:
    """What is known of the SELECT around the expressions."""

    numbers: Numbers
    scope: Scope
    context: QueryContext
    use_nulls: bool = False
    totals: int | None = None


@dataclass(slots=True)
class GroupKeys:
    """The keys of GROUP BY and, for ROLLUP, CUBE and GROUPING SETS, which of them each set has."""

    keys: list[Expr]
    sets: list[tuple[int, ...]] = field(default_factory=list)
    subtotals: bool = False  # whether ROLLUP or CUBE made the sets


@dataclass(frozen=True, slots=True)
class Interpolated:
    """A column of INTERPOLATE: its value in a row that WITH FILL made, by that in the row before
    (`own`) and by what other expressions were there."""

    name: str
    own: Variable
    expr: Expr


@dataclass(frozen=True, slots=True)
class Above:
    """The expressions of a SELECT that are computed over grouped rows, if rows are grouped."""

    outputs: list[tuple[Expr, str]]
    having: Expr | None
    qualify: Expr | None
    order: list[SortItem]
    limit_by: list[Expr]
    interpolated: list[Interpolated] = field(default_factory=list)

    def expressions(self) -> list[Expr]:
        """All of them."""
        conditions = [e for e in (self.having, self.qualify) if e is not None]
        sorted_by = [item.expr for item in self.order]
        filled = [one.expr for one in self.interpolated]
        return [*(e for e, _ in self.outputs), *conditions, *sorted_by, *self.limit_by, *filled]

    def mapped(self, change: Callable[[Expr], Expr]) -> Above:
        """The same with each expression changed."""
        return Above(
            [(change(e), name) for e, name in self.outputs],
            None if self.having is None else change(self.having),
            None if self.qualify is None else change(self.qualify),
            [replace(item, expr=change(item.expr)) for item in self.order],
            [change(e) for e in self.limit_by],
            [replace(one, expr=change(one.expr)) for one in self.interpolated],
        )


_OF_TYPE = "toTypeName"  # needs no value, so that any column will do
ArrayJoins = Sequence[tuple[Column, Expr]]  # arrayJoin() calls: elements and their arrays


class Rewriter:
    """Moves expressions behind the aggregation: keys and aggregates become columns.

    So does an arrayJoin() that is neither: the aggregated rows are multiplied by it (`unfolded`).
    """

    def __init__(
        self, block: Block, node: Node, group: GroupKeys | None, array_joins: ArrayJoins = ()
    ) -> None:
        self.block = block
        self.node = node
        self.group = group
        self.columns: dict[Expr, Column] = {}
        self.constants: dict[Expr, Constant] = {}
        self.unfolded: list[tuple[Column, Expr]] = []
        self._arrays = {column.id: array for column, array in array_joins}

    def aggregate(self, expressions: Iterable[Expr]) -> bool:
        """Add the Aggregate node if the query needs one."""
        roots = [*expressions, *self._arrays.values()]
        uses = [e for root in roots for e in _aggregates(root)]
        groupings = [e for r in roots for e in walk(r) if isinstance(e, GroupingUse)]
        if (
            (self.group is None or not (self.group.keys or self.group.sets))
            and not uses
            and not groupings
        ):
            return False
        numbers = self.block.numbers
        keys = []
        for expr in self._grouped_by(groupings):
            if expr in self.columns:
                continue
            type_ = make_nullable(expr.type) if self.nullable_keys else expr.type
            self.columns[expr] = numbers.column("", type_)
            keys.append((self.columns[expr], expr))
        for use in uses:
            if use not in self.columns:
                self.columns[use] = numbers.column("", use.type)
        drawn = self._drawn(uses)
        aggregates = tuple(
            (self.columns[u], replace(u, args=tuple(drawn.get(arg, arg) for arg in u.args)))
            for u in dict.fromkeys(uses)
        )
        sets = tuple(self._sets(uses)) if self.group else ()
        placed = self._groupings(groupings, [e for _, e in keys])
        subtotals = self.group is not None and self.group.subtotals
        self.node = Aggregate(
            self.node, tuple(keys), aggregates, sets, self.block.totals, placed, subtotals
        )
        return True

    def _grouped_by(self, groupings: Sequence[GroupingUse]) -> list[Expr]:
        """The keys; beside others a constant divides no group."""
        keys = self.group.keys if self.group else []
        if groupings or (self.group and self.group.sets):
            return keys
        return [key for key in keys if not is_constant(key)] or keys

    def _sets(self, uses: Sequence[AggregateUse]) -> Sequence[tuple[int, ...]]:
        """The grouping sets; without aggregates, all rows together make no group of their own."""
        assert self.group is not None
        if uses or self.group.subtotals:
            return self.group.sets
        return [one for one in self.group.sets if one]

    def _drawn(self, uses: Iterable[AggregateUse]) -> dict[Expr, Column]:
        """Random arguments as columns: aggregates that look at theirs twice must see one value."""
        drawn: dict[Expr, Column] = {}
        for arg in (arg for use in uses for arg in use.args):
            if not is_constant(arg) and not is_deterministic(arg) and arg not in drawn:
                drawn[arg] = self.block.numbers.column("", arg.type)
        if drawn:
            kept = ((column, column) for column in produced(self.node).values())
            new = ((column, expr) for expr, column in drawn.items())
            self.node = Project(self.node, (*kept, *new))
        return drawn

    def _groupings(
        self, uses: list[GroupingUse], keys: list[Expr]
    ) -> tuple[tuple[Column, tuple[int, ...]], ...]:
        """The calls of grouping(), each a column of bits over the keys that it names."""
        found: list[tuple[Column, tuple[int, ...]]] = []
        for use in dict.fromkeys(uses):
            if not keys:
                raise Error(
                    Code.ILLEGAL_AGGREGATION,
                    "GROUPING function is found in SELECT without GROUP BY in query",
                )
            if any(key not in keys for key in use.keys):
                raise Error(
                    Code.BAD_ARGUMENTS,
                    "GROUPING function argument is not in GROUP BY keys."
                    f" In query {self.block.scope.text}",
                )
            if self.group is None or not self.group.sets:
                self.constants[use] = Constant(use.type, 0)
                continue
            self.columns[use] = self.block.numbers.column("", use.type)
            found.append((self.columns[use], tuple(keys.index(key) for key in use.keys)))
        return tuple(found)

    def after(self, expr: Expr) -> Expr:
        """The expression over the aggregated rows."""
        moved = transform(expr, self._moved)
        kept = {c.id for c in self.columns.values()}
        for part in walk(moved):
            if isinstance(part, Column) and part.id not in kept:
                raise Error(
                    Code.NOT_AN_AGGREGATE,
                    f"Column '{part.name}' is not under aggregate function and not in"
                    " GROUP BY keys."
                    f" In query {self.block.scope.text}",
                )
        return moved

    def _moved(self, part: Expr) -> Expr | None:
        if is_constant(part):
            return None
        known: Expr | None = self.columns.get(part) or self.constants.get(part)
        if known is None and isinstance(part, Column) and part.id in self._arrays:
            array = self.after(self._arrays[part.id])
            known = element = self.block.numbers.column(part.name, part.type)
            self.columns[part] = element
            self.unfolded.append((element, array))
        if known is None and self.nullable_keys:
            known = self._retyped(part)
        if known is None and isinstance(part, Call) and part.function.name == _OF_TYPE:
            aggregated = any(_aggregates(part))  # those stay, for they make one row
            return None if aggregated else replace(part, args=(Constant(part.args[0].type, None),))
        return known

    def _retyped(self, part: Expr) -> Expr | None:
        """What is over keys that can be NULL now, in the type that this gives it."""
        if isinstance(part, Lambda):
            body = transform(part.body, self._moved)
            return replace(part, body=body, type=body.type)
        if isinstance(part, InSet):
            value = transform(part.value, self._moved)
            nullable = value.type.nullable and not part.null_in
            return replace(
                part, value=value, type=make_nullable(part.type) if nullable else part.type
            )
        return self._retyped_call(part) if isinstance(part, Call) else None

    def _retyped_call(self, call: Call) -> Expr:
        args = tuple(transform(arg, self._moved) for arg in call.args)
        if all(new.type == old.type for new, old in zip(args, call.args, strict=True)):
            return replace(call, args=args)
        if call.function.name == "_CAST":
            return cast_to(args[0], make_nullable(call.type))
        return typed_call(call.function, args, self.block.context)

    @property
    def nullable_keys(self) -> bool:
        """Whether a key is NULL in the rows of grouping sets without it."""
        return self.block.use_nulls and self.group is not None and bool(self.group.sets)


def needed_before(
    array_joins: ArrayJoins, conditions: Iterable[Expr], group: GroupKeys | None, others: list[Expr]
) -> list[tuple[Column, Expr]]:
    """The arrayJoin() calls that rows are multiplied by before they are aggregated: those that
    conditions, keys or arguments of aggregates read. If nothing is aggregated, all are."""
    arrays = {column.id: array for column, array in array_joins}
    uses = [use for e in (*others, *arrays.values()) for use in _aggregates(e)]
    if group is None and not uses:
        return list(array_joins)
    found: set[int] = set()
    pending = [*conditions, *(group.keys if group else ()), *uses]
    while pending:
        read = columns_of(pending.pop()).keys() & arrays.keys()
        pending += [arrays[id_] for id_ in read - found]
        found |= read
    before = [pair for pair in array_joins if pair[0].id in found]
    if any(use for _, array in before for use in _aggregates(array)):
        message = "An aggregate function inside arrayJoin is needed before rows are aggregated"
        raise Error(Code.ILLEGAL_AGGREGATION, message)
    return before


def keys_of_all(outputs: Iterable[Expr], array_joins: ArrayJoins) -> list[Expr]:
    """The keys of GROUP BY ALL: what SELECT has outside of aggregates and window functions, each
    part as large as it can be; constants are none."""
    aggregated = {c for c, array in array_joins if any(_aggregates(array))}
    found: list[Expr] = []

    def over_rows(expr: Expr) -> bool:
        return isinstance(expr, AggregateUse) or is_window(expr)

    def visit(expr: Expr) -> None:
        if is_constant(expr):
            return
        parts = list(walk(expr))
        if not any(over_rows(part) or part in aggregated for part in parts):
            found.append(expr)
        elif not over_rows(expr):
            for part in children(expr):
                visit(part)

    for output in outputs:
        visit(output)
    return list(dict.fromkeys(found))


def check_place(expr: Expr, node: ast.Expression, clause: str, *, aggregates: bool = False) -> None:
    """Refuse window functions, and aggregates unless they may stand in the clause."""
    for part in walk(expr):
        window = is_window(part)
        if window or (isinstance(part, AggregateUse) and not aggregates):
            kind = "Window" if window else "Aggregate"
            shown = column_name(_culprit(node) or node)
            raise Error(
                Code.ILLEGAL_AGGREGATION,
                f"{kind} function {shown} is found in {clause} in query" + _ADVICE.get(clause, ""),
            )


_ADVICE = dict.fromkeys(
    ("WHERE", "PREWHERE"),
    ". Aggregate functions are not allowed in WHERE and PREWHERE, because they are computed after"
    " filtering; use HAVING to filter by the result of an aggregation",
)


def _culprit(node: ast.Expression) -> ast.Expression | None:
    """The first call of an aggregate or window function."""
    calls = (one for one in walk_nodes(node) if isinstance(one, ast.Function))
    return next((one for one in calls if one.over is not None or is_aggregate(one.name)), None)


def _aggregates(expr: Expr) -> Iterator[AggregateUse]:
    """The aggregates of an expression; one inside a window call is the window's."""
    if isinstance(expr, AggregateUse):
        yield expr
        return
    if isinstance(expr, WindowUse):
        inner = children(expr.aggregate) if expr.aggregate else expr.args
        parts = (*inner, *expr.partition_by, *(i.expr for i in expr.order_by))
        for part in parts:
            yield from _aggregates(part)
        return
    for part in children(expr):
        yield from _aggregates(part)


class WindowCollector:
    """Gathers the window calls of a SELECT into one Window node."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.columns: dict[Expr, Column] = {}

    def replace(self, expr: Expr) -> Expr:
        """The expression with window calls as columns."""

        def change(part: Expr) -> Expr | None:
            if not isinstance(part, WindowUse):
                return None
            if part not in self.columns:
                self.columns[part] = self.numbers.column("", part.type)
            return self.columns[part]

        return transform(expr, change)

    def over(self, node: Node) -> Node:
        """The node with the window columns added."""
        if not self.columns:
            return node
        uses = tuple((c, u) for u, c in self.columns.items() if isinstance(u, WindowUse))
        return Window(node, uses)
