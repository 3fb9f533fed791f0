"""CityHash, SipHash and the hashes of integers over whole arrays, with numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.byte_texts import (
    Classes,
    Texts,
    U,
    all_same,
    by_size,
    in_blocks,
    rotate,
)

# --- CityHash 1.0.2 -----------------------------------------------------------------------

_K0, _K1 = U(0xC3A5C85C97CB3127), U(0xB492B66FBE98F273)
_K2, _K3 = U(0x9AE16A3B2F90404F), U(0xC949D7C7509E6557)
_MUL = U(0x9DDFEA08EB382D69)


def mix47(value: Words) -> Words:
    return value ^ (value >> U(47))


def city_combine(low: Words, high: Words) -> Words:
    """Two hashes as one."""
    with np.errstate(over="ignore"):
        first = mix47((low ^ high) * _MUL)
        return mix47((high ^ first) * _MUL) * _MUL


def city_with_seed(hashes: Words, seed: int) -> Words:
    """CityHash64WithSeed of texts, by their CityHash64."""
    with np.errstate(over="ignore"):
        return city_combine(hashes - _K2, np.full_like(hashes, seed))


def city_hash(texts: Texts) -> Words:
    """CityHash64 of every text."""
    return by_size(texts, _CITY)


def _city_tiny(t: Texts) -> Words:
    size = t.sizes.astype(np.uint64)
    first = t.byte(0) + (t.byte(t.sizes >> 1) << U(8))
    last = size + (t.byte(t.sizes - 1) << U(2))
    return mix47(first * _K2 ^ last * _K3) * _K2


def _city_small(t: Texts) -> Words:
    size = t.sizes.astype(np.uint64)
    return city_combine(size + (t.half(0) << U(3)), t.half(t.sizes - 4))


def _city_16(t: Texts) -> Words:
    size = t.sizes.astype(np.uint64)
    last = t.word(t.sizes - 8)
    return city_combine(t.word(0), rotate(last + size, size)) ^ last


def _city_32(t: Texts) -> Words:
    size = t.sizes.astype(np.uint64)
    a, b = t.word(0) * _K1, t.word(8)
    c, d = t.word(t.sizes - 8) * _K2, t.word(t.sizes - 16) * _K0
    return city_combine(rotate(a - b, 43) + rotate(c, 30) + d, a + rotate(b ^ _K3, 20) - c + size)


def _city_64(t: Texts) -> Words:
    size = t.sizes.astype(np.uint64)
    z = t.word(24)
    a = t.word(0) + (size + t.word(t.sizes - 16)) * _K0
    b, c = rotate(a + z, 52), rotate(a, 37)
    a = a + t.word(8)
    c = c + rotate(a, 7)
    a = a + t.word(16)
    vf, vs = a + z, b + rotate(a, 31) + c
    a = t.word(16) + t.word(t.sizes - 32)
    z = t.word(t.sizes - 8)
    b, c = rotate(a + z, 52), rotate(a, 37)
    a = a + t.word(t.sizes - 24)
    c = c + rotate(a, 7)
    a = a + t.word(t.sizes - 16)
    wf, ws = a + z, b + rotate(a, 31) + c
    r = mix47(np.asarray((vf + ws) * _K2 + (wf + vs) * _K0, np.uint64))
    return mix47(r * _K0 + vs) * _K2


def weak_hash(t: Texts, offset: Places | int, a: Words, b: Words) -> tuple[Words, Words]:
    w, x, y, z = (t.word(offset + i) for i in (0, 8, 16, 24))
    a = a + w
    b = rotate(b + a + z, 21)
    c = a
    a = a + x + y
    b = b + rotate(a, 44)
    return a + z, b + c


def _city_long(t: Texts) -> Words:
    size = t.sizes.astype(np.uint64)
    x, y, z = t.word(0), t.word(t.sizes - 16) ^ _K1, t.word(t.sizes - 56) ^ _K0
    v = weak_hash(t, t.sizes - 64, size, y)
    w = weak_hash(t, t.sizes - 32, size * _K1, np.full_like(size, _K0))
    z = z + mix47(v[1]) * _K1
    x = rotate(z + x, 39) * _K1
    y = rotate(y, 33) * _K1
    out = [x, y, z, *v, *w]
    in_blocks(t, out, (t.sizes - 1) // 64, _city_block)
    x, y, z, v0, v1, w0, w1 = out
    return city_combine(city_combine(v0, w0) + mix47(y) * _K1 + z, city_combine(v1, w1) + x)


def _city_block(
    t: Texts, block: int, x: Words, y: Words, z: Words, v0: Words, v1: Words, w0: Words, w1: Words
) -> tuple[Words, ...]:
    at = block * 64
    x = rotate(x + y + v0 + t.word(at + 16), 37) * _K1
    y = rotate(y + v1 + t.word(at + 48), 42) * _K1
    x = x ^ w1
    y = y ^ v0
    z = rotate(z ^ w0, 33)
    v = weak_hash(t, at, v1 * _K1, x + w0)
    w = weak_hash(t, at + 32, z + w1, y)
    return z, y, x, *v, *w


LARGEST = 1 << 31
_CITY: Classes = (
    (0, all_same(_K2)),
    (3, _city_tiny),
    (8, _city_small),
    (16, _city_16),
    (32, _city_32),
    (64, _city_64),
    (LARGEST, _city_long),
)


# --- SipHash ------------------------------------------------------------------------------


def _sip_round(v0: Words, v1: Words, v2: Words, v3: Words) -> tuple[Words, Words, Words, Words]:
    v0 = v0 + v1
    v1 = rotate(v1, 51) ^ v0
    v0 = rotate(v0, 32)
    v2 = v2 + v3
    v3 = rotate(v3, 48) ^ v2
    v0 = v0 + v3
    v3 = rotate(v3, 43) ^ v0
    v2 = v2 + v1
    v1 = rotate(v1, 47) ^ v2
    v2 = rotate(v2, 32)
    return v0, v1, v2, v3


_SIP = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)


@dataclass(frozen=True, slots=True)
class SipKey:
    """The two halves of the key, and whether the 128-bit result is the reference's."""

    first: Words | int = 0
    second: Words | int = 0
    reference: bool = False


