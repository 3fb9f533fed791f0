"""Search in strings: position, LIKE, regular expressions, several needles, tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions import patterns
from sparktree.functions.convert import convert
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.rows import row_function
from sparktree.functions.text_functions import (
    check_text,
    if_ascii,
    is_text,
    text_function,
    utf8,
)
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN, has_escapes
from sparktree.types import (
    STRING,
    UINT8,
    UINT64,
    Array,
    Enum,
    Nullable,
    Type,
)

# --- position -----------------------------------------------------------------------------


def _find(haystack: Sequence[object], needle: Sequence[object], start: int) -> int:
    """The place from 1, or 0; `start` counts from 1, and 0 counts as 1."""
    begin = max(start, 1) - 1
    if begin > len(haystack):
        return 0
    return haystack.find(needle, begin) + 1  # type: ignore[attr-defined,no-any-return]


def _same(data: bytes) -> bytes:
    return data


def _folded(data: bytes) -> str:
    return utf8(data).lower()


_FLAVOURS: dict[str, Callable[[bytes], Sequence[object]]] = {
    "": _same,
    "CaseInsensitive": bytes.lower,
    "UTF8": utf8,
    "CaseInsensitiveUTF8": _folded,
}


def _position_fast(suffix: str) -> Callable[[Call, Sql], Sql] | None:
    if suffix:
        return None

    def fast(call: Call, slow: Sql) -> Sql:
        if len(call) > 2 or not (is_text(call.inner(0)) and is_text(call.inner(1))):
            return slow
        return if_ascii(
            call[0], lambda v: sql.cast(sql.call("instr", v, call[1]), "UBIGINT"), lambda v: slow
        )

    return fast


def _declare_position(suffix: str, view: Callable[[bytes], Sequence[object]]) -> None:
    def row(haystack: bytes, needle: bytes, start: int = 1) -> int:
        return _find(view(haystack), view(needle), start)

    text_function(
        f"position{suffix}", "ss|i", UINT64, row, fast=_position_fast(suffix),
        any_case=suffix == "", any_case_aliases=("instr",) if suffix == "CaseInsensitive" else (),
        doc="The place of the first occurrence, from 1; 0 if there is none.",
        example=(f"position{suffix}('hello', 'l')", "3"),
    )  # fmt: skip


for _suffix, _view in _FLAVOURS.items():
    _declare_position(_suffix, _view)

text_function(
    "locate",
    "ss|i",
    UINT64,
    lambda n, h, start=1: _find(h, n, start),
    any_case=True,
    doc="As position, with the needle first.",
    example=("locate('l', 'hello')", "3"),
)


def _declare_count(suffix: str, view: Callable[[bytes], Sequence[object]]) -> None:
    def row(haystack: bytes, needle: bytes, start: int = 1) -> int:
        text, wanted = view(haystack), view(needle)
        if not wanted:
            return 0
        return text[max(start, 1) - 1 :].count(wanted)

    text_function(
        f"countSubstrings{suffix}", "ss|i", UINT64, row, any_case=suffix == "",
        doc="How often the needle occurs without overlap.",
        example=(f"countSubstrings{suffix}('aaaa', 'aa')", "2"),
    )  # fmt: skip


for _suffix in ("", "CaseInsensitive", "CaseInsensitiveUTF8"):
    _declare_count(_suffix, _FLAVOURS[_suffix])


# --- beginnings and ends ------------------------------------------------------------------


def _edge_type(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        types = [a.type for a in arguments]
        texts = all(is_text(t) for t in types)
        if not texts and not all(isinstance(t, Array) for t in types):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal types {types[0]} {types[1]} of arguments of function {name}."
                " Both must be String or Array",
            )
        return UINT8

    return returns


def _may_be_cut(argument: Argument) -> bool:
    """Whether the text may begin or end inside a character."""
    return not argument.is_constant or has_escapes(str(argument.value))


def _declare_edge(
    name: str, kernel: str, test: Callable[[bytes, bytes], bool], shown: str, doc: str
) -> None:
    row_function(f"st_{name}", ("VARCHAR", "VARCHAR"), "BOOLEAN")(test)

    def lower(call: Call) -> Sql:
        if isinstance(call.inner(0), Array):
            return _array_edge(call, name)
        plain = sql.call(kernel, call[0], call[1])
        if call.name.endswith("UTF8") or not _may_be_cut(call.arguments[1]):
            return plain
        cut = sql.call("regexp_matches", call[1], sql.string(PATTERN))
        return sql.case((cut, sql.call(f"st_{name}", call[0], call[1])), otherwise=plain)

    lower.__doc__ = doc
    for spelling in (name, f"{name}UTF8"):
        function(
            spelling, args=2, returns=_edge_type(spelling), condition=True, family="strings",
            example=(f"{spelling}('hello', '{shown}')", "1"),
        )(lower)  # fmt: skip


def _array_edge(call: Call, name: str) -> Sql:
    size = sql.call("len", call[1])
    part = Sql(f"{call[0]}[:{size}]") if name == "startsWith" else Sql(f"{call[0]}[-{size}:]")
    empty = sql.op("=", size, "0")
    return sql.any_of(
        [
            empty,
            sql.op(
                "=", sql.cast(part, call.inner(0).kernel), sql.cast(call[1], call.inner(0).kernel)
            ),
        ]
    )


_declare_edge(
    "startsWith",
    "starts_with",
    bytes.startswith,
    "he",
    "Whether a text or an array begins with another.",
)
_declare_edge(
    "endsWith", "ends_with", bytes.endswith, "lo", "Whether a text or an array ends with another."
)


def _declare_folded_edge(name: str, utf: str, test: Callable[[str, str], bool]) -> None:
    view = (
        (lambda data: data.decode("latin-1").lower() if data.isascii() else _ascii(data))
        if not utf
        else _folded
    )
    shown = "HE" if name == "startsWith" else "LO"
    text_function(
        f"{name}CaseInsensitive{utf}", "ss", UINT8, lambda t, e: int(test(view(t), view(e))),
        doc=f"As {name}, whatever the case.",
        example=(f"{name}CaseInsensitive{utf}('hello', '{shown}')", "1"),
    )  # fmt: skip


def _ascii(data: bytes) -> str:
    return data.lower().decode("latin-1")


for _utf in ("", "UTF8"):
    _declare_folded_edge("startsWith", _utf, str.startswith)
    _declare_folded_edge("endsWith", _utf, str.endswith)


# --- LIKE and regular expressions ---------------------------------------------------------


def _match_type(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not is_text(arguments[0].type) and not isinstance(arguments[0].type, Enum):
            raise illegal_type(name, arguments[0].type)
        if not is_text(arguments[1].type):
            raise illegal_type(name, arguments[1].type)
        return UINT8

    return returns


def _subject(call: Call) -> Sql:
    if isinstance(call.inner(0), Enum):
        return convert(call[0], call.inner(0), STRING, call.context.zone)
    return call[0]


def _like(call: Call, *, ignore_case: bool) -> Sql:
    if call.arguments[1].is_constant:
        return patterns.like(_subject(call), str(call.value(1)), ignore_case=ignore_case)
    return patterns.like_any(_subject(call), call[1], ignore_case=ignore_case)


def _declare_like(name: str, *, ignore_case: bool, negated: bool, doc: str, shown: str) -> None:
    def lower(call: Call) -> Sql:
        found = _like(call, ignore_case=ignore_case)
        return sql.op("NOT", found) if negated else found

    lower.__doc__ = doc
    function(
        name, args=2, returns=_match_type(name), condition=True, family="strings",
        example=(f"{name}('Hello', 'H%o')", shown),
    )(lower)  # fmt: skip


_declare_like(
    "like",
    ignore_case=False,
    negated=False,
    doc="Whether a text is like a pattern: % is any text, _ any character.",
    shown="1",
)
_declare_like("notLike", ignore_case=False, negated=True, doc="The opposite of like.", shown="0")
_declare_like(
    "ilike", ignore_case=True, negated=False, doc="As like, whatever the case.", shown="1"
)
_declare_like("notILike", ignore_case=True, negated=True, doc="The opposite of ilike.", shown="0")


def _matches(text: Sql, argument: Argument, pattern: Sql, options: str) -> Sql:
    if argument.is_constant:
        patterns.check_regexp(str(argument.value))
    return sql.call("regexp_matches", text, pattern, sql.string(options))


def _declare_match(
    name: str, options: str, negated: bool, doc: str, shown: str, alias: str = ""
) -> None:
    def lower(call: Call) -> Sql:
        found = _matches(_subject(call), call.arguments[1], call[1], options)
        return sql.op("NOT", found) if negated else found

    lower.__doc__ = doc
    function(
        name, args=2, returns=_match_type(name), condition=True, family="strings",
        any_case_aliases=(alias,) if alias else (), example=(f"{name}('Hello', 'l+')", shown),
    )(lower)  # fmt: skip


_declare_match(
    "match", "s", False, "Whether a text matches a regular expression.", "1", "REGEXP_MATCHES"
)
_declare_match("notMatch", "s", True, "The opposite of match.", "0")
_declare_match("matchCaseInsensitive", "si", False, "As match, whatever the case.", "1")
_declare_match("notMatchCaseInsensitive", "si", True, "The opposite of matchCaseInsensitive.", "0")


def _multi_type(name: str, result: Type) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        check_text(name, arguments, "sS")
        return result

    return returns


def _found_list(call: Call) -> Sql:
    """Which patterns match, as a list of BOOLEAN; bad constants are refused."""
    if call.arguments[1].is_constant:
        for pattern in call.value(1) or ():  # type: ignore[attr-defined]
            patterns.check_regexp(str(pattern))
    body = sql.call("regexp_matches", call[0], sql.name("_p"), "'s'")
    return sql.call("list_transform", call[1], sql.function(["_p"], body))


@function(
    "multiMatchAny",
    args=2,
    returns=_multi_type("multiMatchAny", UINT8),
    family="strings",
    example=("multiMatchAny('abc', ['x', 'b'])", "1"),
)
def multi_match_any(call: Call) -> Sql:
    """Whether a text matches one of the regular expressions."""
    found = sql.cast(sql.call("list_contains", _found_list(call), "true"), "UTINYINT")
    return sql.case((sql.is_null(call[0]), sql.NULL), otherwise=found)


@function(
    "multiMatchAnyIndex",
    args=2,
    returns=_multi_type("multiMatchAnyIndex", UINT64),
    family="strings",
    example=("multiMatchAnyIndex('abc', ['x', 'b'])", "2"),
)
def multi_match_any_index(call: Call) -> Sql:
    """The index of a regular expression that matches, or 0."""
    found = sql.call("list_position", _found_list(call), "true")
    zero = sql.case((sql.is_null(call[0]), sql.NULL), otherwise="0")
    return sql.cast(sql.coalesce(found, zero), "UBIGINT")


@function(
    "multiMatchAllIndices",
    args=2,
    returns=_multi_type("multiMatchAllIndices", Array(UINT64)),
    family="strings",
    example=("multiMatchAllIndices('abc', ['a', 'x', 'b'])", "[1,3]"),
)
def multi_match_all_indices(call: Call) -> Sql:
    """The indexes of all regular expressions that match."""
    found = _found_list(call)
    indexes = Sql(f"range(1, len({call[1]}) + 1)")
    kept = sql.call("list_where", indexes, found)
    return sql.cast(kept, "UBIGINT[]")


# --- several needles ----------------------------------------------------------------------

Search = Callable[[Sequence[object], list[Sequence[object]]], object]


def _positions(text: Sequence[object], needles: list[Sequence[object]]) -> list[int]:
    return [_find(text, needle, 1) for needle in needles]


def _first_index(text: Sequence[object], needles: list[Sequence[object]]) -> int:
    found = (i for i, place in enumerate(_positions(text, needles), 1) if place)
    return next(found, 0)


def _first_position(text: Sequence[object], needles: list[Sequence[object]]) -> int:
    return min((place for place in _positions(text, needles) if place), default=0)


_SEARCHES: tuple[tuple[str, Search, Type, str, str], ...] = (
    ("AllPositions", _positions, Array(UINT64), "The first places of all needles.", "[2,0]"),
    ("Any", lambda t, n: int(any(_positions(t, n))), UINT8, "Whether some needle occurs.", "1"),
    ("FirstIndex", _first_index, UINT64, "The index of the first needle that occurs.", "1"),
    ("FirstPosition", _first_position, UINT64, "The first place where a needle occurs.", "2"),
)


def _declare_search(kind: str, search: Search, result: Type, doc: str, shown: str) -> None:
    for suffix, view in _FLAVOURS.items():
        name = f"multiSearch{kind}{suffix}"

        def row(
            text: bytes, needles: list[bytes], view: Callable[[bytes], Sequence[object]] = view
        ) -> object:
            return search(view(text), [view(needle) for needle in needles])

        text_function(
            name, "sS", result, row, doc=doc, example=(f"{name}('abc', ['b', 'x'])", shown)
        )


for _row in _SEARCHES:
    _declare_search(*_row)


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


text_function(
    "hasToken",
    "ss",
    UINT8,
    _has_token,
    constant_arguments=(1,),
    doc="Whether a word occurs.",
    example=("hasToken('hello world', 'world')", "1"),
)
text_function(
    "hasTokenCaseInsensitive",
    "ss",
    UINT8,
    lambda t, n: _has_token(t.lower(), n.lower()),
    any_case=True,
    constant_arguments=(1,),
    doc="As hasToken, whatever the case.",
    example=("hasTokenCaseInsensitive('Hello World', 'world')", "1"),
)
text_function(
    "hasTokenOrNull",
    "ss",
    lambda a: Nullable(UINT8),
    _has_token_or_null,
    result_kernel="UTINYINT",
    constant_arguments=(1,),
    doc="As hasToken, but NULL for what is no word.",
    example=("hasTokenOrNull('hello world', 'world')", "1"),
)
text_function(
    "hasTokenCaseInsensitiveOrNull",
    "ss",
    lambda a: Nullable(UINT8),
    lambda t, n: _has_token_or_null(t.lower(), n.lower()),
    result_kernel="UTINYINT",
    any_case=True,
    constant_arguments=(1,),
    doc="As hasTokenCaseInsensitive, but NULL for what is no word.",
    example=("hasTokenCaseInsensitiveOrNull('Hello', 'hello')", "1"),
)


def _words(needles: list[bytes]) -> list[bytes]:
    return [needle for needle in needles if needle]


def _declare_tokens(
    name: str, alias: str, test: Callable[[Sequence[bool]], bool], doc: str
) -> None:
    def row(text: bytes, needles: list[bytes]) -> int:
        words = set(_TOKEN.findall(text))
        wanted = _words(needles)
        return int(bool(wanted) and test([needle in words for needle in wanted]))

    def of_text(text: bytes, needles: bytes) -> int:
        return row(text, _TOKEN.findall(needles))

    _either(name, alias, row, of_text, doc)


def _either(
    name: str, alias: str, row: Callable[..., int], of_text: Callable[..., int], doc: str
) -> None:
    """The needles are an array of words or one text of words."""
    text_function(f"_{name}", "sS", UINT8, row, doc=doc, example=(f"_{name}('a b', ['a'])", "1"))
    text_function(
        f"_{name}Text", "ss", UINT8, of_text, doc=doc, example=(f"_{name}Text('a b', 'a')", "1")
    )

    def returns(arguments: Sequence[Argument]) -> Type:
        check_text(name, arguments, "sS" if isinstance(arguments[1].type, Array) else "ss")
        return UINT8

    def lower(call: Call) -> Sql:
        kind = "" if isinstance(call.inner(1), Array) else "Text"
        return sql.call(f"st__{name}{kind}_2", call[0], call[1])

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


_declare_tokens("hasAnyTokens", "hasAnyToken", any, "Whether one of the words occurs.")
_declare_tokens("hasAllTokens", "hasAllToken", all, "Whether all of the words occur.")


def _subsequence(text: Sequence[object], wanted: Sequence[object]) -> int:
    rest = iter(text)
    return int(all(item in rest for item in wanted))


for _suffix, _view in _FLAVOURS.items():
    text_function(
        f"hasSubsequence{_suffix}", "ss", UINT8,
        lambda t, n, view=_view: _subsequence(view(t), view(n)), any_case=True,
        doc="Whether the characters of the second occur in this order in the first.",
        example=(f"hasSubsequence{_suffix}('garbage', 'arg')", "1"),
    )  # fmt: skip
