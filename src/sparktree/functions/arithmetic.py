"""Arithmetic: ClickHouse's result types, wrapping instead of overflow, dates and intervals."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions import intervals
from sparktree.functions.convert import number, wrap
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    UINT8,
    Bool,
    Decimal,
    Float,
    Integer,
    Interval,
    Tuple,
    Type,
)


def plain(type_: Type, name: str) -> Integer | Float | Decimal:
    """The number that an argument is; Bool counts as UInt8."""
    if isinstance(type_, Bool):
        return UINT8
    if isinstance(type_, Integer | Float | Decimal):
        return type_
    raise illegal_type(name, type_)


def illegal_pair(name: str, left: Type, right: Type) -> Error:
    """ClickHouse's words for two types that do not go together."""
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT,
        f"Illegal types {left} and {right} of arguments of function {name}",
    )


def _wider(bits: int) -> int:
    return bits * 2 if bits < 64 else bits


def sum_type(name: str, left: Type, right: Type, *, signed: bool = False) -> Type:
    """The type of a sum or product of numbers; a difference is always signed."""
    a, b = plain(left, name), plain(right, name)
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        return decimal_type(name, a, b)
    if isinstance(a, Float) or isinstance(b, Float):
        return FLOAT64
    either = a.signed or b.signed or signed
    return Integer(_wider(max(a.bits, b.bits)), either)


def decimal_type(name: str, a: Type, b: Type) -> Type:
    """The decimal (or, with a float, the float) that holds the result."""
    if isinstance(a, Float) or isinstance(b, Float):
        return FLOAT64
    digits = {32: 9, 64: 18, 128: 38, 256: 76}
    decimals = [t for t in (a, b) if isinstance(t, Decimal)]
    bits = max(t.bits for t in decimals)
    scales = [t.scale if isinstance(t, Decimal) else 0 for t in (a, b)]
    if name == "multiply":
        scale = sum(scales)
    elif name == "divide":
        scale = scales[0]
    else:
        scale = max(scales)
    if scale > digits[bits]:
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, f"Scale {scale} is out of bound")
    return Decimal(digits[bits], scale)


def _plus_type(arguments: Sequence[Argument]) -> Type:
    left, right = (a.type for a in arguments)
    found = intervals.sum_type("plus", left, right)
    return found or sum_type("plus", left, right)


def _minus_type(arguments: Sequence[Argument]) -> Type:
    left, right = (a.type for a in arguments)
    found = intervals.sum_type("minus", left, right)
    return found or sum_type("minus", left, right, signed=True)


def _number(call: Call, position: int) -> tuple[Sql, Integer | Float | Decimal]:
    value, type_ = call[position], call.inner(position)
    if isinstance(type_, Bool):
        return sql.cast(value, "UTINYINT"), UINT8
    return value, plain(type_, call.name)


def _operate(call: Call, operator: str) -> Sql:
    """Both sides in the result's type, then the operator; 64 bits wrap."""
    (left, a), (right, b) = _number(call, 0), _number(call, 1)
    result = call.result.inner
    if isinstance(result, Decimal):
        return _decimal(left, a, right, b, operator, result)
    if isinstance(result, Integer) and result.wide:
        return _wide(call.name, left, a, right, b, result)
    x, y = number(left, a, result), number(right, b, result)
    if not isinstance(result, Integer) or result.bits < 64:
        return sql.op(operator, x, y)
    if result.bits == 64 and max(a.bits, b.bits) < 32:
        return sql.op(operator, x, y)
    fits = Sql(f"TRY({sql.op(operator, x, y)})")
    if result.bits == 128:
        return fits
    slow = sql.op(operator, sql.cast(left, "HUGEINT"), sql.cast(right, "HUGEINT"))
    return sql.coalesce(fits, wrap(slow, Integer(128, True), result))


def _wide(name: str, left: Sql, a: Type, right: Sql, b: Type, result: Integer) -> Sql:
    signed = "true" if result.signed else "false"
    x, y = number(left, a, result), number(right, b, result)
    return sql.call("st_wide_op", sql.string(name), x, signed, y, signed, signed)


