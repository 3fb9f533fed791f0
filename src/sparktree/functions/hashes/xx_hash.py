"""xxHash over whole columns of texts: XXH32, XXH64 and XXH3 with 64 and 128 bits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.byte_texts import (
    Texts,
    U,
    all_same,
    by_size,
    each_size,
    in_blocks,
    left32,
    rotate,
)
from sparktree.functions.hashes.hash_arrays import LARGEST

_M32 = U(0xFFFFFFFF)
_P32 = tuple(map(U, (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1)))
_P64 = tuple(
    map(
        U,
        (
            0x9E3779B185EBCA87,
            0xC2B2AE3D27D4EB4F,
            0x165667B19E3779F9,
            0x85EBCA77C2B2AE63,
            0x27D4EB2F165667C5,
        ),
    )
)


def _left64(value: Words, bits: int) -> Words:
    return rotate(value, 64 - bits)


def _sizes(texts: Texts) -> Words:
    return texts.sizes.astype(np.uint64)


def _swap(value: Words) -> Words:
    return value.byteswap()


def _lanes(
    texts: Texts, width: int, start: list[int], turn: Callable[[Words, Words], Words]
) -> list[Words]:
    """The four lanes after all whole blocks of four words of 4 or 8 bytes."""
    state = [np.full(len(texts.sizes), value, np.uint64) for value in start]

    def step(some: Texts, block: int, *lanes: Words) -> list[Words]:
        read = some.word if width == 8 else some.half
        return [turn(lane, read((block * 4 + i) * width)) for i, lane in enumerate(lanes)]

    in_blocks(texts, state, texts.sizes // (4 * width), step)
    return state


def _mix_rest(
    texts: Texts, hashes: Words, places: Places, width: int, mix: Callable[[Words, Words], Words]
) -> None:
    """Mix what is left of the texts behind the places, so many bytes at a time."""
    read = {8: Texts.word, 4: Texts.half, 1: Texts.byte}[width]
    while True:
        rows = np.flatnonzero(texts.sizes - places >= width)
        if not len(rows):
            return
        some = Texts(texts.data, texts.starts[rows], texts.sizes[rows])
        hashes[rows] = mix(hashes[rows], read(some, places[rows]))
        places[rows] += width


def xxh32(texts: Texts) -> Words:
    """XXH32 of every text."""
    p1, p2, p3, p4, p5 = _P32

    def turn(lane: Words, data: Words) -> Words:
        return left32(lane + data * p2 & _M32, 13) * p1 & _M32

    with np.errstate(over="ignore"):
        start = [0x24234428, int(p2), 0, 0x61C8864F]
        a, b, c, d = _lanes(texts, 4, start, turn)
        lanes = left32(a, 1) + left32(b, 7) + left32(c, 12) + left32(d, 18)
        hashes = np.where(texts.sizes >= 16, lanes, p5) + _sizes(texts) & _M32
        places = texts.sizes // 16 * 16
        _mix_rest(texts, hashes, places, 4, lambda h, k: left32(h + k * p3 & _M32, 17) * p4 & _M32)
        _mix_rest(texts, hashes, places, 1, lambda h, k: left32(h + k * p5 & _M32, 11) * p1 & _M32)
        hashes = (hashes ^ hashes >> U(15)) * p2 & _M32
        hashes = (hashes ^ hashes >> U(13)) * p3 & _M32
        return hashes ^ hashes >> U(16)


def _avalanche64(h: Words) -> Words:
    h = (h ^ h >> U(33)) * _P64[1]
    h = (h ^ h >> U(29)) * _P64[2]
    return h ^ h >> U(32)


def xxh64(texts: Texts, seed: int = 0) -> Words:
    """XXH64 of every text."""
    p1, p2, p3, p4, p5 = _P64
    key = U(seed)

    def turn(lane: Words, data: Words) -> Words:
        return _left64(lane + data * p2, 31) * p1

    with np.errstate(over="ignore"):
        lanes = _lanes(texts, 8, [int(key + p1 + p2), int(key + p2), seed, int(key - p1)], turn)
        a, b, c, d = lanes
        long = _left64(a, 1) + _left64(b, 7) + _left64(c, 12) + _left64(d, 18)
        for lane in lanes:
            long = (long ^ turn(np.zeros_like(lane), lane)) * p1 + p4
        hashes = np.where(texts.sizes >= 32, long, key + p5) + _sizes(texts)
        places = texts.sizes // 32 * 32
        nothing = np.zeros(1, np.uint64)
        _mix_rest(
            texts, hashes, places, 8, lambda h, k: _left64(h ^ turn(nothing, k), 27) * p1 + p4
        )
        _mix_rest(texts, hashes, places, 4, lambda h, k: _left64(h ^ k * p1, 23) * p2 + p3)
        _mix_rest(texts, hashes, places, 1, lambda h, k: _left64(h ^ k * p5, 11) * p1)
        return _avalanche64(hashes)


# --- XXH3 ---------------------------------------------------------------------------------

_SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
_MX1, _MX2 = U(0x165667919E3779F9), U(0x9FB21C651E98DF25)
Halves = tuple[Words, Words]


def _key(at: int) -> np.uint64:
    """8 bytes of the secret."""
    return U(int.from_bytes(_SECRET[at : at + 8], "little"))


def _half_key(at: int) -> np.uint64:
    return _key(at) & _M32


def _avalanche(h: Words) -> Words:
    h = (h ^ h >> U(37)) * _MX1
    return h ^ h >> U(32)


def product(a: Words, b: Words | np.uint64) -> Halves:
    """The low and the high half of a product."""
    a0, a1, b0, b1 = a & _M32, a >> U(32), b & _M32, b >> U(32)
    middle = a1 * b0 + (a0 * b0 >> U(32))
    crossed = a0 * b1 + (middle & _M32)
    return a * b, a1 * b1 + (middle >> U(32)) + (crossed >> U(32))


def folded(a: Words, b: Words) -> Words:
    low, high = product(a, b)
    return low ^ high


def _mix16(t: Texts, at: Places | int, key: int) -> Words:
    return folded(t.word(at) ^ _key(key), t.word(at + 8) ^ _key(key + 8))


def _mix32(t: Texts, state: Halves, first: Places | int, second: Places | int, key: int) -> Halves:
    low, high = state
    low = low + _mix16(t, first, key) ^ t.word(second) + t.word(second + 8)
    high = high + _mix16(t, second, key + 16) ^ t.word(first) + t.word(first + 8)
    return low, high


def _empty(t: Texts) -> Halves:
    low, high = (_avalanche64(all_same(_key(at) ^ _key(at + 8))(t)) for at in (64, 80))
    return low, high


def _empty64(t: Texts) -> Words:
    return _avalanche64(all_same(_key(56) ^ _key(64))(t))


def _three(t: Texts) -> Words:
    """Texts of up to three bytes as a number."""
    first, last = t.byte(0) << U(16), t.byte(t.sizes - 1)
    return first | t.byte(t.sizes >> 1) << U(24) | last | _sizes(t) << U(8)


def _tiny64(t: Texts) -> Words:
    return _avalanche64(_three(t) ^ _half_key(0) ^ _half_key(4))


def _tiny(t: Texts) -> Halves:
    low = _three(t)
    high = left32(_swap(low) >> U(32), 13)
    return (
        _avalanche64(low ^ _half_key(0) ^ _half_key(4)),
        _avalanche64(high ^ _half_key(8) ^ _half_key(12)),
    )


def _small64(t: Texts) -> Words:
    h = t.half(t.sizes - 4) + (t.half(0) << U(32)) ^ _key(8) ^ _key(16)
    h = (h ^ _left64(h, 49) ^ _left64(h, 24)) * _MX2
    h = (h ^ (h >> U(35)) + _sizes(t)) * _MX2
    return h ^ h >> U(28)


def _small(t: Texts) -> Halves:
    keyed = t.half(0) + (t.half(t.sizes - 4) << U(32)) ^ _key(16) ^ _key(24)
    low, high = product(keyed, _P64[0] + (_sizes(t) << U(2)))
    high = high + (low << U(1))
    low = low ^ high >> U(3)
    low = (low ^ low >> U(35)) * _MX2
    return low ^ low >> U(28), _avalanche(high)


def _sixteen64(t: Texts) -> Words:
    low = t.word(0) ^ _key(24) ^ _key(32)
    high = t.word(t.sizes - 8) ^ _key(40) ^ _key(48)
    return _avalanche(_sizes(t) + _swap(low) + high + folded(low, high))


def _sixteen(t: Texts) -> Halves:
    last = t.word(t.sizes - 8)
    low, high = product(t.word(0) ^ last ^ _key(32) ^ _key(40), _P64[0])
    low = low + (_sizes(t) - U(1) << U(54))
    last = last ^ _key(48) ^ _key(56)
    high = high + last + (last & _M32) * (_P32[1] - U(1))
    low, above = product(low ^ _swap(high), _P64[1])
    return _avalanche(low), _avalanche(above + high * _P64[1])


def _medium64(t: Texts) -> Words:
    """17 to 128 bytes: pairs of 16 bytes from both ends, those in the middle first."""
    h = _sizes(t) * _P64[0]
    for pair in range(3, -1, -1):
        rows = t.sizes > 32 * pair
        some = t.take(rows)
        h[rows] += _mix16(some, 16 * pair, 32 * pair)
        h[rows] += _mix16(some, some.sizes - 16 * (pair + 1), 32 * pair + 16)
    return _avalanche(h)


def _medium(t: Texts) -> Halves:
    low, high = _sizes(t) * _P64[0], np.zeros(len(t.sizes), np.uint64)
    for pair in range(3, -1, -1):
        rows = t.sizes > 32 * pair
        some = t.take(rows)
        low[rows], high[rows] = _mix32(
            some, (low[rows], high[rows]), 16 * pair, some.sizes - 16 * (pair + 1), 32 * pair
        )
    return _ended(t, low, high)


def _ended(t: Texts, low: Words, high: Words) -> Halves:
    other = low * _P64[0] + high * _P64[3] + _sizes(t) * _P64[1]
    return _avalanche(low + high), U(0) - _avalanche(other)


def _large64(t: Texts) -> Words:
    """129 to 240 bytes."""
    h = _sizes(t) * _P64[0]
    for i in range(8):
        h = h + _mix16(t, 16 * i, 16 * i)
    h, end = _avalanche(h), _mix16(t, t.sizes - 16, 119)
    for i in range(8, 15):
        rows = t.sizes >= 16 * (i + 1)
        end[rows] += _mix16(t.take(rows), 16 * i, 16 * (i - 8) + 3)
    return _avalanche(h + end)


def _large(t: Texts) -> Halves:
    state = _sizes(t) * _P64[0], np.zeros(len(t.sizes), np.uint64)
    for at in range(0, 128, 32):
        state = _mix32(t, state, at, at + 16, at)
    low, high = map(_avalanche, state)
    for at in range(128, 240, 32):
        rows = t.sizes >= at + 32
        low[rows], high[rows] = _mix32(
            t.take(rows), (low[rows], high[rows]), at, at + 16, at - 128 + 3
        )
    return _ended(t, *_mix32(t, (low, high), t.sizes - 16, t.sizes - 32, 103))


def _stripe(t: Texts, at: Places | int, key: int, lanes: tuple[Words, ...]) -> list[Words]:
    """The lanes after 64 bytes."""
    out = list(lanes)
    for i in range(8):
        value = t.word(at + 8 * i)
        keyed = value ^ _key(key + 8 * i)
        out[i ^ 1] = out[i ^ 1] + value
        out[i] = out[i] + (keyed & _M32) * (keyed >> U(32))
    return out


def _striped(t: Texts) -> list[Words]:
    """The lanes of texts of more than 240 bytes."""
    p1, p2, p3, p4, p5 = _P64
    start = (_P32[2], p1, p2, p3, p4, _P32[1], p5, _P32[0])
    lanes = [np.full(len(t.sizes), value, np.uint64) for value in start]
    whole = (t.sizes - 1) // 1024 * 16  # stripes of blocks that are scrambled at their end

    def step(some: Texts, stripe: int, *lanes: Words) -> list[Words]:
        turn = stripe % 16
        out = _stripe(some, stripe * 64, turn * 8, lanes)
        if turn < 15:
            return out
        ends = (some.sizes - 1) // 1024 * 16 > stripe
        scrambled = [(x ^ x >> U(47) ^ _key(128 + 8 * i)) * _P32[0] for i, x in enumerate(out)]
        return [np.where(ends, new, old) for new, old in zip(scrambled, out, strict=True)]

    in_blocks(t, lanes, whole + (t.sizes - 1 - whole * 64) // 64, step)
    return _stripe(t, t.sizes - 64, 121, tuple(lanes))


def _merged(lanes: list[Words], key: int, start: Words) -> Words:
    for i in range(0, 8, 2):
        start = start + folded(lanes[i] ^ _key(key + 8 * i), lanes[i + 1] ^ _key(key + 8 * i + 8))
    return _avalanche(start)


def _long64(t: Texts) -> Words:
    return _merged(_striped(t), 11, _sizes(t) * _P64[0])


def _long(t: Texts) -> Halves:
    lanes = _striped(t)
    return (
        _merged(lanes, 11, _sizes(t) * _P64[0]),
        _merged(lanes, 117, ~(_sizes(t) * _P64[1])),
    )


_LONGEST = (0, 3, 8, 16, 128, 240, LARGEST)
_RULES64 = (_empty64, _tiny64, _small64, _sixteen64, _medium64, _large64, _long64)
_RULES128 = (_empty, _tiny, _small, _sixteen, _medium, _large, _long)


def xxh3(texts: Texts) -> Words:
    """XXH3 of every text, 64 bits."""
    return by_size(texts, tuple(zip(_LONGEST, _RULES64, strict=True)))


def xxh3_128(texts: Texts) -> Halves:
    """XXH3 of every text, 128 bits: the low and the high half."""
    low, high = np.zeros(len(texts.sizes), np.uint64), np.zeros(len(texts.sizes), np.uint64)
    for rows, halves in each_size(texts, tuple(zip(_LONGEST, _RULES128, strict=True))):
        low[rows], high[rows] = halves
    return low, high
