"""Moments moved and compared: addDays and its family, dateDiff, age, changeYear and its family."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import lists, zones
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function, illegal_type
from sparktree.functions.dates import clock, clock_sums, intervals
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    UINT64,
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Float,
    Integer,
    Interval,
    String,
    Type,
)
from sparktree.types.from_text import from_text
from sparktree.types.times import own_zone

_UNITS = (
    "Year",
    "Quarter",
    "Month",
    "Week",
    "Day",
    "Hour",
    "Minute",
    "Second",
    "Millisecond",
    "Microsecond",
    "Nanosecond",
)
_DAY, _TIME = "toDate('2024-05-06')", "toDateTime('2024-05-06 07:08:09')"


def _moved_type(name: str, type_: Type, unit: str) -> Type:
    if isinstance(type_, clock_sums.CLOCKS):
        return clock_sums.shifted_type(type_, unit)
    if isinstance(type_, String):
        return DateTime64(max(3, intervals.FRACTIONS.get(unit, 0)))
    clock.moment(name, type_)
    if isinstance(type_, Date) and unit in intervals.FRACTIONS:
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, f"{name} cannot be used with {type_}")
    if isinstance(type_, Date32) and unit in ("Second", "Minute", "Hour"):
        return DateTime64(3)
    return intervals.shifted_type(type_, unit)


def is_shift(type_: Type) -> bool:
    """Whether a moment can be moved by values of the type."""
    return isinstance(type_, Float | Bool) or (isinstance(type_, Integer) and type_.bits <= 64)


def _shift_type(unit: str) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        if not is_shift(arguments[1].type):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Invalid type {arguments[1].type} of 2nd argument of function {name}."
                " Should be a number",
            )
        if len(arguments) < 3:
            return _moved_type(name, arguments[0].type, unit)
        type_ = clock.moment(name, arguments[0].type, days=False)
        zone = clock.zone_argument(arguments, 2)
        exact = isinstance(type_, DateTime64)
        shown = DateTime64(zones.precision(type_), zone) if exact else DateTime(zone)
        return _moved_type(name, shown, unit)

    return returns


def move(call: Call, unit: str, amount: Sql) -> Sql:
    """The first argument some units later, in the call's result type."""
    value, type_ = call[0], call.inner(0)
    target = call.result.inner
    if isinstance(type_, clock_sums.CLOCKS):
        return clock_sums.shift(value, type_, amount, unit)
    zone = own_zone(target) or own_zone(type_) or call.context.zone
    if isinstance(type_, String):
        type_ = DateTime64(3)
        value = from_text(type_, value, zone=zone)
    if isinstance(type_, Date32) and isinstance(target, DateTime64):
        value = sql.op("*", zones.start_of_day(value, zone), 1000)
        type_ = target
    return intervals.shift(value, type_, amount, unit, zone)


def _whole(call: Call, position: int) -> Sql:
    value = call[position]
    if call.inner(position) == UINT64:
        message = "Numeric overflow: the number of units does not fit in Int64"
        failed = lists.failing(Code.DECIMAL_OVERFLOW, message, "BIGINT")
        return sql.case(
            (sql.op(">", value, INT64.maximum), failed), otherwise=sql.cast(value, "BIGINT")
        )
    if isinstance(call.inner(position), Float):
        value = sql.call("trunc", value)
    return sql.cast(value, "BIGINT")


def _declare_shift(prefix: str, unit: str) -> None:
    name = f"{prefix}{unit}s"
    sign = 1 if prefix == "add" else -1

    def lower(call: Call) -> Sql:
        amount = _whole(call, 1)
        # The least number has no opposite: it wraps, as all of them do in the end.
        negative = Sql(f"(CASE WHEN {amount} = {INT64.minimum} THEN {amount} ELSE -{amount} END)")
        return move(call, unit, amount if sign > 0 else negative)

    word = "later" if sign > 0 else "earlier"
    lower.__doc__ = f"The moment some {unit.lower()}s {word}."
    shown = _TIME if unit in ("Hour", "Minute", "Second", *intervals.FRACTIONS) else _DAY
    function(
        name, args=(2, 3), returns=_shift_type(unit),
        constant_arguments=(2,),
        example=(f"{name}({shown}, 1)", _EXAMPLES[name]),
    )(lower)  # fmt: skip


