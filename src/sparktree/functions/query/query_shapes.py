"""The shape of queries: their texts without the values, and hashes by which to group them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Argument, Call, function, illegal_type
from sparktree.functions.hashes.any_values import SIP_HASH
from sparktree.functions.query.query_tokens import Counts, Flags, Tokens
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.sql.lexer import Kind
from sparktree.types import STRING, UINT64, FixedString, String, Type

_LONGEST, _MOST_DIGITS = 35, 2  # of names that somebody has thought of


@dataclass(frozen=True, slots=True)
class _Marks:
    """What stands for a value, for more of them behind it, for a name, for spaces."""

    value: str
    more: str
    name: str
    space: str
    signs: tuple[str, ...]  # symbols that are left out between values


_SHOWN = _Marks("?", "..", "`?`", " ", ("+", "-", "\u2212"))
_HASHED = _Marks("\0", "\0", "\1", "", ())


@dataclass(frozen=True, slots=True)
class _Lists:
    """Lists of values: from a value on there are values, commas, and signs behind commas."""

    inside: Flags  # whether a token is part of a list
    first: Flags  # whether it is a list's first value
    ends: Flags  # whether a list has just ended before the token
    several: Flags  # of such a token: whether the list had several values
    comma: Flags  # whether the list ended with a comma
    space: Flags  # whether there is space behind the list's last value

    @classmethod
    def of(cls, tokens: Tokens, signs: tuple[str, ...]) -> _Lists:
        places = np.arange(len(tokens.kinds))
        is_value = np.isin(tokens.kinds, (Kind.NUMBER, Kind.STRING))
        symbol = tokens.kinds == Kind.SYMBOL
        is_comma = symbol & np.asarray(pc.equal(tokens.texts, ","))
        is_sign = symbol & np.asarray(pc.is_in(tokens.texts, pa.array(signs, pa.string())))
        # A sign belongs to a list if the last token that is none is a comma; END parts the texts.
        unsigned = _last(~is_sign, places)
        belongs = is_value | is_comma | (is_sign & (unsigned >= 0) & is_comma[unsigned])
        broken = _last(~belongs, places)
        value = _last(is_value, places)
        inside = belongs & (value > broken)
        last, previous = _before(value), _before(broken)
        first = inside & is_value & (last <= broken)
        ends = ~belongs & (last > previous)
        counted, commas = np.cumsum(is_value), np.cumsum(is_comma)
        spaces = np.cumsum(tokens.spaced)
        several = ends & (counted - np.where(previous >= 0, counted[previous], 0) > 1)
        comma = ends & (commas > commas[last])
        return cls(inside, first, ends, several, comma, ends & (spaces > spaces[last]))


def _last(flags: Flags, places: Counts) -> Counts:
    """The last place up to each where the flag is set; -1 if there is none."""
    return np.asarray(np.maximum.accumulate(np.where(flags, places, -1)), np.int64)


def _before(places: Counts) -> Counts:
    """What was found up to the place before each."""
    return np.concatenate([np.full(1, -1, np.int64), places[:-1]])


def shapes(texts: pa.StringArray, marks: _Marks, keep_names: bool) -> pa.StringArray:
    """The texts with a mark for each value or list of values, and for names that look generated."""
    tokens = Tokens.of(texts)
    lists = _Lists.of(tokens, marks.signs)
    starts = np.concatenate([[True], tokens.rows[1:] != tokens.rows[:-1]])
    alone = ~lists.inside | lists.first
    spaced = tokens.spaced & alone & ~lists.ends & ~starts
    before = pc.binary_join_element_wise(
        _where(lists.several, marks.more),
        _where(lists.comma, ","),
        _where(spaced | lists.space, marks.space),
        "",
    )
    ended = np.isin(tokens.kinds, (Kind.END, Kind.ERROR))
    written = pc.if_else(pa.array(alone & ~ended), tokens.texts, "")
    if not keep_names:
        written = pc.if_else(pa.array(alone & _are_generated(tokens)), marks.name, written)
    written = pc.if_else(pa.array(lists.first), marks.value, written)
    pieces = pc.binary_join_element_wise(before, written, "")
    offsets = np.searchsorted(tokens.rows, np.arange(len(texts) + 1)).astype(np.int32)
    return pc.binary_join(pa.ListArray.from_arrays(pa.array(offsets), pieces), "")


def _where(flags: Flags, text: str) -> pa.StringArray:
    return pc.if_else(pa.array(flags), text, "")


def _are_generated(tokens: Tokens) -> Flags:
    """Which tokens are names that look as if a program had made them up; functions do not."""
    calls = np.concatenate([np.asarray(pc.equal(tokens.texts, "("))[1:], [False]])
    calls &= ~np.concatenate([tokens.spaced[1:], [False]])
    names = (tokens.kinds == Kind.QUOTED) | ((tokens.kinds == Kind.WORD) & ~calls)
    found = np.zeros(len(names), np.bool_)
    places = np.flatnonzero(names)
    texts = tokens.texts.take(pa.array(places))
    digits = np.asarray(pc.count_substring_regex(texts, "[0-9]")) > _MOST_DIGITS
    spaced = np.asarray(pc.match_substring_regex(texts, "[ \t\n\r\f\v]"))
    found[places] = digits | spaced | (np.asarray(pc.binary_length(texts)) > _LONGEST)
    return found


@arrow_function("st_query_shape", ("VARCHAR", "BOOLEAN", "BOOLEAN"), "VARCHAR")
def query_shape(texts: pa.ChunkedArray, keep: pa.ChunkedArray, hashed: pa.ChunkedArray) -> pa.Array:
    if not len(texts):
        return pa.array([], pa.string())
    marks = _HASHED if whole(hashed)[0].as_py() else _SHOWN
    return shapes(whole(texts).fill_null(""), marks, bool(whole(keep)[0].as_py()))


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
        shape = query_shape(call[0], keep, hashed)
        return SIP_HASH.texts(shape) if result == UINT64 else shape

    lower.__doc__ = doc
    function(name, returns=returns, example=example)(lower)


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
