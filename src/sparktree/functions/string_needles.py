"""Search in strings for several things: needles, words, characters in an order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.functions import patterns
from sparktree.functions.declare import Argument, Call, function
from sparktree.functions.rows import row_function
from sparktree.functions.string_search import FLAVOURS, Flavour, find
from sparktree.functions.text_functions import (
    KERNEL_TYPES,
    TEXT,
    Kernel,
    by_kernel,
    check_text,
    text_function,
)
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import UINT8, UINT64, Array, Nullable, Type

# --- several needles ----------------------------------------------------------------------

Search = Callable[[Sequence[object], list[Sequence[object]]], object]


def _positions(text: Sequence[object], needles: list[Sequence[object]]) -> list[int]:
    return [find(text, needle, 1) for needle in needles]


def _first_index(text: Sequence[object], needles: list[Sequence[object]]) -> int:
    found = (i for i, place in enumerate(_positions(text, needles), 1) if place)
    return next(found, 0)


def _first_position(text: Sequence[object], needles: list[Sequence[object]]) -> int:
    return min((place for place in _positions(text, needles) if place), default=0)


def _kernel_places(flavour: Flavour, text: Sql, needles: Sql) -> Sql:
    body = flavour.place(text, sql.name("_n"))
    return sql.cast(sql.call("list_transform", needles, sql.function(["_n"], body)), "UBIGINT[]")


def _kernel_any(call: Call, flavour: Flavour, text: Sql, needles: Sql) -> Sql:
    if call.arguments[1].is_constant:
        wanted = [sql.string(str(n)) for n in call.value(1) or ()]  # type: ignore[attr-defined]
        seen = flavour.kernel(text)
        found = sql.any_of(sql.call("contains", seen, flavour.kernel(n)) for n in wanted)
    else:
        found = sql.op(">", sql.call("list_max", _kernel_places(flavour, text, needles)), "0")
    return sql.cast(sql.coalesce(found, sql.FALSE), "UTINYINT")


def _kernel_first_index(call: Call, flavour: Flavour, text: Sql, needles: Sql) -> Sql:
    found = sql.function(["_p"], Sql('"_p" > 0'))
    flags = sql.call("list_transform", _kernel_places(flavour, text, needles), found)
    place = sql.call("list_position", flags, "true")
    return sql.cast(sql.coalesce(place, "0"), "UBIGINT")


def _kernel_first_position(call: Call, flavour: Flavour, text: Sql, needles: Sql) -> Sql:
    found = sql.function(["_p"], Sql('"_p" > 0'))
    places = sql.call("list_filter", _kernel_places(flavour, text, needles), found)
    return sql.cast(sql.coalesce(sql.call("list_min", places), "0"), "UBIGINT")


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for several needles, of one row and in the kernel."""

    kind: str
    row: Search
    kernel: Callable[[Call, Flavour, Sql, Sql], Sql]
    result: Type
    doc: str
    shown: str


_SEARCHES = (
    _Search(
        "AllPositions",
        _positions,
        lambda call, flavour, text, needles: _kernel_places(flavour, text, needles),
        Array(UINT64),
        "The first places of all needles.",
        "[2,0]",
    ),
    _Search(
        "Any",
        lambda t, n: int(any(_positions(t, n))),
        _kernel_any,
        UINT8,
        "Whether some needle occurs.",
        "1",
    ),
    _Search(
        "FirstIndex",
        _first_index,
        _kernel_first_index,
        UINT64,
        "The index of the first needle that occurs.",
        "1",
    ),
    _Search(
        "FirstPosition",
        _first_position,
        _kernel_first_position,
        UINT64,
        "The first place where a needle occurs.",
        "2",
    ),
)


def _declare_search(search: _Search, suffix: str, flavour: Flavour) -> None:
    def row(text: bytes, needles: list[bytes]) -> object:
        return search.row(flavour.view(text), [flavour.view(needle) for needle in needles])

    def kernel(call: Call, text: Sql, needles: Sql) -> Sql:
        return search.kernel(call, flavour, text, needles)

    name = f"multiSearch{search.kind}{suffix}"
    text_function(
        name, "tS", search.result, row, kernel=kernel, doc=search.doc,
        example=(f"{name}('abc', ['b', 'x'])", search.shown),
    )  # fmt: skip


for _search in _SEARCHES:
    for _suffix, _flavour in FLAVOURS.items():
        _declare_search(_search, _suffix, _flavour)


# --- tokens -------------------------------------------------------------------------------

_SEPARATOR = re.compile(rb"[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]")
_TOKEN = re.compile(rb"[0-9A-Za-z\x80-\xff]+")


def _has_token(text: bytes, token: bytes) -> int:
    if _SEPARATOR.search(token):
        raise Error(
            Code.BAD_ARGUMENTS, "Needle must not contain whitespace or separator characters"
        )
    return int(token in _TOKEN.findall(text))


def _has_token_or_null(text: bytes, token: bytes) -> int | None:
    return None if _SEPARATOR.search(token) or not token else _has_token(text, token)


_EDGE = r"[^0-9A-Za-z\x{80}-\x{10FFFF}]"  # what ends a word


def kernel_has_word(text: Sql, word: str) -> Sql:
    """Whether a constant word occurs in a text, by the kernel."""
    pattern = sql.string(f"(?s)(?:^|{_EDGE}){re.escape(word)}(?:$|{_EDGE})")
    occurs = sql.call("contains", text, sql.string(word))
    return sql.all_of([occurs, sql.call("regexp_matches", text, pattern)])


