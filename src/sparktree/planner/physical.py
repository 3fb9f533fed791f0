"""From relational nodes to stages: kernel SQL, cut where rows must meet."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from sparktree.errors import Code
from sparktree.functions.declare import QueryContext
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.planner import (
    aggregation,
    filling,
    first_seen,
    guards,
    joining,
    limiting,
    projections,
    totalling,
    windowing,
)
from sparktree.planner.expr import Column, Expr, InSet, columns_of, walk
from sparktree.planner.fragment import (
    Bucket,
    Fragment,
    Gathered,
    Known,
    Shares,
    TaskNumber,
    relations,
    together,
)
from sparktree.planner.join_conditions import conjuncts
from sparktree.planner.lower import Lowering
from sparktree.planner.nodes import (
    Aggregate,
    ArrayJoin,
    Distinct,
    Fill,
    Filter,
    Join,
    Limit,
    LimitBy,
    Node,
    OneRow,
    Project,
    Query,
    Scan,
    ScanRequest,
    ScanTask,
    SetOperation,
    Sort,
    TableSource,
    Top,
    Totals,
    Window,
    produced,
)
from sparktree.planner.pushdown import push_down
from sparktree.settings.query import QuerySettings
from sparktree.spark.stages import Count, Gather, Hash, Single, Sink, Stage, Unreduced
from sparktree.types import Array, Integer, Map, Type
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
    scanned: Sequence[tuple[TableSource, tuple[str, ...]]] = ()  # tables, and columns of them


@dataclass(slots=True)
class Planner:
    """Makes the plan of one query."""

    context: QueryContext
    parallelism: int
    stages: list[Stage] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    read: Count = field(default_factory=Count)  # in the driver
    scanned: list[tuple[TableSource, tuple[str, ...]]] = field(default_factory=list)
    names: int = 0
    broadcast_rows: int = BROADCAST_ROWS
    groups: dict[int, aggregation.Groups] = field(default_factory=dict)  # of WITH TOTALS
    to_driver: bool = False  # whether the rows of the plan are a result
    result_scan: Scan | None = None  # whose rows are those of the result, but for conditions
    wanted_rows: int | None = None  # of the scan that is visited next, if a LIMIT is all above it
    wanted_top: Top | None = None  # the same with an ordering
    wanted_distinct: tuple[tuple[Expr, ...], int] | None = None  # the same of DISTINCT
    columns: Iterator[int] = field(default_factory=lambda: itertools.count(1_000_000_000))

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
        self.to_driver = True
        plan = self.finish(self.output(query, items), query.columns)
        return replace(plan, totals=totals)

    def output(self, query: Query, items: Sequence[tuple[Sql, Column]]) -> Fragment:
        """The rows of the query as the given expressions, named as their columns."""
        inner = self._nothing(query) or self._rows(query)
        listed = ", ".join(f"{e} AS {sql.quote_name(c.kernel_name)}" for e, c in items)
        return inner.over(f"SELECT {listed} FROM ({inner.sql})")

    def _rows(self, query: Query) -> Fragment:
        root = push_down(query.root)
        if self.to_driver and self._any_tasks():
            below = root
            while isinstance(below, Filter | Project):
                below = below.input
            self.result_scan = below if isinstance(below, Scan) else None
        return self.visit(root, {c.id for c in query.columns})

    def _any_tasks(self) -> bool:
        """Whether nothing says how many tasks there are to be."""
        settings = self.context.settings
        return isinstance(settings, QuerySettings) and not (
            settings.max_threads or any(limit.breaks for limit in settings.read_limits())
        )

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
        return Plan(
            tuple(self.stages), driver, columns, notes, read=self.read, scanned=self.scanned
        )

    # --- exchanges ------------------------------------------------------------------------

    def new_name(self, kind: str) -> str:
        """A name for an input, used once in the plan."""
        self.names += 1
        return f"{kind}{self.names}"

    def unreduced(self, rows: str, columns: Sequence[str]) -> Unreduced | None:
        """The rows that a task may send instead of their groups; None if it never should."""
        least = int(str(self.context.setting("group_by_two_level_threshold")))
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

    def visit(self, node: Node, needed: set[int]) -> Fragment:
        """The node's rows with at least the needed columns."""
        return guards.guarded(
            node, _VISITORS[type(node)](self, node, needed), self.context.settings
        )

    def one_row(self, node: OneRow, needed: set[int]) -> Fragment:
        """A row without columns."""
        return Fragment("SELECT 1 AS dummy", rows=1)

    def scan(self, node: Scan, needed: set[int], filters: tuple[Expr, ...] = ()) -> Fragment:
        """A table, only the needed columns, only what the filters leave."""
        wanted = [c for c in node.columns if c.id in needed]
        guards.check_columns(len(wanted), self.context.settings)
        request = ScanRequest(
            tuple((c.name, c.kernel_name) for c in wanted),
            filters,
            {c.id: c.name for c in node.columns},
            self.parallelism,
            self.wanted_rows if not filters else None,
            final=node.final,
            top=self.wanted_top,
            distinct=self.wanted_distinct,
            streams=node is self.result_scan,
        )
        self.scanned.append((node.source, tuple(name for name, _ in request.columns)))
        result = node.source.scan(request)
        self.notes += result.details
        name = self.new_name("scan")
        if result.local is not None and self._may_stop(result.rows):
            shares = Shares((ScanTask(result.local, result.rows, result.rows * 8),))
            return Fragment(f"SELECT * FROM {name}", {name: shares}, 1, result.rows)
        if result.local is not None:
            self.read.rows += result.rows
            self.read.bytes += result.rows * _width(node.source)
            return Fragment(result.local, rows=result.rows)
        if result.table is not None:
            self.read.add(result.table)
            return Fragment(f"SELECT * FROM {name}", {name: Known(result.table)}, 0, result.rows)
        shares = Shares(result.tasks)
        return Fragment(f"SELECT * FROM {name}", {name: shares}, len(result.tasks), result.rows)

    def _may_stop(self, rows: int) -> bool:
        """Whether reading so many rows, of a number each, may end early; only tasks can do that."""
        settings = self.context.settings
        return isinstance(settings, QuerySettings) and any(
            0 < limit.rows < rows or 0 < limit.bytes < rows * 8
            for limit in settings.read_limits()
            if limit.breaks
        )

    def filter(self, node: Filter, needed: set[int]) -> Fragment:
        """Rows for which the condition holds; filters right above a scan also prune it."""
        conditions = [node.condition]
        below = node.input
        while isinstance(below, Filter):
            conditions.append(below.condition)
            below = below.input
        conditions.reverse()
        inner_needed = needed | set(columns_of(*conditions))
        parts = tuple(p for c in conditions for p in conjuncts(c))
        if isinstance(below, Scan):
            inner = self.scan(below, inner_needed, parts)
        else:
            inner = self.visit(below, inner_needed)
        inner = self.with_sets(inner, conditions)
        where = sql.all_in_turn(self.lowering.condition(c) for c in conditions)
        return inner.over(f"SELECT * FROM ({inner.sql}) WHERE {where}")

    def with_sets(self, fragment: Fragment, exprs: Sequence[Expr]) -> Fragment:
        """The fragment with the sets of its IN expressions among its inputs."""
        tables = [e.table for root in exprs for e in walk(root) if isinstance(e, InSet)]
        known = {t.name: Known(t.table) for t in tables if t is not None}
        return replace(fragment, inputs={**fragment.inputs, **known}) if known else fragment

    def project(self, node: Project, needed: set[int]) -> Fragment:
        """Computed columns."""
        columns = [(c, e) for c, e in node.columns if c.id in needed]
        inner = self.visit(node.input, set(columns_of(*(e for _, e in columns))))
        inner = self.with_sets(inner, [e for _, e in columns])
        items = [f"{self.lowering.value(e)} AS {c.kernel_name}" for c, e in columns]
        return inner.over(f"SELECT {', '.join(items) or '1 AS dummy'} FROM ({inner.sql})")

    def array_join(self, node: ArrayJoin, needed: set[int]) -> Fragment:
        """A row per element; arrays of which nobody reads the elements do not matter."""
        read = tuple((c, e) for c, e in node.arrays if c.id in needed) or node.arrays[:1]
        node = replace(node, arrays=read)
        arrays = [e for _, e in read]
        outer = (needed & produced(node.input).keys()) - {c.id for c, _ in node.arrays}
        inner = self.with_sets(self.visit(node.input, outer | set(columns_of(*arrays))), arrays)
        lists = self._lists(arrays, node.left)
        kept = [f"c{number}" for number in sorted(outer)]
        spread = [
            f"unnest({a}) AS {c.kernel_name}" for a, (c, _) in zip(lists, node.arrays, strict=True)
        ]
        return inner.over(
            f"SELECT {', '.join([*kept, *spread])} FROM ({inner.sql})", inner.rows * 10
        )

    def _lists(self, arrays: Sequence[Expr], left: bool) -> list[Sql]:
        """The arrays in one length; with `left` none is empty."""
        values = [self.lowering.value(array) for array in arrays]
        types = [a.type.form if isinstance(a.type, Map) else a.type for a in arrays]
        defaults = [(t.of if isinstance(t, Array) else t).zero() for t in types]
        if len(values) > 1 and self.context.setting("enable_unaligned_array_join"):
            lengths = [sql.call("len", value) for value in values]
            longest = sql.call("greatest", *lengths, "1" if left else "0")
            return [
                sql.call("list_resize", value, longest, default)
                for value, default in zip(values, defaults, strict=True)
            ]
        if left:
            values = [
                sql.case((f"len({value}) = 0", sql.array(default)), otherwise=value)
                for value, default in zip(values, defaults, strict=True)
            ]
        return values if len(values) == 1 else [_same_length(values), *values[1:]]

    def sort(self, node: Sort, needed: set[int]) -> Fragment:
        """All rows in order: they must meet."""
        exprs = [i.expr for i in node.items]
        inner = self.visit(node.input, needed | set(columns_of(*exprs)))
        met = self.meet(inner, ())
        met = guards.SORT.over(met, self.context.settings, _given(node.input, needed))
        return met.over(f"SELECT * FROM ({met.sql}) ORDER BY {self.lowering.order_by(node.items)}")

    def distinct(self, node: Distinct, needed: set[int]) -> Fragment:
        """The first of equal rows; each task drops its own first."""
        own = {c.id for c in node.columns}
        grouped = projections.distinct(self, node) if needed <= own else None
        if grouped is not None:
            self.wanted_distinct = None
            return aggregation.visit(self, grouped, needed)
        inner = self.visit(node.input, needed | own)
        names = ", ".join(c.kernel_name for c in node.columns)
        if inner.tasks == 0:
            return inner.over(first_seen.distinct(inner.sql, names))
        exact = needed <= own
        text = (
            "SELECT DISTINCT {names} FROM ({sql})"
            if exact
            else "SELECT DISTINCT ON ({names}) * FROM ({sql})"
        )
        if inner.spread:
            local = inner.over(text.format(names=names, sql=inner.sql))
            rows = f"SELECT {names if exact else '*'} FROM ({inner.sql})"
            unreduced = self.unreduced(rows, [c.kernel_name for c in node.columns])
            inner = self.meet(local, node.columns, unreduced)
        return inner.over(text.format(names=names, sql=inner.sql))

    def set_operation(self, node: SetOperation, needed: set[int]) -> Fragment:
        """UNION keeps its inputs where they are; INTERSECT and EXCEPT need all rows together."""
        wanted = [i for i, c in enumerate(node.columns) if c.id in needed]
        if node.distinct or node.operator != "UNION":
            wanted = list(range(len(node.columns)))
        fragments = [self._branch(node, root, exprs, wanted) for root, exprs in node.inputs]
        if any(f.spread for f in fragments):
            fragments = [f if f.spread else self._in_first_task(f) for f in fragments]
        if node.operator != "UNION":
            fragments = [self.meet(f, ()) for f in fragments]
        joined = together(
            _combined(node, fragments), *fragments, rows=sum(f.rows for f in fragments)
        )
        if node.operator == "UNION" and node.distinct:
            columns = ", ".join(c.kernel_name for c in node.columns)
            if joined.tasks == 0:
                return joined.over(first_seen.distinct(joined.sql, columns))
            joined = self.meet(joined, node.columns)
            return joined.over(f"SELECT DISTINCT {columns} FROM ({joined.sql})")
        return joined

    def _in_first_task(self, fragment: Fragment) -> Fragment:
        """Rows that are in one place, for a stage of several tasks: only the first one has them."""
        if any(isinstance(one, Bucket) for one in fragment.inputs.values()):
            fragment = self.gather(fragment)
        name = self.new_name("task")
        text = f"SELECT * FROM ({fragment.sql}) WHERE (SELECT task FROM {name}) = 0"
        inputs = {**fragment.inputs, name: TaskNumber()}
        return Fragment(text, inputs, fragment.tasks, fragment.rows)

    def _branch(
        self, node: SetOperation, root: Node, exprs: tuple[Expr, ...], wanted: list[int]
    ) -> Fragment:
        inner = self.visit(root, set(columns_of(*(exprs[i] for i in wanted))))
        items = [
            f"{self.lowering.value(exprs[i])} AS {node.columns[i].kernel_name}" for i in wanted
        ]
        return inner.over(f"SELECT {', '.join(items) or '1 AS dummy'} FROM ({inner.sql})")


