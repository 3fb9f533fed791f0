"""MD4, RIPEMD-160, Keccak and SHA-3 over whole columns of texts: all rows a block at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_texts import Texts, in_blocks
from sparktree.functions.hashes.md5_arrays import START, Halves, filled, padded_blocks

Lines = npt.NDArray[np.uint8]  # the digests, one line each
_BLOCK = 64  # bytes that MD4 and RIPEMD-160 take at a time
Mix = Callable[[Halves, Halves, Halves], Halves]


def _turned(value: Halves, bits: int) -> Halves:
    return value << np.uint32(bits) | value >> np.uint32(32 - bits)


def _digest(
    texts: Texts,
    start: Sequence[int],
    block: Callable[..., Sequence[Halves]],
    head: Texts | None,
) -> Lines:
    """The state after all blocks, the lowest byte first; `head`: a block before all or each."""
    count = len(texts.sizes)
    padded = padded_blocks(texts, 0 if head is None else _BLOCK)
    state = [np.full(count, value, np.uint32) for value in start]
    with np.errstate(over="ignore"):
        if head is not None:
            first = (np.full(len(head.sizes), value, np.uint32) for value in start)
            state = [np.broadcast_to(part, count).copy() for part in block(head, 0, *first)]
        in_blocks(padded, state, padded.sizes // _BLOCK, block)  # type: ignore[arg-type]
    return np.stack(state, axis=1).astype("<u4").view(np.uint8)


def _words(texts: Texts, block: int) -> list[Halves]:
    return [texts.half(block * 64 + 4 * i).astype(np.uint32) for i in range(16)]


# --- MD4 ------------------------------------------------------------------------------------------

_MD4_ROUNDS: tuple[tuple[Mix, int, tuple[int, ...], tuple[int, ...]], ...] = (
    (lambda b, c, d: d ^ b & (c ^ d), 0, tuple(range(16)), (3, 7, 11, 19)),
    (
        lambda b, c, d: b & c | d & (b | c),
        0x5A827999,
        (0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
        (3, 5, 9, 13),
    ),
    (
        lambda b, c, d: b ^ c ^ d,
        0x6ED9EBA1,
        (0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15),
        (3, 9, 11, 15),
    ),
)


def _md4_block(texts: Texts, block: int, *state: Halves) -> list[Halves]:
    words = _words(texts, block)
    a, b, c, d = state
    for mix, constant, places, turns in _MD4_ROUNDS:
        for step, place in enumerate(places):
            new = _turned(a + mix(b, c, d) + words[place] + np.uint32(constant), turns[step % 4])
            a, b, c, d = d, new, b, c
    return [old + new for old, new in zip(state, (a, b, c, d), strict=True)]


def md4(texts: Texts, head: Texts | None = None) -> Lines:
    """The MD4 digest of every text."""
    return _digest(texts, START, _md4_block, head)


# --- RIPEMD-160 -----------------------------------------------------------------------------------

_RIPEMD_MIXES: tuple[Mix, ...] = (
    lambda b, c, d: b ^ c ^ d,
    lambda b, c, d: b & c | ~b & d,
    lambda b, c, d: (b | ~c) ^ d,
    lambda b, c, d: b & d | c & ~d,
    lambda b, c, d: b ^ (c | ~d),
)
# Of both lines: the constants of the rounds, the word of each step and by how much it is turned.
_LEFT = (
    (0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xA953FD4E),
    (
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
        3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12,
        1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
        4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13,
    ),
    (
        11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8,
        7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
        11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5,
        11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
        9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6,
    ),
)  # fmt: skip
_RIGHT = (
    (0x50A28BE6, 0x5C4DD124, 0x6D703EF3, 0x7A6D76E9, 0),
    (
        5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12,
        6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
        15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13,
        8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
        12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11,
    ),
    (
        8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6,
        9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
        9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5,
        15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
        8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11,
    ),
)  # fmt: skip


def _ripemd_line(
    words: list[Halves],
    state: Sequence[Halves],
    line: Sequence[tuple[int, ...]],
    mixes: Sequence[Mix],
) -> tuple[Halves, ...]:
    constants, places, turns = line
    a, b, c, d, e = state
    for step in range(80):
        turn = step // 16
        mixed = a + mixes[turn](b, c, d) + words[places[step]] + np.uint32(constants[turn])
        a, b, c, d, e = e, _turned(mixed, turns[step]) + e, b, _turned(c, 10), d
    return a, b, c, d, e


def _ripemd_block(texts: Texts, block: int, *state: Halves) -> list[Halves]:
    words = _words(texts, block)
    left = _ripemd_line(words, state, _LEFT, _RIPEMD_MIXES)
    right = _ripemd_line(words, state, _RIGHT, _RIPEMD_MIXES[::-1])
    return [state[(i + 1) % 5] + left[(i + 2) % 5] + right[(i + 3) % 5] for i in range(5)]


def ripemd160(texts: Texts, head: Texts | None = None) -> Lines:
    """The RIPEMD-160 digest of every text."""
    return _digest(texts, (*START, 0xC3D2E1F0), _ripemd_block, head)


# --- Keccak and SHA-3 -----------------------------------------------------------------------------

_ROUNDS = (
    0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000,
    0x000000000000808B, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
    0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
)  # fmt: skip
_KECCAK_TURNS = (
    (0, 36, 3, 41, 18), (1, 44, 10, 45, 2), (62, 6, 43, 15, 61), (28, 55, 25, 21, 56),
    (27, 20, 39, 8, 14),
)  # fmt: skip
Lanes = npt.NDArray[np.uint64]  # of each row, 5 times 5

# Which lane each lane of the next state comes from, and by how many bits it is turned.
_FROM = np.zeros(25, np.int64)
for _x in range(5):
    for _y in range(5):
        _FROM[5 * _y + (2 * _x + 3 * _y) % 5] = 5 * _x + _y
_LEFTWARDS = np.array(_KECCAK_TURNS, np.uint64).reshape(-1)[_FROM][:, None]
_RIGHTWARDS = np.uint64(64) - _LEFTWARDS  # numpy moves all bits out where this is 64
_NEXT, _BEFORE = np.array([1, 2, 3, 4, 0]), np.array([4, 0, 1, 2, 3])


def _keccak(lanes: Lanes) -> None:
    """The permutation, of `lanes[x, y]`, in place: new arrays would cost more than the work."""
    flat = lanes.reshape(25, -1)
    moved, other = np.empty_like(flat), np.empty_like(flat)
    for constant in _ROUNDS:
        columns = np.bitwise_xor.reduce(lanes, axis=1)
        following = columns[_NEXT]
        theta = following << np.uint64(1) | following >> np.uint64(63)
        theta ^= columns[_BEFORE]
        lanes ^= theta[:, None]
        np.take(flat, _FROM, axis=0, out=moved)
        np.left_shift(moved, _LEFTWARDS, out=other)
        np.right_shift(moved, _RIGHTWARDS, out=moved)
        moved |= other
        np.invert(moved, out=other)
        for x in range(5):
            inverted, kept = ((x + place) % 5 * 5 for place in (1, 2))
            here = slice(5 * x, 5 * x + 5)
            np.bitwise_and(other[inverted : inverted + 5], moved[kept : kept + 5], out=flat[here])
        flat ^= moved
        flat[0] ^= np.uint64(constant)


@dataclass(frozen=True, slots=True)
class Sponge:
    """A digest of so many bytes; the first byte of the padding tells SHA-3 from what was before."""

    size: int
    padding: int

    @property
    def block(self) -> int:
        """How many bytes are taken at a time."""
        return 200 - 2 * self.size

    def __call__(self, texts: Texts, head: Texts | None = None) -> Lines:
        """The digests of texts; `head`: a block before all of them, or one before each."""
        rate, count = self.block, len(texts.sizes)
        padded = filled(texts, (texts.sizes + rate) // rate * rate)
        padded.data[padded.starts + texts.sizes] = self.padding
        padded.data[padded.starts + padded.sizes - 1] |= 0x80
        lanes = np.zeros((5, 5, count), np.uint64)
        if head is not None:
            first = np.zeros((5, 5, len(head.sizes)), np.uint64)
            self._absorb(first, head, 0)
            lanes[:] = first
        blocks = padded.sizes // rate
        for block in range(int(blocks.max(initial=0))):
            active = blocks > block
            if active.all():
                self._absorb(lanes, padded, block)
                continue
            now = np.ascontiguousarray(lanes[:, :, active])
            self._absorb(now, padded.take(active), block)
            lanes[:, :, active] = now
        words = -(-self.size // 8)
        found = np.stack([lanes[i % 5, i // 5] for i in range(words)], axis=1)
        lines = np.ascontiguousarray(found.astype("<u8")).view(np.uint8)
        return np.ascontiguousarray(lines[:, : self.size])

    def _absorb(self, lanes: Lanes, texts: Texts, block: int) -> None:
        for lane in range(self.block // 8):
            lanes[lane % 5, lane // 5] ^= texts.word(block * self.block + lane * 8)
        _keccak(lanes)


keccak256 = Sponge(32, 0x01)
sha3_224, sha3_256, sha3_384, sha3_512 = (Sponge(size, 0x06) for size in (28, 32, 48, 64))
