"""Moments from numbers and back: makeDate, fromUnixTimestamp, toUnixTimestamp, Julian days."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import zones
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function
from sparktree.functions.core.text_functions import refusal
from sparktree.functions.dates import clock
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    DATE,
    DATE32,
    INT32,
    INT64,
    INT128,
    UINT32,
    UINT64,
    UUID,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    Interval,
    IPv4,
    String,
    Type,
    make_nullable,
)
from sparktree.types.from_text import Mode, from_text
from sparktree.types.moments import epoch_of, epoch_seconds

_TIME = "toDateTime('2024-05-06 07:08:09')"


def _number(name: str, argument: Argument, what: str, position: int) -> None:
    if not isinstance(argument.type, Integer | Float | Decimal):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"A value of illegal type was provided as {position + 1}th argument '{what}' to"
            f" function '{name}'. Expected: Number, got: {argument.type}",
        )


# --- from parts ---------------------------------------------------------------------------


def _make_type(fields: int, target: Rule) -> Rule:
    def returns(arguments: Arguments) -> Type:
        for position, argument in enumerate(arguments[:fields]):
            _number(arguments.function, argument, "part", position)
        return target(arguments)

    return returns


def _whole(call: Call, position: int) -> Sql:
    value, type_ = call[position], call.inner(position)
    if isinstance(type_, Integer) and type_.wide:
        return number(value, type_, INT64)
    if not isinstance(type_, Integer):
        value = sql.call("trunc", value)
    if type_ == UINT64:
        return sql.case(
            (sql.op(">", value, INT64.maximum), INT64.maximum), otherwise=sql.cast(value, "BIGINT")
        )
    whole = sql.coalesce(sql.try_cast(value, "BIGINT"), -1)
    return sql.case((sql.is_null(value), sql.NULL), otherwise=whole)


def _unless_null(call: Call, value: Sql) -> Sql:
    nulls = sql.any_of(sql.is_null(argument) for argument in call.sqls)
    return sql.case((nulls, sql.NULL), otherwise=value)


def _make_date(name: str, target: Type, first: str, last: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        parts = [_whole(call, i) for i in range(len(call))]
        made = _of_year(*parts) if len(parts) == 2 else _calendar(*parts)
        return _unless_null(call, _within(made, first, last))

    lower.__doc__ = f"The {target} of a year, a month and a day, or of a year and a day of it."
    function(
        name, args=(2, 3), returns=_make_type(3, lambda _: target), any_case=True,
        example=example,
    )(lower)  # fmt: skip


def _calendar(year: Sql, month: Sql, day: Sql) -> Sql:
    """The day; NULL if there is none. One beyond the month's end is one of the next month."""
    known = Sql(f"({year} >= 0 AND {month} BETWEEN 1 AND 12 AND {day} BETWEEN 1 AND 31)")
    first = f"make_date(least({year}, {_LAST_YEAR}), {month}, 1)"
    return sql.case((known, Sql(f"{first} + CAST({day} - 1 AS INTEGER)")))


_LAST_YEAR = 10000  # no type has it


def _of_year(year: Sql, day: Sql) -> Sql:
    known = Sql(f"({year} >= 0 AND {day} BETWEEN 1 AND 365)")
    first = f"make_date(least({year}, {_LAST_YEAR}), 1, 1)"
    return sql.case((known, Sql(f"{first} + CAST({day} - 1 AS INTEGER)")))


def _yyyymmdd(digits: Sql) -> tuple[Sql, Sql, Sql]:
    """The year, the month and the day of a number of eight digits."""
    year, month, day = f"({digits} // 10000)", f"({digits} // 100 % 100)", f"({digits} % 100)"
    return Sql(year), Sql(month), Sql(day)


def _within(day: Sql, first: str, last: str) -> Sql:
    """The day; that of the epoch for what is none, or none of the type."""
    low, high = (f"DATE '{bound}'" for bound in (first, last))
    return sql.let(
        day,
        lambda v: sql.case(
            (Sql(f"{v} BETWEEN {low} AND {high}"), v), otherwise=Sql("DATE '1970-01-01'")
        ),
    )


_make_date("makeDate", DATE, "1970-01-01", "2149-06-06", ("makeDate(2024, 5, 6)", "2024-05-06"))
_make_date(
    "makeDate32", DATE32, "0000-01-01", "9999-12-31", ("makeDate32(1924, 5, 6)", "1924-05-06")
)


