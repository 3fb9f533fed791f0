"""Whole numbers rounded to powers of ten; they wrap at the borders of their types."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.convert_numbers import number
from sparktree.functions.numbers.wide import quotients
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import INT128, Integer
from sparktree.types.wide_arrays import (
    WIDTH,
    carried,
    from_words,
    multiplied,
    negated,
    words,
    wrapped,
)
from sparktree.types.wide_division import Words

MOST_DIGITS = 19  # of a power of ten in 64 bits
_LARGEST_STEP = (1 << 64) - 1  # stands for powers of ten that are larger


def rounded(value: Sql, way: str, digits: int, type_: Integer) -> Sql:
    """A whole number as a multiple of 10 to the power of `-digits`."""
    if digits >= 0:
        return value
    return to_multiple(value, way, power_of_ten(-digits), type_)


def power_of_ten(digits: int) -> int:
    """The step that so many digits are; as ClickHouse has it, in 64 bits."""
    return 10**digits if digits <= MOST_DIGITS else _LARGEST_STEP


def to_multiple(value: Sql, way: str, step: int, type_: Integer) -> Sql:
    """A whole number as a multiple of a step; that is 0 if the type does not hold the step."""
    if step > type_.maximum:
        zero = sql.cast(0, "BIGINT")
        return sql.case((sql.is_null(value), sql.NULL), otherwise=number(zero, INT128, type_))
    if type_.bits <= 64:
        return _in_kernel(value, way, step, type_)
    signed = sql.TRUE if type_.signed else sql.FALSE
    given = number(value, type_, Integer(256, type_.signed))
    found = _round_wide(given, sql.string(way), sql.string(str(step)), type_.bits, signed)
    return number(found, Integer(256, type_.signed), type_)


# --- up to 64 bits ------------------------------------------------------------------------------


def _in_kernel(value: Sql, way: str, step: int, type_: Integer) -> Sql:
    """In 128 bits, cut to the type's own wherever ClickHouse stores what it computed."""
    huge = sql.cast(value, "HUGEINT")
    found = sql.let(_moved(huge, way, step, type_), lambda moved: _cut(moved, way, step))
    return number(found, INT128, type_)


def _moved(value: Sql, way: str, step: int, type_: Integer) -> Sql:
    """The number moved so that cutting rounds it."""

    def wrap(moved: str) -> Sql:
        return sql.cast(number(Sql(moved), INT128, type_), "HUGEINT")

    def below(by: int) -> Sql:
        return sql.case((sql.op("<", value, 0), wrap(f"({value} - {by})")), otherwise=value)

    if way == "trunc":
        return value
    if way == "floor":
        return below(step - 1)
    if way == "ceil":
        return sql.case((sql.op(">=", value, 0), wrap(f"({value} + {step - 1})")), otherwise=value)
    up = f"({below(step)} + {step // 2})"
    return wrap(up) if type_.bits >= 32 else Sql(up)  # smaller ones are added as 32-bit numbers


def _cut(moved: Sql, way: str, step: int) -> Sql:
    multiple = Sql(f"({moved} - {moved} % {step})")
    if way != "bankers":
        return Sql(multiple)
    # Exactly between two: the even one. Numbers below zero were moved by a step, and half of one.
    before = Sql(f"({multiple} - CASE WHEN ({multiple} // {step}) % 2 <> 0 THEN {step} ELSE 0 END)")
    even = Sql(f"({multiple} + CASE WHEN ({multiple} // {step}) % 2 <> 0 THEN {step} ELSE 0 END)")
    half = step // 2
    return sql.case(
        (Sql(f"{moved} % {step} <> 0"), multiple),
        (sql.op("<", moved, half), even),
        otherwise=before,
    )


# --- 128 and 256 bits ---------------------------------------------------------------------------


@arrow_function("st_round_wide", ("BLOB", "VARCHAR", "VARCHAR", "INTEGER", "BOOLEAN"), "BLOB")
def _round_wide(
    values: pa.ChunkedArray,
    ways: pa.ChunkedArray,
    steps: pa.ChunkedArray,
    bits: pa.ChunkedArray,
    signed: pa.ChunkedArray,
) -> pa.Array:
    stored = whole(values)
    if not len(stored):
        return stored
    way, step = whole(ways)[0].as_py(), int(whole(steps)[0].as_py())
    width, flag = whole(bits)[0].as_py(), whole(signed)[0].as_py()
    numbers = words(stored, flag)

    def moved(rows: npt.NDArray[np.bool_], by: int) -> Words:
        """Some of the numbers with another added."""
        added = wrapped(carried(numbers + _constant(by)), width, flag)
        return np.where(rows[:, None], added, numbers)

    below = _below_zero(numbers, flag)
    if way in ("floor", "ceil"):
        by = 1 - step if way == "floor" else step - 1
        numbers = moved(below if way == "floor" else ~below, by)
    elif way != "trunc":
        numbers = moved(below, -step)
        below = _below_zero(numbers, flag)
        numbers = moved(np.ones(len(numbers), np.bool_), step // 2)
    divisor = np.broadcast_to(_constant(step), numbers.shape)
    quotient = quotients(numbers, flag, divisor.copy())
    multiple = multiplied(quotient, divisor)
    if way == "bankers":
        exact = (carried(numbers + negated(multiple)) == 0).all(axis=1)
        odd = exact & (quotient[:, 0] & np.uint64(1) == 1)
        even = carried(quotient + np.where(below[:, None], _constant(1), _constant(-1)))
        multiple = np.where(odd[:, None], multiplied(even, divisor), multiple)
    return from_words(wrapped(multiple, width, flag), flag, np.asarray(stored.is_null()))


def _below_zero(numbers: Words, signed: bool) -> npt.NDArray[np.bool_]:
    return np.asarray((numbers[:, -1] >> np.uint64(31) == 1) & signed, np.bool_)


def _constant(value: int) -> Words:
    """A number as words, in two's complement."""
    data = value.to_bytes(4 * WIDTH, "little", signed=True)
    return np.frombuffer(data, "<u4").astype(np.uint64)
