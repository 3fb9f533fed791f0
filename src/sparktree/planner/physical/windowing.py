"""Window functions as kernel SQL, over rows that meet by their PARTITION BY."""

from __future__ import annotations

from dataclasses import replace

from sparktree.errors import not_implemented
from sparktree.functions.aggregates.declare import Agg, Printer
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.planner import stream_order
from sparktree.planner.aggregate_calls import Calls, merges
from sparktree.planner.analysis.windows import WINDOW_FUNCTIONS, WindowFunction
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import (
    AggregateUse,
    Column,
    Constant,
    Expr,
    FrameBound,
    SortItem,
    WindowFrame,
    WindowUse,
    columns_of,
)
from sparktree.planner.fragment import Fragment
from sparktree.planner.nodes import Window
from sparktree.planner.physical.planner import Demand, Planner, visits
from sparktree.types import INT128, DateTime, Integer, Type, make_nullable


@visits(Window)
def visit(planner: Planner, node: Window, demand: Demand) -> Fragment:
    """The input with the needed window columns."""
    windows = [(c, w) for c, w in node.windows if c.id in demand.columns]
    outer = demand.columns - {c.id for c, _ in node.windows}
    uses = [w for _, w in windows]
    behind = rows_behind(node)
    rows = None if demand.rows is None or behind is None else demand.rows + behind
    inner = planner.visit(node.input, Demand(outer | set(columns_of(*uses)), rows))
    computed = _Computed(planner)
    uses = [computed.over_columns(w) for w in uses]
    met = planner.meet(inner.over(computed.beside(inner.sql)), _common_columns(uses))
    printer = WindowPrinter(planner)
    items = [
        f"{printer.value(w)} AS {c.kernel_name}" for (c, _), w in zip(windows, uses, strict=True)
    ]
    shown = ", ".join([printer.all_columns(), *items])
    order = _only_order(uses)
    if met.tasks == 0 and order:
        below = printer.below(stream_order.numbered(met.sql))
        by = planner.lowering.order_by(order)
        return met.over(stream_order.in_order(f"SELECT {shown} FROM ({below})", first=by))
    return met.over(f"SELECT {shown} FROM ({printer.below(met.sql)})")


def rows_behind(node: Window) -> int | None:
    """How many rows behind its own a row needs for its values; None if all, or in some order."""
    found = [_rows_behind(use) for _, use in node.windows]
    known = [rows for rows in found if rows is not None]
    return max(known, default=0) if len(known) == len(found) else None


def _rows_behind(use: WindowUse) -> int | None:
    declared = None if use.aggregate is not None else WINDOW_FUNCTIONS.get(use.name)
    if use.partition_by or use.order_by:
        return None
    if declared is not None and not declared.frame and not declared.inside:
        return 0 if declared.kernel in _OF_ROWS_BEFORE else None
    if use.frame is None or use.frame.unit != "ROWS":
        return None
    end = use.frame.end
    if end.current or (end.preceding and end.offset is not None):
        return 0
    offset = end.offset.value if isinstance(end.offset, Constant) else None
    return offset if isinstance(offset, int) else None


_OF_ROWS_BEFORE = ("row_number", "rank", "dense_rank", "lag")  # which see no row behind their own


def _only_order(uses: list[WindowUse]) -> tuple[SortItem, ...]:
    """How rows are sorted for the windows, if all that need an order need the same."""
    orders = {(*(SortItem(e) for e in use.partition_by), *use.order_by) for use in uses} - {()}
    return orders.pop() if len(orders) == 1 else ()


class _Computed:
    """Keys of windows that are expressions, computed beside the input: the kernel partitions and
    orders by nothing that may raise an error."""

    def __init__(self, planner: Planner) -> None:
        self.planner = planner
        self.columns: dict[Expr, Column] = {}

    def over_columns(self, use: WindowUse) -> WindowUse:
        """The call with plain columns as its keys."""
        order = tuple(replace(i, expr=self._column(i.expr)) for i in use.order_by)
        return replace(use, partition_by=tuple(map(self._column, use.partition_by)), order_by=order)

    def _column(self, expr: Expr) -> Expr:
        if isinstance(expr, Column | Constant):
            return expr
        if expr not in self.columns:
            number = _FIRST_COMPUTED + len(self.columns) + self.planner.names * 1000
            self.columns[expr] = Column(expr.type, number, "")
        return self.columns[expr]

    def beside(self, inner: str) -> str:
        """The input with the computed keys."""
        if not self.columns:
            return inner
        self.planner.names += 1
        lowering = self.planner.lowering
        items = [f"{lowering.value(e)} AS {c.kernel_name}" for e, c in self.columns.items()]
        return f"SELECT *, {', '.join(items)} FROM ({inner})"


