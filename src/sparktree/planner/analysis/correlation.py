"""Correlated subqueries as joins: the subquery for all values of the outer columns at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from sparktree.errors import not_implemented
from sparktree.planner.analysis.analyser import Correlated, Numbers
from sparktree.planner.analysis.join_conditions import comparable, conjuncts, key_pair
from sparktree.planner.expr import (
    AggregateUse,
    Column,
    Constant,
    Expr,
    columns_of,
    is_deterministic,
    transform,
    walk,
)
from sparktree.planner.nodes import (
    Aggregate,
    ArrayJoin,
    Distinct,
    Filter,
    Join,
    Node,
    Project,
    SetOperation,
    Sort,
    Window,
    expressions_in,
    produced,
)
from sparktree.types import UINT8

Keys = list[Column]  # in the order of the captured columns, what each is equal to
Moved = Callable[[Expr], Expr]
Together = Callable[[Sequence[Expr]], Expr]  # conditions as one


def attach(node: Node, one: Correlated, numbers: Numbers, moved: Moved | None = None) -> Node:
    """The rows with the subquery's value for each of them, NULL (or 0 of EXISTS) without one."""
    outer = tuple(moved(c) if moved is not None else c for c in one.captured)
    inner, keys = Decorrelation(node, one.captured, outer, numbers).rows(one.query.root)
    found: Expr = Constant(UINT8, 1) if one.exists else one.query.columns[0]
    value = numbers.column("", found.type)
    shown = Project(inner, ((value, found), *((k, k) for k in keys)))
    kept = ((c, c) for c in produced(node).values())
    columns = ((one.result, value), *kept)
    pairs = tuple(zip(outer, keys, strict=True))
    return Join(node, shown, "LEFT", pairs, None, columns, any=True)


def met(node: Node, one: Correlated, together: Together, *, absent: bool) -> Node | None:
    """The rows for which the subquery of EXISTS has rows (or none, if `absent`): a join that asks
    what its conditions ask; None if its rows depend on the outer ones otherwise."""
    inner, parts = one.query.root, list[Expr]()
    while isinstance(inner, Project | Sort | Distinct) and not parts:
        inner = inner.input
    while isinstance(inner, Filter):
        parts = [*conjuncts(inner.condition), *parts]
        inner = inner.input
    outer = {c.id for c in one.captured}
    if any(outer & columns_of(expr).keys() for expr in expressions_in(inner)):
        return None
    if not all(map(is_deterministic, parts)):
        return None
    inside, keys, rest = set(produced(inner)), list[tuple[Expr, Expr]](), list[Expr]()
    for part in parts:
        pair = key_pair(part, outer, inside)
        pair = None if pair is None else comparable(*pair)
        if pair is not None:
            keys.append(pair)
        elif columns_of(part).keys() & outer:
            rest.append(part)
        else:
            inner = Filter(inner, part)
    condition = together(rest) if rest else None
    kept = tuple((c, c) for c in produced(node).values())
    return Join(node, inner, "ANTI" if absent else "SEMI", tuple(keys), condition, kept)


