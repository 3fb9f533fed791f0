"""Typed expressions: what analysis makes of the syntax tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Literal as Choice

import pyarrow as pa

from sparktree.functions.aggregates.declare import Aggregate
from sparktree.functions.core.declare import Function, Value
from sparktree.types import Type


@dataclass(frozen=True, slots=True)
class Expr:
    """Anything with a type and a value."""

    type: Type


@dataclass(frozen=True, slots=True)
class Column(Expr):
    """A column of the input, known by its number everywhere in one query."""

    id: int
    name: str = field(compare=False)

    @property
    def kernel_name(self) -> str:
        """The column's name inside kernel SQL."""
        return f"c{self.id}"


@dataclass(frozen=True, slots=True)
class Constant(Expr):
    """A value known before the query runs; None is NULL."""

    value: Value

    def __hash__(self) -> int:
        # Arrays and the like cannot be hashed; expressions that differ in numbers are many.
        return hash((self.type, self.value if isinstance(self.value, int | str) else None))


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A scalar function over typed arguments."""

    function: Function
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Variable(Expr):
    """A parameter inside a lambda's body."""

    name: str


@dataclass(frozen=True, slots=True)
class Lambda(Expr):
    """A function as an argument; `type` is the type of its body."""

    parameters: tuple[Variable, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class AggregateUse(Expr):
    """A call of an aggregate function, with its combinators taken apart."""

    aggregate: Aggregate
    name: str
    args: tuple[Expr, ...]
    parameters: tuple[Value, ...] = field(default=(), hash=False)
    condition: Expr | None = None
    distinct: bool = False
    mode: Choice["value", "state", "merge", "merge_state"] = "value"
    order_by: tuple[SortItem, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupingUse(Expr):
    """grouping(keys): which of the keys the row's grouping set lacks, as bits."""

    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SortItem:
    """An element of an ordering."""

    expr: Expr
    descending: bool = False
    nulls_first: bool = False
    collate: str | None = None


@dataclass(frozen=True, slots=True)
class FrameBound:
    """A border of a frame; None is UNBOUNDED, 0 CURRENT ROW."""

    offset: Expr | None
    preceding: bool
    current: bool = False


@dataclass(frozen=True, slots=True)
class WindowFrame:
    """The rows around the current one that a window function sees."""

    unit: str
    start: FrameBound
    end: FrameBound


@dataclass(frozen=True, slots=True)
class WindowUse(Expr):
    """A function over a window: an aggregate, or one that only windows have (`function`)."""

    name: str
    aggregate: AggregateUse | None
    args: tuple[Expr, ...]
    partition_by: tuple[Expr, ...]
    order_by: tuple[SortItem, ...]
    frame: WindowFrame | None


@dataclass(frozen=True, slots=True)
class RowNumber(WindowUse):
    """What rowNumberInAllBlocks() counts: all rows, from 1, in the order in which they come.

    Or what blockSize() counts, which is all of them.
    """


@dataclass(frozen=True, eq=False, slots=True)
class SetTable:
    """The rows of a subquery at the right of IN, computed beforehand; columns s0, s1, ..."""

    name: str
    table: pa.Table
    types: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class InSet(Expr):
    """Whether a value is among constants (already of the value's type) or a subquery's rows."""

    value: Expr
    negated: bool
    values: tuple[Expr, ...] = ()
    table: SetTable | None = None
    null_in: bool = False  # transform_null_in: NULL is a value like others


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly below."""
    if isinstance(expr, Column | Constant):  # most expressions, so the first question
        return ()
    if isinstance(expr, Call):
        return expr.args
    if isinstance(expr, Lambda):
        return (expr.body,)
    if isinstance(expr, AggregateUse):
        condition = (expr.condition,) if expr.condition is not None else ()
        return (*expr.args, *condition, *(item.expr for item in expr.order_by))
    if isinstance(expr, WindowUse):
        own = children(expr.aggregate) if expr.aggregate else expr.args
        return (*own, *expr.partition_by, *(item.expr for item in expr.order_by))
    if isinstance(expr, InSet):
        return (expr.value,)
    return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and all below it, parents first."""
    stack = [expr]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def is_window(expr: Expr) -> bool:
    """Whether it is a call over a window; rowNumberInAllBlocks() and its like may stand where
    these may not."""
    return isinstance(expr, WindowUse) and not isinstance(expr, RowNumber)


Change = Callable[[Expr], Expr | None]


def transform(expr: Expr, change: Change) -> Expr:
    """The expression with every part for which `change` gives another replaced, from the top."""
    changed = change(expr)
    if changed is not None:
        return changed
    if isinstance(expr, Call):
        args = tuple([transform(a, change) for a in expr.args])
        same = all(map(is_, args, expr.args))
        return expr if same else replace(expr, args=args)
    if isinstance(expr, Lambda):
        return replace(expr, body=transform(expr.body, change))
    if isinstance(expr, AggregateUse):
        return _transform_aggregate(expr, change)
    if isinstance(expr, WindowUse):
        return _transform_window(expr, change)
    if isinstance(expr, InSet):
        return replace(expr, value=transform(expr.value, change))
    return expr


def _sorted(items: tuple[SortItem, ...], change: Change) -> tuple[SortItem, ...]:
    return tuple(replace(item, expr=transform(item.expr, change)) for item in items)


def _transform_aggregate(expr: AggregateUse, change: Change) -> AggregateUse:
    return replace(
        expr,
        args=tuple(transform(a, change) for a in expr.args),
        condition=None if expr.condition is None else transform(expr.condition, change),
        order_by=_sorted(expr.order_by, change),
    )


def _transform_window(expr: WindowUse, change: Change) -> WindowUse:
    return replace(
        expr,
        aggregate=None if expr.aggregate is None else _transform_aggregate(expr.aggregate, change),
        args=tuple(transform(a, change) for a in expr.args),
        partition_by=tuple(transform(e, change) for e in expr.partition_by),
        order_by=_sorted(expr.order_by, change),
    )


def columns_of(*exprs: Expr) -> dict[int, Column]:
    """The columns that the expressions read, by number."""
    return {e.id: e for expr in exprs for e in walk(expr) if isinstance(e, Column)}


def is_constant(expr: Expr) -> bool:
    """Whether the value is the same for all rows and can be computed beforehand."""
    if isinstance(expr, Constant):
        return True
    if isinstance(expr, Call):
        function = expr.function
        stable = function.folds and (function.deterministic or function.constant_in_query)
        return stable and all(is_constant(a) for a in expr.args)
    return False


def is_deterministic(expr: Expr) -> bool:
    """Whether the same input always gives the same value."""
    return all(e.function.deterministic for e in walk(expr) if isinstance(e, Call))
