"""256-bit integers and decimals, which the kernel lacks, over whole arrays."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import pyarrow as pa

from sparktree.errors import Code
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.types import Integer
from sparktree.types.numeric import wide_bytes, wide_value
from sparktree.types.wide_arrays import (
    Words,
    digits,
    from_digits,
    from_words,
    multiplied,
    negated,
    scaled,
    totals,
    words,
    wrapped,
)

Constant = TypeVar("Constant", bool, int, str)


def _first(column: pa.ChunkedArray, otherwise: Constant) -> Constant:
    """The value of a constant argument; of no rows, it does not matter."""
    return type(otherwise)(whole(column)[0].as_py()) if len(column) else otherwise


@arrow_function("st_wide", ("VARCHAR", "BOOLEAN"), "BLOB")
def _wide(texts: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    return _of_texts(whole(texts), _first(signed, False))


def _of_texts(texts: pa.Array, signed: bool) -> pa.Array:
    """The numbers of texts; only what is written with an exponent or a fraction goes by Python."""
    found = from_digits(texts, signed)
    if found is not None:
        return found
    numbers = (None if t is None else int(decimal.Decimal(t)) for t in texts.to_pylist())
    return pa.array([None if n is None else wide_bytes(n, signed) for n in numbers], pa.binary())


@arrow_function("st_wrap_text", ("VARCHAR", "INTEGER", "BOOLEAN"), "VARCHAR")
def _wrap_text(texts: pa.ChunkedArray, bits: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    flag = _first(signed, False)
    stored = _of_texts(whole(texts), True)
    numbers = wrapped(words(stored, True), _first(bits, 64), flag)
    return digits(from_words(numbers, True, np.asarray(stored.is_null())), True)


@arrow_function("st_wide_decimal", ("VARCHAR", "INTEGER"), "BLOB")
def _wide_decimal(texts: pa.ChunkedArray, scale: pa.ChunkedArray) -> pa.Array:
    power, array = _first(scale, 0), whole(texts)
    plain = scaled(array, power)
    found = None if plain is None else from_digits(plain, True)
    if found is not None:
        return found
    with decimal.localcontext(prec=160):
        numbers = [
            None if t is None else int(decimal.Decimal(t).scaleb(power)) for t in array.to_pylist()
        ]
    return pa.array([None if n is None else wide_bytes(n, True) for n in numbers], pa.binary())


def _divided(divisor: int) -> int:
    """The divisor, unless it is zero."""
    if divisor == 0:
        raise ValueError(raising(Code.ILLEGAL_DIVISION, "Division by zero"))
    return divisor


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(_divided(b)) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: int, b: int) -> int:
    return abs(a) % abs(_divided(b)) * (1 if a >= 0 else -1)


_BY_WORDS: dict[str, Callable[[Words, Words], Words]] = {
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a + negated(b),
    "multiply": multiplied,
    "bitAnd": lambda a, b: a & b,
    "bitOr": lambda a, b: a | b,
    "bitXor": lambda a, b: a ^ b,
}
# Python divides long numbers faster than any division of words, bit by bit, over whole columns.
_DIVISIONS: dict[str, Callable[[int, int], int]] = {
    "intDiv": _quotient,
    "modulo": _remainder,
    "positiveModulo": lambda a, b: a % abs(b) if b else _divided(b),
}


@arrow_function("st_wide_op", ("VARCHAR", "BLOB", "BOOLEAN", "BLOB", "BOOLEAN", "BOOLEAN"), "BLOB")
def _operation(
    name: pa.ChunkedArray,
    left: pa.ChunkedArray,
    left_signed: pa.ChunkedArray,
    right: pa.ChunkedArray,
    right_signed: pa.ChunkedArray,
    signed: pa.ChunkedArray,
) -> pa.Array:
    operation = _first(name, "plus")
    flags = [_first(f, False) for f in (left_signed, right_signed, signed)]
    a, b = whole(left), whole(right)
    by_words = _BY_WORDS.get(operation)
    if by_words is None:
        return _divide(_DIVISIONS[operation], a, b, flags)
    nulls = np.asarray(a.is_null()) | np.asarray(b.is_null())
    return from_words(by_words(words(a, flags[0]), words(b, flags[1])), flags[2], nulls)


def _divide(
    divide: Callable[[int, int], int], left: pa.Array, right: pa.Array, flags: list[bool]
) -> pa.Array:
    type_ = Integer(256, flags[2])

    def one(a: bytes | None, b: bytes | None) -> bytes | None:
        if a is None or b is None:
            return None
        found = divide(wide_value(a, flags[0]), wide_value(b, flags[1]))
        return wide_bytes(type_.wrap(found), flags[2])

    return pa.array(map(one, left.to_pylist(), right.to_pylist()), pa.binary())


@arrow_function("st_bfloat16", ("FLOAT",), "FLOAT")
def _bfloat16(values: pa.ChunkedArray) -> pa.Array:
    """A Float32 cut to the upper half of its bits, as ClickHouse does."""
    array = whole(values)
    bits = np.asarray(array.fill_null(0).to_numpy(zero_copy_only=False), dtype=np.float32).view(
        np.uint32
    )
    cut = (bits & np.uint32(0xFFFF0000)).view(np.float32)
    return pa.array(cut, pa.float32(), mask=np.asarray(array.is_null()))


@arrow_function("st_wide_sum", ("BLOB[]", "BOOLEAN"), "BLOB")
def _wide_sum(lists: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    """The sums of lists of 256-bit numbers, which wrap."""
    flag = _first(signed, False)
    array = whole(lists)
    return from_words(_sums(array, array.flatten(), flag), flag, np.asarray(array.is_null()))


def _sums(lists: pa.Array, stored: pa.Array, signed: bool) -> Words:
    """The sums of the numbers of each list."""
    sizes = np.asarray(lists.value_lengths().fill_null(0), np.int64)
    return totals(words(stored, signed), sizes)


@arrow_function("st_sum_texts", ("VARCHAR[]",), "VARCHAR")
def _sum_texts(lists: pa.ChunkedArray) -> pa.Array:
    """The sums of lists of numbers given as text."""
    array = whole(lists)
    sums = _sums(array, _of_texts(array.flatten(), True), True)
    return digits(from_words(sums, True, np.asarray(array.is_null())), True)
