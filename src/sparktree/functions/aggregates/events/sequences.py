"""Aggregates over events in time: windowFunnel, sequenceMatch, sequenceCount."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import (
    Aggregate,
    AggregateCall,
    aggregate,
    integer_parameter,
)
from sparktree.functions.aggregates.events.arrays import Events, Part, count_matches, longest_chains
from sparktree.functions.aggregates.events.chains import longest_distinct_chains
from sparktree.functions.aggregates.kinds import ANYTHING, STAMPS, UNSIGNED
from sparktree.functions.aggregates.list_states import list_of
from sparktree.functions.aggregates.various import conditions, holds
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Value
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    UINT8,
    UINT32,
    UINT64,
    Date,
    Integer,
    Tuple,
    Type,
)

_ROW = Tuple((INT64, UINT32))


def _moment(value: Sql, type_: Type) -> Sql:
    if isinstance(type_, Date):
        return sql.cast(sql.op("-", value, Sql("DATE '1970-01-01'")), "BIGINT")
    if isinstance(type_, Integer) and type_.bits >= 64:  # the bits of great ones are kept
        return number(value, type_, INT64)
    return sql.cast(value, "BIGINT")


def _met(call: AggregateCall) -> Sql:
    """The conditions of a row as bits."""
    bits = [
        f"(CASE WHEN {holds(call, i)} THEN {1 << (i - 1)} ELSE 0 END)" for i in range(1, len(call))
    ]
    return sql.cast(Sql(" + ".join(bits)), "UINTEGER")


def _declare(
    name: str,
    kernel: ArrowFunction,
    result: Type,
    parameters: tuple[int, int | None],
    doc: str,
    example: tuple[str, str],
    check: Callable[[Sequence[Value], int], None],
    finish: Callable[[Sql], Sql] = lambda found: found,
    *,
    least: int,
) -> None:
    def returns(arguments: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        check(parameters, len(arguments) - 1)
        return conditions(name, arguments[1:], result)

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        options = sql.string("\0".join(str(p) for p in call.parameters))
        events = sql.coalesce(parts[0], sql.cast(Sql("[]"), f"{_ROW.kernel}[]"))
        found = kernel(events, options, len(call.arguments) - 1)
        value = sql.cast(finish(found), result.kernel)
        return sql.case((Sql(f"len({parts[0]}) > 0"), value)) if call.result.nullable else value

    aggregate(
        Aggregate(
            name,
            returns,
            (least, 33),
            **list_of(
                lambda call: _ROW,
                lambda call: sql.struct(_moment(call[0], call.inner(0)), _met(call)),
            ),
            final=final,
            doc=doc,
            example=example,
            parameters=parameters,
            takes=(UNSIGNED | STAMPS, ANYTHING),
            wrong_arity=tuple((n, Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION) for n in range(1, least)),
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
    longest = longest_distinct_chains if "strict_once" in modes else longest_chains
    return pa.array(longest(events, int(window), count, modes))


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
    _funnels,
    UINT8,
    (1, None),
    "How many of the conditions were met one after the other within a window of time.",
    ("windowFunnel(10)(number, number = 1, number = 2)", "2"),
    _check_funnel,
    least=2,
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
    for kind, _, event in _pattern(parameters[0]):
        if kind == "event" and not 0 <= event < conditions:
            raise Error(Code.BAD_ARGUMENTS, f"Event number {event + 1} is out of range")


_declare(
    "sequenceMatch",
    _sequences,
    UINT8,
    (1, 1),
    "Whether the conditions were met in the order of a pattern.",
    ("sequenceMatch('(?1)(?2)')(number, number = 1, number = 2)", "1"),
    _check_pattern,
    lambda found: sql.op(">", found, 0),
    least=3,
)
_declare(
    "sequenceCount",
    _sequences,
    UINT64,
    (1, 1),
    "How often the conditions were met in the order of a pattern.",
    ("sequenceCount('(?1)(?2)')(number, number = 1, number = 2)", "1"),
    _check_pattern,
    least=3,
)
