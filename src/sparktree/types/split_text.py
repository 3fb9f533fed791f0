"""Texts of arrays, tuples and maps cut into the texts of their elements."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types.text_pieces import BLANKS, split_all

# A quoted string, a bracket, a separator, or anything up to one of those.
_PIECE = re.compile(r"'(?:[^'\\]|\\.|'')*'|[\[\](){},:]|[^'\[\](){},:]+|'", re.DOTALL)
_OPEN, _CLOSE = "[({", "])}"
# Elements that have nothing of a separator in them; in a map also no colon.
_WORD = r"(?:[^'\[\](){} \t\n,]+|'[^'\\,]*')"
_PAIR_WORD = r"(?:[^'\[\](){} \t\n,:]+|'[^'\\,:]*')"
_PLAIN = {
    "[]": rf"\[{_WORD}(,{_WORD})*\]",
    "()": rf"\({_WORD}(,{_WORD})*\)",
    "{}": rf"\{{{_PAIR_WORD}:{_PAIR_WORD}(,{_PAIR_WORD}:{_PAIR_WORD})*\}}",
}
_SIMPLE = re.compile(r"[\[({][^'\[\](){}:]*[\])}]")


def elements(text: Sql, brackets: str) -> Sql:
    """Kernel SQL for the list of an array's or a map's element texts."""
    return sql.case(
        (sql.op("=", text, sql.string(brackets)), Sql("[]::VARCHAR[]")),
        (_is_plain(text, brackets), _plain(text, brackets)),
        otherwise=_split(text, sql.string(brackets)),
    )


def fields(text: Sql, size: int) -> Sql:
    """Kernel SQL for the list of a tuple's field texts."""
    quick = _plain(text, "()")
    fits = sql.all_of([_is_plain(text, "()"), sql.op("=", sql.call("len", quick), size)])
    return sql.case((fits, quick), otherwise=_split_tuple(text, size))


def _is_plain(text: Sql, brackets: str) -> Sql:
    """Whether commas, and the colons of a map, do nothing but separate."""
    return sql.call("regexp_full_match", text, sql.string(_PLAIN[brackets]))


def _plain(text: Sql, brackets: str) -> Sql:
    inside = sql.call("substring", text, 2, sql.op("-", sql.call("length", text), 2))
    if brackets == "{}":
        inside = sql.call("replace", inside, sql.string(":"), sql.string(","))
    return sql.call("string_split", inside, sql.string(","))


def _expected(sign: str, rest: str) -> ValueError:
    where = f"before: '{rest}'" if rest else "at end of stream"
    return ValueError(
        raising(
            Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
            f"Cannot parse input: expected '{sign}' {where}",
        )
    )


def split(text: str, brackets: str) -> list[str]:
    """The elements between the brackets, without the spaces around them; a pair is two elements."""
    text = text.strip(BLANKS)
    if not text.startswith(brackets[0]):
        raise _no_start(text, brackets)
    if _SIMPLE.fullmatch(text) and text[-1] == brackets[1]:
        inside = text[1:-1]
        return _trimmed(inside.split(",")) if inside.strip() else []
    return _trimmed(list(_elements(text, brackets)))


def _no_start(text: str, brackets: str) -> ValueError:
    if brackets == "[]":
        message = "Array does not start with '[' character"
        return ValueError(raising(Code.CANNOT_READ_ARRAY_FROM_TEXT, message))
    return _expected(brackets[0], text)


def _trimmed(elements: list[str]) -> list[str]:
    """Without spaces, and without the nothing after a last comma."""
    trimmed = [element.strip(BLANKS) for element in elements]
    return trimmed[:-1] if trimmed and not trimmed[-1] else trimmed


def _elements(text: str, brackets: str) -> Iterator[str]:
    depth, start = 0, 1
    separators = ",:" if brackets == "{}" else ","
    for match in _PIECE.finditer(text):
        piece = match.group()
        if piece in _OPEN:
            depth += 1
        elif piece in _CLOSE:
            depth -= 1
            if depth == 0:
                yield text[start : match.start()]
                _check_end(text, match.end(), brackets)
                return
        elif depth == 1 and piece in separators:
            yield text[start : match.start()]
            start = match.end()
    raise _expected(brackets[1], "")


def _check_end(text: str, end: int, brackets: str) -> None:
    rest = text[end:]
    if not rest:
        return
    kind = {"[]": "Array", "()": "Tuple", "{}": "Map"}[brackets]
    raise ValueError(
        raising(
            Code.UNEXPECTED_DATA_AFTER_PARSED_VALUE,
            f"Unexpected data '{rest}' after parsed {kind} value '{text[:end]}'",
        )
    )


def _wrong(text: str, brackets: str) -> ValueError:
    """What keeps a text from being cut."""
    try:
        split(text, brackets)
    except ValueError as error:
        return error
    if any(match.group() == "'" for match in _PIECE.finditer(text)):
        message = "Cannot parse quoted string: expected closing quote"
        return ValueError(raising(Code.CANNOT_PARSE_QUOTED_STRING, message))
    found = text.strip(BLANKS)[-1:]
    if brackets == "[]":
        message = f"Cannot read array from text, expected comma or end of array, found '{found}'"
        return ValueError(raising(Code.CANNOT_READ_ARRAY_FROM_TEXT, message))
    return _expected(brackets[1], found)


@arrow_function("st_split", ("VARCHAR", "VARCHAR"), "VARCHAR[]")
def _split(texts: pa.ChunkedArray, brackets: pa.ChunkedArray) -> pa.Array:
    kind = brackets[0].as_py() if len(brackets) else "[]"
    return _cut(whole(texts), kind)


def _cut(texts: pa.Array, brackets: str) -> pa.Array:
    """The lists of all texts, none for NULL."""
    lists, fine = split_all(texts.fill_null(""), brackets)
    wrong = ~fine & np.asarray(texts.is_valid())
    if wrong.any():
        raise _wrong(texts[int(wrong.argmax())].as_py(), brackets)
    return lists


@arrow_function("st_split_tuple", ("VARCHAR", "INTEGER"), "VARCHAR[]")
def _split_tuple(texts: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    array = whole(texts)
    size = sizes[0].as_py() if len(sizes) else 0
    lists = _cut(array, "()")
    other = np.asarray(pc.list_value_length(lists)) != size
    other &= np.asarray(array.is_valid())
    if other.any():
        raise _other_size(lists[int(other.argmax())].as_py(), size)
    return lists


def _other_size(elements: list[str], size: int) -> ValueError:
    if len(elements) < size:
        return _expected(",", ")")
    return _expected(")", "," + ",".join(elements[size:]) + ")")
