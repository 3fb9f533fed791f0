"""Moments from numbers and back: makeDate, fromUnixTimestamp, toUnixTimestamp, Julian days."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from sparktree.errors import Code, Error
from sparktree.functions import clock, zones
from sparktree.functions.declare import Argument, Call, function
from sparktree.functions.rows import row_function
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    DATE,
    DATE32,
    INT32,
    INT64,
    UINT32,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    FixedString,
    Float,
    Integer,
    String,
    Type,
    make_nullable,
)
from sparktree.types.from_text import from_text
from sparktree.types.moments import epoch_of

_TIME = "toDateTime('2024-05-06 07:08:09')"


def _number(name: str, argument: Argument, what: str, position: int) -> None:
    if not isinstance(argument.type, Integer | Float | Decimal):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"A value of illegal type was provided as {position + 1}th argument '{what}' to"
            f" function '{name}'. Expected: Number, got: {argument.type}",
        )


# --- from parts ---------------------------------------------------------------------------


def _make_type(
    name: str, fields: int, target: Callable[[Sequence[Argument]], Type]
) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        for position, argument in enumerate(arguments[:fields]):
            _number(name, argument, "part", position)
        return target(arguments)

    return returns


def _whole(call: Call, position: int) -> Sql:
    value = call[position]
    if not isinstance(call.inner(position), Integer):
        value = sql.call("trunc", value)
    whole = sql.coalesce(sql.try_cast(value, "BIGINT"), "-1")
    return sql.case((sql.is_null(value), sql.NULL), otherwise=whole)


def _unless_null(call: Call, value: Sql) -> Sql:
    nulls = sql.any_of(sql.is_null(argument) for argument in call.sqls)
    return sql.case((nulls, sql.NULL), otherwise=value)


def _make_date(name: str, target: Type, first: str, last: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        parts = sql.array(*(_whole(call, i) for i in range(len(call))))
        bounds = (sql.string(first), sql.string(last))
        made = sql.call("st_make_date", sql.cast(parts, "BIGINT[]"), *bounds)
        return _unless_null(call, made)

    lower.__doc__ = f"The {target} of a year, a month and a day, or of a year and a day of it."
    function(
        name, args=(2, 3), returns=_make_type(name, 3, lambda _: target), any_case=True,
        family="dates", example=example,
    )(lower)  # fmt: skip


@row_function("st_make_date", ("BIGINT[]", "VARCHAR", "VARCHAR"), "DATE")
def _made_date(parts: list[int], first: bytes, last: bytes) -> date:
    low, high = date.fromisoformat(first.decode()), date.fromisoformat(last.decode())
    made = _checked_date(parts, low.year, high.year)
    return made if made is not None and low <= made <= high else low


def _checked_date(parts: list[int], first_year: int, last_year: int) -> date | None:
    if len(parts) == 1:
        return _yyyymmdd(parts[0], first_year, last_year)
    if not first_year <= parts[0] <= last_year:
        return None
    if len(parts) == 2:
        year, day = parts
        return date(year, 1, 1) + timedelta(days=day - 1) if 1 <= day <= 365 else None
    return _calendar(*parts)


def _calendar(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _yyyymmdd(number: int, first_year: int, last_year: int) -> date | None:
    year, rest = divmod(number, 10000)
    if not first_year <= year <= last_year:
        return None
    month, day = divmod(rest, 100)
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    return date(year, month, 1) + timedelta(days=day - 1)


_make_date("makeDate", DATE, "1970-01-01", "2149-06-06", ("makeDate(2024, 5, 6)", "2024-05-06"))
_make_date(
    "makeDate32", DATE32, "1900-01-01", "2299-12-31", ("makeDate32(1924, 5, 6)", "1924-05-06")
)


def _from_digits(name: str, target: Type, first: str, last: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        bounds = (sql.string(first), sql.string(last))
        return sql.call("st_make_date", sql.array(_whole(call, 0)), *bounds)

    lower.__doc__ = f"The {target} of a number YYYYMMDD."
    function(
        name,
        returns=_make_type(name, 1, lambda _: target),
        any_case=True,
        family="dates",
        example=example,
    )(lower)


_from_digits(
    "YYYYMMDDToDate", DATE, "1970-01-01", "2149-06-06", ("YYYYMMDDToDate(20240506)", "2024-05-06")
)
_from_digits(
    "YYYYMMDDToDate32",
    DATE32,
    "1900-01-01",
    "2299-12-31",
    ("YYYYMMDDToDate32(19240506)", "1924-05-06"),
)


def _zone_at(position: int) -> Callable[[Sequence[Argument]], Type]:
    return lambda arguments: DateTime(clock.zone_argument(arguments, position, empty=True))


@function(
    "makeDateTime",
    args=(6, 7),
    returns=_make_type("makeDateTime", 6, _zone_at(6)),
    any_case=True,
    constant_arguments=(6,),
    family="dates",
    example=("makeDateTime(2024, 5, 6, 7, 8, 9)", "2024-05-06 07:08:09"),
)
def make_datetime(call: Call) -> Sql:
    """The DateTime of its six parts; the last argument is the time zone."""
    return clock.clamp_seconds(
        _made_seconds(call, "1970", "2106", clock.zone_argument(call.arguments, 6, empty=True))
    )


def _made_seconds(call: Call, first: str, last: str, zone: str | None) -> Sql:
    parts = sql.cast(sql.array(*(_whole(call, i) for i in range(6))), "BIGINT[]")
    where = sql.string(zone or call.context.zone)
    return _unless_null(call, sql.call("st_make_seconds", parts, first, last, where))


@row_function("st_make_seconds", ("BIGINT[]", "INTEGER", "INTEGER", "VARCHAR"), "BIGINT")
def _made_at(parts: list[int], first_year: int, last_year: int, zone: bytes) -> int:
    year, month, day, hour, minute, second = parts
    made = _calendar(year, month, day) if first_year <= year <= last_year else None
    if made is None or min(hour, minute, second) < 0:
        return 0 if first_year == 1970 else epoch_of(first_year, 1, 1, 0, zone.decode())
    seconds = hour * 3600 + minute * 60 + second
    return epoch_of(made.year, made.month, made.day, seconds, zone.decode())


def _datetime64_type(arguments: Sequence[Argument]) -> Type:
    digits = int(str(arguments[7].value)) if len(arguments) > 7 else 3
    return DateTime64(digits, clock.zone_argument(arguments, 8, empty=True))


@function(
    "makeDateTime64",
    args=(6, 9),
    returns=_make_type("makeDateTime64", 7, _datetime64_type),
    any_case=True,
    constant_arguments=(7, 8),
    family="dates",
    example=("makeDateTime64(2024, 5, 6, 7, 8, 9, 123)", "2024-05-06 07:08:09.123"),
)
def make_datetime64(call: Call) -> Sql:
    """The DateTime64 of its parts: six, the fraction, the precision and the time zone."""
    target = call.result.inner
    assert isinstance(target, DateTime64)
    seconds = _made_seconds(
        call, "1900", "2299", clock.zone_argument(call.arguments, 8, empty=True)
    )
    ticks = sql.op("*", seconds, str(10**target.precision))
    if len(call) < 7:
        return ticks
    most = 10**target.precision - 1
    return sql.op("+", ticks, clock.bounded(_whole(call, 6), Sql("0"), Sql(str(most))))


@function(
    "YYYYMMDDhhmmssToDateTime",
    args=(1, 2),
    returns=_make_type("YYYYMMDDhhmmssToDateTime", 1, _zone_at(1)),
    any_case=True,
    constant_arguments=(1,),
    family="dates",
    example=("YYYYMMDDhhmmssToDateTime(20240506070809)", "2024-05-06 07:08:09"),
)
def digits_to_datetime(call: Call) -> Sql:
    """The DateTime of a number YYYYMMDDhhmmss."""
    zone = sql.string(clock.zone_argument(call.arguments, 1, empty=True) or call.context.zone)
    return clock.clamp_seconds(sql.call("st_digits_seconds", _whole(call, 0), "1970", "2106", zone))


def _digits64_type(arguments: Sequence[Argument]) -> Type:
    digits = int(str(arguments[1].value)) if len(arguments) > 1 else 3
    return DateTime64(digits, clock.zone_argument(arguments, 2, empty=True))


@function(
    "YYYYMMDDhhmmssToDateTime64",
    args=(1, 3),
    returns=_make_type("YYYYMMDDhhmmssToDateTime64", 1, _digits64_type),
    constant_arguments=(1, 2),
    family="dates",
    example=("YYYYMMDDhhmmssToDateTime64(20240506070809)", "2024-05-06 07:08:09.000"),
)
def digits_to_datetime64(call: Call) -> Sql:
    """The DateTime64 of a number YYYYMMDDhhmmss."""
    target = call.result.inner
    assert isinstance(target, DateTime64)
    zone = sql.string(clock.zone_argument(call.arguments, 2, empty=True) or call.context.zone)
    seconds = sql.call("st_digits_seconds", _whole(call, 0), "1900", "2299", zone)
    return sql.op("*", seconds, str(10**target.precision))


@row_function("st_digits_seconds", ("BIGINT", "INTEGER", "INTEGER", "VARCHAR"), "BIGINT")
def _digits_at(number: int, first_year: int, last_year: int, zone: bytes) -> int:
    days, time = divmod(number, 1_000_000)
    made = _yyyymmdd(days, first_year, last_year)
    if made is None:
        return 0 if first_year == 1970 else epoch_of(first_year, 1, 1, 0, zone.decode())
    seconds = time // 10000 * 3600 + time // 100 % 100 * 60 + time % 100
    return epoch_of(made.year, made.month, made.day, seconds, zone.decode())


# --- unix time ----------------------------------------------------------------------------


def _unix_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if not isinstance(type_, String):
        clock.moment("toUnixTimestamp", type_)
    clock.zone_argument(arguments, 1, empty=True)
    return UINT32


@function(
    "toUnixTimestamp",
    args=(1, 2),
    returns=_unix_type,
    family="dates",
    monotonic="increasing",
    constant_arguments=(1,),
    example=(f"toUnixTimestamp({_TIME})", "1714979289"),
)
def to_unix_timestamp(call: Call) -> Sql:
    """Seconds since the epoch."""
    zone = clock.zone_of(call)
    if isinstance(call.inner(0), String):
        return from_text(DateTime(zone), call[0], zone=zone)
    seconds = clock.seconds(call, zone)
    if isinstance(call.inner(0), DateTime64):
        overflow = sql.call("error", sql.string(raising(Code.DECIMAL_OVERFLOW, "Convert overflow")))
        return sql.let(
            seconds,
            lambda v: sql.case(
                (f"{v} BETWEEN 0 AND {clock.MOST_SECONDS}", sql.cast(v, "UINTEGER")),
                (sql.is_null(v), sql.NULL),
                otherwise=sql.cast(overflow, "UINTEGER"),
            ),
        )
    return sql.cast(sql.op("&", seconds, str(clock.MOST_SECONDS)), "UINTEGER")


_SCALES = {"Second": 0, "Milli": 3, "Micro": 6, "Nano": 9}


def _unix64_type(name: str) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not isinstance(arguments[0].type, DateTime64):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                "A value of illegal type was provided as 1st argument 'value' to function"
                f" '{name}'. Expected: DateTime64, got: {arguments[0].type}",
            )
        return INT64

    return returns


def _from_unix64_type(name: str, digits: int) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not isinstance(arguments[0].type, Integer):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"The first argument for function {name} must be integer",
            )
        return DateTime64(digits, clock.zone_argument(arguments, 1, empty=True))

    return returns


def _declare_unix64(unit: str, digits: int) -> None:
    def to_number(call: Call) -> Sql:
        source = call.inner(0)
        assert isinstance(source, DateTime64)
        if digits >= source.precision:
            return zones.rescale_ticks(call[0], source.precision, digits, "BIGINT")
        return sql.op("//", call[0], str(10 ** (source.precision - digits)))

    to_number.__doc__ = f"The moment as a count of 10^-{digits} seconds since the epoch."
    fine = "toDateTime64('2024-05-06 07:08:09.123', 3)"
    shown = str(1714979289123 * 10 ** (digits - 3)) if digits >= 3 else "1714979289"
    name = f"toUnixTimestamp64{unit}"
    function(
        name,
        returns=_unix64_type(name),
        family="dates",
        monotonic="increasing",
        example=(f"{name}({fine})", shown),
    )(to_number)

    def from_number(call: Call) -> Sql:
        return sql.cast(call[0], "BIGINT")

    from_number.__doc__ = f"The moment some 10^-{digits} seconds after the epoch."
    back = f"fromUnixTimestamp64{unit}"
    text = "2024-05-06 07:08:09" + (f".123{'0' * (digits - 3)}" if digits else "")
    function(
        back,
        args=(1, 2),
        returns=_from_unix64_type(back, digits),
        constant_arguments=(1,),
        family="dates",
        monotonic="increasing",
        example=(f"{back}({shown})", text),
    )(from_number)


for _unit, _digits in _SCALES.items():
    _declare_unix64(_unit, _digits)


# --- days ---------------------------------------------------------------------------------


def _julian_type(name: str, result: Type) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not isinstance(arguments[0].type, String | FixedString):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"The argument of function {name} must be String or FixedString",
            )
        return result

    return returns


@function(
    "toModifiedJulianDay",
    returns=_julian_type("toModifiedJulianDay", INT32),
    family="dates",
    example=("toModifiedJulianDay('2020-11-01')", "59154"),
)
def to_modified_julian_day(call: Call) -> Sql:
    """The modified Julian day of a date in text."""
    return sql.call("st_julian_day", call[0], "true")


@function(
    "toModifiedJulianDayOrNull",
    returns=_julian_type("toModifiedJulianDayOrNull", make_nullable(INT32)),
    family="dates",
    example=("toModifiedJulianDayOrNull('2020-11-01')", "59154"),
)
def to_modified_julian_day_or_null(call: Call) -> Sql:
    """As toModifiedJulianDay, but NULL for text that is no date."""
    return sql.call("st_julian_day", call[0], "false")


@row_function("st_julian_day", ("VARCHAR", "BOOLEAN"), "INTEGER")
def _julian_day(text: bytes, strict: bool) -> int | None:
    try:
        day = date.fromisoformat(text.decode()) if len(text) == 10 else None
    except ValueError:
        day = None
    if day is None:
        if strict:
            raise Error(
                Code.CANNOT_PARSE_DATE
                if len(text) == 10
                else Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
                f"Cannot parse date from '{text.decode(errors='replace')}'",
            )
        return None
    return day.toordinal() - 678576


def _integer_type(name: str, result: Type) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not isinstance(arguments[0].type, Integer):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT, f"The argument of function {name} must be integral"
            )
        return result

    return returns


@function(
    "fromModifiedJulianDay",
    returns=_integer_type("fromModifiedJulianDay", String()),
    family="dates",
    example=("fromModifiedJulianDay(58849)", "2020-01-01"),
)
def from_modified_julian_day(call: Call) -> Sql:
    """The text of the date of a modified Julian day."""
    return sql.cast(_julian(call), "VARCHAR")


@function(
    "fromModifiedJulianDayOrNull",
    returns=_integer_type("fromModifiedJulianDayOrNull", make_nullable(String())),
    family="dates",
    example=("fromModifiedJulianDayOrNull(58849)", "2020-01-01"),
)
def from_modified_julian_day_or_null(call: Call) -> Sql:
    """As fromModifiedJulianDay, but NULL for a day out of range."""
    fits = Sql(f"({call[0]} BETWEEN -678941 AND 2973119)")
    return sql.case((fits, sql.cast(_julian(call), "VARCHAR")))


def _julian(call: Call) -> Sql:
    return Sql(f"(DATE '1858-11-17' + CAST({call[0]} AS INTEGER))")


def _year_zero(name: str, target: Date, example: tuple[str, str], aliases: tuple[str, ...]) -> None:
    def lower(call: Call) -> Sql:
        day = Sql(f"(DATE '1970-01-01' + CAST({call[0]} - 719528 AS INTEGER))")
        return day if target == DATE32 else clock.clamp_day(day)

    lower.__doc__ = "The date some days after the year 0."
    function(
        name,
        returns=_integer_type(name, target),
        any_case_aliases=aliases,
        family="dates",
        example=example,
    )(lower)


_year_zero(
    "fromDaysSinceYearZero", DATE, ("fromDaysSinceYearZero(739136)", "2023-09-08"), ("FROM_DAYS",)
)
_year_zero("fromDaysSinceYearZero32", DATE32, ("fromDaysSinceYearZero32(739136)", "2023-09-08"), ())
