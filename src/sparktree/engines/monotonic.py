"""Functions that keep the order of a column: what a range of the column says of their values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sparktree.functions.declare import QueryContext
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.planner.expr import Call, Column, Expr, is_constant
from sparktree.planner.lower import Lowering
from sparktree.types import Date, Date32, DateTime, Integer
from sparktree.types.literal import literal

# Local time goes back once a year in most zones: only where it never does is a day in order.
_STEADY_ZONES = ("UTC", "Etc/UTC", "GMT", "Etc/GMT", "UCT", "Zulu")


@dataclass(frozen=True, eq=False, slots=True)
class Chain:
    """Functions over one column that keep its order, e.g. toYYYYMM(d)."""

    expr: Expr
    column: Column
    context: QueryContext
    values: dict[Any, Any] = field(default_factory=dict)

    def prepare(self, inputs: Iterable[Any]) -> None:
        """Compute the values of many column values at once."""
        new = [v for v in dict.fromkeys(inputs) if v is not None and v not in self.values]
        if not new:
            return
        value = Lowering(self.context, {self.column.id: Sql("b")}).value(self.expr)
        listed = ", ".join(literal(self.column.type, v) for v in new)
        with kernel() as cursor:
            rows = cursor.execute(f"SELECT {value} FROM (SELECT unnest([{listed}]) AS b)")
            self.values.update(zip(new, (row[0] for row in rows.fetchall()), strict=True))

    def at(self, value: Any) -> Any:
        """The value over one value of the column; None over None."""
        if value is None:
            return None
        self.prepare([value])
        return self.values[value]


def chain(expr: Expr, context: QueryContext) -> Chain | None:
    """The expression as a chain over its column, if it keeps the column's order."""
    column = _column(expr, context)
    return Chain(expr, column, context) if column is not None and expr != column else None


def _column(expr: Expr, context: QueryContext) -> Column | None:
    if isinstance(expr, Column):
        return expr
    if not isinstance(expr, Call):
        return None
    varying = [a for a in expr.args if not is_constant(a)]
    if len(varying) != 1 or not _keeps_order(expr, varying[0], context):
        return None
    return _column(varying[0], context)


def _keeps_order(call: Call, inner: Expr, context: QueryContext) -> bool:
    if call.function.name in ("plus", "minus"):
        return _is_shift(call, inner)
    if call.function.monotonic != "increasing" or len(call.args) != 1:
        return False
    source, result = inner.type, call.type
    if call.function.family == "conversion" and call.function.name != "toDate":
        return False  # a narrower type wraps around
    if isinstance(source, DateTime):
        steady = (source.zone or context.zone) in _STEADY_ZONES
        return steady and isinstance(result, Integer | Date | DateTime)
    plain = isinstance(source, Date) and not isinstance(source, Date32)
    return plain and isinstance(result, Integer | Date)


def _is_shift(call: Call, inner: Expr) -> bool:
    """`x + 5`, `5 + x`, `x - 5` over integers whose result cannot wrap around."""
    if call.function.name == "minus" and call.args[0] is not inner:
        return False
    types = [arg.type for arg in call.args]
    return all(isinstance(t, Integer) and t.bits <= 32 for t in types)