@dataclass(frozen=True, slots=True)
class Decorrelation:
    """Rewrites a subquery so that its rows show for which outer values they are."""

    rows_outside: Node
    captured: tuple[Column, ...]
    outer: tuple[Expr, ...]  # the captured columns as the rows outside have them
    numbers: Numbers

    def rows(self, node: Node) -> tuple[Node, Keys]:
        """The node's rows for all outer values, and the columns that hold those values."""
        if not self._reads(node):
            return self._with_values(node)
        handler = _HANDLERS.get(type(node))
        if handler is None:
            raise not_implemented(
                f"Cannot decorrelate query, because '{type(node).__name__}' step is not supported"
            )
        return handler(self, node)

    def _reads(self, node: Node) -> bool:
        ids = {c.id for c in self.captured}
        return any(ids & columns_of(expr).keys() for expr in expressions_in(node))

    def _replaced(self, expr: Expr, keys: Keys) -> Expr:
        values = {c.id: k for c, k in zip(self.captured, keys, strict=True)}
        return transform(expr, lambda e: values.get(e.id) if isinstance(e, Column) else None)

    def _with_values(self, node: Node) -> tuple[Node, Keys]:
        """Every row for each of the different outer values."""
        keys = [self.numbers.column("", e.type) for e in self.outer]
        values = Project(self.rows_outside, tuple(zip(keys, self.outer, strict=True)))
        own = [(c, c) for c in produced(node).values()]
        columns = (*own, *((k, k) for k in keys))
        return Join(node, Distinct(values, tuple(keys)), "CROSS", (), None, columns), keys

    def filter(self, node: Filter) -> tuple[Node, Keys]:
        """An equality with an outer column says for which of its values a row is."""
        if self._reads(node.input):
            below, keys = self.rows(node.input)
            return Filter(below, self._replaced(node.condition, keys)), keys
        found = self._equalities(node)
        if found is None:
            below, keys = self._with_values(node.input)
            return Filter(below, self._replaced(node.condition, keys)), keys
        equal, rest = found
        keys = [self.numbers.column("", e.type) for e in equal]
        own = tuple((c, c) for c in produced(node.input).values())
        made: Node = Project(node.input, (*own, *zip(keys, equal, strict=True)))
        for part in rest:
            made = Filter(made, self._replaced(part, keys))
        return made, keys

    def _equalities(self, node: Filter) -> tuple[list[Expr], list[Expr]] | None:
        """What each captured column is equal to, and the other conditions."""
        inside = set(produced(node.input))
        equal: dict[int, Expr] = {}
        rest = []
        for part in conjuncts(node.condition):
            pair = key_pair(part, inside, {c.id for c in self.captured})
            own, outside = pair if pair is not None else (None, None)
            if (
                own is not None
                and isinstance(outside, Column)
                and outside.id not in equal
                and own.type.inner == outside.type.inner
            ):
                equal[outside.id] = own
            else:
                rest.append(part)
        if any(c.id not in equal for c in self.captured):
            return None
        return [equal[c.id] for c in self.captured], rest

    def project(self, node: Project) -> tuple[Node, Keys]:
        """The values go along."""
        below, keys = self.rows(node.input)
        columns = tuple((c, self._replaced(e, keys)) for c, e in node.columns)
        return Project(below, (*columns, *((k, k) for k in keys))), keys

    def aggregate(self, node: Aggregate) -> tuple[Node, Keys]:
        """Groups of each value."""
        if node.sets or node.totals is not None:
            raise not_implemented("Grouping sets and totals in a correlated subquery.")
        below, found = self.rows(node.input)
        keys = [self.numbers.column("", k.type) for k in found]
        own = tuple((c, self._replaced(e, found)) for c, e in node.keys)
        uses = tuple((c, self._replaced(u, found)) for c, u in node.aggregates)
        every = (*own, *zip(keys, found, strict=True))
        return replace(node, input=below, keys=every, aggregates=uses), keys  # type: ignore[arg-type]

    def distinct(self, node: Distinct) -> tuple[Node, Keys]:
        """Different rows of each value."""
        below, keys = self.rows(node.input)
        return replace(node, input=below, columns=(*node.columns, *keys)), keys

    def sort(self, node: Sort) -> tuple[Node, Keys]:
        """The order of a subquery's rows is lost in the join."""
        return self.rows(node.input)

    def array_join(self, node: ArrayJoin) -> tuple[Node, Keys]:
        """A row per element, each with the values."""
        below, keys = self.rows(node.input)
        arrays = tuple((c, self._replaced(e, keys)) for c, e in node.arrays)
        return replace(node, input=below, arrays=arrays), keys

    def window(self, node: Window) -> tuple[Node, Keys]:
        """Windows of each value."""
        below, keys = self.rows(node.input)
        windows = []
        for column, use in node.windows:
            moved = self._replaced(use, keys)
            assert isinstance(moved, type(use))
            windows.append((column, replace(moved, partition_by=(*moved.partition_by, *keys))))
        return replace(node, input=below, windows=tuple(windows)), keys

    def join(self, node: Join) -> tuple[Node, Keys]:
        """One side has the values, the other is joined to it as before."""
        right = self._reads(node.right)
        both = right and self._reads(node.left)
        kinds = ("INNER", "CROSS", "RIGHT") if right else ("INNER", "CROSS", "LEFT", "SEMI", "ANTI")
        if both or node.kind not in kinds or node.any:
            raise not_implemented("Cannot decorrelate query, because 'Join' step is not supported")
        below, keys = self.rows(node.right if right else node.left)
        condition = None if node.condition is None else self._replaced(node.condition, keys)
        columns = (*node.columns, *((k, k) for k in keys))
        changed = replace(node, condition=condition, columns=columns)
        return replace(changed, right=below) if right else replace(changed, left=below), keys

    def set_operation(self, node: SetOperation) -> tuple[Node, Keys]:
        """Every input for all values."""
        keys = [self.numbers.column("", e.type) for e in self.outer]
        inputs = []
        for root, exprs in node.inputs:
            below, found = self.rows(root)
            inputs.append((below, (*(self._replaced(e, found) for e in exprs), *found)))
        return replace(node, inputs=tuple(inputs), columns=(*node.columns, *keys)), keys


_HANDLERS: Mapping[type[Node], Callable[..., tuple[Node, Keys]]] = {
    Filter: Decorrelation.filter,
    Project: Decorrelation.project,
    Aggregate: Decorrelation.aggregate,
    Distinct: Decorrelation.distinct,
    Sort: Decorrelation.sort,
    ArrayJoin: Decorrelation.array_join,
    Window: Decorrelation.window,
    Join: Decorrelation.join,
    SetOperation: Decorrelation.set_operation,
}


def refuse_in_aggregates(exprs: Sequence[Expr], late: Sequence[Correlated]) -> None:
    """NOT_IMPLEMENTED for a correlated subquery inside the argument of an aggregate."""
    results = {one.result.id for one in late}
    for expr in exprs if results else ():
        for part in walk(expr):
            if isinstance(part, AggregateUse) and results & columns_of(part).keys():
                raise not_implemented(
                    "Correlated subqueries in aggregate function argument are not supported"
                )
