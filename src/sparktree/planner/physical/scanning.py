"""Tables and conditions as kernel SQL: a scan reads what is wanted, of what conditions leave."""

from __future__ import annotations

from sparktree.kernel import sql
from sparktree.planner import row_limits
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.expr import Expr, columns_of
from sparktree.planner.fragment import (
    DriverRows,
    Fragment,
    Shares,
)
from sparktree.planner.nodes import Filter, Scan
from sparktree.planner.physical.planner import Demand, Planner, visits
from sparktree.planner.sources import ScanRequest, ScanTask, TableSource
from sparktree.types import Integer


@visits(Scan)
def scan(planner: Planner, node: Scan, demand: Demand, filters: tuple[Expr, ...] = ()) -> Fragment:
    """A table, only the needed columns, only what the filters leave."""
    wanted = [c for c in node.columns if c.id in demand.columns]
    row_limits.check_columns(len(wanted), planner.context.settings)
    request = ScanRequest(
        tuple((c.name, c.kernel_name) for c in wanted),
        filters,
        {c.id: c.name for c in node.columns},
        planner.parallelism,
        demand.rows if not filters else None,
        final=node.final,
        top=demand.top,
        distinct=demand.distinct,
        streams=demand.streams,
        sample_factor=node.sample_factor,
    )
    result = node.source.scan(request)
    planner.scans.add(node.source, tuple(name for name, _ in request.columns), result.report)
    planner.notes += result.details
    name = planner.new_name("scan")
    if result.local is not None and _may_stop(planner, result.rows):
        shares = Shares((ScanTask(result.local, result.rows, result.rows * 8),))
        return Fragment(f"SELECT * FROM {name}", {name: shares}, 1, result.rows)
    if result.local is not None:
        planner.read.rows += result.rows
        planner.read.bytes += result.rows * _width(node.source)
        return Fragment(result.local, rows=result.rows)
    if result.table is not None:
        planner.read.add(result.table)
        return Fragment(f"SELECT * FROM {name}", {name: DriverRows(result.table)}, 0, result.rows)
    shares = Shares(result.tasks)
    return Fragment(f"SELECT * FROM {name}", {name: shares}, len(result.tasks), result.rows)


def _may_stop(planner: Planner, rows: int) -> bool:
    """Whether reading so many rows, of a number each, may end early; only tasks can do that."""
    return any(
        0 < limit.rows < rows or 0 < limit.bytes < rows * 8
        for limit in planner.context.settings.read_limits()
        if limit.breaks
    )


def _width(source: TableSource) -> int:
    """The bytes of a row that is computed, which has one column."""
    first = next((type_ for _, type_ in source.columns()), None)
    return first.bits // 8 if isinstance(first, Integer) else 8


@visits(Filter)
def filter(planner: Planner, node: Filter, demand: Demand) -> Fragment:
    """Rows for which the condition holds; filters right above a scan also prune it."""
    conditions = [node.condition]
    below = node.input
    while isinstance(below, Filter):
        conditions.append(below.condition)
        below = below.input
    conditions.reverse()
    below_it = demand.of(demand.columns | set(columns_of(*conditions)))
    parts = tuple(p for c in conditions for p in conjuncts(c))
    if isinstance(below, Scan):
        inner = scan(planner, below, below_it, parts)
    else:
        inner = planner.visit(below, below_it)
    inner = planner.with_sets(inner, conditions)
    where = sql.all_in_turn(planner.lowering.condition(c) for c in conditions)
    return inner.over(f"SELECT * FROM ({inner.sql}) WHERE {where}")