def _sip_state(texts: Texts, key: SipKey) -> tuple[Words, Words, Words, Words]:
    count = len(texts.sizes)
    first, second = (
        np.full(count, k, np.uint64) if isinstance(k, int) else k for k in (key.first, key.second)
    )
    v = [np.full(count, c, np.uint64) ^ k for c, k in zip(_SIP, (first, second) * 2, strict=True)]
    if key.reference:
        v[1] = v[1] ^ U(0xEE)
    in_blocks(texts, v, texts.sizes // 8, lambda t, block, *v: _sip_word(t.word(block * 8), *v))
    return _sip_word(_sip_tail(texts), *v)


def _sip_word(
    word: Words, v0: Words, v1: Words, v2: Words, v3: Words
) -> tuple[Words, Words, Words, Words]:
    v0, v1, v2, v3 = _sip_round(*_sip_round(v0, v1, v2, v3 ^ word))
    return v0 ^ word, v1, v2, v3


def _sip_tail(texts: Texts) -> Words:
    """What is left of the last 8 bytes, and the size in the highest byte."""
    left = (texts.sizes % 8).astype(np.uint64)
    word = texts.word(texts.sizes // 8 * 8)
    mask = np.where(left == 0, U(0), (U(1) << (left * U(8))) - U(1))
    return (word & mask) | ((texts.sizes.astype(np.uint64) & U(255)) << U(56))


def sip_hash64(texts: Texts, key: SipKey) -> Words:
    """SipHash-2-4 of every text."""
    with np.errstate(over="ignore"):
        v0, v1, v2, v3 = _sip_state(texts, key)
        v2 = v2 ^ U(0xFF)
        for _ in range(4):
            v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
        return v0 ^ v1 ^ v2 ^ v3


def sip_hash128(texts: Texts, key: SipKey) -> tuple[Words, Words]:
    """The 128-bit SipHash of every text: its low and its high half."""
    with np.errstate(over="ignore"):
        v0, v1, v2, v3 = _sip_state(texts, key)
        v2 = v2 ^ U(0xEE if key.reference else 0xFF)
        for _ in range(4):
            v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
        if not key.reference:
            return v0 ^ v1, v2 ^ v3
        low = v0 ^ v1 ^ v2 ^ v3
        v1 = v1 ^ U(0xDD)
        for _ in range(4):
            v0, v1, v2, v3 = _sip_round(v0, v1, v2, v3)
        return low, v0 ^ v1 ^ v2 ^ v3


# --- integers -----------------------------------------------------------------------------


def int_hash64(values: Words) -> Words:
    """ClickHouse's intHash64."""
    return mixed(values ^ U(0x4CF2D2BAAE6DA887))


def mixed(values: Words) -> Words:
    """The bits of numbers mixed, as ClickHouse's own tables of hashes want them."""
    with np.errstate(over="ignore"):
        x = (values ^ (values >> U(33))) * U(0xFF51AFD7ED558CCD)
        x = (x ^ (x >> U(33))) * U(0xC4CEB9FE1A85EC53)
        return x ^ (x >> U(33))


def int_hash32(values: Words) -> npt.NDArray[np.uint32]:
    """ClickHouse's intHash32."""
    with np.errstate(over="ignore"):
        key = values ^ U(0x75D9543DE018BF45)
        key = ~key + (key << U(18))
        key = key ^ rotate(key, 31)
        key = key * U(21)
        key = key ^ rotate(key, 11)
        key = key + (key << U(6))
        key = key ^ rotate(key, 22)
        return key.astype(np.uint32)
