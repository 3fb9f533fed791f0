"""Small functions of numbers: squares, the logistic curve, texts with fixed digits, buckets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.constant_arguments import whole_number, wrong
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import (
    FUNCTIONS,
    Argument,
    Arguments,
    Call,
    function,
    illegal_type,
)
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.number_types import is_native
from sparktree.functions.core.text_functions import refusal
from sparktree.functions.strings.parts import kernel_substring
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    INT32,
    STRING,
    UINT8,
    UINT16,
    UINT64,
    Decimal,
    Float,
    Integer,
    IPv4,
    Tuple,
    Type,
)
from sparktree.types.number_text import digits_of_wide


def _float_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, Integer | Float | Decimal):
        raise illegal_type(arguments.function, arguments[0].type)
    return FLOAT64


@function("sigmoid", returns=_float_type, example=("sigmoid(0)", "0.5"))
def sigmoid(call: Call) -> Sql:
    """The logistic function: 1 / (1 + exp(-x))."""
    value = to_double(call[0], call.inner(0))
    return Sql(f"(1 / (1 + exp(-{value})))")


def _text_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    if not isinstance(type_, Integer | Float | Decimal):
        raise illegal_type(arguments.function, type_)
    digits = whole_number(arguments.function, arguments, 1, "precision")
    if not 0 <= digits <= UINT8.maximum:
        raise Error(
            Code.ILLEGAL_COLUMN, f"Illegal precision {digits} of function {arguments.function}"
        )
    most = 60 if isinstance(type_, Float) else 77
    if not 0 <= digits <= most:
        raise Error(
            Code.CANNOT_PRINT_FLOAT_OR_DOUBLE_NUMBER,
            f"Too many fractional digits requested, shall not be more than {most}",
        )
    return STRING


@function(
    "toDecimalString",
    args=2,
    returns=_text_type,
    any_case=True,
    constant_arguments=(1,),
    converts=True,
    example=("toDecimalString(2.5, 3)", "2.500"),
)
def to_decimal_string(call: Call) -> Sql:
    """The number as text with so many digits behind the point."""
    digits = int(call.value(1))  # type: ignore[call-overload]
    type_ = call.inner(0)
    if isinstance(type_, Float):
        far = refusal(Code.CANNOT_PRINT_FLOAT_OR_DOUBLE_NUMBER, "Too large a number to print")
        return sql.let(
            to_double(call[0], type_),
            lambda v: sql.case(
                (Sql(f"abs({v}) >= 1e60 AND isfinite({v})"), far), otherwise=_float_text(v, digits)
            ),
        )
    exact = convert(call[0], type_, STRING, call.context.zone)
    return _decimal_text(exact, type_.scale if isinstance(type_, Decimal) else 0, digits)


def _float_text(value: Sql, digits: int) -> Sql:
    """Rounded away from zero where the kernel rounds half to even: a bit more is no half."""
    form = sql.string(f"{{:.{digits}f}}")
    exact = sql.call("format", sql.string("{:.60f}"), value)
    half = sql.call("regexp_matches", exact, sql.string(rf"\.[0-9]{{{digits}}}50*$"))
    away = sql.case((sql.op("<", value, 0), Sql("'-inf'::DOUBLE")), otherwise=Sql("'inf'::DOUBLE"))
    more = sql.call("nextafter", value, away)
    return sql.call("format", form, sql.case((half, more), otherwise=value))


@arrow_function("st_decimal_text", ("VARCHAR", "INTEGER", "INTEGER"), "VARCHAR")
def _decimal_text(
    texts: pa.ChunkedArray, scales: pa.ChunkedArray, digits: pa.ChunkedArray
) -> pa.Array:
    """Exact decimals rounded, or filled up, to so many digits."""
    scale, wanted = whole(scales)[0].as_py(), whole(digits)[0].as_py()
    numbers = whole(texts).cast(pa.decimal256(76, min(max(wanted, scale), 76)))
    rounded = pc.round(numbers, ndigits=wanted, round_mode="half_towards_infinity")
    scaled = rounded.cast(pa.decimal256(76, wanted), safe=False)
    return scaled.cast(pa.string())


def _unsigned_key(call: Call) -> Sql:
    """The first argument, an integer, with its bits taken as an unsigned one of 64."""
    type_ = call.inner(0)
    signed = isinstance(type_, Integer) and type_.signed
    key = Sql(f"(CAST({call[0]} AS HUGEINT) & {(1 << 64) - 1}::HUGEINT)") if signed else call[0]
    return sql.cast(key, "UBIGINT")


def _bucket_type(arguments: Arguments) -> Type:
    key, count = (argument.type for argument in arguments)
    if not isinstance(key, Integer | IPv4):
        raise illegal_type(arguments.function, key, 0)
    if isinstance(key, Integer) and key.bits > 64:
        message = f"Function jumpConsistentHash takes 64 bits at most, got {key}"
        raise Error(Code.BAD_ARGUMENTS, message)
    if not isinstance(count, Integer) or count.bits > 64:
        raise illegal_type(arguments.function, count, 1)
    buckets = int(str(arguments[1].value))
    if not 1 <= buckets <= INT32.maximum:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"The second argument of function {arguments.function} (number of buckets) must be"
            " positive number and fit into Int32",
        )
    return INT32


@arrow_function("st_jump_hash", ("UBIGINT", "INTEGER"), "INTEGER")
def _jump(keys: pa.ChunkedArray, buckets: pa.ChunkedArray) -> pa.Array:
    """Lamping and Veach's jump consistent hash, all rows a jump at a time."""
    state = np.array(whole(keys).to_numpy(zero_copy_only=False), np.uint64)
    count = whole(buckets)[0].as_py()
    found = np.full(len(state), -1, np.int64)
    target = np.zeros(len(state), np.int64)
    with np.errstate(over="ignore"):
        while len(active := np.flatnonzero(target < count)):
            found[active] = target[active]
            state[active] = state[active] * np.uint64(2862933555777941757) + np.uint64(1)
            step = float(1 << 31) / ((state[active] >> np.uint64(33)) + np.uint64(1))
            target[active] = ((found[active] + 1) * step).astype(np.int64)
    return pa.array(found.astype(np.int32))


