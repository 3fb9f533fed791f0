"""Search in strings for several things: needles, words, characters in an order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core.byte_encodings import LATIN, Kernel
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function
from sparktree.functions.core.lists import is_empty_type
from sparktree.functions.core.text_arguments import Takes, check_text
from sparktree.functions.core.text_functions import ASCII, TEXT, by_kernel, refusal, text_function
from sparktree.functions.strings.search import AS_IT_IS, FLAVOURS, Flavour
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN
from sparktree.types import UINT8, UINT64, Array, Nullable, String, Type

# --- several needles ----------------------------------------------------------------------


def _kernel_places(flavour: Flavour, text: Sql, needles: Sql) -> Sql:
    body = flavour.first_place(text, sql.name("_n"))
    return sql.cast(sql.call("list_transform", needles, sql.function(["_n"], body)), "UBIGINT[]")


def _kernel_any(call: Call, flavour: Flavour, text: Sql, needles: Sql) -> Sql:
    if call.arguments[1].is_constant and flavour is not AS_IT_IS:
        wanted = [sql.string(str(n)) for n in call.value(1) or ()]  # type: ignore[attr-defined]
        seen = flavour.kernel(text)
        found = sql.any_of(sql.call("contains", seen, flavour.kernel(n)) for n in wanted)
    else:
        found = sql.op(">", sql.call("list_max", _kernel_places(flavour, text, needles)), 0)
    return sql.cast(sql.coalesce(found, sql.FALSE), "UTINYINT")


def _kernel_first_index(call: Call, flavour: Flavour, text: Sql, needles: Sql) -> Sql:
    found = sql.function(["_p"], Sql('"_p" > 0'))
    flags = sql.call("list_transform", _kernel_places(flavour, text, needles), found)
    place = sql.call("list_position", flags, True)
    return sql.cast(sql.coalesce(place, 0), "UBIGINT")


def _kernel_first_position(call: Call, flavour: Flavour, text: Sql, needles: Sql) -> Sql:
    found = sql.function(["_p"], Sql('"_p" > 0'))
    places = sql.call("list_filter", _kernel_places(flavour, text, needles), found)
    return sql.cast(sql.coalesce(sql.call("list_min", places), 0), "UBIGINT")


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for several needles."""

    kind: str
    kernel: Callable[[Call, Flavour, Sql, Sql], Sql]
    result: Type
    doc: str
    result_text: str


_SEARCHES = (
    _Search(
        "AllPositions",
        lambda call, flavour, text, needles: _kernel_places(flavour, text, needles),
        Array(UINT64),
        "The first places of all needles.",
        "[2,0]",
    ),
    _Search(
        "Any",
        _kernel_any,
        UINT8,
        "Whether some needle occurs.",
        "1",
    ),
    _Search(
        "FirstIndex",
        _kernel_first_index,
        UINT64,
        "The index of the first needle that occurs.",
        "1",
    ),
    _Search(
        "FirstPosition",
        _kernel_first_position,
        UINT64,
        "The first place where a needle occurs.",
        "2",
    ),
)


def check_needles(name: str, arguments: Sequence[Argument]) -> None:
    """Fail as ClickHouse does where only the text is a constant."""
    if arguments[0].is_constant and not arguments[1].is_constant:
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"Function '{name}' doesn't support search with non-constant needles in constant"
            " haystack",
        )


