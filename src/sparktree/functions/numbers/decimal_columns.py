"""Columns of whole numbers of any size: what decimals are without their points.

Numbers whose digits are sure to fit in 64 bits are computed there, longer ones by words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.types.wide_arrays import carried, digits, from_words, multiplied, negated, sizes_of
from sparktree.types.wide_division import Words, divided

Flags = npt.NDArray[np.bool_]

_SMALL_DIGITS = 18  # that are sure to fit in 64 bits
_WORDS = 8  # of the longest decimals


class Column(Protocol):
    """Whole numbers with a sign."""

    def __add__(self, other: Self) -> Self: ...
    def __sub__(self, other: Self) -> Self: ...
    def __mul__(self, other: Self) -> Self: ...
    def __abs__(self) -> Self: ...

    def scaled(self, power: int) -> Self:
        """The numbers times a power of ten; a negative one cuts them towards zero."""

    def divided(self, other: Self) -> tuple[Self, Self]:
        """Quotients, cut towards zero, and remainders, which have the sign of the dividend."""

    def only(self, rows: Flags) -> Self:
        """The numbers of some rows, zero elsewhere."""

    @property
    def below_zero(self) -> Flags:
        """Which numbers are negative."""

    @property
    def has_zero(self) -> bool:
        """Whether a number is zero."""

    def fits(self, bits: int) -> bool:
        """Whether all numbers are signed integers of so many bits."""

    def texts(self) -> pa.Array:
        """The numbers in digits."""


def columns(texts: tuple[pa.Array, pa.Array], most_digits: int) -> tuple[Column, Column]:
    """Two columns of numbers that are computed with, by what becomes of them at most."""
    if most_digits <= _SMALL_DIGITS:
        left, right = (Small(np.asarray(side.cast(pa.int64()))) for side in texts)
        return left, right
    width = (most_digits + 1) * 10 // 96 + 1  # words for the digits and a sign
    a, b = (Large(*sizes_of(side, width)) for side in texts)
    return a, b


@dataclass(frozen=True, slots=True)
class Small:
    """Numbers of 64 bits."""

    values: npt.NDArray[np.int64]

    def __add__(self, other: Small) -> Small:
        return Small(self.values + other.values)

    def __sub__(self, other: Small) -> Small:
        return Small(self.values - other.values)

    def __mul__(self, other: Small) -> Small:
        return Small(self.values * other.values)

    def __abs__(self) -> Small:
        return Small(np.abs(self.values))

    def scaled(self, power: int) -> Small:
        if power >= 0:
            return Small(np.asarray(self.values * 10**power, np.int64))
        return self.divided(Small(np.full(len(self.values), int(10**-power), np.int64)))[0]

    def divided(self, other: Small) -> tuple[Small, Small]:
        quotient = np.abs(self.values) // np.abs(other.values)
        same = (self.values < 0) == (other.values < 0)
        cut = np.asarray(np.where(same, quotient, -quotient), np.int64)
        return Small(cut), Small(self.values - cut * other.values)

    def only(self, rows: Flags) -> Small:
        return Small(self.values * rows)

    @property
    def below_zero(self) -> Flags:
        return np.asarray(self.values < 0)

    @property
    def has_zero(self) -> bool:
        return bool((self.values == 0).any())

    def fits(self, bits: int) -> bool:
        most = 1 << (bits - 1)
        return bool(((self.values >= -most) & (self.values <= most - 1)).all())

    def texts(self) -> pa.Array:
        return pa.array(self.values).cast(pa.string())


@dataclass(frozen=True, slots=True)
class Large:
    """Numbers of many words: the sign and the size."""

    negative: Flags
    sizes: Words

    def __add__(self, other: Large) -> Large:
        return _signed(carried(self._complement() + other._complement()))

    def __sub__(self, other: Large) -> Large:
        return self + Large(~other.negative, other.sizes)

    def __mul__(self, other: Large) -> Large:
        return Large(self.negative != other.negative, multiplied(self.sizes, other.sizes))

    def __abs__(self) -> Large:
        return Large(np.zeros_like(self.negative), self.sizes)

    def _complement(self) -> Words:
        return np.where(self.negative[:, None], negated(self.sizes), self.sizes)

    def scaled(self, power: int) -> Large:
        if not power:
            return self
        width = self.sizes.shape[1]
        data = (10 ** abs(power)).to_bytes(4 * width, "little")
        factor = np.frombuffer(data, "<u4").astype(np.uint64)[None, :]
        if power > 0:
            return Large(self.negative, multiplied(self.sizes, factor))
        return Large(
            self.negative, divided(self.sizes, np.broadcast_to(factor, self.sizes.shape))[0]
        )

    def divided(self, other: Large) -> tuple[Large, Large]:
        quotients, rests = divided(self.sizes, other.sizes)
        return Large(self.negative != other.negative, quotients), Large(self.negative, rests)

    def only(self, rows: Flags) -> Large:
        return Large(self.negative & rows, self.sizes * rows[:, None])

    @property
    def below_zero(self) -> Flags:
        return self.negative & np.asarray(self.sizes.any(axis=1))

    @property
    def has_zero(self) -> bool:
        return not np.asarray(self.sizes.any(axis=1)).all()

    def fits(self, bits: int) -> bool:
        sizes = np.where(self.negative[:, None], self._less_one(), self.sizes)
        top = bits // 32
        if sizes.shape[1] < top:
            return True
        return not (sizes[:, top:].any() or (sizes[:, top - 1] >> np.uint64(31)).any())

    def _less_one(self) -> Words:
        """The sizes less one, for the lowest number is one further from zero; zero stays."""
        less = carried(self.sizes + np.uint64(0xFFFFFFFF))
        some = np.asarray(self.sizes.any(axis=1))
        return np.where(some[:, None], less, self.sizes)

    def texts(self) -> pa.Array:
        low = self._complement()[:, :_WORDS]
        if (missing := _WORDS - low.shape[1]) > 0:
            sign = np.where(self.below_zero, np.uint64(0xFFFFFFFF), np.uint64(0))
            low = np.concatenate([low, np.repeat(sign[:, None], missing, axis=1)], axis=1)
        return digits(from_words(low, True, np.zeros(len(low), np.bool_)), True)


def _signed(numbers: Words) -> Large:
    """Numbers in two's complement as signs and sizes."""
    negative = np.asarray(numbers[:, -1] >> np.uint64(31) == 1)
    return Large(negative, np.where(negative[:, None], negated(numbers), numbers))
