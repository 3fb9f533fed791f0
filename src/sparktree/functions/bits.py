"""Bits of integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.convert_numbers import number
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.division import wide
from sparktree.functions.number_types import illegal_pair
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import UINT8, UINT16, Bool, Date, DateTime, Float, Integer, String, Type


def _integer(name: str, type_: Type) -> Integer:
    inner = type_.inner
    if isinstance(inner, Bool):
        return UINT8
    if isinstance(inner, Integer):
        return inner
    if isinstance(inner, Date):
        return UINT16
    if isinstance(inner, DateTime):
        return Integer(32, False)
    raise illegal_type(name, type_)


def _value(call: Call, position: int) -> tuple[Sql, Integer]:
    type_ = call.inner(position)
    value = call[position]
    if isinstance(type_, Bool):
        value = sql.cast(value, "UTINYINT")
    if isinstance(type_, Date):
        value = sql.cast(sql.op("-", value, Sql("DATE '1970-01-01'")), "USMALLINT")
    return value, _integer(call.name, type_)


def _pair(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        left, right = (a.type.inner for a in arguments)
        if isinstance(left, Float) or isinstance(right, Float):
            raise illegal_pair(name, left, right)
        a, b = _integer(name, left), _integer(name, right)
        return Integer(max(a.bits, b.bits), a.signed or b.signed)

    return returns


def _binary(name: str, operation: Callable[[Sql, Sql], Sql], doc: str, example: str) -> None:
    def lower(call: Call) -> Sql:
        (left, a), (right, b) = _value(call, 0), _value(call, 1)
        result = call.result.inner
        assert isinstance(result, Integer)
        if result.wide:
            return wide(name, left, a, right, b, result)
        return operation(number(left, a, result), number(right, b, result))

    lower.__doc__ = doc
    function(
        name, args=2, returns=_pair(name), family="bits", example=(f"{name}(12, 10)", example)
    )(lower)


_binary("bitAnd", lambda a, b: sql.op("&", a, b), "The bits that both numbers have.", "8")
_binary("bitOr", lambda a, b: sql.op("|", a, b), "The bits that either number has.", "14")
_binary("bitXor", lambda a, b: sql.call("xor", a, b), "The bits that one of the numbers has.", "6")


def _one(name: str) -> Callable[[Sequence[Argument]], Type]:
    return lambda arguments: _integer(name, arguments[0].type)


@function("bitNot", returns=_one("bitNot"), example=("bitNot(5)", "250"))
def bit_not(call: Call) -> Sql:
    """The bits that the number lacks."""
    value, type_ = _value(call, 0)
    if type_.wide:
        ones = type_.literal(-1 if type_.signed else type_.maximum)
        return wide("bitXor", value, type_, ones, type_, type_)
    return sql.cast(f"(~ {value})", type_.kernel)


# --- moved --------------------------------------------------------------------------------------


def _unsigned(value: Sql, type_: Integer) -> Sql:
    """The bits of a number of at most 64 bits as a UHUGEINT."""
    if type_.bits > 64:
        raise Error(Code.NOT_IMPLEMENTED, f"Shifts of {type_} are not supported yet.")
    plain = Integer(type_.bits, False)
    return sql.cast(number(value, type_, plain), "UHUGEINT")


def _amount(call: Call) -> Sql:
    return sql.cast(call[1], "BIGINT")


def _moved(
    name: str, shift: Callable[[Sql, str, int, Integer], str], doc: str, example: str
) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        _integer(name, arguments[1].type)
        return _integer(name, arguments[0].type)

    def lower(call: Call) -> Sql:
        value, type_ = _value(call, 0)
        moved = shift(_unsigned(value, type_), _amount(call), type_.bits, type_)
        return number(Sql(moved), Integer(128, False), type_)

    lower.__doc__ = doc
    function(
        name, args=2, returns=returns, family="bits", nulls="guard",
        example=(f"{name}(129, 1)", example),
    )(lower)  # fmt: skip


def _left(value: Sql, amount: str, bits: int, type_: Integer) -> str:
    power = f"CAST(pow(2, least({amount}, {bits})) AS UHUGEINT)"
    return f"(({value} * {power}) & {(1 << bits) - 1}::UHUGEINT)"


def _right(value: Sql, amount: str, bits: int, type_: Integer) -> str:
    power = f"CAST(pow(2, least({amount}, {bits})) AS UHUGEINT)"
    plain = f"({value} // {power})"
    if not type_.signed:
        return plain
    # Signed numbers keep their sign: the bits that come in from the left are those of the sign.
    ones = f"({(1 << bits)}::UHUGEINT - {1 << bits}::UHUGEINT // {power})"
    negative = f"{value} >= {1 << (bits - 1)}::UHUGEINT"
    return f"(CASE WHEN {negative} THEN {plain} | {ones} ELSE {plain} END)"


def _rotate(value: Sql, amount: str, bits: int) -> str:
    turn = f"((({amount} % {bits}) + {bits}) % {bits})"
    left = f"CAST(pow(2, {turn}) AS UHUGEINT)"
    right = f"CAST(pow(2, {bits} - {turn}) AS UHUGEINT)"
    return f"((({value} * {left}) & {(1 << bits) - 1}::UHUGEINT) | ({value} // {right}))"


_moved("bitShiftLeft", _left, "The bits moved to the left.", "2")
_moved("bitShiftRight", _right, "The bits moved to the right.", "64")
_moved(
    "bitRotateLeft",
    lambda v, n, b, t: _rotate(v, n, b),
    "The bits moved to the left, coming in again at the right.",
    "3",
)
_moved(
    "bitRotateRight",
    lambda v, n, b, t: _rotate(v, f"(-{n})", b),
    "The bits moved to the right, coming in again at the left.",
    "192",
)


# --- asked --------------------------------------------------------------------------------------


def _bit(value: Sql, place: Sql) -> str:
    return f"(({value} // CAST(pow(2, {place}) AS UHUGEINT)) % 2 = 1)"


_FEW = Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION


def _test(name: str, every: bool, doc: str, most: int | None) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        for argument in arguments:
            _integer(name, argument.type)
        return UINT8

    def lower(call: Call) -> Sql:
        value = _unsigned(*_value(call, 0))
        asked = [_bit(value, sql.cast(place, "BIGINT")) for place in call.sqls[1:]]
        return sql.all_of(asked) if every else sql.any_of(asked)

    lower.__doc__ = doc
    function(
        name, args=(2, most), returns=returns, condition=True, family="bits",
        example=(f"{name}(5, 0)", "1"),
        too_few=_FEW if most is None else Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
    )(lower)  # fmt: skip


_test("bitTest", True, "Whether the bit at a place is set.", 2)
_test("bitTestAll", True, "Whether the bits at all places are set.", None)
_test("bitTestAny", False, "Whether the bit at some place is set.", None)


def _count_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type.inner
    if isinstance(type_, String):
        return UINT16
    if isinstance(type_, Float):
        return UINT8
    return UINT16 if _integer("bitCount", type_).bits > 128 else UINT8


@function("bitCount", returns=_count_type, example=("bitCount(7)", "3"))
def bit_count(call: Call) -> Sql:
    """The number of bits that are set."""
    type_ = call.inner(0)
    if isinstance(type_, String):
        digits = sql.call("to_binary", sql.call("st_bytes", call[0]))
        return sql.cast(f"len(replace({digits}, '0', ''))", "USMALLINT")
    if isinstance(type_, Float):
        raise Error(Code.NOT_IMPLEMENTED, "bitCount of floats is not supported yet.")
    value, integer = _value(call, 0)
    bits = number(value, integer, Integer(integer.bits, False))
    return sql.cast(f"len(replace(to_binary({bits}), '0', ''))", call.result.kernel)


def _distance_type(arguments: Sequence[Argument]) -> Type:
    for argument in arguments:
        _integer("bitHammingDistance", argument.type)
    return UINT8


@function(
    "bitHammingDistance", args=2, returns=_distance_type, example=("bitHammingDistance(1, 7)", "2")
)
def bit_hamming_distance(call: Call) -> Sql:
    """The number of bits in which two numbers differ."""
    left, right = (_unsigned(*_value(call, i)) for i in (0, 1))
    return sql.cast(f"len(replace(to_binary(xor({left}, {right})), '0', ''))", "UTINYINT")


@function("byteSwap", returns=_one("byteSwap"), any_case=True, example=("byteSwap(258)", "513"))
def byte_swap(call: Call) -> Sql:
    """The bytes of the number in the other order."""
    value, type_ = _value(call, 0)
    bits = _unsigned(value, type_)
    count = type_.bits // 8
    pieces = [
        f"(({bits} // {1 << (8 * i)}::UHUGEINT) % 256) * {1 << (8 * (count - 1 - i))}::UHUGEINT"
        for i in range(count)
    ]
    return number(Sql(f"({' + '.join(pieces)})"), Integer(128, False), type_)
