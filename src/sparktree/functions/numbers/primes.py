"""Which numbers are prime: the test of Miller and Rabin, whole columns at a time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import U
from sparktree.functions.core.clickhouse_bytes import little_endian
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function
from sparktree.functions.hashes.any_values import words
from sparktree.functions.hashes.xx_hash import product
from sparktree.functions.numbers.wide_primes import SMALL, are_probably_prime
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import UINT8, Bool, Integer, Type

# Witnesses that leave no doubt about numbers of 64 bits (Jim Sinclair).
_WITNESSES = (2, 325, 9375, 28178, 450775, 9780504, 1795265022)
_ROUNDS, _MOST_ROUNDS = 25, 256

Flags = npt.NDArray[np.bool_]


class _Montgomery:
    """Products of odd numbers of 64 bits modulo other ones, in Montgomery's form."""

    def __init__(self, modulus: Words) -> None:
        self.modulus = modulus
        inverse = modulus.copy()
        for _ in range(5):  # each step doubles the bits that are right
            inverse *= U(2) - modulus * inverse
        self.inverse = U(0) - inverse
        self.one = (U(0) - modulus) % modulus
        square = self.one
        for _ in range(64):
            square = self._doubled(square)
        self.square = square  # (2 ** 64) ** 2: takes numbers into the form

    def _doubled(self, value: Words) -> Words:
        rest = self.modulus - value
        return np.where(value >= rest, value - rest, value + value)

    def times(self, a: Words, b: Words) -> Words:
        low, high = product(a, b)
        factor = low * self.inverse
        _, more = product(factor, self.modulus)
        carry = (low != 0).astype(np.uint64)
        total = high + more + carry
        # The sum may pass 64 bits: it is less than twice the modulus.
        over = (total < high) | (total >= self.modulus)
        return np.asarray(np.where(over, total - self.modulus, total), np.uint64)

    def of(self, value: int) -> Words:
        return self.times(U(value) % self.modulus, self.square)

    def take(self, rows: Flags) -> _Montgomery:
        made = object.__new__(_Montgomery)
        for name in ("modulus", "inverse", "one", "square"):
            setattr(made, name, getattr(self, name)[rows])
        return made


def are_prime(numbers: Words) -> Flags:
    """Whether numbers of up to 64 bits are prime."""
    found = np.isin(numbers, SMALL)
    left = np.flatnonzero(numbers > SMALL[-1])
    for prime in SMALL:
        left = left[numbers[left] % prime != 0]
    with np.errstate(over="ignore"):
        field = _Montgomery(numbers[left])
        for witness in _WITNESSES:
            passed = _passes(field, witness)
            left, field = left[passed], field.take(passed)
    found[left] = True
    return found


def _passes(field: _Montgomery, witness: int) -> Flags:
    """Whether the witness does not tell that the number is composite."""
    less = field.modulus - U(1)
    lowest = less & (U(0) - less)
    odd = less // lowest
    base = field.of(witness)
    power = field.one
    for bit in range(63, -1, -1):
        power = field.times(power, power)
        power = np.where(odd >> U(bit) & U(1) == 1, field.times(power, base), power)
    minus_one = field.modulus - field.one
    known = (power == field.one) | (power == minus_one) | (base == 0)
    rounds = lowest
    for _ in range(63):
        rounds = rounds >> U(1)
        going = ~known & (rounds > 1)
        if not going.any():
            break
        power = field.times(power, power)
        known |= going & (power == minus_one)
    return np.asarray(known, np.bool_)


@arrow_function("st_is_prime", ("UBIGINT",), "UTINYINT")
def _is_prime(column: pa.ChunkedArray) -> pa.Array:
    return pa.array(are_prime(words(column)).astype(np.uint8))


@arrow_function("st_is_probable_prime", ("BLOB", "BIGINT"), "UTINYINT")
def _is_probable_prime(column: pa.ChunkedArray, rounds: pa.ChunkedArray) -> pa.Array:
    """Numbers of 128 and 256 bits, as their bytes, the lowest first; those that are small are told
    without doubt."""
    if not len(column):
        return pa.array([], pa.uint8())
    numbers = whole(column)
    size = max(pc.max(pc.binary_length(numbers)).as_py() or 0, 16)
    lines = numbers.fill_null(bytes(size)).cast(pa.binary(size))
    data = np.frombuffer(lines.buffers()[1], np.uint8).reshape(-1, size)
    mine = data[lines.offset : lines.offset + len(lines)]
    large = mine[:, 8:].any(axis=1)
    found = np.zeros(len(mine), np.bool_)
    found[~large] = are_prime(np.ascontiguousarray(mine[~large, :8]).view("<u8")[:, 0])
    found[large] = are_probably_prime(mine[large], rounds[0].as_py())
    return pa.array(found.astype(np.uint8))


# --- declarations ---------------------------------------------------------------------------------


def _number_type(bits: int) -> Rule:
    wanted = "/".join(f"UInt{size}" for size in (8, 16, 32, 64, 128, 256) if size <= bits)

    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        type_ = arguments[0].type
        fits = isinstance(type_, Integer) and not type_.signed and type_.bits <= bits
        if not fits and not isinstance(type_, Bool):
            raise wrong(name, 0, arguments[0], "n", wanted)
        if len(arguments) > 1:
            _rounds(name, arguments[1])
        return UINT8

    return returns


def _rounds(name: str, argument: Argument) -> int:
    wanted = "UInt8/UInt16/UInt32/UInt64 (constant)"
    type_ = argument.type
    fits = isinstance(type_, Integer) and not type_.signed and type_.bits <= 64
    if not fits and not isinstance(type_, Bool):
        raise wrong(name, 1, argument, "rounds", wanted)
    if not argument.is_constant:
        raise Error(Code.ILLEGAL_COLUMN, wrong(name, 1, argument, "rounds", wanted).message)
    rounds = int(argument.value)  # type: ignore[call-overload]
    if not 1 <= rounds <= _MOST_ROUNDS:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Second argument of function {name} must be from 1 to {_MOST_ROUNDS}, got {rounds}",
        )
    return int(rounds)


@function("isPrime", returns=_number_type(64), example=("isPrime(17)", "1"))
def is_prime(call: Call) -> Sql:
    """Whether a number is prime."""
    return _is_prime(sql.cast(call[0], "UBIGINT"))


@function(
    "isProbablePrime",
    args=(1, 2),
    returns=_number_type(256),
    constant_arguments=(1,),
    example=("isProbablePrime(17)", "1"),
)
def is_probable_prime(call: Call) -> Sql:
    """Whether a number is prime; sure up to 64 bits, beyond as sure as so many rounds make it."""
    type_ = call.inner(0)
    if isinstance(type_, Bool) or (isinstance(type_, Integer) and type_.bits <= 64):
        return is_prime(call)
    rounds = _rounds(call.name, call.arguments[1]) if len(call) > 1 else _ROUNDS
    number = little_endian(call[0], type_)
    return _is_probable_prime(number, Sql(f"CAST({rounds} AS BIGINT)"))
