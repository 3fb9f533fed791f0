"""Aggregates over events in time: windowFunnel, sequenceMatch, sequenceCount."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.aggregates import (
    Aggregate,
    AggregateCall,
    aggregate,
    flattened,
    gathered,
    illegal_argument,
)
from sparktree.functions.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    UINT8,
    UINT32,
    UINT64,
    Array,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Integer,
    Tuple,
    Type,
)

Event = tuple[int, int]  # a moment, and the conditions met then as bits
_ROW = Tuple((INT64, UINT32))


def _moment(value: Sql, type_: Type) -> Sql:
    if isinstance(type_, Date):
        return sql.cast(sql.op("-", value, Sql("DATE '1970-01-01'")), "BIGINT")
    return sql.cast(value, "BIGINT")


def _met(call: AggregateCall) -> Sql:
    """The conditions of a row as bits."""
    bits = [
        f"(CASE WHEN {_holds(call, i)} THEN {1 << (i - 1)} ELSE 0 END)" for i in range(1, len(call))
    ]
    return sql.cast(" + ".join(bits), "UINTEGER")


def _holds(call: AggregateCall, position: int) -> Sql:
    value = call[position]
    return value if isinstance(call.inner(position), Bool) else sql.op("<>", value, "0")


def _checked(name: str, result: Type) -> Callable[[Sequence[Argument], Sequence[Value]], Type]:
    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        moment = arguments[0].type
        if not isinstance(moment, Integer | Date | DateTime | DateTime64):
            raise illegal_argument(name, moment)
        for argument in arguments[1:]:
            if not (argument.type == UINT8 or isinstance(argument.type, Bool)):
                raise illegal_argument(name, argument.type)
        return result

    return returns


def _declare(
    name: str,
    kernel: str,
    result: Type,
    parameters: tuple[int, int | None],
    doc: str,
    example: tuple[str, str],
) -> None:
    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        options = sql.string("\0".join(str(p) for p in call.parameters))
        events = sql.coalesce(parts[0], sql.cast("[]", f"{_ROW.kernel}[]"))
        found = sql.call(kernel, events, options, str(len(call.arguments) - 1))
        return sql.cast(found, result.kernel)

    aggregate(
        Aggregate(
            name,
            _checked(name, result),
            (2, 33),
            states=lambda call: (Array(_ROW),),
            partial=lambda call: (
                gathered(sql.struct(_moment(call[0], call.inner(0)), _met(call))),
            ),
            merge=lambda call, parts: (flattened(parts[0]),),
            final=final,
            doc=doc,
            example=example,
            parameters=parameters,
        )
    )


def _events(array: pa.ChunkedArray) -> list[list[Event]]:
    rows = whole(array).to_pylist()
    return [sorted((event["f1"], event["f2"]) for event in row) for row in rows]


_PARAMETERS = (f"{_ROW.kernel}[]", "VARCHAR", "BIGINT")


# --- windowFunnel -------------------------------------------------------------------------------


@arrow_function("st_window_funnel", _PARAMETERS, "BIGINT")
def _funnels(rows: pa.ChunkedArray, options: pa.ChunkedArray, steps: pa.ChunkedArray) -> pa.Array:
    window, *modes = whole(options)[0].as_py().split("\0")
    count = whole(steps)[0].as_py()
    return pa.array([_funnel(events, int(window), count, set(modes)) for events in _events(rows)])


def _funnel(events: list[Event], window: int, steps: int, modes: set[str]) -> int:
    """The longest chain of conditions, one after the other, that starts within a window."""
    starts: list[tuple[int, int] | None] = [None] * steps  # first moment, last moment of a chain
    for moment, met in events:
        for step in reversed(range(steps)):
            if met >> step & 1:
                _advance(starts, step, moment, window, "strict_increase" in modes)
        if starts[-1] is not None:
            return steps
    return max((i + 1 for i, start in enumerate(starts) if start is not None), default=0)


def _advance(
    starts: list[tuple[int, int] | None], step: int, moment: int, window: int, strictly: bool
) -> None:
    if step == 0:
        starts[0] = (moment, moment)
        return
    before = starts[step - 1]
    if before is None or moment > before[0] + window or (strictly and moment <= before[1]):
        return
    starts[step] = (before[0], moment)


_declare(
    "windowFunnel",
    "st_window_funnel",
    UINT8,
    (1, None),
    "How many of the conditions were met one after the other within a window of time.",
    ("windowFunnel(10)(number, number = 1, number = 2)", "2"),
)


# --- sequenceMatch, sequenceCount ---------------------------------------------------------------

_TOKEN = re.compile(r"\(\?(\d+)\)|\(\?t(<=|>=|==|<|>)(\d+)\)|\.\*|\.|\s+")


def _pattern(text: str) -> list[tuple[str, str, int]]:
    """The parts of a pattern: conditions, gaps, and limits of time."""
    parts: list[tuple[str, str, int]] = []
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise Error(
                Code.BAD_ARGUMENTS, f"Unexpected character in the pattern at position {place}"
            )
        place = match.end()
        if match.group(1):
            parts.append(("event", "", int(match.group(1)) - 1))
        elif match.group(2):
            parts.append(("time", match.group(2), int(match.group(3))))
        elif match.group().strip():
            parts.append(("gap" if match.group() == ".*" else "any", "", 0))
    return parts


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "==": lambda a, b: a == b,
}


def _end(events: list[Event], place: int, parts: list[tuple[str, str, int]], last: int) -> int:
    """The place behind a match of the parts from a place on, or -1."""
    if not parts:
        return place
    (kind, operator, number), *rest = parts
    if kind == "time":
        fits = place < len(events) and _COMPARE[operator](events[place][0] - last, number)
        return _end(events, place, rest, last) if fits else -1
    if kind == "gap":
        ends = (_end(events, start, rest, last) for start in range(place, len(events) + 1))
        return next((end for end in ends if end >= 0), -1)
    if place >= len(events) or (kind == "event" and not events[place][1] >> number & 1):
        return -1
    return _end(events, place + 1, rest, events[place][0])


def _matches(events: list[Event], parts: list[tuple[str, str, int]]) -> int:
    """How often the pattern is found, one match after the other."""
    count, place = 0, 0
    while place < len(events):
        end = _end(events, place, parts, events[place][0])
        count += end > place
        place = end if end > place else place + 1
    return count


def _only_events(events: list[Event]) -> list[Event]:
    """Rows that meet no condition are not events."""
    return [event for event in events if event[1]]


@arrow_function("st_sequence", _PARAMETERS, "BIGINT")
def _sequences(rows: pa.ChunkedArray, options: pa.ChunkedArray, steps: pa.ChunkedArray) -> pa.Array:
    parts = _pattern(whole(options)[0].as_py())
    return pa.array([_matches(_only_events(events), parts) for events in _events(rows)])


@arrow_function("st_sequence_match", _PARAMETERS, "BIGINT")
def _found(rows: pa.ChunkedArray, options: pa.ChunkedArray, steps: pa.ChunkedArray) -> pa.Array:
    parts = _pattern(whole(options)[0].as_py())
    return pa.array([int(_matches(_only_events(events), parts) > 0) for events in _events(rows)])


_declare(
    "sequenceMatch",
    "st_sequence_match",
    UINT8,
    (1, 1),
    "Whether the conditions were met in the order of a pattern.",
    ("sequenceMatch('(?1)(?2)')(number, number = 1, number = 2)", "1"),
)
_declare(
    "sequenceCount",
    "st_sequence",
    UINT64,
    (1, 1),
    "How often the conditions were met in the order of a pattern.",
    ("sequenceCount('(?1)(?2)')(number, number = 1, number = 2)", "1"),
)
