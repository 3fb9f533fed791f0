"""GROUP BY as stages: partial values where the rows are, merged where the groups meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import AggregateCall, Printer, filled
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.planner import row_limits
from sparktree.planner.aggregate_calls import Calls, merges
from sparktree.planner.expr import AggregateUse, Column, Expr, columns_of
from sparktree.planner.fragment import Fragment
from sparktree.planner.lower import Lowering
from sparktree.planner.nodes import Aggregate
from sparktree.planner.physical import projections
from sparktree.planner.physical.planner import Demand, Planner, visits
from sparktree.planner.sources import Top
from sparktree.spark.stages import Unreduced


@visits(Aggregate)
def visit(planner: Planner, node: Aggregate, demand: Demand) -> Fragment:
    """One row per group."""
    groups = gathered_groups(planner, node, demand)
    inner, grouping = groups.fragment, groups.grouping
    text = grouping.final(inner.sql) if groups.partial else grouping.whole(inner.sql)
    found = inner.over(text, 1 if not node.keys else inner.rows)
    return row_limits.grouped(found, len(node.keys), planner.context.settings)


def gathered_groups(planner: Planner, node: Aggregate, demand: Demand) -> Groups:
    """The rows before their last step; those of WITH TOTALS are read by the totals too."""
    if node.totals is None:
        uses = [(c, u) for c, u in node.aggregates if c.id in demand.columns]
        return _groups(planner, node, uses, demand.top)
    known = planner.groups.get(node.totals)
    if not isinstance(known, Groups):
        known = planner.groups[node.totals] = _groups(planner, node, node.aggregates)
    return known


def _groups(
    planner: Planner,
    node: Aggregate,
    uses: Sequence[tuple[Column, AggregateUse]],
    top: Top | None = None,
) -> Groups:
    projected = projections.aggregated(planner, node, uses)
    if projected is not None:
        top = None  # it is an ordering of the table's own columns
    node, uses = projected or (node, uses)
    exprs: list[Expr] = [*(e for _, e in node.keys), *(u for _, u in uses)]
    inner = planner.with_sets(
        planner.visit(node.input, Demand(set(columns_of(*exprs)), top=top)), exprs
    )
    keys = [planner.lowering.value(e) for _, e in node.keys]
    if node.limited:
        inner = row_limits.before_groups(inner, keys, planner.context.settings)
    grouping = Grouping(planner, node, uses)
    if not inner.spread:
        return Groups(inner, grouping)
    if all(split(use) for _, use in uses):
        return Groups(grouping.partial_met(inner), grouping, partial=True)
    return grouping.rows_met(inner)


def split(use: AggregateUse) -> bool:
    """Whether tasks can compute partial values of the call."""
    return use.aggregate.splits and not use.distinct and not use.order_by


@dataclass(slots=True)
class Parts:
    """The partial values of a select, by name."""

    values: list[Sql] = field(default_factory=list)

    def add(self, values: Sequence[Sql]) -> tuple[Sql, ...]:
        """The names of more values."""
        first = len(self.values)
        self.values += values
        return tuple(sql.name(f"_p{first + i}") for i in range(len(values)))

    def items(self) -> list[str]:
        """The values as a select lists them."""
        return [f"{value} AS _p{i}" for i, value in enumerate(self.values)]


@dataclass(slots=True)
class Grouping:
    """The SQL of one aggregation, in one step or in two."""

    planner: Planner
    node: Aggregate
    uses: Sequence[tuple[Column, AggregateUse]]

    @property
    def lowering(self) -> Lowering:
        """How expressions are printed."""
        return self.planner.lowering

    @property
    def calls(self) -> Calls:
        """The calls as declarations see them."""
        return Calls(self.planner.lowering, self.planner.context)

    # --- one step -------------------------------------------------------------------------

    def whole(self, inner: str) -> str:
        """Keys and results over rows that are all in one place."""
        keys = [f"{self.lowering.value(e)} AS {c.kernel_name}" for c, e in self.node.keys]
        if self.node.sets:
            inner = f"SELECT *, {', '.join(keys)} FROM ({inner})" if keys else inner
            keys = self._set_keys()
        parts = Parts()
        results = [f"{self.result(u, parts)} AS {c.kernel_name}" for c, u in self.uses]
        return self._two_levels(keys, parts, results, inner, self._group_by())

    def _group_by(self) -> str:
        if self.node.sets:
            return self._sets()
        places = ", ".join(str(i + 1) for i in range(len(self.node.keys)))
        return f" GROUP BY {places}" if places else ""

    def _sets(self) -> str:
        names = [c.kernel_name for c, _ in self.node.keys]
        sets = ", ".join(f"({', '.join(names[i] for i in one)})" for one in self.node.sets)
        some = " HAVING count(*) > 0" if self.node.subtotals else ""
        return f" GROUP BY GROUPING SETS ({sets}){some}"

    def _two_levels(
        self, keys: list[str], parts: Parts, results: list[str], inner: str, group: str
    ) -> str:
        """Partial values below, results above: a result may be a subquery over partial values."""
        # One row also where nobody wants any of its values.
        nothing = "1 AS dummy" if group else "count(*) AS dummy"
        grouped = ", ".join([*keys, *parts.items()]) or nothing
        names = [c.kernel_name for c, _ in (*self.node.keys, *self.node.groupings)]
        shown = ", ".join([*names, *results]) or "1 AS dummy"
        return f"SELECT {shown} FROM (SELECT {grouped} FROM ({inner}){group})"

    def _set_keys(self) -> list[str]:
        """The keys of grouping sets, and which of them a row's set lacks."""
        names = [c.kernel_name for c, _ in self.node.keys]
        return [
            *(f"{self._absent(c)} AS {c.kernel_name}" for c, _ in self.node.keys),
            *(
                f"CAST(grouping({', '.join(names[i] for i in places)}) AS UBIGINT)"
                f" AS {column.kernel_name}"
                for column, places in self.node.groupings
            ),
        ]

    def _absent(self, column: Column) -> Sql:
        """Keys that a grouping set lacks show their default value."""
        name = sql.name(column.kernel_name)
        if column.type.nullable:
            return name
        return sql.case((Sql(f"grouping({name}) = 1"), column.type.zero()), otherwise=name)

    def result(self, use: AggregateUse, below: Parts) -> Sql:
        """The value of a call over all rows of a group."""
        call = self.calls.of(use)
        if merges(use):
            return self.calls.finished(use, call, below.add(self._merged_states(use, call)))
        if use.aggregate.whole is not None and use.mode == "value":
            (value,) = below.add((self._whole_sql(use, call),))
            return filled(value, use.type)
        if use.aggregate.partial is None:
            raise Error(Code.LOGICAL_ERROR, f"{use.aggregate.name} can be computed in no way.")
        aggs = use.aggregate.partial(call)
        if use.distinct:
            aggs = tuple(replace(a, distinct=True) for a in aggs)
        return self.calls.finished(use, call, below.add(self.lowering.print_aggs(aggs, use)))

    def _whole_sql(self, use: AggregateUse, call: AggregateCall) -> Sql:
        assert use.aggregate.whole is not None
        return use.aggregate.whole(call, self._printer(use))

    def _printer(self, use: AggregateUse) -> Printer:
        condition = self.lowering.aggregate_condition(use)
        return Printer(condition, use.distinct)

    def _merged_states(self, use: AggregateUse, call: AggregateCall) -> tuple[Sql, ...]:
        condition = self.lowering.aggregate_condition(use)
        return tuple(a.sql(condition) for a in self.calls.merging(use, call))

    # --- two steps ------------------------------------------------------------------------

    def partial_met(self, inner: Fragment) -> Fragment:
        """Partial values in the tasks; groups meet by the hash of their keys, or in the driver."""
        partial = inner.over(self._partial(inner.sql))
        columns = [c for c, _ in self.node.keys]
        if not columns:
            return self.planner.gather(partial.over(partial.sql, inner.tasks))
        met = () if self.node.sets else columns
        return self.planner.meet(partial, met, self._unreduced(inner.sql))

    def _partial(self, inner: str) -> str:
        keys = [f"{self.lowering.value(e)} AS {c.kernel_name}" for c, e in self.node.keys]
        states = [
            f"{part} AS {name}"
            for column, use in self.uses
            for part, name in zip(self._partial_sqls(use), self.names(column, use), strict=True)
        ]
        group = f" GROUP BY {', '.join(str(i + 1) for i in range(len(keys)))}" if keys else ""
        return f"SELECT {', '.join([*keys, *states]) or 'count(*) AS dummy'} FROM ({inner}){group}"

    def _unreduced(self, inner: str) -> Unreduced | None:
        """Every row as a group of its own; None if some call does not tell its value of one row."""
        items = [f"{self.lowering.value(e)} AS {c.kernel_name}" for c, e in self.node.keys]
        for column, use in self.uses:
            if use.mode not in ("value", "state") or use.aggregate.partial is None:
                return None
            condition = self.lowering.aggregate_condition(use)
            aggs = use.aggregate.partial(self.calls.of(use))
            for agg, name in zip(aggs, self.names(column, use), strict=True):
                value = agg.of_one_row(condition)
                if value is None:
                    return None
                items.append(f"{value} AS {name}")
        keys = [c.kernel_name for c, _ in self.node.keys]
        return self.planner.unreduced(f"SELECT {', '.join(items)} FROM ({inner})", keys)

    def _partial_sqls(self, use: AggregateUse) -> tuple[Sql, ...]:
        call = self.calls.of(use)
        if merges(use):
            return self._merged_states(use, call)
        assert use.aggregate.partial is not None
        return self.lowering.print_aggs(use.aggregate.partial(call), use)

    def names(self, column: Column, use: AggregateUse) -> list[str]:
        """The names of the columns that hold the partial values of a call."""
        call = self.calls.of(use)
        count = len(self.calls.state_types(use, call))
        return [f"{column.kernel_name}_{i}" for i in range(count)]

    def final(self, inner: str) -> str:
        """Keys and results over partial values that have met."""
        names = [c.kernel_name for c, _ in self.node.keys]
        keys = self._set_keys()
        group = f" GROUP BY {', '.join(names)}" if names else ""
        if self.node.sets:
            group = self._sets()
        below = Parts()
        results = []
        for column, use in self.uses:
            value = self.calls.finished(
                use, self.calls.of(use), below.add(self.merged(column, use))
            )
            results.append(f"{value} AS {column.kernel_name}")
        return self._two_levels(keys if self.node.sets else names, below, results, inner, group)

    def merged(self, column: Column, use: AggregateUse) -> tuple[Sql, ...]:
        """Partial values of a call merged, themselves partial values."""
        assert use.aggregate.merge is not None
        fields = tuple(sql.name(n) for n in self.names(column, use))
        return tuple(a.sql() for a in use.aggregate.merge(self.calls.of(use), fields))

    # --- rows meet first ------------------------------------------------------------------

    def rows_met(self, inner: Fragment) -> Groups:
        """The rows of a group meet, reduced to what the aggregates read."""
        keys = [f"{self.lowering.value(e)} AS {c.kernel_name}" for c, e in self.node.keys]
        read = columns_of(*(u for _, u in self.uses))
        distinct = all(u.distinct or u.aggregate.name == "uniqExact" for _, u in self.uses)
        values = [c.kernel_name for c in read.values()]
        columns = [c for c, _ in self.node.keys]
        rows = f"SELECT {', '.join([*keys, *values])} FROM ({inner.sql})"
        unreduced = None
        if distinct:
            told_apart = [*(c.kernel_name for c in columns), *values]
            unreduced = self.planner.unreduced(rows, told_apart)
            rows = rows.replace("SELECT", "SELECT DISTINCT", 1)
        met = self.planner.meet(inner.over(rows), () if self.node.sets else columns, unreduced)
        moved = replace(self.node, keys=tuple((c, c) for c in columns))
        return Groups(met, Grouping(self.planner, moved, self.uses))


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows, or partial values, that are where their groups can be finished."""

    fragment: Fragment
    grouping: Grouping
    partial: bool = False