def _combined(node: SetOperation, fragments: Sequence[Fragment]) -> str:
    """The rows of the inputs that the operation leaves; DISTINCT of UNION comes behind it."""
    if node.operator == "UNION":
        return " UNION ALL ".join(f"({f.sql})" for f in fragments)
    if any(f.tasks for f in fragments):
        word = node.operator if node.distinct else f"{node.operator} ALL"
        return f" {word} ".join(f"({f.sql})" for f in fragments)
    names = [c.kernel_name for c in node.columns]
    common, once = node.operator == "INTERSECT", node.distinct
    return reduce(
        lambda left, right: first_seen.compared(left, right, names, common=common, once=once),
        (f.sql for f in fragments),
    )


def _given(node: Node, needed: set[int]) -> list[Column]:
    """The needed columns, as far as they are the node's."""
    return [c for c in produced(node).values() if c.id in needed]


def _same_length(lists: Sequence[Sql]) -> Sql:
    """The first list, after a check that the others are as long."""
    message = raising(Code.SIZES_OF_ARRAYS_DONT_MATCH, "Sizes of ARRAY-JOIN-ed arrays do not match")
    lengths = [sql.call("len", one) for one in lists]
    differ = sql.any_of(sql.op("<>", lengths[0], other) for other in lengths[1:])
    failure = Sql(f"list_filter({lists[0]}, lambda _x: error({sql.string(message)}) IS NULL)")
    return sql.case((differ, failure), otherwise=lists[0])


Visitor = Callable[..., Fragment]
_VISITORS: dict[type[Node], Visitor] = {
    OneRow: Planner.one_row,
    Scan: Planner.scan,
    Filter: Planner.filter,
    Project: Planner.project,
    ArrayJoin: Planner.array_join,
    Sort: Planner.sort,
    Fill: filling.visit,
    Limit: limiting.visit,
    LimitBy: limiting.visit_by,
    Distinct: Planner.distinct,
    SetOperation: Planner.set_operation,
    Aggregate: aggregation.visit,
    Join: joining.visit,
    Totals: totalling.visit,
    Window: windowing.visit,
}


def _width(source: TableSource) -> int:
    """The bytes of a row that is computed, which has one column."""
    first = next((type_ for _, type_ in source.columns()), None)
    return first.bits // 8 if isinstance(first, Integer) else 8