@function(
    "jumpConsistentHash",
    args=2,
    returns=_bucket_type,
    constant_arguments=(1,),
    example=("jumpConsistentHash(256, 10)", "3"),
)
def jump_consistent_hash(call: Call) -> Sql:
    """The bucket of a key; few keys move when there are more buckets."""
    return _jump(_unsigned_key(call), sql.cast(call[1], "INTEGER"))


_MOST_BUCKETS = 1 << 15


def _kostik_type(arguments: Sequence[Argument]) -> Type:
    name, key, count = "kostikConsistentHash", arguments[0].type, arguments[1].type
    if not isinstance(key, Integer | IPv4):
        raise illegal_type(name, key, 0)
    if isinstance(key, Integer) and key.bits > 64:
        message = f"Function {name} accepts 64-bit integers at most, got {key}"
        raise Error(Code.BAD_ARGUMENTS, message)
    what = f"The second argument of function {name} (number of buckets)"
    if not isinstance(count, Integer) or count.bits > 64:
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"{what} must be an integer, got {count}")
    if not 1 <= int(str(arguments[1].value)) <= _MOST_BUCKETS:
        raise Error(Code.BAD_ARGUMENTS, f"{what} must be from 1 to {_MOST_BUCKETS}")
    return UINT16


@function(
    "kostikConsistentHash",
    args=2,
    returns=_kostik_type,
    aliases=("yandexConsistentHash",),
    constant_arguments=(1,),
    example=("kostikConsistentHash(16045690984833335023, 2)", "1"),
)
def kostik_consistent_hash(call: Call) -> Sql:
    """The bucket of a key, of at most 32768; few keys move when there are more buckets."""
    return _kostik(_unsigned_key(call), sql.cast(call[1], "INTEGER"))


@arrow_function("st_kostik_hash", ("UBIGINT", "INTEGER"), "USMALLINT")
def _kostik(keys: pa.ChunkedArray, buckets: pa.ChunkedArray) -> pa.Array:
    """Oblakov's consistent hash: the bits of four quarters of the key decide."""
    if not len(keys):
        return pa.array([], pa.uint16())
    state = np.asarray(whole(keys).fill_null(0).to_numpy(zero_copy_only=False)).astype(np.uint64)
    count = whole(buckets)[0].as_py()
    a, b, c, d = ((state >> np.uint64(16 * i)).astype(np.int64) & 0xFFFF for i in range(4))
    if count == 1:
        return pa.array(np.zeros(len(state), np.uint16))
    bits = (count - 1).bit_length()
    large, small = _by_bits(a, b, c, bits), _by_bits(a, b, c, bits - 1)
    rest = ((d << (16 - bits)) | (c >> bits)).astype(np.uint64)
    for quarter in (b, a):
        rest = rest << np.uint64(17 - bits) | (quarter >> (bits - 1)).astype(np.uint64)
    modulus = np.maximum(large * (large + 1), 1).astype(np.uint64)
    moved = (rest % modulus >> np.uint64(bits)).astype(np.int64) + (1 << (bits - 1))
    found = np.where(large < count, large, np.where(moved < count, moved, small))
    return pa.array(found.astype(np.uint16))


