"""Texts of arrays, tuples and maps cut into the texts of their elements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types.text_pieces import split_all

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
        (sql.op("=", text, sql.string(brackets)), "[]::VARCHAR[]"),
        (_is_plain(text, brackets), _plain(text, brackets)),
        otherwise=sql.call("st_split", text, sql.string(brackets)),
    )


def fields(text: Sql, size: int) -> Sql:
    """Kernel SQL for the list of a tuple's field texts."""
    quick = _plain(text, "()")
    fits = sql.all_of([_is_plain(text, "()"), sql.op("=", sql.call("len", quick), str(size))])
    return sql.case((fits, quick), otherwise=sql.call("st_split_tuple", text, str(size)))


def _is_plain(text: Sql, brackets: str) -> Sql:
    """Whether commas, and the colons of a map, do nothing but separate."""
    return sql.call("regexp_full_match", text, sql.string(_PLAIN[brackets]))


def _plain(text: Sql, brackets: str) -> Sql:
    inside = sql.call("substring", text, "2", sql.op("-", sql.call("length", text), "2"))
    if brackets == "{}":
        inside = sql.call("replace", inside, "':'", "','")
    return sql.call("string_split", inside, "','")


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
    text = text.strip()
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
    trimmed = [element.strip() for element in elements]
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


@arrow_function("st_split", ("VARCHAR", "VARCHAR"), "VARCHAR[]")
def _split(texts: pa.ChunkedArray, brackets: pa.ChunkedArray) -> pa.Array:
    kind = brackets[0].as_py() if len(brackets) else "[]"
    lists, odd = _split_all(whole(texts), kind)
    return _with_odd(lists, odd, whole(texts), lambda text: split(text, kind))


def _split_all(texts: pa.Array, brackets: str) -> tuple[pa.Array, npt.NDArray[np.bool_]]:
    """The lists of all texts that are in order, and the rows of the others."""
    known = texts.is_valid()
    lists, fine = split_all(texts.fill_null(""), brackets)
    return lists, ~fine & np.asarray(known)


def _with_odd(
    lists: pa.Array, odd: npt.NDArray[np.bool_], texts: pa.Array, cut: Callable[[str], list[str]]
) -> pa.Array:
    """The lists, with those of odd texts made one by one: nearly all of these are errors."""
    if not odd.any():
        return lists
    coded = texts.filter(pa.array(odd)).dictionary_encode()
    more = pa.array([cut(text) for text in coded.dictionary.to_pylist()], lists.type)
    places = np.arange(len(lists))
    places[odd] = len(lists) + np.asarray(coded.indices)
    return pa.concat_arrays([lists, more]).take(pa.array(places))


@arrow_function("st_split_tuple", ("VARCHAR", "INTEGER"), "VARCHAR[]")
def _split_tuple(texts: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    size = sizes[0].as_py() if len(sizes) else 0
    lists, odd = _split_all(whole(texts), "()")
    odd |= (np.asarray(pc.list_value_length(lists)) != size) & np.asarray(whole(texts).is_valid())
    return _with_odd(lists, odd, whole(texts), lambda text: _sized(text, size))


def _sized(text: str, size: int) -> list[str]:
    elements = split(text, "()")
    if len(elements) < size:
        raise _expected(",", ")")
    if len(elements) > size:
        raise _expected(")", "," + ",".join(elements[size:]) + ")")
    return elements
