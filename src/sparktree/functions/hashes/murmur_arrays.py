"""The MurmurHash family and Java's hash over whole arrays, with numpy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.byte_texts import Texts, U, left32, rotate

_M32 = U(0xFFFFFFFF)
Mix = Callable[[Words, Words], Words]  # a state and a block to the next state


def _blocks(texts: Texts, state: Words, size: int, mix: Mix) -> Words:
    """The state after all whole blocks of 4 or 8 bytes."""
    counts = texts.sizes // size
    for block in range(int(counts.max(initial=0))):
        active = counts > block
        some = texts.take(active)
        data = some.half(block * 4) if size == 4 else some.word(block * 8)
        state[active] = mix(state[active], data)
    return state


def _tail(texts: Texts, size: int) -> tuple[Words, Places]:
    """What is left behind the whole blocks, the lowest byte first, and how many bytes that is."""
    left = texts.sizes % size
    word = texts.word(texts.sizes // size * size)
    bits = left.astype(np.uint64) * U(8)
    return word & ((U(1) << bits) - U(1)), left


def murmur2_32(texts: Texts, seed: int = 0) -> Words:
    """MurmurHash2 with 32 bits."""
    m = U(0x5BD1E995)

    def mix(h: Words, k: Words) -> Words:
        k = k * m & _M32
        k = (k ^ k >> U(24)) * m & _M32
        return (h * m & _M32) ^ k

    with np.errstate(over="ignore"):
        h = _blocks(texts, (U(seed) ^ texts.sizes.astype(np.uint64)) & _M32, 4, mix)
        rest, left = _tail(texts, 4)
        h = np.where(left > 0, (h ^ rest) * m & _M32, h)
        h = (h ^ h >> U(13)) * m & _M32
        return h ^ h >> U(15)


def kafka_murmur(texts: Texts) -> Words:
    """MurmurHash2 with Kafka's seed."""
    return murmur2_32(texts, 0x9747B28C) & U(0x7FFFFFFF)


def murmur2_64(texts: Texts, seed: int = 0) -> Words:
    """MurmurHash64A."""
    m = U(0xC6A4A7935BD1E995)

    def mix(h: Words, k: Words) -> Words:
        k = k * m
        return (h ^ (k ^ k >> U(47)) * m) * m

    with np.errstate(over="ignore"):
        h = _blocks(texts, U(seed) ^ texts.sizes.astype(np.uint64) * m, 8, mix)
        rest, left = _tail(texts, 8)
        h = np.where(left > 0, (h ^ rest) * m, h)
        h = (h ^ h >> U(47)) * m
        return h ^ h >> U(47)


def gcc_murmur(texts: Texts) -> Words:
    """The hash of libstdc++: MurmurHash64A with a seed."""
    return murmur2_64(texts, 0xC70F6907)


def murmur3_32(texts: Texts) -> Words:
    """MurmurHash3 with 32 bits."""
    c1, c2 = U(0xCC9E2D51), U(0x1B873593)

    def scrambled(k: Words) -> Words:
        return left32(k * c1 & _M32, 15) * c2 & _M32

    def mix(h: Words, k: Words) -> Words:
        return (left32(h ^ scrambled(k), 13) * U(5) + U(0xE6546B64)) & _M32

    with np.errstate(over="ignore"):
        h = _blocks(texts, np.zeros(len(texts.sizes), np.uint64), 4, mix)
        h = h ^ scrambled(_tail(texts, 4)[0]) ^ texts.sizes.astype(np.uint64)
        h = (h ^ h >> U(16)) * U(0x85EBCA6B) & _M32
        h = (h ^ h >> U(13)) * U(0xC2B2AE35) & _M32
        return h ^ h >> U(16)


_C1, _C2 = U(0x87C37B91114253D5), U(0x4CF5AD432745937F)


def _scrambled(k: Words, before: np.uint64, bits: int, after: np.uint64) -> Words:
    return rotate(k * before, 64 - bits) * after


def _final(k: Words) -> Words:
    k = (k ^ k >> U(33)) * U(0xFF51AFD7ED558CCD)
    k = (k ^ k >> U(33)) * U(0xC4CEB9FE1A85EC53)
    return k ^ k >> U(33)


def murmur3_128(texts: Texts) -> tuple[Words, Words]:
    """MurmurHash3 with 128 bits, for 64-bit machines: its low and its high half."""
    count = len(texts.sizes)
    h1, h2 = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    blocks = texts.sizes // 16
    with np.errstate(over="ignore"):
        for block in range(int(blocks.max(initial=0))):
            active = blocks > block
            some = texts.take(active)
            k1, k2 = some.word(block * 16), some.word(block * 16 + 8)
            a, b = h1[active] ^ _scrambled(k1, _C1, 31, _C2), h2[active]
            a = (rotate(a, 64 - 27) + b) * U(5) + U(0x52DCE729)
            b = b ^ _scrambled(k2, _C2, 33, _C1)
            b = (rotate(b, 64 - 31) + a) * U(5) + U(0x38495AB5)
            h1[active], h2[active] = a, b
        low, high = _tail_halves(texts)
        h1 = h1 ^ _scrambled(low, _C1, 31, _C2) ^ texts.sizes.astype(np.uint64)
        h2 = h2 ^ _scrambled(high, _C2, 33, _C1) ^ texts.sizes.astype(np.uint64)
        h1 = h1 + h2
        h2 = h2 + h1
        h1, h2 = _final(h1), _final(h2)
        h1 = h1 + h2
        return h1, h2 + h1


def _tail_halves(texts: Texts) -> tuple[Words, Words]:
    """What is left behind the blocks of 16 bytes, as two words; 0 where nothing is."""
    left, at = texts.sizes % 16, texts.sizes // 16 * 16
    halves = []
    for offset in (0, 8):
        size = np.clip(left - offset, 0, 8).astype(np.uint64) * U(8)
        mask = np.where(size == 64, ~U(0), (U(1) << (size % U(64))) - U(1))
        halves.append(np.where(size > 0, texts.word(at + offset) & mask, U(0)))
    return halves[0], halves[1]


def murmur3_64(texts: Texts) -> Words:
    """Both halves of murmur3_128, xored."""
    low, high = murmur3_128(texts)
    return low ^ high


def java_hash(texts: Texts) -> Words:
    """Java's String.hashCode of Latin-1 text, its bytes signed; 32 bits."""
    return _by_31(
        texts, texts.sizes, lambda some, step: some.byte(step).astype(np.uint8).view(np.int8)
    )


def java_hash_utf16(texts: Texts) -> Words:
    """Java's String.hashCode of UTF-16, the lowest byte first; 32 bits."""
    return _by_31(
        texts,
        texts.sizes // 2,
        lambda some, step: some.byte(step * 2) | some.byte(step * 2 + 1) << U(8),
    )


def _by_31(texts: Texts, counts: Places, unit: Callable[[Texts, int], Words]) -> Words:
    values = np.zeros(len(texts.sizes), np.int64)
    for step in range(int(counts.max(initial=0))):
        active = counts > step
        added = unit(texts.take(active), step).astype(np.int64)
        values[active] = (values[active] * 31 + added) & 0xFFFFFFFF
    return values.astype(np.uint64)
