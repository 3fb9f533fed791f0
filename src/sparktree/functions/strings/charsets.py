"""Texts from one encoding to another: convertCharset.

Python's codecs do it, for all texts of a column at once. What they cannot say is written as ICU,
which ClickHouse asks, writes it.
"""

from __future__ import annotations

import codecs
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.code_points import points_of
from sparktree.functions.core.columns import bounds_of
from sparktree.functions.core.declare import Arguments, Call, function
from sparktree.functions.strings.charset_decoding import UNKNOWN, Rows, decoded, without_feeds
from sparktree.functions.strings.charset_encoding import encoded
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array, unescape_array
from sparktree.types import STRING, String, Type

# What stands for a character that the encoding lacks, where it is not the control character SUB.
_SUBSTITUTES = {
    "big5": b"?", "cp437": b"\x7f", "cp850": b"\x7f", "cp866": b"\x7f", "euc_jp": b"\xf4\xfe",
    "euc_kr": b"\xaf\xfe", "gb2312": b"\xa1\xa1", "gbk": b"?", "mac-roman": b"?",
    "shift_jis": b"\xfc\xfc",
}  # fmt: skip
_SUB = "\x1a"
_SHIFTS = list(b"+~\\\x7f")  # beside control characters, and bytes that are not ASCII
# What ends all shifts, and a line feed, which is always itself.
_ENDINGS = {
    "utf-7": b"\n",
    **dict.fromkeys(("iso2022_jp", "iso2022_jp_1", "iso2022_jp_2004", "iso2022_jp_3"), b"\x1b(B\n"),
}
# These are no encodings of texts to ICU.
_ODD = ("idna", "mbcs", "oem", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")


@lru_cache(maxsize=64)
def _codec(charset: str) -> codecs.CodecInfo:
    """The codec of an encoding."""
    try:
        found = codecs.lookup(charset)
    except (LookupError, ValueError):
        found = None
    if found is None or not found._is_text_encoding or found.name in _ODD:
        raise Error(
            Code.CANNOT_CREATE_CHARSET_CONVERTER,
            f"Cannot create UConverter with charset {charset}, error: U_FILE_ACCESS_ERROR",
        )
    return found


def _wrong(encoding: str, byte: int) -> int:
    """A byte that is no character: a control character as it is, others as a sign for them."""
    if encoding.startswith(("utf", "ascii", "iso2022", "gb18030")):
        return UNKNOWN
    control = 0x80 <= byte < 0xA0 and encoding not in ("shift_jis", "gbk", "big5")
    return byte if control else ord(_SUB)


def _wrong_bytes(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    found = _wrong(error.encoding, error.object[error.start])
    return chr(found), error.end if found == UNKNOWN else error.start + 1


codecs.register_error("sparktree_bytes", _wrong_bytes)


def _type(arguments: Arguments) -> Type:
    for argument in arguments:
        if not isinstance(argument.type, String):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {argument.type} of argument of function {arguments.function},"
                " must be String",
            )
    for argument in arguments[1:]:
        _codec(str(argument.value))
    return STRING


@function(
    "convertCharset",
    args=3,
    returns=_type,
    constant_arguments=(1, 2),
    example=("hex(convertCharset('Café', 'UTF-8', 'ISO-8859-1'))", "436166E9"),
)
def convert_charset(call: Call) -> Sql:
    """The text in another encoding: from the second argument to the third."""
    return _convert(call[0], call[1], call[2])


@arrow_function("st_convert_charset", ("VARCHAR", "VARCHAR", "VARCHAR"), "VARCHAR")
def _convert(
    texts: pa.ChunkedArray, sources: pa.ChunkedArray, targets: pa.ChunkedArray
) -> pa.Array:
    """Texts of one encoding in another; the encodings are constants."""
    if len(texts) == 0:
        return pa.array([], pa.string())
    given, wanted = _codec(sources[0].as_py()), _codec(targets[0].as_py())
    raw = unescape_array(whole(texts).fill_null(""))
    substitute = _SUBSTITUTES.get(wanted.name, _SUB.encode())
    found = decoded(Texts.of(raw), given, _wrong) or _shifted(raw, given)
    return escape_array(encoded(found, wanted, substitute))


# --- encodings with shifts ------------------------------------------------------------------------


def _is_plain(data: npt.NDArray[np.integer[Any]], bounds: Places) -> npt.NDArray[np.bool_]:
    """Which texts have only bytes that no shift changes or begins."""
    control = (data < 0x20) & ~np.isin(data, list(b"\t\n\r"))
    special = (data >= 0x80) | control | np.isin(data, _SHIFTS)
    totals = np.concatenate([[0], np.cumsum(special)])
    return np.asarray(np.diff(totals[bounds]) == 0)


def _shifted(texts: pa.Array, given: codecs.CodecInfo) -> Rows:
    """The characters of texts in an encoding in which bytes change what others mean."""
    data, bounds = bounds_of(texts)
    plain, sizes = _is_plain(data, bounds), np.diff(bounds)
    points, counts = _pieces(texts.filter(pa.array(~plain)), given)
    total = sizes.copy()
    total[~plain] = counts
    own = np.repeat(plain, total)
    made = np.zeros(len(own), np.uint32)
    made[own], made[~own] = data[np.repeat(plain, sizes)], points
    return made, total


def _pieces(texts: pa.Array, given: codecs.CodecInfo) -> Rows:
    """Texts with shifts can be taken together if no byte is wrong and something ends all shifts."""
    ending = _ENDINGS.get(given.name)
    if ending is not None and len(texts):
        with suppress(UnicodeDecodeError):
            ended = pc.binary_join_element_wise(texts, pa.scalar(ending, pa.binary()), b"")
            joined = bounds_of(ended)[0].tobytes()
            feeds = pc.count_substring(texts, b"\n").to_numpy() + 1
            return without_feeds(points_of(given.decode(joined, "strict")[0]), np.cumsum(feeds) - 1)
    pieces = [given.decode(text, "sparktree_bytes")[0] for text in texts.to_pylist()]
    return points_of("".join(pieces)), np.array([len(piece) for piece in pieces], np.int64)
