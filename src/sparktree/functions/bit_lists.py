"""The bits of a number as lists of them; the digits of a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.functions import lists
from sparktree.functions.declare import FUNCTIONS, Argument, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, UINT8, UINT64, Array, Bool, Decimal, Integer, Type


def _native(name: str, type_: Type) -> Integer:
    if isinstance(type_, Bool):
        return UINT8
    if not isinstance(type_, Integer) or type_.bits > 64:
        raise illegal_type(name, type_)
    return type_


def _of_integer(
    name: str, result: Callable[[Integer], Type]
) -> Callable[[Sequence[Argument]], Type]:
    return lambda arguments: result(_native(name, arguments[0].type))


def _positions(call: Call) -> Sql:
    """The places of the bits that are set, the lowest first."""
    type_ = _native(call.name, call.inner(0))
    bits = sql.cast(call[0], "HUGEINT")
    places = sql.call("range", "0", str(type_.bits))

    def kept(v: Sql) -> Sql:
        return lists.filtered(places, lambda p: Sql(f"((({v} >> CAST({p} AS HUGEINT)) & 1) = 1)"))

    return lists.once(bits, kept)


@function(
    "bitPositionsToArray",
    returns=_of_integer("bitPositionsToArray", lambda t: Array(UINT64)),
    family="bits",
    example=("bitPositionsToArray(5)", "[0,2]"),
)
def bit_positions_to_array(call: Call) -> Sql:
    """The places of the bits that are set."""
    return sql.cast(_positions(call), "UBIGINT[]")


def _powers(call: Call) -> Sql:
    type_ = _native(call.name, call.inner(0))
    lowest = f"CAST({type_.minimum} AS HUGEINT)"

    def power(place: Sql) -> Sql:
        value = Sql(f"(CAST(1 AS HUGEINT) << CAST({place} AS HUGEINT))")
        if not type_.signed:
            return value
        return sql.case((f"{place} = {type_.bits - 1}", lowest), otherwise=value)

    return sql.cast(lists.transform(_positions(call), power), f"{type_.kernel}[]")


@function(
    "bitmaskToArray",
    returns=_of_integer("bitmaskToArray", Array),
    family="bits",
    example=("bitmaskToArray(50)", "[2,16,32]"),
)
def bitmask_to_array(call: Call) -> Sql:
    """The powers of two that a number is the sum of."""
    return _powers(call)


@function(
    "bitmaskToList",
    returns=_of_integer("bitmaskToList", lambda t: STRING),
    family="bits",
    nulls="guard",
    example=("bitmaskToList(50)", "2,16,32"),
)
def bitmask_to_list(call: Call) -> Sql:
    """The powers of two that a number is the sum of, as text."""
    return sql.call("array_to_string", _powers(call), "','")


def _digits_type(arguments: Sequence[Argument]) -> Type:
    if not isinstance(arguments[0].type, Integer | Decimal):
        raise illegal_type("countDigits", arguments[0].type)
    return UINT8


@function(
    "countDigits",
    returns=_digits_type,
    family="maths",
    nulls="guard",
    example=("countDigits(-123)", "3"),
)
def count_digits(call: Call) -> Sql:
    """How many decimal digits a number has; those of a Decimal without its point."""
    type_ = call.inner(0)
    wide = isinstance(type_, Integer | Decimal) and type_.wide
    shown = FUNCTIONS["toString"].lower(call) if wide else sql.cast(call[0], "VARCHAR")
    digits = sql.call("regexp_replace", shown, "'[-.]'", "''", "'g'")
    if isinstance(type_, Decimal) and type_.scale:
        digits = sql.call("ltrim", digits, "'0'")
    return sql.cast(f"greatest(length({digits}), 1)", "UTINYINT")
