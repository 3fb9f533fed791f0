"""CityHash, SipHash and the hashes of integers over whole arrays, with numpy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.kernel.text import array_has_escapes, unescape_array

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]

U = np.uint64


@dataclass(frozen=True, slots=True)
class Texts:
    """Byte strings in one buffer; NULLs are empty. The buffer has room to read beyond the end."""

    data: npt.NDArray[np.uint8]
    starts: Places
    sizes: Places

    @classmethod
    def of(cls, array: pa.Array) -> Texts:
        """The texts of a string or binary array."""
        if pa.types.is_string(array.type):
            array = unescape_array(array) if array_has_escapes(array) else array.cast(pa.binary())
        count = len(array)
        _, offsets, data = array.buffers()
        if count == 0 or offsets is None:
            return cls(np.zeros(16, np.uint8), np.zeros(count, np.int64), np.zeros(count, np.int64))
        bounds = np.frombuffer(offsets, np.int32)[array.offset : array.offset + count + 1]
        raw = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
        padded = np.concatenate([raw[: bounds[-1]], np.zeros(16, np.uint8)])
        starts = bounds[:-1].astype(np.int64)
        sizes = np.diff(bounds).astype(np.int64)
        if array.null_count:
            sizes = np.where(np.asarray(array.is_null()), 0, sizes)
        return cls(padded, starts, sizes)

    def take(self, rows: npt.NDArray[np.bool_]) -> Texts:
        """Some of the texts."""
        return Texts(self.data, self.starts[rows], self.sizes[rows])

    def word(self, offset: Places | int) -> Words:
        """The 8 bytes at an offset of every text, the lowest first."""
        return self._gather(self.starts + offset, 8).view("<u8")[:, 0]

    def half(self, offset: Places | int) -> Words:
        """The 4 bytes at an offset of every text."""
        return self._gather(self.starts + offset, 4).view("<u4")[:, 0].astype(np.uint64)

    def byte(self, offset: Places | int) -> Words:
        """The byte at an offset of every text."""
        return np.asarray(self.data[self.starts + offset], np.uint64)

    def _gather(self, places: Places, size: int) -> npt.NDArray[np.uint8]:
        return np.ascontiguousarray(self.data[places[:, None] + np.arange(size)])


def rotate(value: Words, bits: int | Words) -> Words:
    """The bits moved to the right, around the end."""
    right = U(bits) if isinstance(bits, int) else bits
    return np.asarray(np.bitwise_or(value >> right, value << (U(64) - right)), np.uint64)


# --- CityHash 1.0.2 -----------------------------------------------------------------------

_K0, _K1 = U(0xC3A5C85C97CB3127), U(0xB492B66FBE98F273)
_K2, _K3 = U(0x9AE16A3B2F90404F), U(0xC949D7C7509E6557)
_MUL = U(0x9DDFEA08EB382D69)


def _mix(value: Words) -> Words:
    return value ^ (value >> U(47))


def city_combine(low: Words, high: Words) -> Words:
    """Two hashes as one."""
    with np.errstate(over="ignore"):
        first = _mix((low ^ high) * _MUL)
        return _mix((high ^ first) * _MUL) * _MUL


def city_with_seed(hashes: Words, seed: int) -> Words:
    """CityHash64WithSeed of texts, by their CityHash64."""
    with np.errstate(over="ignore"):
        return city_combine(hashes - _K2, np.full_like(hashes, seed))


def city_hash(texts: Texts) -> Words:
    """CityHash64 of every text."""
    out = np.full(len(texts.sizes), _K2, np.uint64)
    classes: tuple[tuple[int, int, Callable[[Texts], Words]], ...] = (
        (1, 3, _city_tiny),
        (4, 8, _city_small),
        (9, 16, _city_16),
        (17, 32, _city_32),
        (33, 64, _city_64),
        (65, 1 << 31, _city_long),
    )
    with np.errstate(over="ignore"):
        for least, most, compute in classes:
            rows = (texts.sizes >= least) & (texts.sizes <= most)
            if rows.any():
                out[rows] = compute(texts.take(rows))
    return out


def _city_tiny(t: Texts) -> Words:
    size = t.sizes.astype(np.uint64)
    first = t.byte(0) + (t.byte(t.sizes >> 1) << U(8))
    last = size + (t.byte(t.sizes - 1) << U(2))
    return _mix(first * _K2 ^ last * _K3) * _K2


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
    r = _mix(np.asarray((vf + ws) * _K2 + (wf + vs) * _K0, np.uint64))
    return _mix(r * _K0 + vs) * _K2


def _weak(t: Texts, offset: Places | int, a: Words, b: Words) -> tuple[Words, Words]:
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
    v = _weak(t, t.sizes - 64, size, y)
    w = _weak(t, t.sizes - 32, size * _K1, np.full_like(size, _K0))
    z = z + _mix(v[1]) * _K1
    x = rotate(z + x, 39) * _K1
    y = rotate(y, 33) * _K1
    blocks = (t.sizes - 1) // 64
    out = [x, y, z, *v, *w]
    for block in range(int(blocks.max())):
        active = blocks > block
        rows = t.take(active)
        step = _city_block(rows, block * 64, *(part[active] for part in out))
        for part, changed in zip(out, step, strict=True):
            part[active] = changed
    x, y, z, v0, v1, w0, w1 = out
    return city_combine(city_combine(v0, w0) + _mix(y) * _K1 + z, city_combine(v1, w1) + x)


def _city_block(
    t: Texts, at: int, x: Words, y: Words, z: Words, v0: Words, v1: Words, w0: Words, w1: Words
) -> tuple[Words, ...]:
    x = rotate(x + y + v0 + t.word(at + 16), 37) * _K1
    y = rotate(y + v1 + t.word(at + 48), 42) * _K1
    x = x ^ w1
    y = y ^ v0
    z = rotate(z ^ w0, 33)
    v = _weak(t, at, v1 * _K1, x + w0)
    w = _weak(t, at + 32, z + w1, y)
    return z, y, x, *v, *w


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
    blocks = texts.sizes // 8
    for block in range(int(blocks.max(initial=0))):
        active = blocks > block
        word = texts.take(active).word(block * 8)
        part = [x[active] for x in v]
        part[3] = part[3] ^ word
        changed = list(_sip_round(*_sip_round(*part)))
        changed[0] = changed[0] ^ word
        for x, y in zip(v, changed, strict=True):
            x[active] = y
    tail = _sip_tail(texts)
    v[3] = v[3] ^ tail
    v = list(_sip_round(*_sip_round(*v)))
    v[0] = v[0] ^ tail
    return v[0], v[1], v[2], v[3]


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
    with np.errstate(over="ignore"):
        x = values ^ U(0x4CF2D2BAAE6DA887)
        x = (x ^ (x >> U(33))) * U(0xFF51AFD7ED558CCD)
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
