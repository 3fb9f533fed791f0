"""The place of a match of a regular expression: regexpPosition with all its arguments."""

from __future__ import annotations

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.core import patterns
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Arguments, Call, function
from sparktree.functions.core.text_arguments import Takes, check_text
from sparktree.functions.core.text_functions import bad, refusal
from sparktree.functions.strings.basic import length_in_bytes
from sparktree.kernel import sql
from sparktree.kernel.connection import escaped_text, raw_bytes
from sparktree.kernel.sql import Sql
from sparktree.types import INT64, UINT8, UINT64, Bool, Integer, String, Type

_NAME = "regexpPosition"
_ROLES = ("haystack", "pattern", "position", "occurrence", "return_option", "flags",
          "subexpression")  # fmt: skip
_POSITION, _OCCURRENCE, _OPTION, _FLAGS, _GROUP = range(2, 7)


def _returns(arguments: Arguments) -> Type:
    check_text(arguments, (Takes.STRING, Takes.STRING))
    for place in range(2, len(arguments)):
        text = place == _FLAGS
        if not isinstance(arguments[place].type, String if text else Integer | Bool):
            wanted = "const String" if text else "Integer"
            raise wrong(_NAME, place, arguments[place], _ROLES[place], wanted)
    return UINT64


def _flagged(call: Call) -> str:
    """The pattern as a group, with what the flags say of case and of lines."""
    flags = str(call.value(_FLAGS)) if len(call) > _FLAGS else ""
    on: set[str] = set()
    for flag in flags:
        if flag not in "icmns":
            raise bad(
                f"Unknown regex flag '{flag}' for function {_NAME}. Supported flags are 'i', 'c',"
                " 'm', 'n', 's'"
            )
        if flag == "c":
            on.discard("i")
        else:
            on.add("m" if flag == "n" else flag)
    off = "" if "s" in on else "-s"
    return f"(?{''.join(sorted(on))}{off}:{patterns.check_regexp(str(call.value(1)))})"


def _whole(call: Call, place: int) -> Sql:
    type_ = call.inner(place)
    return number(call[place], UINT8 if isinstance(type_, Bool) else type_, INT64)


def _checked(call: Call, place: int, least: int, most: int | None = None) -> Sql:
    """A number, or the error of a row that has another one."""
    value = _whole(call, place)
    wanted = f">= {least}" if most is None else f"{least} or {most}"
    above = "" if most is None else f" OR {value} > {most}"
    failed = refusal(
        Code.BAD_ARGUMENTS,
        f"Argument '{_ROLES[place]}' for function {_NAME} must be {wanted}, got ",
        sql.cast(value, "VARCHAR"),
    )
    failing = sql.cast(failed, "BIGINT")
    return sql.case((Sql(f"{value} < {least}{above}"), failing), otherwise=value)


def _occurrence(call: Call) -> int:
    if len(call) <= _OCCURRENCE:
        return 1
    if not call.arguments[_OCCURRENCE].is_constant:
        raise not_implemented(f"The occurrence of {_NAME} must be a constant.")
    count = int(str(call.value(_OCCURRENCE)))
    if count < 1:
        raise bad(f"Argument 'occurrence' for function {_NAME} must be >= 1, got {count}")
    return count


def _check_group(call: Call) -> None:
    if len(call) <= _GROUP:
        return
    if not call.arguments[_GROUP].is_constant:
        raise not_implemented(f"The subexpression of {_NAME} must be a constant.")
    pattern, group = str(call.value(1)), int(str(call.value(_GROUP)))
    most = patterns.group_count(pattern)
    if not 0 <= group <= most:
        raise Error(
            Code.INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE,
            f"Argument 'subexpression' value {group} for regexp pattern `{pattern}` in function"
            f" {_NAME} is out-of-range, should be in [0, {most}]",
        )
    if group:
        raise not_implemented(f"The place of a group inside of a match of {_NAME} is not told.")


def _match_place(text: Sql, expression: str, first: Sql, end: Sql | None) -> Sql:
    """Where a match begins, or ends, in a text whose first byte has that number; or 0."""
    pattern = sql.string(expression)
    start, after = (
        sql.op("+", first, length_in_bytes(sql.call("regexp_extract", text, pattern, group)))
        for group in (1, 0)
    )
    place = start if end is None else sql.case((sql.op("=", end, 1), after), otherwise=start)
    return sql.case((sql.call("regexp_matches", text, pattern), place), otherwise=0)


@function(
    _NAME,
    args=(2, 7),
    returns=_returns,
    constant_arguments=(1, _FLAGS),
    any_case_aliases=("regexpInstr", "regexp_instr"),
    nulls="guard",
    example=("regexpPosition('abc', 'b')", "2"),
)
def regexp_position(call: Call) -> Sql:
    """The place of a match in bytes, from 1; 0 if there is none.

    What may follow: where to begin, which match, 1 for the place behind it, flags (i, c, m, n, s).
    """
    _check_group(call)
    match = _flagged(call)
    until = f"(?:(?s:.*?){match}){{{_occurrence(call) - 1}}}(?s:.*?)"
    end = _checked(call, _OPTION, 0, 1) if len(call) > _OPTION else None
    whole = _match_place(call[0], rf"\A({until}){match}", Sql("1"), end)
    if len(call) <= _POSITION:
        return sql.cast(whole, "UBIGINT")

    def found(first: Sql) -> Sql:
        # With the byte before: so the pattern knows that the text does not begin here.
        rest = escaped_text(Sql(f"{raw_bytes(call[0])}[{first} - 1:]"))
        before = sql.op("-", first, 1)
        later = sql.let(rest, lambda v: _match_place(v, rf"\A((?s:.){until}){match}", before, end))
        return sql.cast(sql.case((sql.op("=", first, 1), whole), otherwise=later), "UBIGINT")

    return sql.let(_checked(call, _POSITION, 1), found)
