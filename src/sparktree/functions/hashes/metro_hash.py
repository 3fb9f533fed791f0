"""MetroHash64 over whole columns of texts."""

from __future__ import annotations

import numpy as np

from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.byte_texts import Texts

_K0, _K1, _K2, _K3 = (np.uint64(k) for k in (0xC83A91E1, 0x8648DBDB, 0x7BDEC03B, 0x2F5870A5))


def metro_hash(texts: Texts) -> Words:
    """The hash of every text, with seed 0."""
    with np.errstate(over="ignore"):
        hashes = _K2 * _K0 + texts.sizes.astype(np.uint64)
        places = texts.starts.copy()
        _long(texts, hashes, places)
        ends = texts.starts + texts.sizes
        _sixteen(texts, hashes, places, ends)
        for size, turn in ((8, 33), (4, 15), (2, 13), (1, 25)):
            rows = np.flatnonzero(ends - places >= size)
            hashes[rows] += _read(texts, places[rows], size) * _K3
            hashes[rows] ^= _turned(hashes[rows], turn) * _K1
            places[rows] += size
        hashes ^= _turned(hashes, 33)
        hashes *= _K0
        return hashes ^ _turned(hashes, 33)


def _read(texts: Texts, places: Places, size: int) -> Words:
    """So many bytes as a number, the lowest first."""
    value = np.zeros(len(places), np.uint64)
    for i in range(size):
        value |= texts.data[places + i].astype(np.uint64) << np.uint64(8 * i)
    return value


def _turned(value: Words, bits: int) -> Words:
    return (value >> np.uint64(bits)) | (value << np.uint64(64 - bits))


def _long(texts: Texts, hashes: Words, places: Places) -> None:
    """Blocks of 32 bytes, in four lanes."""
    rows = np.flatnonzero(texts.sizes >= 32)
    if not len(rows):
        return
    ends = texts.starts + texts.sizes
    lanes = np.stack([hashes] * 4)
    active = rows
    while len(active):
        for lane, factor, other in ((0, _K0, 2), (1, _K1, 3), (2, _K2, 0), (3, _K3, 1)):
            read = _read(texts, places[active], 8)
            summed = lanes[lane, active] + read * factor
            lanes[lane, active] = _turned(summed, 29) + lanes[other, active]
            places[active] += 8
        active = active[places[active] <= ends[active] - 32]
    a, b, c, d = (lanes[i, rows] for i in range(4))
    c ^= _turned((a + d) * _K0 + b, 33) * _K1
    d ^= _turned((b + c) * _K1 + a, 33) * _K0
    a ^= _turned((a + c) * _K0 + d, 33) * _K1
    b ^= _turned((b + d) * _K1 + c, 33) * _K0
    hashes[rows] += a ^ b


def _sixteen(texts: Texts, hashes: Words, places: Places, ends: Places) -> None:
    """One block of 16 bytes."""
    rows = np.flatnonzero(ends - places >= 16)
    first = hashes[rows] + _read(texts, places[rows], 8) * _K0
    first = _turned(first, 33) * _K1
    second = hashes[rows] + _read(texts, places[rows] + 8, 8) * _K1
    second = _turned(second, 33) * _K2
    first ^= _turned(first * _K0, 35) + second
    second ^= _turned(second * _K3, 35) + first
    hashes[rows] += second
    places[rows] += 16