def _declare_has_token(folded: bool, or_null: bool) -> None:
    flavour = FLAVOURS["CaseInsensitive" if folded else ""]
    test = _has_token_or_null if or_null else _has_token

    def row(text: bytes, token: bytes) -> int | None:
        seen, wanted = flavour.view(text), flavour.view(token)
        return test(bytes(seen), bytes(wanted))  # type: ignore[arg-type]

    def kernel(call: Call, text: Sql, token: Sql) -> Sql | None:
        word = str(call.value(1) or "")
        data = word.encode()
        if not word or _SEPARATOR.search(data):
            return None
        wanted = data.lower().decode() if folded else word
        return sql.cast(kernel_has_word(flavour.kernel(text), wanted), "UTINYINT")

    stem = "hasTokenCaseInsensitive" if folded else "hasToken"
    base = "As hasToken, whatever the case." if folded else "Whether a word occurs."
    name = f"{stem}OrNull" if or_null else stem
    text_function(
        name, "ct", Nullable(UINT8) if or_null else UINT8, row, kernel=kernel,
        result_kernel="UTINYINT", any_case=folded, constant_arguments=(1,),
        doc=f"As {stem}, but NULL for what is no word." if or_null else base,
        example=(f"{name}('hello world', 'world')", "1"),
    )  # fmt: skip


for _folding in (False, True):
    _declare_has_token(_folding, False)
    _declare_has_token(_folding, True)


def _words(needles: list[bytes]) -> list[bytes]:
    return [needle for needle in needles if needle]


def _declare_tokens(
    name: str,
    alias: str,
    test: Callable[[Sequence[bool]], bool],
    kernel: Callable[[Iterable[Sql]], Sql],
    doc: str,
) -> None:
    def found(call: Call, text: Sql, needles: Sql) -> Sql | None:
        if not call.arguments[1].is_constant:
            return None
        value = call.value(1)
        words = (
            [w.decode() for w in _TOKEN.findall(value.encode())]
            if isinstance(value, str)
            else [str(w) for w in value or () if w]  # type: ignore[attr-defined]
        )
        if any(_SEPARATOR.search(word.encode()) for word in words):
            return None
        tests = [kernel_has_word(text, word) for word in words]
        return sql.cast(kernel(tests) if tests else sql.FALSE, "UTINYINT")

    def row(text: bytes, needles: list[bytes]) -> int:
        words = set(_TOKEN.findall(text))
        wanted = _words(needles)
        return int(bool(wanted) and test([needle in words for needle in wanted]))

    def of_text(text: bytes, needles: bytes) -> int:
        return row(text, _TOKEN.findall(needles))

    _either(name, alias, row, of_text, found, doc)


def _either(
    name: str,
    alias: str,
    row: Callable[..., int],
    of_text: Callable[..., int],
    kernel: Kernel,
    doc: str,
) -> None:
    """The needles are an array of words or one text of words."""
    declared = (("", "sS", row), ("Text", "ss", of_text))
    for kind, letters, test in declared:
        row_function(f"st_{name}{kind}", tuple(KERNEL_TYPES[x] for x in letters), "UTINYINT")(test)

    def returns(arguments: Sequence[Argument]) -> Type:
        check_text(name, arguments, "sS" if isinstance(arguments[1].type, Array) else "ss")
        return UINT8

    def lower(call: Call) -> Sql:
        kind = "" if isinstance(call.inner(1), Array) else "Text"
        return by_kernel(f"st_{name}{kind}", call, call.sqls, kernel, TEXT)

    lower.__doc__ = doc
    function(
        name,
        args=2,
        returns=returns,
        aliases=(alias,),
        constant_arguments=(1,),
        family="strings",
        example=(f"{name}('hello world', ['world'])", "1"),
    )(lower)


_declare_tokens("hasAnyTokens", "hasAnyToken", any, sql.any_of, "Whether one of the words occurs.")
_declare_tokens("hasAllTokens", "hasAllToken", all, sql.all_of, "Whether all of the words occur.")


def _subsequence(text: Sequence[object], wanted: Sequence[object]) -> int:
    rest = iter(text)
    return int(all(item in rest for item in wanted))


def _declare_subsequence(suffix: str, flavour: Flavour) -> None:
    def row(text: bytes, wanted: bytes) -> int:
        return _subsequence(flavour.view(text), flavour.view(wanted))

    def kernel(call: Call, text: Sql, wanted: Sql) -> Sql | None:
        if not call.arguments[1].is_constant:
            return None
        needle = str(call.value(1) or "")
        if flavour.in_bytes and not needle.isascii():
            return None
        seen = needle if flavour.kernel(text) == text else needle.lower()
        pattern = "%" + "".join(f"\\{c}%" if c in "%_\\" else f"{c}%" for c in seen)
        return sql.cast(patterns.like(flavour.kernel(text), pattern), "UTINYINT")

    text_function(
        f"hasSubsequence{suffix}", "tt", UINT8, row, kernel=kernel, any_case=True,
        doc="Whether the characters of the second occur in this order in the first.",
        example=(f"hasSubsequence{suffix}('garbage', 'arg')", "1"),
    )  # fmt: skip


for _suffix, _flavour in FLAVOURS.items():
    _declare_subsequence(_suffix, _flavour)