_EXAMPLES = {
    "addYears": "2025-05-06",
    "addQuarters": "2024-08-06",
    "addMonths": "2024-06-06",
    "addWeeks": "2024-05-13",
    "addDays": "2024-05-07",
    "addHours": "2024-05-06 08:08:09",
    "addMinutes": "2024-05-06 07:09:09",
    "addSeconds": "2024-05-06 07:08:10",
    "addMilliseconds": "2024-05-06 07:08:09.001",
    "addMicroseconds": "2024-05-06 07:08:09.000001",
    "addNanoseconds": "2024-05-06 07:08:09.000000001",
    "subtractYears": "2023-05-06",
    "subtractQuarters": "2024-02-06",
    "subtractMonths": "2024-04-06",
    "subtractWeeks": "2024-04-29",
    "subtractDays": "2024-05-05",
    "subtractHours": "2024-05-06 06:08:09",
    "subtractMinutes": "2024-05-06 07:07:09",
    "subtractSeconds": "2024-05-06 07:08:08",
    "subtractMilliseconds": "2024-05-06 07:08:08.999",
    "subtractMicroseconds": "2024-05-06 07:08:08.999999",
    "subtractNanoseconds": "2024-05-06 07:08:08.999999999",
}
for _unit in _UNITS:
    _declare_shift("add", _unit)
    _declare_shift("subtract", _unit)


def _interval_type(arguments: Arguments) -> Type:
    name = arguments.function
    interval = arguments[1].type
    if not isinstance(interval, Interval):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {interval} of the second argument of function {name}."
            " Should be an interval",
        )
    return _moved_type(name, arguments[0].type, interval.unit)


