"""Bytes as text and back: base64, base58, base32, escapes of URLs and XML, forms of UTF-8."""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from urllib.parse import quote, unquote_to_bytes

from sparktree.errors import Code, Error
from sparktree.functions.columns import column_function
from sparktree.functions.declare import Call
from sparktree.functions.forms import Kernel
from sparktree.functions.text_functions import (
    ASCII,
    back,
    if_ascii,
    is_odd,
    text_function,
    utf8,
)
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    STRING,
    UINT8,
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


@dataclass(frozen=True, slots=True)
class _Base:
    """A way to write bytes in letters and digits."""

    stem: str
    encode: Codec
    decode: Codec
    encoded: str
    aliases: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    kernel: Kernel | None = None
    as_base64: Callable[[Sql], Sql] | None = None  # what the kernel can decode

    def strict(self, data: bytes) -> bytes:
        try:
            return self.decode(data)
        except (ValueError, binascii.Error):
            shown = data.decode("utf-8", "replace")
            raise Error(
                Code.INCORRECT_DATA,
                f"Invalid {self.stem}Decode value ({shown}), cannot be decoded",
            ) from None

    def lenient(self, data: bytes) -> bytes:
        try:
            return self.decode(data)
        except (ValueError, binascii.Error):
            return b""

    def decoded(self, slow: str) -> Kernel | None:
        """By the kernel where it can; what it refuses is for the function in Python."""
        form = self.as_base64
        if form is None:
            return None

        def lower(call: Call, text: Sql) -> Sql:
            data = Sql(f"TRY(from_base64({form(text)}))")
            refused = sql.call(f"st_{slow}_1", text)
            return sql.let(
                data,
                lambda v: sql.case((sql.is_null(v), refused), otherwise=sql.call("st_text", v)),
            )

        return lower


def _declare_base(base: _Base) -> None:
    stem, what = base.stem, f"base {base.stem[4:6]}"
    text_function(
        f"{stem}Encode",
        "s",
        STRING,
        base.encode,
        kernel=base.kernel,
        any_case_aliases=base.aliases[0],
        doc=f"The bytes in {what}.",
        example=(f"{stem}Encode('hello')", base.encoded),
    )
    name, tried = f"{stem}Decode", f"try{stem[0].upper()}{stem[1:]}Decode"
    text_function(
        name,
        "s",
        STRING,
        base.strict,
        kernel=base.decoded(name),
        any_case_aliases=base.aliases[1],
        doc=f"The bytes of a text in {what}.",
        example=(f"{name}('{base.encoded}')", "hello"),
    )
    text_function(
        tried,
        "s",
        STRING,
        base.lenient,
        kernel=base.decoded(tried),
        doc=f"As {name}, but an empty string for what is not {what}.",
        example=(f"{tried}('{base.encoded}')", "hello"),
    )


def _kernel_base64(call: Call, text: Sql) -> Sql:
    return sql.call("to_base64", sql.call("encode", text))


def _kernel_base64_url(call: Call, text: Sql) -> Sql:
    digits = sql.call("translate", _kernel_base64(call, text), "'+/'", "'-_'")
    return sql.call("rtrim", digits, "'='")


def _base64_of_url(text: Sql) -> Sql:
    digits = sql.call("translate", text, "'-_+/'", "'+/'")
    missing = f"CAST((length({text}) + 3) // 4 * 4 AS INTEGER)"
    return sql.call("rpad", digits, missing, "'='")


for _base in (
    _Base(
        "base64",
        base64.b64encode,
        _base64,
        "aGVsbG8=",
        (("TO_BASE64",), ("FROM_BASE64",)),
        _kernel_base64,
        lambda text: text,
    ),
    _Base(
        "base64URL",
        lambda s: base64.urlsafe_b64encode(s).rstrip(b"="),
        _base64_url,
        "aGVsbG8",
        kernel=_kernel_base64_url,
        as_base64=_base64_of_url,
    ),
    _Base("base58", _base58_encode, _base58_decode, "Cn8eVZg"),
    _Base("base32", base64.b32encode, lambda s: base64.b32decode(s, casefold=True), "NBSWY3DP"),
):
    _declare_base(_base)


# --- URL, XML, HTML -----------------------------------------------------------------------

_SAFE_URL = "-_.~"


def _encode_url(data: bytes) -> bytes:
    return quote(data, safe=_SAFE_URL).encode()


def _kernel_decode(text: Sql, escaped: Sql, slow: Sql) -> Sql:
    """The kernel refuses escapes that make no UTF-8; texts without any are only looked at."""
    decoded = sql.coalesce(f"TRY(url_decode({escaped}))", slow)
    some = sql.call("contains", text, "'%'")
    return sql.case((some, decoded), otherwise=escaped)


