"""Texts from one encoding to another: convertCharset.

Python's codecs do it. What they cannot say is written as ICU, which ClickHouse asks, writes it.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from functools import lru_cache

from sparktree.errors import Code, Error
from sparktree.functions.declare import Argument, Call, function
from sparktree.functions.rows import row_function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, String, Type

# What stands for a character that the encoding lacks, where it is not the control character SUB.
_SUBSTITUTES = {
    "big5": b"?", "cp437": b"\x7f", "cp850": b"\x7f", "cp866": b"\x7f", "euc_jp": b"\xf4\xfe",
    "euc_kr": b"\xaf\xfe", "gb2312": b"\xa1\xa1", "gbk": b"?", "mac-roman": b"?",
    "shift_jis": b"\xfc\xfc",
}  # fmt: skip
_SUB = "\x1a"
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


@row_function("st_convert_charset", ("VARCHAR", "VARCHAR", "VARCHAR"), "VARCHAR")
def _converted(text: bytes, source: bytes, target: bytes) -> bytes:
    if not text:
        return b""  # without a mark of the byte order
    given, wanted = _codec(source.decode()), _codec(target.decode())
    characters = given.decode(text, "sparktree_bytes")[0]
    rule = _rule(_SUBSTITUTES.get(wanted.name, _SUB.encode()))
    return wanted.encode(characters, rule)[0]
