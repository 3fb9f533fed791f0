"""Texts from one encoding to another: convertCharset.

Python's codecs do it. What they cannot say is written as ICU, which ClickHouse asks, writes it.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from functools import lru_cache

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.declare import Argument, Call, function
from sparktree.kernel import sql
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
_SEPARATOR, _BETWEEN = "\x1e", b"\x1e"
_UNKNOWN = "\ufffd"
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


def _wrong_bytes(error: UnicodeError) -> tuple[str, int]:
    """Bytes that are no character: control characters as they are, others as a sign for them."""
    assert isinstance(error, UnicodeDecodeError)
    byte, end = error.object[error.start], error.end
    if error.encoding.startswith(("utf", "ascii", "iso2022", "gb18030")):
        return _UNKNOWN, end
    control = 0x80 <= byte < 0xA0 and error.encoding not in ("shift_jis", "gbk", "big5")
    return chr(byte) if control else _SUB, error.start + 1


def _lacking(substitute: bytes) -> Callable[[UnicodeError], tuple[bytes, int]]:
    """The handler that puts these bytes for every character that the encoding lacks."""

    def handler(error: UnicodeError) -> tuple[bytes, int]:
        assert isinstance(error, UnicodeEncodeError)
        return substitute * (error.end - error.start), error.end

    return handler


def _rule(substitute: bytes) -> str:
    return f"sparktree_{substitute.hex()}"


codecs.register_error("sparktree_bytes", _wrong_bytes)
for _substitute in {_SUB.encode(), *_SUBSTITUTES.values()}:
    codecs.register_error(_rule(_substitute), _lacking(_substitute))


def _type(arguments: Sequence[Argument]) -> Type:
    for argument in arguments:
        if not isinstance(argument.type, String):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {argument.type} of argument of function convertCharset,"
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
    family="strings",
    example=("hex(convertCharset('Café', 'UTF-8', 'ISO-8859-1'))", "436166E9"),
)
def convert_charset(call: Call) -> Sql:
    """The text in another encoding: from the second argument to the third."""
    return sql.call("st_convert_charset", call[0], call[1], call[2])


@arrow_function("st_convert_charset", ("VARCHAR", "VARCHAR", "VARCHAR"), "VARCHAR")
def _convert(
    texts: pa.ChunkedArray, sources: pa.ChunkedArray, targets: pa.ChunkedArray
) -> pa.Array:
    """Texts of one encoding in another; the encodings are constants."""
    if len(texts) == 0:
        return pa.array([], pa.string())
    given, wanted = _codec(sources[0].as_py()), _codec(targets[0].as_py())
    coded = unescape_array(whole(texts).fill_null("")).dictionary_encode()
    different = coded.dictionary.to_pylist()
    made = _together(different, given, wanted)
    if made is None:  # the codecs of Python are asked for one text of the batch after the other
        made = [_converted(text, given, wanted) for text in different]
    return escape_array(pa.array(made, pa.binary()).take(coded.indices))


def _together(
    texts: list[bytes], given: codecs.CodecInfo, wanted: codecs.CodecInfo
) -> list[bytes] | None:
    """All texts converted by one call; None if some bytes are no character, or the encodings have
    marks of their own, so that texts cannot be told apart."""
    joined = _BETWEEN.join(texts)
    separate = joined.count(_BETWEEN) == len(texts) - 1
    if not separate or any(codec.encode(_SEPARATOR)[0] != _BETWEEN for codec in (given, wanted)):
        return None
    try:
        made = wanted.encode(given.decode(joined, "strict")[0], _substitution(wanted))[0]
    except UnicodeDecodeError:
        return None
    pieces = made.split(_BETWEEN)
    return pieces if len(pieces) == len(texts) else None


def _converted(text: bytes, given: codecs.CodecInfo, wanted: codecs.CodecInfo) -> bytes:
    if not text:
        return b""  # without a mark of the byte order
    characters = given.decode(text, "sparktree_bytes")[0]
    return wanted.encode(characters, _substitution(wanted))[0]


def _substitution(wanted: codecs.CodecInfo) -> str:
    return _rule(_SUBSTITUTES.get(wanted.name, _SUB.encode()))
