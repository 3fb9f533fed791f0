"""Backslash escapes undone, as kernel functions over whole arrays."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape, escape_array, unescape, unescape_array
from sparktree.types.text_pieces import Column

_SEQUENCE = re.compile(rb"\\(?:x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_QUOTED_SEQUENCE = re.compile(rb"\\(?:x([0-9a-fA-F]{2})|(.))|''", re.DOTALL)
_NAMED = {b"a": b"\a", b"b": b"\b", b"e": b"\x1b", b"f": b"\f", b"n": b"\n", b"r": b"\r",
          b"t": b"\t", b"v": b"\v", b"0": b"\0", b"N": b""}  # fmt: skip
_PLAIN = frozenset((b"\\", b"'", b'"', b"`", b"/"))


def _meaning(match: re.Match[bytes]) -> bytes:
    if match.group(1) is not None:
        return bytes([int(match.group(1), 16)])
    character = match.group(2)
    return b"'" if character is None else escape_meaning(character)


def escape_meaning(character: bytes) -> bytes:
    """What a character behind a backslash means."""
    if character in _NAMED:
        return _NAMED[character]
    keep = character not in _PLAIN and character >= b" "
    return b"\\" + character if keep else character


def unescaped_text(text: str) -> str:
    """The text with its backslash sequences replaced by what they mean."""
    return escape(_SEQUENCE.sub(_meaning, unescape(text)))


def unquoted_text(text: str) -> str:
    """The inside of a text in single quotes, with escapes and doubled quotes undone."""
    if len(text) < 2 or text[0] != "'" or text[-1] != "'":
        got = text[:1]
        raise ValueError(
            raising(
                Code.CANNOT_PARSE_QUOTED_STRING,
                f"Cannot parse quoted string: expected opening quote ''', got '{got}'",
            )
        )
    return escape(_QUOTED_SEQUENCE.sub(_meaning, unescape(text[1:-1])))


def _tables() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_], npt.NDArray[np.uint8]]:
    """By the character behind a backslash: what it means, whether that is another one than both,
    and the value of a hexadecimal digit (255 for others)."""
    meaning, changes = np.arange(256, dtype=np.uint8), np.zeros(256, np.bool_)
    for byte in range(256):
        found = escape_meaning(bytes([byte]))
        changes[byte] = len(found) == 1
        meaning[byte] = found[0] if changes[byte] else byte
    digits = np.full(256, 255, np.uint8)
    for value, digit in enumerate("0123456789abcdef"):
        digits[[ord(digit), ord(digit.upper())]] = value
    return meaning, changes, digits


_MEANING, _CHANGES, _HEX = _tables()


def _undone(column: Column, *, quotes: bool) -> pa.Array:
    """Backslash sequences, and doubled `quotes`, as what they mean."""
    data, escaped = column.data.copy(), column.escaped()
    keep = np.ones(len(data), np.bool_)
    (at,) = np.nonzero(escaped)
    byte = column.data[at]
    ends = column.bounds[np.searchsorted(column.bounds, at, "right")]
    padded = np.concatenate([column.data, np.zeros(2, np.uint8)])
    high, low = _HEX[padded[at + 1]], _HEX[padded[at + 2]]
    hexadecimal = (byte == ord("x")) & (at + 2 < ends) & (high < 16) & (low < 16)
    of = at[hexadecimal]
    data[of + 2] = high[hexadecimal] << 4 | low[hexadecimal]
    keep[np.concatenate([of - 1, of, of + 1])] = False
    changes = _CHANGES[byte] & ~hexadecimal
    data[at[changes]] = _MEANING[byte[changes]]
    keep[at[changes] - 1] = False
    nothing = at[byte == ord("N")]
    keep[np.concatenate([nothing - 1, nothing])] = False
    if quotes:
        quote = (column.data == ord("'")) & ~escaped
        keep &= ~(quote & (column.runs(quote) % 2 == 0))
    return column.changed(data, keep)


@arrow_function("st_unescape", ("VARCHAR",), "VARCHAR")
def _unescape(texts: pa.ChunkedArray) -> pa.Array:
    column = Column.of(unescape_array(whole(texts).fill_null("")))
    return escape_array(_undone(column, quotes=False))


@arrow_function("st_unquote", ("VARCHAR",), "VARCHAR")
def _unquote(texts: pa.ChunkedArray) -> pa.Array:
    filled = whole(texts).fill_null("''")
    inside, quoted = unquoted_array(filled)
    if not quoted.all():
        unquoted_text(filled[int(quoted.argmin())].as_py())
    return inside


def unquoted_array(texts: pa.Array) -> tuple[pa.Array, npt.NDArray[np.bool_]]:
    """As `unquoted_text`, of all texts, and which of them are in quotes."""
    quoted = pc.match_substring_regex(texts, "^'(?s:.*)'$")
    inside = pc.utf8_slice_codeunits(pc.if_else(quoted, texts, "''"), 1, -1)
    if pc.any(pc.match_substring_regex(inside, r"['\\]"), min_count=0).as_py():
        inside = escape_array(_undone(Column.of(unescape_array(inside)), quotes=True))
    return inside, np.asarray(quoted)


def json_strings(pieces: pa.Array) -> pa.Array:
    """What strings of JSON stand for."""
    inside = pc.utf8_slice_codeunits(pieces, 1, -1)
    escaped = pc.match_substring(inside, "\\")
    if not pc.any(escaped, min_count=0).as_py():
        return inside
    column = Column.of(_with_code_points(Column.of(inside.filter(escaped))))
    return pc.replace_with_mask(inside, escaped, _undone(column, quotes=False).cast(pa.string()))


_BACKSLASH = ord("\\")


def _with_code_points(column: Column) -> pa.Array:
    """The code units of \\uXXXX in UTF-8; a half of a pair alone is the replacement character."""
    data, keep = column.data.copy(), np.ones(len(column.data), np.bool_)
    padded = np.concatenate([column.data, np.zeros(4, np.uint8)])
    at = np.flatnonzero(column.escaped() & (column.data == ord("u")))
    codes = np.zeros(len(at), np.int64)
    for step in range(1, 5):
        codes = codes << 4 | _HEX[padded[at + step]]
    high, low = (codes >> 10) == 0xD800 >> 10, (codes >> 10) == 0xDC00 >> 10
    paired = np.zeros(len(at), np.bool_)
    paired[:-1] = high[:-1] & low[1:] & (at[1:] - at[:-1] == 6)
    second = np.concatenate([[False], paired[:-1]])[: len(at)]
    following = np.append(codes[1:], [0])[: len(at)]
    codes = np.where(paired, 0x10000 + ((codes & 0x3FF) << 10) + (following & 0x3FF), codes)
    codes = np.where((high | low) & ~paired & ~second, 0xFFFD, codes)
    begins = at - 1
    keep[(begins[:, None] + np.arange(6)).ravel()] = False
    begins, codes = begins[~second], codes[~second]
    _put_utf8(data, keep, begins, codes)
    return column.changed(data, keep)


def _put_utf8(
    data: npt.NDArray[np.uint8],
    keep: npt.NDArray[np.bool_],
    places: npt.NDArray[np.int64],
    codes: npt.NDArray[np.int64],
) -> None:
    """Write the characters of codes at places that have room; a backslash stays escaped."""
    slash = codes == _BACKSLASH
    data[places[slash] + 1], keep[places[slash] + 1] = _BACKSLASH, True
    for size, least, most, mark in _UTF8:
        chosen = (codes >= least) & (codes < most)
        at, code = places[chosen], codes[chosen]
        for step in range(size):
            bits = code >> 6 * (size - 1 - step)
            data[at + step] = mark | bits if step == 0 else 0x80 | (bits & 0x3F)
            keep[at + step] = True


# By their numbers of bytes: the first codes, those behind the last, and what the first byte has.
_UTF8 = ((1, 0, 0x80, 0), (2, 0x80, 0x800, 0xC0), (3, 0x800, 0x10000, 0xE0),
         (4, 0x10000, 0x110000, 0xF0))  # fmt: skip


def unescaped(text: Sql) -> Sql:
    """Kernel SQL that undoes the escapes of TabSeparated; most texts have none."""
    return sql.case(
        (sql.call("contains", text, sql.string("\\")), _unescape(text)),
        otherwise=text,
    )


def unquoted(text: Sql) -> Sql:
    """Kernel SQL for the inside of a quoted text."""
    plain = sql.call("regexp_full_match", text, sql.string(r"'[^'\\]*'"))
    inside = sql.call("substring", text, 2, sql.op("-", sql.call("length", text), 2))
    return sql.case((plain, inside), otherwise=_unquote(text))
