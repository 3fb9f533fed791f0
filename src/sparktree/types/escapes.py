"""Backslash escapes undone, as kernel functions over whole arrays."""

from __future__ import annotations

import re

import pyarrow as pa

from sparktree.errors import Code
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape, unescape

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


@arrow_function("st_unescape", ("VARCHAR",), "VARCHAR")
def _unescape(texts: pa.ChunkedArray) -> pa.Array:
    values = whole(texts).to_pylist()
    return pa.array([None if v is None else unescaped_text(v) for v in values], pa.string())


@arrow_function("st_unquote", ("VARCHAR",), "VARCHAR")
def _unquote(texts: pa.ChunkedArray) -> pa.Array:
    values = whole(texts).to_pylist()
    return pa.array([None if v is None else unquoted_text(v) for v in values], pa.string())


def unescaped(text: Sql) -> Sql:
    """Kernel SQL that undoes the escapes of TabSeparated; most texts have none."""
    return sql.case(
        (sql.call("contains", text, "'\\'"), sql.call("st_unescape", text)), otherwise=text
    )


def unquoted(text: Sql) -> Sql:
    """Kernel SQL for the inside of a quoted text."""
    plain = sql.call("regexp_full_match", text, sql.string(r"'[^'\\]*'"))
    inside = sql.call("substring", text, "2", sql.op("-", sql.call("length", text), "2"))
    return sql.case((plain, inside), otherwise=sql.call("st_unquote", text))
