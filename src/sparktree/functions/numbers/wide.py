"""256-bit integers and decimals, which the kernel lacks, over whole arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code
from sparktree.functions.core.number_arrays import constant_of
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.types.wide_arrays import (
    digits,
    from_digits,
    from_words,
    multiplied,
    negated,
    totals,
    words,
)
from sparktree.types.wide_division import Words, divided

_BY_WORDS: dict[str, Callable[[Words, Words], Words]] = {
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a + negated(b),
    "multiply": multiplied,
    "bitAnd": lambda a, b: a & b,
    "bitOr": lambda a, b: a | b,
    "bitXor": lambda a, b: a ^ b,
}


@arrow_function("st_wide_op", ("VARCHAR", "BLOB", "BOOLEAN", "BLOB", "BOOLEAN", "BOOLEAN"), "BLOB")
def wide_operation(
    name: pa.ChunkedArray,
    left: pa.ChunkedArray,
    left_signed: pa.ChunkedArray,
    right: pa.ChunkedArray,
    right_signed: pa.ChunkedArray,
    signed: pa.ChunkedArray,
) -> pa.Array:
    operation = constant_of(name, "plus")
    flags = [constant_of(f, False) for f in (left_signed, right_signed, signed)]
    a, b = whole(left), whole(right)
    nulls = np.asarray(a.is_null()) | np.asarray(b.is_null())
    x, y = words(a, flags[0]), words(b, flags[1])
    by_words = _BY_WORDS.get(operation)
    if by_words is not None:
        return from_words(by_words(x, y), flags[2], nulls)
    if not y[~nulls].any(axis=1).all():
        raise ValueError(raising(Code.ILLEGAL_DIVISION, "Division by zero"))
    y[nulls, 0] = 1
    return from_words(_divide(operation, x, flags[0], y, flags[1]), flags[2], nulls)


def _divide(operation: str, left: Words, left_signed: bool, right: Words, signed: bool) -> Words:
    """intDiv, modulo or positiveModulo of numbers in two's complement."""
    below, divides_below = (
        (side[:, -1] >> np.uint64(31) == 1) & flag
        for side, flag in ((left, left_signed), (right, signed))
    )
    divisor = _negated_where(divides_below, right)
    quotient, rest = divided(_negated_where(below, left), divisor)
    if operation == "intDiv":
        return _negated_where(below != divides_below, quotient)
    if operation == "modulo":
        return _negated_where(below, rest)
    missing = divisor + negated(rest)
    return np.where((below & rest.any(axis=1))[:, None], missing, rest)


def quotients(left: Words, signed: bool, right: Words) -> Words:
    """intDiv of numbers in two's complement by positive ones."""
    return _divide("intDiv", left, signed, right, False)


def _greatest_divisors(left: Words, right: Words) -> Words:
    """Euclid's algorithm, for all rows until the last of them is done."""
    found, rest = left.copy(), right.copy()
    while len(going := np.flatnonzero(rest.any(axis=1))):
        found[going], rest[going] = rest[going], divided(found[going], rest[going])[1]
    return found


def _register_divisor(name: str, *, multiple: bool) -> ArrowFunction:
    @arrow_function(name, ("BLOB", "BLOB", "BOOLEAN"), "BLOB")
    def divisors(
        left: pa.ChunkedArray, right: pa.ChunkedArray, signed: pa.ChunkedArray
    ) -> pa.Array:
        flag = constant_of(signed, False)
        sides = [words(whole(side), flag) for side in (left, right)]
        a, b = (_negated_where((s[:, -1] >> np.uint64(31) == 1) & flag, s) for s in sides)
        found = _greatest_divisors(a, b)
        nulls = np.asarray(whole(left).is_null()) | np.asarray(whole(right).is_null())
        if multiple:
            found[~found.any(axis=1), 0] = 1  # of rows with NULL
            found = multiplied(divided(a, found)[0], b)
        return from_words(found, flag, nulls)

    return divisors


WIDE_DIVISORS = {
    "gcd": _register_divisor("st_wide_gcd", multiple=False),
    "lcm": _register_divisor("st_wide_lcm", multiple=True),
}


def _negated_where(rows: npt.NDArray[np.bool_], numbers: Words) -> Words:
    return np.where(rows[:, None], negated(numbers), numbers) if rows.any() else numbers


@arrow_function("st_wide_sum", ("BLOB[]", "BOOLEAN"), "BLOB")
def wide_sum(lists: pa.ChunkedArray, signed: pa.ChunkedArray) -> pa.Array:
    """The sums of lists of 256-bit numbers, which wrap."""
    flag = constant_of(signed, False)
    array = whole(lists)
    return from_words(_sums(array, array.flatten(), flag), flag, np.asarray(array.is_null()))


def _sums(lists: pa.Array, stored: pa.Array, signed: bool) -> Words:
    """The sums of the numbers of each list."""
    sizes = np.asarray(lists.value_lengths().fill_null(0), np.int64)
    return totals(words(stored, signed), sizes)


@arrow_function("st_sum_texts", ("VARCHAR[]",), "VARCHAR")
def sum_texts(lists: pa.ChunkedArray) -> pa.Array:
    """The sums of lists of numbers given as text."""
    array = whole(lists)
    sums = _sums(array, from_digits(array.flatten(), True), True)
    return digits(from_words(sums, True, np.asarray(array.is_null())), True)
