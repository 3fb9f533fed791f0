"""Pages of Parquet files: where they are and what is in them, as the page index tells it."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sparktree.formats.parquet_chunks import Chunk, Pages, Span
from sparktree.formats.thrift import Struct, read_struct

Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.intp]
Read = Callable[[int, int], memoryview]  # the bytes between two places of a file

# What comes of an index, or of a header of a page, that is damaged.
DAMAGES = (LookupError, ValueError, TypeError, OverflowError, struct.error, RecursionError)

# Fields of Parquet's own structs.
_LOCATIONS = 1
_OFFSET, _SIZE, _FIRST_ROW = 1, 2, 3
_NULL_PAGES, _LEAST, _GREATEST, _NULL_COUNTS = 1, 2, 3, 5
_KIND, _PAGE_MEMORY, _PAGE_SIZE, _HEADER, _HEADER_2 = 1, 2, 3, 5, 8
_PAGE_VALUES, _PAGE_ROWS = 1, 3
_PAGE, _PAGE_2 = 0, 3  # kinds of pages that hold rows
# How a value is written in an index, by the number of its physical type.
_FORMS = {1: "<i", 2: "<q", 4: "<f", 5: "<d"}
_BYTES = 6


@dataclass(frozen=True, slots=True)
class Contents:
    """What the pages of a chunk hold: least and greatest values, as they are stored."""

    least: tuple[Any, ...]  # None in a page of NULLs
    greatest: tuple[Any, ...]
    null: tuple[bool, ...]  # whether there may be NULLs

    @classmethod
    def of(cls, data: bytes, chunk: Chunk) -> Contents:
        """Out of a column index."""
        fields = read_struct(data)[0]
        void: list[bool] = fields[_NULL_PAGES][1][1]
        counts = fields[_NULL_COUNTS][1][1] if _NULL_COUNTS in fields else [None] * len(void)
        null = tuple(count is None or count > 0 for count in counts)
        least, greatest = (
            tuple(
                None if is_void else _value(one, chunk.physical)
                for one, is_void in zip(fields[field][1][1], void, strict=True)
            )
            for field in (_LEAST, _GREATEST)
        )
        if len(null) != len(void):
            raise ValueError("A column index of which the lists differ in size.")
        return cls(least, greatest, null)


def _value(data: bytes, physical: int) -> int | float | bytes:
    if physical == _BYTES:
        return data
    found: int | float = struct.unpack(_FORMS[physical], data)[0]
    return found


@dataclass(frozen=True)
class PagePlaces:
    """Where the pages of a chunk are: rows and bytes at which they begin."""

    chunk: Chunk
    rows: Rows  # one more than there are pages
    begins: Rows
    ends: Rows

    @classmethod
    def of(cls, data: bytes, chunk: Chunk, rows: int) -> PagePlaces:
        """Out of the offset index of a chunk with so many rows."""
        locations: list[Struct] = read_struct(data)[0][_LOCATIONS][1][1]
        found = np.array(
            [[one[field][1] for field in (_OFFSET, _SIZE, _FIRST_ROW)] for one in locations],
            np.int64,
        ).reshape(-1, 3)
        places = cls(chunk, np.append(found[:, 2], rows), found[:, 0], found[:, 0] + found[:, 1])
        places._check()
        return places

    def _check(self) -> None:
        end = self.chunk.begin + self.chunk.size
        is_ordered = (
            len(self) > 0
            and self.rows[0] == 0
            and (np.diff(self.rows) > 0).all()
            and self.begins[0] >= self.chunk.begin
            and (self.begins < self.ends).all()
            and (self.ends[:-1] <= self.begins[1:]).all()
            and self.ends[-1] <= end
        )
        if not is_ordered:
            raise ValueError("An offset index that cannot be true.")

    def __len__(self) -> int:
        return len(self.begins)

    @cached_property
    def dictionary(self) -> Span:
        """The bytes before the first page."""
        return self.chunk.begin, int(self.begins[0])

    def spans(self, chosen: Numbers) -> list[Span]:
        """The bytes of some pages, with those that they cannot be decoded without."""
        pages = zip(self.begins[chosen].tolist(), self.ends[chosen].tolist(), strict=True)
        return [self.dictionary, *pages]

    def pages(self, chosen: Numbers, read: Read, *, flat: bool) -> Pages:
        """Some pages, their headers looked at: in a `flat` column every row is one value."""
        values, data = 0, []
        dictionary = read(*self.dictionary)
        memory = len(dictionary)
        for number in chosen.tolist():
            page = read(int(self.begins[number]), int(self.ends[number]))
            rows = int(self.rows[number + 1] - self.rows[number])
            count, size = _looked_at(page, rows, flat=flat)
            values += count
            memory += size
            data.append(page)
        return Pages(self.chunk, dictionary, tuple(data), values, memory)


def _looked_at(page: memoryview, rows: int, *, flat: bool) -> tuple[int, int]:
    """How many values and bytes a page with so many rows holds; ValueError if it is none."""
    header, begin = read_struct(page)  # type: ignore[arg-type]
    kind = header[_KIND][1]
    inner = header[{_PAGE: _HEADER, _PAGE_2: _HEADER_2}[kind]][1]
    values: int = inner[_PAGE_VALUES][1]
    known = inner[_PAGE_ROWS][1] if kind == _PAGE_2 else values if flat else rows
    if begin + header[_PAGE_SIZE][1] != len(page) or known != rows or values < rows:
        raise ValueError("A page that is not what its index says.")
    return values, begin + header[_PAGE_MEMORY][1]


def common_rows(leaves: list[PagePlaces]) -> Rows:
    """The rows at which pages of all leaves of a column begin, and where the last ones end."""
    found = leaves[0].rows
    for places in leaves[1:]:
        found = np.intersect1d(found, places.rows, assume_unique=True)
    return found


def overlapping(borders: Rows, ranges: Rows) -> Numbers:
    """Which of the pieces between borders have rows of the ranges (begins and ends, in order)."""
    first = np.searchsorted(borders, ranges[:, 0], "right") - 1
    last = np.searchsorted(borders, ranges[:, 1], "left")
    chosen = [np.arange(a, b) for a, b in zip(first, last, strict=True)]
    return np.unique(np.concatenate(chosen)).astype(np.intp)


def joined_spans(spans: list[Span], gap: int) -> list[Span]:
    """The same bytes in fewer pieces: those with a smaller gap between them are one."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if found and begin - found[-1][1] < gap:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return found
