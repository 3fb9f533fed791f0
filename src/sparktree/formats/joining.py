"""Data of several INSERTs as one text, where it is sure that this means the same rows.

Reading costs some milliseconds a text, however short: hundreds of short ones are read as one.
Whatever is not plain is left to be read by itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

_LONGEST = 1 << 16  # bytes of a text that are looked at: of longer ones the reading costs more


@dataclass(frozen=True, slots=True)
class Joining:
    """How texts of a format follow one another; `count` tells the rows of a plain text."""

    separator: bytes
    count: Callable[[bytes], int | None]

    def plain_rows(self, data: bytes) -> int | None:
        """How many rows the text has, if others may follow it; None if that is not sure."""
        return self.count(data) if len(data) <= _LONGEST else None

    def joined(self, texts: list[bytes]) -> bytes:
        """One text of plain ones."""
        return self.separator.join(text.removesuffix(b"\n") for text in texts)


def _json_rows(kind: type) -> Callable[[bytes], int | None]:
    """Rows that are objects or arrays, each on a line of its own; strictly JSON, in which no
    text goes over the end of a line."""
    end, begin = (b"}", b"{") if kind is dict else (b"]", b"[")

    def rows(data: bytes) -> int | None:
        lines = (
            data.strip().replace(b"\r\n", b"\n").replace(end + b"\n" + begin, end + b"," + begin)
        )
        try:
            found = json.loads(b"[" + lines + b"]")
        except ValueError:  # also what is not UTF-8
            return None
        return len(found) if found and all(type(row) is kind for row in found) else None

    return rows


def _tab_separated_rows(data: bytes) -> int | None:
    if (
        not data.strip()
        or b"\\\n" in data
        or data.endswith(b"\\")
        or data.startswith(b"\xef\xbb\xbf")
    ):
        return None
    return data.count(b"\n") + (not data.endswith(b"\n"))


# Fields without quotes, or in quotes that are closed on the same line.
_CSV = re.compile(rb'(?:(?:"(?:[^"\n]|"")*+"|[^",\r\n]*+)(?:[,\n]|\r\n|\Z))*+')


def _csv_rows(data: bytes) -> int | None:
    if not data.strip() or data.startswith(b"\xef\xbb\xbf") or not _CSV.fullmatch(data):
        return None
    return data.count(b"\n") + (not data.endswith(b"\n"))


_STRING = rb"'(?:[^'\\]|\\.)*+'"
_FREE = rb"[^'\"`()\\$#;]"
_CALL = rb"\((?:%b|%b)*+\)" % (_STRING, _FREE)
_ROW = re.compile(rb"\((?:%b|%b|%b)*+\)" % (_STRING, _FREE, _CALL), re.DOTALL)
_VALUES = re.compile(rb"\s*(?:%b\s*,?\s*)+" % _ROW.pattern, re.DOTALL)


def _values_rows(data: bytes) -> int | None:
    if b"--" in data or b"/*" in data or not _VALUES.fullmatch(data):
        return None
    return len(_ROW.findall(data))


OBJECTS = Joining(b"\n", _json_rows(dict))
ARRAYS = Joining(b"\n", _json_rows(list))
LINES = Joining(b"\n", _tab_separated_rows)
RAW_LINES = Joining(b"\n", lambda data: _tab_separated_rows(data.replace(b"\\", b"")))
CSV_LINES = Joining(b"\n", _csv_rows)
TUPLES = Joining(b", ", _values_rows)
