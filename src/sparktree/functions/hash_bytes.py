"""Hashes of one byte string: FarmHash, xxHash and the digests."""

from __future__ import annotations

import hashlib
import struct

import xxhash

_M64 = (1 << 64) - 1


def _rotr64(value: int, bits: int) -> int:
    return ((value >> bits) | (value << (64 - bits))) & _M64


# --- FarmHash -----------------------------------------------------------------------------

_K0, _K1, _K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 8], "little")


def _half(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def _mix47(value: int) -> int:
    return value ^ (value >> 47)


def _len16(u: int, v: int, mul: int) -> int:
    a = _mix47((u ^ v) * mul & _M64)
    b = _mix47((v ^ a) * mul & _M64)
    return b * mul & _M64


def _farm16(s: bytes) -> int:
    size = len(s)
    if size >= 8:
        mul = (_K2 + size * 2) & _M64
        a, b = (_word(s, 0) + _K2) & _M64, _word(s, size - 8)
        c = (_rotr64(b, 37) * mul + a) & _M64
        d = (_rotr64(a, 25) + b) * mul & _M64
        return _len16(c, d, mul)
    if size >= 4:
        mul = (_K2 + size * 2) & _M64
        return _len16((size + (_half(s, 0) << 3)) & _M64, _half(s, size - 4), mul)
    if size:
        y = s[0] + (s[size >> 1] << 8)
        z = size + (s[size - 1] << 2)
        return _mix47((y * _K2 ^ z * _K0) & _M64) * _K2 & _M64
    return _K2


def _farm32(s: bytes) -> int:
    size = len(s)
    mul = (_K2 + size * 2) & _M64
    a, b = _word(s, 0) * _K1 & _M64, _word(s, 8)
    c, d = _word(s, size - 8) * mul & _M64, _word(s, size - 16) * _K2 & _M64
    first = (_rotr64((a + b) & _M64, 43) + _rotr64(c, 30) + d) & _M64
    return _len16(first, (a + _rotr64((b + _K2) & _M64, 18) + c) & _M64, mul)


def _farm64(s: bytes) -> int:
    size = len(s)
    mul = (_K2 + size * 2) & _M64
    a, b = _word(s, 0) * _K2 & _M64, _word(s, 8)
    c, d = _word(s, size - 8) * mul & _M64, _word(s, size - 16) * _K2 & _M64
    y = (_rotr64((a + b) & _M64, 43) + _rotr64(c, 30) + d) & _M64
    z = _len16(y, (a + _rotr64((b + _K2) & _M64, 18) + c) & _M64, mul)
    e, f = _word(s, 16) * mul & _M64, _word(s, 24)
    g, h = (y + _word(s, size - 32)) * mul & _M64, (z + _word(s, size - 24)) * mul & _M64
    first = (_rotr64((e + f) & _M64, 43) + _rotr64(g, 30) + h) & _M64
    return _len16(first, (e + _rotr64((f + a) & _M64, 18) + g) & _M64, mul)


def _weak(s: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    w, x, y, z = (_word(s, at + i) for i in (0, 8, 16, 24))
    a = (a + w) & _M64
    b = _rotr64((b + a + z) & _M64, 21)
    c = a
    a = (a + x + y) & _M64
    b = (b + _rotr64(a, 44)) & _M64
    return (a + z) & _M64, (b + c) & _M64


def farm_fingerprint64(s: bytes) -> int:
    """FarmHash's Fingerprint64."""
    size = len(s)
    if size <= 16:
        return _farm16(s)
    if size <= 32:
        return _farm32(s)
    if size <= 64:
        return _farm64(s)
    return _farm_long(s)


def _farm_long(s: bytes) -> int:
    seed, size = 81, len(s)
    x, y = (seed * _K2 + _word(s, 0)) & _M64, (seed * _K1 + 113) & _M64
    z = _mix47((y * _K2 + 113) & _M64) * _K2 & _M64
    v, w = (0, 0), (0, 0)
    end = (size - 1) // 64 * 64
    last = end + ((size - 1) & 63) - 63
    for at in range(0, end, 64):
        x = _rotr64((x + y + v[0] + _word(s, at + 8)) & _M64, 37) * _K1 & _M64
        y = _rotr64((y + v[1] + _word(s, at + 48)) & _M64, 42) * _K1 & _M64
        x ^= w[1]
        y = (y + v[0] + _word(s, at + 40)) & _M64
        z = _rotr64((z + w[0]) & _M64, 33) * _K1 & _M64
        v = _weak(s, at, v[1] * _K1 & _M64, (x + w[0]) & _M64)
        w = _weak(s, at + 32, (z + w[1]) & _M64, (y + _word(s, at + 16)) & _M64)
        z, x = x, z
    mul = (_K1 + ((z & 0xFF) << 1)) & _M64
    w = ((w[0] + ((size - 1) & 63)) & _M64, w[1])
    v = ((v[0] + w[0]) & _M64, v[1])
    w = ((w[0] + v[0]) & _M64, w[1])
    x = _rotr64((x + y + v[0] + _word(s, last + 8)) & _M64, 37) * mul & _M64
    y = _rotr64((y + v[1] + _word(s, last + 48)) & _M64, 42) * mul & _M64
    x ^= w[1] * 9 & _M64
    y = (y + v[0] * 9 + _word(s, last + 40)) & _M64
    z = _rotr64((z + w[0]) & _M64, 33) * mul & _M64
    v = _weak(s, last, v[1] * mul & _M64, (x + w[0]) & _M64)
    w = _weak(s, last + 32, (z + w[1]) & _M64, (y + _word(s, last + 16)) & _M64)
    z, x = x, z
    first = (_len16(v[0], w[0], mul) + _mix47(y) * _K0 + z) & _M64
    return _len16(first, (_len16(v[1], w[1], mul) + x) & _M64, mul)


def _farm_piece(s: bytes, at: int, mul: int, seed0: int = 0, seed1: int = 0) -> int:
    """32 bytes of a text of medium size."""
    a, b = _word(s, at) * _K1 & _M64, _word(s, at + 8)
    c, d = _word(s, at + 24) * mul & _M64, _word(s, at + 16) * _K2 & _M64
    u = (_rotr64((a + b) & _M64, 43) + _rotr64(c, 30) + d + seed0) & _M64
    v = (a + _rotr64((b + _K2) & _M64, 18) + c + seed1) & _M64
    first = _mix47((u ^ v) * mul & _M64)
    return _mix47((v ^ first) * mul & _M64)


def farm_hash64(s: bytes) -> int:
    """FarmHash's Hash64, which differs from the fingerprint for some sizes."""
    size = len(s)
    if size <= 32 or 96 < size <= 256:
        return farm_fingerprint64(s)
    if size <= 64:
        mul = (_K2 - 30 + 2 * size) & _M64
        first = _farm_piece(s, 0, _K2 - 30)
        return (_farm_piece(s, size - 32, mul) * mul + first) * mul & _M64
    if size <= 96:
        mul = (_K2 - 114 + 2 * size) & _M64
        first, second = _farm_piece(s, 0, _K2 - 114), _farm_piece(s, 32, mul)
        last = _farm_piece(s, size - 32, mul, first, second)
        return (last * 9 + (first >> 17) + (second >> 21)) * mul & _M64
    return _farm_huge(s)


def _farm_turn(x: int, y: int, mul: int, bits: int) -> int:
    a = _mix47((x ^ y) * mul & _M64)
    return _rotr64((y ^ a) * mul & _M64, bits) * mul & _M64


def _farm_huge(s: bytes) -> int:
    seed, size = 81, len(s)
    y = 113
    z = _mix47(y * _K2 & _M64) * _K2 & _M64
    v0, v1, w0, w1 = seed, 0, 0, 0
    u, x = (seed - z) & _M64, seed * _K2 & _M64
    mul = (_K2 + (u & 0x82)) & _M64
    end = (size - 1) // 64 * 64
    for at in range(0, end, 64):
        a0, a1, a2, a3, a4, a5, a6, a7 = struct.unpack_from("<8Q", s, at)
        x, y, z = (x + a0 + a1) & _M64, (y + a2) & _M64, (z + a3) & _M64
        v0, v1 = (v0 + a4) & _M64, (v1 + a5 + a1) & _M64
        w0, w1 = (w0 + a6) & _M64, (w1 + a7) & _M64
        x = _rotr64(x, 26) * 9 & _M64
        y = _rotr64(y, 29)
        z = z * mul & _M64
        v0, v1 = _rotr64(v0, 33), _rotr64(v1, 30)
        w0 = (w0 ^ x) * 9 & _M64
        z = (_rotr64(z, 32) + w1) & _M64
        w1 = (w1 + z) & _M64
        z = z * 9 & _M64
        u, y = y, u
        z = (z + a0 + a6) & _M64
        v0, v1 = (v0 + a2) & _M64, (v1 + a3) & _M64
        w0, w1 = (w0 + a4) & _M64, (w1 + a5 + a6) & _M64
        x, y = (x + a1) & _M64, (y + a7) & _M64
        y = (y + v0) & _M64
        v0 = (v0 + x - y) & _M64
        v1 = (v1 + w0) & _M64
        w0 = (w0 + v1) & _M64
        w1 = (w1 + x - y) & _M64
        x = (x + w1) & _M64
        w1 = _rotr64(w1, 34)
        u, z = z, u
    return _farm_end(s, size - 64, (x, y, z, u, v0, v1, w0, w1), mul)


def _farm_end(s: bytes, last: int, state: tuple[int, ...], mul: int) -> int:
    x, y, z, u, v0, v1, w0, w1 = state
    u = u * 9 & _M64
    v1, v0 = _rotr64(v1, 28), _rotr64(v0, 20)
    w0 = (w0 + ((len(s) - 1) & 63)) & _M64
    u = (u + y) & _M64
    y = (y + u) & _M64
    x = _rotr64((y - x + v0 + _word(s, last + 8)) & _M64, 37) * mul & _M64
    y = _rotr64(y ^ v1 ^ _word(s, last + 48), 42) * mul & _M64
    x ^= w1 * 9 & _M64
    y = (y + v0 + _word(s, last + 40)) & _M64
    z = _rotr64((z + w0) & _M64, 33) * mul & _M64
    v = _weak(s, last, v1 * mul & _M64, (x + w0) & _M64)
    w = _weak(s, last + 32, (z + w1) & _M64, (y + _word(s, last + 16)) & _M64)
    first = (_len16((v[0] + x) & _M64, w[0] ^ y, mul) + z - u) & _M64
    second = _farm_turn((v[1] + y) & _M64, (w[1] + z) & _M64, _K2, 30) ^ x
    return _farm_turn(first, second, _K2, 31)


# --- others -------------------------------------------------------------------------------


def half_md5(data: bytes) -> int:
    """The first 8 bytes of MD5, the highest first."""
    return int.from_bytes(hashlib.md5(data, usedforsecurity=False).digest()[:8], "big")


def xxh32(data: bytes) -> int:
    """xxHash with 32 bits."""
    return int(xxhash.xxh32_intdigest(data))


def xxh64(data: bytes) -> int:
    """xxHash with 64 bits."""
    return int(xxhash.xxh64_intdigest(data))


def xxh3(data: bytes) -> int:
    """XXH3 with 64 bits."""
    return int(xxhash.xxh3_64_intdigest(data))


def xxh3_128(data: bytes) -> bytes:
    """XXH3 with 128 bits, the highest byte first."""
    return bytes(xxhash.xxh3_128_digest(data))
