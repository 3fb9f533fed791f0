"""EXPLAIN ANALYZE: a query is run, and its steps are shown with the rows that they gave."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sparktree.functions.numbers.readable import readable_size
from sparktree.kernel.tally import TALLIES
from sparktree.planner.nodes import Node, Query, inputs
from sparktree.planner.optimizing import optimized
from sparktree.planner.scans import Scans
from sparktree.statements.context import Context
from sparktree.statements.limits import readable


@dataclass(frozen=True, slots=True)
class Analyzed:
    """A query that ran."""

    query: Query  # as it ran
    scans: Scans
    rows: dict[int, int]  # that nodes gave, by id()
    planning: float
    execution: float
    read_rows: int
    read_bytes: int
    memory: int

    def summary(self) -> Iterator[str]:
        """What it took, as ClickHouse tells it."""
        whole = self.planning + self.execution
        seconds = max(self.execution, 1e-9)
        yield "Query summary:"
        yield (
            f"  Time:        {_time(whole)} (planning {_time(self.planning)} · execution"
            f" {_time(self.execution)})"
        )
        yield (
            f"  Read:        {readable(self.read_rows)} rows, {_decimal_size(self.read_bytes)}"
            f" ({readable(round(self.read_rows / seconds))} rows/s.,"
            f" {_decimal_size(self.read_bytes / seconds)}/s.)"
        )
        yield f"  Peak memory: {readable_size(self.memory)}"
        yield ""


def analyzed(query: Query, context: Context, began: float) -> Analyzed:
    """Run a query, counting the rows of its nodes; its own rows are dropped."""
    query = replace(query, root=optimized(query.root, context.context))
    names = {id(node): f"{context.query_id}/{place}" for place, node in enumerate(_all(query.root))}
    planner = context.planner()
    planner.counted = names
    plan = context.checked(query, planner)
    planned = time.monotonic()
    for _ in context.rows(plan):
        pass
    ended = time.monotonic()
    beginning = f"{context.query_id}/"
    counters = {name: context.profile.pop(name, 0) for name in names.values()}
    here = TALLIES.take(beginning)
    rows = {number: counters[names[number]] + here.get(names[number], 0) for number in planner.seen}
    return Analyzed(
        query,
        plan.scans,
        rows,
        planned - began,
        ended - planned,
        context.read_rows,
        context.read_bytes,
        context.peak_memory,
    )


def _all(node: Node) -> Iterator[Node]:
    yield node
    for below in inputs(node):
        yield from _all(below)


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds / 1e-9:.2f} ns"


def _decimal_size(size: float) -> str:
    for unit in ("B", "KB", "MB", "GB", "TB"):
        if size < 1000:
            return f"{size:.2f} {unit}"
        size /= 1000
    return f"{size:.2f} PB"
