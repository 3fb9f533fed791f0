"""Values, cut into the texts of its fields."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.cutting import (
    Fields,
    Mask,
    bytes_of,
    inside_quotes,
    is_one_of,
    unescaped_quotes,
)
from sparktree.formats.input import Source
from sparktree.formats.options import Header
from sparktree.kernel.text import escape

_SHOWN = 100
_SPACE = b" \t\n\r\f\v"
_PIECE = re.compile(
    r"'(?:[^'\\]|\\.|'')*'|--[^\n]*|/\*.*?\*/|[\[\](){},;]|\s+|[^'\[\](){},;\s/-]+|[/-]", re.DOTALL
)


def value_texts(source: Source, columns: Header) -> Iterator[pa.Table]:
    """The texts of the fields of some rows at a time, as columns t0, t1, ..."""
    names = [f"t{i}" for i in range(len(columns))]
    for piece in source.pieces(_last_row_end):
        fields = _Signs.of(piece).fields(len(columns))
        if fields is not None:
            yield pa.table(fields.columns(), names=names)
            continue
        # Comments, or something wrong: sign by sign, up to the end, for the error to be right.
        rows = list(_rows(escape(piece + source.whole()), columns))
        yield pa.table(
            {name: pa.array([row[i] for row in rows], pa.string()) for i, name in enumerate(names)}
        )


def _last_row_end(data: bytes) -> int:
    """Where the last whole row ends; 0 for what cannot be cut without a closer look."""
    signs = _Signs.of(data)
    if not signs.plain:
        return 0
    ends = np.flatnonzero(signs.row_ends)
    return int(ends[-1]) + 1 if len(ends) else 0


class _Signs:
    """Which bytes of the text divide it."""

    def __init__(self, data: bytes) -> None:
        self.data = bytes_of(data)
        quotes = unescaped_quotes(self.data, b"'")
        self.closed = len(quotes) % 2 == 0
        outside = ~inside_quotes(len(self.data), quotes)
        opens = is_one_of(self.data, b"([{") & outside
        closes = is_one_of(self.data, b")]}") & outside
        self.depth = np.cumsum(opens.astype(np.int8) - closes.astype(np.int8), dtype=np.int32)
        self.row_starts: Mask = opens & (self.depth == 1)
        self.row_ends: Mask = closes & (self.depth == 0)
        self.commas: Mask = (self.data == ord(",")) & outside & (self.depth == 1)
        self.plain = not self._has_comments(outside)

    @classmethod
    def of(cls, data: bytes) -> _Signs:
        """The signs of some text."""
        return cls(data)

    def _has_comments(self, outside: Mask) -> bool:
        """Comments may hold quotes and brackets that mean nothing; `;` ends the rows."""
        if (is_one_of(self.data, b"/;") & outside).any():
            return True
        minus = (self.data == ord("-")) & outside
        return bool((minus[1:] & minus[:-1]).any())

    def fields(self, width: int) -> Fields | None:
        """The fields, if all rows are whole and have as many as there are columns."""
        if not self.plain or not self.closed or not self._whole():
            return None
        starts = np.flatnonzero(self.row_starts | self.commas) + 1
        ends = np.flatnonzero(self.row_ends | self.commas)
        last = np.flatnonzero(self.row_ends)
        if len(starts) != len(last) * width or not np.array_equal(ends[width - 1 :: width], last):
            return None
        return Fields(self.data, starts, ends, width).trimmed(_SPACE)

    def _whole(self) -> bool:
        """Brackets match, rows are in round ones, and nothing stands between the rows."""
        if not len(self.depth):
            return True
        between = (self.depth == 0) & ~self.row_ends & ~is_one_of(self.data, b"," + _SPACE)
        if between.any() or self.depth[-1] != 0 or self.depth.min() < 0:
            return False
        round_ = (self.data[self.row_starts] == ord("(")).all()
        return bool(round_ and (self.data[self.row_ends] == ord(")")).all())


def _rows(text: str, columns: Header) -> Iterator[list[str]]:
    """The texts of the fields of every row."""
    depth, start = 0, 0
    row: list[str] = []
    for match in _PIECE.finditer(text):
        piece = match.group()
        if piece in "[({":
            depth += 1
            if depth == 1:
                start, row = _opened(text, match, columns), []
        elif piece in "])}":
            depth -= 1
            if depth == 0:
                row.append(text[start : match.start()].strip())
                _check_width(row, columns, text, start)
                yield row
        elif piece == "," and depth == 1:
            row.append(text[start : match.start()].strip())
            start = match.end()
        elif piece == ";" and depth == 0:
            return
        elif depth == 0 and not (piece == "," or piece.isspace() or piece[:2] in ("--", "/*")):
            raise _expected("(", text[match.start() :])
    if depth:
        raise _after(columns, len(row), ")", text[start:])


def _opened(text: str, match: re.Match[str], columns: Header) -> int:
    if match.group() != "(":
        raise _expected("(", text[match.start() :])
    return match.end()


def _check_width(row: list[str], columns: Header, text: str, start: int) -> None:
    if len(row) == len(columns) + 1 and not row[-1]:
        row.pop()  # a comma before the bracket
    if len(row) < len(columns):
        raise _after(columns, len(row) - 1, ",", text[start : start + _SHOWN])
    if len(row) > len(columns):
        raise _after(columns, len(columns) - 1, ")", text[start : start + _SHOWN])


def _expected(sign: str, rest: str) -> Error:
    return Error(
        Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
        f"Cannot parse input: expected '{sign}' before: '{rest[:_SHOWN]}'",
    )


def _after(columns: Header, number: int, sign: str, rest: str) -> Error:
    name, type_ = columns[min(number, len(columns) - 1)]
    return Error(
        Code.SYNTAX_ERROR,
        f"Expected '{sign}' after the value of column `{name}` of type {type_} here:"
        f" {rest[:_SHOWN]}",
    )
