"""Quotients and remainders: by zero, of floats, of mixed signs, of 256 bits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sparktree.errors import Code
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.number_types import Plain
from sparktree.functions.numbers import decimals
from sparktree.functions.numbers.wide import wide_operation
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT32, FLOAT64, Decimal, Float, Integer, Type

Sides = Sequence[tuple[Sql, Plain]]


def failure(message: str, kernel: str) -> Sql:
    """Raises ILLEGAL_DIVISION where a value is expected."""
    return sql.cast(sql.call("error", sql.string(raising(Code.ILLEGAL_DIVISION, message))), kernel)


def wide(name: str, left: Sql, a: Type, right: Sql, b: Type, result: Integer) -> Sql:
    """The operation on 256-bit integers."""
    signed = sql.TRUE if result.signed else sql.FALSE
    x, y = number(left, a, result), number(right, b, result)
    return wide_operation(sql.string(name), x, signed, y, signed, signed)


def _wide_rest(name: str, left: Sql, a: Integer, right: Sql, b: Integer, target: Integer) -> Sql:
    """A remainder of 256-bit integers, each side with a sign or without as it is."""
    sides = [(left, a), (right, b)]
    given: list[sql.Piece] = []
    for value, type_ in sides:
        given += [
            number(value, type_, Integer(256, type_.signed)),
            type_.signed,
        ]
    signed = a.signed or b.signed
    found = wide_operation(sql.string(name), *given, signed)
    return number(found, Integer(256, signed), target)


_NOT_ZERO = re.compile(r"CAST\(\(?-?[1-9][0-9]*\)? AS \w+\)")


def unless_zero(right: Sql, b: Type, value: Sql, result: Type) -> Sql:
    """The value, but for a divisor of zero the error, be the dividend NULL or not."""
    return _unless_zero(right, b, value, result, None)


def _is_zero(value: Sql, type_: Type) -> Sql:
    return sql.op("=", value, type_.default())


def _unless_zero(right: Sql, b: Type, value: Sql, result: Type, otherwise: Sql | None) -> Sql:
    """The value, but for a divisor of zero `otherwise` or the error."""
    if _NOT_ZERO.fullmatch(right):
        return value
    zero = failure("Division by zero", result.kernel) if otherwise is None else otherwise
    return sql.case((_is_zero(right, b), zero), otherwise=value)


def _unless_lowest(sides: Sides, value: Sql, otherwise: Sql | None) -> Sql:
    """The lowest number by -1 has no quotient: the kernel raises, unless told otherwise."""
    (left, a), (right, b) = sides
    both = isinstance(a, Integer) and isinstance(b, Integer) and a.signed and b.signed
    known = _NOT_ZERO.fullmatch(right) and "-1" not in right
    if otherwise is None or not both or a.bits < b.bits or known:
        return value
    lowest = sql.op("=", left, a.literal(a.minimum))  # type: ignore[union-attr]
    minus_one = sql.op("=", right, b.literal(-1))  # type: ignore[union-attr]
    return sql.case((sql.op("AND", lowest, minus_one), otherwise), otherwise=value)


def whole_quotient(sides: Sides, result: Type, otherwise: Sql | None) -> Sql:
    """The quotient cut to an integer; `otherwise` where there is none, or the error."""
    (left, a), (right, b) = sides = _both_signed(sides)
    assert isinstance(result, Integer)
    if isinstance(a, Float) or isinstance(b, Float):
        return _float_quotient(sides, result, otherwise)
    value = _unless_lowest(sides, _quotient(left, a, right, b, result), otherwise)
    return _unless_zero(right, b, value, result, otherwise)


def _both_signed(sides: Sides) -> Sides:
    """Integers of which one has a sign: ClickHouse divides both as signed ones, which may wrap."""
    (left, a), (right, b) = sides
    if not (isinstance(a, Integer) and isinstance(b, Integer)) or a.signed == b.signed:
        return sides
    signed, other = Integer(a.bits, True), Integer(max(a.bits, b.bits), True)
    return (number(left, a, signed), signed), (number(right, b, other), other)


def _quotient(left: Sql, a: Plain, right: Sql, b: Plain, result: Integer) -> Sql:
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        return decimals.operate("intDiv", left, a, right, b, result)
    assert isinstance(a, Integer) and isinstance(b, Integer)
    if max(a.bits, b.bits) > 128:
        exact = wide("intDiv", left, a, right, b, Integer(256, a.signed or b.signed))
        return number(exact, Integer(256, a.signed or b.signed), result)
    common = _common(a, b)
    cut = sql.op("//", sql.cast(left, common.kernel), sql.cast(right, common.kernel))
    return number(cut, common, result)


def _common(a: Integer, b: Integer) -> Integer:
    """An integer type of the kernel that holds the values of both."""
    if a.signed == b.signed:
        return a if a.bits >= b.bits else b
    unsigned = max(t.bits for t in (a, b) if not t.signed)
    signed = max(t.bits for t in (a, b) if t.signed)
    return Integer(min(128, max(signed, unsigned * 2)), True)


def _float_quotient(sides: Sides, result: Integer, otherwise: Sql | None) -> Sql:
    (left, a), (right, b) = sides
    kind = Float(max(t.bits for t in (a, b) if isinstance(t, Float)))
    x, y = number(left, a, kind), number(right, b, kind)
    odd = "Cannot perform integer division on infinite or too large floating point numbers"
    large = "Cannot perform integer division, because it will produce infinite or too large number"
    quotient = sql.op("/", x, y)
    quotient = number(quotient, FLOAT32, kind) if kind.bits < 32 else quotient
    fits = sql.op(
        "AND",
        Sql(f"{quotient} >= {float(result.minimum)!r}"),
        Sql(f"{quotient} <= {float(result.maximum)!r}"),
    )

    zero = failure("Division by zero", result.kernel) if otherwise is None else otherwise
    return sql.case(
        (Sql(f"{x} IS NULL OR {y} IS NULL"), sql.NULL),
        (sql.op("=", y, 0), zero),
        (Sql(f"NOT isfinite({x}) OR NOT isfinite({y})"), failure(odd, result.kernel)),
        (sql.op("NOT", fits), failure(large, result.kernel)),
        otherwise=number(quotient, kind, result),
    )


def remainder(sides: Sides, result: Type, otherwise: Sql | None, name: str = "modulo") -> Sql:
    """The remainder with the sign of the dividend."""
    (left, a), (right, b) = sides
    if isinstance(result, Float):
        return _float_remainder(sides, otherwise)
    if isinstance(result, Decimal):
        value = decimals.operate(name, left, a, right, b, result)
    else:
        assert isinstance(a, Integer) and isinstance(b, Integer) and isinstance(result, Integer)
        value = _unless_lowest(sides, _remainder(left, a, right, b, result), otherwise)
    return _unless_zero(right, b, value, result, otherwise)


def _remainder(left: Sql, a: Integer, right: Sql, b: Integer, result: Integer) -> Sql:
    if max(a.bits, b.bits) > 128 or {a.kernel, b.kernel} == {"HUGEINT", "UHUGEINT"}:
        return _wide_rest("modulo", left, a, right, b, result)
    common = _common(a, b)
    rest = sql.op("%", sql.cast(left, common.kernel), sql.cast(right, common.kernel))
    return number(rest, common, result)


def _float_remainder(sides: Sides, otherwise: Sql | None) -> Sql:
    """What the whole quotient leaves; not the kernel's exact one, which 1 % 0.1 tells apart."""
    x, y = (number(v, t, FLOAT64) for v, t in sides)

    def left(a: Sql, b: Sql) -> Sql:
        rest = sql.op("-", a, sql.op("*", sql.call("trunc", sql.op("/", a, b)), b))
        return (
            rest if otherwise is None else sql.case((sql.op("=", b, 0), otherwise), otherwise=rest)
        )

    return sql.let(x, lambda a: sql.let(y, lambda b: left(a, b)))


