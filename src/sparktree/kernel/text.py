"""Strings of any bytes inside a kernel that knows only UTF-8.

A ClickHouse String is bytes; the kernel's VARCHAR must be valid UTF-8. A byte that belongs to no
valid UTF-8 sequence is kept as one private code point, U+10FF00 + byte, and turned back where text
leaves the kernel. Those code points themselves are escaped byte by byte, so the mapping is exact.
"""

import codecs
import re
from contextlib import suppress

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_BASE = 0x10FF00
_ESCAPED = re.compile(rb"\xf4\x8f[\xbe\xbf][\x80-\xbf]")
_ESCAPED_RUN = re.compile(rb"(?:\xf4\x8f[\xbe\xbf][\x80-\xbf])+")
_PRIVATE = re.compile("[\U0010ff80-\U0010ffff]")
PATTERN = r"[\x{10FF80}-\x{10FFFF}]"  # the escapes as a regular expression of the kernel


def _escape_bad_bytes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    bad = error.object[error.start : error.end]
    return "".join(chr(_BASE + byte) for byte in bad), error.end


codecs.register_error("sparktree", _escape_bad_bytes)


def escape(data: bytes) -> str:
    """Bytes as text that the kernel can hold."""
    text = data.decode("utf-8", "sparktree")
    if b"\xf4\x8f" in data and _ESCAPED.search(data):
        text = _escape_private(data)
    return text


def _escape_private(data: bytes) -> str:
    """As `escape`, for data that holds the private code points themselves."""
    pieces, last = [], 0
    for match in _ESCAPED.finditer(data):
        pieces.append(data[last : match.start()].decode("utf-8", "sparktree"))
        pieces.append("".join(chr(_BASE + byte) for byte in match.group()))
        last = match.end()
    pieces.append(data[last:].decode("utf-8", "sparktree"))
    return "".join(pieces)


def unescape(text: str) -> bytes:
    """The bytes that the text stands for."""
    return unescape_buffer(text.encode("utf-8"))


def unescape_buffer(data: bytes) -> bytes:
    """As `unescape`, of UTF-8; untouched (and not copied) if nothing is escaped."""
    if b"\xf4\x8f" not in data:
        return data
    return _ESCAPED.sub(
        lambda m: bytes([((m.group()[2] & 1) << 6) | (m.group()[3] & 0x3F) | 0x80]), data
    )


def replaced_buffer(data: bytes) -> bytes:
    """UTF-8 text with the replacement character for each run of bytes that are not UTF-8."""
    return _ESCAPED_RUN.sub("\ufffd".encode(), data) if b"\xf4\x8f" in data else data


def has_escapes(text: str) -> bool:
    """Whether some byte of the text is not UTF-8."""
    return _PRIVATE.search(text) is not None


def array_has_escapes(array: pa.Array | pa.ChunkedArray) -> bool:
    """Whether some value of a string array holds an escaped byte."""
    if not any(_may_hold_escapes(c) for c in getattr(array, "chunks", [array])):
        return False
    found = pc.any(pc.match_substring(array.cast(pa.binary()), b"\xf4\x8f"))
    return bool(found.as_py()) and bool(pc.any(pc.match_substring_regex(array, PATTERN)).as_py())


def _may_hold_escapes(array: pa.Array) -> bool:
    """A look at the greatest byte, which is a lot cheaper than a search: escapes start with F4."""
    data = array.buffers()[2]
    return data is not None and np.frombuffer(data, dtype=np.uint8).max(initial=0) >= 0xF4


def unescape_array(array: pa.Array) -> pa.Array:
    """A string array as the bytes that it stands for."""
    return pa.array(
        [None if value is None else unescape(value) for value in array.to_pylist()], pa.binary()
    )


def escape_array(array: pa.Array) -> pa.Array:
    """A binary array as text that the kernel can hold; valid UTF-8 is only relabelled."""
    with suppress(pa.ArrowInvalid):
        text = array.cast(pa.string())
        if not array_has_escapes(text):
            return text
    values = array.to_pylist()
    return pa.array([None if value is None else escape(value) for value in values], pa.string())
