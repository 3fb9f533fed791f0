"""Strings cut into arrays: splitBy*, tokens, ngrams; and format."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core import lists, patterns
from sparktree.functions.core.byte_encodings import LATIN, WHOLE, Kernel
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    function,
    illegal_type,
    wrong_arity,
)
from sparktree.functions.core.text_arguments import Takes, check_text, is_text
from sparktree.functions.core.text_functions import ASCII, bad, text_function
from sparktree.functions.strings.basic import as_text, joined
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import has_escapes
from sparktree.types import STRING, Array, Bool, Integer, Type

_STRINGS = Array(STRING)


Rest = Callable[[Sql], Sql]  # what is left of the text from the n-th piece on


def _first(call: Call, pieces: Sql, limit: Sql | None, rest: Rest) -> Sql:
    """The first pieces only, if there is a limit and it is above 0.

    By a setting the last of them is all that is left.
    """
    if limit is None:
        return pieces

    def taken(p: Sql) -> Sql:
        some = Sql(f"{p}[:{limit}]")
        if call.context.settings.splitby_max_substrings_includes_remaining_string:
            before = f"{p}[:CAST({limit} AS BIGINT) - 1]"
            with_rest = Sql(
                f"list_append(CASE WHEN {limit} > 1 THEN {before} ELSE [] END, {rest(limit)})"
            )
            some = sql.case((Sql(f"len({p}) > {limit}"), with_rest), otherwise=p)
        return sql.case((sql.op(">", limit, 0), some), otherwise=p)

    return sql.let(pieces, taken)


def _split(*, in_bytes: bool) -> Kernel:
    """An empty separator cuts bytes, which are characters only in the form LATIN."""

    def split(call: Call, separator: Sql, text: Sql, limit: Sql | None = None) -> Sql | None:
        wanted = call.value(0)
        if wanted is None:
            return sql.NULL
        size = len(str(wanted)) if in_bytes else len(str(wanted).encode())
        if call.name == "splitByChar" and size != 1:
            raise bad("Illegal separator for function splitByChar. Must be exactly one byte")
        if size == 0 and not in_bytes:
            return None
        pieces = sql.call("string_split", text, separator) if size else _characters(text)

        def rest(count: Sql) -> Sql:
            return sql.call("array_to_string", Sql(f"{pieces}[{count}:]"), separator)

        return _first(call, pieces, limit, rest)

    return split


def _characters(text: Sql) -> Sql:
    none = sql.cast(Sql("[]"), "VARCHAR[]")
    pieces = sql.call("string_split", text, sql.string(""))
    return sql.case((sql.op("=", text, sql.string("")), none), otherwise=pieces)


def _kernel_words(letters: str) -> Kernel:
    """The runs of some letters, named as in a class of characters."""
    others = letters[1:] if letters.startswith("^") else f"^{letters}"
    within, between = f"[{letters}]", f"[{others}]"

    def words(call: Call, text: Sql, limit: Sql | None = None) -> Sql:
        def rest(count: Sql) -> Sql:
            repeats = Sql(f"CAST({count} - 1 AS VARCHAR)")
            start, end = sql.string(f"^(?:{between}*{within}+){{"), sql.string(f"}}{between}*")
            return sql.call(
                "regexp_replace", text, sql.op("||", start, repeats, end), sql.string("")
            )

        pieces = sql.call("regexp_extract_all", text, sql.string(f"{within}+"))
        return _first(call, pieces, limit, rest)

    return words


text_function(
    "splitByChar",
    (Takes.STRING, Takes.STRING),
    _STRINGS,
    optional=(Takes.INTEGER,),
    kernel=_split(in_bytes=False),
    odd=LATIN.kernel(_split(in_bytes=True)),
    constant_arguments=(0,),
    doc="The pieces between the occurrences of a byte.",
    example=("splitByChar(',', 'a,b')", "['a','b']"),
)
text_function(
    "splitByString",
    (Takes.STRING, Takes.STRING),
    _STRINGS,
    optional=(Takes.INTEGER,),
    kernel=_split(in_bytes=False),
    odd=LATIN.kernel(_split(in_bytes=True)),
    constant_arguments=(0,),
    doc="The pieces between the occurrences of a text; the bytes if it is empty.",
    example=("splitByString(', ', 'a, b')", "['a','b']"),
)
text_function(
    "splitByWhitespace",
    (Takes.STRING,),
    _STRINGS,
    optional=(Takes.INTEGER,),
    odd=LATIN,
    kernel=_kernel_words(r"^\t\n\v\f\r "),
    doc="The words between white space.",
    example=("splitByWhitespace(' a  b ')", "['a','b']"),
)
text_function(
    "splitByNonAlpha",
    (Takes.STRING,),
    _STRINGS,
    optional=(Takes.INTEGER,),
    odd=LATIN,
    kernel=_kernel_words(r"^\t-\r -/:-@\[-`{-}"),
    doc="The words between white space and punctuation.",
    example=("splitByNonAlpha('a, b;c')", "['a','b','c']"),
)
text_function(
    "alphaTokens",
    (Takes.STRING,),
    _STRINGS,
    optional=(Takes.INTEGER,),
    odd=LATIN,
    kernel=_kernel_words("A-Za-z"),
    aliases=("splitByAlpha",),
    doc="The runs of the letters a-z and A-Z.",
    example=("alphaTokens('ab1c')", "['ab','c']"),
)


def _regexp_type(arguments: Arguments) -> Type:
    check_text(arguments, (Takes.STRING, Takes.STRING, Takes.INTEGER))
    return _STRINGS


@function(
    "splitByRegexp",
    args=(2, 3),
    returns=_regexp_type,
    constant_arguments=(0, 2),
    example=("splitByRegexp('[0-9]+', 'a12b3c')", "['a','b','c']"),
)
def split_by_regexp(call: Call) -> Sql:
    """The pieces between the matches of a regular expression; the characters if it is empty."""
    pattern = patterns.check_regexp(str(call.value(0)))
    if not pattern:
        pieces = LATIN.back.list(_characters(LATIN.there.text(call[1])))
    else:
        pieces = _between(call[1], sql.string(pattern))
    limit = Sql(str(call.value(2))) if len(call) > 2 else None

    def rest(count: Sql) -> Sql:
        if not pattern:
            return sql.call("array_to_string", Sql(f"{pieces}[{count}:]"), sql.string(""))
        before = sql.string(f"^(?:(?s:.*?)(?:{pattern})){{{int(count) - 1}}}")
        return sql.call("regexp_replace", call[1], before, sql.string(""))

    return _first(call, pieces, limit, rest)


def _between(text: Sql, pattern: Sql) -> Sql:
    """The pieces between matches; an empty match ends the search, what is left is one piece."""
    pieces = sql.call("string_split_regex", text, pattern)
    matches = sql.call("regexp_extract_all", text, pattern)

    def made(first: Sql) -> Sql:
        before = f"list_zip({pieces}[:{first} - 1], {matches}[:{first} - 1])"
        size = f"list_sum(list_transform({before}, lambda _p: length(_p[1]) + length(_p[2])))"
        rest = f"substring({text}, CAST(coalesce({size}, 0) AS BIGINT) + 1)"
        cut = Sql(f"list_append({pieces}[:{first} - 1], {rest})")
        return sql.case((sql.op(">", first, 0), cut), otherwise=pieces)

    return sql.let(sql.call("list_position", matches, sql.string("")), made)


def _kernel_ngrams(call: Call, text: Sql, size: Sql) -> Sql:
    count = int(call.value(1))  # type: ignore[call-overload]
    return _runs(text, count) if count <= _LONGEST_RUN else sql.cast(Sql("[]"), "VARCHAR[]")


_LONGEST_RUN = 1 << 31


def _ngrams_type(arguments: Sequence[Argument]) -> Type:
    count = arguments[1]
    if isinstance(count.type.inner, Integer) and count.type.inner.signed:
        raise illegal_type("ngrams", count.type, 1)
    if count.is_constant and int(count.value) < 1:  # type: ignore[call-overload]
        raise bad("Second argument of function ngrams must be greater than zero")
    return _STRINGS


def _runs(text: Sql, size: int) -> Sql:
    """All runs of some characters."""
    body = sql.call("substring", text, sql.name("_i"), size)
    places = Sql(f"range(1, length({text}) - {size} + 2)")
    return sql.call("list_transform", places, sql.function(["_i"], body))


text_function(
    "ngrams",
    (Takes.TEXT, Takes.INTEGER),
    _ngrams_type,
    kernel=_kernel_ngrams,
    odd=WHOLE,
    constant_arguments=(1,),
    doc="All runs of n characters.",
    example=("ngrams('abcd', 2)", "['ab','bc','cd']"),
)


def _how(call: Call) -> str:
    return str(call.value(1)) if len(call) > 1 else "splitByNonAlpha"


def _kernel_tokens(call: Call, text: Sql, *rest: Sql) -> Sql:
    how = _how(call)
    if how == "splitByNonAlpha":
        return sql.call("regexp_extract_all", text, sql.string("[0-9A-Za-z\\x{80}-\\x{10FFFF}]+"))
    if how == "ngrams":
        size = int(str(call.value(2))) if len(rest) > 1 else 3
        return _runs(text, size)
    if how == "array":
        return sql.array(text)
    if how == "splitByString":
        separators = _separators(call.arguments[2]) if len(rest) > 1 else [" "]
        pieces = sql.call("string_split_regex", text, sql.string("|".join(separators)))
        return lists.filtered(pieces, lambda piece: sql.op("<>", piece, sql.string("")))
    raise bad(f"Unknown tokenizer: '{how}'")


def _separators(argument: Argument) -> list[str]:
    """Patterns of what divides tokens, the first that fits at a place being taken."""
    given = argument.value
    assert isinstance(given, list | tuple)
    trouble = "Incorrect parameter of tokenizer 'splitByString': the"
    if not given:
        raise bad(f"{trouble} separators argument cannot be empty")
    if not all(isinstance(separator, str) for separator in given):
        raise bad("Tokenizer argument 'separator' expected to be of type String")
    if "" in given:
        raise bad(f"{trouble} empty string cannot be used as a separator")
    if any(map(has_escapes, given)):
        raise not_implemented("Separators of function tokens must be UTF-8.")
    return [re.escape(separator) for separator in given]


def _tokens_type(arguments: Sequence[Argument]) -> Type:
    if len(arguments) < 3:
        return _STRINGS
    how, last = str(arguments[1].value), arguments[2]
    if how == "ngrams":
        if not isinstance(last.type.inner, Integer | Bool):
            raise illegal_type("tokens", last.type)
    elif how == "splitByString":
        if not isinstance(last.type, Array):
            raise wrong("tokens", 2, last, "separators", "const Array")
        if last.is_constant:
            _separators(last)
    else:
        raise wrong_arity("tokens", len(arguments), 1, 2)
    return _STRINGS


text_function(
    "tokens",
    (Takes.TEXT,),
    _tokens_type,
    optional=(Takes.TEXT, Takes.ANYTHING),
    kernel=_kernel_tokens,
    odd=lambda call, *v: (LATIN if _how(call) == "splitByNonAlpha" else WHOLE).kernel(
        _kernel_tokens
    )(call, *v),
    constant_arguments=(1, 2),
    doc="The words of a text, as the text index cuts them; by 'splitByString' what is between"
    " the strings of an array.",
    example=("tokens('hello, world')", "['hello','world']"),
)


# --- format -------------------------------------------------------------------------------

_PLACE = re.compile(r"\{\{|\}\}|\{([0-9]*)\}|[{}]")


def _format_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    if not is_text(type_):
        raise Error(
            Code.BAD_GET,
            f"The pattern of function {arguments.function} has {type_}, requested String",
        )
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
    example=("format('{} is {}', 'a', 1)", "a is 1"),
)
def format_(call: Call) -> Sql:
    """The pattern with its places {} or {0}, {1} filled with the other arguments."""
    pieces = _pieces(str(call.value(0)), len(call) - 1)
    if not pieces:
        return sql.string("")
    texts = [sql.string(p) if isinstance(p, str) else as_text(call, p + 1) for p in pieces]
    return joined(texts, [not isinstance(p, str) and is_text(call.inner(p + 1)) for p in pieces])


_DOT = Sql("'.'")


def _kernel_reversed(call: Call, text: Sql, separator: Sql = _DOT) -> Sql:
    if len(call) > 1 and not call.value(1):
        return sql.call("reverse", text)
    pieces = sql.call("list_reverse", sql.call("string_split", text, separator))
    return sql.call("array_to_string", pieces, separator)


text_function(
    "reverseBySeparator",
    (Takes.STRING,),
    STRING,
    optional=(Takes.STRING,),
    kernel=_kernel_reversed,
    odd=LATIN,
    plain=ASCII,
    constant_arguments=(1,),
    too_few=Code.BAD_ARGUMENTS,
    too_many=Code.BAD_ARGUMENTS,
    doc="The pieces of a text between separators (points, if none is given), the last one first.",
    example=("reverseBySeparator('www.google.com')", "com.google.www"),
)
