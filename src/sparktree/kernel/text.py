"""Strings of any bytes inside a kernel that knows only UTF-8.

A ClickHouse String is bytes; the kernel's VARCHAR must be valid UTF-8. A byte that belongs to no
valid UTF-8 sequence is kept as two code points: the greatest character that lies below the bytes
from there on, then the private U+10FF00 + byte, which lies above every character. So the kernel's
order of the texts is the order of the bytes, and text without such bytes is untouched. The private
code points themselves are escaped byte by byte, so the mapping is exact.
"""

import codecs
import re
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel import text_buffers
from sparktree.kernel.text_buffers import Bounds, Bytes

_Recode = Callable[[Bytes, Bounds], tuple[Bytes, Bounds]]
_BASE = 0x10FF00
_GREATEST = 0x10FF7F  # of the characters that stand for themselves
_DELETE = "\x7f"  # the greatest character below all bytes that cannot begin one
_ESCAPED = re.compile(rb"\xf4\x8f[\xbe\xbf][\x80-\xbf]")
_CHARACTER = (
    rb"(?!\xf4\x8f[\xbe\xbf])"
    rb"(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})"
)
_PAIR = re.compile(rb"(?:%b)?\xf4\x8f([\xbe\xbf])([\x80-\xbf])" % _CHARACTER)
_PAIRS = re.compile(rb"(?:(?:%b)?\xf4\x8f[\xbe\xbf][\x80-\xbf])+" % _CHARACTER)
_PRIVATE = re.compile("[\U0010ff80-\U0010ffff]")
_MANY = 8  # bytes, of which one that is not ASCII is many
PATTERN = r"[\x{10FF80}-\x{10FFFF}]"  # the escapes as a regular expression of the kernel
# Where the joining of two texts may have left an escape whose neighbours are new to it.
JOINT = r"[\x{10FFC2}-\x{10FFF4}]([^\x00-\x7F]|\x7F[\x{10FF80}-\x{10FFFF}])"


def _escape_bad_bytes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    first, *others = error.object[error.start : error.end]
    below = chr(_below(error.object[error.start : error.start + 4]))
    return below + chr(_BASE + first) + _strays(bytes(others)), error.end


def _strays(data: bytes) -> str:
    """The escapes of bytes that never begin a character."""
    return "".join(_DELETE + chr(_BASE + byte) for byte in data)


def _below(rest: bytes) -> int:
    """The greatest character that sorts before bytes that begin with no character."""
    first = rest[0]
    if first < 0xC2:
        return ord(_DELETE)
    if first > 0xF4:
        return _GREATEST
    more = 1 if first < 0xE0 else 2 if first < 0xF0 else 3
    code, least = first & (0x3F >> more), (0x80, 0x800, 0x10000)[more - 1]
    for number in range(1, more + 1):
        following = rest[number] if number < len(rest) else 0
        left = 6 * (more + 1 - number)
        if following < 0x80:
            code = (code << left) - 1
            break
        if following > 0xBF:
            code = ((code + 1) << left) - 1
            break
        code = code << 6 | (following & 0x3F)
    code = min(max(code, least - 1), _GREATEST)
    return 0xD7FF if 0xD800 <= code < 0xE000 else code


codecs.register_error("sparktree", _escape_bad_bytes)


def escape(data: bytes) -> str:
    """Bytes as text that the kernel can hold."""
    if b"\xf4\x8f" in data and _ESCAPED.search(data):
        return _escape_private(data)
    return data.decode("utf-8", "sparktree")


def _escape_private(data: bytes) -> str:
    """As `escape`, for data that holds the private code points themselves."""
    pieces, last = [], 0
    for match in _ESCAPED.finditer(data):
        # One byte more, for the escapes before it to know what follows; its own escape is cut off.
        pieces.append(data[last : match.start() + 1].decode("utf-8", "sparktree")[:-2])
        first, others = match.group()[0], match.group()[1:]
        pieces.append(chr(_GREATEST) + chr(_BASE + first) + _strays(others))
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
    return _PAIR.sub(lambda m: bytes([((m[1][0] & 1) << 6) | (m[2][0] & 0x3F) | 0x80]), data)


def replaced_buffer(data: bytes) -> bytes:
    """UTF-8 text with the replacement character for each run of bytes that are not UTF-8."""
    return _PAIRS.sub("\ufffd".encode(), data) if b"\xf4\x8f" in data else data


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
    """A string array as the bytes that it stands for; only relabelled if nothing is escaped."""
    data = array.cast(pa.binary())
    return _recoded(data, text_buffers.unescape) if array_has_escapes(array) else data


def escape_array(array: pa.Array) -> pa.Array:
    """A binary array as text that the kernel can hold; valid UTF-8 is only relabelled."""
    with suppress(pa.ArrowInvalid):
        text = array.cast(pa.string())
        if not array_has_escapes(text):
            return text
    return _recoded(array.cast(pa.binary()), text_buffers.escape).view(pa.string())


def _recoded(array: pa.Array, recode: _Recode) -> pa.Array:
    """The strings of a binary array, all recoded at once; what a NULL hides is left out."""
    if array.null_count:
        filled = _recoded(array.fill_null(b""), recode)
        return pc.if_else(array.is_valid(), filled, pa.scalar(None, pa.binary()))
    offsets, data = array.buffers()[1:]
    narrow = np.frombuffer(offsets, np.int32)[array.offset : array.offset + len(array) + 1]
    bounds = narrow.astype(np.int64)
    few = _few_beyond_ascii(np.frombuffer(data, np.uint8), bounds)
    if few is not None:
        changed = _recoded(array.filter(few), recode) if few.true_count else array.slice(0, 0)
        return pc.replace_with_mask(array, few, changed)
    out, ends = recode(np.frombuffer(data, np.uint8), bounds)
    if ends[-1] > np.iinfo(np.int32).max:
        raise pa.ArrowCapacityError("The strings of a block are longer than 2 GB together.")
    buffers = [None, pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(out)]
    return pa.Array.from_buffers(pa.binary(), len(array), buffers)


def _few_beyond_ascii(data: Bytes, bounds: Bounds) -> pa.BooleanArray | None:
    """Which strings hold anything to recode; None if that is so of many."""
    begin, end = int(bounds[0]), int(bounds[-1])
    places = np.flatnonzero(data[begin:end] >= 0x80) + begin
    rows = len(bounds) - 1
    if len(places) * _MANY > end - begin:
        return None
    found = np.zeros(rows, np.bool_)
    found[np.searchsorted(bounds, places, side="right") - 1] = True
    return pa.array(found) if int(found.sum()) * 2 < rows else None
