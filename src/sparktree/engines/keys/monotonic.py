"""Functions that keep the order of a column: what intervals of the column say of their values."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal as Choice

import numpy as np
import pyarrow as pa

from sparktree.engines.keys.domain import Array, Mask, Values, is_ordered, same_kind, values_of
from sparktree.engines.keys.intervals import Intervals
from sparktree.errors import Error
from sparktree.functions.core.declare import QueryContext
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.planner import calls
from sparktree.planner.expr import Call, Column, Constant, Expr, is_constant, transform
from sparktree.planner.lower import Lowering, fold
from sparktree.types import (
    Date,
    Date32,
    DateTime,
    Decimal,
    Float,
    Integer,
    String,
    Type,
    remove_nullable,
)

# Local time goes back once a year in most zones: only where it never does is a day in order.
_STEADY_ZONES = ("UTC", "Etc/UTC", "GMT", "Etc/GMT", "UCT", "Zulu")

# Functions that rise again and again, and what stays the same while they rise.
_FACTORS = {
    "toDayOfMonth": "toStartOfMonth",
    "toDayOfWeek": "toMonday",
    "toDayOfYear": "toStartOfYear",
    "toMonth": "toStartOfYear",
    "toQuarter": "toStartOfYear",
    "toISOWeek": "toISOYear",
    "toHour": "toDate",
    "toMinute": "toStartOfHour",
    "toSecond": "toStartOfMinute",
}

_OF_TIMES = ("toDate", "toStartOfHour", "toStartOfMinute")

How = Choice["rising", "falling", "factor", "unwrapped", "turned", "unchanged"]


@dataclass(frozen=True, slots=True)
class Step:
    """One function of a chain: `expr` over the key, and under which condition it is in order."""

    expr: Expr
    how: How
    factor: Expr | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Chain:
    """Functions over one key, the innermost first, e.g. toYYYYMM(toDate(ts))."""

    key: Expr
    steps: tuple[Step, ...]
    context: QueryContext

    @property
    def result(self) -> Expr:
        """The whole expression."""
        return self.steps[-1].expr

    def mapped(self, found: Intervals) -> tuple[Intervals, Mask] | None:
        """The intervals of the result, and which of them are known."""
        keys = np.concatenate(same_kind(found.low, found.high))
        ends = self._computed(keys)
        if ends is None:
            return None
        count = len(found)
        bounded = ~found.no_low & ~found.no_high
        known = np.ones(count, dtype=np.bool_)
        falls = False
        before = keys
        for step, (value, factor) in zip(self.steps, ends, strict=True):
            one, other = value.at(slice(0, count)), value.at(slice(count, None))
            known &= ~((one.null | one.odd) & ~found.no_low)
            known &= ~((other.null | other.odd) & ~found.no_high)
            if step.how in ("falling", "turned"):
                falls = not falls
            if step.how == "factor":
                assert factor is not None
                known &= bounded & _equal(factor, count)
            elif step.how in ("unwrapped", "turned"):
                least, greatest = (other, one) if falls else (one, other)
                known &= bounded & np.asarray(least.data <= greatest.data, dtype=np.bool_)
            elif step.how == "unchanged":
                same = np.asarray(value.data == before, dtype=np.bool_)
                known &= bounded & same[:count] & same[count:]
            before = value.data
        return _image(found, before, falls), known | found.void

    def _computed(self, keys: Array) -> list[tuple[Values, Values | None]] | None:
        """The values of every step and its factor over the keys, by one kernel query."""
        exprs = [e for s in self.steps for e in (s.expr, s.factor) if e is not None]
        placed = _evaluate(self.key, exprs, keys, self.context)
        if placed is None:
            return None
        rest = iter(placed)
        return [(next(rest), next(rest) if s.factor is not None else None) for s in self.steps]

    def at(self, value: object) -> object:
        """The result over one constant of the key's type, as the kernel gives it."""
        solid = remove_nullable(self.key.type)
        return one_value(self.result, self.key, Constant(solid, value), self.context)


def one_value(expr: Expr, key: Expr, constant: Expr, context: QueryContext) -> object:
    """An expression over a key with a constant in the key's place."""
    filled = transform(expr, lambda e: constant if e == key else None)
    with kernel() as cursor:
        row = cursor.execute(f"SELECT {Lowering(context).value(filled)}").fetchone()
    return row[0] if row else None


def _equal(values: Values, count: int) -> Mask:
    return np.asarray(values.data[:count] == values.data[count:], dtype=np.bool_)


def _image(found: Intervals, ends: Array, falls: bool) -> Intervals:
    count = len(found)
    low, high = ends[:count], ends[count:]
    no_low, no_high = found.no_low, found.no_high
    if falls:
        low, high, no_low, no_high = high, low, no_high, no_low
    # Different keys may have one image, so that open ends become closed.
    return replace(
        found, low=low, high=high, no_low=no_low, no_high=no_high, low_open=False, high_open=False
    )


def _evaluate(
    key: Expr, exprs: list[Expr], keys: Array, context: QueryContext
) -> list[Values] | None:
    array = _stored(keys, key.type)
    if array is None:
        return None
    place = Column(remove_nullable(key.type), -1, "k")
    source = remove_nullable(key.type).from_storage(Sql("k"))
    lowering = Lowering(context, {-1: Sql("b")})
    items = []
    for expr in exprs:
        over = transform(expr, lambda e: place if e == key else None)
        items.append(expr.type.order_key(lowering.value(over)))
    listed = ", ".join(f"{item} AS v{i}" for i, item in enumerate(items))
    try:
        with kernel() as cursor:
            cursor.register("chain_keys", pa.table({"k": array}))
            found = cursor.sql(
                f"SELECT {listed} FROM (SELECT {source} AS b FROM chain_keys)"
            ).to_arrow_table()
    except Error:
        return None  # a value that the function refuses: nothing is known of the chain
    made = [values_of(found[f"v{i}"], expr.type) for i, expr in enumerate(exprs)]
    return [m for m in made if m is not None] if all(m is not None for m in made) else None


