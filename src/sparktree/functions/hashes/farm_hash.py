"""FarmHash over whole columns of texts: Hash64 and Fingerprint64."""

from __future__ import annotations

import re

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
from sparktree.functions.hashes.hash_arrays import LARGEST, mix47, weak_hash

_K0, _K1, _K2 = U(0xC3A5C85C97CB3127), U(0xB492B66FBE98F273), U(0x9AE16A3B2F90404F)
_SEED, _NONE, _ONCE = U(81), U(0), U(1)
Factor = Words | np.uint64


def fingerprint64(texts: Texts) -> Words:
    """Fingerprint64 of every text."""
    return by_size(texts, _FINGERPRINT)


def combine(low: Words, high: Words) -> Words:
    """Two fingerprints as one."""
    mul = U(0x9DDFEA08EB382D69)
    with np.errstate(over="ignore"):
        first = mix47((low ^ high) * mul)
        second = (high ^ first) * mul
        second = (second ^ second >> U(44)) * mul
        return (second ^ second >> U(41)) * mul


def farm_hash64(texts: Texts) -> Words:
    """Hash64 of every text, which differs from the fingerprint for some sizes."""
    return by_size(texts, _HASH)


def _pair(u: Words, v: Words, mul: Factor) -> Words:
    first = mix47((u ^ v) * mul)
    return mix47((v ^ first) * mul) * mul


def _sizes(t: Texts) -> Words:
    return t.sizes.astype(np.uint64)


def _factor(t: Texts) -> Words:
    return _K2 + _sizes(t) * U(2)


def _tiny(t: Texts) -> Words:
    y = t.byte(0) + (t.byte(t.sizes >> 1) << U(8))
    z = _sizes(t) + (t.byte(t.sizes - 1) << U(2))
    return mix47(y * _K2 ^ z * _K0) * _K2


def _small(t: Texts) -> Words:
    return _pair(_sizes(t) + (t.half(0) << U(3)), t.half(t.sizes - 4), _factor(t))


def _sixteen(t: Texts) -> Words:
    mul = _factor(t)
    a, b = t.word(0) + _K2, t.word(t.sizes - 8)
    return _pair(rotate(b, 37) * mul + a, (rotate(a, 25) + b) * mul, mul)


def _mixed(a: Words, b: Words, c: Words, d: Words, other: Factor) -> tuple[Words, Words]:
    """Two words of four."""
    return rotate(a + b, 43) + rotate(c, 30) + d, a + rotate(b + other, 18) + c


def _thirty_two(t: Texts) -> Words:
    mul = _factor(t)
    c, d = t.word(t.sizes - 8) * mul, t.word(t.sizes - 16) * _K2
    return _pair(*_mixed(t.word(0) * _K1, t.word(8), c, d, _K2), mul)


def _sixty_four(t: Texts) -> Words:
    mul = _factor(t)
    a, b = t.word(0) * _K2, t.word(8)
    c, d = t.word(t.sizes - 8) * mul, t.word(t.sizes - 16) * _K2
    y, other = _mixed(a, b, c, d, _K2)
    z = _pair(y, other, mul)
    g, h = (y + t.word(t.sizes - 32)) * mul, (z + t.word(t.sizes - 24)) * mul
    return _pair(*_mixed(t.word(16) * mul, t.word(24), g, h, a), mul)


