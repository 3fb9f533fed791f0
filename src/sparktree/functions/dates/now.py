"""The current time, and time zones: now, today, timezone, toTimezone."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import zones
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    Rule,
    function,
    illegal_type,
    typed_example,
)
from sparktree.functions.dates import clock
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    DATE,
    INT32,
    STRING,
    DateTime,
    DateTime64,
    Integer,
    String,
    Time,
    Type,
)


def _now_type(arguments: Sequence[Argument]) -> Type:
    return DateTime(clock.zone_argument(arguments, 0, empty=True))


@function(
    "now",
    example=typed_example("now", DateTime()),
    args=(0, 1),
    returns=_now_type,
    any_case=True,
    any_case_aliases=("current_timestamp", "localtimestamp"),
    deterministic=False,
    constant_in_query=True,
    constant_arguments=(0,),
    bare=True,
)
def now(call: Call) -> Sql:
    """The time at the start of the query."""
    return sql.cast(int(call.context.now), "UINTEGER")


@function(
    "nowInBlock",
    example=typed_example("nowInBlock", DateTime()),
    args=(0, 1),
    returns=_now_type,
    deterministic=False,
    constant_arguments=(0,),
)
def now_in_block(call: Call) -> Sql:
    """The time at which a block of rows is computed."""
    return sql.cast(Sql("epoch(get_current_timestamp())"), "UINTEGER")


def _precision(arguments: Sequence[Argument]) -> int:
    if not arguments:
        return 3
    if not isinstance(arguments[0].type, Integer):
        raise illegal_type("now64", arguments[0].type)
    digits = int(str(arguments[0].value))
    if not 0 <= digits <= 9:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Scale {digits} is too large for DateTime64. Maximum is up to nanoseconds (9).",
        )
    return digits


def _now64_type(arguments: Sequence[Argument]) -> Type:
    return DateTime64(_precision(arguments), clock.zone_argument(arguments, 1, empty=True))


@function(
    "now64",
    too_many=Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION,
    example=typed_example("now64", DateTime64(3)),
    args=(0, 2),
    returns=_now64_type,
    any_case=True,
    deterministic=False,
    constant_in_query=True,
    constant_arguments=(0, 1),
)
def now64(call: Call) -> Sql:
    """The time at the start of the query with a fraction of the second."""
    target = call.result.inner
    assert isinstance(target, DateTime64)
    micros = round(call.context.now * 1_000_000)
    return sql.cast(micros * 10**target.precision // 1_000_000, "BIGINT")


@function(
    "nowInBlock64",
    example=typed_example("nowInBlock64", DateTime64(3)),
    args=(0, 2),
    returns=_now64_type,
    deterministic=False,
    constant_arguments=(0, 1),
)
def now_in_block64(call: Call) -> Sql:
    """The time at which a block of rows is computed, with a fraction of the second."""
    target = call.result.inner
    assert isinstance(target, DateTime64)
    micros = "CAST(epoch_us(get_current_timestamp()) AS HUGEINT)"
    return sql.cast(Sql(f"{micros} * {10**target.precision} // 1000000"), "BIGINT")


@function(
    "localtime",
    args=0,
    returns=Time(),
    any_case=True,
    deterministic=False,
    constant_in_query=True,
    example=typed_example("localtime", Time()),
    bare=True,
)
def local_time(call: Call) -> Sql:
    """The time of day at the start of the query, in the session's time zone."""
    seconds = sql.cast(int(call.context.now), "BIGINT")
    clock_ = sql.cast(zones.local(seconds, call.context.zone), "TIME")
    return sql.cast(sql.call("epoch", clock_), "INTEGER")


def _today(name: str, shift: int, doc: str, aliases: tuple[str, ...]) -> None:
    def lower(call: Call) -> Sql:
        seconds = sql.cast(int(call.context.now), "BIGINT")
        return sql.op("+", zones.day(seconds, call.context.zone), sql.integer(shift))

    lower.__doc__ = doc
    function(
        name, args=0, returns=DATE, any_case=name == "today", any_case_aliases=aliases,
        deterministic=False, constant_in_query=True, bare=name == "today",
    )(lower)  # fmt: skip


_today("today", 0, "The current date.", ("curdate", "current_date"))
_today("yesterday", -1, "The date of yesterday.", ())


@function(
    "UTCTimestamp",
    args=0,
    returns=DateTime("UTC"),
    any_case=True,
    any_case_aliases=("UTC_timestamp",),
    deterministic=False,
    constant_in_query=True,
    example=("toTypeName(UTCTimestamp())", "DateTime(\\'UTC\\')"),
)
def utc_timestamp(call: Call) -> Sql:
    """The time at the start of the query, shown in UTC."""
    return sql.cast(int(call.context.now), "UINTEGER")


