"""The bits of a number as lists of them; the digits of a number."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.functions.core import lists
from sparktree.functions.core.convert_numbers import number, wide_text
from sparktree.functions.core.declare import (
    FUNCTIONS,
    Arguments,
    Call,
    Rule,
    function,
    illegal_type,
)
from sparktree.functions.numbers.wide_bits import wide_positions, wide_power
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, UINT8, UINT64, Array, Bool, Decimal, Integer, Type


def _integer(name: str, type_: Type) -> Integer:
    if isinstance(type_, Bool):
        return UINT8
    if not isinstance(type_, Integer):
        raise illegal_type(name, type_)
    return type_


def _of_integer(result: Callable[[Integer], Type]) -> Rule:
    return lambda arguments: result(_integer(arguments.function, arguments[0].type))


def _positions(call: Call) -> Sql:
    """The places of the bits that are set, the lowest first."""
    type_ = _integer(call.name, call.inner(0))
    if type_.bits > 64:
        flag = sql.TRUE if type_.signed else sql.FALSE
        wide = number(call[0], type_, Integer(256, type_.signed))
        return wide_positions(wide, flag, type_.bits)
    bits = sql.cast(call[0], "HUGEINT")
    places = sql.call("range", 0, type_.bits)

    def kept(v: Sql) -> Sql:
        return lists.filtered(places, lambda p: Sql(f"((({v} >> CAST({p} AS HUGEINT)) & 1) = 1)"))

    return sql.bound(bits, kept)


@function(
    "bitPositionsToArray",
    returns=_of_integer(lambda t: Array(UINT64)),
    example=("bitPositionsToArray(5)", "[0,2]"),
)
def bit_positions_to_array(call: Call) -> Sql:
    """The places of the bits that are set."""
    return sql.cast(_positions(call), "UBIGINT[]")


def _powers(call: Call) -> Sql:
    type_ = _integer(call.name, call.inner(0))
    if type_.bits > 64:
        return lists.transform(_positions(call), lambda place: _wide_power(place, type_))
    lowest = Sql(f"CAST({type_.minimum} AS HUGEINT)")

    def power(place: Sql) -> Sql:
        value = Sql(f"(CAST(1 AS HUGEINT) << CAST({place} AS HUGEINT))")
        if not type_.signed:
            return value
        return sql.case((Sql(f"{place} = {type_.bits - 1}"), lowest), otherwise=value)

    return sql.cast(lists.transform(_positions(call), power), f"{type_.kernel}[]")


def _wide_power(place: Sql, type_: Integer) -> Sql:
    flag = sql.TRUE if type_.signed else sql.FALSE
    power = wide_power(sql.cast(place, "UBIGINT"), flag)
    return number(power, Integer(256, type_.signed), type_)


def _powers_type(arguments: Arguments) -> Type:
    _integer(arguments.function, arguments[0].type)
    return Array(arguments[0].type)


@function(
    "bitmaskToArray",
    returns=_powers_type,
    example=("bitmaskToArray(50)", "[2,16,32]"),
)
def bitmask_to_array(call: Call) -> Sql:
    """The powers of two that a number is the sum of."""
    return sql.cast(_powers(call), call.result.kernel)


@function(
    "bitmaskToList",
    returns=_of_integer(lambda t: STRING),
    nulls="guard",
    example=("bitmaskToList(50)", "2,16,32"),
)
def bitmask_to_list(call: Call) -> Sql:
    """The powers of two that a number is the sum of, as text."""
    type_ = call.inner(0)
    powers = _powers(call)
    if isinstance(type_, Integer) and type_.wide:
        powers = lists.transform(powers, lambda power: wide_text(power, type_))
    return sql.call("array_to_string", powers, sql.string(","))


def _digits_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, Integer | Decimal):
        raise illegal_type(arguments.function, arguments[0].type)
    return UINT8


@function(
    "countDigits",
    returns=_digits_type,
    nulls="guard",
    example=("countDigits(-123)", "3"),
)
def count_digits(call: Call) -> Sql:
    """How many decimal digits a number has; those of a Decimal without its point."""
    type_ = call.inner(0)
    wide = isinstance(type_, Integer | Decimal) and type_.wide
    shown = FUNCTIONS["toString"].lower(call) if wide else sql.cast(call[0], "VARCHAR")
    digits = sql.call("regexp_replace", shown, sql.string("[-.]"), sql.string(""), sql.string("g"))
    if isinstance(type_, Decimal) and type_.scale:
        digits = sql.call("ltrim", digits, sql.string("0"))
    return sql.cast(Sql(f"greatest(length({digits}), 1)"), "UTINYINT")
