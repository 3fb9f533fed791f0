"""The SHA-2 family over whole columns of texts: all rows a block at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_texts import Texts, in_blocks
from sparktree.functions.hashes.md5_arrays import filled

Lines = npt.NDArray[np.uint8]  # the digests, one line each
Numbers = npt.NDArray[Any]  # of 32 or of 64 bits

_PRIMES = [n for n in range(2, 410) if all(n % d for d in range(2, n))]  # the first 80


def _cube_root(number: int) -> int:
    """The whole part of a cube root, by Newton's steps from above."""
    root = 1 << -(-number.bit_length() // 3)
    while (better := (2 * root + number // (root * root)) // 3) < root:
        root = better
    return root


_MASK = (1 << 64) - 1
# The fractions of roots of primes, in 64 bits.
_CONSTANTS = [_cube_root(prime << 192) & _MASK for prime in _PRIMES]
SQUARE_ROOTS = [isqrt(prime << 128) & _MASK for prime in _PRIMES[:16]]


@dataclass(frozen=True, slots=True)
class Width:
    """One of the two functions that the family is made of."""

    kind: Any  # numpy's
    rounds: int
    turns: tuple[tuple[int, int, int], ...]  # of both sums, and (the last by a shift) of the words

    @property
    def bytes(self) -> int:
        return int(np.dtype(self.kind).itemsize)

    @property
    def block(self) -> int:
        """How many bytes are hashed at a time."""
        return 16 * self.bytes

    @property
    def constants(self) -> Sequence[Any]:
        unused = 64 - 8 * self.bytes
        return [self.kind(value >> unused) for value in _CONSTANTS[: self.rounds]]

    def turned(self, value: Numbers, bits: int) -> Numbers:
        """The bits moved to the right, around the end."""
        return np.asarray(value >> self.kind(bits) | value << self.kind(8 * self.bytes - bits))

    def mixed(
        self, value: Numbers, turns: tuple[int, int, int], *, shifts: bool = False
    ) -> Numbers:
        last = value >> self.kind(turns[2]) if shifts else self.turned(value, turns[2])
        return self.turned(value, turns[0]) ^ self.turned(value, turns[1]) ^ last

    def step(self, texts: Texts, block: int, *state: Numbers) -> list[Numbers]:
        """The state after one more block."""
        words = self._schedule(texts, block)
        a, b, c, d, e, f, g, h = state
        for word, constant in zip(words, self.constants, strict=True):
            first = h + self.mixed(e, self.turns[1]) + (g ^ e & (f ^ g)) + word + constant
            second = self.mixed(a, self.turns[0]) + (a & b | c & (a | b))
            a, b, c, d, e, f, g, h = first + second, a, b, c, d + first, e, f, g
        return [old + new for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True)]

    def _schedule(self, texts: Texts, block: int) -> list[Numbers]:
        read = texts.half if self.bytes == 4 else texts.word
        places = range(block * self.block, (block + 1) * self.block, self.bytes)
        words = [read(place).astype(self.kind).byteswap() for place in places]
        for place in range(16, self.rounds):
            low = self.mixed(words[place - 15], self.turns[2], shifts=True)
            high = self.mixed(words[place - 2], self.turns[3], shifts=True)
            words.append(words[place - 16] + low + words[place - 7] + high)
        return words

    def digest(
        self, texts: Texts, start: Sequence[int], size: int, head: Texts | None = None
    ) -> Lines:
        """So many bytes of the state after all blocks; `head`: a block before all or each."""
        padded = self._padded(texts, 0 if head is None else self.block)
        count = len(texts.sizes)
        state: list[Any] = [np.full(count, value, self.kind) for value in start]
        with np.errstate(over="ignore"):
            if head is not None:
                first = (np.full(len(head.sizes), value, self.kind) for value in start)
                state = [np.broadcast_to(part, count).copy() for part in self.step(head, 0, *first)]
            in_blocks(padded, state, padded.sizes // self.block, self.step)
        made = np.stack(state, axis=1).byteswap().view(np.uint8)
        return np.ascontiguousarray(made[:, :size])

    def _padded(self, texts: Texts, before: int) -> Texts:
        """The texts filled up to whole blocks: a bit, zeros, and the number of bits."""
        block = self.block
        made = filled(texts, (texts.sizes + block + 2 * self.bytes) // block * block)
        made.data[made.starts + texts.sizes] = 0x80
        bits = ((texts.sizes + before) * 8).astype(">u8").view(np.uint8).reshape(-1, 8)
        made.data[(made.starts + made.sizes - 8)[:, None] + np.arange(8)] = bits
        return made


_NARROW = Width(np.uint32, 64, ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)))
_WIDE = Width(np.uint64, 80, ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)))


@cache
def _named_start(name: str) -> tuple[int, ...]:
    """The start of SHA-512/t: a hash of its name, from another start."""
    other = [root ^ 0xA5A5A5A5A5A5A5A5 for root in SQUARE_ROOTS[:8]]
    text = Texts.fixed(np.frombuffer(name.encode(), np.uint8)[None, :])
    return tuple(int(word) for word in _WIDE.digest(text, other, 64).view(">u8")[0])


def sha224(texts: Texts, head: Texts | None = None) -> Lines:
    """The SHA-224 digest of every text."""
    return _NARROW.digest(texts, [root & 0xFFFFFFFF for root in SQUARE_ROOTS[8:]], 28, head)


def sha384(texts: Texts, head: Texts | None = None) -> Lines:
    """The SHA-384 digest of every text."""
    return _WIDE.digest(texts, SQUARE_ROOTS[8:], 48, head)


def sha512(texts: Texts, head: Texts | None = None) -> Lines:
    """The SHA-512 digest of every text."""
    return _WIDE.digest(texts, SQUARE_ROOTS[:8], 64, head)


def sha512_224(texts: Texts, head: Texts | None = None) -> Lines:
    """The SHA-512/224 digest of every text."""
    return _WIDE.digest(texts, _named_start("SHA-512/224"), 28, head)


def sha512_256(texts: Texts, head: Texts | None = None) -> Lines:
    """The SHA-512/256 digest of every text."""
    return _WIDE.digest(texts, _named_start("SHA-512/256"), 32, head)


NARROW_BLOCK, WIDE_BLOCK = _NARROW.block, _WIDE.block
