"""The steps of a plan as a drawn tree, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sparktree.statements.limits import readable

# Steps that give the rows that they take.
_KEEPING = ("Sorting", "Window")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a plan, what is told of it, and the steps whose rows it takes."""

    kind: str
    description: str = ""
    details: tuple[str, ...] = ()
    inputs: tuple[Step, ...] = ()
    header: tuple[tuple[str, str], ...] = ()
    json: dict[str, Any] = field(default_factory=dict)
    sorting: str = ""  # the order of its rows, as far as it is known
    estimated: float | None = None  # how many rows it is thought to give
    rows: int | None = None  # and gave, if the query ran


@dataclass(frozen=True, slots=True)
class StepDetails:
    """What EXPLAIN was asked to tell of every step."""

    description: bool = True
    header: bool = False
    input_headers: bool = False
    sorting: bool = False
    estimates: bool = False


def tree_lines(step: Step, shown: StepDetails) -> Iterator[str]:
    """The step and all below it, as a drawn tree."""
    yield _title(step, shown)
    edge = "│  " if step.inputs else "   "
    own = (*_header_lines(step, shown), *step.details, *_counted_lines(step))
    yield from (f"{edge}{line}" for line in own)
    for number, below in enumerate(step.inputs):
        last = number == len(step.inputs) - 1
        lines = tree_lines(below, shown)
        yield f"{'└' if last else '├'}──{next(lines)}"
        yield from (f"{'   ' if last else '│  '}{line}" for line in lines)


def _title(step: Step, shown: StepDetails) -> str:
    title = f"{step.kind} ({step.description})" if _is_described(step, shown) else step.kind
    if not shown.estimates:
        return title
    rows = "<unknown>" if step.estimated is None else f"{step.estimated:.0f}"
    return f"{title} (rows: {rows}, cost: <unknown>)"


def _counted_lines(step: Step) -> Iterator[str]:
    """The rows that went into a step of a query that ran, and those that came out of it."""
    if step.rows is None:
        return
    given = [rows_of(below) for below in step.inputs]
    known = [one for one in given if one is not None]
    if step.kind != "Join" and step.estimated is not None:
        guess = readable(round(step.estimated))
        yield f"Output rows: estimated {guess} · actual {readable(step.rows)}"
    if len(known) == len(given):
        yield f"I/O: rows {_short(sum(known))} → {_short(step.rows)}"


def rows_of(step: Step) -> int | None:
    """The rows that a step gave; of one that was not counted, those below if it keeps them all."""
    if step.rows is not None or step.kind not in _KEEPING or not step.inputs:
        return step.rows
    return rows_of(step.inputs[0])


def _short(rows: int) -> str:
    """A count as EXPLAIN ANALYZE writes it: `300`, `10.30 thousand`."""
    return str(rows) if rows < 1000 else readable(rows)


def _is_described(step: Step, shown: StepDetails) -> bool:
    return shown.description and bool(step.description)


def _header_lines(step: Step, shown: StepDetails) -> Iterator[str]:
    """What is told of every step, before what is told of its kind."""
    if shown.header:
        yield from _hanging("Header: ", _names(step) or ["Empty"])
    if shown.input_headers:
        yield from _hanging("Input headers: ", list(_input_headers(step)))
    if shown.sorting and step.sorting:
        yield f"Sorting: {step.sorting}"


def _names(step: Step) -> list[str]:
    return [f"{name} {kind}" for name, kind in step.header]


def _input_headers(step: Step) -> Iterator[str]:
    if not step.inputs:
        yield "No input headers"
    for number, below in enumerate(step.inputs):
        names = _names(below)
        yield f"#{number}" if names else f"#{number} Empty header"
        yield from names


def _hanging(title: str, lines: Sequence[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield f"{' ' * len(title) if number else title}{line}"


def tree_json(step: Step, numbers: Iterator[int], shown: StepDetails) -> dict[str, Any]:
    """The same as JSON."""
    found: dict[str, Any] = {
        "Node Type": step.kind,
        "Node Id": f"{step.kind}_{next(numbers)}",
    }
    if _is_described(step, shown):
        found["Description"] = step.description
    found |= step.json
    if step.inputs:
        plans = [tree_json(below, numbers, shown) for below in step.inputs]
        found["Plans"] = plans
    return found
