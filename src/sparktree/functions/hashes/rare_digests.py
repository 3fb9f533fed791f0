"""SM3, Whirlpool and MD5 with SHA-1 over whole columns of texts: all rows a block at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import Texts, in_blocks
from sparktree.functions.hashes.md5_arrays import START, Halves, filled, md5_block, padded_blocks

Lines = npt.NDArray[np.uint8]  # the digests, one line each

BLOCK = 64  # bytes that all of them take at a time


def _turned(value: Halves, bits: int) -> Halves:
    return value << np.uint32(bits) | value >> np.uint32(32 - bits) if bits else value


def _digest(
    texts: Texts,
    head: Texts | None,
    start: Sequence[int],
    step: Callable[..., Sequence[Halves]],
    order: str,
) -> Lines:
    """The state after all blocks; `head`: a block before all or each; `order`: that of bytes."""
    count = len(texts.sizes)
    padded = padded_blocks(texts, 0 if head is None else BLOCK)
    if order == ">":
        bits = (padded.starts + padded.sizes - 8)[:, None] + np.arange(8)
        padded.data[bits] = padded.data[bits[:, ::-1]]
    state = [np.full(count, value, np.uint32) for value in start]
    with np.errstate(over="ignore"):
        if head is not None:
            first = (np.full(len(head.sizes), value, np.uint32) for value in start)
            state = [np.broadcast_to(part, count).copy() for part in step(head, 0, *first)]
        in_blocks(padded, state, padded.sizes // BLOCK, step)  # type: ignore[arg-type]
    return np.stack(state, axis=1).astype(f"{order}u4").view(np.uint8)


def _words(texts: Texts, block: int) -> list[Halves]:
    return [texts.half(block * BLOCK + 4 * i).astype(np.uint32).byteswap() for i in range(16)]


# --- MD5 and SHA-1 --------------------------------------------------------------------------------

_SHA1_START = (*START, 0xC3D2E1F0)


def _sha1_block(texts: Texts, block: int, *state: Halves) -> list[Halves]:
    words = _words(texts, block)
    for place in range(16, 80):
        mixed = words[place - 3] ^ words[place - 8] ^ words[place - 14] ^ words[place - 16]
        words.append(_turned(mixed, 1))
    a, b, c, d, e = state
    for step, word in enumerate(words):
        if step < 20:
            mixed, constant = d ^ b & (c ^ d), 0x5A827999
        elif 40 <= step < 60:
            mixed, constant = b & c | d & (b | c), 0x8F1BBCDC
        else:
            mixed, constant = b ^ c ^ d, 0x6ED9EBA1 if step < 40 else 0xCA62C1D6
        new = _turned(a, 5) + mixed + e + word + np.uint32(constant)
        a, b, c, d, e = new, a, _turned(b, 30), c, d
    return [old + new for old, new in zip(state, (a, b, c, d, e), strict=True)]


def md5_sha1(texts: Texts, head: Texts | None = None) -> Lines:
    """The MD5 digest of every text, then the SHA-1 digest."""
    md5 = _digest(texts, head, START, md5_block, "<")
    return np.concatenate([md5, _digest(texts, head, _SHA1_START, _sha1_block, ">")], axis=1)


# --- SM3 ------------------------------------------------------------------------------------------

_SM3_START = (
    0x7380166F, 0x4914B2B9, 0x172442D7, 0xDA8A0600, 0xA96F30BC, 0x163138AA, 0xE38DEE4D, 0xB0FB0E4E,
)  # fmt: skip


def _sm3_block(texts: Texts, block: int, *state: Halves) -> list[Halves]:
    words = _words(texts, block)
    for place in range(16, 68):
        mixed = words[place - 16] ^ words[place - 9] ^ _turned(words[place - 3], 15)
        mixed = mixed ^ _turned(mixed, 15) ^ _turned(mixed, 23)
        words.append(mixed ^ _turned(words[place - 13], 7) ^ words[place - 6])
    a, b, c, d, e, f, g, h = state
    for step in range(64):
        constant, turns = 0x79CC4519 if step < 16 else 0x7A879D8A, step % 32
        turned = (constant << turns | constant >> (32 - turns)) & 0xFFFFFFFF
        first = _turned(_turned(a, 12) + e + np.uint32(turned), 7)
        second = first ^ _turned(a, 12)
        low, high = (a ^ b ^ c, e ^ f ^ g) if step < 16 else (a & b | c & (a | b), g ^ e & (f ^ g))
        low = low + d + second + (words[step] ^ words[step + 4])
        high = high + h + first + words[step]
        high = high ^ _turned(high, 9) ^ _turned(high, 17)
        a, b, c, d, e, f, g, h = low, a, _turned(b, 9), c, high, e, _turned(f, 19), g
    return [old ^ new for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True)]


def sm3(texts: Texts, head: Texts | None = None) -> Lines:
    """The SM3 digest of every text."""
    return _digest(texts, head, _SM3_START, _sm3_block, ">")


# --- Whirlpool ------------------------------------------------------------------------------------

_ROUNDS = 10
_FACTORS = (1, 1, 4, 1, 8, 5, 2, 9)
_EXPONENT = (1, 11, 9, 12, 13, 6, 15, 3, 14, 8, 7, 4, 10, 2, 5, 0)
_RANDOM = (7, 12, 11, 13, 14, 4, 9, 15, 6, 3, 8, 10, 2, 5, 1, 0)


def _substituted(byte: int) -> int:
    """A byte by the boxes of its halves."""
    high, low = _EXPONENT[byte >> 4], _EXPONENT.index(byte & 15)
    mixed = _RANDOM[high ^ low]
    return _EXPONENT[high ^ mixed] << 4 | _EXPONENT.index(low ^ mixed)


def _times(byte: int, factor: int) -> int:
    """A product of polynomials, modulo that of Whirlpool."""
    made = 0
    for bit in range(4):
        made ^= (factor >> bit & 1) * (byte << bit)
    for bit in range(11, 7, -1):
        made ^= (made >> bit & 1) * (0x11D << (bit - 8))
    return made


@cache
def _tables() -> tuple[Words, list[int]]:
    """What each byte of a word becomes, by its place; and the keys of the rounds."""
    boxes = [_substituted(byte) for byte in range(256)]
    lines = [bytes(_times(box, factor) for factor in _FACTORS) for box in boxes]
    tables = [[int.from_bytes(b[8 - j :] + b[: 8 - j], "big") for b in lines] for j in range(8)]
    keys = [int.from_bytes(bytes(boxes[8 * r : 8 * r + 8]), "big") for r in range(_ROUNDS)]
    return np.array(tables, np.uint64), keys


def _mixed(state: Words) -> Words:
    """A round of the state, without its key."""
    tables, _ = _tables()
    parts = np.ascontiguousarray(state[:, :, None]).view(np.uint8)[:, :, ::-1]  # highest first
    out = tables[0][parts[:, :, 0]]
    for place in range(1, 8):
        out ^= np.roll(tables[place][parts[:, :, place]], place, axis=0)
    return np.asarray(out, np.uint64)


def _whirlpool_block(state: Words, texts: Texts, block: int) -> Words:
    words = np.stack([texts.word(block * BLOCK + 8 * i).byteswap() for i in range(8)])
    key, made = state, words ^ state
    for constant in _tables()[1]:
        key = _mixed(key)
        key[0] ^= np.uint64(constant)
        made = _mixed(made) ^ key
    return made ^ state ^ words


def whirlpool(texts: Texts, head: Texts | None = None) -> Lines:
    """The Whirlpool digest of every text."""
    before = 0 if head is None else BLOCK
    padded = filled(texts, (texts.sizes + 32 + BLOCK) // BLOCK * BLOCK)
    padded.data[padded.starts + texts.sizes] = 0x80
    bits = ((texts.sizes + before) * 8).astype(">u8").view(np.uint8).reshape(-1, 8)
    padded.data[(padded.starts + padded.sizes - 8)[:, None] + np.arange(8)] = bits
    state = np.zeros((8, len(texts.sizes)), np.uint64)
    if head is not None:
        state[:] = _whirlpool_block(np.zeros((8, len(head.sizes)), np.uint64), head, 0)
    blocks = padded.sizes // BLOCK
    for block in range(int(blocks.max(initial=0))):
        now = blocks > block
        state[:, now] = _whirlpool_block(state[:, now], padded.take(now), block)
    return np.ascontiguousarray(state.T.astype(">u8")).view(np.uint8)