def _from_digits(name: str, target: Type, first: str, last: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        digits = _whole(call, 0)
        made = sql.let(digits, lambda v: _within(_calendar(*_yyyymmdd(v)), first, last))
        return sql.case((sql.is_null(digits), sql.NULL), otherwise=made)

    lower.__doc__ = f"The {target} of a number YYYYMMDD."
    function(
        name,
        returns=_make_type(1, lambda _: target),
        any_case=True,
        example=example,
    )(lower)


_from_digits(
    "YYYYMMDDToDate", DATE, "1970-01-01", "2149-06-06", ("YYYYMMDDToDate(20240506)", "2024-05-06")
)
_from_digits(
    "YYYYMMDDToDate32",
    DATE32,
    "0000-01-01",
    "9999-12-31",
    ("YYYYMMDDToDate32(19240506)", "1924-05-06"),
)


def _zone_at(position: int) -> Rule:
    return lambda arguments: DateTime(clock.zone_argument(arguments, position, empty=True))


@function(
    "makeDateTime",
    args=(6, 7),
    returns=_make_type(6, _zone_at(6)),
    any_case=True,
    constant_arguments=(6,),
    example=("makeDateTime(2024, 5, 6, 7, 8, 9)", "2024-05-06 07:08:09"),
)
def make_datetime(call: Call) -> Sql:
    """The DateTime of its six parts; the last argument is the time zone."""
    zone = clock.zone_argument(call.arguments, 6, empty=True)
    return clock.clamp_seconds(_made_seconds(call, zone, Sql("0")))


def _made_seconds(call: Call, zone: str | None, least: Sql) -> Sql:
    year, month, day, hour, minute, second = (_whole(call, i) for i in range(6))
    known = sql.all_of(Sql(f"{part} BETWEEN 0 AND 99") for part in (hour, minute, second))
    seconds = Sql(f"({hour} * 3600 + {minute} * 60 + {second})")
    made = sql.case((known, _calendar(year, month, day)))
    return _unless_null(call, _seconds(made, seconds, zone or call.context.zone, least))


def _seconds(day: Sql, seconds: Sql, zone: str, least: Sql) -> Sql:
    """The seconds of the epoch at a time of a day; the least ones if there is no such day."""
    stamp = Sql(f"(CAST({day} AS TIMESTAMP) + to_seconds({seconds}))")
    return sql.let(
        stamp, lambda v: sql.case((sql.is_null(v), least), otherwise=epoch_seconds(v, zone))
    )


def _bounds64(zone: str) -> tuple[Sql, Sql]:
    """The first and the last second that is made as a DateTime64."""
    return (
        sql.integer(epoch_of(1900, 1, 1, 0, zone)),
        sql.integer(epoch_of(2299, 12, 31, 86399, zone)),
    )


def _datetime64_type(arguments: Sequence[Argument]) -> Type:
    digits = int(str(arguments[7].value)) if len(arguments) > 7 else 3
    return DateTime64(digits, clock.zone_argument(arguments, 8, empty=True))


@function(
    "makeDateTime64",
    args=(6, 9),
    returns=_make_type(7, _datetime64_type),
    any_case=True,
    constant_arguments=(7, 8),
    example=("makeDateTime64(2024, 5, 6, 7, 8, 9, 123)", "2024-05-06 07:08:09.123"),
)
def make_datetime64(call: Call) -> Sql:
    """The DateTime64 of its parts: six, the fraction, the precision and the time zone."""
    target = call.result.inner
    assert isinstance(target, DateTime64)
    zone = clock.zone_argument(call.arguments, 8, empty=True) or call.context.zone
    low, high = _bounds64(zone)
    seconds = _made_seconds(call, zone, low)
    unit = Sql(str(10**target.precision))
    if len(call) < 7:
        return sql.op("*", sql.clamped(seconds, low, high), unit)
    most = Sql(str(10**target.precision - 1))
    fraction = sql.clamped(_whole(call, 6), 0, most)
    return sql.let(
        seconds,
        lambda v: sql.case(
            (sql.op("<=", v, low), sql.op("*", low, unit)),
            (sql.op(">", v, high), Sql(f"{high} * {unit} + {most}")),
            otherwise=Sql(f"{v} * {unit} + {fraction}"),
        ),
    )


@function(
    "YYYYMMDDhhmmssToDateTime",
    args=(1, 2),
    returns=_make_type(1, _zone_at(1)),
    any_case=True,
    constant_arguments=(1,),
    example=("YYYYMMDDhhmmssToDateTime(20240506070809)", "2024-05-06 07:08:09"),
)
def digits_to_datetime(call: Call) -> Sql:
    """The DateTime of a number YYYYMMDDhhmmss."""
    zone = clock.zone_argument(call.arguments, 1, empty=True) or call.context.zone
    return clock.clamp_seconds(_digits_at(call, zone, Sql("0")))


def _digits64_type(arguments: Sequence[Argument]) -> Type:
    digits = int(str(arguments[1].value)) if len(arguments) > 1 else 3
    return DateTime64(digits, clock.zone_argument(arguments, 2, empty=True))


@function(
    "YYYYMMDDhhmmssToDateTime64",
    args=(1, 3),
    returns=_make_type(1, _digits64_type),
    constant_arguments=(1, 2),
    example=("YYYYMMDDhhmmssToDateTime64(20240506070809)", "2024-05-06 07:08:09.000"),
)
def digits_to_datetime64(call: Call) -> Sql:
    """The DateTime64 of a number YYYYMMDDhhmmss."""
    target = call.result.inner
    assert isinstance(target, DateTime64)
    zone = clock.zone_argument(call.arguments, 2, empty=True) or call.context.zone
    low, high = _bounds64(zone)
    unit, type_ = 10**target.precision, call.inner(0)
    fraction = _digits_fraction(call[0], type_, unit)

    def ticks(second: Sql) -> Sql:
        # Beside a bound ClickHouse takes the fraction of a float away.
        beyond = f"{second} < {low} OR {second} > {high}"
        turned = f"CASE WHEN {beyond} THEN -1 ELSE 1 END" if not isinstance(type_, Decimal) else "1"
        return Sql(f"({sql.clamped(second, low, high)} * {unit} + {fraction} * ({turned}))")

    made = sql.let(_digits_at(call, zone, sql.op("-", low, 1)), ticks)
    if not isinstance(type_, Float):
        return made
    wrong = refusal(Code.BAD_ARGUMENTS, f"Argument for function {call.name} must be finite")
    return sql.case((Sql(f"NOT isfinite({call[0]})"), sql.cast(wrong, "BIGINT")), otherwise=made)


def _digits_fraction(value: Sql, type_: Type, unit: int) -> Sql:
    """The ticks that a number has beyond its whole seconds; those beyond Int64 are odd ones."""
    if unit == 1 or (isinstance(type_, Integer) and type_ != UINT64):
        return Sql("0")
    odd = (
        Sql(f"{value} > {INT64.maximum + INT64.maximum // unit}"),
        sql.integer(-(INT64.maximum % unit)),
    )
    rest = Sql(f"CAST(trunc(({value} - trunc({value})) * {unit}) AS BIGINT)")
    return sql.case(odd, otherwise=0 if type_ == UINT64 else rest)


def _digits_at(call: Call, zone: str, least: Sql) -> Sql:
    def seconds(v: Sql) -> Sql:
        day = _calendar(*_yyyymmdd(sql.op("//", v, 1000000)))
        time = f"({v} // 10000 % 100 * 3600 + {v} // 100 % 100 * 60 + {v} % 100)"
        return _seconds(day, Sql(time), zone, least)

    digits = _whole(call, 0)
    return sql.case((sql.is_null(digits), sql.NULL), otherwise=sql.let(digits, seconds))


# --- unix time ----------------------------------------------------------------------------


_NUMBERS_INSIDE = IPv4 | Enum | Interval


def _unix_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, UUID):
        raise Error(
            Code.NOT_IMPLEMENTED, "Conversion from UUID by toUnixTimestamp is not supported"
        )
    if not isinstance(type_, String | FixedString | Integer | Float | Decimal | _NUMBERS_INSIDE):
        clock.moment(arguments.function, type_)
    clock.zone_argument(arguments, 1, empty=True)
    return UINT32


