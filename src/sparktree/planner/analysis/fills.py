"""ORDER BY ... WITH FILL: its bounds, steps and interpolated columns, typed and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sparktree.errors import Code, Error, not_implemented
from sparktree.kernel.constants import evaluate
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.projecting import Projecting
from sparktree.planner.analysis.rewriting import Interpolated
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import (
    Column,
    Constant,
    Expr,
    SortItem,
    Variable,
    is_constant,
    transform,
)
from sparktree.planner.lower import fold
from sparktree.planner.nodes import Count, Fill, FillColumn, Node
from sparktree.sql import ast, column_name
from sparktree.types import (
    INT64,
    Date,
    DateTime,
    DateTime64,
    Float,
    Integer,
    Interval,
    Nullable,
    Type,
    remove_nullable,
)
from sparktree.types.literal import literal

# How long a unit is, in seconds; months differ, and days do where clocks change.
_SECONDS = {"Second": 1, "Minute": 60, "Hour": 3600}
_DAYS = {"Day": 1, "Week": 7}
_AVERAGE = {**_SECONDS, "Day": 86400, "Week": 604800, "Month": 2629746, "Quarter": 7889238,
            "Year": 31556952}  # fmt: skip


def interpolations(
    analyser: ExpressionAnalyser, written: Sequence[ast.Interpolate]
) -> list[Interpolated]:
    """The columns of INTERPOLATE; the own name of each means its value in the row before."""
    found = []
    for one in written:
        type_ = analyser.expr(ast.Identifier((one.name,))).type
        own = Variable(type_, f"{one.name}#{next(analyser.numbers.counter)}")
        with analyser.previous(one.name, own):
            value = own if one.expression is None else analyser.expr(one.expression)
            found.append(Interpolated(one.name, own, value))
    return found


@dataclass(frozen=True, slots=True)
class Fills:
    """Makes the Fill node of one SELECT."""

    analyser: ExpressionAnalyser
    select: ast.Select
    projecting: Projecting
    items: tuple[SortItem, ...]

    def fill(self, node: Node, interpolated: tuple[tuple[Column, Expr], ...]) -> Node:
        """The node with the rows that are missing in it."""
        items = self.items
        pairs = list(zip(self.select.order_by, items, strict=True))
        marks = [written.fill is not None for written, _ in pairs]
        first, last = marks.index(True), len(marks) - 1 - marks[::-1].index(True)
        fills = tuple(self._column(item, w.fill) for w, item in pairs if w.fill is not None)
        self._check_once([item for item, marked in zip(items, marks, strict=True) if marked])
        by_prefix = self.analyser.environment.settings.use_with_fill_by_sorting_prefix
        goes_back = not all(marks[first : last + 1]) or bool(first and not by_prefix)
        walks = goes_back or not _are_simple(fills)
        prefix = items[:first] if by_prefix else ()
        columns = tuple(column for column, _ in self.projecting.columns)
        return Fill(node, columns, items, prefix, fills, interpolated, walks)

    def _check_once(self, items: list[SortItem]) -> None:
        if len({item.expr for item in items}) < len(items):
            raise _invalid(
                "Multiple WITH FILL for identical expressions is not supported in ORDER BY"
            )

    def _column(self, item: SortItem, fill: ast.Fill) -> FillColumn:
        column = item.expr
        assert isinstance(column, Column)
        type_ = remove_nullable(column.type)
        bounds = Bounds(self.analyser, type_, item.descending)
        start = bounds.value(fill.start, "FROM")
        end = bounds.value(fill.end, "TO")
        step = bounds.step(fill.step, "STEP") or Constant(INT64, -1 if item.descending else 1)
        stale = bounds.step(fill.staleness, "STALENESS")
        bounds.check(start, end, fill)
        border = None if stale is None else bounds.added(column, stale)
        following = bounds.added(column, step)
        return FillColumn(column, item.descending, item.nulls_first, start, end, following, border)

    def interpolated(self, found: Sequence[Interpolated]) -> tuple[tuple[Column, Expr], ...]:
        """The shown columns that get values in new rows, and those values by columns of the row
        before."""
        if self.select.interpolate is None:
            return ()
        shown = self.projecting.shown
        if not found:
            return tuple((c, c) for c in shown if c not in self._sorted_by)
        pairs = [(one, c) for one in found for c in shown if c.name == one.name]
        for one, column in pairs:
            if column in self._sorted_by:
                raise _invalid(
                    f"Column '{one.name}' is participating in ORDER BY expression and can't be"
                    " INTERPOLATE output"
                )
        return tuple((c, cast_to(self._over_columns(one, c), c.type)) for one, c in pairs)

    def _over_columns(self, one: Interpolated, target: Column) -> Expr:
        """The value by columns: the target itself, those that are sorted by, and for all other
        expressions columns of their own, which hold no values in new rows."""
        sorted_by = {e: c for e, c in self.projecting.known.items() if c in self._sorted_by}
        copies: dict[Expr, Column] = {}

        def change(part: Expr) -> Expr | None:
            if part == one.own:
                return target
            if is_constant(part):
                return part
            if part in sorted_by:
                return sorted_by[part]
            if part in copies or part in self.projecting.known or isinstance(part, Column):
                if part not in copies:
                    copies[part] = self.projecting.added(part)
                return copies[part]
            return None

        return transform(one.expr, change)

    @property
    def _sorted_by(self) -> set[Expr]:
        return {item.expr for item in self.items}


@dataclass(frozen=True, slots=True)
class Bounds:
    """FROM, TO, STEP and STALENESS of a column of one type."""

    analyser: ExpressionAnalyser
    type: Type
    descending: bool

    def value(self, node: ast.Expression | None, word: str) -> Count | None:
        """FROM or TO in the column's numbers."""
        if node is None:
            return None
        expr = self._constant(node, word, "numeric type")
        own = remove_nullable(expr.type)
        if isinstance(own, Date | DateTime | DateTime64):
            if own != self.type or (word == "TO" and isinstance(expr.type, Nullable)):
                raise self._incompatible()
            return _number(expr, own)
        number = self._number(expr)
        if isinstance(self.type, Integer) and not self.type.signed and number < 0:
            raise _invalid(
                f"WITH FILL bound values cannot be negative for unsigned type {self.type}"
            )
        return number

    def step(self, node: ast.Expression | None, word: str) -> Constant | None:
        """STEP or STALENESS: a number or an interval."""
        if node is None:
            return None
        expr = self._constant(node, word, "numeric or interval type")
        if isinstance(expr.type, Interval):
            self._check_interval(expr, expr.type)
        else:
            self._number(expr)
        self._check_sign(expr.value, word)  # type: ignore[arg-type]
        return expr

    def _constant(self, node: ast.Expression, word: str, kinds: str) -> Constant:
        expr = self.analyser.expr(node)
        known = is_constant(expr) and isinstance(
            remove_nullable(expr.type), Integer | Float | Interval | Date | DateTime | DateTime64
        )
        constant = fold(expr, self.analyser.context) if known else None
        if constant is None or constant.value is None:
            raise _invalid(
                f"Sort FILL {word} expression must be constant with {kinds}."
                f" Actual: {column_name(node)}. In scope {self.analyser.scope.text}"
            )
        return constant

    def _number(self, expr: Constant) -> Count:
        value = expr.value
        if isinstance(self.type, Float) and isinstance(value, int | float):
            return float(value)
        if not isinstance(self.type, Integer | Date | DateTime | DateTime64):
            raise self._incompatible()
        if isinstance(self.type, Integer) and self.type.bits > 128:
            raise not_implemented(f"WITH FILL of a column of type {self.type} is not supported.")
        if isinstance(self.type, DateTime64) and isinstance(value, int | float):
            return int(value * 10**self.type.precision)
        if not isinstance(value, int):
            raise self._incompatible()
        return value

    def _check_interval(self, expr: Constant, type_: Interval) -> None:
        if not isinstance(self.type, Date | DateTime | DateTime64):
            raise _invalid(
                "STEP of Interval type can be used only with Date/DateTime types, but got"
                f" {self.type}"
            )
        assert isinstance(expr.value, int)
        seconds = abs(expr.value) * _AVERAGE.get(type_.unit, 0)
        if isinstance(self.type, Date) and seconds < 86400:
            raise _invalid(f"Value of step is too low ({seconds} seconds). Must be >= 1 day")

    def _check_sign(self, value: Count, word: str) -> None:
        if value == 0:
            raise _invalid(f"WITH FILL {word} value cannot be zero")
        if (value < 0) != self.descending:
            wrong, way = (
                ("positive", "descending") if self.descending else ("negative", "ascending")
            )
            raise _invalid(
                f"WITH FILL {word} value cannot be {wrong} for sorting in {way} direction"
            )

    def check(self, start: Count | None, end: Count | None, fill: ast.Fill) -> None:
        """Bounds that exclude each other, and types that have no steps."""
        self._number(Constant(INT64, 1))
        if start is not None and fill.staleness is not None:
            raise _invalid("WITH FILL STALENESS cannot be used together with WITH FILL FROM")
        if start is None or end is None:
            return
        if self.descending and start < end:
            raise _invalid(
                "WITH FILL FROM value cannot be less than TO value for sorting in descending"
                " direction"
            )
        if not self.descending and end < start:
            raise _invalid(
                "WITH FILL TO value cannot be less than FROM value for sorting in ascending"
                " direction"
            )

    def _fixed(self, step: Constant) -> Count | None:
        """The step in the column's numbers, if it is as long every time."""
        if not isinstance(step.type, Interval):
            return self._number(step)
        value, unit = step.value, step.type.unit
        assert isinstance(value, int)
        if isinstance(self.type, Date):
            return value * _DAYS[unit] if unit in _DAYS else None
        if unit not in _SECONDS:
            return None
        ticks = 10**self.type.precision if isinstance(self.type, DateTime64) else 1
        return value * _SECONDS[unit] * ticks

    def added(self, column: Column, step: Constant) -> Count | Expr:
        """The step as a number, or else the column's value a step further."""
        fixed = self._fixed(step)
        if fixed == 0:  # a part of a second less than the column has
            raise _invalid(f"WITH FILL STEP value is too small for a column of type {self.type}")
        if fixed is not None:
            return fixed
        plain = Column(self.type, column.id, column.name)
        return cast_to(self.analyser.call("plus", [plain, step]), self.type)

    def _incompatible(self) -> Error:
        return _invalid(
            f"Incompatible types of WITH FILL expression values with column type {self.type}"
        )


def _are_simple(fills: Sequence[FillColumn]) -> bool:
    """Whether the rows of a gap depend on the rows around it alone, if values never go back."""
    if any(isinstance(fill.column.type, Nullable) for fill in fills):
        return False
    if any(fill.start is not None and fill.start == fill.end for fill in fills):
        return False
    bounds = [bound for fill in fills for bound in (fill.start, fill.end, fill.stale)]
    return len(fills) == 1 or all(bound is None for bound in bounds)


def _number(expr: Constant, type_: Type) -> int:
    """A moment in the numbers of its type."""
    value = literal(type_, expr.value)
    text = f"{value} - DATE '1970-01-01'" if isinstance(type_, Date) else value
    found = evaluate(text)  # type: ignore[arg-type]
    assert isinstance(found, int)
    return found


def _invalid(message: str) -> Error:
    return Error(Code.INVALID_WITH_FILL_EXPRESSION, message)
