"""When a comparison of decimals is an error: one side does not fit the integers that are compared.

ClickHouse brings both sides to one scale in integers of the first side's width, or of both if the
second is a decimal too. Beyond 64 bits it only sees that a number does not fit, not that it does
not fit times a power of ten.
"""

from __future__ import annotations

from sparktree.errors import Code
from sparktree.functions.core.declare import Call
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import Decimal, Integer, Type
from sparktree.types.numeric import wide_bytes


def checked(call: Call, found: Sql) -> Sql:
    """What a comparison found, or DECIMAL_OVERFLOW."""
    left, right = call.inner(0), call.inner(1)
    sides = (left, right)
    if not all(isinstance(side, Decimal | Integer) for side in sides):
        return found
    if not any(isinstance(side, Decimal) for side in sides):
        return found
    if not call.context.settings.decimal_check_overflow:
        return found
    scale = max(_scale(side) for side in sides)
    bits = max(32, _bits(left), _bits(right) if isinstance(right, Decimal) else 0)
    beyond = [_beyond(call[i], side, bits, scale) for i, side in enumerate(sides)]
    asked = [condition for condition in beyond if condition is not None]
    if not asked:
        return found
    words = "Can't compare decimal number due to overflow"
    failed = sql.call("error", sql.string(raising(Code.DECIMAL_OVERFLOW, words)))
    return sql.case((sql.any_of(asked), sql.cast(failed, "BOOLEAN")), otherwise=found)


def _scale(type_: Type) -> int:
    return type_.scale if isinstance(type_, Decimal) else 0


def _bits(type_: Type) -> int:
    return type_.bits if isinstance(type_, Decimal | Integer) else 0


def _beyond(value: Sql, type_: Type, bits: int, scale: int) -> Sql | None:
    """Whether a value is too great, or too small, for so many bits at a scale; None if never."""
    shift = scale - _scale(type_) if bits <= 64 else 0
    most = ((1 << (bits - 1)) - 1) // 10**shift
    if isinstance(type_, Integer):
        if type_.maximum <= most and type_.minimum >= -most:
            return None
        bounds = [type_.literal(min(most, type_.maximum))]
        if type_.signed:
            bounds.append(type_.literal(max(-most, type_.minimum)))
    else:
        assert isinstance(type_, Decimal)
        if 10**type_.precision - 1 <= most:
            return None
        bounds = [_literal(most, type_), _literal(-most, type_)]
    outside = [sql.op(">", value, bounds[0]), *(sql.op("<", value, b) for b in bounds[1:])]
    return sql.any_of(outside)


def _literal(unscaled: int, type_: Decimal) -> Sql:
    """A decimal of so many of its smallest units."""
    if type_.wide:
        return Sql(f"unhex('{wide_bytes(unscaled, True).hex()}')")
    digits = f"{abs(unscaled):0{type_.scale + 1}d}"
    whole, rest = digits[: len(digits) - type_.scale], digits[len(digits) - type_.scale :]
    sign = "-" if unscaled < 0 else ""
    return Sql(f"CAST('{sign}{whole}.{rest}' AS DECIMAL(38,{type_.scale}))")
