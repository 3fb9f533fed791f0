"""Several regular expressions at once: multiMatchAny, multiMatchAnyIndex, multiMatchAllIndices.

ClickHouse tells matches in the order in which they end, and so do these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sparktree.errors import Error
from sparktree.functions.core import patterns
from sparktree.functions.core.declare import Arguments, Call, Rule, function
from sparktree.functions.core.text_arguments import Takes, check_text
from sparktree.functions.core.text_functions import bad
from sparktree.functions.strings.needles import check_needles
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import UINT8, UINT64, Array, Type

_LITERAL = re.compile(r"[^\\.\[\](){}*+?^$|]*")


def _multi_type(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        check_text(arguments, (Takes.STRING, Takes.TEXTS))
        check_needles(name, arguments)
        return result

    return returns


def _constants(call: Call) -> list[str] | None:
    """The patterns, if they are constants; bad ones are refused."""
    if not call.arguments[1].is_constant:
        return None
    values = call.value(1) or ()
    assert isinstance(values, list | tuple)
    return [_checked(str(pattern)) for pattern in values]


def _checked(pattern: str) -> str:
    try:
        return patterns.check_regexp(pattern)
    except Error as error:
        raise bad(f"Pattern '{pattern}' failed with error '{error.message}'") from error


def _found_list(call: Call) -> Sql:
    """Which patterns match, as a list of BOOLEAN."""
    body = sql.call("regexp_matches", call[0], sql.name("_p"), sql.string("s"))
    return sql.call("list_transform", call[1], sql.function(["_p"], body))


def _end(text: Sql, pattern: str) -> Sql:
    """How many characters it takes until the pattern matches; NULL if it never does."""
    shown = sql.string(pattern)
    if _LITERAL.fullmatch(pattern):
        place = sql.call("strpos", text, shown)
        return sql.case((sql.op(">", place, 0), Sql(f"{place} + {len(pattern)} - 1")))
    matches = sql.call("regexp_matches", text, shown, sql.string("s"))
    if pattern.endswith("$"):
        return sql.case((matches, sql.call("length", text)))
    # The least beginning of the text that matches, by halves.
    middle = "((_a.low + _a.high) // 2)"
    part = sql.call("regexp_matches", Sql(f"left({text}, {middle})"), shown, sql.string("s"))
    step = sql.case(
        (part, Sql(f"{{'low': _a.low, 'high': {middle}}}")),
        otherwise=Sql(f"{{'low': {middle} + 1, 'high': _a.high}}"),
    )
    bounds = f"{{'low': 0::BIGINT, 'high': length({text})}}"
    steps = f"list_transform(range(0, length(bin(length({text}))) + 1), lambda _n: {bounds})"
    return sql.case((matches, Sql(f"list_reduce({steps}, lambda _a, _b: {step}).high")))


def _indexes(call: Call, constants: Sequence[str]) -> Sql:
    """The numbers of the patterns that match, those first whose match ends first."""

    def ordered(text: Sql) -> Sql:
        pairs = [
            f"{{'end': {_end(text, pattern)}, 'number': {number}}}"
            for number, pattern in enumerate(constants, 1)
        ]
        found = f"list_filter([{', '.join(pairs)}], lambda _m: _m['end'] IS NOT NULL)"
        return Sql(f"list_transform(list_sort({found}), lambda _m: _m.number)")

    return sql.let(call[0], ordered) if constants else Sql("[]::INTEGER[]")


@function(
    "multiMatchAny",
    args=2,
    returns=_multi_type(UINT8),
    example=("multiMatchAny('abc', ['x', 'b'])", "1"),
)
def multi_match_any(call: Call) -> Sql:
    """Whether a text matches one of the regular expressions."""
    _constants(call)
    found = sql.cast(sql.call("list_contains", _found_list(call), True), "UTINYINT")
    return sql.case((sql.is_null(call[0]), sql.NULL), otherwise=found)


@function(
    "multiMatchAnyIndex",
    args=2,
    returns=_multi_type(UINT64),
    example=("multiMatchAnyIndex('abc', ['x', 'b'])", "2"),
)
def multi_match_any_index(call: Call) -> Sql:
    """The index of the regular expression whose match ends first, or 0."""
    constants = _constants(call)
    if constants is None:
        found = sql.call("list_position", _found_list(call), True)
    else:
        found = Sql(f"({_indexes(call, constants)})[1]")
    zero = sql.case((sql.is_null(call[0]), sql.NULL), otherwise=0)
    return sql.cast(sql.coalesce(found, zero), "UBIGINT")


@function(
    "multiMatchAllIndices",
    args=2,
    returns=_multi_type(Array(UINT64)),
    example=("multiMatchAllIndices('abc', ['a', 'x', 'b'])", "[1,3]"),
)
def multi_match_all_indices(call: Call) -> Sql:
    """The indexes of all regular expressions that match, in the order of the ends of matches."""
    constants = _constants(call)
    if constants is not None:
        return sql.cast(_indexes(call, constants), "UBIGINT[]")
    kept = sql.call("list_where", Sql(f"range(1, len({call[1]}) + 1)"), _found_list(call))
    return sql.cast(kept, "UBIGINT[]")
