"""How many rows a node gives, as far as statistics of tables tell it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import prod

from sparktree.functions.core.declare import QueryContext
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.expr import Call, Column, Expr, InSet, columns_of, is_constant
from sparktree.planner.nodes import (
    Aggregate,
    ArrayJoin,
    Distinct,
    Filter,
    Join,
    Limit,
    LimitBy,
    Node,
    OneRow,
    Project,
    Scan,
    SetOperation,
    Totals,
)
from sparktree.planner.sources import Ends

_UNKNOWN_ROWS = 1000.0  # of a table that cannot tell them: those of system are small
_ELEMENTS = 4.0  # of an array
_LEAST_SHARED = 1e-6  # of the values of columns that seem to have none in common
# What conditions leave that no statistics know.
_EQUAL, _OTHER = 0.05, 0.3
_COMPARED = ("less", "lessOrEquals", "greater", "greaterOrEquals", "equals", "notEquals")
_NULLS = ("isNull", "isNotNull")

Distincts = Callable[[int], float | None]


def _no_ends(number: int) -> Ends | None:
    return None


@dataclass(frozen=True, slots=True)
class Size:
    """Rows of a node, those that its tables have without conditions, and how many different
    values a column has; None where that is not known."""

    rows: float
    whole: float
    column: Distincts
    ends: Callable[[int], Ends | None] = _no_ends  # the least and greatest value of a column

    def distinct(self, expr: Expr) -> float:
        """Different values of an expression; as many as there are rows if nothing tells it."""
        known = [self.column(number) for number in columns_of(expr)]
        values = prod(one if one is not None else self.whole for one in known)
        return max(1.0, min(values, self.whole))

    def ends_of(self, expr: Expr) -> Ends | None:
        """The least and greatest value of an expression, if it is a column."""
        return self.ends(expr.id) if isinstance(expr, Column) else None


def shared(ends: Sequence[Ends | None]) -> list[float]:
    """Of columns that are equal, which part of the values of each lies where all have some.

    A calendar of two hundred years, of which a table has five: a year leaves a fifth of that
    table, not one day in two hundred.
    """
    known = [one for one in ends if one is not None]
    low = max((one[0] for one in known), default=0.0)
    high = min((one[1] for one in known), default=0.0)
    return [1.0 if one is None else _between(one, low, high) for one in ends]


def _between(ends: Ends, low: float, high: float) -> float:
    """The part of values between their ends that are within others."""
    width = ends[1] - ends[0]
    return 1.0 if width <= 0 else min(max((high - low) / width, _LEAST_SHARED), 1.0)


def _nothing(number: int) -> float | None:
    return None


@dataclass(slots=True)
class Estimator:
    """Sizes of the nodes of one query; each is found once."""

    context: QueryContext
    sizes: dict[int, tuple[Node, Size]] = field(default_factory=dict)

    def size(self, node: Node) -> Size:
        """The size of a node's rows."""
        if id(node) not in self.sizes:
            self.sizes[id(node)] = node, self._size(node)
        return self.sizes[id(node)][1]

    def _size(self, node: Node) -> Size:
        match node:
            case Scan():
                return self._scan(node)
            case OneRow():
                return Size(1, 1, _nothing)
            case Filter():
                return self._filter(node)
            case Project():
                return self._project(node)
            case Aggregate() | Distinct():
                return self._grouped(node)
            case Join():
                return self._join(node)
            case Limit() | LimitBy():
                return self._limit(node)
            case ArrayJoin():
                below = self.size(node.input)
                return Size(below.rows * _ELEMENTS, below.whole * _ELEMENTS, below.column)
            case SetOperation():
                rows = sum(self.size(root).rows for root, _ in node.inputs)
                return Size(rows, rows, _nothing)
            case Totals():
                return Size(1, 1, _nothing)
        return self.size(node.input)  # type: ignore[attr-defined]

    def _scan(self, node: Scan) -> Size:
        traits = node.source.traits
        if traits.numbered is not None:
            rows = float(traits.numbered.end - traits.numbered.start)
            return Size(rows, rows, lambda number: rows)
        if traits.measured is None:
            return Size(_UNKNOWN_ROWS, _UNKNOWN_ROWS, _nothing)
        rows = traits.measured.rows() / max(node.sample_factor, 1.0)
        names = {column.id: column.name for column in node.columns}
        measured, found = traits.measured, dict[int, float | None]()

        def distinct(number: int) -> float | None:
            if number not in found:
                found[number] = measured.distinct(names[number]) if number in names else None
            return found[number]

        def ends(number: int) -> Ends | None:
            return measured.ends(names[number]) if number in names else None

        return Size(rows, rows, distinct, ends)

    # --- conditions -------------------------------------------------------------------------

    def _filter(self, node: Filter) -> Size:
        parts = conjuncts(node.condition)
        below = node.input
        while isinstance(below, Filter):
            parts += conjuncts(below.condition)
            below = below.input
        size = self.size(below)
        return replace(size, rows=size.rows * self.share(parts, below))

    def share(self, parts: Sequence[Expr], node: Node) -> float:
        """The part of a node's rows that conditions leave."""
        parts = list(dict.fromkeys(parts))
        measured = node.source.traits.measured if isinstance(node, Scan) else None
        estimated = [part for part in parts if measured is not None and _is_simple(part)]
        share = 1.0
        if estimated and measured is not None and isinstance(node, Scan):
            names = {column.id: column.name for column in node.columns}
            share = measured.share(estimated, names)
        for part in parts:
            if part not in estimated:
                share *= self._share(part, node)
        return share

    def _share(self, expr: Expr, node: Node) -> float:
        """The part that a condition leaves which no statistics know as a whole."""
        if isinstance(expr, InSet):
            return self._in(expr, node)
        if not isinstance(expr, Call):
            return _OTHER
        name = expr.function.name
        if name == "and":
            return self.share(conjuncts(expr), node)
        if name == "or":
            return 1.0 - prod(1.0 - min(self.share([one], node), 1.0) for one in expr.args)
        if name == "not":
            return 1.0 - min(self.share([expr.args[0]], node), 1.0)
        if name in ("equals", "notEquals"):
            equal = 1.0 / max(self.size(node).distinct(side) for side in expr.args)
            equal = max(equal, 1e-6) if self._is_told(expr, node) else _EQUAL
            return equal if name == "equals" else 1.0 - equal
        return 1.0 if name == "isNotNull" else _OTHER

    def _is_told(self, expr: Expr, node: Node) -> bool:
        size = self.size(node)
        return all(size.column(number) is not None for number in columns_of(expr))

    def _in(self, expr: InSet, node: Node) -> float:
        count = len(expr.values) if expr.table is None else expr.table.table.num_rows
        values = self.size(node).distinct(expr.value) if self._is_told(expr, node) else None
        share = min(count / values, 1.0) if values else _OTHER
        return 1.0 - share if expr.negated else share

    # --- rows that are made of others -------------------------------------------------------

    def _project(self, node: Project) -> Size:
        below = self.size(node.input)
        exprs = {column.id: expr for column, expr in node.columns}

        def distinct(number: int) -> float | None:
            read = columns_of(exprs[number]) if number in exprs else {}
            known = [below.column(column) for column in read]
            if not read or any(one is None for one in known):
                return None
            return prod(one for one in known if one is not None)

        def ends(number: int) -> Ends | None:
            return below.ends_of(exprs[number]) if number in exprs else None

        return Size(below.rows, below.whole, distinct, ends)

    def _grouped(self, node: Aggregate | Distinct) -> Size:
        below = self.size(node.input)
        keys = node.columns if isinstance(node, Distinct) else [expr for _, expr in node.keys]
        groups = prod(below.distinct(key) for key in keys)
        rows = max(1.0, min(below.rows, groups))
        if isinstance(node, Distinct):
            return Size(rows, rows, below.column)
        exprs = {column.id: expr for column, expr in node.keys}

        def distinct(number: int) -> float | None:
            if number not in exprs:
                return None
            return rows if len(exprs) == 1 else min(below.distinct(exprs[number]), rows)

        return Size(rows, rows, distinct)

    def _limit(self, node: Limit | LimitBy) -> Size:
        below = self.size(node.input)
        if isinstance(node, LimitBy) or not isinstance(node.limit, int) or node.limit < 0:
            return below
        rows = min(below.rows, float(node.limit))
        return Size(rows, rows, lambda number: None)

    def _join(self, node: Join) -> Size:
        left, right = self.size(node.left), self.size(node.right)
        sources = {new.id: old.id for new, old in node.columns}

        def distinct(number: int) -> float | None:
            old = sources.get(number)
            if old is None:
                return None
            found = left.column(old)
            return right.column(old) if found is None else found

        def ends(number: int) -> Ends | None:
            old = sources.get(number)
            return None if old is None else left.ends(old) or right.ends(old)

        rows = self._pairs(node, left, right)
        return Size(max(rows, 1.0), max(left.whole, right.whole, rows), distinct, ends)

    def _pairs(self, node: Join, left: Size, right: Size) -> float:
        """Rows of a join."""
        both = [shared((left.ends_of(a), right.ends_of(b))) for a, b in node.keys]
        factors = [
            max(left.distinct(a) * of_a, right.distinct(b) * of_b, 1.0)
            for (a, b), (of_a, of_b) in zip(node.keys, both, strict=True)
        ]
        apart = max(factors, default=1.0)
        if len(factors) > 1:
            apart = max(apart, min(prod(factors), left.whole, right.whole))
        within = [min((one[side] for one in both), default=1.0) for side in (0, 1)]
        pairs = min(left.rows, left.whole * within[0]) * min(right.rows, right.whole * within[1])
        pairs /= apart
        if node.condition is not None:
            pairs *= _OTHER
        met = min(1.0, right.rows / max((right.distinct(b) for _, b in node.keys), default=1.0))
        match node.kind:
            case "LEFT" | "ASOF LEFT" | "ASOF":
                return left.rows if node.any or node.kind != "LEFT" else max(pairs, left.rows)
            case "RIGHT":
                return right.rows if node.any else max(pairs, right.rows)
            case "FULL":
                return max(pairs, left.rows + right.rows)
            case "SEMI":
                return left.rows * met
            case "ANTI":
                return left.rows * max(1.0 - met, 0.1)
            case "RIGHT SEMI" | "RIGHT ANTI":
                return right.rows
            case "PASTE":
                return min(left.rows, right.rows)
        return min(pairs, left.rows) if node.any else pairs


def _is_simple(expr: Expr) -> bool:
    """Whether it is about a stored column beside constants, which statistics tell."""
    if isinstance(expr, InSet):
        return isinstance(expr.value, Column) and not expr.negated
    if not isinstance(expr, Call):
        return False
    if expr.function.name in _NULLS:
        return isinstance(expr.args[0], Column)
    if expr.function.name not in _COMPARED:
        return False
    columns = [isinstance(arg, Column) for arg in expr.args]
    return any(columns) and any(map(is_constant, expr.args))