@function(
    "toUnixTimestamp",
    args=(1, 2),
    returns=_unix_type,
    monotonic="increasing",
    constant_arguments=(1,),
    example=(f"toUnixTimestamp({_TIME})", "1714979289"),
)
def to_unix_timestamp(call: Call) -> Sql:
    """Seconds since the epoch."""
    zone = clock.zone_of(call)
    mode = Mode.OR_NULL if call.type(0).nullable else Mode.STRICT
    if isinstance(call.inner(0), FixedString):
        return from_text(UINT32, call[0], mode=mode)
    if isinstance(call.inner(0), String):
        return from_text(DateTime(zone), call[0], mode=mode, zone=zone)
    if isinstance(call.inner(0), _NUMBERS_INSIDE):
        return sql.cast(sql.op("&", sql.cast(call[0], "BIGINT"), UINT32.maximum), "UINTEGER")
    if isinstance(call.inner(0), Integer | Float | Decimal):
        return number(call[0], call.inner(0), UINT32)
    seconds = clock.seconds(call, zone)
    if isinstance(call.inner(0), DateTime64):
        overflow = sql.call("error", sql.string(raising(Code.DECIMAL_OVERFLOW, "Convert overflow")))
        return sql.let(
            seconds,
            lambda v: sql.case(
                (Sql(f"{v} BETWEEN 0 AND {clock.MOST_SECONDS}"), sql.cast(v, "UINTEGER")),
                (sql.is_null(v), sql.NULL),
                otherwise=sql.cast(overflow, "UINTEGER"),
            ),
        )
    return sql.cast(sql.op("&", seconds, clock.MOST_SECONDS), "UINTEGER")


