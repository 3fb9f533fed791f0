"""Which numbers of more than 64 bits are probably prime: Miller and Rabin's test, all at once.

Numbers are limbs of fewer than 32 bits in words of 64, a limb of all numbers being one array, so
that products can be added up without carrying. There is room for a factor of 8 bits above the
largest number: the result of a product in Montgomery's form is less than twice the modulus, and
that times a base may be multiplied as it is.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import U
from sparktree.types.wide_division import divided

Flags = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Limbs = npt.NDArray[np.uint64]  # a line for each limb, the lowest first

SMALL = np.array([n for n in range(2, 256) if all(n % d for d in range(2, n))], np.uint64)
_ROOM = 19  # bits above the largest number: for the square of a base, and a factor of 4
_ONE = U(1)
_MOST_AT_ONCE = 1 << 17  # columns of limbs: all of the kernel's 2,048 rows with 64 bases


def are_probably_prime(lines: Bytes, rounds: int) -> Flags:
    """Whether large numbers, of so many bytes each, pass the test with the first primes."""
    found, bases = np.zeros(len(lines), np.bool_), SMALL[:rounds]
    left = _not_divided(lines)
    left = left[_passed(lines[left], bases[:1])]
    found[left[_passed(lines[left], bases[1:])]] = True
    return found


def _not_divided(lines: Bytes) -> npt.NDArray[np.int64]:
    """The places of the numbers that no small prime divides."""
    left = np.arange(len(lines))
    parts = np.ascontiguousarray(lines).view("<u2").T[::-1].astype(np.uint64)
    for product, primes in _PRODUCTS:
        rest = np.zeros(len(left), np.uint64)
        for part in parts[:, left]:
            rest = (rest << U(16) | part) % product
        left = left[(rest % primes[:, None] != 0).all(axis=0)]
    return left


def _products() -> list[tuple[np.uint64, Words]]:
    """Small primes by products that leave 16 bits of 64; those that most numbers have, first."""
    groups: list[list[int]] = [[]]
    for prime in SMALL.tolist():
        if math.prod([*groups[-1], prime]) >> 48:
            groups.append([])
        groups[-1].append(prime)
    return [(U(math.prod(group)), np.array(group, np.uint64)) for group in groups]


_PRODUCTS = _products()


def _passed(lines: Bytes, bases: Words) -> Flags:
    """Which numbers all bases leave in doubt; every number with every base is a column."""
    passed = np.ones(len(lines), np.bool_)
    if not len(bases):
        return passed
    step = max(_MOST_AT_ONCE // len(bases), 1)
    for start in range(0, len(lines), step):
        some = lines[start : start + step]
        columns = _tested(np.repeat(some, len(bases), axis=0), np.tile(bases, len(some)))
        passed[start : start + step] = columns.reshape(len(some), -1).all(axis=1)
    return passed


def _tested(lines: Bytes, bases: Words) -> Flags:
    """Whether a base leaves in doubt that the number, which is odd, is composite."""
    used = int(np.flatnonzero(lines.any(axis=0))[-1]) + 1
    field = _Field(lines[:, :used])
    bits = np.unpackbits(lines[:, :used], axis=1, bitorder="little").T.astype(np.bool_)
    zeros = np.argmax(bits[1:], axis=0) + 1  # behind the last one of the number without its lowest
    known, power = np.zeros(len(lines), np.bool_), field.one.copy()
    for place in range(len(bits) - 1, 0, -1):
        power = field.squared(power)
        power = field.scaled(power, np.where(bits[place], bases, U(1)))
        if place <= zeros.max():
            rows = np.flatnonzero(zeros >= place)
            ones, minus_ones = field.take(rows).signs(power[:, rows])
            known[rows] |= minus_ones | (ones & (zeros[rows] == place))
    return known


def _limbs(lines: Bytes, bits: int, count: int) -> Limbs:
    """Numbers of bytes as so many limbs."""
    padded = np.zeros((len(lines), lines.shape[1] + bits * count // 8 + 8), np.uint8)
    padded[:, : lines.shape[1]] = lines
    limbs = np.empty((count, len(lines)), np.uint64)
    for place in range(count):
        first, shift = divmod(place * bits, 8)
        words = np.ascontiguousarray(padded[:, first : first + 8]).view("<u8")[:, 0]
        limbs[place] = words >> U(shift) & U((1 << bits) - 1)
    return limbs


class _Field:
    """Products of numbers modulo others, which are odd, in Montgomery's form."""

    def __init__(self, lines: Bytes) -> None:
        needed = 8 * lines.shape[1] + _ROOM
        self._bits = 30 if needed <= 180 else 28  # so that no sum of products passes 64 bits
        self._count = -(-needed // self._bits)
        self._modulus = _limbs(lines, self._bits, self._count)
        self._mask, self._shift = U((1 << self._bits) - 1), U(self._bits)
        inverse = self._modulus[0].copy()
        with np.errstate(over="ignore"):
            for _ in range(5):  # each step doubles the bits that are right
                inverse *= U(2) - self._modulus[0] * inverse
            self._factor = (U(0) - inverse) & self._mask
        self.one = self._first(lines)
        self._make_room()

    def _make_room(self) -> None:
        """Arrays for all products, and the parts of them that the steps of a product use: making
        these anew would take longer than computing with few numbers."""
        count, columns = self._modulus.shape
        self._wide = wide = np.zeros((2 * count, columns), np.uint64)
        self._part = part = np.empty((count, columns), np.uint64)
        self._digit = np.empty(columns, np.uint64)
        self._steps = [
            (wide[place], wide[place + 1], wide[place : place + count]) for place in range(count)
        ]
        self._mixed = [
            (place, part[: count - 1 - place], wide[2 * place + 1 : place + count])
            for place in range(count - 1)
        ]
        self._even, self._odd, self._upper = wide[::2], wide[1::2], wide[count:]

    def _first(self, lines: Bytes) -> Limbs:
        """The number one: the power of two behind all limbs, without multiples of the modulus."""
        size = self._bits * self._count
        width = size // 32 + 1
        numbers = np.zeros((len(lines), 4 * width), np.uint8)
        numbers[:, : lines.shape[1]] = lines
        power = np.zeros((len(lines), width), np.uint64)
        power[:, size // 32] = U(1 << size % 32)
        _, rests = divided(power, numbers.view("<u4").astype(np.uint64))
        return _limbs(rests.astype("<u4").view(np.uint8), self._bits, self._count)

    def take(self, columns: npt.NDArray[np.int64]) -> _Field:
        """The same for some of the numbers."""
        made = object.__new__(_Field)
        made._bits, made._count = self._bits, self._count
        made._mask, made._shift = self._mask, self._shift
        made._modulus, made._factor = self._modulus[:, columns], self._factor[columns]
        made.one = self.one[:, columns]
        made._make_room()
        return made

    def squared(self, value: Limbs) -> Limbs:
        """The squares; their limbs are carried once."""
        multiply, add = np.multiply, np.add
        multiply(value, value, self._even)
        self._odd.fill(0)
        twice = value << _ONE
        for place, part, target in self._mixed:
            multiply(twice[place + 1 :], value[place], part)
            add(target, part, target)
        return self._reduced()

    def _reduced(self) -> Limbs:
        """What is in the wide room, without its lower half, which becomes zero."""
        multiply, add, factor, mask, digit = (
            np.multiply,
            np.add,
            self._factor,
            self._mask,
            self._digit,
        )
        modulus, part, bits = self._modulus, self._part, self._shift
        for lowest, following, target in self._steps:
            multiply(lowest, factor, digit)
            np.bitwise_and(digit, mask, digit)
            multiply(modulus, digit, part)
            add(target, part, target)
            np.right_shift(lowest, bits, digit)
            add(following, digit, following)
        made = self._upper.copy()
        self._carry(made)
        return made

    def _carry(self, value: Limbs) -> None:
        low, high = value[:-1], value[1:]
        beyond = low >> self._shift
        np.bitwise_and(low, self._mask, low)
        np.add(high, beyond, high)

    def scaled(self, value: Limbs, factors: Words) -> Limbs:
        """Numbers times small ones."""
        value *= factors
        self._carry(value)
        return value

    def signs(self, value: Limbs) -> tuple[Flags, Flags]:
        """Which numbers are one, and which are minus one."""
        self._wide[: self._count] = value
        self._wide[self._count :] = 0
        plain = self._reduced()
        for _ in range(self._count - 1):  # until there is nothing left to carry
            self._carry(plain)
        ones, less = np.zeros_like(plain), self._modulus.copy()
        ones[0] = 1
        less[0] -= U(1)
        return (plain == ones).all(axis=0), (plain == less).all(axis=0)
