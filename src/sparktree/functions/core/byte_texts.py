"""Byte strings of a whole column in one buffer, and their words, which hashes step over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core.byte_spans import Places, Spans, Words, padded
from sparktree.kernel.text import array_has_escapes, unescape_array

U = np.uint64
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Texts(Spans):
    """Byte strings in one buffer; NULLs are empty."""

    @classmethod
    def of(cls, array: pa.Array) -> Texts:
        """The texts of a string or binary array."""
        if pa.types.is_string(array.type):
            array = unescape_array(array) if array_has_escapes(array) else array.cast(pa.binary())
        return cls.of_bytes(array.fill_null(b"") if array.null_count else array)

    @classmethod
    def fixed(cls, rows: npt.NDArray[Any]) -> Texts:
        """Texts of one size: the bytes of the rows of a table of numbers."""
        data = np.ascontiguousarray(rows).view(np.uint8).reshape(-1)
        count = len(rows)
        size = len(data) // count if count else 0
        return cls(
            padded(data), np.arange(count, dtype=np.int64) * size, np.full(count, size, np.int64)
        )

    def word(self, offset: Places | int) -> Words:
        """The 8 bytes at an offset of every text, the lowest first."""
        return np.asarray(self._numbers("<u8")[self.starts + offset], np.uint64)

    def half(self, offset: Places | int) -> Words:
        """The 4 bytes at an offset of every text."""
        return np.asarray(self._numbers("<u4")[self.starts + offset], np.uint64)

    def byte(self, offset: Places | int) -> Words:
        """The byte at an offset of every text."""
        return np.asarray(self.data[self.starts + offset], np.uint64)

    def _numbers(self, kind: str) -> npt.NDArray[np.uint64]:
        """The buffer as numbers, one that begins at every byte."""
        size = np.dtype(kind).itemsize
        return np.ndarray((len(self.data) - size + 1,), kind, self.data, strides=(1,))


Rule = Callable[[Texts], Made]
Classes = Sequence[tuple[int, Rule[Words]]]


def each_size(
    texts: Texts, classes: Sequence[tuple[int, Rule[Made]]]
) -> Iterator[tuple[npt.NDArray[np.bool_], Made]]:
    """What the rule of each class of sizes (up to its number of bytes) makes, and of which rows."""
    after = -1
    with np.errstate(over="ignore"):
        for most, rule in classes:
            rows = (texts.sizes > after) & (texts.sizes <= most)
            if rows.any():
                yield rows, rule(texts.take(rows))
            after = most


def by_size(texts: Texts, classes: Classes) -> Words:
    """The hashes of all texts, each class of sizes by its own rule."""
    out = np.zeros(len(texts.sizes), np.uint64)
    for rows, hashes in each_size(texts, classes):
        out[rows] = hashes
    return out


def all_same(value: np.uint64) -> Rule[Words]:
    """The rule for texts that have one hash, as the empty ones."""
    return lambda texts: np.full(len(texts.sizes), value, np.uint64)


def in_blocks(
    texts: Texts, state: list[Words], counts: Places, step: Callable[..., Sequence[Words]]
) -> None:
    """Change the state by `step(texts, block, *state)`, block by block while a text has more."""
    for block in range(int(counts.max(initial=0))):
        active = counts > block
        changed = step(texts.take(active), block, *(part[active] for part in state))
        for part, new in zip(state, changed, strict=True):
            part[active] = new


def left32(value: Words, bits: int) -> Words:
    """The lower 32 bits moved to the left, around the end."""
    return (value << U(bits) | value >> U(32 - bits)) & U(0xFFFFFFFF)


def rotate(value: Words, bits: int | Words) -> Words:
    """The bits moved to the right, around the end."""
    right = U(bits) if isinstance(bits, int) else bits
    return np.asarray(np.bitwise_or(value >> right, value << (U(64) - right)), np.uint64)
