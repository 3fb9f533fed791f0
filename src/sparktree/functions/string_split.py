"""Strings cut into arrays: splitBy*, tokens, ngrams; and format."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions import patterns
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.strings import as_text, joined
from sparktree.functions.text_functions import (
    Kernel,
    back,
    bad,
    check_text,
    is_text,
    text_function,
    utf8,
)
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, Array, Integer, Type

_STRINGS = Array(STRING)
_WHITE = re.compile(rb"[\s\x0b]+")


def _cut(pieces: list[bytes], limit: int) -> list[bytes]:
    return pieces[:limit] if limit > 0 else pieces


def _by_char(separator: bytes, data: bytes, limit: int = 0) -> list[bytes]:
    if len(separator) != 1:
        raise bad("Illegal separator for function splitByChar. Must be exactly one byte")
    return _cut(data.split(separator), limit) if data else [] if limit < 0 else _cut([b""], limit)


def _by_string(separator: bytes, data: bytes, limit: int = 0) -> list[bytes]:
    if not separator:
        return _cut([data[i : i + 1] for i in range(len(data))], limit)
    return _cut(data.split(separator), limit)


def _by_white(data: bytes, limit: int = 0) -> list[bytes]:
    return _cut([piece for piece in _WHITE.split(data) if piece], limit)


_NON_ALPHA = re.compile(rb"[\s!-/:-@\[-`{-}]+")  # in ClickHouse, ~ is of a word
_ALPHA = re.compile(rb"[A-Za-z]+")


def _by_non_alpha(data: bytes, limit: int = 0) -> list[bytes]:
    return _cut([piece for piece in _NON_ALPHA.split(data) if piece], limit)


def _alpha(data: bytes, limit: int = 0) -> list[bytes]:
    return _cut(_ALPHA.findall(data), limit)


def _first(pieces: Sql, limit: Sql | None) -> Sql:
    """The first pieces only, if there is a limit and it is above 0."""
    if limit is None:
        return pieces
    return sql.let(pieces, lambda p: sql.case((f"{limit} > 0", f"{p}[:{limit}]"), otherwise=p))


def _kernel_split(call: Call, separator: Sql, text: Sql, limit: Sql | None = None) -> Sql | None:
    """Empty separators are for the function in Python, and wrong ones of splitByChar."""
    wanted = call.value(0)
    if not wanted or (call.name == "splitByChar" and len(str(wanted).encode()) != 1):
        return None
    return _first(sql.call("string_split", text, separator), limit)


def _kernel_words(pattern: str) -> Kernel:
    """The matches of a regular expression."""

    def words(call: Call, text: Sql, limit: Sql | None = None) -> Sql:
        return _first(sql.call("regexp_extract_all", text, sql.string(pattern)), limit)

    return words


text_function(
    "splitByChar",
    "tt|i",
    _STRINGS,
    _by_char,
    kernel=_kernel_split,
    constant_arguments=(0,),
    doc="The pieces between the occurrences of a byte.",
    example=("splitByChar(',', 'a,b')", "['a','b']"),
)
text_function(
    "splitByString",
    "tt|i",
    _STRINGS,
    _by_string,
    kernel=_kernel_split,
    constant_arguments=(0,),
    doc="The pieces between the occurrences of a text; the bytes if it is empty.",
    example=("splitByString(', ', 'a, b')", "['a','b']"),
)
text_function(
    "splitByWhitespace",
    "t|i",
    _STRINGS,
    _by_white,
    kernel=_kernel_words(r"[^\t\n\v\f\r ]+"),
    doc="The words between white space.",
    example=("splitByWhitespace(' a  b ')", "['a','b']"),
)
text_function(
    "splitByNonAlpha",
    "t|i",
    _STRINGS,
    _by_non_alpha,
    kernel=_kernel_words(r"[^\t-\r -/:-@\[-`{-}]+"),
    doc="The words between white space and punctuation.",
    example=("splitByNonAlpha('a, b;c')", "['a','b','c']"),
)
text_function(
    "alphaTokens",
    "t|i",
    _STRINGS,
    _alpha,
    kernel=_kernel_words(r"[A-Za-z]+"),
    aliases=("splitByAlpha",),
    doc="The runs of the letters a-z and A-Z.",
    example=("alphaTokens('ab1c')", "['ab','c']"),
)


def _regexp_type(arguments: Sequence[Argument]) -> Type:
    check_text("splitByRegexp", arguments, "tti")
    return _STRINGS


@function(
    "splitByRegexp",
    args=(2, 3),
    returns=_regexp_type,
    constant_arguments=(0, 2),
    family="strings",
    example=("splitByRegexp('[0-9]+', 'a12b3c')", "['a','b','c']"),
)
def split_by_regexp(call: Call) -> Sql:
    """The pieces between the matches of a regular expression; the characters if it is empty."""
    pattern = patterns.check_regexp(str(call.value(0)))
    if not pattern:
        pieces = sql.call("st_splitByString_2", call[0], call[1])
    else:
        pieces = sql.call("string_split_regex", call[1], sql.string(pattern))
    limit = int(str(call.value(2))) if len(call) > 2 else 0
    return Sql(f"{pieces}[:{limit}]") if limit > 0 else pieces


def _ngrams(data: bytes, size: int) -> list[bytes]:
    if size < 1:
        raise bad("Second argument of function ngrams must be greater than zero")
    text = utf8(data)
    return [back(text[i : i + size]) for i in range(len(text) - size + 1)]


def _kernel_ngrams(call: Call, text: Sql, size: Sql) -> Sql | None:
    count = int(str(call.value(1)))
    if count < 1:
        return None
    body = sql.call("substring", text, sql.name("_i"), str(count))
    places = Sql(f"range(1, length({text}) - {count} + 2)")
    return sql.call("list_transform", places, sql.function(["_i"], body))


text_function(
    "ngrams",
    "si",
    _STRINGS,
    _ngrams,
    kernel=_kernel_ngrams,
    constant_arguments=(1,),
    doc="All runs of n characters.",
    example=("ngrams('abcd', 2)", "['ab','bc','cd']"),
)

_TOKEN = re.compile(rb"[0-9A-Za-z\x80-\xff]+")


def _tokens(data: bytes, how: bytes = b"splitByNonAlpha", size: int = 3) -> list[bytes]:
    if how == b"splitByNonAlpha":
        return _TOKEN.findall(data)
    if how == b"ngrams":
        return _ngrams(data, size)
    if how == b"array":
        return [data]
    if how == b"splitByString":
        return [piece for piece in data.split(b" ") if piece]
    raise bad(f"Unknown tokenizer: '{how.decode(errors='replace')}'")


def _kernel_tokens(call: Call, text: Sql, *rest: Sql) -> Sql | None:
    if rest:
        return None
    return sql.call("regexp_extract_all", text, r"'[0-9A-Za-z\x{80}-\x{10FFFF}]+'")


text_function(
    "tokens",
    "s|si",
    _STRINGS,
    _tokens,
    kernel=_kernel_tokens,
    doc="The words of a text, as the text index cuts them.",
    example=("tokens('hello, world')", "['hello','world']"),
)


# --- format -------------------------------------------------------------------------------

_PLACE = re.compile(r"\{\{|\}\}|\{([0-9]*)\}|[{}]")


def _format_type(arguments: Sequence[Argument]) -> Type:
    if not is_text(arguments[0].type):
        raise illegal_type("format", arguments[0].type)
    return STRING


def _pieces(pattern: str, count: int) -> list[str | int]:
    """Texts and the numbers of arguments."""
    pieces: list[str | int] = []
    last, automatic, given = 0, 0, False
    for match in _PLACE.finditer(pattern):
        pieces.append(pattern[last : match.start()])
        last = match.end()
        if match.group() in ("{{", "}}"):
            pieces.append(match.group()[0])
            continue
        if match.group(1) is None:
            raise bad(
                "Two braces are not single" if match.group() == "}" else "Last brace is not closed"
            )
        if (match.group(1) != "") != given and (automatic or given):
            raise bad("Cannot switch from automatic field numbering to manual field specification")
        given = match.group(1) != ""
        number = int(match.group(1)) if given else automatic
        automatic += not given
        if number >= count:
            raise bad(
                "Argument is too big for formatting"
                if given
                else "Not enough arguments to fill the placeholders in the format string"
            )
        pieces.append(number)
    pieces.append(pattern[last:])
    return [piece for piece in pieces if piece != ""]


@function(
    "format",
    args=(2, None),
    returns=_format_type,
    constant_arguments=(0,),
    family="strings",
    example=("format('{} is {}', 'a', 1)", "a is 1"),
)
def format_(call: Call) -> Sql:
    """The pattern with its places {} or {0}, {1} filled with the other arguments."""
    pieces = _pieces(str(call.value(0)), len(call) - 1)
    if not pieces:
        return sql.string("")
    texts = [sql.string(p) if isinstance(p, str) else as_text(call, p + 1) for p in pieces]
    return joined(texts, [not isinstance(p, str) and is_text(call.inner(p + 1)) for p in pieces])


@function(
    "printf",
    args=(1, None),
    returns=_format_type,
    constant_arguments=(0,),
    family="strings",
    example=("printf('%05.2f %s', 1.5, 'a')", "01.50 a"),
)
def printf(call: Call) -> Sql:
    """The pattern of C's printf filled with the other arguments."""
    pattern = str(call.value(0))
    wanted = len(re.findall(r"%[^%a-zA-Z]*[a-zA-Z]", pattern.replace("%%", "")))
    if wanted != len(call) - 1:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Number of arguments for function printf doesn't match: passed {len(call)}, but"
            f" format is {pattern}",
        )
    values = [
        sql.cast(v, "BIGINT") if isinstance(call.inner(i + 1), Integer) else v
        for i, v in enumerate(call.sqls[1:])
    ]
    return sql.call("printf", call[0], *values)