def _decimal(left: Sql, a: Type, right: Sql, b: Type, operator: str, result: Decimal) -> Sql:
    if result.wide:
        raise Error(Code.NOT_IMPLEMENTED, "Arithmetic of Decimal256 is not supported yet.")
    sides = [
        value
        if isinstance(type_, Decimal)
        else sql.cast(value, f"DECIMAL({min(38, max(result.precision, 20))},0)")
        for value, type_ in ((left, a), (right, b))
    ]
    if operator != "*":
        sides = [sql.cast(side, f"DECIMAL(38,{result.scale})") for side in sides]
    overflow = sql.call(
        "error", sql.string(raising(Code.DECIMAL_OVERFLOW, "Decimal math overflow"))
    )
    value = Sql(f"TRY({sql.cast(sql.op(operator, *sides), result.kernel)})")
    nulls = sql.any_of(sql.is_null(side) for side in (left, right))
    return sql.coalesce(
        value, sql.case((nulls, sql.NULL), otherwise=sql.cast(overflow, result.kernel))
    )


@function("plus", args=2, returns=_plus_type, example=("plus(1, 2)", "3"))
def plus(call: Call) -> Sql:
    """The sum of two numbers, of a moment and a number or an interval."""
    moved = intervals.lower(call, "+")
    return moved if moved is not None else _operate(call, "+")


@function("minus", args=2, returns=_minus_type, example=("minus(10, 3)", "7"))
def minus(call: Call) -> Sql:
    """The difference; always signed for integers."""
    moved = intervals.lower(call, "-")
    return moved if moved is not None else _operate(call, "-")


def _times_type(arguments: Sequence[Argument]) -> Type:
    left, right = (a.type for a in arguments)
    if isinstance(left, Interval) or isinstance(right, Interval):
        return left if isinstance(left, Interval) else right
    return sum_type("multiply", left, right)


@function("multiply", args=2, returns=_times_type, example=("multiply(3, 4)", "12"))
def multiply(call: Call) -> Sql:
    """The product."""
    if isinstance(call.result.inner, Interval):
        return sql.op("*", *(sql.cast(v, "BIGINT") for v in call.sqls))
    return _operate(call, "*")


def _division_type(arguments: Sequence[Argument]) -> Type:
    a, b = (plain(arg.type, "divide") for arg in arguments)
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        return decimal_type("divide", a, b) if isinstance(a, Decimal) else FLOAT64
    return FLOAT64


@function("divide", args=2, returns=_division_type, example=("divide(7, 2)", "3.5"))
def divide(call: Call) -> Sql:
    """The quotient as Float64; division by zero gives inf or nan."""
    (left, a), (right, b) = _number(call, 0), _number(call, 1)
    result = call.result.inner
    if isinstance(result, Decimal):
        zero = _zero_check(right, result.kernel)
        quotient = Sql(
            f"CAST(trunc(CAST({left} AS DOUBLE) / CAST({right} AS DOUBLE), {result.scale}) AS {result.kernel})"
        )
        return sql.case((sql.op("=", right, "0"), zero), otherwise=quotient)
    x, y = number(left, a, FLOAT64), number(right, b, FLOAT64)
    return sql.op("/", x, y)


def _zero_check(value: Sql, kernel: str) -> Sql:
    message = raising(Code.ILLEGAL_DIVISION, "Division by zero")
    return sql.cast(sql.call("error", sql.string(message)), kernel)


def _int_div_type(arguments: Sequence[Argument]) -> Type:
    a, b = (plain(arg.type, "intDiv") for arg in arguments)
    if isinstance(a, Decimal):
        return a
    if isinstance(a, Float):
        return Integer(max(16, a.bits), True)
    return Integer(a.bits, a.signed or not isinstance(b, Integer) or b.signed)


def _integer_division(call: Call, on_zero: Sql) -> Sql:
    (left, a), (right, b) = _number(call, 0), _number(call, 1)
    result = call.result.inner
    if (isinstance(result, Integer) and result.wide) or (isinstance(b, Integer) and b.wide):
        assert isinstance(result, Integer)
        return _wide("intDiv", left, a, right, b, result)
    if isinstance(a, Float) or isinstance(b, Float):
        quotient = number(
            sql.op("/", sql.cast(left, "DOUBLE"), sql.cast(right, "DOUBLE")), FLOAT64, result
        )
    elif isinstance(a, Integer) and isinstance(b, Integer) and a.signed == b.signed:
        quotient = number(sql.op("//", left, right), Integer(max(a.bits, b.bits), a.signed), result)
    else:
        cut = sql.op("//", sql.cast(left, "HUGEINT"), sql.cast(right, "HUGEINT"))
        quotient = number(cut, Integer(128, True), result)
    return sql.case((sql.op("=", right, "0"), on_zero), otherwise=quotient)