def _search_type(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        check_needles(arguments.function, arguments)
        return result

    return returns


def _declare_search(search: _Search, suffix: str, flavour: Flavour) -> None:
    def kernel(seen: Flavour) -> Kernel:
        return lambda call, text, needles: search.kernel(call, seen, text, needles)

    name = f"multiSearch{search.kind}{suffix}"
    text_function(
        name, (Takes.STRING, Takes.TEXTS), _search_type(search.result), kernel=kernel(flavour),
        odd=flavour.odd(kernel), doc=search.doc,
        example=(f"{name}('abc', ['b', 'x'])", search.result_text),
    )  # fmt: skip


for _search in _SEARCHES:
    for _suffix, _flavour in FLAVOURS.items():
        _declare_search(_search, _suffix, _flavour)


# --- tokens -------------------------------------------------------------------------------

_SEPARATOR = re.compile(r"[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]")
_TOKEN = re.compile(r"[0-9A-Za-z\x80-\U0010ffff]+")
_LETTERS = re.compile("[A-Z]+")


_EDGE = r"[^0-9A-Za-z\x{80}-\x{10FFFF}]"  # what ends a word


def kernel_has_word(text: Sql, word: str) -> Sql:
    """Whether a constant word occurs in a text, by the kernel."""
    pattern = sql.string(f"(?s)(?:^|{_EDGE}){re.escape(word)}(?:$|{_EDGE})")
    occurs = sql.call("contains", text, sql.string(word))
    return sql.all_of([occurs, sql.call("regexp_matches", text, pattern)])


def _declare_has_token(folded: bool, or_null: bool) -> None:
    flavour = FLAVOURS["CaseInsensitive" if folded else ""]

    def kernel(seen: Flavour) -> Kernel:
        def has_token(call: Call, text: Sql, token: Sql) -> Sql:
            word = str(call.value(1) or "")
            if or_null and _SEPARATOR.search(word):
                return sql.NULL
            if _SEPARATOR.search(word):
                return refusal(
                    Code.BAD_ARGUMENTS, "Needle must not contain whitespace or separator characters"
                )
            wanted = _LETTERS.sub(lambda m: m.group().lower(), word) if folded else word
            found = kernel_has_word(seen.kernel(text), wanted) if word else sql.FALSE
            return sql.cast(found, "UTINYINT")

        return has_token

    stem = "hasTokenCaseInsensitive" if folded else "hasToken"
    base = "As hasToken, whatever the case." if folded else "Whether a word occurs."
    name = f"{stem}OrNull" if or_null else stem
    text_function(
        name, (Takes.STRING_COLUMN_OR_ENUM, Takes.STRING), Nullable(UINT8) if or_null else UINT8,
        kernel=kernel(flavour),
        odd=flavour.odd(kernel), any_case=folded, constant_arguments=(1,),
        doc=f"As {stem}, but NULL for what is no word." if or_null else base,
        example=(f"{name}('hello world', 'world')", "1"),
    )  # fmt: skip


for _folding in (False, True):
    _declare_has_token(_folding, False)
    _declare_has_token(_folding, True)


def _declare_tokens(
    name: str, alias: str, joined: Callable[[Iterable[Sql]], Sql], doc: str
) -> None:
    """The needles are an array of words or one text of words."""

    def returns(arguments: Arguments) -> Type:
        check_text(arguments, (Takes.TEXT,))
        needles = arguments[1].type
        of = needles.of if isinstance(needles, Array) else needles
        if not isinstance(of, String) and not is_empty_type(needles):
            raise wrong(name, 1, arguments[1], "needles", "const String or const Array(String)")
        if len(arguments) > 2 and not isinstance(arguments[2].type, String):
            raise wrong(name, 2, arguments[2], "tokenizer", "const String")
        if len(arguments) > 2 and arguments[2].value != "splitByNonAlpha":
            raise not_implemented(
                f"Function {name} cuts texts into words by 'splitByNonAlpha' alone, not by"
                f" '{arguments[2].value}'."
            )
        return UINT8

    def kernel(call: Call, text: Sql, needles: Sql, tokenizer: Sql | None = None) -> Sql:
        tests = [
            sql.FALSE if _SEPARATOR.search(word) else kernel_has_word(text, word)
            for word in _needle_words(call.value(1))
        ]
        return sql.cast(joined(tests) if tests else sql.FALSE, "UTINYINT")

    def lower(call: Call) -> Sql:
        return by_kernel(call, call.sqls, kernel, LATIN.kernel(kernel), TEXT)

    lower.__doc__ = doc
    function(
        name,
        args=(2, 3),
        returns=returns,
        aliases=(alias,),
        constant_arguments=(1, 2),
        example=(f"{name}('hello world', ['world'])", "1"),
    )(lower)


def _needle_words(needles: object) -> list[str]:
    if isinstance(needles, str):
        return _TOKEN.findall(needles)
    return [str(word) for word in needles or () if word]  # type: ignore[attr-defined]


_declare_tokens("hasAnyTokens", "hasAnyToken", sql.any_of, "Whether one of the words occurs.")
_declare_tokens("hasAllTokens", "hasAllToken", sql.all_of, "Whether all of the words occur.")


def _in_order(flavour: Flavour, text: Sql, wanted: Sql) -> Sql:
    """Every character, escaped, with anything before and behind it."""
    seen, needle = flavour.kernel(text), flavour.kernel(wanted)
    pattern = sql.call(
        "regexp_replace", needle, sql.string("(.)"), sql.string("\\\\\\1%"), sql.string("gs")
    )
    return sql.cast(Sql(rf"({seen} LIKE ('%' || {pattern}) ESCAPE '\')"), "UTINYINT")


def _subsequence(flavour: Flavour) -> Kernel:
    return lambda call, text, wanted: _in_order(flavour, text, wanted)


def _before_broken(flavour: Flavour) -> Kernel:
    """Characters are looked for up to the first byte that is not UTF-8; no such byte is found."""

    def lower(call: Call, text: Sql, wanted: Sql) -> Sql:
        cut = sql.call(
            "regexp_replace", text, sql.string(f"(?s:.){PATTERN}(?s:.*)$"), sql.string("")
        )
        found = _in_order(flavour, cut, wanted)
        broken = sql.call("regexp_matches", wanted, sql.string(PATTERN))
        return sql.case((broken, Sql("CAST(0 AS UTINYINT)")), otherwise=found)

    return lower


def _declare_subsequence(suffix: str, flavour: Flavour) -> None:
    odd = flavour.odd(_subsequence) if flavour.in_bytes else _before_broken(flavour)
    text_function(
        f"hasSubsequence{suffix}", (Takes.STRING, Takes.STRING), UINT8,
        kernel=_subsequence(flavour),
        odd=odd, plain=ASCII if flavour.in_bytes else TEXT, any_case=True,
        doc="Whether the characters of the second occur in this order in the first.",
        example=(f"hasSubsequence{suffix}('garbage', 'arg')", "1"),
    )  # fmt: skip


for _suffix, _flavour in FLAVOURS.items():
    _declare_subsequence(_suffix, _flavour)
