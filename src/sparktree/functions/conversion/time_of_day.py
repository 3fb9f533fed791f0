"""The time of day as a value of its own: toTime, toTime64; DATE and timestamp as in MySQL."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, not_implemented
from sparktree.functions.conversion.lenient_conversions import declare_lenient, lenient_of_text
from sparktree.functions.core.constant_arguments import precision, scale_instead_of_zone, wrong
from sparktree.functions.core.conversion_errors import refuse_containers
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    function,
    illegal_type,
    wrong_arity,
)
from sparktree.functions.core.text_arguments import is_text
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import UINT64, DateTime64, String, Time, Time64, Type
from sparktree.types.from_text import Mode, from_text


def _time_type(arguments: Arguments) -> Type:
    digits = scale_instead_of_zone(arguments.function, arguments)
    if digits is None and len(arguments) > 1:
        raise wrong_arity(arguments.function, 2, 1, 1)
    return Time64(digits) if digits else Time()


@function(
    "toTime",
    args=(1, 2),
    returns=_time_type,
    constant_arguments=(1,),
    example=("toTime(toDateTime('2024-05-06 07:08:09'))", "07:08:09"),
)
def to_time(call: Call) -> Sql:
    """The time of day of a moment, or the value as a Time; with digits behind the second."""
    return convert(call[0], call.inner(0), lenient_of_text(call), call.context.zone)


def _time64_type(arguments: Sequence[Argument]) -> Type:
    digits = precision("toTime64", arguments, 1) if len(arguments) > 1 else 3
    refuse_containers("toTime64", arguments[0].type)
    return Time64(digits)


@function(
    "toTime64",
    args=2,
    returns=_time64_type,
    constant_arguments=(1,),
    example=("toTime64('07:08:09.123', 3)", "07:08:09.123"),
)
def to_time64(call: Call) -> Sql:
    """The time of day of a moment, or the value as a Time64 of the given precision."""
    target = call.result.inner
    assert isinstance(target, Time64)
    return convert(call[0], call.inner(0), target, call.context.zone)


declare_lenient("toTime", Time(), (1, 1), "00:00:00")
declare_lenient("toTime64", _time64_type, (1, 2), "00:00:00.000", constants=(1,))


def _timestamp_type(arguments: Arguments) -> Type:
    if not is_text(arguments[0].type):
        raise illegal_type(arguments.function, arguments[0].type)
    if len(arguments) > 1 and not isinstance(arguments[1].type, String):
        raise wrong(arguments.function, 1, arguments[1], "time", "String")
    return DateTime64(6)


# Moments of which something is missing: a time alone, a date without a day or minutes.
_PARTLY = (
    r"[0-9]{1,4}|[0-9]{1,2}:.*|[0-9]{4}-[0-9]{1,2}"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{1,2}(:[0-9]{1,2})?"
)


@function(
    "timestamp",
    args=(1, 2),
    returns=_timestamp_type,
    any_case=True,
    example=("timestamp('2024-05-06 07:08:09')", "2024-05-06 07:08:09.000000"),
)
def timestamp(call: Call) -> Sql:
    """A text as a DateTime64 with microseconds; with a time in text, so much later."""
    read = from_text(DateTime64(6), call[0], zone=call.context.zone)
    failed = refusal(Code.CANNOT_PARSE_DATETIME, "Cannot parse DateTime ", call[0])
    found = sql.case(
        (sql.op("=", call[0], sql.string("")), DateTime64(6).default()),
        (sql.call("regexp_full_match", call[0], sql.string(_PARTLY)), sql.cast(failed, "BIGINT")),
        otherwise=read,
    )
    if len(call) == 1:
        return found
    later = from_text(Time64(6), call[1], mode=Mode.OR_NULL, zone=call.context.zone)
    sum_ = sql.op("+", found, sql.coalesce(later, 0))
    return sql.case((sql.is_null(call[1]), sql.NULL), otherwise=sum_)


def _row_number(name: str) -> None:
    def lower(call: Call) -> Sql:
        raise not_implemented(f"{name} is supported in SELECT, ORDER BY and QUALIFY only.")

    lower.__doc__ = "Number of the row, from 0, before ORDER BY: all rows count as one block."
    function(
        name, args=0, returns=UINT64, deterministic=False, folds=False,
        example=(f"{name}()", "0"),
    )(lower)  # fmt: skip


# Where windows may stand the planner makes them of row_number(): tasks do not share blocks.
for _name in ("rowNumberInAllBlocks", "rowNumberInBlock"):
    _row_number(_name)
