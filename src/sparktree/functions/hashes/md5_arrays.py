"""MD5 over whole columns of texts."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.byte_texts import Texts, in_blocks

Halves = npt.NDArray[np.uint32]

_SINES = np.array([int(abs(math.sin(i + 1)) * 2**32) for i in range(64)], np.uint32)
_TURNS = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
_PLACES = ((1, 0), (5, 1), (3, 5), (7, 0))  # which word of the block a step of a round takes
_MIXES: tuple[Callable[[Halves, Halves, Halves], Halves], ...] = (
    lambda b, c, d: d ^ b & (c ^ d),
    lambda b, c, d: c ^ d & (b ^ c),
    lambda b, c, d: b ^ c ^ d,
    lambda b, c, d: c ^ (b | ~d),
)
START = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476)


def half_md5(texts: Texts) -> Words:
    """The first 8 bytes of the digest of every text, the highest first."""
    padded = padded_blocks(texts)
    state = [np.full(len(texts.sizes), value, np.uint32) for value in START]
    with np.errstate(over="ignore"):
        in_blocks(padded, state, padded.sizes // 64, md5_block)  # type: ignore[arg-type]
    first, second = (part.byteswap().astype(np.uint64) for part in state[:2])
    return first << np.uint64(32) | second


def filled(texts: Texts, sizes: Places) -> Texts:
    """The texts with zeros behind them, so that each has its new size."""
    starts = np.cumsum(sizes) - sizes
    data = np.zeros(int(sizes.sum()) + 16, np.uint8)
    rows = np.repeat(np.arange(len(sizes)), texts.sizes)
    inside = np.arange(len(rows)) - np.repeat(np.cumsum(texts.sizes) - texts.sizes, texts.sizes)
    data[starts[rows] + inside] = texts.data[texts.starts[rows] + inside]
    return Texts(data, starts, sizes)


def padded_blocks(texts: Texts, before: int = 0) -> Texts:
    """The texts filled up to whole blocks: a bit, zeros, and the number of bits, with that of so
    many bytes that were before."""
    made = filled(texts, (texts.sizes + 72) // 64 * 64)
    made.data[made.starts + texts.sizes] = 0x80
    bits = ((texts.sizes + before) * 8).astype("<u8").view(np.uint8).reshape(-1, 8)
    made.data[(made.starts + made.sizes - 8)[:, None] + np.arange(8)] = bits
    return made


def md5_block(texts: Texts, block: int, *state: Halves) -> list[Halves]:
    """The state after one more block."""
    words = [texts.half(block * 64 + 4 * i).astype(np.uint32) for i in range(16)]
    a, b, c, d = state
    for step in range(64):
        turn = step // 16
        factor, start = _PLACES[turn]
        a = a + _MIXES[turn](b, c, d) + _SINES[step] + words[(factor * step + start) % 16]
        bits = np.uint32(_TURNS[turn][step % 4])
        a, b, c, d = d, b + (a << bits | a >> np.uint32(32) - bits), b, c
    return [old + new for old, new in zip(state, (a, b, c, d), strict=True)]
