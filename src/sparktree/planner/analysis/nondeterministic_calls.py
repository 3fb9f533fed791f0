"""Values that are drawn, by rand() or generateUUIDv4(): one call is one value of a row, however
often a SELECT writes it or an alias stands for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.rewriting import Above, GroupKeys
from sparktree.planner.expr import (
    AggregateUse,
    Call,
    Column,
    Expr,
    Lambda,
    Variable,
    WindowUse,
    children,
    transform,
    walk,
)
from sparktree.planner.nodes import Node, Project, produced


@dataclass(slots=True)
class Draws:
    """Calls that a block writes several times, as columns of the rows below it."""

    numbers: Numbers
    columns: dict[Expr, Column] = field(default_factory=dict)

    def find(self, exprs: Sequence[Expr]) -> None:
        """Look for calls that are written twice, or in a lambda, which is called many times."""
        if not any(_is_drawn(part) for expr in exprs for part in walk(expr)):
            return
        found: Counter[Expr] = Counter()
        for expr in exprs:
            for call, repeats in _calls(expr):
                found[call] += 2 if repeats else 1
        for call, times in found.items():
            if times > 1:
                self.columns[call] = self.numbers.column("", call.type)

    def put(self, expr: Expr) -> Expr:
        """The expression with columns in the place of calls."""
        return transform(expr, self.columns.get) if self.columns else expr

    def put_in_aggregates(self, expr: Expr, keys: Iterable[Expr]) -> Expr:
        """As `put`, of an expression over groups: only in aggregates and in what is in a key."""
        if not self.columns:
            return expr
        in_keys = {part for key in keys for part in walk(key)}

        def change(part: Expr) -> Expr | None:
            if isinstance(part, AggregateUse):
                return self.put(part)
            return self.columns.get(part) if part in in_keys else None

        return transform(expr, change)

    def below(self, node: Node) -> Node:
        """The rows with the columns."""
        if not self.columns:
            return node
        kept = ((column, column) for column in produced(node).values())
        return Project(node, (*kept, *((column, call) for call, column in self.columns.items())))


def with_draws(
    numbers: Numbers, where: list[Expr], group: GroupKeys | None, above: Above
) -> tuple[Draws, list[Expr], GroupKeys | None, Above]:
    """The expressions of a block with the values that several of them share as columns."""
    draws = Draws(numbers)
    keys = [] if group is None else group.keys
    parts = (part for expr in above.expressions() for part in walk(expr))
    uses = [part for part in parts if isinstance(part, AggregateUse)]
    if keys or uses:
        draws.find([*where, *keys, *(part for use in uses for part in children(use))])
        above = above.mapped(lambda e: draws.put_in_aggregates(e, keys))
    else:
        draws.find([*where, *above.expressions()])
        above = above.mapped(draws.put)
    if group is not None:
        group = replace(group, keys=[draws.put(key) for key in keys])
    return draws, [draws.put(condition) for condition in where], group, above


def _is_drawn(expr: Expr) -> bool:
    if not isinstance(expr, Call):
        return False
    return not expr.function.deterministic and not expr.function.constant_in_query


def _calls(expr: Expr, repeats: bool = False) -> Iterator[tuple[Expr, bool]]:
    """The calls that can be made once for a row, and whether a lambda would make them often."""
    if _is_drawn(expr) and not any(isinstance(part, _UNKNOWN) for part in walk(expr)):
        yield expr, repeats
        return
    for part in children(expr):
        yield from _calls(part, repeats or isinstance(expr, Lambda))


_UNKNOWN = (AggregateUse, Variable, WindowUse)  # what rows do not have
