"""Aggregates over events in time: windowFunnel, sequenceMatch, sequenceCount."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
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
from sparktree.functions.event_arrays import Events, Part, count_matches, longest_chains
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
    check: Callable[[Sequence[Value], int], None],
    finish: Callable[[Sql], Sql] = lambda found: found,
) -> None:
    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        check(parameters, len(arguments) - 1)
        return conditions(name, arguments[1:], result)

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        options = sql.string("\0".join(str(p) for p in call.parameters))
        events = sql.coalesce(parts[0], sql.cast("[]", f"{_ROW.kernel}[]"))
        found = sql.call(kernel, events, options, str(len(call.arguments) - 1))
        value = sql.cast(finish(found), result.kernel)
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


_PARAMETERS = (f"{_ROW.kernel}[]", "VARCHAR", "BIGINT")


# --- windowFunnel -------------------------------------------------------------------------------


@arrow_function("st_window_funnel", _PARAMETERS, "BIGINT")
def _funnels(rows: pa.ChunkedArray, options: pa.ChunkedArray, steps: pa.ChunkedArray) -> pa.Array:
    if not len(rows):
        return pa.array([], pa.int64())
    window, *modes = whole(options)[0].as_py().split("\0")
    count = whole(steps)[0].as_py()
    events = Events.of(whole(rows))
    found = longest_chains(events, int(window), count, modes)
    if "strict_once" in modes:
        # It differs where an event meets several conditions, or an older chain may go on.
        several = np.full(len(found), "strict_increase" in modes)
        several[events.rows[events.met & (events.met - np.uint64(1)) != 0]] = True
        found[several] = _funnels_once(events.of_rows(several), int(window), count, {*modes})
    return pa.array(found)


def _funnels_once(events: Events, window: int, steps: int, modes: set[str]) -> list[int]:
    """Chains that use an event once: all of them must be followed, row by row."""
    pairs = list(zip(events.moments.tolist(), events.met.tolist(), strict=True))
    ends = np.cumsum(events.sizes).tolist()
    return [_funnel(pairs[a:b], window, steps, modes) for a, b in pairwise([0, *ends])]


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
        return row not in self.rows


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
            chains[0].append(Chain(moment, moment, (row,)))
        elif "strict_deduplication" in modes and chains[step]:
            break
        elif strict and chains[0] and not chains[step - 1]:
            if "allow_reentry" not in modes:
                return next(place for place, found in enumerate(chains) if not found)
        else:
            before = [c for c in chains[step - 1] if c.grows(moment, row, window, modes)]
            chains[step] += [Chain(c.start, moment, (*c.rows, row)) for c in before]
        if chains[-1]:
            return steps
    return max((place + 1 for place, found in enumerate(chains) if found), default=0)


_MODES = {
    "strict_deduplication",
    "strict_order",
    "strict_increase",
    "strict_once",
    "allow_reentry",
}


def _check_funnel(parameters: Sequence[Value], conditions: int) -> None:
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

_TOKEN = re.compile(r"\(\?(\d+)\)|\(\?t(<=|>=|==|<|>)(\d+)\)|\.\*|\.")


def _pattern(text: str) -> list[Part]:
    """The parts of a pattern: conditions, gaps, and limits of time."""
    parts: list[Part] = []
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
        elif not match.group(2):
            parts.append(("gap" if match.group() == ".*" else "any", "", 0))
        elif parts and parts[-1][0] == "time":
            message = "Temporal condition should be preceded by an event condition"
            raise Error(Code.BAD_ARGUMENTS, message)
        else:
            parts.append(("time", match.group(2), int(match.group(3))))
    return parts


@arrow_function("st_sequence", _PARAMETERS, "BIGINT")
def _sequences(rows: pa.ChunkedArray, options: pa.ChunkedArray, steps: pa.ChunkedArray) -> pa.Array:
    if not len(rows):
        return pa.array([], pa.int64())
    events = Events.of(whole(rows))
    # What meets no condition is no event.
    return pa.array(count_matches(events.take(events.met != 0), _pattern(options[0].as_py())))


def _check_pattern(parameters: Sequence[Value], conditions: int) -> None:
    if not isinstance(parameters[0], str):
        raise Error(Code.BAD_GET, f"The pattern {parameters[0]} is not a String")
    for kind, _, number in _pattern(parameters[0]):
        if kind == "event" and not 0 <= number < conditions:
            raise Error(Code.BAD_ARGUMENTS, f"Event number {number + 1} is out of range")


_declare(
    "sequenceMatch",
    "st_sequence",
    UINT8,
    (1, 1),
    "Whether the conditions were met in the order of a pattern.",
    ("sequenceMatch('(?1)(?2)')(number, number = 1, number = 2)", "1"),
    _check_pattern,
    lambda found: sql.op(">", found, "0"),
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
