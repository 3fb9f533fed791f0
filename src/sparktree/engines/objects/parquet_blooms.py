"""Bloom filters of Parquet files: row groups that hold none of the values that are looked for."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import xxhash

from sparktree.formats.thrift import read_struct
from sparktree.kernel.text import unescape
from sparktree.planner.expr import Call, Column, Constant, Expr, InSet
from sparktree.planner.sources import ScanRequest
from sparktree.types import Integer, String

# By which a hash becomes one bit in each of the eight words of a block (in Parquet's own format).
_SALT = np.array(
    (0x47B6137B, 0x44974D91, 0x8824AD5B, 0xA2B7289D, 0x705495C7, 0x2DF1424B, 0x9EFC4947,
     0x5C6BFB31), np.uint32)  # fmt: skip
_BLOCK = 32  # bytes
_HEADER = 64  # bytes that hold the header of a filter, and more
_MOST_VALUES = 1000
_SIZE = 1  # the header's field
_WIDTHS = {"INT32": ("<i", 32), "INT64": ("<q", 64)}


@dataclass(frozen=True, slots=True)
class Sought:
    """A column that must have one of some values, or no row is wanted."""

    name: str
    values: tuple[int | bytes, ...]


def sought_values(request: ScanRequest) -> tuple[Sought, ...]:
    """What the conditions `column = constant` and `column IN (constants)` say."""
    found = (_sought(condition, request) for condition in request.filters)
    return tuple(one for one in found if one is not None)


def _sought(condition: Expr, request: ScanRequest) -> Sought | None:
    sides = _sides(condition)
    if sides is None:
        return None
    column, constants = sides
    values = [_value(column, one) for one in constants]
    known = tuple(value for value in values if value is not None)
    if len(known) < len(values) or not known or len(known) > _MOST_VALUES:
        return None
    return Sought(request.ids[column.id], known)


def _sides(condition: Expr) -> tuple[Column, Sequence[Expr]] | None:
    if isinstance(condition, InSet) and isinstance(condition.value, Column):
        is_plain = not condition.negated and condition.table is None
        return (condition.value, condition.values) if is_plain else None
    if isinstance(condition, Call) and condition.function.name == "equals":
        for one, other in (condition.args, condition.args[::-1]):
            if isinstance(one, Column) and isinstance(other, Constant):
                return one, (other,)
    return None


def _value(column: Column, constant: Expr) -> int | bytes | None:
    """The value as files hold it; None if that is not sure."""
    value = constant.value if isinstance(constant, Constant) else None
    inner = column.type.inner
    if isinstance(inner, Integer) and isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(inner, String) and isinstance(value, str):
        return unescape(value)
    return None


def may_hold(native: pa.NativeFile, chunk: Any, sought: Sought) -> bool:
    """Whether a column chunk may have one of the values; True if it has no filter that tells."""
    if chunk.bloom_filter_offset is None:
        return True
    hashes = [_hash(value, chunk.physical_type) for value in sought.values]
    if None in hashes:
        return True
    words = _words(native, chunk)
    return words is None or _any_in(words, np.array(hashes, np.uint64))


def _hash(value: int | bytes, physical: str) -> int | None:
    if isinstance(value, bytes):
        return xxhash.xxh64_intdigest(value) if physical == "BYTE_ARRAY" else None
    if physical not in _WIDTHS:
        return None
    form, bits = _WIDTHS[physical]
    half = 1 << (bits - 1)
    if not -half <= value < 2 * half:
        return None
    # Unsigned numbers are kept as signed ones of the same bits.
    return xxhash.xxh64_intdigest(struct.pack(form, (value + half) % (2 * half) - half))


def _words(native: pa.NativeFile, chunk: Any) -> np.ndarray[Any, np.dtype[np.uint32]] | None:
    """The words of the filter, eight a block."""
    length = chunk.bloom_filter_length
    data = native.read_at(length or _HEADER, chunk.bloom_filter_offset)
    header, begin = read_struct(data)
    size = int(header[_SIZE][1])
    if length is None:
        data = native.read_at(begin + size, chunk.bloom_filter_offset)
    if size % _BLOCK or not size or len(data) < begin + size:
        return None
    return np.frombuffer(data, "<u4", size // 4, begin).reshape(-1, _BLOCK // 4)


def _any_in(
    words: np.ndarray[Any, np.dtype[np.uint32]], hashes: np.ndarray[Any, np.dtype[np.uint64]]
) -> bool:
    blocks = ((hashes >> np.uint64(32)) * np.uint64(len(words))) >> np.uint64(32)
    low = hashes.astype(np.uint32)
    bits = (low[:, None] * _SALT) >> np.uint32(27)
    hit = words[blocks.astype(np.int64)] >> bits & np.uint32(1)
    return bool(hit.all(axis=1).any())
