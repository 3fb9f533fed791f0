"""Calls that expressions repeat so often that their text would grow without bound.

Aliases that name aliases twice double an expression from line to line: what is written more than
once in it becomes a column of the rows below, which is computed once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sparktree.planner.expr import (
    AggregateUse,
    Call,
    Column,
    Expr,
    WindowUse,
    children,
    transform,
)
from sparktree.planner.nodes import Aggregate, Filter, Node, Project, produced
from sparktree.types import Type

NewColumn = Callable[[str, Type], Column]

_LARGE = 1000  # the parts of expressions of which it pays to look for repetitions
_TIMES = 4  # how many times as many they are as there are different ones
_SMALL = 8  # the parts of a call that may as well be written again
# What looks at arguments behind the first only where the first lets it.
_LAZY = frozenset(("if", "multiIf", "and", "or"))


def share(node: Node, column: NewColumn) -> Node:
    """The node, over columns for what its expressions repeat."""
    if not isinstance(node, Project | Filter | Aggregate):
        return node
    exprs = list(_exprs(node))
    found = _Parts()
    roots = [found.number(expr) for expr in exprs]
    if not found.repeats(roots):
        return node
    below = node.input
    for layer in found.layers(roots, column):
        kept = ((c, c) for c in produced(below).values())
        below = Project(below, (*kept, *layer))
    if isinstance(node, Filter):
        return Filter(below, found.put(node.condition))
    if isinstance(node, Project):
        return Project(below, tuple((c, found.put(e)) for c, e in node.columns))
    uses = tuple((c, found.put(use)) for c, use in node.aggregates)
    keys = tuple((c, found.put(e)) for c, e in node.keys)
    return replace(node, input=below, keys=keys, aggregates=uses)  # type: ignore[arg-type]


def _exprs(node: Project | Filter | Aggregate) -> Iterator[Expr]:
    if isinstance(node, Filter):
        yield node.condition
    elif isinstance(node, Project):
        yield from (expr for _, expr in node.columns)
    else:
        yield from (expr for _, expr in node.keys)
        yield from (part for _, use in node.aggregates for part in children(use))


@dataclass(slots=True)
class _Parts:
    """The different parts of expressions, numbered from the leaves up."""

    exprs: list[Expr] = field(default_factory=list)
    below: list[tuple[int, ...]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)  # written out
    pure: list[bool] = field(default_factory=list)  # whether one value stands for all
    by_id: dict[int, int] = field(default_factory=dict)
    by_key: dict[object, int] = field(default_factory=dict)
    columns: dict[int, Column] = field(default_factory=dict)

    def number(self, expr: Expr) -> int:
        """The number of the part that is equal to the expression."""
        known = self.by_id.get(id(expr))
        if known is not None:
            return known
        below = tuple(map(self.number, expr.args)) if isinstance(expr, Call) else ()
        key: object = id(expr)
        if isinstance(expr, Call):
            key = (expr.type, expr.function, below)
        elif isinstance(expr, Column):
            key = expr.id
        found = self.by_key.setdefault((type(expr), key), len(self.exprs))
        if found == len(self.exprs):
            self.exprs.append(expr)
            self.below.append(below)
            self.sizes.append(1 + sum(self.sizes[n] for n in below))
            self.pure.append(_is_pure(expr) and all(self.pure[n] for n in below))
        self.by_id[id(expr)] = found
        return found

    def repeats(self, roots: Sequence[int]) -> bool:
        """Whether the expressions are much longer than what they are made of."""
        size = sum(self.sizes[n] for n in roots)
        return size > _LARGE and size > _TIMES * len(self.exprs)

    def layers(self, roots: Sequence[int], column: NewColumn) -> list[list[tuple[Column, Expr]]]:
        """Columns for the parts that are written several times, those of a layer made of those of
        the layers before."""
        uses = Counter(roots)
        for below in self.below:
            uses.update(below)
        always = self._always(roots)
        level: list[int] = []
        found: list[list[tuple[Column, Expr]]] = []
        for number, (expr, below) in enumerate(zip(self.exprs, self.below, strict=True)):
            level.append(max((level[n] for n in below), default=0))
            if uses[number] < 2 or self.sizes[number] < _SMALL or number not in always:
                continue
            if self.pure[number] and isinstance(expr, Call):
                made = column("", expr.type)
                if level[number] == len(found):
                    found.append([])
                found[level[number]].append((made, self._rebuilt(number)))
                self.columns[number] = made
                level[number] += 1
        return found

    def _always(self, roots: Sequence[int]) -> set[int]:
        """The parts that are computed for every row."""
        found: set[int] = set()
        waiting = list(roots)
        while waiting:
            number = waiting.pop()
            if number in found:
                continue
            found.add(number)
            expr, below = self.exprs[number], self.below[number]
            lazy = isinstance(expr, Call) and expr.function.name in _LAZY
            waiting += below[:1] if lazy else below
        return found

    def _rebuilt(self, number: int) -> Expr:
        expr = self.exprs[number]
        if not isinstance(expr, Call) or not self.below[number]:
            return expr
        return replace(expr, args=tuple(map(self._value, self.below[number])))

    def _value(self, number: int) -> Expr:
        return self.columns.get(number) or self._rebuilt(number)

    def put(self, expr: Expr) -> Expr:
        """The expression with columns in the place of what is written several times."""
        return transform(
            expr, lambda e: self._value(self.by_id[id(e)]) if id(e) in self.by_id else None
        )


def _is_pure(expr: Expr) -> bool:
    if isinstance(expr, Call):
        return expr.function.deterministic or expr.function.constant_in_query
    return not isinstance(expr, AggregateUse | WindowUse)