def _stored(keys: Array, type_: Type) -> pa.Array | None:
    """Comparable keys back in the stored form of their type."""
    inner = type_.inner
    if isinstance(inner, Date):
        return pa.array(keys.astype(np.int32), pa.int32()).cast(inner.storage)
    if isinstance(inner, String):
        return pa.array([k.decode() for k in keys], pa.string())
    if isinstance(inner, Decimal) or (isinstance(inner, Integer) and inner.bits > 64):
        return None
    values = keys.tolist() if keys.dtype == object else keys
    return pa.array(values, inner.storage) if is_ordered(type_) else None


# --- which expressions are chains ----------------------------------------------------------


def chain(expr: Expr, keys: tuple[Expr, ...], context: QueryContext) -> Chain | None:
    """The expression as functions over one of the keys, if they keep its order."""
    steps: list[Step] = []
    while expr not in keys:
        if not isinstance(expr, Call):
            return None
        inner = varying(expr)
        step = None if inner is None else _step(expr, inner, context)
        if inner is None or step is None:
            return None
        steps.append(step)
        expr = inner
    return Chain(expr, tuple(reversed(steps)), context) if steps else None


def varying(call: Call) -> Expr | None:
    """The one argument that is not constant."""
    found = [a for a in call.args if not is_constant(a)]
    return found[0] if len(found) == 1 else None


def _step(call: Call, inner: Expr, context: QueryContext) -> Step | None:
    name = call.function.name
    if call.function.nulls != "propagate" and name not in ("_CAST", "CAST"):
        return None
    if not is_ordered(inner.type) or not is_ordered(call.type):
        return None
    if name in ("plus", "minus", "negate", "multiply", "intDiv"):
        return _arithmetic(call, inner, context)
    if name in ("_CAST", "CAST") or call.function.converts:
        return _conversion(call, inner, context)
    if call.function.monotonic == "no" or len(call.args) != 1:
        return None
    if not _is_steady(inner.type.inner, context):
        return None
    if call.function.monotonic == "partly":
        return _factored(call, inner, context)
    result = call.type.inner
    return Step(call, "rising") if isinstance(result, Integer | Date | DateTime) else None


def _is_steady(source: Type, context: QueryContext) -> bool:
    if isinstance(source, DateTime):
        return (source.zone or context.zone) in _STEADY_ZONES
    return isinstance(source, Date) and not isinstance(source, Date32)


def _factored(call: Call, inner: Expr, context: QueryContext) -> Step | None:
    name = _FACTORS.get(call.function.name)
    if name is None or (isinstance(inner.type.inner, Date) and name in _OF_TIMES):
        return None
    return Step(call, "factor", calls.call(name, [inner], context))


# --- arithmetic and conversions ------------------------------------------------------------


def _arithmetic(call: Call, inner: Expr, context: QueryContext) -> Step | None:
    name, source = call.function.name, inner.type.inner
    if name == "negate":
        return Step(call, "turned") if isinstance(source, Integer | Float) else None
    constant = fold(next(a for a in call.args if a is not inner), context).value
    if not isinstance(constant, int | float) or constant != constant or abs(constant) == math.inf:
        return None
    turned = name in ("minus", "intDiv") and call.args[0] is not inner
    if name in ("plus", "minus"):
        return _shift(call, source, turned)
    if name == "intDiv" and (turned or constant == 0):
        return None
    return _scaled(call, source, constant)


def _shift(call: Call, source: Type, turned: bool) -> Step | None:
    """`x + 5`, `x - 5`, `5 - x`: in order unless it wraps around between the two ends."""
    if isinstance(source, Float):
        return Step(call, "falling" if turned else "rising")
    if isinstance(source, Integer) and not isinstance(call.type.inner, Integer):
        return None
    if not isinstance(source, Integer | Date | DateTime) or isinstance(source, Date32):
        return None
    if _cannot_wrap(call):
        return Step(call, "falling" if turned else "rising")
    return Step(call, "turned" if turned else "unwrapped")


def _cannot_wrap(call: Call) -> bool:
    types = [arg.type.inner for arg in call.args]
    return all(isinstance(t, Integer) and t.bits <= 32 for t in types)


def _scaled(call: Call, source: Type, constant: float) -> Step | None:
    whole = isinstance(source, Integer) and isinstance(constant, int) and _cannot_wrap(call)
    if not whole and not (isinstance(source, Float) and call.function.name == "multiply"):
        return None
    return Step(call, "falling" if constant < 0 else "rising")


def _conversion(call: Call, inner: Expr, context: QueryContext) -> Step | None:
    source, result = inner.type.inner, call.type.inner
    if inner.type.nullable and not call.type.nullable:
        return None
    if source == result:
        return Step(call, "rising")
    if isinstance(source, Integer) and isinstance(result, Integer):
        fits = source.minimum >= result.minimum and source.maximum <= result.maximum
        return Step(call, "rising" if fits else "unchanged")
    if isinstance(source, Integer | Float) and isinstance(result, Float):
        return Step(call, "rising")
    if type(result) is Date and len(call.args) == (1 if call.function.name == "toDate" else 2):
        return Step(call, "rising") if _is_steady(source, context) else None
    return None