@function("intDiv", args=2, returns=_int_div_type, example=("intDiv(7, 2)", "3"))
def int_div(call: Call) -> Sql:
    """The quotient without its fraction; division by zero is an error."""
    return _integer_division(call, _zero_check(call[1], call.result.kernel))


@function("intDivOrZero", args=2, returns=_int_div_type, example=("intDivOrZero(7, 0)", "0"))
def int_div_or_zero(call: Call) -> Sql:
    """As intDiv, but division by zero gives zero."""
    return _integer_division(call, call.result.default())


def _modulo_type(arguments: Sequence[Argument]) -> Type:
    a, b = (plain(arg.type, "modulo") for arg in arguments)
    if isinstance(a, Float) or isinstance(b, Float):
        return FLOAT64
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        return decimal_type("modulo", a, b)
    return Integer(_wider(b.bits) if a.signed else b.bits, a.signed)


def _remainder(call: Call, on_zero: Sql) -> Sql:
    (left, a), (right, b) = _number(call, 0), _number(call, 1)
    result = call.result.inner
    if isinstance(result, Float):
        return sql.call("fmod", sql.cast(left, "DOUBLE"), sql.cast(right, "DOUBLE"))
    if isinstance(result, Integer) and (result.wide or (isinstance(a, Integer) and a.wide)):
        return number(
            _wide("modulo", left, a, right, b, Integer(256, True)), Integer(256, True), result
        )
    if (isinstance(a, Integer) and isinstance(b, Integer) and a.signed == b.signed) or isinstance(
        result, Decimal
    ):
        value = sql.cast(sql.op("%", left, right), result.kernel)
    else:
        value = sql.cast(
            sql.op("%", sql.cast(left, "HUGEINT"), sql.cast(right, "HUGEINT")), result.kernel
        )
    return sql.case((sql.op("=", right, "0"), on_zero), otherwise=value)


@function(
    "modulo",
    args=2,
    returns=_modulo_type,
    any_case=True,
    aliases=("mod",),
    example=("modulo(-7, 3)", "-1"),
)
def modulo(call: Call) -> Sql:
    """The remainder, with the sign of the dividend; division by zero is an error."""
    return _remainder(call, _zero_check(call[1], call.result.kernel))


@function("moduloOrZero", args=2, returns=_modulo_type, example=("moduloOrZero(7, 0)", "0"))
def modulo_or_zero(call: Call) -> Sql:
    """As modulo, but division by zero gives zero."""
    return _remainder(call, call.result.default())


def _negate_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, Interval | Tuple):
        return type_
    number_ = plain(type_, "negate")
    if isinstance(number_, Integer) and not number_.signed:
        return Integer(_wider(number_.bits), True)
    return number_


@function("negate", returns=_negate_type, example=("negate(10)", "-10"))
def negate(call: Call) -> Sql:
    """The number with the other sign."""
    if isinstance(call.inner(0), Interval):
        return sql.op("-", call[0])
    value, type_ = _number(call, 0)
    result = call.result.inner
    if isinstance(result, Integer) and result.wide:
        return _wide("minus", result.literal(0), result, value, type_, result)
    converted = number(value, type_, result)
    if isinstance(result, Integer) and type_.bits == result.bits:
        lowest = sql.op("=", converted, result.literal(result.minimum))
        return sql.case((lowest, converted), otherwise=sql.op("-", converted))
    return sql.op("-", converted)


def _abs_type(arguments: Sequence[Argument]) -> Type:
    number_ = plain(arguments[0].type, "abs")
    return Integer(number_.bits, False) if isinstance(number_, Integer) else number_


@function("abs", returns=_abs_type, any_case=True, example=("abs(-3)", "3"))
def absolute(call: Call) -> Sql:
    """The number without its sign; unsigned for integers."""
    value, type_ = _number(call, 0)
    if isinstance(type_, Integer) and type_.signed and type_.bits <= 64:
        return sql.cast(sql.call("abs", sql.cast(value, "HUGEINT")), call.result.kernel)
    if isinstance(type_, Integer) and not type_.signed:
        return value
    return sql.cast(sql.call("abs", value), call.result.kernel)
