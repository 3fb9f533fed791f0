"""Bytes in base 32 and base 58, over whole columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

_LETTERS32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_LETTERS58 = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_WRONG = 255


@dataclass(frozen=True, slots=True)
class NewTexts:
    """New texts in one buffer, one behind the other, and which rows have one."""

    data: Bytes
    sizes: Places
    known: Flags

    def array(self) -> pa.Array:
        """As a binary array, NULL for the rows that have none."""
        values = binary_of(self.data, np.concatenate([[0], np.cumsum(self.sizes)]))
        return pc.if_else(pa.array(self.known), values, pa.scalar(None, pa.binary()))


def _values(letters: bytes) -> Bytes:
    """What number each byte stands for."""
    table = np.full(256, _WRONG, np.uint8)
    table[np.frombuffer(letters, np.uint8)] = np.arange(len(letters))
    return table


def _rows_and_places(sizes: Places) -> tuple[Places, Places]:
    """For every byte of texts of these sizes: its row, and its place there."""
    rows = np.repeat(np.arange(len(sizes)), sizes)
    return rows, np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def _none_wrong(wrong: Flags, rows: Places, count: int) -> Flags:
    return np.asarray(np.bincount(rows[wrong], minlength=count) == 0)


# --- base 32: 5 bits a digit --------------------------------------------------------------

_DIGITS32 = np.frombuffer(_LETTERS32 + b"=", np.uint8)
_VALUES32 = _values(_LETTERS32)
_VALUES32[ord("a") : ord("z") + 1] = np.arange(26)


def encode32(texts: Texts) -> NewTexts:
    """Base 32 with padding."""
    sizes = (texts.sizes + 4) // 5 * 8
    rows, digit = _rows_and_places(sizes)
    byte, shift = digit * 5 // 8, digit * 5 % 8
    at, size = texts.starts[rows] + byte, texts.sizes[rows]
    pair = np.where(byte < size, texts.data[at].astype(np.int64), 0) << 8
    pair |= np.where(byte + 1 < size, texts.data[at + 1], 0)
    value = np.where(digit * 5 < size * 8, pair >> (11 - shift) & 31, 32)
    return NewTexts(_DIGITS32[value], sizes, np.ones(len(sizes), np.bool_))


def decode32(texts: Texts) -> NewTexts:
    """The bytes; nothing for wrong letters or padding."""
    rows, place = _rows_and_places(texts.sizes)
    letters = texts.data[texts.starts[rows] + place]
    other = letters != ord("=")
    digits = np.zeros(len(texts.sizes), np.int64)
    np.maximum.at(digits, rows[other], place[other] + 1)
    wrong = (place < digits[rows]) & (_VALUES32[letters] == _WRONG)
    padding = texts.sizes - digits
    known = (texts.sizes % 8 == 0) & np.isin(padding, (0, 1, 3, 4, 6))
    known &= _none_wrong(wrong, rows, len(known))
    sizes = np.where(known, digits * 5 // 8, 0)
    rows, byte = _rows_and_places(sizes)
    digit, shift = byte * 8 // 5, byte * 8 % 5
    at = texts.starts[rows] + digit
    first, second, third = (_VALUES32[texts.data[at + i]].astype(np.int64) & 31 for i in range(3))
    value = (first << 10 | second << 5 | third) >> (7 - shift) & 255
    return NewTexts(value.astype(np.uint8), sizes, known)


# --- base 58: one great number ------------------------------------------------------------

_DIGITS58 = np.frombuffer(_LETTERS58, np.uint8)
_VALUES58 = _values(_LETTERS58)
_LIMB58 = 58**5
Numbers = npt.NDArray[np.uint64]


def encode58(texts: Texts) -> NewTexts:
    """Base 58; a zero byte at the beginning is a digit of its own."""
    return _converted(texts, None, _digits58)


def decode58(texts: Texts) -> NewTexts:
    """The bytes; nothing for wrong letters."""
    return _converted(texts, _VALUES58, _bytes58)


def _digits58(values: Bytes) -> Bytes:
    """Rows of bytes as rows of digits."""
    count, width = values.shape
    words = np.pad(values, ((0, 0), (-width % 4, 0))).reshape(count, -1, 4)
    numbers = np.ascontiguousarray(words).view(">u4")[:, :, 0].astype(np.uint64)
    limbs = _rebased(numbers, 1 << 32, _LIMB58, width * 8 // 29 + 2)
    powers = 58 ** np.arange(4, -1, -1, dtype=np.uint64)
    digits = limbs[:, :, None] // powers % np.uint64(58)
    return _DIGITS58[digits.reshape(count, -1).astype(np.uint8)]


def _bytes58(values: Bytes) -> Bytes:
    """Rows of digits as rows of bytes, at least as many."""
    count, width = values.shape
    groups = np.pad(values, ((0, 0), (-width % 5, 0))).reshape(count, -1, 5).astype(np.uint64)
    numbers = groups @ 58 ** np.arange(4, -1, -1, dtype=np.uint64)
    limbs = _rebased(numbers, _LIMB58, 1 << 32, width // 4 + 2)
    return np.ascontiguousarray(limbs.astype(">u4")).view(np.uint8).reshape(count, -1)


def _rebased(numbers: Numbers, base: int, target: int, limbs: int) -> Numbers:
    """Rows of digits of one base, the highest first, in another base."""
    out = np.zeros((limbs, len(numbers)), np.uint64)
    for number in numbers.T:
        carry = number
        for limb in out:
            value = limb * np.uint64(base) + carry
            limb[:], carry = value % np.uint64(target), value // np.uint64(target)
    return out[::-1].T


def _converted(texts: Texts, table: Bytes | None, convert: Callable[[Bytes], Bytes]) -> NewTexts:
    """Texts of similar sizes are converted together; a number keeps its leading zeros."""
    count = len(texts.sizes)
    sizes, known = np.zeros(count, np.int64), np.ones(count, np.bool_)
    pieces = []
    for rows, values in _classes(texts, table):
        fine = (values != _WRONG).all(axis=1) if table is not None else np.ones(len(rows), bool)
        known[rows[~fine]] = False
        rows, values = rows[fine], values[fine]
        if not len(rows):
            continue
        made = convert(values)
        zero = _DIGITS58[0] if table is None else 0
        lengths = _significant(made, zero) + texts.sizes[rows] - _significant(values, 0)
        sizes[rows] = lengths
        pieces.append((rows, made[np.arange(made.shape[1]) >= made.shape[1] - lengths[:, None]]))
    starts = np.cumsum(sizes) - sizes
    data = np.zeros(int(sizes.sum()), np.uint8)
    for rows, piece in pieces:
        own, place = _rows_and_places(sizes[rows])
        data[starts[rows][own] + place] = piece
    return NewTexts(data, sizes, known)


def _classes(texts: Texts, table: Bytes | None) -> Iterator[tuple[Places, Bytes]]:
    """Rows of about the same size, each with its values, filled up with zeros from the left."""
    widths = np.where(
        texts.sizes > 0, 1 << np.ceil(np.log2(np.maximum(texts.sizes, 1))).astype(int), 0
    )
    for width in np.unique(widths[widths > 0]):
        rows = np.flatnonzero(widths == width)
        place = np.arange(width) - (width - texts.sizes[rows])[:, None]
        values = texts.data[texts.starts[rows][:, None] + np.maximum(place, 0)]
        if table is not None:
            values = table[values]
        yield rows, np.where(place >= 0, values, np.uint8(0))


def _significant(values: Bytes, zero: int) -> Places:
    """How many values of each row are left without the zeros that it begins with."""
    other = values != zero
    first = np.argmax(other, axis=1)
    return np.where(other.any(axis=1), values.shape[1] - first, 0)


def _register(
    digits: str, encode: Callable[[Texts], NewTexts], decode: Callable[[Texts], NewTexts]
) -> tuple[ArrowFunction, ArrowFunction]:
    """The kernel functions there and back."""

    @arrow_function(f"st_encode{digits}", ("VARCHAR",), "VARCHAR")
    def encoded(column: pa.ChunkedArray) -> pa.Array:
        return encode(Texts.of(whole(column))).array().cast(pa.string())

    @arrow_function(f"st_decode{digits}", ("VARCHAR",), "BLOB", handles_null=True)
    def decoded(column: pa.ChunkedArray) -> pa.Array:
        made = decode(Texts.of(whole(column))).array()
        return pc.if_else(whole(column).is_valid(), made, pa.scalar(None, pa.binary()))

    return encoded, decoded


BASE32 = _register("32", encode32, decode32)
BASE58 = _register("58", encode58, decode58)
