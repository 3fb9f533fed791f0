"""The usual spelling of each type's values, read by the kernel alone."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN
from sparktree.types.base import Type
from sparktree.types.moments import epoch_seconds
from sparktree.types.number_text import read_wide, read_wide_decimal
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6
from sparktree.types.times import Date, Date32, DateTime, DateTime64

Fast = tuple[Sql, Sql]  # when it applies, and the value then
_Rule = Callable[[Type, Sql, str], Fast]


def _matches(text: Sql, pattern: str) -> Sql:
    return sql.call("regexp_full_match", text, sql.string(pattern))


def _fast_integer(type_: Type, text: Sql, zone: str) -> Fast:
    assert isinstance(type_, Integer | Interval)
    value = sql.try_cast(text, type_.kernel)
    return sql.op("AND", _matches(text, f"{_sign(type_)}[0-9]+"), sql.is_known(value)), value


def _sign(type_: Type) -> str:
    """The signs that a number of the type may have, as a pattern."""
    return r"\+?" if isinstance(type_, Integer) and not type_.signed else "[+-]?"


# Digits that every 256-bit integer has room for; what has more may wrap.
_WIDE_DIGITS = 76


def _fast_wide_integer(type_: Integer, text: Sql) -> Fast:
    guard = _matches(text, f"{_sign(type_)}[0-9]{{1,{_WIDE_DIGITS}}}")
    return guard, read_wide(text, sql.TRUE if type_.signed else sql.FALSE)


def _fast_wide_decimal(type_: Decimal, text: Sql) -> Fast:
    return _decimal_form(type_, text), read_wide_decimal(text, type_.scale)


def _fast_float(type_: Type, text: Sql, zone: str) -> Fast:
    value = sql.try_cast(text, type_.kernel)
    guard = _matches(text, r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
    return sql.op("AND", guard, sql.is_known(value)), value


def _fast_decimal(type_: Type, text: Sql, zone: str) -> Fast:
    assert isinstance(type_, Decimal)
    point = sql.call("strpos", text, sql.string("."))
    size = sql.op("+", point, type_.scale) if type_.scale else sql.op("-", point, 1)
    cut = sql.case((sql.op("=", point, 0), text), otherwise=sql.call("left", text, size))
    return _decimal_form(type_, text), sql.try_cast(cut, type_.kernel)


def _decimal_form(type_: Decimal, text: Sql) -> Sql:
    """Whether a text has digits and no more of them before the point than the type has."""
    whole_digits = type_.precision - type_.scale
    whole_part = f"[0-9]{{1,{whole_digits}}}" if whole_digits else "0"
    fraction_alone = r"|\.[0-9]+" if type_.scale else ""
    return _matches(text, rf"[+-]?({whole_part}(\.[0-9]*)?{fraction_alone})")


def _fast_bool(type_: Type, text: Sql, zone: str) -> Fast:
    return Sql(f"({text} IN ('true', 'false'))"), sql.op("=", text, sql.string("true"))


def _fast_uuid(type_: Type, text: Sql, zone: str) -> Fast:
    guard = _matches(text, "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
    return guard, sql.try_cast(text, "UUID")


def _fast_ipv4(type_: Type, text: Sql, zone: str) -> Fast:
    octet = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    parts = [f"TRY_CAST(split_part({text}, '.', {n}) AS BIGINT)" for n in range(1, 5)]
    number = Sql(f"(({parts[0]} * 256 + {parts[1]}) * 256 + {parts[2]}) * 256 + {parts[3]}")
    return _matches(text, rf"{octet}(\.{octet}){{3}}"), sql.try_cast(number, "UINTEGER")


def _fast_date(type_: Type, text: Sql, zone: str) -> Fast:
    value = sql.try_cast(text, "DATE")
    narrow = not isinstance(type_, Date32)
    first, last = ("1970-01-01", "2149-06-06") if narrow else ("1900-01-01", "2299-12-31")
    guard = _matches(text, "[0-9]{4}-[0-9]{2}-[0-9]{2}")
    return sql.op("AND", guard, Sql(f"{value} BETWEEN '{first}' AND '{last}'")), value


# Days that every zone has in the range of a type.
MOMENTS, MOMENTS64 = "'1970-01-03' AND '2106-02-05'", "'1925-01-01' AND '2261-01-01'"
_CLOCK = "[0-9]{2}:[0-9]{2}:[0-9]{2}"
FREE_DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_STAMP = f"{FREE_DAY} {_CLOCK}"
# What data of other programs have: a T between day and clock, any digits, UTC or an offset from it.
_FREE_STAMP = (
    rf"[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}[ T]{_CLOCK}(\.[0-9]+)?(Z|[+-][0-9]{{2}}:[0-9]{{2}})?"
)


def _fast_datetime(type_: Type, text: Sql, zone: str) -> Fast:
    assert isinstance(type_, DateTime)
    guard, stamp = _moment(text, _STAMP, MOMENTS)
    return guard, sql.cast(epoch_seconds(stamp, type_.zone or zone), "UINTEGER")


def _fast_datetime64(type_: Type, text: Sql, zone: str) -> Fast:
    assert isinstance(type_, DateTime64)
    fraction = r"(\.[0-9]+)?" if type_.precision else ""
    guard, stamp = _moment(text, _STAMP + fraction, MOMENTS64)
    digits = sql.call("substring", text, 21, type_.precision)
    return guard, _ticks(type_, epoch_seconds(stamp, type_.zone or zone), digits)


def free_moment(type_: DateTime | DateTime64, text: Sql, zone: str) -> Fast:
    """A moment as other programs write it: when the kernel can read it, and its ticks."""
    zone = type_.zone or zone
    if isinstance(type_, DateTime):
        guard, stamp = _moment(text, _FREE_STAMP, MOMENTS)
        return guard, sql.cast(_zoned_seconds(text, stamp, zone), "UINTEGER")
    guard, stamp = _moment(text, _FREE_STAMP, MOMENTS64)
    first = sql.string(rf"\.([0-9]{{1,{type_.precision}}})")
    digits = sql.case(
        (sql.op("OR", *_zoned(text)), sql.call("regexp_extract", text, first, 1)),
        otherwise=sql.call("substring", text, 21, type_.precision),
    )
    return guard, _ticks(type_, _zoned_seconds(text, stamp, zone), digits)


def _epoch_cases(type_: DateTime | DateTime64, text: Sql) -> list[Fast]:
    if isinstance(type_, DateTime64):
        return epoch_digits(text, type_.precision)
    last = Sql(str((1 << 32) - 1))
    return [(g, sql.cast(sql.call("least", v, last), "UINTEGER")) for g, v in epoch_digits(text, 0)]


def epoch_digits(text: Sql, digits: int) -> list[Fast]:
    """9 or 10 digits are seconds of the epoch, 13 are milliseconds; as ticks."""
    seconds = sql.try_cast(sql.call("left", text, 10), "BIGINT")
    ticks = sql.op("*", seconds, 10**digits)
    rest = sql.call("rpad", sql.call("right", text, 3), max(digits, 3), sql.string("0"))
    fraction = sql.coalesce(sql.try_cast(sql.call("left", rest, digits), "BIGINT"), 0)
    # The ticks of others do not fit in 64 bits.
    few = [sql.op("<", seconds, _MOST_TICKS // 10**digits)] if digits > _SAFE_DIGITS else []
    return [
        (sql.all_of([_matches(text, "[0-9]{9,10}"), *few]), ticks),
        (sql.all_of([_matches(text, "[0-9]{13}"), *few]), sql.op("+", ticks, fraction)),
    ]


_SAFE_DIGITS, _MOST_TICKS = 8, (1 << 63) - 1


def _moment(text: Sql, pattern: str, between: str) -> Fast:
    stamp = sql.try_cast(sql.call("left", text, 19), "TIMESTAMP")
    return sql.op("AND", _matches(text, pattern), Sql(f"{stamp} BETWEEN {between}")), stamp


def _zoned(text: Sql) -> tuple[Sql, Sql]:
    """Whether a moment ends with Z, and whether with an offset."""
    offset = sql.call("substring", text, -6, 1)
    return sql.call("suffix", text, sql.string("Z")), Sql(f"({offset} IN ('+', '-'))")


def _zoned_seconds(text: Sql, stamp: Sql, zone: str) -> Sql:
    utc, offset = _zoned(text)
    hours, minutes = (
        sql.try_cast(sql.call("substring", text, place, 2), "BIGINT") for place in (-5, -2)
    )
    size = Sql(f"({hours} * 3600 + {minutes} * 60)")
    minus = sql.op("=", sql.call("substring", text, -6, 1), sql.string("-"))
    seconds = epoch_seconds(stamp, "UTC")
    moved = sql.case((minus, sql.op("+", seconds, size)), otherwise=sql.op("-", seconds, size))
    return sql.case((utc, seconds), (offset, moved), otherwise=epoch_seconds(stamp, zone))


def _ticks(type_: DateTime64, seconds: Sql, digits: Sql) -> Sql:
    if not type_.precision:
        return seconds
    ticks = sql.op("*", seconds, 10**type_.precision)
    filled = sql.call("rpad", digits, type_.precision, sql.string("0"))
    return sql.op("+", ticks, sql.coalesce(sql.try_cast(filled, "BIGINT"), 0))


def _fast_enum(type_: Type, text: Sql, zone: str) -> Fast:
    assert isinstance(type_, Enum)
    names = sql.array(*(sql.string(name) for name, _ in type_.values))
    numbers = sql.array(*(sql.integer(number) for _, number in type_.values))
    place = sql.call("list_position", names, text)
    value = sql.cast(sql.item(numbers, place), type_.kernel)
    return sql.is_known(place), value


def _fast_fixed_string(type_: Type, text: Sql, zone: str) -> Fast:
    assert isinstance(type_, FixedString)
    size = sql.call("strlen", text)
    odd = sql.call("regexp_matches", text, sql.string(PATTERN))
    fill = sql.call("repeat", sql.string("\0"), sql.op("-", type_.size, size))
    guard = sql.op("AND", sql.op("<=", size, type_.size), sql.op("NOT", odd))
    return guard, sql.op("||", text, fill)


# How a value must begin, whatever its spelling: text of another kind is no value.
_POSSIBLE: tuple[tuple[type[Type], str], ...] = (
    (Integer, "[+-]?[0-9]+$"),
    (Float, "[+-]?[0-9.iInN]"),
    (Decimal, "[+-]?([0-9.eE]|$)"),
    (Date, "[0-9]"),
    (UUID, "[0-9a-fA-F]{8}"),
    (IPv4, "[0-9]"),
    (IPv6, "[0-9a-fA-F:]*[.:]"),
)


def impossible(type_: Type, text: Sql) -> Sql | None:
    """Whether a text is certainly no value of the type; None if nothing quick can tell."""
    for kind, pattern in _POSSIBLE:
        if isinstance(type_, kind):
            found = sql.call("regexp_matches", text, sql.string(f"^{pattern}"))
            return Sql(f"(NOT {found})")
    return None


_GROUP = "[0-9A-Fa-f]{1,4}"


_SOME = f"({_GROUP}(:{_GROUP})*)?"


def _fast_ipv6(type_: Type, text: Sql, zone: str) -> Fast:
    """Groups of hexadecimal digits, zeros in the place of two colons; or an IPv4 to be mapped."""
    colons = Sql(f"(length({text}) - length(replace({text}, ':', '')))")
    full = _matches(text, f"({_GROUP}:){{7}}{_GROUP}")
    cut = sql.op("AND", _matches(text, f"{_SOME}::{_SOME}"), sql.op("<=", colons, 7))
    left, right = (_digits(sql.call("split_part", text, sql.string("::"), i)) for i in (1, 2))
    both = sql.let(
        sql.array(left, right),
        lambda v: Sql(
            f"('0x' || rpad({v}[1], 32 - CAST(length({v}[2]) AS INTEGER), '0') || {v}[2])"
        ),
    )
    is_ipv4, number = _fast_ipv4(IPv4(), text, zone)
    mapped = Sql(f"({0xFFFF << 32} + CAST({number} AS UHUGEINT))")
    old = sql.op("NOT", sql.call("contains", text, sql.string(":")))
    value = sql.case((old, mapped), otherwise=sql.try_cast(both, "UHUGEINT"))
    return sql.op("OR", sql.op("AND", old, is_ipv4), full, cut), value


def _digits(groups: Sql) -> Sql:
    """The groups with all of their digits, without colons."""
    padded = sql.function(["_g"], Sql("lpad(\"_g\", 4, '0')"))
    listed = sql.call("list_transform", sql.call("string_split", groups, sql.string(":")), padded)
    return sql.case(
        (sql.op("=", groups, sql.string("")), sql.string("")),
        otherwise=sql.call("array_to_string", listed, sql.string("")),
    )


_RULES: tuple[tuple[type[Type], _Rule], ...] = (
    (Integer, _fast_integer),
    (Interval, _fast_integer),
    (Float, _fast_float),
    (Decimal, _fast_decimal),
    (Bool, _fast_bool),
    (UUID, _fast_uuid),
    (IPv4, _fast_ipv4),
    (IPv6, _fast_ipv6),
    (Date, _fast_date),
    (DateTime, _fast_datetime),
    (DateTime64, _fast_datetime64),
    (Enum, _fast_enum),
    (FixedString, _fast_fixed_string),
)


def usual(type_: Type, text: Sql, zone: str, *, free: bool = False) -> list[Fast]:
    """When the text is in a usual spelling, and its value then; none if the kernel has no way.

    `free` is what reads moments with the best effort.
    """
    if free and isinstance(type_, DateTime | DateTime64):
        return [free_moment(type_, text, zone), *_epoch_cases(type_, text)]
    found = _usual(type_, text, zone)
    return [] if found is None else [found]


def _usual(type_: Type, text: Sql, zone: str) -> Fast | None:
    if isinstance(type_, Integer) and type_.wide:
        return _fast_wide_integer(type_, text)
    if isinstance(type_, Decimal) and type_.wide:
        return _fast_wide_decimal(type_, text)
    if isinstance(type_, Float) and type_.bits == 16:
        return None
    for kind, rule in _RULES:
        if isinstance(type_, kind):
            return rule(type_, text, zone)
    return None
