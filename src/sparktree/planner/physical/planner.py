"""From relational nodes to stages: kernel SQL, cut where rows must meet."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from sparktree.functions.core.declare import QueryContext
from sparktree.kernel import sql, tally
from sparktree.kernel.sql import Sql
from sparktree.planner import row_limits
from sparktree.planner.expr import Column, Expr, InSet, walk
from sparktree.planner.fragment import (
    Bucket,
    DriverRows,
    Fragment,
    Gathered,
    relations,
)
from sparktree.planner.lower import Lowering
from sparktree.planner.nodes import Limit, Node, Query
from sparktree.planner.optimizing import optimized
from sparktree.planner.physical.sharing import share
from sparktree.planner.scans import Scans
from sparktree.planner.sources import Top
from sparktree.registry import Registry
from sparktree.spark.stages import Count, Gather, Hash, Single, Sink, Stage, Unreduced
from sparktree.types import Type
from sparktree.types.base import typed_null

# A join's side up to this many rows is sent whole to every task.
BROADCAST_ROWS = 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """Stages for Spark (maybe none), then SQL for the driver (maybe none) over their rows."""

    stages: tuple[Stage, ...]
    driver: Fragment | None
    columns: tuple[Column, ...]
    notes: tuple[str, ...] = ()
    totals: Fragment | None = None  # for the driver, the row of WITH TOTALS
    read: Count = field(default_factory=Count)  # what the driver itself reads
    scans: Scans = field(default_factory=Scans)


@dataclass(frozen=True, slots=True)
class Demand:
    """What is wanted of a node's rows: some columns and, where that is all, only some rows."""

    columns: set[int]
    rows: int | None = None  # so many, whichever these are
    top: Top | None = None  # the first ones of an ordering
    distinct: tuple[tuple[Expr, ...], int] | None = None  # so many different values of these
    streams: bool = False  # they are the result, but for conditions: any number of tasks will do

    def of(self, columns: set[int]) -> Demand:
        """The same rows, with other columns."""
        return replace(self, columns=columns)


