"""Bytes as text and back: base64, base58, base32, escapes of URLs and XML, forms of UTF-8."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code
from sparktree.functions.core.byte_encodings import LATIN
from sparktree.functions.core.columns import column_function
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Arguments, Call
from sparktree.functions.core.text_arguments import Takes
from sparktree.functions.core.text_functions import ASCII, if_ascii, is_odd, refusal, text_function
from sparktree.functions.strings.bases import BASE32, BASE58
from sparktree.functions.strings.entities import decode_html, decode_xml
from sparktree.functions.strings.url_escapes import decode_url, encode_url
from sparktree.kernel import sql
from sparktree.kernel.connection import (
    ArrowFunction,
    arrow_function,
    escaped_text,
    raw_bytes,
    whole,
)
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN, escape
from sparktree.types import (
    STRING,
    UINT8,
    Bool,
    Integer,
    Type,
)

# --- base 64, 58, 32 ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Base:
    """A way to write bytes in letters and digits: the kernel SQL there, and back.

    `decode` gives a BLOB, NULL where the text is wrong.
    """

    stem: str
    encode: Callable[[Sql], Sql]
    decode: Callable[[Sql], Sql]
    encoded: str
    aliases: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    sized: bool = False  # whether one can say how many bytes there must be

    def encoder(self, call: Call, text: Sql) -> Sql:
        return self.encode(text)

    def strict(self, call: Call, text: Sql, size: Sql | None = None) -> Sql:
        refused = refusal(
            Code.INCORRECT_DATA, f"Invalid {self.stem}Decode value (", text, "), cannot be decoded"
        )
        return self._decoded(call, text, refused)

    def lenient(self, call: Call, text: Sql, size: Sql | None = None) -> Sql:
        return self._decoded(call, text, sql.string(""))

    def _decoded(self, call: Call, text: Sql, otherwise: Sql) -> Sql:
        size = int(str(call.value(1))) if len(call) > 1 else 0  # 0 stands for any

        def decoded(v: Sql) -> Sql:
            missing = sql.is_null(v)
            if size:
                missing = sql.any_of([missing, sql.op("<>", sql.call("octet_length", v), size)])
            return sql.case((missing, otherwise), otherwise=escaped_text(v))

        return sql.let(self.decode(text), decoded)

    def returns(self, arguments: Arguments) -> Type:
        size = arguments[1].type.inner if len(arguments) > 1 else UINT8
        native = isinstance(size, Integer) and not size.signed and size.bits <= 64
        if not native or isinstance(size, Bool):
            expected = "Native unsigned integer"
            raise wrong(arguments.function, 1, arguments[1], "expected_size", expected)
        return STRING


def _declare_base(base: _Base) -> None:
    stem, what = base.stem, f"base {base.stem[4:6]}"
    text_function(
        f"{stem}Encode",
        (Takes.TEXT,),
        STRING,
        kernel=base.encoder,
        odd=base.encoder,
        any_case_aliases=base.aliases[0],
        doc=f"The bytes in {what}.",
        example=(f"{stem}Encode('hello')", base.encoded),
    )
    size = (Takes.ANYTHING,) if base.sized else ()
    name, tried = f"{stem}Decode", f"try{stem[0].upper()}{stem[1:]}Decode"
    text_function(
        name,
        (Takes.TEXT,),
        base.returns,
        optional=size,
        kernel=base.strict,
        constant_arguments=(1,),
        refuses_default=True,
        odd=base.strict,
        any_case_aliases=base.aliases[1],
        doc=f"The bytes of a text in {what}.",
        example=(f"{name}('{base.encoded}')", "hello"),
    )
    text_function(
        tried,
        (Takes.TEXT,),
        base.returns,
        optional=size,
        constant_arguments=(1,),
        kernel=base.lenient,
        odd=base.lenient,
        doc=f"As {name}, but an empty string for what is not {what}.",
        example=(f"{tried}('{base.encoded}')", "hello"),
    )


def _base64(text: Sql) -> Sql:
    return sql.call("to_base64", raw_bytes(text))


def _base64_url(text: Sql) -> Sql:
    digits = sql.call("translate", _base64(text), sql.string("+/"), sql.string("-_"))
    return sql.call("rtrim", digits, sql.string("="))


def _from_base64(text: Sql) -> Sql:
    # The kernel takes padding also between digits.
    form = sql.call("regexp_full_match", text, sql.string("[^=]*={0,2}"))
    return Sql(f"TRY(CASE WHEN {form} THEN from_base64({text}) END)")


def _from_spaced_base64(text: Sql) -> Sql:
    return sql.let(_without_space(text), _from_base64)


def _without_space(text: Sql) -> Sql:
    """The text without blanks, tabs and ends of lines, which may stand everywhere."""
    return sql.call(
        "translate", text, Sql("chr(9) || chr(10) || chr(12) || chr(13) || ' '"), sql.string("")
    )


def _from_base64_url(text: Sql) -> Sql:
    def decoded(v: Sql) -> Sql:
        digits = sql.call("translate", v, sql.string("-_"), sql.string("+/"))
        missing = Sql(f"CAST((length({v}) + 3) // 4 * 4 AS INTEGER)")
        return _from_base64(sql.call("rpad", digits, missing, sql.string("=")))

    return sql.let(_without_space(text), decoded)


for _base in (
    _Base(
        "base64",
        _base64,
        _from_spaced_base64,
        "aGVsbG8=",
        (("TO_BASE64",), ("FROM_BASE64",)),
    ),
    _Base("base64URL", _base64_url, _from_base64_url, "aGVsbG8"),
    _Base("base58", *BASE58, "Cn8eVZg", sized=True),
    _Base("base32", *BASE32, "NBSWY3DP"),
):
    _declare_base(_base)


# --- URL, XML, HTML -----------------------------------------------------------------------


def _spaced(text: Sql) -> Sql:
    return sql.call("replace", text, sql.string("%20"), sql.string("+"))


def _unspaced(text: Sql) -> Sql:
    return sql.call("replace", text, sql.string("+"), sql.string(" "))


def _decoded(text: Sql) -> Sql:
    """The kernel refuses escapes that make no UTF-8; texts without any are only looked at."""
    decoded = sql.coalesce(Sql(f"TRY(url_decode({text}))"), decode_url(text))
    return sql.case((sql.call("contains", text, sql.string("%")), decoded), otherwise=text)


text_function(
    "encodeURLComponent",
    (Takes.STRING_COLUMN,),
    STRING,
    kernel=lambda call, s: sql.call("url_encode", s),
    odd=lambda call, s: encode_url(s),
    doc="The text with escapes as in a URL.",
    example=("encodeURLComponent('a b')", "a%20b"),
)
text_function(
    "decodeURLComponent",
    (Takes.STRING_COLUMN,),
    STRING,
    kernel=lambda call, s: _decoded(s),
    odd=lambda call, s: decode_url(s),
    doc="The text of URL escapes.",
    example=("decodeURLComponent('a%20b')", "a b"),
)
text_function(
    "encodeURLFormComponent",
    (Takes.STRING_COLUMN,),
    STRING,
    kernel=lambda call, s: _spaced(sql.call("url_encode", s)),
    odd=lambda call, s: _spaced(encode_url(s)),
    doc="As encodeURLComponent, with + for a space.",
    example=("encodeURLFormComponent('a b')", "a+b"),
)
text_function(
    "decodeURLFormComponent",
    (Takes.STRING_COLUMN,),
    STRING,
    kernel=lambda call, s: sql.let(_unspaced(s), _decoded),
    odd=lambda call, s: decode_url(_unspaced(s)),
    doc="As decodeURLComponent, with + for a space.",
    example=("decodeURLFormComponent('a+b')", "a b"),
)

# The ampersand of the others comes later.
_XML = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&apos;"))


def _kernel_xml(call: Call, text: Sql) -> Sql:
    for character, entity in _XML:
        text = sql.call("replace", text, sql.string(character), sql.string(entity))
    return text


def if_found(part: str, text: Sql, change: ArrowFunction) -> Sql:
    """The function for the texts that have something for it to change."""
    return sql.let(
        text,
        lambda v: sql.case((sql.call("contains", v, sql.string(part)), change(v)), otherwise=v),
    )


text_function(
    "encodeXMLComponent",
    (Takes.STRING,),
    STRING,
    kernel=_kernel_xml,
    odd=LATIN,
    doc="The text with XML's entities.",
    example=("encodeXMLComponent('a < b')", "a &lt; b"),
)
text_function(
    "decodeXMLComponent",
    (Takes.STRING,),
    STRING,
    whole=lambda call: if_found("&", call[0], decode_xml),
    doc="The text of XML's entities.",
    example=("decodeXMLComponent('a &lt; b')", "a < b"),
)
text_function(
    "decodeHTMLComponent",
    (Takes.STRING,),
    STRING,
    whole=lambda call: if_found("&", call[0], decode_html),
    doc="The text of HTML's entities.",
    example=("decodeHTMLComponent('&eacute;')", "é"),
)


# --- UTF-8 --------------------------------------------------------------------------------


# Bytes that are not UTF-8, each with what is kept before it.
_BROKEN = f"(?:(?s:.){PATTERN})"
_ONE = rf"(?:{_BROKEN}|[\x00-\x7F])"
# The first byte of a character that would go on beyond the end takes all with it that is there.
_CUT = (
    r"(?s:.)(?:[\x{10FFC0}-\x{10FFDF}]"
    rf"|[\x{{10FFE0}}-\x{{10FFEF}}]{_ONE}?"
    rf"|[\x{{10FFF0}}-\x{{10FFF7}}](?:{_ONE}{{0,2}}|[\x80-\x{{7FF}}]))$"
)
_BROKEN_BYTE = escape(b"\xff")


def _valid_utf8(call: Call, text: Sql) -> Sql:
    """One replacement character for all bytes in a row that are not UTF-8."""
    cut = sql.call("regexp_replace", text, sql.string(_CUT), sql.string(_BROKEN_BYTE))
    return sql.call(
        "regexp_replace", cut, sql.string(f"{_BROKEN}+"), sql.string("�"), sql.string("g")
    )


text_function(
    "isValidUTF8",
    (Takes.TEXT,),
    UINT8,
    whole=lambda call: sql.let(call[0], lambda v: sql.cast(sql.op("NOT", is_odd(v)), "UTINYINT")),
    doc="Whether the bytes are UTF-8.",
    example=("isValidUTF8('é')", "1"),
)
text_function(
    "isValidASCII",
    (Takes.TEXT,),
    UINT8,
    whole=lambda call: sql.let(
        call[0], lambda v: sql.cast(sql.op("NOT", is_odd(v, ASCII)), "UTINYINT")
    ),
    aliases=("isASCII",),
    doc="Whether all bytes are ASCII.",
    example=("isValidASCII('é')", "0"),
)
text_function(
    "toValidUTF8",
    (Takes.STRING_COLUMN,),
    STRING,
    kernel=lambda call, s: s,
    odd=_valid_utf8,
    doc="The text with the replacement character for what is not UTF-8.",
    example=("toValidUTF8('a')", "a"),
)


def _refused(call: Call, text: Sql) -> Sql:
    return refusal(
        Code.CANNOT_NORMALIZE_STRING, "Normalization failed (strlen): U_INVALID_CHAR_FOUND"
    )


for _form in ("NFC", "NFD", "NFKC", "NFKD"):
    _normal = column_function(f"st_normal_{_form}", partial(unicodedata.normalize, _form))
    text_function(
        f"normalizeUTF8{_form}",
        (Takes.STRING_COLUMN,),
        STRING,
        kernel=lambda call, s, normal=_normal: if_ascii(s, lambda v: v, normal),
        odd=_refused,
        doc=f"The text in the normal form {_form}.",
        example=(f"length(normalizeUTF8{_form}('a'))", "1"),
    )


@arrow_function("st_without_marks", ("VARCHAR",), "VARCHAR")
def _without_marks(texts: pa.ChunkedArray) -> pa.Array:
    parts = pc.utf8_normalize(whole(texts), "NFD")
    return pc.utf8_normalize(pc.replace_substring_regex(parts, r"\p{Mn}+", ""), "NFC")


text_function(
    "removeDiacriticsUTF8",
    (Takes.STRING_COLUMN,),
    STRING,
    kernel=lambda call, s: if_ascii(s, lambda v: v, _without_marks),
    odd=_refused,
    aliases=("removeAccentsUTF8",),
    doc="The text without accents and other marks of its letters.",
    example=("removeDiacriticsUTF8('café')", "cafe"),
)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


_normal_folded = column_function("st_normal_folded", _folded)
text_function(
    "normalizeUTF8NFKCCasefold",
    (Takes.STRING_COLUMN,),
    STRING,
    kernel=lambda call, s: if_ascii(s, lambda v: sql.call("lower", v), _normal_folded),
    odd=_refused,
    doc="The text in the normal form NFKC without differences of case.",
    example=("normalizeUTF8NFKCCasefold('A')", "a"),
)
