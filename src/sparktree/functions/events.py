"""Aggregates over events in time: windowFunnel, sequenceMatch, sequenceCount."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.aggregates import (
    Aggregate,
    AggregateCall,
    aggregate,
    flattened,
    gathered,
    integer_parameter,
)
from sparktree.functions.declare import Argument, Value
from sparktree.functions.kinds import ANYTHING, MOMENTS, UNSIGNED
from sparktree.functions.more_aggregates import conditions
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


def _declare(
    name: str,
    kernel: str,
    result: Type,
    parameters: tuple[int, int | None],
    doc: str,
    example: tuple[str, str],
    check: Callable[[Sequence[Value]], None],
) -> None:
    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        check(parameters)
        return conditions(name, arguments[1:], result)

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        options = sql.string("\0".join(str(p) for p in call.parameters))
        events = sql.coalesce(parts[0], sql.cast("[]", f"{_ROW.kernel}[]"))
        found = sql.call(kernel, events, options, str(len(call.arguments) - 1))
        value = sql.cast(found, result.kernel)
        return sql.case((f"len({parts[0]}) > 0", value)) if call.result.nullable else value

    aggregate(
        Aggregate(
            name,
            returns,
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
            takes=(UNSIGNED | MOMENTS, ANYTHING),
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


@dataclass(frozen=True, slots=True)
class Chain:
    """Conditions met one after the other: since when, until when, and by which rows."""

    start: int
    last: int
    rows: tuple[int, ...]

    def grows(self, moment: int, row: int, window: int, modes: set[str]) -> bool:
        """Whether the row of a moment may be its next."""
        if moment > self.start + window or ("strict_increase" in modes and moment <= self.last):
            return False
        return "strict_once" not in modes or row not in self.rows


def _met_in_order(events: list[Event]) -> list[tuple[int, int, int]]:
    """Moment, step and row of every condition that was met; step -1 where none was."""
    entries = []
    for row, (moment, met) in enumerate(events):
        steps = [step for step in range(met.bit_length()) if met >> step & 1] or [-1]
        entries += [(moment, step, row) for step in steps]
    return sorted(entries)


def _funnel(events: list[Event], window: int, steps: int, modes: set[str]) -> int:
    """The longest chain of conditions, one after the other, that starts within a window."""
    chains: list[list[Chain]] = [[] for _ in range(steps)]
    strict = "strict_order" in modes
    for moment, step, row in _met_in_order(events):
        if step < 0:
            if strict and chains[0]:
                break
        elif step == 0:
            _lengthen(chains[0], [Chain(moment, moment, (row,))], modes)
        elif "strict_deduplication" in modes and chains[step]:
            break
        elif strict and chains[0] and not chains[step - 1]:
            if "allow_reentry" not in modes:
                return next(place for place, found in enumerate(chains) if not found)
        else:
            before = [c for c in chains[step - 1] if c.grows(moment, row, window, modes)]
            _lengthen(chains[step], [Chain(c.start, moment, (*c.rows, row)) for c in before], modes)
        if chains[-1]:
            return steps
    return max((place + 1 for place, found in enumerate(chains) if found), default=0)


def _lengthen(known: list[Chain], new: list[Chain], modes: set[str]) -> None:
    """The latest chain is enough, unless rows may be used only once."""
    if new and "strict_once" not in modes:
        known.clear()
    known += new


_MODES = {
    "strict_deduplication",
    "strict_order",
    "strict_increase",
    "strict_once",
    "allow_reentry",
}


def _check_funnel(parameters: Sequence[Value]) -> None:
    name = "windowFunnel"
    integer_parameter(name, parameters[0], Code.BAD_GET)
    modes = parameters[1:]
    for mode in modes:
        if not isinstance(mode, str):
            raise Error(Code.BAD_GET, f"Mode {mode} of aggregate function {name} is not a String")
        if mode == "strict":
            message = f"strict is replaced with strict_deduplication in Aggregate function {name}"
            raise Error(Code.BAD_ARGUMENTS, message)
        if mode not in _MODES:
            message = f"Aggregate function {name} doesn't support a parameter: {mode}"
            raise Error(Code.BAD_ARGUMENTS, message)
    if "allow_reentry" in modes and "strict_order" not in modes:
        message = f"allow_reentry option requires strict_order to be enabled in {name}"
        raise Error(Code.BAD_ARGUMENTS, message)


_declare(
    "windowFunnel",
    "st_window_funnel",
    UINT8,
    (1, None),
    "How many of the conditions were met one after the other within a window of time.",
    ("windowFunnel(10)(number, number = 1, number = 2)", "2"),
    _check_funnel,
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
                Code.SYNTAX_ERROR, f"Unexpected character in the pattern at position {place}"
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


def _check_pattern(parameters: Sequence[Value]) -> None:
    if not isinstance(parameters[0], str):
        raise Error(Code.BAD_GET, f"The pattern {parameters[0]} is not a String")
    _pattern(parameters[0])


_declare(
    "sequenceMatch",
    "st_sequence_match",
    UINT8,
    (1, 1),
    "Whether the conditions were met in the order of a pattern.",
    ("sequenceMatch('(?1)(?2)')(number, number = 1, number = 2)", "1"),
    _check_pattern,
)
_declare(
    "sequenceCount",
    "st_sequence",
    UINT64,
    (1, 1),
    "How often the conditions were met in the order of a pattern.",
    ("sequenceCount('(?1)(?2)')(number, number = 1, number = 2)", "1"),
    _check_pattern,
)
