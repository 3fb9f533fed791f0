"""Bytes as text and back: hex, bin, base64, base58, base32, URL and XML escapes, checksums."""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
import zlib
from collections.abc import Callable, Sequence
from urllib.parse import quote, unquote_to_bytes

from sparktree.errors import Code, Error
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.memory import little_endian
from sparktree.functions.rows import row_function
from sparktree.functions.text_functions import Bytes, back, is_text, text_function, utf8
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN
from sparktree.types import (
    STRING,
    UINT8,
    UINT32,
    UINT64,
    UUID,
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Float,
    Integer,
    IPv4,
    IPv6,
    Type,
)

# --- hex and bin --------------------------------------------------------------------------

_LEADING = (Integer, Date, DateTime, Bool)  # printed as numbers: without leading zero bytes
_BYTES = (Float, Decimal, IPv4, UUID, IPv6)


def _digits_type(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        type_ = arguments[0].type
        if isinstance(type_, DateTime64):
            raise Error(
                Code.ILLEGAL_COLUMN, f"Illegal column {type_} of argument of function {name}"
            )
        known = is_text(type_) or isinstance(type_, (*_LEADING, *_BYTES))
        if not known or isinstance(type_, Date32):
            raise illegal_type(name, type_)
        return STRING

    return returns


def hex_of(text: Sql) -> Sql:
    """The hexadecimal digits of any text."""
    return sql.call("st_hex_bytes", sql.call("st_bytes", text), "false", "false")


def _quick_hex(value: Sql, type_: Type) -> Sql | None:
    """The digits by the kernel alone; None if it has no way."""
    if isinstance(value, Bytes):
        return value.digits
    if is_text(type_):
        odd = sql.call("regexp_matches", value, sql.string(PATTERN))
        return sql.case((odd, hex_of(value)), otherwise=sql.call("hex", value))
    if isinstance(type_, Integer) and type_.bits <= 64:
        number = sql.cast(value, "HUGEINT")
        if type_.signed:
            number = Sql(f"({number} + CASE WHEN {value} < 0 THEN {1 << type_.bits} ELSE 0 END)")
        digits = sql.call("hex", sql.cast(number, "UBIGINT"))
        return Sql(f"lpad({digits}, CAST((length({digits}) + 1) // 2 * 2 AS INTEGER), '0')")
    return None


def _declare_digits(name: str, base: str, doc: str, example: tuple[str, str]) -> None:
    width = 2 if name == "hex" else 8

    @row_function(f"st_{name}_bytes", ("BLOB", "BOOLEAN", "BOOLEAN"), "VARCHAR")
    def digits(data: bytes, number: bool, high_first: bool) -> bytes:
        shown = data[::-1] if high_first else data
        if number:
            shown = shown.lstrip(b"\0") or b"\0"
        return "".join(format(byte, f"0{width}{base}") for byte in shown).encode()

    def lower(call: Call) -> Sql:
        type_ = call.inner(0)
        if name == "hex" and (quick := _quick_hex(call[0], type_)) is not None:
            return quick
        if isinstance(type_, IPv6):
            return sql.call(f"st_{name}_bytes", type_.to_storage(call[0]), "false", "false")
        high_first = isinstance(type_, (*_LEADING, IPv4, UUID))
        number = isinstance(type_, (*_LEADING, IPv4))
        flags = ("true" if number else "false", "true" if high_first else "false")
        return sql.call(f"st_{name}_bytes", little_endian(call[0], type_), *flags)

    lower.__doc__ = doc
    function(name, returns=_digits_type(name), any_case=True, family="strings", example=example)(
        lower
    )


_declare_digits(
    "hex",
    "X",
    "The bytes of a string or the value of a number in hexadecimal digits.",
    ("hex('abc')", "616263"),
)
_declare_digits(
    "bin",
    "b",
    "The bytes of a string or the value of a number in binary digits.",
    ("bin(5)", "00000101"),
)

_HEX_DIGITS = re.compile(rb"[0-9A-Fa-f]")


def _hex_value(byte: int) -> int:
    """ClickHouse's table of digits: what is no digit counts as 255."""
    return int(chr(byte), 16) if _HEX_DIGITS.match(bytes([byte])) else 255


def _unhex(data: bytes) -> bytes:
    if len(data) % 2:
        data = b"0" + data
    pairs = zip(data[::2], data[1::2], strict=True)
    return bytes((_hex_value(a) * 16 + _hex_value(b)) & 255 for a, b in pairs)


def _unbin(data: bytes) -> bytes:
    missing = -len(data) % 8
    bits = b"0" * missing + data
    return bytes(
        sum((bit == 49) << (7 - i) for i, bit in enumerate(bits[start : start + 8]))
        for start in range(0, len(bits), 8)
    )


text_function(
    "unhex",
    "s",
    STRING,
    _unhex,
    any_case=True,
    doc="The bytes of hexadecimal digits.",
    example=("unhex('616263')", "abc"),
)
text_function(
    "unbin",
    "s",
    STRING,
    _unbin,
    any_case=True,
    doc="The bytes of binary digits.",
    example=("unbin('01100001')", "a"),
)


# --- base 64, 58, 32 ----------------------------------------------------------------------


def _base64(data: bytes) -> bytes:
    return base64.b64decode(data, validate=True)


def _base64_url(data: bytes) -> bytes:
    padded = data + b"=" * (-len(data) % 4)
    return base64.b64decode(padded, altchars=b"-_", validate=True)


_BASE58 = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def _base58_encode(data: bytes) -> bytes:
    zeros = len(data) - len(data.lstrip(b"\0"))
    number, out = int.from_bytes(data, "big"), bytearray()
    while number:
        number, rest = divmod(number, 58)
        out.append(_BASE58[rest])
    return b"1" * zeros + bytes(reversed(out))


def _base58_decode(data: bytes) -> bytes:
    number = 0
    for byte in data:
        place = _BASE58.find(byte)
        if place < 0:
            raise ValueError(data)
        number = number * 58 + place
    zeros = len(data) - len(data.lstrip(b"1"))
    return b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")


Codec = Callable[[bytes], bytes]


def _declare_base(
    stem: str, encode: Codec, decode: Codec, encoded: str, aliases: tuple[str, str] | None = None
) -> None:
    name = f"{stem}Decode"

    def strict(data: bytes) -> bytes:
        try:
            return decode(data)
        except (ValueError, binascii.Error):
            shown = data.decode("utf-8", "replace")
            raise Error(
                Code.INCORRECT_DATA,
                f"Invalid {name} value ({shown}), cannot be decoded",
            ) from None

    def lenient(data: bytes) -> bytes:
        try:
            return decode(data)
        except (ValueError, binascii.Error):
            return b""

    to_alias, from_alias = ((aliases[0],), (aliases[1],)) if aliases else ((), ())
    what = f"base {stem[4:6]}"
    text_function(
        f"{stem}Encode",
        "s",
        STRING,
        encode,
        any_case_aliases=to_alias,
        doc=f"The bytes in {what}.",
        example=(f"{stem}Encode('hello')", encoded),
    )
    text_function(
        name,
        "s",
        STRING,
        strict,
        any_case_aliases=from_alias,
        doc=f"The bytes of a text in {what}.",
        example=(f"{name}('{encoded}')", "hello"),
    )
    tried = f"try{stem[0].upper()}{stem[1:]}Decode"
    text_function(
        tried,
        "s",
        STRING,
        lenient,
        doc=f"As {name}, but an empty string for what is not {what}.",
        example=(f"{tried}('{encoded}')", "hello"),
    )


_declare_base("base64", base64.b64encode, _base64, "aGVsbG8=", ("TO_BASE64", "FROM_BASE64"))
_declare_base(
    "base64URL", lambda s: base64.urlsafe_b64encode(s).rstrip(b"="), _base64_url, "aGVsbG8"
)
_declare_base("base58", _base58_encode, _base58_decode, "Cn8eVZg")
_declare_base("base32", base64.b32encode, base64.b32decode, "NBSWY3DP")


# --- URL, XML, HTML -----------------------------------------------------------------------

_SAFE_URL = "-_.~"


def _encode_url(data: bytes) -> bytes:
    return quote(data, safe=_SAFE_URL).encode()


text_function(
    "encodeURLComponent",
    "s",
    STRING,
    _encode_url,
    doc="The text with escapes as in a URL.",
    example=("encodeURLComponent('a b')", "a%20b"),
)
text_function(
    "decodeURLComponent",
    "s",
    STRING,
    unquote_to_bytes,
    doc="The text of URL escapes.",
    example=("decodeURLComponent('a%20b')", "a b"),
)
text_function(
    "encodeURLFormComponent",
    "s",
    STRING,
    lambda s: quote(s, safe=_SAFE_URL + " ").replace(" ", "+").encode(),
    doc="As encodeURLComponent, with + for a space.",
    example=("encodeURLFormComponent('a b')", "a+b"),
)
text_function(
    "decodeURLFormComponent",
    "s",
    STRING,
    lambda s: unquote_to_bytes(s.replace(b"+", b" ")),
    doc="As decodeURLComponent, with + for a space.",
    example=("decodeURLFormComponent('a+b')", "a b"),
)

_XML = {b"<": b"&lt;", b"&": b"&amp;", b">": b"&gt;", b'"': b"&quot;", b"'": b"&apos;"}
_XML_PLACE = re.compile(rb"[<&>\"']")
_ENTITY = re.compile(rb"&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|(lt|gt|amp|quot|apos));")
_NAMES = {b"lt": b"<", b"gt": b">", b"amp": b"&", b"quot": b'"', b"apos": b"'"}


def _entity(match: re.Match[bytes]) -> bytes:
    decimal, hexadecimal, name = match.groups()
    if name:
        return _NAMES[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    if not 0 < code <= 0x10FFFF or 0xD800 <= code < 0xE000:
        return match.group()
    return chr(code).encode()


text_function(
    "encodeXMLComponent",
    "s",
    STRING,
    lambda s: _XML_PLACE.sub(lambda m: _XML[m.group()], s),
    doc="The text with XML's entities.",
    example=("encodeXMLComponent('a < b')", "a &lt; b"),
)
text_function(
    "decodeXMLComponent",
    "s",
    STRING,
    lambda s: _ENTITY.sub(_entity, s),
    doc="The text of XML's entities.",
    example=("decodeXMLComponent('a &lt; b')", "a < b"),
)
text_function(
    "decodeHTMLComponent",
    "s",
    STRING,
    lambda s: back(html.unescape(utf8(s))),
    doc="The text of HTML's entities.",
    example=("decodeHTMLComponent('&eacute;')", "é"),
)


# --- UTF-8 --------------------------------------------------------------------------------


def _is_utf8(data: bytes) -> int:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return 0
    return 1


_BROKEN = re.compile("\ufffd+")


def _valid(data: bytes) -> bytes:
    if _is_utf8(data):
        return data
    return re.sub("[\udc80-\udcff]+", "\ufffd", utf8(data)).encode()


text_function(
    "isValidUTF8",
    "s",
    UINT8,
    _is_utf8,
    doc="Whether the bytes are UTF-8.",
    example=("isValidUTF8('é')", "1"),
)
text_function(
    "isValidASCII",
    "s",
    UINT8,
    lambda s: int(s.isascii()),
    aliases=("isASCII",),
    doc="Whether all bytes are ASCII.",
    example=("isValidASCII('é')", "0"),
)
text_function(
    "toValidUTF8",
    "s",
    STRING,
    _valid,
    doc="The text with the replacement character for what is not UTF-8.",
    example=("toValidUTF8('a')", "a"),
)


def _normal(form: str) -> Callable[[bytes], bytes]:
    def normal(data: bytes) -> bytes:
        if not _is_utf8(data):
            raise Error(
                Code.CANNOT_NORMALIZE_STRING, "Normalization failed (strlen): U_INVALID_CHAR_FOUND"
            )
        return unicodedata.normalize(form, data.decode()).encode()  # type: ignore[arg-type]

    return normal


for _form in ("NFC", "NFD", "NFKC", "NFKD"):
    text_function(
        f"normalizeUTF8{_form}",
        "s",
        STRING,
        _normal(_form),
        doc=f"The text in the normal form {_form}.",
        example=(f"length(normalizeUTF8{_form}('a'))", "1"),
    )
text_function(
    "normalizeUTF8NFKCCasefold",
    "s",
    STRING,
    lambda s: _normal("NFKC")(_normal("NFKC")(s).decode().casefold().encode()),
    doc="The text in the normal form NFKC without differences of case.",
    example=("normalizeUTF8NFKCCasefold('A')", "a"),
)


# --- checksums ----------------------------------------------------------------------------


def _crc_table(polynomial: int) -> list[int]:
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = (value >> 1) ^ (polynomial if value & 1 else 0)
        table.append(value)
    return table


_CRC32_IEEE, _CRC64 = _crc_table(0xEDB88320), _crc_table(0xC96C5795D7870F42)


def _crc(table: list[int], data: bytes, start: int) -> int:
    value = start
    for byte in data:
        value = (value >> 8) ^ table[(value ^ byte) & 255]
    return value


text_function(
    "CRC32",
    "s",
    UINT32,
    zlib.crc32,
    any_case=True,
    doc="The CRC-32 checksum as of zlib.",
    example=("CRC32('hello')", "907060870"),
)
text_function(
    "CRC32IEEE",
    "s",
    UINT32,
    lambda s: _crc(_CRC32_IEEE, s, 0),
    any_case=True,
    doc="The CRC-32 checksum with the initial value 0.",
    example=("CRC32IEEE('abc')", "3395655888"),
)
text_function(
    "CRC64",
    "s",
    UINT64,
    lambda s: _crc(_CRC64, s, 0),
    any_case=True,
    doc="The CRC-64 checksum of ECMA.",
    example=("CRC64('abc')", "14276787454831668577"),
)
text_function(
    "ascii",
    "s",
    lambda a: Integer(32, True),
    lambda s: int.from_bytes(s[:1], "big", signed=True) if s else 0,
    result_kernel="INTEGER",
    any_case=True,
    doc="The number of the first byte.",
    example=("ascii('a')", "97"),
)
