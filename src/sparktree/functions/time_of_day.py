"""The time of day as a value of its own: toTime, toTime64; DATE and timestamp as in MySQL."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import not_implemented
from sparktree.functions import clock, zones
from sparktree.functions.convert import convert
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.text_functions import is_text
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import DATE, UINT64, DateTime64, Moment, Time, Time64, Type
from sparktree.types.from_text import from_text


def _of_day(call: Call, digits: int) -> Sql:
    """Ticks since local midnight."""
    type_ = call.inner(0)
    wall = clock.wall(call, clock.zone_of(call, 0))
    seconds = sql.op("%", sql.cast(sql.call("epoch", wall), "BIGINT"), "86400")
    if not digits:
        return seconds
    ticks = sql.op("*", seconds, str(10**digits))
    if not isinstance(type_, DateTime64):
        return ticks
    part = clock.floor_mod(call[0], Sql(str(10**type_.precision)))
    return sql.op("+", ticks, zones.rescale_ticks(part, type_.precision, digits, "BIGINT"))


@function(
    "toTime",
    returns=Time(),
    family="dates",
    example=("toTime(toDateTime('2024-05-06 07:08:09'))", "07:08:09"),
)
def to_time(call: Call) -> Sql:
    """The time of day of a moment, or the value as a Time."""
    if isinstance(call.inner(0), Moment):
        return sql.cast(_of_day(call, 0), "INTEGER")
    return convert(call[0], call.inner(0), Time(), call.context.zone)


def _time64_type(arguments: Sequence[Argument]) -> Type:
    return Time64(int(str(arguments[1].value)))


@function(
    "toTime64",
    args=2,
    returns=_time64_type,
    constant_arguments=(1,),
    family="dates",
    example=("toTime64('07:08:09.123', 3)", "07:08:09.123"),
)
def to_time64(call: Call) -> Sql:
    """The time of day of a moment, or the value as a Time64 of the given precision."""
    target = call.result.inner
    assert isinstance(target, Time64)
    if isinstance(call.inner(0), Moment):
        return _of_day(call, target.precision)
    return convert(call[0], call.inner(0), target, call.context.zone)


@function(
    "DATE",
    returns=DATE,
    any_case=True,
    family="dates",
    example=("DATE('2024-05-06')", "2024-05-06"),
)
def date(call: Call) -> Sql:
    """The value as a Date."""
    return convert(call[0], call.inner(0), DATE, call.context.zone)


def _timestamp_type(arguments: Sequence[Argument]) -> Type:
    if not is_text(arguments[0].type):
        raise illegal_type("timestamp", arguments[0].type)
    return DateTime64(6)


@function(
    "timestamp",
    returns=_timestamp_type,
    any_case=True,
    family="dates",
    example=("timestamp('2024-05-06 07:08:09')", "2024-05-06 07:08:09.000000"),
)
def timestamp(call: Call) -> Sql:
    """A text as a DateTime64 with microseconds."""
    return from_text(DateTime64(6), call[0], zone=call.context.zone)


def _refuse(name: str) -> None:
    def lower(call: Call) -> Sql:
        raise not_implemented(f"{name} depends on blocks, which tasks on a cluster do not share.")

    lower.__doc__ = "Refused: rows have no number over all blocks when tasks share the work."
    function(
        name, args=0, returns=UINT64, deterministic=False, folds=False, family="introspection"
    )(lower)


for _name in ("rowNumberInAllBlocks", "rowNumberInBlock", "blockNumber"):
    _refuse(_name)
