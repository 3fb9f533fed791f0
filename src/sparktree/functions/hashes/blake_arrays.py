"""BLAKE2b and BLAKE2s over whole columns of texts: all rows a block at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.hashes.md5_arrays import filled
from sparktree.functions.hashes.sha2_arrays import SQUARE_ROOTS

Lines = npt.NDArray[np.uint8]  # the digests, one line each
Words = npt.NDArray[Any]  # of 32 or of 64 bits: so many of every row

# Which word of the block each step of a round takes.
_ORDERS = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
_LEFT, _AROUND, _RIGHT = [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]


@dataclass(frozen=True)
class Blake:
    """One of the two functions: of words of 64 or of 32 bits."""

    kind: Any  # numpy's
    rounds: int
    turns: tuple[int, int, int, int]

    @property
    def bits(self) -> int:
        return 8 * int(np.dtype(self.kind).itemsize)

    @property
    def block(self) -> int:
        """How many bytes are hashed at a time."""
        return 2 * self.bits

    @property
    def start(self) -> Words:
        roots = [root >> (64 - self.bits) for root in SQUARE_ROOTS[:8]]
        return np.array(roots, self.kind)[:, None]

    def __call__(self, texts: Texts, head: Texts | None = None) -> Lines:
        """The digests of texts; `head`: a block before all of them, or one before each."""
        count, before = len(texts.sizes), 0
        state = np.repeat(self._first(), count, axis=1)
        blocks = np.maximum(-(-texts.sizes // self.block), 1)
        if head is not None:
            before, empty = self.block, texts.sizes == 0
            state[:] = self._after(head, 0, self._first(len(head.sizes)), before, final=False)
            last = self._after(head, 0, self._first(len(head.sizes)), before, final=True)
            state[:, empty] = np.broadcast_to(last, state.shape)[:, empty]
            blocks = np.where(empty, 0, blocks)
        padded = filled(texts, np.maximum(blocks, 1) * self.block)
        for block in range(int(blocks.max(initial=0))):
            for final in (False, True):
                now = blocks == block + 1 if final else blocks > block + 1
                if now.any():
                    length = texts.sizes[now] if final else (block + 1) * self.block
                    state[:, now] = self._after(
                        padded.take(now), block, state[:, now], length + before, final=final
                    )
        return np.ascontiguousarray(state.T).view(np.uint8)

    def _first(self, count: int = 1) -> Words:
        state = np.repeat(self.start, count, axis=1)
        state[0] ^= self.kind(0x01010000 | self.bits)  # no key, and the size of the digest
        return state

    def _after(
        self, texts: Texts, block: int, state: Words, length: Places | int, *, final: bool
    ) -> Words:
        """The state after one more block; `length`: how many bytes there are up to its end."""
        words = self._words(texts, block)
        count = words.shape[1]
        a, b, d = state[:4].copy(), state[4:].copy(), np.repeat(self.start[4:], count, axis=1)
        c = np.repeat(self.start[:4], count, axis=1)
        d[0] ^= np.asarray(length).astype(self.kind)
        if final:
            d[2] = ~d[2]
        with np.errstate(over="ignore"):
            for turn in range(self.rounds):
                order = _ORDERS[turn % len(_ORDERS)]
                chosen = [words[list(order[i : i + 8 : 2])] for i in (0, 1, 8, 9)]
                b, d = self._mixed(a, b, c, d, chosen[0], chosen[1])
                b, c, d = b[_LEFT], c[_AROUND], d[_RIGHT]
                b, d = self._mixed(a, b, c, d, chosen[2], chosen[3])
                b, c, d = b[_RIGHT], c[_AROUND], d[_LEFT]
        return np.concatenate([a ^ c, b ^ d]) ^ state

    def _words(self, texts: Texts, block: int) -> Words:
        read = texts.word if self.bits == 64 else texts.half
        places = range(block * self.block, (block + 1) * self.block, self.bits // 8)
        return np.stack([read(place).astype(self.kind) for place in places])

    def _mixed(
        self, a: Words, b: Words, c: Words, d: Words, first: Words, second: Words
    ) -> tuple[Words, Words]:
        """Four columns (or diagonals) mixed with words; `a` and `c` are changed in place."""
        for word, (of_d, of_b) in ((first, self.turns[:2]), (second, self.turns[2:])):
            a += b
            a += word
            d = self._turned(d ^ a, of_d)
            c += d
            b = self._turned(b ^ c, of_b)
        return b, d

    def _turned(self, value: Words, bits: int) -> Words:
        """The bits moved to the right, around the end."""
        right = value >> self.kind(bits)
        value <<= self.kind(self.bits - bits)
        value |= right
        return value


blake2b = Blake(np.uint64, 12, (32, 24, 16, 63))
blake2s = Blake(np.uint32, 10, (16, 12, 8, 7))