def _long(t: Texts) -> Words:
    y = all_same(_SEED * _K1 + U(113))(t)
    z = mix47(y * _K2 + U(113)) * _K2
    none = all_same(U(0))(t)
    state = [_SEED * _K2 + t.word(0), y, z, *(none.copy() for _ in range(4))]
    in_blocks(t, state, (t.sizes - 1) // 64, lambda t, i, *s: _long_step(t, i * 64, _K1, *s))
    x, y, z, v0, v1, w0, w1 = state
    mul = _K1 + ((z & U(0xFF)) << U(1))
    w0 = w0 + (_sizes(t) - U(1) & U(63))
    v0 = v0 + w0
    w0 = w0 + v0
    last = _long_step(t, t.sizes - 64, mul, x, y, z, v0, v1, w0, w1, nine=U(9))
    x, y, z, v0, v1, w0, w1 = last
    first = _pair(v0, w0, mul) + mix47(y) * _K0 + z
    return _pair(first, _pair(v1, w1, mul) + x, mul)


def _long_step(
    t: Texts, at: Places | int, mul: Factor, x: Words, y: Words, z: Words,
    v0: Words, v1: Words, w0: Words, w1: Words, nine: np.uint64 = _ONCE,
) -> tuple[Words, ...]:  # fmt: skip
    """64 bytes; the last ones count some words nine times."""
    x = rotate(x + y + v0 + t.word(at + 8), 37) * mul
    y = rotate(y + v1 + t.word(at + 48), 42) * mul
    x = x ^ w1 * nine
    y = y + v0 * nine + t.word(at + 40)
    z = rotate(z + w0, 33) * mul
    v = weak_hash(t, at, v1 * mul, x + w0)
    w = weak_hash(t, at + 32, z + w1, y + t.word(at + 16))
    return z, y, x, *v, *w


# --- where Hash64 differs -----------------------------------------------------------------


def _piece(
    t: Texts, at: Places | int, mul: Factor, seed0: Factor = _NONE, seed1: Factor = _NONE
) -> Words:
    """32 bytes of a text of medium size."""
    c, d = t.word(at + 24) * mul, t.word(at + 16) * _K2
    u, v = _mixed(t.word(at) * _K1, t.word(at + 8), c, d, _K2)
    u, v = u + seed0, v + seed1
    first = mix47((u ^ v) * mul)
    return mix47((v ^ first) * mul)


def _hash_64(t: Texts) -> Words:
    mul = _factor(t) - U(30)
    first = _piece(t, 0, _K2 - U(30))
    last = _piece(t, t.sizes - 32, mul)
    return (last * mul + first) * mul


def _hash_96(t: Texts) -> Words:
    mul = _factor(t) - U(114)
    first, second = _piece(t, 0, _K2 - U(114)), _piece(t, 32, mul)
    last = _piece(t, t.sizes - 32, mul, first, second)
    return np.asarray((last * U(9) + (first >> U(17)) + (second >> U(21))) * mul, np.uint64)


def _huge(t: Texts) -> Words:
    z = mix47(all_same(U(113) * _K2)(t)) * _K2
    u = _SEED - z
    mul = _K2 + (u & U(0x82))
    zero = all_same(U(0))(t)
    state = [
        all_same(_SEED * _K2)(t), all_same(U(113))(t), z, u, all_same(_SEED)(t),
        *(zero.copy() for _ in range(3)), mul,
    ]  # fmt: skip
    in_blocks(t, state, (t.sizes - 1) // 64, _huge_step)
    return _huge_end(t, *state)


def _huge_step(
    t: Texts, block: int, x: Words, y: Words, z: Words, u: Words,
    v0: Words, v1: Words, w0: Words, w1: Words, mul: Words,
) -> tuple[Words, ...]:  # fmt: skip
    a0, a1, a2, a3, a4, a5, a6, a7 = (t.word(block * 64 + at) for at in range(0, 64, 8))
    x, y, z = x + a0 + a1, y + a2, z + a3
    v0, v1, w0, w1 = v0 + a4, v1 + a5 + a1, w0 + a6, w1 + a7
    x = rotate(x, 26) * U(9)
    y = rotate(y, 29)
    z = z * mul
    v0, v1 = rotate(v0, 33), rotate(v1, 30)
    w0 = (w0 ^ x) * U(9)
    z = rotate(z, 32) + w1
    w1 = w1 + z
    z = z * U(9)
    u, y = y, u
    z = z + a0 + a6
    v0, v1, w0, w1 = v0 + a2, v1 + a3, w0 + a4, w1 + a5 + a6
    x, y = x + a1, y + a7 + v0
    v0 = v0 + x - y
    v1 = v1 + w0
    w0 = w0 + v1
    w1 = w1 + x - y
    x = x + w1
    return x, y, u, z, v0, v1, w0, rotate(w1, 34), mul


def _turn(x: Words, y: Words, mul: np.uint64, bits: int) -> Words:
    first = mix47((x ^ y) * mul)
    return rotate((y ^ first) * mul, bits) * mul


def _huge_end(
    t: Texts, x: Words, y: Words, z: Words, u: Words,
    v0: Words, v1: Words, w0: Words, w1: Words, mul: Words,
) -> Words:  # fmt: skip
    last = t.sizes - 64
    v1, v0 = rotate(v1, 28), rotate(v0, 20)
    w0 = w0 + (_sizes(t) - U(1) & U(63))
    u = u * U(9) + y
    y = y + u
    x = rotate(y - x + v0 + t.word(last + 8), 37) * mul
    y = rotate(y ^ v1 ^ t.word(last + 48), 42) * mul
    x = x ^ w1 * U(9)
    y = y + v0 + t.word(last + 40)
    z = rotate(z + w0, 33) * mul
    v0, v1 = weak_hash(t, last, v1 * mul, x + w0)
    w0, w1 = weak_hash(t, last + 32, z + w1, y + t.word(last + 16))
    first = _pair(v0 + x, w0 ^ y, mul) + z - u
    return _turn(first, _turn(v1 + y, w1 + z, _K2, 30) ^ x, _K2, 31)


# --- texts of 512 bytes and more ----------------------------------------------------------

Lanes = npt.NDArray[np.uint64]  # 16 bytes a row, as two words

_SHUFFLE = np.array([1, 3, 7, 0, 13, 14, 2, 12, 9, 6, 15, 8, 5, 10, 11, 4])
_MULTIPLIER = np.array([0xCC9E2D51, 0x343E33ED, 0x4554FA03, 0xBDD63339], np.uint32)
# What is done with 256 bytes, 16 at a time: `a+b`, `a^b` and `a*` (by the multiplier) change lane
# a, `a~` shuffles its bytes, `a/b` swaps two lanes; z are the 16 bytes of the text.
_PROGRAM = [
    line.split()
    for line in """
    0+z 1~ 2^0 4^z 4^1 0/6
    5+z 6~ 8~ 7^5 0^z 0^6 5/11
    1+z 2~ 4~ 5^z 5^2 10/4
    6+z 7~ 0~ 8^6 1^z 1+7
    2+z 5~ 4+2 6^z 6^11 8/2
    7^z 8~ 1~ 0+7 2+z 2+8 1/7
    4~ 6~ 8* 5^11 7^z 7+4 6/0
    8+z 0~ 2~ 1^8 10^z 10^0 11/5
    4+z 5~ 7~ 6+4 8^z 8^5 4/10
    0+z 1~ 2+0 4^z 4^1
    5+z 6~ 8~ 7^5 0^z 0^6 2/8
    1+z 2~ 4~ 5* 5^z 5^2 7/1
    6+z 7~ 0~ 8+6 1^z 1^7 0/6
    2+z 5~ 4^2 6^z 6^9 5/11
    7+z 8~ 1~ 0^7 2^z 2^8 10/4
    3+z 4~ 6~ 7* 5+3 7^z 7^4 3/9
    """.strip().splitlines()
]
_STEP = re.compile(r"(\d+)([+^~*/])(z|\d*)")


def _shuffled(lane: Lanes) -> Lanes:
    return np.ascontiguousarray(lane.view(np.uint8)[:, _SHUFFLE]).view(np.uint64)


def _multiplied(lane: Lanes) -> Lanes:
    return np.ascontiguousarray(lane.view(np.uint32) * _MULTIPLIER).view(np.uint64)


def _run(lanes: list[Lanes], line: list[str], z: Lanes) -> None:
    """One line of the program."""
    for text in line:
        found = _STEP.fullmatch(text)
        assert found is not None
        lane, step, other = int(found[1]), found[2], found[3]
        if step == "/":
            lanes[lane], lanes[int(other)] = lanes[int(other)], lanes[lane]
        elif step == "~":
            lanes[lane] = _shuffled(lanes[lane])
        elif step == "*":
            lanes[lane] = _multiplied(lanes[lane])
        else:
            value = z if other == "z" else lanes[int(other)]
            lanes[lane] = lanes[lane] + value if step == "+" else lanes[lane] ^ value


def _low(words: Words) -> Lanes:
    """Lanes with the words in their lower half."""
    return np.column_stack([words, np.zeros_like(words)])


def _repeated(number: int, rows: int) -> Lanes:
    """Lanes of four times the same 32 bits."""
    bits = number & 0xFFFFFFFF
    return np.full((rows, 2), bits << 32 | bits, np.uint64)


def _first_lanes(rows: int) -> list[Lanes]:
    first, second = int(_K2), int(_K1)
    third = (first + 113) * (second + 9)
    fourth = (_turned(first, 23) + 27) * (_turned(second, 30) + 111)
    third, fourth = third & _ALL, fourth & _ALL
    d0, d1 = (_low(np.full(rows, seed, np.uint64)) for seed in (first, second))
    d2, d3, d4 = _shuffled(d0), _shuffled(d1), d0 ^ d1
    return [
        d0, d1, d2, d3, d4, d1 ^ d2, d2 ^ d4, _repeated(third >> 32, rows), _multiplied(d2),
        _repeated(fourth >> 32, rows), _repeated(fourth, rows), d2 + _repeated(third, rows),
    ]  # fmt: skip


_ALL = (1 << 64) - 1


def _turned(number: int, bits: int) -> int:
    return (number >> bits | number << (64 - bits)) & _ALL


def _vast(t: Texts) -> Words:
    lanes = _first_lanes(len(t.sizes))
    in_blocks(t, lanes, t.sizes // 256, _vast_block)
    return _vast_end(t, lanes)


def _vast_block(t: Texts, block: int, *state: Lanes) -> list[Lanes]:
    lanes = list(state)
    for number, line in enumerate(_PROGRAM):
        at = block * 256 + number * 16
        _run(lanes, line, np.column_stack([t.word(at), t.word(at + 8)]))
    return lanes


def _vast_end(t: Texts, lanes: list[Lanes]) -> Words:
    rest = t.sizes % 256
    (rows,) = np.nonzero(rest)
    lanes[6] = _multiplied(lanes[6]) + _low(_sizes(t))
    if len(rows):
        turned = np.roll(lanes[8][rows].view(np.uint32), -1, axis=1)
        lanes[7][rows] += np.ascontiguousarray(turned).view(np.uint64)
        tails = Texts(t.data, (t.starts + t.sizes - rest)[rows], rest[rows])
        lanes[8][rows] = _multiplied(lanes[8][rows]) + _low(by_size(tails, _HASH))
    d0, d3, d9, d1 = (_multiplied(_shuffled(_multiplied(lanes[i]))) for i in (0, 3, 9, 1))
    d0, d3, d9, d1 = lanes[11] + d0, lanes[7] ^ d3, lanes[8] + d9, lanes[10] + d1
    ends = (d0, d3, d9, d1, d3 + lanes[4], d9 + lanes[5], d1 ^ lanes[6], d0 + lanes[2])
    return by_size(Texts.fixed(np.concatenate(ends, axis=1)), _HASH)


_SHORT: Classes = (
    (0, all_same(_K2)),
    (3, _tiny),
    (7, _small),
    (16, _sixteen),
    (32, _thirty_two),
)
_FINGERPRINT: Classes = (*_SHORT, (64, _sixty_four), (LARGEST, _long))
_HASH: Classes = (
    *_SHORT,
    (64, _hash_64),
    (96, _hash_96),
    (256, _long),
    (511, _huge),
    (LARGEST, _vast),
)
