"""The entities of XML and HTML in whole columns of texts, replaced by what they stand for."""

from __future__ import annotations

from functools import cache
from html.entities import html5

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.functions.core.columns import binary_of, bounds_of
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.text import escape_array, unescape_array

Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]

_XML = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_LONGEST = 32  # of all names
_WIDTH = 8  # bytes, more than any entity stands for
_DECIMALS, _HEXADECIMALS = 7, 6  # the digits that a number may have
_DIGITS = np.full(256, 255, np.uint8)  # what a byte is as a digit
for _digits in (b"0123456789abcdef", b"0123456789ABCDEF"):
    _DIGITS[np.frombuffer(_digits, np.uint8)] = np.arange(16)


@cache
def _names(form: str) -> tuple[pa.Array, Bytes, Counts]:
    """The names, what they stand for as rows of bytes, and how many of these count."""
    if form == "xml":
        table = _XML
    else:
        table = {name[:-1]: value for name, value in html5.items() if name.endswith(";")}
    values = [value.encode() for value in table.values()]
    rows = np.frombuffer(b"".join(v.ljust(_WIDTH, b"\0") for v in values), np.uint8)
    sizes = np.array([len(value) for value in values])
    return pa.array([name.encode() for name in table]), rows.reshape(-1, _WIDTH), sizes


def _candidates(data: Bytes, bounds: Counts) -> tuple[Counts, Counts]:
    """Where ampersands are that a semicolon follows in the same text, and how far away."""
    starts, ends = np.flatnonzero(data == ord("&")), np.flatnonzero(data == ord(";"))
    following = np.searchsorted(ends, starts)
    starts, following = starts[following < len(ends)], following[following < len(ends)]
    sizes = ends[following] - starts - 1
    inside = ends[following] < bounds[np.searchsorted(bounds, starts, side="right")]
    fits = inside & (sizes > 0) & (sizes <= _LONGEST)
    return starts[fits], sizes[fits]


def _numbers(data: Bytes, starts: Counts, sizes: Counts) -> Counts:
    """The codes of entities that are numbers, -1 for others."""
    places = starts[:, None] + np.arange(2, 3 + _DECIMALS)
    window = data[np.minimum(places, len(data) - 1)]
    hexadecimal = (window[:, 0] | 0x20) == ord("x")
    digits = _DIGITS[np.where(hexadecimal[:, None], window[:, 1:], window[:, :-1])]
    counts = sizes - 1 - hexadecimal
    base = np.where(hexadecimal, 16, 10)
    codes = np.zeros(len(starts), np.int64)
    right = (counts > 0) & (counts <= np.where(hexadecimal, _HEXADECIMALS, _DECIMALS))
    for column in range(_DECIMALS):
        some = column < counts
        codes = np.where(some, codes * base + digits[:, column], codes)
        right &= ~some | (digits[:, column] < base)
    return np.where(right & (codes <= 0x10FFFF), codes, -1)


def _characters(codes: Counts) -> tuple[Bytes, Counts]:
    """Characters in UTF-8, as rows of bytes of which so many count."""
    sizes = 1 + (codes > 0x7F) + (codes > 0x7FF) + (codes > 0xFFFF)
    heads = np.array([0, 0x00, 0xC0, 0xE0, 0xF0])[sizes]
    rows = np.zeros((len(codes), _WIDTH), np.uint8)
    for column in range(4):
        shift = 6 * np.maximum(sizes - 1 - column, 0)
        tail = 0x80 | (codes >> shift & 0x3F)
        rows[:, column] = heads | codes >> shift if column == 0 else tail
    return rows, sizes


def _replaced(
    data: Bytes, bounds: Counts, spans: tuple[Counts, Counts], values: tuple[Bytes, Counts]
) -> tuple[Bytes, Counts]:
    """The bytes with others in place of spans (from, how many), and the new bounds."""
    (starts, lengths), (rows, sizes) = spans, values
    more = np.maximum(sizes - lengths, 0)
    if more.any():  # few entities are shorter than what they stand for
        data = np.insert(data, np.repeat(starts + lengths, more), 0)
        bounds = bounds + _sums(more)[np.searchsorted(starts, bounds)]
        starts, lengths = starts + _sums(more)[:-1], lengths + more
    made, kept = data.copy(), np.ones(len(data), np.bool_)
    for column in range(int(sizes.max(initial=0))):
        some = sizes > column
        made[starts[some] + column] = rows[some, column]
    for column in range(int(sizes.min(initial=_WIDTH)), int(lengths.max(initial=0))):
        some = (sizes <= column) & (column < lengths)
        kept[starts[some] + column] = False
    gone = _sums(lengths - sizes)
    return made[kept], bounds - gone[np.searchsorted(starts, bounds)]


def _sums(counts: Counts) -> Counts:
    """The sum of what is before each, and the whole."""
    return np.concatenate([[0], np.cumsum(counts)])


def _decoded(texts: pa.Array, form: str) -> pa.Array:
    data, bounds = bounds_of(unescape_array(texts.fill_null("")))
    starts, sizes = _candidates(data, bounds)
    ends = _sums(sizes)
    places = np.repeat(starts + 1 - ends[:-1], sizes) + np.arange(ends[-1])
    bodies = binary_of(data[places], ends)
    names, values, counts = _names(form)
    known = np.asarray(pc.index_in(bodies, value_set=names).fill_null(-1), np.int64)
    rows, lengths = values[known], counts[known]
    numbers = np.flatnonzero(data[starts + 1] == ord("#"))
    codes = _numbers(data, starts[numbers], sizes[numbers])
    rows[numbers], lengths[numbers] = _characters(np.maximum(codes, 0))
    known[numbers] = codes
    found = known >= 0
    spans = starts[found], sizes[found] + 2
    return escape_array(binary_of(*_replaced(data, bounds, spans, (rows[found], lengths[found]))))


@arrow_function("st_decode_xml", ("VARCHAR",), "VARCHAR")
def decode_xml(texts: pa.ChunkedArray) -> pa.Array:
    return _decoded(whole(texts), "xml")


@arrow_function("st_decode_html", ("VARCHAR",), "VARCHAR")
def decode_html(texts: pa.ChunkedArray) -> pa.Array:
    return _decoded(whole(texts), "html")
