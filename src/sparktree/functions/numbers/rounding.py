"""Rounding: floats to even, integers and decimals away from zero, and to steps of one's own."""

from __future__ import annotations

from functools import partial

from sparktree.errors import Code, Error
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Arguments, Call, Rule, function, illegal_type
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.text_functions import refusal
from sparktree.functions.numbers.integer_rounding import (
    MOST_DIGITS,
    power_of_ten,
    rounded,
    to_multiple,
)
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    UINT8,
    UINT16,
    Array,
    Bool,
    Decimal,
    Float,
    Integer,
    Type,
    least_supertype,
)
from sparktree.types.literal import literal


def _type(arguments: Arguments) -> Type:
    name = arguments.function
    type_ = arguments[0].type.inner
    if not isinstance(type_, Integer | Float | Decimal | Bool):
        raise illegal_type(name, type_)
    if len(arguments) > 1 and not isinstance(arguments[1].type.inner, Integer | Bool):
        wanted = "The number of decimal places to round to"
        raise wrong(name, 1, arguments[1], "N", wanted)
    return type_


# The kernel's functions, by ours: for floats, for decimals, for integers.
_FLOATS = {
    "round": "round_even({}, 0)",
    "bankers": "round_even({}, 0)",
    "floor": "floor({})",
    "ceil": "ceil({})",
    "trunc": "trunc({})",
}


def _digits(call: Call) -> int:
    digits = int(str(call.value(1))) if len(call) > 1 else 0
    if not -(2**15) <= digits < 2**15:
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, "Scale argument for rounding function is too large")
    return digits


def _float(value: Sql, way: str, digits: int, type_: Float) -> Sql:
    wide = sql.cast(value, "DOUBLE")
    if digits == 0:
        return sql.cast(Sql(_FLOATS[way].format(wide)), type_.kernel)
    factor = Sql(f"CAST('{power_of_ten(abs(digits))}' AS {type_.kernel})")
    there, back = ("*", "/") if digits > 0 else ("/", "*")
    # The kernel divides floats as doubles and rounds nothing else: each step in the own width.
    scaled = sql.cast(sql.op(there, sql.cast(value, type_.kernel), factor), type_.kernel)
    rounded = sql.cast(Sql(_FLOATS[way].format(sql.cast(scaled, "DOUBLE"))), type_.kernel)
    found = sql.cast(sql.op(back, rounded, factor), type_.kernel)
    return sql.case((Sql(f"isfinite({wide})"), found), otherwise=sql.cast(value, type_.kernel))


def _stepped(value: Sql, way: str, step: int) -> Sql:
    """A whole number (HUGEINT) as a multiple of a step."""
    rest = f"({value} % {step})"
    cut = f"({value} - {rest})"
    down = f"({cut} - CASE WHEN {rest} < 0 THEN {step} ELSE 0 END)"
    if way == "trunc":
        return Sql(cut)
    if way == "floor":
        return Sql(down)
    if way == "ceil":
        return Sql(f"({cut} + CASE WHEN {rest} > 0 THEN {step} ELSE 0 END)")
    away = f"CASE WHEN {value} < 0 THEN -{step} ELSE {step} END"
    up = f"abs({rest}) * 2 >= {step}"
    if way == "bankers":
        odd = f"({cut} // {step}) % 2 <> 0"
        up = f"(abs({rest}) * 2 > {step} OR (abs({rest}) * 2 = {step} AND {odd}))"
    return Sql(f"({cut} + CASE WHEN {up} THEN {away} ELSE 0 END)")


def _decimal(value: Sql, way: str, digits: int, type_: Decimal) -> Sql:
    if digits >= type_.scale:
        return value
    unscaled = f"CAST(replace(CAST({value} AS VARCHAR), '.', '') AS HUGEINT)"
    stepped = _stepped(Sql(unscaled), way, 10 ** (type_.scale - digits))
    unit = Sql(f"CAST('1e-{type_.scale}' AS DECIMAL(38,{type_.scale}))")
    exact = sql.op("*", sql.cast(stepped, "DECIMAL(38,0)"), unit)
    return sql.cast(exact, type_.kernel)


def _declare(
    name: str,
    way: str,
    doc: str,
    example: tuple[str, str],
    *,
    any_case: bool = False,
    aliases: tuple[str, ...] = (),
) -> None:
    def lower(call: Call) -> Sql:
        type_ = call.result.inner
        value = call[0]
        digits = _digits(call)
        whole = isinstance(type_, Integer | Bool) and abs(digits) > MOST_DIGITS
        if whole and not call.arguments[0].is_constant:
            message = f"Unexpected 'scale' parameter passed to function {name}"
            failed = sql.cast(refusal(Code.BAD_ARGUMENTS, message), type_.kernel)
            return sql.case((sql.is_null(value), sql.NULL), otherwise=failed)
        if isinstance(type_, Bool):
            return value if digits >= 0 else sql.cast(sql.op("AND", value, False), "BOOLEAN")
        if isinstance(type_, Float):
            return sql.short(value, lambda v: _float(v, way, digits, type_))
        if isinstance(type_, Decimal):
            return _rounded_decimal(value, way, digits, type_)
        assert isinstance(type_, Integer)
        return rounded(value, way, digits, type_)

    lower.__doc__ = doc
    function(
        name, args=(1, 2), returns=_type, constant_arguments=(1,),
        example=example, monotonic="increasing", any_case=any_case, aliases=aliases,
    )(lower)  # fmt: skip