text_function(
    "encodeURLComponent",
    "c",
    STRING,
    _encode_url,
    kernel=lambda call, s: sql.call("url_encode", s),
    doc="The text with escapes as in a URL.",
    example=("encodeURLComponent('a b')", "a%20b"),
)
text_function(
    "decodeURLComponent",
    "c",
    STRING,
    unquote_to_bytes,
    kernel=lambda call, s: _kernel_decode(s, s, sql.call("st_decodeURLComponent_1", s)),
    doc="The text of URL escapes.",
    example=("decodeURLComponent('a%20b')", "a b"),
)
text_function(
    "encodeURLFormComponent",
    "c",
    STRING,
    lambda s: quote(s, safe=_SAFE_URL + " ").replace(" ", "+").encode(),
    kernel=lambda call, s: sql.call("replace", sql.call("url_encode", s), "'%20'", "'+'"),
    doc="As encodeURLComponent, with + for a space.",
    example=("encodeURLFormComponent('a b')", "a+b"),
)
text_function(
    "decodeURLFormComponent",
    "c",
    STRING,
    lambda s: unquote_to_bytes(s.replace(b"+", b" ")),
    kernel=lambda call, s: _kernel_decode(
        s, sql.call("replace", s, "'+'", "' '"), sql.call("st_decodeURLFormComponent_1", s)
    ),
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


def _kernel_xml(text: Sql) -> Sql:
    for character in ("&", "<", ">", '"', "'"):  # the ampersand of the others comes later
        entity = _XML[character.encode()].decode()
        text = sql.call("replace", text, sql.string(character), sql.string(entity))
    return text


column_function(
    "st_decode_xml",
    lambda text: _ENTITY.sub(_entity, back(text)).decode("utf-8", "surrogateescape"),
)
column_function("st_decode_html", html.unescape)


def if_found(part: str, text: Sql, kernel: str) -> Sql:
    """The function for the texts that have something for it to change."""
    return sql.let(
        text,
        lambda v: sql.case(
            (sql.call("contains", v, sql.string(part)), sql.call(kernel, v)), otherwise=v
        ),
    )


text_function(
    "encodeXMLComponent",
    "t",
    STRING,
    lambda s: _XML_PLACE.sub(lambda m: _XML[m.group()], s),
    kernel=lambda call, s: _kernel_xml(s),
    doc="The text with XML's entities.",
    example=("encodeXMLComponent('a < b')", "a &lt; b"),
)
text_function(
    "decodeXMLComponent",
    "t",
    STRING,
    fast=lambda call, slow: if_found("&", call[0], "st_decode_xml"),
    doc="The text of XML's entities.",
    example=("decodeXMLComponent('a &lt; b')", "a < b"),
)
text_function(
    "decodeHTMLComponent",
    "t",
    STRING,
    fast=lambda call, slow: if_found("&", call[0], "st_decode_html"),
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
    fast=lambda call, slow: sql.let(
        call[0], lambda v: sql.cast(sql.op("NOT", is_odd(v)), "UTINYINT")
    ),
    doc="Whether the bytes are UTF-8.",
    example=("isValidUTF8('é')", "1"),
)
text_function(
    "isValidASCII",
    "s",
    UINT8,
    fast=lambda call, slow: sql.let(
        call[0], lambda v: sql.cast(sql.op("NOT", is_odd(v, ASCII)), "UTINYINT")
    ),
    aliases=("isASCII",),
    doc="Whether all bytes are ASCII.",
    example=("isValidASCII('é')", "0"),
)
text_function(
    "toValidUTF8",
    "c",
    STRING,
    _valid,
    kernel=lambda call, s: s,
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
    column_function(f"st_normal_{_form}", partial(unicodedata.normalize, _form))
    text_function(
        f"normalizeUTF8{_form}",
        "c",
        STRING,
        _normal(_form),
        kernel=lambda call, s, form=_form: if_ascii(
            s, lambda v: v, lambda v: sql.call(f"st_normal_{form}", v)
        ),
        doc=f"The text in the normal form {_form}.",
        example=(f"length(normalizeUTF8{_form}('a'))", "1"),
    )
text_function(
    "normalizeUTF8NFKCCasefold",
    "c",
    STRING,
    lambda s: _normal("NFKC")(_normal("NFKC")(s).decode().casefold().encode()),
    doc="The text in the normal form NFKC without differences of case.",
    example=("normalizeUTF8NFKCCasefold('A')", "a"),
)
