"""Words of texts in a row, and searched words marked: hasPhrase and highlight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core import lists
from sparktree.functions.core.byte_encodings import LATIN
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import FUNCTIONS, Argument, Arguments, Call, function
from sparktree.functions.core.text_arguments import is_text
from sparktree.functions.core.text_functions import TEXT, bad, by_kernel
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array, unescape, unescape_array
from sparktree.types import (
    NULL_TYPE,
    STRING,
    UINT8,
    Array,
    FixedString,
    LowCardinality,
    String,
    Type,
    make_nullable,
)

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]

# --- hasPhrase ------------------------------------------------------------------------------------

_LETTER = r"0-9A-Za-z\x{80}-\x{10FFFF}"
_WORD = re.compile(r"[0-9A-Za-z\x80-\U0010ffff]+")
_TOKENIZER = re.compile(r"\s*(\w+)\s*(?:\((.*)\))?\s*", re.DOTALL)
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL)
_KNOWN = ("splitByNonAlpha", "splitByString", "ngrams")
_LATER = ("asciiCJK", "chinese", "icu", "splitByRegexp")
_REFUSED = ("array", "sparseGrams")


def _tokenizer(argument: Argument) -> tuple[str, str]:
    """The name of a tokenizer, and what stands in its brackets."""
    given = _TOKENIZER.fullmatch(str(argument.value))
    name = given.group(1) if given else str(argument.value)
    if name in _REFUSED:
        raise bad(f"Function 'hasPhrase' does not support the '{name}' tokenizer")
    if name in _LATER:
        raise not_implemented(f"The tokenizer {name} is not supported.")
    if given is None or name not in _KNOWN:
        raise bad(f"Unknown tokenizer: '{name}'")
    return name, (given.group(2) or "").strip()


def _phrase_type(arguments: Arguments) -> Type:
    text = arguments[0].type
    if text != NULL_TYPE and not is_text(text.inner):
        raise wrong(arguments.function, 0, arguments[0], "input", "String or FixedString")
    for position, role in enumerate(("phrase", "tokenizer")[: len(arguments) - 1], 1):
        if not isinstance(arguments[position].type, String):
            raise wrong(arguments.function, position, arguments[position], role, "const String")
    if len(arguments) > 2:
        _tokenizer(arguments[2])
    if text == NULL_TYPE:
        return NULL_TYPE
    made = make_nullable(UINT8) if text.nullable else UINT8
    return LowCardinality(made) if isinstance(text, LowCardinality) else made


def _words_in_a_row(call: Call, text: Sql, *_: Sql) -> Sql:
    words = _WORD.findall(str(call.value(1)))
    if not words:
        return sql.cast(0, "UTINYINT")
    between = f"[^{_LETTER}]"
    pattern = f"(?:^|{between}){f'{between}+'.join(words)}(?:{between}|$)"
    return sql.cast(sql.call("regexp_matches", text, sql.string(pattern)), "UTINYINT")


def _pieces_in_a_row(call: Call, options: str) -> Sql:
    """Tokens between separators: somewhere in the list of tokens is that of the phrase."""
    separators = [re.sub(r"\\(.)", r"\1", one) for one in _QUOTED.findall(options)] or [" "]
    listed = Argument(Array(STRING), True, lambda: separators)
    how = Argument(STRING, True, lambda: "splitByString")

    def tokens(place: int) -> Sql:
        cut = replace(
            call, name="tokens", result=Array(STRING),
            arguments=(call.arguments[place], how, listed),
            sqls=(call[place], sql.NULL, sql.NULL),  # the constants above say it
        )  # fmt: skip
        return FUNCTIONS["tokens"].lower(cut)

    def found(all_: Sql, wanted: Sql) -> Sql:
        size = lists.size(wanted)
        starts = Sql(f"range(1, len({all_}) - {size} + 2)")
        fits = lists.filtered(starts, lambda i: Sql(f"({all_}[{i}:{i} + {size} - 1] = {wanted})"))
        return Sql(f"({size} > 0 AND len({fits}) > 0)")

    one = sql.bound(tokens(0), lambda a: sql.bound(tokens(1), lambda w: found(a, w)))
    return sql.cast(one, "UTINYINT")


@function(
    "hasPhrase",
    args=(2, 3),
    returns=_phrase_type,
    aliases=("matchPhrase",),
    nulls="own",
    refuses_null=True,
    constant_arguments=(1, 2),
    takes_nothing=True,
    example=("hasPhrase('the quick brown fox', 'quick brown')", "1"),
)
def has_phrase(call: Call) -> Sql:
    """Whether the words of a phrase occur one directly behind the other; words are what the
    tokenizer, the third argument, makes of texts."""
    if call.result == NULL_TYPE:
        return sql.NULL
    name, options = _tokenizer(call.arguments[2]) if len(call) > 2 else (_KNOWN[0], "")
    if name == "ngrams":
        if options and not options.isdigit():
            raise bad(f"Incorrect parameter of tokenizer 'ngrams': {options}")
        if len(unescape(str(call.value(1))).decode("utf-8", "replace")) < int(options or 3):
            return sql.cast(0, "UTINYINT")
        return sql.cast(sql.call("contains", call[0], call[1]), "UTINYINT")
    if name == "splitByString":
        return _pieces_in_a_row(call, options)
    return by_kernel(call, call.sqls, _words_in_a_row, LATIN.kernel(_words_in_a_row), TEXT)


# --- highlight ------------------------------------------------------------------------------------


def _highlight_type(arguments: Sequence[Argument]) -> Type:
    if len(arguments) == 3:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Function highlight requires 2 or 4 arguments, got 3",
        )
    text, needles, *tags = (argument.type for argument in arguments)
    if not is_text(text):
        raise _odd(text, "first argument", "String or FixedString")
    if not (isinstance(needles, Array) and isinstance(needles.of, String)):
        raise _odd(needles, "second argument", "const Array(String)")
    for place, tag in enumerate(tags, 3):
        if not isinstance(tag, String):
            raise _odd(tag, f"argument {place}", "const String")
    return STRING


def _odd(type_: Type, which: str, wanted: str) -> Error:
    return Error(
        Code.ILLEGAL_TYPE_OF_ARGUMENT,
        f"Illegal type {type_} of {which} of function highlight, expected {wanted}",
    )


@function(
    "highlight",
    args=(2, 4),
    returns=_highlight_type,
    constant_arguments=(1, 2, 3),
    example=("highlight('The quick brown fox', ['quick'])", "The <em>quick</em> brown fox"),
)
def highlight(call: Call) -> Sql:
    """The text with tags around what is searched, in either case; found places that overlap or
    touch are one."""
    text = call[0]
    if isinstance(call.inner(0), FixedString):
        text = sql.call("rtrim", text, Sql("chr(0)"))
    tags = call.sqls[2:] or (sql.string("<em>"), sql.string("</em>"))
    return _highlight(text, sql.cast(call[1], "VARCHAR[]"), *tags)


@arrow_function("st_highlight", ("VARCHAR", "VARCHAR[]", "VARCHAR", "VARCHAR"), "VARCHAR")
def _highlight(
    column: pa.ChunkedArray, needles: pa.ChunkedArray, opening: pa.ChunkedArray,
    closing: pa.ChunkedArray,
) -> pa.Array:  # fmt: skip
    texts = Texts.of(whole(column))
    searched = unescape_array(whole(needles)[0].values.cast(pa.string())).to_pylist()
    before, behind = (
        np.frombuffer(unescape_array(whole(tag).slice(0, 1))[0].as_py(), np.uint8)
        for tag in (opening, closing)
    )
    rows = np.repeat(np.arange(len(texts.sizes)), texts.sizes)
    places = np.arange(len(rows)) - (np.cumsum(texts.sizes) - texts.sizes)[rows]
    data = texts.data[places + texts.starts[rows]]
    left = texts.sizes[rows] - places  # bytes from here to the end of the row
    covered = _covered(data, left, searched)
    first = covered & ((places == 0) | ~np.concatenate([[False], covered[:-1]]))
    last = covered & ((left == 1) | ~np.concatenate([covered[1:], [False]]))
    return escape_array(_tagged(data, texts.sizes, rows, (first, before), (last, behind)))


def _covered(data: Bytes, left: npt.NDArray[np.int64], searched: list[bytes]) -> Flags:
    """Which bytes belong to something that is searched."""
    lower = _folded(data)
    depth = np.zeros(len(data) + 1, np.int64)
    for needle in searched:
        wanted = _folded(np.frombuffer(needle, np.uint8))
        if not len(wanted):
            continue
        at = np.flatnonzero((lower == wanted[0]) & (left >= len(wanted)))
        for step in range(1, len(wanted)):
            at = at[lower[at + step] == wanted[step]]
        np.add.at(depth, at, 1)
        np.subtract.at(depth, at + len(wanted), 1)
    return np.asarray(np.cumsum(depth)[:-1] > 0)


def _folded(data: Bytes) -> Bytes:
    capital = (data >= ord("A")) & (data <= ord("Z"))
    return np.where(capital, data | 0x20, data)


def _tagged(
    data: Bytes, sizes: npt.NDArray[np.int64], rows: npt.NDArray[np.int64],
    first: tuple[Flags, Bytes], last: tuple[Flags, Bytes],
) -> pa.Array:  # fmt: skip
    """The rows with bytes put before some of their bytes, and behind others."""
    opened, closed = (len(tag) * flags for flags, tag in (first, last))
    ends = np.cumsum(1 + opened + closed)
    own = ends - 1 - closed
    out = np.zeros(int(ends[-1]) if len(ends) else 0, np.uint8)
    out[own] = data
    for (flags, tag), shift in ((first, -len(first[1])), (last, 1)):
        out[own[flags][:, None] + shift + np.arange(len(tag))] = tag
    lengths = np.bincount(rows, 1 + opened + closed, minlength=len(sizes)).astype(np.int64)
    return binary_of(out, np.concatenate([[0], np.cumsum(lengths)]))
