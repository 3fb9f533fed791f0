"""printf: the patterns of C."""

from __future__ import annotations

import re

from sparktree.errors import Code, Error
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Arguments, Call, function, illegal_type
from sparktree.functions.core.float_digits import whole_digits
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    STRING,
    UINT64,
    Bool,
    FixedString,
    Float,
    Integer,
    String,
    Type,
)

_PLACE = re.compile(r"%%|%([^%a-zA-Z]*)((?:hh|ll|[hljztL])?[a-zA-Z])")
_FORM = re.compile(r"([-+ #0]*)([0-9]*)(\.([0-9]*))?")
_EXACT = "9007199254740992.0"  # from here on the kernel writes wrong digits now and then


def _printf_type(arguments: Arguments) -> Type:
    for argument in arguments[1:]:
        type_ = argument.type.inner
        wide = isinstance(type_, Integer) and type_.bits > 64
        if isinstance(type_, Bool):
            raise Error(Code.BAD_ARGUMENTS, "Bad format of printf for a Bool")
        if wide or not isinstance(type_, Integer | Float | String | FixedString):
            raise illegal_type(arguments.function, argument.type)
    if not isinstance(arguments[0].type, String):
        raise illegal_type(arguments.function, arguments[0].type, 0)
    return STRING


@function(
    "printf",
    args=(1, None),
    returns=_printf_type,
    constant_arguments=(0,),
    example=("printf('%05.2f %s', 1.5, 'a')", "01.50 a"),
)
def printf(call: Call) -> Sql:
    """The pattern of C's printf filled with the other arguments."""
    pattern = str(call.value(0))
    places = [place for place in _PLACE.finditer(pattern) if place.group() != "%%"]
    if len(places) != len(call) - 1 or "%" in _PLACE.sub("", pattern):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Number of arguments for function {call.name} doesn't match: passed {len(call)}, but"
            f" format is {pattern}",
        )
    filled, values, end = "", [], 0
    for place, value, argument in zip(places, call.sqls[1:], call.arguments[1:], strict=True):
        written, given = _filled(place, value, argument.type.inner)
        filled += pattern[end : place.start()] + written
        values.append(given)
        end = place.end()
    return sql.call("printf", sql.string(filled + pattern[end:]), *values)


def _filled(place: re.Match[str], value: Sql, type_: Type) -> tuple[str, Sql]:
    """A place of the pattern with its value, as the kernel wants them."""
    flags, letter = place.group(1), place.group(2)
    if isinstance(type_, Integer):
        if type_ == UINT64:
            return place.group(), value if letter in "uxXo" else number(value, UINT64, INT64)
        return place.group(), sql.cast(value, "BIGINT")
    if not isinstance(type_, Float) or letter not in "fFeEgG":
        return place.group(), value
    # A sign is never a blank; the kernel would take the latter.
    plain = flags.replace(" ", "") if "+" in flags else flags
    return "%s", sql.let(value, lambda v: _float(plain, letter, v))


def _float(flags: str, letter: str, value: Sql) -> Sql:
    """A float as text: without zeros before inf and nan, or where blanks go behind the number."""
    blank = sql.string("%" + re.sub("^[-+ #0]*", lambda m: m[0].replace("0", ""), flags) + letter)
    form = blank if "-" in flags else sql.string(f"%{flags}{letter}")
    far = Sql(f"abs({value}) >= {_EXACT} AND isfinite({value})")
    cases = [(Sql(f"NOT isfinite({value})"), sql.call("printf", blank, value))]
    known = _FORM.fullmatch(flags)
    if letter in "fF" and known:
        cases.append((far, _whole(known, value)))
    return sql.case(*cases, otherwise=sql.call("printf", form, value))


def _whole(form: re.Match[str], value: Sql) -> Sql:
    """A great float with all its digits, which is a whole number, in the form of %f."""
    marks, width, point, places = form.groups()
    count = int(places or 0) if point else 6
    digits = whole_digits(sql.cast(value, "DOUBLE"))
    if count or "#" in marks:
        digits = sql.op("||", digits, sql.string("." + "0" * count))
    plus = "+" if "+" in marks else " " if " " in marks else ""
    sign = f"CASE WHEN {value} < 0 THEN '-' ELSE {sql.string(plus)} END"
    if not width:
        return Sql(f"({sign} || {digits})")
    if "0" in marks and "-" not in marks:
        return sql.let(
            Sql(sign),
            lambda s: sql.let(
                Sql(digits),
                lambda d: Sql(f"({s} || repeat('0', {width} - length({s}) - length({d})) || {d})"),
            ),
        )

    def padded(text: Sql) -> Sql:
        blanks = f"repeat(' ', {width} - length({text}))"
        return Sql(f"({text} || {blanks})" if "-" in marks else f"({blanks} || {text})")

    return sql.let(Sql(f"({sign} || {digits})"), padded)
