"""Bits of integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of, bounds_of
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function, illegal_type
from sparktree.functions.core.number_types import ADDRESSES, illegal_pair
from sparktree.functions.core.text_arguments import is_text
from sparktree.functions.hashes.any_values import unsigned_bits
from sparktree.functions.numbers.division import wide
from sparktree.functions.numbers.wide_bits import count_wide_bits, shift_wide, swap_wide
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array, unescape_array
from sparktree.types import (
    INT64,
    UINT8,
    UINT16,
    UINT64,
    Bool,
    FixedString,
    Float,
    Integer,
    IPv4,
    IPv6,
    String,
    Type,
)


def _plain_integer(type_: Type) -> Integer | None:
    """The type of a number whose bits can be moved."""
    if isinstance(type_, Bool):
        return UINT8
    if isinstance(type_, IPv4 | IPv6):
        return ADDRESSES[type(type_)]
    return type_ if isinstance(type_, Integer) else None


def _integer(name: str, type_: Type) -> Integer:
    found = None if isinstance(type_.inner, IPv4 | IPv6) else _plain_integer(type_.inner)
    if found is None:
        raise illegal_type(name, type_)
    return found


def _value(call: Call, position: int) -> tuple[Sql, Integer]:
    type_ = call.inner(position)
    known = _plain_integer(type_)
    assert known is not None
    value = call[position]
    return sql.cast(value, "UTINYINT") if isinstance(type_, Bool) else value, known


def _wide(value: Sql, type_: Integer) -> Sql:
    """A number in 256 bits."""
    return number(value, type_, Integer(256, type_.signed))


def _pair(arguments: Arguments) -> Type:
    left, right = (a.type.inner for a in arguments)
    if isinstance(left, FixedString) and left == right:
        return left
    a, b = _plain_integer(left), _plain_integer(right)
    if a is None or b is None:
        raise illegal_pair(arguments.function, left, right)
    return Integer(max(a.bits, b.bits), a.signed or b.signed)


def _binary(name: str, operation: Callable[[Sql, Sql], Sql], doc: str, example: str) -> None:
    def lower(call: Call) -> Sql:
        if isinstance(call.inner(0), FixedString):
            return _bits_of_texts(sql.string(name), call[0], call[1])
        (left, a), (right, b) = _value(call, 0), _value(call, 1)
        result = call.result.inner
        assert isinstance(result, Integer)
        if result.wide:
            return wide(name, left, a, right, b, result)
        return operation(number(left, a, result), number(right, b, result))

    lower.__doc__ = doc
    function(name, args=2, returns=_pair, example=(f"{name}(12, 10)", example))(lower)


_binary("bitAnd", lambda a, b: sql.op("&", a, b), "The bits that both numbers have.", "8")
_binary("bitOr", lambda a, b: sql.op("|", a, b), "The bits that either number has.", "14")
_binary("bitXor", lambda a, b: sql.call("xor", a, b), "The bits that one of the numbers has.", "6")


def _not_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type.inner
    if isinstance(type_, Float):
        return Integer(64 if type_.bits == 64 else 32, True)
    return type_ if is_text(type_) else _integer(arguments.function, type_)


@function("bitNot", returns=_not_type, example=("bitNot(5)", "250"))
def bit_not(call: Call) -> Sql:
    """The bits that the number lacks; a float is taken as a whole number, a text byte by byte."""
    if is_text(call.inner(0)):
        return _other_bits(call[0])
    if isinstance(call.inner(0), Float):
        type_ = call.result.inner
        assert isinstance(type_, Integer)
        value = number(call[0], call.inner(0), type_)
    else:
        value, type_ = _value(call, 0)
    if type_.wide:
        ones = type_.literal(-1 if type_.signed else type_.maximum)
        return wide("bitXor", value, type_, ones, type_, type_)
    return sql.cast(Sql(f"(~ {value})"), type_.kernel)


@arrow_function("st_other_bits", ("VARCHAR",), "VARCHAR")
def _other_bits(column: pa.ChunkedArray) -> pa.Array:
    texts = unescape_array(whole(column).fill_null(""))
    data, bounds = bounds_of(texts)
    return escape_array(binary_of(~data, bounds))


_OF_BYTES: dict[str, Callable[..., npt.NDArray[np.uint8]]] = {
    "bitAnd": np.bitwise_and,
    "bitOr": np.bitwise_or,
    "bitXor": np.bitwise_xor,
}


@arrow_function("st_bits_of_texts", ("VARCHAR", "VARCHAR", "VARCHAR"), "VARCHAR")
def _bits_of_texts(
    names: pa.ChunkedArray, lefts: pa.ChunkedArray, rights: pa.ChunkedArray
) -> pa.Array:
    """An operation on the bytes of texts of one size, byte by byte."""
    sides = (whole(lefts), whole(rights))
    both = pc.and_(sides[0].is_valid(), sides[1].is_valid())
    texts = [unescape_array(pc.if_else(both, side, "")) for side in sides]
    (left, bounds), (right, _) = (bounds_of(text) for text in texts)
    name = whole(names)[0].as_py() if len(both) else "bitAnd"
    return escape_array(binary_of(_OF_BYTES[name](left, right), bounds))


# --- moved --------------------------------------------------------------------------------------


def _unsigned(value: Sql, type_: Integer) -> Sql:
    """The bits of a number of at most 64 bits as a UHUGEINT."""
    if type_.bits > 64:
        raise Error(Code.NOT_IMPLEMENTED, f"Shifts of {type_} are not supported yet.")
    plain = Integer(type_.bits, False)
    return sql.cast(number(value, type_, plain), "UHUGEINT")


def _moved_type(texts: bool) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        left, right = (a.type.inner for a in arguments)
        value, amount = _plain_integer(left), _plain_integer(right)
        if amount is not None and amount.bits > 64:
            raise Error(
                Code.NOT_IMPLEMENTED,
                f"{name} is not implemented for big integers as second argument",
            )
        if texts and is_text(left) and amount is not None:
            return left
        if value is None or amount is None:
            raise illegal_pair(name, left, right)
        return Integer(max(value.bits, amount.bits), value.signed or amount.signed)

    return returns


Shift = Callable[[Sql, Sql, Integer], str]


def _moved(name: str, shift: Shift, doc: str, example: str, *, around: bool) -> None:
    """A value as wide as both types; a shift by as many bits as the first type has leaves none."""

    def of_text(call: Call) -> Sql:
        size = call.inner(0).size if isinstance(call.inner(0), FixedString) else -1  # type: ignore[attr-defined]
        left = sql.TRUE if "Left" in name else sql.FALSE
        return _shift_text(call[0], _amount(call), left, size)

    def lower(call: Call) -> Sql:
        if is_text(call.inner(0)):
            return of_text(call)
        value, type_ = _value(call, 0)
        result = call.result.inner
        assert isinstance(result, Integer)

        def found_by(amount: Sql) -> Sql:
            moved = number(value, type_, result)
            if result.bits > 64 and not around:
                by = amount if "Left" in name else sql.op("-", amount)
                there = shift_wide(_wide(moved, result), by, result.signed)
                return number(there, Integer(256, result.signed), result)
            bits = _unsigned(moved, result)
            return number(Sql(shift(bits, amount, result)), Integer(128, False), result)

        def shifted(amount: Sql) -> Sql:
            found = found_by(amount)
            if around:
                return found
            none = sql.cast(0, result.kernel)
            return sql.case(
                (
                    sql.op("<", amount, 0),
                    lists.failing(Code.ARGUMENT_OUT_OF_BOUND, _NEGATIVE, result.kernel),
                ),
                (sql.op(">=", amount, type_.bits), none),
                otherwise=found,
            )

        return sql.let(_amount(call), shifted)

    lower.__doc__ = doc
    function(
        name, args=2, returns=_moved_type(not around), nulls="guard",
        example=(f"{name}(129, 1)", example),
    )(lower)  # fmt: skip


_NEGATIVE = "The number of shift positions needs to be a non-negative value"


def _amount(call: Call) -> Sql:
    """By how many bits; more than a number can have is one number, but around in a circle."""
    type_ = call.inner(1)
    if isinstance(type_, Integer) and type_.bits == 64 and not type_.signed:
        if "Rotate" in call.name:
            return number(call[1], type_, INT64)
        return sql.cast(Sql(f"least({call[1]}, {1 << 62})"), "BIGINT")
    return sql.cast(call[1], "BIGINT")


def _power(amount: Sql | str, bits: int) -> str:
    return f"CAST(pow(2, greatest(least({amount}, {bits}), 0)) AS UHUGEINT)"


def _moved_left(value: Sql, amount: Sql, type_: Integer) -> str:
    return f"(({value} * {_power(amount, type_.bits)}) & {(1 << type_.bits) - 1}::UHUGEINT)"


def _right(value: Sql, amount: Sql, type_: Integer) -> str:
    power, bits = _power(amount, type_.bits), type_.bits
    plain = f"({value} // {power})"
    if not type_.signed:
        return plain
    # Signed numbers keep their sign: the bits that come in from the left are those of the sign.
    ones = f"({(1 << bits)}::UHUGEINT - {1 << bits}::UHUGEINT // {power})"
    negative = f"{value} >= {1 << (bits - 1)}::UHUGEINT"
    return f"(CASE WHEN {negative} THEN {plain} | {ones} ELSE {plain} END)"


def _rotate(value: Sql, amount: str, type_: Integer) -> str:
    bits = type_.bits
    turn = f"((({amount} % {bits}) + {bits}) % {bits})"
    left, right = _power(turn, bits), _power(f"{bits} - {turn}", bits)
    return f"((({value} * {left}) & {(1 << bits) - 1}::UHUGEINT) | ({value} // {right}))"


_moved("bitShiftLeft", _moved_left, "The bits moved to the left.", "2", around=False)
_moved("bitShiftRight", _right, "The bits moved to the right.", "64", around=False)
_moved(
    "bitRotateLeft",
    _rotate,
    "The bits moved to the left, coming in again at the right.",
    "3",
    around=True,
)
_moved(
    "bitRotateRight",
    lambda v, n, t: _rotate(v, f"(-{n})", t),
    "The bits moved to the right, coming in again at the left.",
    "192",
    around=True,
)


@arrow_function("st_shift_text", ("VARCHAR", "BIGINT", "BOOLEAN", "INTEGER"), "VARCHAR")
def _shift_text(
    column: pa.ChunkedArray, amounts: pa.ChunkedArray, left: pa.ChunkedArray, fixed: pa.ChunkedArray
) -> pa.Array:
    """Texts as one long number each, the highest byte first; those of no fixed size change it."""
    if not len(column):
        return pa.array([], pa.string())
    texts = Texts.of(whole(column))
    amount = np.asarray(whole(amounts).fill_null(0), np.int64)
    if (amount < 0).any():
        raise ValueError(raising(Code.ARGUMENT_OUT_OF_BOUND, _NEGATIVE))
    to_left, size = whole(left)[0].as_py(), whole(fixed)[0].as_py()
    gone = amount >= texts.sizes * 8
    whole_bytes, bits = np.where(gone, 0, amount // 8), np.where(gone, 0, amount % 8)
    grown = whole_bytes + (bits > 0) if to_left else -whole_bytes
    sizes = texts.sizes if size >= 0 else np.where(gone, 0, texts.sizes + grown)
    # By how many bits the first byte of the result is behind the first byte of the text.
    start = texts.sizes * 8 - sizes * 8 + amount if to_left else -amount
    if size < 0 and not to_left:
        start = -bits
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    rows = np.repeat(np.arange(len(sizes)), sizes)
    place = np.arange(bounds[-1]) - bounds[:-1][rows]
    at = start[rows] + place * 8
    turn = (at % 8).astype(np.uint16)
    pair = _byte_at(texts, rows, at // 8) << np.uint16(8) | _byte_at(texts, rows, at // 8 + 1)
    data = (pair >> (np.uint16(8) - turn)).astype(np.uint8)
    return escape_array(binary_of(np.where(gone[rows], 0, data).astype(np.uint8), bounds))


def _byte_at(texts: Texts, rows: Places, at: Places) -> npt.NDArray[np.uint16]:
    """The bytes at places of texts; zeros outside."""
    inside = (at >= 0) & (at < texts.sizes[rows])
    found = texts.data[np.where(inside, texts.starts[rows] + at, 0)]
    return np.where(inside, found, 0).astype(np.uint16)


# --- asked --------------------------------------------------------------------------------------


def _bit(value: Sql, place: Sql) -> Sql:
    return Sql(f"(({value} // CAST(pow(2, {place}) AS UHUGEINT)) % 2 = 1)")


def _within(place: Sql, type_: Integer) -> Sql:
    """The place of a bit, if the number has one there."""
    message = f"The bit position argument needs to a positive value and less than {type_.bits}"
    failed = lists.failing(Code.PARAMETER_OUT_OF_BOUND, message, "HUGEINT")
    return sql.case((Sql(f"{place} NOT BETWEEN 0 AND {type_.bits - 1}"), failed), otherwise=place)


_FEW = Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION


def _test(name: str, every: bool, doc: str, most: int | None) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        types = [
            None
            if most is None and isinstance(a.type.inner, IPv4 | IPv6)
            else _plain_integer(a.type.inner)
            for a in arguments
        ]
        if most is not None and None in types:
            raise illegal_pair(name, arguments[0].type, arguments[1].type)
        for place, (argument, type_) in enumerate(zip(arguments, types, strict=True)):
            if type_ is None or (most is None and place and type_.signed):
                raise illegal_type(name, argument.type, place)
            if type_.bits > 64 and most is None:
                message = f"Illegal column {argument.type} of argument of function {name}"
                raise Error(Code.ILLEGAL_COLUMN, message)
            if type_.bits > 64:
                raise Error(Code.NOT_IMPLEMENTED, f"{name} is not implemented for big integers")
        return UINT8

    def lower(call: Call) -> Sql:
        value, type_ = _value(call, 0)
        bits = _unsigned(value, type_)
        asked = [_bit(bits, _within(sql.cast(p, "HUGEINT"), type_)) for p in call.sqls[1:]]
        return sql.all_of(asked) if every else sql.any_of(asked)

    lower.__doc__ = doc
    function(
        name, args=(2, most), returns=returns, condition=True,
        example=(f"{name}(5, 0)", "1"),
        too_few=_FEW if most is None else Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
    )(lower)  # fmt: skip


_test("bitTest", True, "Whether the bit at a place is set.", 2)
_test("bitTestAll", True, "Whether the bits at all places are set.", None)
_test("bitTestAny", False, "Whether the bit at some place is set.", None)


def _count_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type.inner
    if is_text(type_):
        return UINT64 if isinstance(type_, String) else UINT16
    if isinstance(type_, Float):
        return UINT8
    return UINT16 if _integer(arguments.function, type_).bits > 128 else UINT8


@function("bitCount", returns=_count_type, example=("bitCount(7)", "3"))
def bit_count(call: Call) -> Sql:
    """The number of bits that are set."""
    type_ = call.inner(0)
    if is_text(type_):
        return sql.cast(_differing_bits(call[0], sql.string("")), call.result.kernel)
    if isinstance(type_, Float):
        return sql.cast(
            Sql(f"bit_count(CAST({unsigned_bits(call[0], type_)} AS HUGEINT))"), "UTINYINT"
        )
    value, integer = _value(call, 0)
    if integer.wide:
        return count_wide_bits(value, integer.signed)
    bits = number(value, integer, Integer(integer.bits, False))
    return sql.cast(Sql(f"len(replace(to_binary({bits}), '0', ''))"), call.result.kernel)


def _distance_type(arguments: Arguments) -> Type:
    left, right = (a.type.inner for a in arguments)
    if isinstance(left, FixedString) and isinstance(right, FixedString):
        return UINT16
    if is_text(left) and is_text(right):
        return UINT64
    if any(_plain_integer(t) is None and not isinstance(t, Float) for t in (left, right)):
        raise illegal_pair(arguments.function, left, right)
    if any(isinstance(t, Integer) and t.bits > 64 for t in (left, right)):
        raise Error(
            Code.ILLEGAL_COLUMN,
            "Unsupported data type combination in function 'bitHammingDistance'",
        )
    return UINT8


@function(
    "bitHammingDistance", args=2, returns=_distance_type, example=("bitHammingDistance(1, 7)", "2")
)
def bit_hamming_distance(call: Call) -> Sql:
    """The number of bits in which two numbers, floats as whole ones, or two texts differ."""
    if is_text(call.inner(0)):
        return sql.cast(_differing_bits(call[0], call[1]), call.result.kernel)
    left, right = (_whole_bits(call, i) for i in (0, 1))
    return sql.cast(Sql(f"len(replace(to_binary(xor({left}, {right})), '0', ''))"), "UTINYINT")


def _whole_bits(call: Call, position: int) -> Sql:
    """The 64 bits of a number; negative ones are filled up with their sign."""
    if isinstance(call.inner(position), Float):
        return _unsigned(number(call[position], call.inner(position), INT64), INT64)
    return _unsigned(number(*_value(call, position), INT64), INT64)


@arrow_function("st_differing_bits", ("VARCHAR", "VARCHAR"), "UBIGINT")
def _differing_bits(left: pa.ChunkedArray, right: pa.ChunkedArray) -> pa.Array:
    """What only the longer of two texts has is compared with zeros."""
    sides = [Texts.of(whole(column)) for column in (left, right)]
    sizes = np.maximum(sides[0].sizes, sides[1].sizes)
    rows = np.repeat(np.arange(len(sizes)), sizes)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    first, second = (_byte_at(texts, rows, place) for texts in sides)
    bits = np.bitwise_count(first ^ second)
    return pa.array(np.bincount(rows, bits, minlength=len(sizes)).astype(np.uint64))


def _swap_type(arguments: Arguments) -> Type:
    if isinstance(arguments[0].type.inner, Float):
        raise Error(Code.NOT_IMPLEMENTED, "byteSwap is not implemented for floating point numbers")
    return _integer(arguments.function, arguments[0].type)


@function("byteSwap", returns=_swap_type, any_case=True, example=("byteSwap(258)", "513"))
def byte_swap(call: Call) -> Sql:
    """The bytes of the number in the other order."""
    value, type_ = _value(call, 0)
    if type_.bits > 64:
        there = swap_wide(_wide(value, type_), type_.bits, type_.signed)
        return number(there, Integer(256, type_.signed), type_)
    bits = _unsigned(value, type_)
    count = type_.bits // 8
    pieces = [
        f"(({bits} // {1 << (8 * i)}::UHUGEINT) % 256) * {1 << (8 * (count - 1 - i))}::UHUGEINT"
        for i in range(count)
    ]
    return number(Sql(f"({' + '.join(pieces)})"), Integer(128, False), type_)
