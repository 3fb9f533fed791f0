"""wyhash, its final version 3, over whole columns of texts."""

from __future__ import annotations

import numpy as np

from sparktree.functions.core.byte_spans import Words
from sparktree.functions.core.byte_texts import Texts, U, by_size, in_blocks
from sparktree.functions.hashes.xx_hash import folded

_SECRET = tuple(
    U(s) for s in (0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3)
)
_BLOCK, _STEP = 48, 16


def wy_hash(texts: Texts) -> Words:
    """The hash of every text, with seed 0."""
    return by_size(texts, _CLASSES)


def _ended(t: Texts, seed: Words, a: Words, b: Words) -> Words:
    size = t.sizes.astype(np.uint64)
    return folded(_SECRET[1] ^ size, folded(a ^ _SECRET[1], b ^ seed))


def _seeds(t: Texts) -> Words:
    return np.full(len(t.sizes), _SECRET[0])


def _tiny(t: Texts) -> Words:
    first = t.byte(0) << U(16) | t.byte(t.sizes >> 1) << U(8) | t.byte(np.maximum(t.sizes - 1, 0))
    a = np.where(t.sizes == 0, U(0), first)
    return _ended(t, _seeds(t), a, np.zeros_like(a))


def _small(t: Texts) -> Words:
    inner = t.sizes >> 3 << 2
    a = t.half(0) << U(32) | t.half(inner)
    b = t.half(t.sizes - 4) << U(32) | t.half(t.sizes - 4 - inner)
    return _ended(t, _seeds(t), a, b)


def _long(t: Texts) -> Words:
    lanes = [_seeds(t), _seeds(t), _seeds(t)]
    blocks = np.where(t.sizes > _BLOCK, (t.sizes - 1) // _BLOCK, 0)
    in_blocks(t, lanes, blocks, _block)
    seed = [np.where(blocks > 0, lanes[0] ^ lanes[1] ^ lanes[2], lanes[0])]
    start = blocks * _BLOCK
    rest = Texts(t.data, t.starts + start, t.sizes - start)
    in_blocks(rest, seed, (rest.sizes - 1) // _STEP, _step)
    return _ended(t, seed[0], t.word(t.sizes - 16), t.word(t.sizes - 8))


def _block(t: Texts, block: int, *lanes: Words) -> list[Words]:
    at = block * _BLOCK
    return [
        folded(t.word(at + 16 * i) ^ _SECRET[i + 1], t.word(at + 16 * i + 8) ^ lane)
        for i, lane in enumerate(lanes)
    ]


def _step(t: Texts, step: int, seed: Words) -> list[Words]:
    at = step * _STEP
    return [folded(t.word(at) ^ _SECRET[1], t.word(at + 8) ^ seed)]


_CLASSES = ((3, _tiny), (16, _small), (1 << 31, _long))