@function(
    "timezone",
    args=0,
    returns=STRING,
    any_case=True,
    any_case_aliases=(),
    aliases=(),
    constant_in_query=True,
    example=("timezone()", "UTC"),
)
def timezone(call: Call) -> Sql:
    """The time zone of the session."""
    return sql.string(call.context.zone)


@function(
    "serverTimezone",
    args=0,
    returns=STRING,
    aliases=("serverTimeZone",),
    constant_in_query=True,
)
def server_timezone(call: Call) -> Sql:
    """The time zone of the server."""
    return sql.string(call.context.server_zone or call.context.zone)


def _timed(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        clock.moment(arguments.function, arguments[0].type.inner, days=False)
        return result

    return returns


@function(
    "timezoneOf",
    returns=_timed(STRING),
    aliases=("timeZoneOf",),
    nulls="own",
    low_cardinality=False,
    refuses_low_cardinality=True,
    refuses_null=True,
    takes_nothing=True,
    example=("timezoneOf(toDateTime(0, 'Asia/Tokyo'))", "Asia/Tokyo"),
)
def timezone_of(call: Call) -> Sql:
    """The time zone in the type of a value."""
    return sql.string(clock.zone_of(call, 0))


@function(
    "timezoneOffset",
    args=(1, 2),
    returns=_timed(INT32),
    aliases=("timeZoneOffset",),
    constant_arguments=(1,),
    example=("timezoneOffset(toDateTime(0, 'Asia/Tokyo'))", "32400"),
)
def timezone_offset(call: Call) -> Sql:
    """How many seconds the local clock is ahead of UTC."""
    zone = clock.zone_of(call)

    def offset(seconds: Sql) -> Sql:
        shown = zones.epoch(zones.local(seconds, zone), "UTC")
        return sql.cast(sql.op("-", shown, seconds), "INTEGER")

    return sql.let(clock.seconds(call, zone), offset)


def _zoned_type(arguments: Arguments) -> Type:
    type_ = clock.moment(arguments.function, arguments[0].type, days=False)
    if not isinstance(arguments[1].type, String):
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"Illegal column of type {arguments[1].type} of time zone argument of function"
            " toTimezone, must be a constant string",
        )
    zone = clock.zone_argument(arguments, 1, empty=True)
    return DateTime64(type_.precision, zone) if isinstance(type_, DateTime64) else DateTime(zone)


@function(
    "toTimezone",
    args=2,
    returns=_zoned_type,
    aliases=("toTimeZone",),
    constant_arguments=(1,),
    monotonic="increasing",
    example=(
        "toTimezone(toDateTime('2024-05-06 07:08:09', 'UTC'), 'Asia/Tokyo')",
        "2024-05-06 16:08:09",
    ),
)
def to_timezone(call: Call) -> Sql:
    """The same moment, shown in another time zone."""
    return call[0]


def _utc_shift_type(arguments: Arguments) -> Type:
    name = arguments.function
    type_ = clock.moment(name, arguments[0].type, days=False)
    if isinstance(type_, DateTime | DateTime64) and type_.zone:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Function {name}'s 1st argument should not have explicit time zone",
        )
    clock.zone_argument(arguments, 1, empty=True)
    return DateTime64(type_.precision) if isinstance(type_, DateTime64) else DateTime()


def _utc_shift(name: str, alias: str, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        zone, type_ = str(call.value(1)) or call.context.zone, call.inner(0)
        factor = 10 ** zones.precision(type_)

        def moved(v: Sql) -> Sql:
            if name == "toUTCTimestamp":
                other = zones.epoch(zones.local(v, "UTC"), zone)
            else:
                other = zones.epoch(zones.local(v, zone), "UTC")
            return sql.op("*", sql.op("-", other, v), factor)

        step = sql.let(zones.seconds(call[0], type_), moved)
        return sql.cast(sql.op("+", sql.cast(call[0], "BIGINT"), step), type_.kernel)

    lower.__doc__ = doc
    function(
        name, args=2, returns=_utc_shift_type, any_case_aliases=(alias,),
        constant_arguments=(1,), example=example,
    )(lower)  # fmt: skip


_utc_shift(
    "toUTCTimestamp",
    "to_utc_timestamp",
    "A local time of a zone as UTC.",
    ("toUTCTimestamp(toDateTime('2024-05-06 09:00:00'), 'Asia/Tokyo')", "2024-05-06 00:00:00"),
)
_utc_shift(
    "fromUTCTimestamp",
    "from_utc_timestamp",
    "A UTC time as the local one of a zone.",
    ("fromUTCTimestamp(toDateTime('2024-05-06 00:00:00'), 'Asia/Tokyo')", "2024-05-06 09:00:00"),
)