def _by_interval(name: str, sign: int, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        interval = call.inner(1)
        assert isinstance(interval, Interval)
        return move(call, interval.unit, call[1] if sign > 0 else sql.op("-", call[1]))

    lower.__doc__ = doc
    function(
        name,
        args=2,
        returns=_interval_type,
        any_case=name.endswith("Date"),
        example=example,
    )(lower)


_by_interval(
    "addDate",
    1,
    "The moment an interval later.",
    (f"addDate({_DAY}, INTERVAL 3 DAY)", "2024-05-09"),
)
_by_interval(
    "subDate",
    -1,
    "The moment an interval earlier.",
    (f"subDate({_DAY}, INTERVAL 3 DAY)", "2024-05-03"),
)


# --- differences --------------------------------------------------------------------------

_NAMES = {
    **{unit.lower(): unit for unit in _UNITS},
    **{unit.lower() + "s": unit for unit in _UNITS},
    "yy": "Year", "yyyy": "Year", "qq": "Quarter", "q": "Quarter", "mm": "Month", "m": "Month",
    "wk": "Week", "ww": "Week", "dd": "Day", "d": "Day", "hh": "Hour", "h": "Hour",
    "mi": "Minute", "n": "Minute", "ss": "Second", "s": "Second", "ms": "Millisecond",
    "us": "Microsecond", "u": "Microsecond", "ns": "Nanosecond",
}  # fmt: skip


def _unit_of(arguments: Sequence[Argument], name: str) -> str:
    if not isinstance(arguments[0].type.inner, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"First argument for function {name} (unit) must be String",
        )
    unit = str(arguments[0].value)
    if unit.lower() not in _NAMES:
        raise Error(Code.BAD_ARGUMENTS, f"Function {name} does not support '{unit}' unit")
    return _NAMES[unit.lower()]


def _difference_type(arguments: Arguments) -> Type:
    name = arguments.function
    _unit_of(arguments, name)
    for argument in arguments[1:3]:
        clock.moment(name, argument.type)
    clock.zone_argument(arguments, 3)
    return INT64


def _as_moment(call: Call, position: int) -> Call:
    """The call with only one argument, of a moment's type."""
    only = (Argument(call.inner(position)),)
    return Call(call.name, only, call.result, call.context, (call[position],), call.conditions)


def _ticks(call: Call, zone: str, digits: int) -> Sql:
    type_ = call.inner(0)
    if isinstance(type_, DateTime64):
        return zones.rescale_ticks(call[0], type_.precision, digits, "BIGINT")
    return sql.op("*", clock.seconds(call, zone), 10**digits)


def _fine(call: Call, zone: str) -> Sql:
    """The wall clock with its fraction, as far as the kernel has it."""
    type_ = call.inner(0)
    if not isinstance(type_, DateTime64) or not type_.precision:
        return clock.wall(call, zone)
    part = clock.floor_mod(call[0], Sql(str(10**type_.precision)))
    micros = zones.rescale_ticks(part, type_.precision, 6, "BIGINT")
    return sql.op("+", clock.wall(call, zone), sql.call("to_microseconds", micros))


def _crossed(start: Call, end: Call, zones_: tuple[str, str], unit: str) -> Sql:
    if unit in intervals.FRACTIONS:
        digits = intervals.FRACTIONS[unit]
        return sql.op("-", _ticks(end, zones_[1], digits), _ticks(start, zones_[0], digits))
    sides = [(end, zones_[1]), (start, zones_[0])]
    if unit in ("Hour", "Minute", "Second"):
        return sql.op("-", *(_number_of(c, z, unit) for c, z in sides))
    if unit == "Week":
        weeks = (sql.op("+", clock.day_number(clock.day(c, z)), 3) for c, z in sides)
        return sql.op("-", *(clock.floor_div(week, Sql("7")) for week in weeks))
    days = [clock.day(c, z) for c, z in reversed(sides)]
    return sql.call("date_diff", sql.string(unit.lower()), *days)


def _number_of(call: Call, zone: str, unit: str) -> Sql:
    """The number of the hour, minute or second; hours are counted by the local clock of 1970."""
    seconds = clock.seconds(call, zone)
    if unit == "Second":
        return seconds
    if unit == "Hour":
        seconds = sql.op("-", seconds, sql.integer(zones.epoch_offset(zone)))
    return clock.floor_div(seconds, Sql(str(intervals.SECONDS[unit])))


def _declare_difference(
    name: str,
    doc: str,
    example: tuple[str, str],
    *,
    complete: bool,
    exact_aliases: tuple[str, ...] = (),
) -> None:
    def lower(call: Call) -> Sql:
        unit = _unit_of(call.arguments, name)
        start, end = _as_moment(call, 1), _as_moment(call, 2)
        given = clock.zone_argument(call.arguments, 3)
        zone = tuple(given or own_zone(c.inner(0)) or call.context.zone for c in (start, end))
        pair = (zone[0], zone[1])
        if not complete:
            return sql.cast(_crossed(start, end, pair, unit), "BIGINT")
        return sql.cast(_complete(start, end, pair, unit), "BIGINT")

    lower.__doc__ = doc
    function(
        name, args=(3, 4), returns=_difference_type, any_case=True,
        constant_arguments=(0, 3), example=example, exact_aliases=exact_aliases,
    )(lower)  # fmt: skip


def _complete(start: Call, end: Call, zones_: tuple[str, str], unit: str) -> Sql:
    if unit in intervals.MONTHS:
        months = _whole_months(_fine(start, zones_[0]), _fine(end, zones_[1]))
        return sql.op("//", months, intervals.MONTHS[unit])
    if unit == "Week":
        return _whole_weeks(_fine(start, zones_[0]), _fine(end, zones_[1]))
    if unit == "Day" and not all(zones.is_utc(z) for z in zones_):
        first, last = _fine(start, zones_[0]), _fine(end, zones_[1])
        return sql.call("date_sub", sql.string("day"), first, last)
    digits = max(zones.precision(c.inner(0)) for c in (start, end))
    digits = max(digits, intervals.FRACTIONS.get(unit, 0))
    between = sql.op("-", _ticks(end, zones_[1], digits), _ticks(start, zones_[0], digits))
    if unit in intervals.FRACTIONS:
        return sql.op("//", between, 10 ** (digits - intervals.FRACTIONS[unit]))
    if unit == "Hour":
        apart = zones.epoch_offset(zones_[0]) - zones.epoch_offset(zones_[1])
        between = sql.op("+", between, sql.integer(apart * 10**digits))
    return sql.op("//", between, intervals.SECONDS[unit] * 10**digits)


def _since(unit: str, stamp: Sql) -> Sql:
    """Microseconds since the beginning of the month or the day."""
    return Sql(f"(epoch_us({stamp}) - epoch_us(date_trunc('{unit}', {stamp})))")


def _whole_weeks(start: Sql, end: Sql) -> Sql:
    """As ClickHouse counts: borders of weeks, and one less if the start is later in its week.

    Minutes are compared on any days of the week, if only the hours are the same.
    """

    def count(x: Sql, y: Sql) -> Sql:
        weeks = (Sql(f"epoch_us(date_trunc('week', {stamp}))") for stamp in (y, x))
        borders = Sql(f"({sql.op('-', *weeks)} // 604800000000)")
        earlier, later = sql.call("least", x, y), sql.call("greatest", x, y)
        beyond = Sql(
            f"(isodow({x}) > isodow({y})"
            f" OR (isodow({x}) = isodow({y}) AND hour({earlier}) > hour({later}))"
            f" OR (hour({earlier}) = hour({later})"
            f" AND {_since('day', earlier)} > {_since('day', later)}))"
        )
        step = sql.case((sql.op("<=", x, y), -1), otherwise=1)
        return sql.op("+", borders, sql.case((beyond, step), otherwise=0))

    return sql.let(start, lambda x: sql.let(end, lambda y: count(x, y)))


def _whole_months(start: Sql, end: Sql) -> Sql:
    def until(a: Sql, b: Sql) -> Sql:
        months = f"(year({b}) - year({a})) * 12 + month({b}) - month({a})"
        return Sql(f"({months} - CAST({_since('month', a)} > {_since('month', b)} AS BIGINT))")

    def count(a: Sql, b: Sql) -> Sql:
        return sql.case((sql.op("<=", a, b), until(a, b)), otherwise=Sql(f"-{until(b, a)}"))

    return sql.let(start, lambda a: sql.let(end, lambda b: count(a, b)))


def _timestamp(fields: Sequence[str]) -> Sql:
    """The moment of its parts; a day beyond the month's end is one of the next month."""
    year, month, day, hour, minute, second = fields
    known = Sql(f"({year} BETWEEN 0 AND 9999 AND {month} BETWEEN 1 AND 12)")
    clock_ = f"({hour}) * 3600 + ({minute}) * 60 + ({second})"
    first = f"CAST(make_date({year}, {month}, 1) AS TIMESTAMP)"
    made = Sql(f"({first} + to_days(CAST({day} - 1 AS INTEGER)) + to_seconds({clock_}))")
    return sql.case((known, made))


_declare_difference(
    "dateDiff",
    "How many borders of a unit lie between two moments.",
    ("dateDiff('day', toDate('2024-05-06'), toDate('2024-06-06'))", "31"),
    complete=False,
    exact_aliases=("DATE_DIFF", "date_diff", "timestampDiff", "TIMESTAMP_DIFF", "timestamp_diff"),
)
_declare_difference(
    "age",
    "How many whole units lie between two moments.",
    ("age('month', toDate('2024-05-06'), toDate('2024-07-01'))", "1"),
    complete=True,
)


def _seconds_type(arguments: Arguments) -> Type:
    for argument in arguments:
        clock.moment(arguments.function, argument.type)
    return INT64


@function(
    "timeDiff",
    any_case=True,
    args=2,
    returns=_seconds_type,
    example=("timeDiff(toDateTime(0), toDateTime(90))", "90"),
)
def time_difference(call: Call) -> Sql:
    """How many seconds lie between two moments."""
    start, end = _as_moment(call, 0), _as_moment(call, 1)
    zone = own_zone(start.inner(0)) or call.context.zone
    return sql.cast(_crossed(start, end, (zone, zone), "Second"), "BIGINT")


# --- one part changed ---------------------------------------------------------------------


def _changed_type(unit: str) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        type_ = clock.moment(name, arguments[0].type)
        if isinstance(arguments[1].type, Float) or not is_shift(arguments[1].type):
            raise illegal_type(name, arguments[1].type)
        if unit in ("Hour", "Minute", "Second") and isinstance(type_, Date):
            return DateTime64(3) if isinstance(type_, Date32) else DateTime()
        return type_

    return returns


_LIMITS = {"Month": (1, 12), "Day": (1, 31), "Hour": (0, 23), "Minute": (0, 59), "Second": (0, 59)}
_PARTS = ("Year", "Month", "Day", "Hour", "Minute", "Second")


def _amount(call: Call) -> Sql:
    """The wanted part as a whole number."""
    if isinstance(call.inner(1), Integer):
        return call[1]
    return sql.cast(sql.call("trunc", sql.cast(call[1], "DOUBLE")), "BIGINT")


def _declare_change(unit: str, example: tuple[str, str]) -> None:
    name = f"change{unit}"

    def lower(call: Call) -> Sql:
        type_, target = call.inner(0), call.result.inner
        zone = own_zone(type_) or call.context.zone
        wanted = Sql(f"CAST(greatest(least({_amount(call)}, 9999), -1) AS BIGINT)")
        fields = [
            wanted if part == unit else f"{part.lower()}({clock.wall(call, zone)})"
            for part in _PARTS
        ]
        low, high = _LIMITS.get(unit, (0, 9999))
        if unit == "Year" and not isinstance(target, Date32 | DateTime64):
            low = 1  # the kernel has no year 0, and the type begins long after it
        changed = _timestamp(fields)
        fits = sql.op("AND", sql.op(">=", wanted, low), sql.op("<=", wanted, high))
        moved = _from_wall(call, changed, target, zone)
        null = sql.is_null(call[1])
        return sql.case((null, sql.NULL), (fits, moved), otherwise=_least(target))

    lower.__doc__ = f"The moment with another {unit.lower()}."
    function(name, args=2, returns=_changed_type(unit), example=example)(lower)


def _from_wall(call: Call, wall: Sql, target: Type, zone: str) -> Sql:
    if isinstance(target, Date):
        day = sql.cast(wall, "DATE")
        return day if isinstance(target, Date32) else clock.clamp_day(day)
    seconds = zones.epoch(wall, zone)
    if not isinstance(target, DateTime64):
        return clock.clamp_seconds(seconds)
    ticks = sql.op("*", seconds, 10**target.precision)
    source = call.inner(0)
    if not isinstance(source, DateTime64):
        return ticks
    return sql.op("+", ticks, clock.floor_mod(call[0], Sql(str(10**source.precision))))


def _least(target: Type) -> Sql:
    if isinstance(target, Date32):
        return Sql("DATE '0000-01-01'")
    if isinstance(target, DateTime64):
        return sql.integer(-62167219200 * 10**target.precision)
    return target.default()


_declare_change("Year", (f"changeYear({_DAY}, 2000)", "2000-05-06"))
_declare_change("Month", (f"changeMonth({_DAY}, 12)", "2024-12-06"))
_declare_change("Day", (f"changeDay({_DAY}, 31)", "2024-05-31"))
_declare_change("Hour", (f"changeHour({_TIME}, 14)", "2024-05-06 14:08:09"))
_declare_change("Minute", (f"changeMinute({_TIME}, 45)", "2024-05-06 07:45:09"))
_declare_change("Second", (f"changeSecond({_TIME}, 45)", "2024-05-06 07:08:45"))
