"""The shape of queries: their texts without the values, and hashes by which to group them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.sql.lexer import Kind, Lexer, Token
from sparktree.types import STRING, UINT64, FixedString, String, Type

_LONGEST, _MOST_DIGITS = 35, 2  # of names that somebody has thought of
_LITERALS = (Kind.NUMBER, Kind.STRING)


@dataclass(frozen=True, slots=True)
class _Marks:
    """What stands for a value, for more of them behind it, for a name, for spaces."""

    value: str
    more: str
    name: str
    space: str
    signs: tuple[str, ...]  # symbols that are left out between values


_SHOWN = _Marks("?", "..", "`?`", " ", ("+", "-"))
_HASHED = _Marks("\0", "\0", "\1", "", ())


def _tokens(text: str) -> Iterator[tuple[Token, bool]]:
    """The tokens, the last one being END or ERROR, and whether there are spaces before each."""
    lexer, end = Lexer(text), 0
    while True:
        token = lexer.next()
        yield token, token.start > end
        if token.kind in (Kind.END, Kind.ERROR):
            return
        end = token.end


def _shape(text: str, marks: _Marks, keep_names: bool) -> str:
    """The text with a mark for each value or list of values, and for names that look generated."""
    made: list[str] = []
    values, comma, space = 0, False, False
    for token, spaced in _tokens(text):
        if spaced:
            if values:
                space = True
            elif token.start and made:
                made.append(marks.space)
        if token.kind in _LITERALS:
            if not values:
                made.append(marks.value)
            values, comma, space = values + 1, False, False
            continue
        if token.key == "," and values:
            comma = True
            continue
        if comma and token.key in marks.signs:
            continue
        if token.key != ",":
            made += [marks.more] * (values > 1) + [","] * comma + [marks.space] * space
            values, comma, space = 0, False, False
        if token.kind in (Kind.END, Kind.ERROR):
            break
        written = text[token.start : token.end]
        made.append(written if keep_names or not _is_generated(token, text) else marks.name)
    return "".join(made)


def _is_generated(token: Token, text: str) -> bool:
    """Whether the token is a name that looks as if a program had made it up; functions do not."""
    if token.kind == Kind.WORD and text.startswith("(", token.end):
        return False
    if token.kind not in (Kind.WORD, Kind.QUOTED):
        return False
    written = text[token.start : token.end]
    digits = sum(c in "0123456789" for c in written)
    spaced = any(c in " \t\n\r\f\v" for c in written)
    return spaced or digits > _MOST_DIGITS or len(written.encode()) > _LONGEST


@arrow_function("st_query_shape", ("VARCHAR", "BOOLEAN", "BOOLEAN"), "VARCHAR")
def _shapes(texts: pa.ChunkedArray, keep: pa.ChunkedArray, hashed: pa.ChunkedArray) -> pa.Array:
    """Every different text is looked at once."""
    if not len(texts):
        return pa.array([], pa.string())
    coded = whole(texts).dictionary_encode()
    marks = _HASHED if whole(hashed)[0].as_py() else _SHOWN
    keep_names = bool(whole(keep)[0].as_py())
    found = [_shape(text, marks, keep_names) for text in coded.dictionary.to_pylist()]
    return pa.array(found, pa.string()).take(coded.indices)


def _declare(name: str, result: Type, doc: str, example: tuple[str, str]) -> None:
    keep = sql.TRUE if name.endswith("KeepNames") else sql.FALSE
    hashed = sql.TRUE if result == UINT64 else sql.FALSE

    def returns(arguments: Sequence[Argument]) -> Type:
        if isinstance(arguments[0].type, FixedString) and result == STRING:
            raise Error(Code.ILLEGAL_COLUMN, f"Cannot apply function {name} to fixed string")
        if not isinstance(arguments[0].type, String):
            raise illegal_type(name, arguments[0].type)
        return result

    def lower(call: Call) -> Sql:
        shape = sql.call("st_query_shape", call[0], keep, hashed)
        return sql.call("st_sipHash64", shape) if result == UINT64 else shape

    lower.__doc__ = doc
    function(name, returns=returns, family="queries", example=example)(lower)


_declare(
    "normalizeQuery",
    STRING,
    "A query with ? for values and lists of values, and `?` for names that look generated.",
    ("normalizeQuery('SELECT 1, 2 FROM t12345')", "SELECT ?.. FROM `?`"),
)
_declare(
    "normalizeQueryKeepNames",
    STRING,
    "A query with ? for values and lists of values.",
    ("normalizeQueryKeepNames('SELECT 1, 2 FROM t12345')", "SELECT ?.. FROM t12345"),
)
_declare(
    "normalizedQueryHash",
    UINT64,
    "A hash that queries share which differ in their values and generated names alone.",
    ("normalizedQueryHash('SELECT 1, 2, 3')", "3213264853243482279"),
)
_declare(
    "normalizedQueryHashKeepNames",
    UINT64,
    "A hash that queries share which differ in their values alone.",
    ("normalizedQueryHashKeepNames('SELECT xyz12345')", "18084935470411679207"),
)