# Numbers of computed keys, beyond those of the query's columns and of join keys.
_FIRST_COMPUTED = 500_000_000


def _common_columns(uses: list[WindowUse]) -> list[Column]:
    """Plain columns by which every window is partitioned: rows need meet only by these."""
    sets = [{e for e in u.partition_by if isinstance(e, Column)} for u in uses]
    common = set.intersection(*sets) if sets else set()
    return sorted(common, key=lambda c: c.id)


class WindowPrinter:
    """Prints window calls."""

    def __init__(self, planner: Planner) -> None:
        self.planner = planner
        self.lowering = planner.lowering
        self.parts: list[Sql] = []

    def value(self, use: WindowUse) -> Sql:
        """The call with its window, never NULL where its type has no NULL."""
        window = self._window(use)
        if use.aggregate is not None:
            value = self._aggregate(use.aggregate, window)
        else:
            value = self._function(use, WINDOW_FUNCTIONS[use.name], window)
        if use.type.nullable:
            return value
        return sql.coalesce(value, use.type.zero())

    def _function(self, use: WindowUse, declared: WindowFunction, window: str) -> Sql:
        args = [self.lowering.value(arg) for arg in use.args]
        if declared.lower is not None:
            return declared.lower(use.args, args, window)
        call = Sql(f"{declared.kernel}({', '.join(args)}) OVER ({window})")
        if declared.inside:
            filling = args[2] if len(args) > 2 else use.type.zero()
            return sql.case((self._in_frame(use, window, args[1]), call), otherwise=filling)
        return sql.cast(call, use.type.kernel) if declared.arity == (0, 0) else call

    def _in_frame(self, use: WindowUse, window: str, offset: Sql) -> Sql:
        """Whether the row so far behind or ahead belongs to the frame."""
        behind = use.name == "lagInFrame"
        frame = use.frame or _DEFAULT_FRAME
        near, far = (frame.end, frame.start) if behind else (frame.start, frame.end)
        inner = self._reaches(use, window, offset, far, behind)
        return sql.all_of([inner, self._begins(frame, near, offset, behind)])

    def _reaches(
        self, use: WindowUse, window: str, offset: Sql, far: FrameBound, behind: bool
    ) -> Sql:
        """Whether the frame's far border lies at the row or beyond it."""
        if far.current and use.order_by and (use.frame is None or use.frame.unit != "ROWS"):
            word = "lag" if behind else "lead"
            keys = sql.struct(*(self.lowering.value(i.expr) for i in use.order_by))
            there = Sql(f"{word}({keys}, {offset}) OVER ({window})")
            return Sql(f"({there} IS NOT DISTINCT FROM {keys})")
        if far.current:
            unordered = use.frame is None or use.frame.unit != "ROWS"
            return sql.TRUE if unordered else sql.op("=", offset, 0)
        if far.preceding != behind:
            return sql.FALSE
        if far.offset is None:
            return sql.TRUE
        if use.frame is not None and use.frame.unit != "ROWS":
            raise not_implemented(f"{use.name} over a RANGE frame with an offset is not supported.")
        return sql.op("<=", offset, self.lowering.value(far.offset))

    def _begins(self, frame: WindowFrame, near: FrameBound, offset: Sql, behind: bool) -> Sql:
        """Whether the frame's near border lies at the row or before it."""
        if near.current or near.offset is None or near.preceding != behind:
            return sql.TRUE
        if frame.unit != "ROWS":
            raise not_implemented("lagInFrame and leadInFrame need a ROWS frame with an offset.")
        return sql.op(">=", offset, self.lowering.value(near.offset))

    def _aggregate(self, use: AggregateUse, window: str) -> Sql:
        aggregate = use.aggregate
        calls = Calls(self.lowering, self.planner.context)
        call = calls.of(use)
        condition = self.lowering.aggregate_condition(use)
        if aggregate.whole is not None and use.mode == "value":
            return aggregate.whole(call, _OverPrinter(condition, use.distinct, window))
        if aggregate.partial is None or aggregate.final is None:
            raise not_implemented(f"{use.name} cannot be used as a window function yet.")
        aggs = calls.merging(use, call) if merges(use) else aggregate.partial(call)
        if use.distinct:
            aggs = tuple(replace(agg, distinct=True) for agg in aggs)
        parts = tuple(self._part(_over(agg, condition, window)) for agg in aggs)
        return calls.finished(use, call, parts)

    def _part(self, value: Sql) -> Sql:
        """A partial value below the select: final values may be subqueries, which see no window."""
        self.parts.append(value)
        return sql.name(f"_w{len(self.parts)}")

    def below(self, inner: str) -> str:
        """The input with the partial values that the printed calls read."""
        if not self.parts:
            return inner
        items = [f"{value} AS _w{i}" for i, value in enumerate(self.parts, 1)]
        return f"SELECT *, {', '.join(items)} FROM ({inner})"

    def all_columns(self) -> str:
        """The columns of the input, without the partial values."""
        names = ", ".join(f"_w{i + 1}" for i in range(len(self.parts)))
        return f"* EXCLUDE ({names})" if names else "*"

    def _window(self, use: WindowUse) -> str:
        parts = []
        if use.partition_by:
            parts.append(
                "PARTITION BY " + ", ".join(self.lowering.value(e) for e in use.partition_by)
            )
        if use.order_by:
            parts.append("ORDER BY " + self.lowering.order_by(_widened(use)))
        frame = self._frame(use)
        return " ".join([*parts, frame]) if frame else " ".join(parts)

    def _frame(self, use: WindowUse) -> str:
        declared = WINDOW_FUNCTIONS.get(use.name) if use.aggregate is None else None
        if use.frame is None or (declared is not None and not declared.frame):
            return ""
        return self._frame_sql(use.frame)

    def _frame_sql(self, frame: WindowFrame) -> str:
        return f"{frame.unit} BETWEEN {self._bound(frame.start)} AND {self._bound(frame.end)}"

    def _bound(self, bound: FrameBound) -> str:
        if bound.current:
            return "CURRENT ROW"
        word = "PRECEDING" if bound.preceding else "FOLLOWING"
        offset = "UNBOUNDED" if bound.offset is None else self.lowering.value(bound.offset)
        return f"{offset} {word}"