_SCALES = {"Second": 0, "Milli": 3, "Micro": 6, "Nano": 9}


def _unix64_type(arguments: Arguments) -> Type:
    name = arguments.function
    if not isinstance(arguments[0].type, DateTime64):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "A value of illegal type was provided as 1st argument 'value' to function"
            f" '{name}'. Expected: DateTime64, got: {arguments[0].type}",
        )
    return INT64


def _from_unix64_type(digits: int) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        type_ = arguments[0].type
        if not isinstance(type_, Integer | Bool):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"The first argument for function {name} must be integer",
            )
        if isinstance(type_, Integer) and type_.bits > 64:
            raise Error(Code.ILLEGAL_COLUMN, f"Illegal column {type_} of function {name}")
        if len(arguments) > 1 and not isinstance(arguments[1].type, String):
            raise Error(Code.ILLEGAL_COLUMN, f"The time zone of function {name} must be a string")
        return DateTime64(digits, clock.zone_argument(arguments, 1, empty=True))

    return returns


def _declare_unix64(unit: str, digits: int) -> None:
    def to_number(call: Call) -> Sql:
        source = call.inner(0)
        assert isinstance(source, DateTime64)
        if digits >= source.precision:
            return zones.rescale_ticks(call[0], source.precision, digits, "BIGINT")
        return sql.op("//", call[0], 10 ** (source.precision - digits))

    to_number.__doc__ = f"The moment as a count of 10^-{digits} seconds since the epoch."
    fine = "toDateTime64('2024-05-06 07:08:09.123', 3)"
    shown = str(1714979289123 * 10 ** (digits - 3)) if digits >= 3 else "1714979289"
    name = f"toUnixTimestamp64{unit}"
    function(
        name,
        returns=_unix64_type,
        monotonic="increasing",
        example=(f"{name}({fine})", shown),
    )(to_number)

    def from_number(call: Call) -> Sql:
        return number(call[0], call.inner(0), INT64)

    from_number.__doc__ = f"The moment some 10^-{digits} seconds after the epoch."
    back = f"fromUnixTimestamp64{unit}"
    text = "2024-05-06 07:08:09" + (f".123{'0' * (digits - 3)}" if digits else "")
    function(
        back,
        args=(1, 2),
        returns=_from_unix64_type(digits),
        constant_arguments=(1,),
        monotonic="increasing",
        example=(f"{back}({shown})", text),
    )(from_number)


for _unit, _digits in _SCALES.items():
    _declare_unix64(_unit, _digits)


# --- days ---------------------------------------------------------------------------------


def _julian_type(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        if not isinstance(arguments[0].type, String | FixedString):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"The argument of function {name} must be String or FixedString",
            )
        return result

    return returns


@function(
    "toModifiedJulianDay",
    returns=_julian_type(INT32),
    refuses_default=True,
    example=("toModifiedJulianDay('2020-11-01')", "59154"),
)
def to_modified_julian_day(call: Call) -> Sql:
    """The modified Julian day of a date in text."""
    return _julian_day(call[0], strict=True)