def _by_bits(a: np.ndarray, b: np.ndarray, c: np.ndarray, bits: int) -> np.ndarray:
    """The bucket of 2 ** bits: the highest bit of `c`, with lower ones of `a` or of `b`."""
    block = c & ((1 << bits) - 1)
    highest = np.frexp(block.astype(np.float64))[1] - 1  # of the bits that are set
    power = np.left_shift(1, np.maximum(highest, 0))
    ones = np.bitwise_count(block.astype(np.uint64))
    lower = np.where(ones % 2 == 0, a, b) & (power - 1)
    return np.where(block < 2, block, power + lower)


# --- squares and digits ---------------------------------------------------------------------------


def _square_type(arguments: Sequence[Argument]) -> Type:
    return FUNCTIONS[_product(arguments[0].type)].result_type([arguments[0], arguments[0]])


def _product(type_: Type) -> str:
    return "dotProduct" if isinstance(type_, Tuple) else "multiply"


@function("sqr", returns=_square_type, any_case=True, example=("sqr(3)", "9"))
def sqr(call: Call) -> Sql:
    """The square of a number; that of a tuple is the sum of the squares of its elements."""
    name = _product(call.inner(0))
    twice = replace(
        call, name=name, arguments=call.arguments * 2, sqls=call.sqls * 2,
        conditions=lambda position: call.conditions(0),
    )  # fmt: skip
    return FUNCTIONS[name].lower(twice)


def _digits_type(arguments: Arguments) -> Type:
    wanted = "Int8/Int16/Int32/Int64/UInt8/UInt16/UInt32/UInt64"
    for position, role in enumerate(("number", "offset", "length")[: len(arguments)]):
        if not is_native(arguments[position].type):
            raise wrong(arguments.function, position, arguments[position], role, wanted)
    return UINT64


@function(
    "digits",
    args=(2, 3),
    returns=_digits_type,
    of_null=UINT64,
    example=("digits(1234567890, 7, 2)", "78"),
)
def digits_(call: Call) -> Sql:
    """The digits of a number from a place on (from 1, or from the end), as many as wanted."""
    shown = sql.call("ltrim", sql.cast(sql.cast(call[0], "HUGEINT"), "VARCHAR"), sql.string("-"))
    zero = refusal(Code.ZERO_ARRAY_OR_TUPLE_INDEX, "Indices in number are 1-based")
    numbers = [  # more digits than a number has are one number
        sql.cast(Sql(f"greatest(least(CAST({call[i]} AS HUGEINT), 1000), -1000)"), "BIGINT")
        for i in range(1, len(call))
    ]

    def cut(text: Sql) -> Sql:
        part = kernel_substring(call, text, *numbers)
        found = sql.coalesce(sql.try_cast(part, "UBIGINT"), 0)
        nulls = sql.any_of(sql.is_null(value) for value in call.sqls)
        return sql.case(
            (nulls, sql.NULL), (sql.op("=", call[1], 0), sql.cast(zero, "UBIGINT")), otherwise=found
        )

    return sql.let(shown, cut)


def _overflow_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, Decimal):
        raise illegal_type(arguments.function, arguments[0].type)
    if len(arguments) > 1 and arguments[1].type != UINT8:
        raise illegal_type(arguments.function, arguments[1].type)
    return UINT8


@function(
    "isDecimalOverflow",
    args=(1, 2),
    returns=_overflow_type,
    constant_arguments=(1,),
    example=("isDecimalOverflow(toDecimal32(100, 0), 2)", "1"),
)
def is_decimal_overflow(call: Call) -> Sql:
    """Whether a decimal has more digits than so many, or than its type has."""
    type_ = call.inner(0)
    assert isinstance(type_, Decimal)
    most = int(str(call.value(1))) if len(call) > 1 else type_.precision
    shown = sql.cast(call[0], "VARCHAR")
    if type_.wide:  # as the whole number that it is stored as
        shown = digits_of_wide(call[0], True, 0, False)
    known = sql.call(
        "ltrim",
        sql.call("regexp_replace", shown, sql.string("[-.]"), sql.string(""), sql.string("g")),
        sql.string("0"),
    )
    return sql.cast(sql.op(">", sql.call("length", known), most), "UTINYINT")
