"""Intervals by names of units, sums of intervals, and windows of time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import (
    FUNCTIONS,
    Argument,
    Arguments,
    Call,
    Rule,
    function,
    illegal_type,
)
from sparktree.functions.dates import clock, intervals
from sparktree.functions.dates.rounding import round_down, rounded_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    NULL_TYPE,
    UINT32,
    Date,
    DateTime,
    DateTime64,
    Interval,
    String,
    Tuple,
    Type,
    make_nullable,
)
from sparktree.types.base import typed_null
from sparktree.types.numeric import INTERVAL_UNITS

# --- toInterval -----------------------------------------------------------------------------------


def _unit(arguments: Arguments) -> Type:
    unit = arguments[1]
    if unit.type == NULL_TYPE:
        raise Error(Code.BAD_ARGUMENTS, f"The unit of function {arguments.function} cannot be NULL")
    if not isinstance(unit.type.inner, String) or not unit.is_constant:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Second argument for function {arguments.function} must be constant string: unit of"
            " interval",
        )
    word = str(unit.value)
    if word.title() not in INTERVAL_UNITS:
        raise Error(Code.BAD_ARGUMENTS, f"{word} doesn't look like an interval unit in toInterval")
    if arguments[0].type == NULL_TYPE:
        return NULL_TYPE
    nullable = any(argument.type.nullable for argument in arguments)
    return make_nullable(Interval(word.title())) if nullable else Interval(word.title())


@function(
    "toInterval",
    args=2,
    returns=_unit,
    nulls="own",
    low_cardinality=True,
    converts=True,
    takes_nothing=True,
    example=("toTypeName(toInterval(5, 'day'))", "IntervalDay"),
)
def to_interval(call: Call) -> Sql:
    """The number as a count of the named unit."""
    if call.result == NULL_TYPE:
        return typed_null(NULL_TYPE.kernel)
    return convert(call[0], call.inner(0), call.result.inner, call.context.zone)


# --- sums -----------------------------------------------------------------------------------------


def _sum_of_intervals(name: str, operator: str, doc: str, shown: str) -> None:
    """As the operator, but always a tuple."""

    def returns(arguments: Sequence[Argument]) -> Type:
        left, right = (argument.type for argument in arguments)
        if not isinstance(left, Interval | Tuple):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {left} of first argument of function {name}, must be Tuple or"
                " Interval",
            )
        if not isinstance(right, Interval):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {right} of second argument of function {name}, must be Interval",
            )
        summed = FUNCTIONS[operator].result_type(arguments)
        return summed if isinstance(summed, Tuple) else Tuple((summed,))

    def lower(call: Call) -> Sql:
        made = FUNCTIONS[operator].lower(replace(call, name=operator))
        one = isinstance(call.inner(0), Interval) and call.inner(0) == call.inner(1)
        return sql.struct(made) if one else made

    lower.__doc__ = doc
    function(
        name, args=2, returns=returns, nulls="guard",
        example=(f"{name}(INTERVAL 3 DAY, INTERVAL 1 MONTH)", shown),
    )(lower)  # fmt: skip


_sum_of_intervals("addInterval", "plus", "Two intervals, or a tuple and one, as a tuple.", "(3,1)")
_sum_of_intervals(
    "subtractInterval", "minus", "An interval or a tuple of them less another one.", "(3,-1)"
)


def _moved_by_intervals(name: str, operator: str, doc: str, shown: str) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        moment, amounts = (argument.type for argument in arguments)
        if not isinstance(moment, Date | DateTime | DateTime64):
            wanted = "Date, Date32, DateTime or DateTime64"
            raise wrong(name, 0, arguments[0], "date_or_datetime", wanted)
        if not isinstance(amounts, Tuple):
            raise wrong(name, 1, arguments[1], "intervals_tuple", "Tuple")
        for type_, _ in intervals.amounts(amounts, Sql("")):
            moment = FUNCTIONS[operator].result_type((Argument(moment), Argument(type_)))
        return moment

    def lower(call: Call) -> Sql:
        made, moment = call[0], call.inner(0)
        for type_, amount in intervals.amounts(call.inner(1), call[1]):
            both = (Argument(moment), Argument(type_))
            moment = FUNCTIONS[operator].result_type(both)
            step = replace(call, name=operator, arguments=both, result=moment, sqls=(made, amount))
            made = FUNCTIONS[operator].lower(step)
        return made

    lower.__doc__ = doc
    function(
        name, args=2, returns=returns,
        example=(f"{name}(toDate('2018-01-01'), (INTERVAL 1 DAY, INTERVAL 1 MONTH))", shown),
    )(lower)  # fmt: skip


_moved_by_intervals(
    "addTupleOfIntervals",
    "plus",
    "A moment moved by all intervals of a tuple, one after the other.",
    "2018-02-02",
)
_moved_by_intervals(
    "subtractTupleOfIntervals",
    "minus",
    "A moment moved back by all intervals of a tuple, one after the other.",
    "2017-11-30",
)


# --- windows of time ------------------------------------------------------------------------------


def _is_window(type_: Type) -> bool:
    return isinstance(type_, Tuple) and len(type_.of) == 2


def _bound_type(name: str, arguments: Sequence[Argument], steps: int) -> Type:
    """The type of the bounds of windows; `steps` intervals describe them."""
    moment = arguments[0].type.inner
    if not isinstance(moment, DateTime):
        raise wrong(name, 0, arguments[0], "time_column", "DateTime")
    if len(arguments) == 1 and steps == 1:
        raise illegal_type(name, arguments[0].type, 0)
    if len(arguments) <= steps:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"An incorrect number of arguments was specified for function '{name}'. Expected at"
            f" least {steps + 1} arguments, got {len(arguments)}",
        )
    units = []
    for position in range(1, steps + 1):
        interval = arguments[position].type.inner
        if not isinstance(interval, Interval):
            raise wrong(name, position, arguments[position], "interval", "Interval")
        units.append(interval.unit)
    if len(set(units)) > 1:
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"Illegal type of window and hop column of function {name}, must be same",
        )
    if units[0] in intervals.FRACTIONS:
        raise Error(Code.SYNTAX_ERROR, "Fractional seconds are not supported by windows yet")
    zone = clock.zone_argument(arguments, steps + 1) or moment.zone
    return rounded_type(moment, units[0], zone)


def _amounts(call: Call, steps: int) -> list[int]:
    amounts = [int(str(call.value(position))) for position in range(1, steps + 1)]
    if min(amounts) <= 0:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Value for interval of function {call.name} must be positive",
        )
    if steps == 2 and amounts[0] > amounts[1]:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Value for hop interval of function {call.name} must not larger than window interval",
        )
    return amounts


def _bounds(call: Call, steps: int) -> tuple[Sql, Sql]:
    """The first moment of the window, and the first one behind it."""
    type_, interval = _bound_type(call.name, call.arguments, steps), call.inner(1)
    assert isinstance(interval, Interval)
    amounts = _amounts(call, steps)
    zone = clock.zone_of(call, steps + 1)
    start = round_down(call, amounts[0], interval.unit, zone)
    if steps == 1:
        return start, _moved(call, start, type_, amounts[0], interval, "plus")
    # A moment is in several windows: the first of them ends behind it by a hop at most.
    end = _moved(call, start, type_, amounts[0], interval, "plus")
    start = _moved(call, end, type_, amounts[1], interval, "minus")
    message = f"Time overflow in function {call.name}"
    over = lists.failing(Code.BAD_ARGUMENTS, message, type_.kernel)
    wraps = sql.op(">", start, end)
    if interval.unit in intervals.MONTHS:  # where sums stop at the calendar's first day
        months = amounts[1] * intervals.MONTHS[interval.unit]
        wraps = Sql(f"({end} - to_months({months}) < DATE '1970-01-01')")
    return sql.case((wraps, over), otherwise=start), sql.case((wraps, over), otherwise=end)


def _moved(
    call: Call, value: Sql, type_: Type, amount: int, interval: Interval, operator: str
) -> Sql:
    arguments = (Argument(type_), Argument(interval))
    made = Call(
        operator, arguments, type_, call.context, (value, sql.cast(amount, "BIGINT")),
        call.conditions,
    )  # fmt: skip
    return FUNCTIONS[operator].lower(made)


def _window(name: str, steps: int, doc: str, shown: str) -> None:
    """A function of windows, and those of their bounds."""
    moment = "toDateTime('2026-01-02 03:04:05', 'UTC')"
    sample = ", ".join([moment, *("INTERVAL 1 DAY", "INTERVAL 2 DAY")[:steps]])
    arity = (1, steps + 2)

    def whole(call: Call) -> Sql:
        return sql.struct(*_bounds(call, steps))

    def window_type(arguments: Sequence[Argument]) -> Type:
        return Tuple((_bound_type(name, arguments, steps),) * 2)

    whole.__doc__ = f"{doc}: its first moment and the first one behind it."
    function(
        name, args=(steps + 1, steps + 2), returns=window_type, nulls="guard",
        constant_arguments=tuple(range(1, steps + 2)), example=(f"{name}({sample})", shown),
    )(whole)  # fmt: skip
    texts = shown.strip("()").replace("'", "").split(",")
    for place, (suffix, what) in enumerate(
        (("Start", "The first moment of the window"), ("End", "The first moment behind the window"))
    ):
        function(
            f"{name}{suffix}", args=arity,
            returns=_one_bound(steps, place),
            constant_arguments=tuple(range(1, steps + 2)), refuses_default=True,
            example=(f"{name}{suffix}({sample})", texts[place]),
        )(_bound(steps, place, f"{what} of {name}."))  # fmt: skip


def _one_bound(steps: int, place: int) -> Rule:
    def returns(arguments: Arguments) -> Type:
        first = arguments[0].type
        if len(arguments) == 1 and isinstance(first, Tuple) and _is_window(first):
            return first.of[place]
        if len(arguments) == 1 and first == UINT32:
            return DateTime()
        return _bound_type(arguments.function, arguments, steps)

    return returns


def _bound(steps: int, place: int, doc: str) -> Callable[[Call], Sql]:
    def lower(call: Call) -> Sql:
        if _is_window(call.inner(0)):
            return sql.field(call[0], place + 1)
        return _bounds(call, steps)[place]

    lower.__doc__ = doc
    return lower


_window(
    "tumble",
    1,
    "The window that a moment is in, windows following one another",
    "('2026-01-02 00:00:00','2026-01-03 00:00:00')",
)
_window(
    "hop",
    2,
    "The first of the overlapping windows that a moment is in",
    "('2026-01-01 00:00:00','2026-01-03 00:00:00')",
)