@dataclass(slots=True)
class Planner:
    """Makes the plan of one query."""

    context: QueryContext
    parallelism: int
    stages: list[Stage] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    read: Count = field(default_factory=Count)  # in the driver
    scans: Scans = field(default_factory=Scans)
    names: int = 0
    broadcast_rows: int = BROADCAST_ROWS
    groups: dict[int, object] = field(default_factory=dict)  # of WITH TOTALS
    columns: Iterator[int] = field(default_factory=lambda: itertools.count(1_000_000_000))
    # Under which names rows of nodes are counted, by their id(): these are optimized already.
    counted: Mapping[int, str] | None = None
    seen: set[int] = field(default_factory=set)  # of these nodes those whose rows are counted

    @property
    def lowering(self) -> Lowering:
        """How expressions are printed."""
        return Lowering(self.context)

    # --- whole plans ----------------------------------------------------------------------

    def query(self, query: Query) -> Plan:
        """The plan whose rows are the query's result."""
        items = [(sql.name(c.kernel_name), c) for c in query.columns]
        totals = None
        if query.totals is not None:  # first, so that its stages come before the last one
            totals = self.gather(self.output(replace(query, root=query.totals), items))
        result = self.output(query, items, streams=self._any_tasks())
        plan = self.finish(result, query.columns)
        return replace(plan, totals=totals)

    def output(
        self, query: Query, items: Sequence[tuple[Sql, Column]], *, streams: bool = False
    ) -> Fragment:
        """The rows of the query as the given expressions, named as their columns."""
        wanted = Demand({c.id for c in query.columns}, streams=streams)
        inner = self._nothing(query) or self.visit(self._optimized(query.root), wanted)
        listed = ", ".join(f"{e} AS {sql.quote_name(c.kernel_name)}" for e, c in items)
        return inner.over(f"SELECT {listed} FROM ({inner.sql})")

    def _optimized(self, node: Node) -> Node:
        return node if self.counted is not None else optimized(node, self.context)

    def _any_tasks(self) -> bool:
        """Whether nothing says how many tasks there are to be."""
        settings = self.context.settings
        breaks = any(limit.breaks for limit in settings.read_limits())
        return not settings.max_threads and not breaks

    def _nothing(self, query: Query) -> Fragment | None:
        """The columns of a query that asks for no rows, which clients do for their types."""
        root = query.root
        if not isinstance(root, Limit) or not isinstance(root.limit, int) or root.limit:
            return None
        columns = {c.kernel_name: typed_null(c.type.kernel) for c in query.columns}
        listed = ", ".join(f"{null} AS {sql.quote_name(name)}" for name, null in columns.items())
        return Fragment(f"SELECT {listed} WHERE false", rows=0)

    def finish(self, fragment: Fragment, columns: tuple[Column, ...]) -> Plan:
        """Close the plan: the last fragment runs in tasks or, if nothing stored is read, here."""
        if fragment.tasks == 0:
            return self._plan(fragment, columns)
        self.stages.append(Stage(fragment.sql, relations(fragment), Gather()))
        return self._plan(None, columns)

    def sink(self, fragment: Fragment, sink: Sink) -> Plan:
        """Close the plan with something that takes the rows in the tasks."""
        self.stages.append(Stage(fragment.sql, relations(fragment), Gather(), sink))
        return self._plan(None, ())

    def _plan(self, driver: Fragment | None, columns: tuple[Column, ...]) -> Plan:
        notes = tuple(self.notes)
        return Plan(tuple(self.stages), driver, columns, notes, read=self.read, scans=self.scans)

    # --- exchanges ------------------------------------------------------------------------

    def new_name(self, kind: str) -> str:
        """A name for an input, used once in the plan."""
        self.names += 1
        return f"{kind}{self.names}"

    def unreduced(self, rows: str, columns: Sequence[str]) -> Unreduced | None:
        """The rows that a task may send instead of their groups; None if it never should."""
        least = self.context.settings.group_by_two_level_threshold
        return Unreduced(rows, tuple(columns), least) if least and columns else None

    def new_column(self, name: str, type_: Type) -> Column:
        """A column that only this plan knows."""
        return Column(type_, next(self.columns), name)

    def meet(
        self, fragment: Fragment, columns: Sequence[Column], unreduced: Unreduced | None = None
    ) -> Fragment:
        """Rows with equal values in the columns in one task; all in one if there are no columns.

        A task may send the `unreduced` rows instead of the fragment's.
        """
        if not fragment.spread:
            return fragment
        output: Hash | Single = Single()
        if columns:
            output = Hash(tuple(c.kernel_name for c in columns), self.parallelism)
        else:
            self.notes.append("All rows meet in one task.")
        return self._exchanged(fragment, output, unreduced)

    def spread(self, fragment: Fragment, columns: Sequence[Column]) -> Fragment:
        """Rows with equal values in the columns in one of all tasks, also if they were in one."""
        output = Hash(tuple(c.kernel_name for c in columns), self.parallelism)
        return self._exchanged(replace(fragment, tasks=max(fragment.tasks, 1)), output)

    def _exchanged(
        self, fragment: Fragment, output: Hash | Single, unreduced: Unreduced | None = None
    ) -> Fragment:
        stage = Stage(fragment.sql, relations(fragment), output, unreduced=unreduced)
        self.stages.append(stage)
        name = self.new_name("exchange")
        tasks = output.buckets if isinstance(output, Hash) else 1
        source = {name: Bucket(len(self.stages) - 1)}
        return Fragment(f"SELECT * FROM {name}", source, tasks, fragment.rows)

    def gather(self, fragment: Fragment) -> Fragment:
        """The rows, few of them, where the driver or every task can have them."""
        if fragment.tasks == 0:
            return fragment
        self.stages.append(Stage(fragment.sql, relations(fragment), Gather()))
        name = self.new_name("gathered")
        source = {name: Gathered(len(self.stages) - 1)}
        return Fragment(f"SELECT * FROM {name}", source, 0, fragment.rows)

    # --- nodes ----------------------------------------------------------------------------

    def visit(self, node: Node, demand: Demand) -> Fragment:
        """The node's rows with at least the columns of the demand."""
        name = (self.counted or {}).get(id(node))
        node, number = share(node, self.new_column), id(node)
        found = VISITORS[type(node)](self, node, demand)
        found = row_limits.guarded(node, found, self.context.settings)
        if name is None:
            return found
        self.seen.add(number)
        return found.over(tally.counted(found.sql, name))

    def with_sets(self, fragment: Fragment, exprs: Sequence[Expr]) -> Fragment:
        """The fragment with the sets of its IN expressions among its inputs."""
        tables = [e.table for root in exprs for e in walk(root) if isinstance(e, InSet)]
        known = {t.name: DriverRows(t.table) for t in tables if t is not None}
        return replace(fragment, inputs={**fragment.inputs, **known}) if known else fragment


Visitor = Callable[..., Fragment]  # of the planner, a node and a demand
V = TypeVar("V", bound=Visitor)
VISITORS: Registry[type[Node], Visitor] = Registry()


def visits(kind: type[Node]) -> Callable[[V], V]:
    """Declare what makes kernel SQL of a kind of nodes."""

    def declare(visitor: V) -> V:
        VISITORS.add(kind, visitor)
        return visitor

    return declare