def _rounded_decimal(value: Sql, way: str, digits: int, type_: Decimal) -> Sql:
    if type_.wide:  # the unscaled number, which is stored as one
        if digits >= type_.scale:
            return value
        return to_multiple(value, way, 10 ** (type_.scale - digits), Integer(256, True))
    return _decimal(value, way, digits, type_)


_declare(
    "round",
    "round",
    "The nearest number with so many digits after the point.",
    ("round(2.7)", "3"),
    any_case=True,
)
_declare(
    "roundBankers",
    "bankers",
    "As round; of two equally near numbers the even one.",
    ("roundBankers(2.5)", "2"),
)
_declare(
    "floor",
    "floor",
    "The greatest number with so many digits that is not greater.",
    ("floor(1.7)", "1"),
    any_case=True,
)
_declare(
    "ceil",
    "ceil",
    "The least number with so many digits that is not less.",
    ("ceil(1.2)", "2"),
    any_case=True,
    aliases=("ceiling",),
)
_declare(
    "trunc",
    "trunc",
    "The number cut to so many digits after the point.",
    ("trunc(1.7)", "1"),
    any_case=True,
    aliases=("truncate",),
)


# --- steps --------------------------------------------------------------------------------------


def _exp2_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type.inner
    if isinstance(type_, Integer) and type_.bits > 64:
        raise Error(Code.NOT_IMPLEMENTED, f"roundToExp2 is not implemented for {type_}")
    if not isinstance(type_, Integer | Float):
        raise illegal_type(arguments.function, type_)
    return type_


@function(
    "roundToExp2",
    returns=_exp2_type,
    nulls="guard",
    example=("roundToExp2(100)", "64"),
)
def round_to_exp2(call: Call) -> Sql:
    """The greatest power of two that is not greater."""
    type_ = call.inner(0)
    if isinstance(type_, Integer):
        return sql.cast(_highest_bit(call[0], type_), type_.kernel)
    value = to_double(call[0], type_)
    power = Sql(f"pow(2, floor(log2({value})))")
    return sql.cast(sql.case((sql.op(">", value, 0), power), otherwise=0), call.result.kernel)


def _smeared(step: int, value: Sql) -> Sql:
    return Sql(f"({value} | ({value} >> {step}))")


def _highest_bit(value: Sql, type_: Integer) -> Sql:
    """All bits below the highest one are set too; that one is the difference to half of them."""
    filled = sql.cast(value, "UHUGEINT")
    for step in (1, 2, 4, 8, 16, 32):
        if step < type_.bits:
            filled = sql.let(filled, partial(_smeared, step))
    power = sql.let(filled, lambda v: Sql(f"({v} - ({v} >> 1))"))
    return sql.case((sql.op(">", value, 0), power), otherwise=0)


_DURATIONS = (1, 10, 30, 60, 120, 180, 240, 300, 600, 1200, 1800, 3600, 7200, 18000, 36000)
_AGES = ((1, 0), (18, 17), (25, 18), (35, 25), (45, 35), (55, 45))


def _step_type(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        if not isinstance(arguments[0].type, Integer | Float | Bool):
            raise illegal_type(arguments.function, arguments[0].type)
        return result

    return returns


@function(
    "roundDuration",
    returns=_step_type(UINT16),
    nulls="guard",
    example=("roundDuration(100)", "60"),
)
def round_duration(call: Call) -> Sql:
    """A duration in seconds rounded down to one of the usual ones."""
    value = to_double(call[0], call.inner(0))
    steps = [(sql.op(">=", value, step), Sql(str(step))) for step in reversed(_DURATIONS)]
    return sql.cast(sql.case(*steps, otherwise=0), "USMALLINT")


@function("roundAge", returns=_step_type(UINT8), nulls="guard", example=("roundAge(20)", "18"))
def round_age(call: Call) -> Sql:
    """An age rounded down to one of the usual groups."""
    value = to_double(call[0], call.inner(0))
    steps = [(sql.op("<", value, limit), Sql(str(group))) for limit, group in _AGES]
    return sql.cast(sql.case(*steps, otherwise=55), "UTINYINT")


def _down_type(arguments: Arguments) -> Type:
    steps = arguments[1].type
    if not isinstance(steps, Array):
        raise illegal_type(arguments.function, steps, 1)
    type_ = arguments[0].type.inner
    if not isinstance(type_, Integer | Float | Decimal | Bool):
        raise illegal_type(arguments.function, arguments[0].type, 0)
    if isinstance(type_, Integer) and type_.bits > 64:
        raise Error(Code.ILLEGAL_COLUMN, f"Illegal column {type_} of function {arguments.function}")
    if not isinstance(steps.of, Integer | Float | Decimal | Bool):
        raise illegal_type(arguments.function, steps, 1)
    return least_supertype((type_, steps.of))


@function(
    "roundDown",
    args=2,
    returns=_down_type,
    nulls="guard",
    constant_arguments=(1,),
    example=("roundDown(5, [1, 3, 6])", "3"),
)
def round_down(call: Call) -> Sql:
    """The greatest of the given numbers that is not greater, or the least of them."""
    values = call.value(1)
    assert isinstance(values, list)
    steps = sorted(values)
    type_ = call.type(1)
    assert isinstance(type_, Array)
    shown = [literal(type_.of, step) for step in steps]
    branches = [(sql.op(">=", call[0], step), step) for step in reversed(shown)]
    if isinstance(call.inner(0), Float):
        branches.insert(0, (sql.call("isnan", call[0]), call[0]))
    return sql.cast(sql.case(*branches, otherwise=shown[0]), call.result.kernel)