@function(
    "toModifiedJulianDayOrNull",
    returns=_julian_type(make_nullable(INT32)),
    example=("toModifiedJulianDayOrNull('2020-11-01')", "59154"),
)
def to_modified_julian_day_or_null(call: Call) -> Sql:
    """As toModifiedJulianDay, but NULL for text that is no date."""
    return _julian_day(call[0], strict=False)


def _julian_day(text: Sql, *, strict: bool) -> Sql:
    def of_text(v: Sql) -> Sql:
        form = Sql(f"regexp_full_match({v}, '[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}')")
        day = sql.case((form, sql.try_cast(v, "DATE")))
        found = sql.cast(sql.op("-", day, Sql("DATE '1858-11-17'")), "INTEGER")
        if not strict:
            return found
        pieces = ("Cannot parse date from '", v, "'")
        bad_date = refusal(Code.CANNOT_PARSE_DATE, *pieces)
        bad_form = refusal(Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED, *pieces)
        refused = sql.case((Sql(f"strlen({v}) = 10"), bad_date), otherwise=bad_form)
        return sql.case((sql.is_null(v), sql.NULL), otherwise=sql.coalesce(found, refused))

    return sql.let(text, of_text)


def _integer_type(result: Type, *, wide: bool = False) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        type_ = arguments[0].type
        if not isinstance(type_, Integer) or (type_.bits > 64 and not wide):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT, f"The argument of function {name} must be integral"
            )
        return result

    return returns


@function(
    "fromModifiedJulianDay",
    returns=_integer_type(String(), wide=True),
    refuses_low_cardinality=True,
    example=("fromModifiedJulianDay(58849)", "2020-01-01"),
)
def from_modified_julian_day(call: Call) -> Sql:
    """The text of the date of a modified Julian day."""
    words = "Value cannot be represented as date because it's out of range"
    far = refusal(Code.CANNOT_FORMAT_DATETIME, words)

    def shown(day: Sql) -> Sql:
        return sql.case((sql.is_null(day), sql.NULL), otherwise=sql.coalesce(_julian(day), far))

    return sql.let(number(call[0], call.inner(0), INT64), shown)


@function(
    "fromModifiedJulianDayOrNull",
    returns=_integer_type(make_nullable(String()), wide=True),
    refuses_low_cardinality=True,
    example=("fromModifiedJulianDayOrNull(58849)", "2020-01-01"),
)
def from_modified_julian_day_or_null(call: Call) -> Sql:
    """As fromModifiedJulianDay, but NULL for a day out of range."""
    return sql.let(number(call[0], call.inner(0), INT64), _julian)


def _julian(day: Sql) -> Sql:
    """The text of a date in the years 0 to 9999; NULL if it is in none of them."""
    date = sql.cast(Sql(f"(DATE '1858-11-17' + CAST({day} AS INTEGER))"), "VARCHAR")
    return sql.case((Sql(f"{day} BETWEEN -678941 AND 2973119"), date))


_FIRST_DAY, _LAST_DAY = Sql("-719528"), Sql("2932896")  # of Date32


def _year_zero(name: str, target: Date, example: tuple[str, str], aliases: tuple[str, ...]) -> None:
    def lower(call: Call) -> Sql:
        days = sql.cast(call[0], "HUGEINT")
        wrapped = number(sql.op("-", days, 719528), INT128, INT32)
        near = sql.clamped(wrapped, _FIRST_DAY, _LAST_DAY)
        day = Sql(f"(DATE '1970-01-01' + {near})")
        wrapped = Sql(f"(DATE '1970-01-01' + CAST(({days} - 719528) & 65535 AS INTEGER))")
        found = day if target == DATE32 else wrapped
        negative = refusal(
            Code.ARGUMENT_OUT_OF_BOUND, f"Expected a non-negative integer for {name}"
        )
        return sql.case((sql.op("<", days, 0), sql.cast(negative, "DATE")), otherwise=found)

    lower.__doc__ = "The date some days after the year 0."
    function(
        name,
        returns=_integer_type(target),
        any_case_aliases=aliases,
        example=example,
    )(lower)


_year_zero(
    "fromDaysSinceYearZero", DATE, ("fromDaysSinceYearZero(739136)", "2023-09-08"), ("FROM_DAYS",)
)
_year_zero("fromDaysSinceYearZero32", DATE32, ("fromDaysSinceYearZero32(739136)", "2023-09-08"), ())
