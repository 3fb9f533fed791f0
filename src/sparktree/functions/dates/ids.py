"""Identifiers that carry a moment: Snowflake ids and UUIDs of version 7."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import zones
from sparktree.functions.core.constant_arguments import zone
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function, illegal_type
from sparktree.functions.dates import clock
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    INT128,
    UINT32,
    UINT64,
    UUID,
    DateTime,
    DateTime64,
    Integer,
    String,
    Type,
)

_TIME_BITS = 22  # of a Snowflake id, below the milliseconds


def _epoch(call: Call) -> Sql:
    """The milliseconds that the ids count from."""
    return sql.cast(call[1], "HUGEINT") if len(call) > 1 else Sql("CAST(0 AS HUGEINT)")


def _check(name: str, arguments: Sequence[Argument], kinds: type[Type]) -> None:
    if not isinstance(arguments[0].type, kinds):
        raise illegal_type(name, arguments[0].type)
    if len(arguments) > 1 and not isinstance(arguments[1].type, Integer):
        raise illegal_type(name, arguments[1].type)


def _id_type(kind: type[Type]) -> Rule:
    def returns(arguments: Arguments) -> Type:
        _check(arguments.function, arguments, kind)
        return UINT64

    return returns


def _to_id(call: Call) -> Sql:
    type_ = call.inner(0)
    digits = zones.precision(type_)
    milliseconds = zones.rescale_ticks(call[0], digits, 3, "BIGINT")
    shifted = Sql(f"((CAST({milliseconds} AS HUGEINT) - {_epoch(call)}) * {1 << _TIME_BITS})")
    return number(shifted, INT128, UINT64)


def _moment_type(fraction: bool) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        _check(name, arguments, Integer)
        if arguments[0].type != UINT64:
            raise illegal_type(name, arguments[0].type)
        epoch = arguments[1].type if len(arguments) > 1 else UINT64
        if isinstance(epoch, Integer) and (epoch.signed or epoch.bits > 64):
            raise illegal_type(name, epoch)
        if len(arguments) > 2 and not isinstance(arguments[2].type.inner, String):
            raise illegal_type(name, arguments[2].type, 2)
        zone_ = zone(name, arguments, 2)
        return DateTime64(3, zone_) if fraction else DateTime(zone_)

    return returns


def _from_id(call: Call) -> Sql:
    milliseconds = f"((CAST({call[0]} AS HUGEINT) // {1 << _TIME_BITS}) + {_epoch(call)})"
    wrapped = number(Sql(milliseconds), INT128, INT64)
    if isinstance(call.result.inner, DateTime64):
        return wrapped
    return number(sql.op("//", wrapped, 1000), INT64, UINT32)


def _declare_to(name: str, kind: type[Type], example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        return _to_id(call)

    lower.__doc__ = "The first Snowflake id of a moment; the second argument is the ids' epoch."
    function(
        name, args=(1, 2), returns=_id_type(kind), example=example,
        constant_arguments=(1,),
    )(lower)  # fmt: skip


def _declare_from(name: str, fraction: bool, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        return _from_id(call)

    lower.__doc__ = "The moment inside a Snowflake id; the second argument is the ids' epoch."
    function(
        name, args=(1, 3), returns=_moment_type(fraction), example=example,
        constant_arguments=(1, 2),
    )(lower)  # fmt: skip


_declare_to(
    "dateTimeToSnowflakeID",
    DateTime,
    ("dateTimeToSnowflakeID(toDateTime('2024-05-06 07:08:09', 'UTC'))", "7193144491769856000"),
)
_declare_to(
    "dateTime64ToSnowflakeID",
    DateTime64,
    (
        "dateTime64ToSnowflakeID(toDateTime64('2024-05-06 07:08:09.123', 3, 'UTC'))",
        "7193144492285755392",
    ),
)
_declare_from(
    "snowflakeIDToDateTime",
    False,
    ("snowflakeIDToDateTime(7204436857747984384, 0, 'UTC')", "2024-06-06 10:59:58"),
)
_declare_from(
    "snowflakeIDToDateTime64",
    True,
    ("snowflakeIDToDateTime64(7204436857747984384, 0, 'UTC')", "2024-06-06 10:59:58.851"),
)


def _uuid_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, UUID):
        raise illegal_type(arguments.function, arguments[0].type)
    if len(arguments) > 1 and not isinstance(arguments[1].type.inner, String):
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"Illegal column of time zone argument of function {arguments.function}, must be a"
            " constant string",
        )
    return DateTime64(3, clock.zone_argument(arguments, 1))


@function(
    "UUIDv7ToDateTime",
    args=(1, 2),
    returns=_uuid_type,
    constant_arguments=(1,),
    example=(
        "UUIDv7ToDateTime(toUUID('018f05c9-4ab8-7b86-b64e-c9f03fbd45d1'), 'UTC')",
        "2024-04-22 12:30:29.048",
    ),
)
def uuid_v7_to_date_time(call: Call) -> Sql:
    """The moment inside a UUID of version 7; the start of the epoch for other versions."""
    text = sql.cast(call[0], "VARCHAR")
    digits = f"replace(substring({text}, 1, 13), '-', '')"
    milliseconds = sql.cast(Sql(f"('0x' || {digits})"), "BIGINT")
    seventh = sql.op("=", Sql(f"substring({text}, 15, 1)"), sql.string("7"))
    return sql.case((seventh, milliseconds), (sql.is_known(text), Sql("CAST(0 AS BIGINT)")))
