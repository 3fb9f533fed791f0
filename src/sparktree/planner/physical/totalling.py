"""WITH TOTALS as stages: one more row out of the groups that the query itself finishes."""

from __future__ import annotations

from dataclasses import replace

from sparktree.kernel import sql
from sparktree.planner.expr import Expr
from sparktree.planner.fragment import Fragment
from sparktree.planner.nodes import Totals
from sparktree.planner.physical.aggregation import Grouping, Groups, Parts, gathered_groups
from sparktree.planner.physical.planner import Demand, Planner, visits


@visits(Totals)
def visit(planner: Planner, node: Totals, demand: Demand) -> Fragment:
    """One row: the keys' defaults, and the aggregates over all groups that count."""
    if not node.input.aggregates:
        return Fragment(_with_keys(node, "SELECT 1 AS dummy"), rows=1)
    groups = gathered_groups(planner, node.input, demand)
    having = [] if node.having is None else [node.having]
    groups = replace(groups, fragment=planner.with_sets(groups.fragment, having))
    if groups.partial:
        found = _of_partial(planner, groups, node.having)
    else:
        found = _of_rows(planner, groups, node.having)
    return found.over(_with_keys(node, found.sql), 1)


def _overall(grouping: Grouping) -> Grouping:
    """The same aggregates without keys."""
    return replace(grouping, node=replace(grouping.node, keys=(), sets=(), groupings=()))


def _with_keys(node: Totals, text: str) -> str:
    # The default of the key itself, also where group_by_use_nulls makes the column Nullable.
    keys = [f"{sql.cast(e.type.zero(), c.type.kernel)} AS {c.kernel_name}"
            for c, e in node.input.keys]  # fmt: skip
    # One grouping set is a plain GROUP BY: no row lacks a key.
    single = len(node.input.sets) == 1
    bits = [f"{0 if single else 2 ** len(places) - 1}::UBIGINT AS {c.kernel_name}"
            for c, places in node.input.groupings]  # fmt: skip
    return f"SELECT {', '.join(['*', *keys, *bits])} FROM ({text})"


def _of_partial(planner: Planner, groups: Groups, having: Expr | None) -> Fragment:
    """Partial values of the groups that count, merged in every task, then in the driver."""
    fragment, grouping = groups.fragment, groups.grouping
    text = fragment.sql if having is None else _counting(planner, grouping, fragment.sql, having)
    overall = _overall(grouping)
    merged = [
        f"{part} AS {name}"
        for column, use in overall.uses
        for part, name in zip(overall.merged(column, use), overall.names(column, use), strict=True)
    ]
    text = f"SELECT {', '.join(merged)} FROM ({text})"
    met = planner.gather(fragment.over(text, max(fragment.tasks, 1)))
    return met.over(overall.final(met.sql), 1)


def _counting(planner: Planner, grouping: Grouping, inner: str, having: Expr) -> str:
    """The merged partial values of the groups for which the condition holds."""
    parts = Parts()
    kept, results = [], []
    for column, use in grouping.uses:
        values = parts.add(grouping.merged(column, use))
        names = grouping.names(column, use)
        kept += [f"{value} AS {name}" for value, name in zip(values, names, strict=True)]
        result = grouping.calls.finished(use, grouping.calls.of(use), values)
        results.append(f"{result} AS {column.kernel_name}")
    keys = [c.kernel_name for c, _ in grouping.node.keys]
    group = f" GROUP BY {', '.join(keys)}" if keys else ""
    below = f"SELECT {', '.join([*keys, *parts.items()])} FROM ({inner}){group}"
    shown = f"SELECT {', '.join([*keys, *kept, *results])} FROM ({below})"
    return f"SELECT * FROM ({shown}) WHERE {planner.lowering.condition(having)}"


def _of_rows(planner: Planner, groups: Groups, having: Expr | None) -> Fragment:
    """Aggregates that have no partial values: the rows of the groups that count, all together."""
    fragment, grouping = groups.fragment, groups.grouping
    text = fragment.sql
    if having is not None:
        text = _rows_that_count(planner, grouping, text, having)
    met = planner.meet(fragment.over(text), ())
    return met.over(_overall(grouping).whole(met.sql), 1)


def _rows_that_count(planner: Planner, grouping: Grouping, inner: str, having: Expr) -> str:
    keys = [c.kernel_name for c, _ in grouping.node.keys]
    values = [planner.lowering.value(e) for _, e in grouping.node.keys]
    groups = f"SELECT {', '.join(keys) or '1 AS dummy'} FROM ({grouping.whole(inner)})"
    groups += f" WHERE {planner.lowering.condition(having)}"
    own = [f"{value} AS key{i}" for i, value in enumerate(values)]
    rows = f"SELECT {', '.join(['*', *own])} FROM ({inner})"
    same = [f"key{i} IS NOT DISTINCT FROM counted.{key}" for i, key in enumerate(keys)]
    condition = " AND ".join(same) or "true"
    return f"SELECT * FROM ({rows}) AS own SEMI JOIN ({groups}) AS counted ON {condition}"