def positive_remainder(sides: Sides, result: Type, otherwise: Sql | None) -> Sql:
    """The remainder that is not negative."""
    (left, a), (right, b) = sides
    if isinstance(result, Decimal):
        return remainder(sides, result, otherwise, "positiveModulo")
    if isinstance(result, Float):
        rest = _float_remainder(sides, otherwise)
        size = sql.call("abs", number(right, b, FLOAT64))
        return sql.case((sql.op("<", rest, 0), sql.op("+", rest, size)), otherwise=rest)
    assert isinstance(a, Integer) and isinstance(b, Integer) and isinstance(result, Integer)
    if max(a.bits, b.bits) > 64:
        rest = _wide_rest("positiveModulo", left, a, right, b, result)
        return _unless_zero(right, b, _unless_least(sides, rest, result), result, otherwise)
    rest = remainder(sides, Integer(128, True), otherwise)
    size = sql.call("abs", sql.cast(right, "HUGEINT"))
    moved = sql.case((sql.op("<", rest, 0), sql.op("+", rest, size)), otherwise=rest)
    return _unless_least(sides, number(moved, Integer(128, True), result), result)


def _unless_least(sides: Sides, rest: Sql, result: Type) -> Sql:
    """A rest below zero, to which the lowest number cannot be added: it has no opposite."""
    (left, a), (right, b) = sides
    assert isinstance(a, Integer) and isinstance(b, Integer)
    known = _NOT_ZERO.fullmatch(right) and str(b.minimum) not in right
    if known or not (a.signed and b.signed):
        return rest
    lowest = sql.op("=", right, b.literal(b.minimum))
    below = sql.op("<", left, a.default())
    failed = failure("Division by the most negative number", result.kernel)
    moved = sql.op("AND", lowest, below, sql.op("<>", rest, result.default()))
    return sql.case((moved, failed), otherwise=rest)