def _widened(use: WindowUse) -> tuple[SortItem, ...]:
    """The order; of a RANGE frame with offsets in a type in which none overflows."""
    frame = use.frame
    bounded = frame is not None and (frame.start.offset or frame.end.offset) is not None
    if not bounded or frame is None or frame.unit != "RANGE":
        return use.order_by
    return tuple(
        replace(item, expr=cast_to(item.expr, make_nullable(INT128)))
        if _is_narrow(item.expr.type.inner)
        else item
        for item in use.order_by
    )


def _is_narrow(type_: Type) -> bool:
    return isinstance(type_, DateTime) or (isinstance(type_, Integer) and type_.bits <= 64)


_DEFAULT_FRAME = WindowFrame(
    "RANGE", FrameBound(None, preceding=True), FrameBound(None, preceding=False, current=True)
)


def _over(agg: Agg, condition: Sql | None, window: str) -> Sql:
    """The call over a window; the kernel's first and last take no FILTER there."""
    wanted = [c for c in (condition, agg.condition) if c]
    if agg.name not in ("first", "last") or not wanted:
        return agg.sql(condition, window)
    value = f"CASE WHEN {' AND '.join(wanted)} THEN {agg.args[0]} END IGNORE NULLS"
    return replace(agg, args=(value,), condition="").sql(None, window)


class _OverPrinter(Printer):
    """Prints aggregate calls with a window behind them."""

    __slots__ = ("window",)

    def __init__(self, condition: Sql | None, distinct: bool, window: str) -> None:
        super().__init__(condition, distinct)
        object.__setattr__(self, "window", window)

    def __call__(self, name: str, *args: str, order_by: str = "") -> Sql:
        call = super().__call__(name, *args, order_by=order_by)
        return Sql(f"{call} OVER ({self.window})")  # type: ignore[attr-defined]
