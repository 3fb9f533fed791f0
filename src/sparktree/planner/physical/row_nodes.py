"""Nodes over one input as kernel SQL: computed columns, elements of arrays, orders, DISTINCT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.planner import row_limits, stream_order
from sparktree.planner.expr import Column, Expr, columns_of
from sparktree.planner.fragment import (
    Fragment,
)
from sparktree.planner.nodes import ArrayJoin, Distinct, Node, OneRow, Project, Sort, produced
from sparktree.planner.physical import aggregation, projections
from sparktree.planner.physical.planner import Demand, Planner, visits
from sparktree.types import Array, Map


@visits(OneRow)
def one_row(planner: Planner, node: OneRow, demand: Demand) -> Fragment:
    """A row without columns."""
    return Fragment("SELECT 1 AS dummy", rows=1)


@visits(Project)
def project(planner: Planner, node: Project, demand: Demand) -> Fragment:
    """Computed columns."""
    columns = [(c, e) for c, e in node.columns if c.id in demand.columns]
    inner = planner.visit(node.input, demand.of(set(columns_of(*(e for _, e in columns)))))
    inner = planner.with_sets(inner, [e for _, e in columns])
    items = [f"{planner.lowering.value(e)} AS {c.kernel_name}" for c, e in columns]
    return inner.over(f"SELECT {', '.join(items) or '1 AS dummy'} FROM ({inner.sql})")


@visits(ArrayJoin)
def array_join(planner: Planner, node: ArrayJoin, demand: Demand) -> Fragment:
    """A row per element; arrays of which nobody reads the elements do not matter."""
    read = tuple((c, e) for c, e in node.arrays if c.id in demand.columns) or node.arrays[:1]
    node = replace(node, arrays=read)
    arrays = [e for _, e in read]
    outer = (demand.columns & produced(node.input).keys()) - {c.id for c, _ in node.arrays}
    inner = planner.with_sets(
        planner.visit(node.input, Demand(outer | set(columns_of(*arrays)))), arrays
    )
    lists = _lists(planner, arrays, node.left)
    kept = [f"c{number}" for number in sorted(outer)]
    spread = [
        f"unnest({a}) AS {c.kernel_name}" for a, (c, _) in zip(lists, node.arrays, strict=True)
    ]
    return inner.over(f"SELECT {', '.join([*kept, *spread])} FROM ({inner.sql})", inner.rows * 10)


def _lists(planner: Planner, arrays: Sequence[Expr], left: bool) -> list[Sql]:
    """The arrays in one length; with `left` none is empty."""
    values = [planner.lowering.value(array) for array in arrays]
    types = [a.type.form if isinstance(a.type, Map) else a.type for a in arrays]
    defaults = [(t.of if isinstance(t, Array) else t).zero() for t in types]
    if len(values) > 1 and planner.context.settings.enable_unaligned_array_join:
        lengths = [sql.call("len", value) for value in values]
        longest = sql.call("greatest", *lengths, 1 if left else 0)
        return [
            sql.call("list_resize", value, longest, default)
            for value, default in zip(values, defaults, strict=True)
        ]
    if left:
        values = [
            sql.case((Sql(f"len({value}) = 0"), sql.array(default)), otherwise=value)
            for value, default in zip(values, defaults, strict=True)
        ]
    return values if len(values) == 1 else [_same_length(values), *values[1:]]


@visits(Sort)
def sort(planner: Planner, node: Sort, demand: Demand) -> Fragment:
    """All rows in order: they must meet."""
    exprs = [i.expr for i in node.items]
    inner = planner.visit(node.input, Demand(demand.columns | set(columns_of(*exprs))))
    met = planner.meet(inner, ())
    met = row_limits.SORT.over(
        met, planner.context.settings, _needed_columns(node.input, demand.columns)
    )
    return met.over(f"SELECT * FROM ({met.sql}) ORDER BY {planner.lowering.order_by(node.items)}")


@visits(Distinct)
def distinct(planner: Planner, node: Distinct, demand: Demand) -> Fragment:
    """The first of equal rows; each task drops its own first."""
    own = {c.id for c in node.columns}
    grouped = projections.distinct(planner, node) if demand.columns <= own else None
    if grouped is not None:
        return aggregation.visit(planner, grouped, Demand(demand.columns))
    inner = planner.visit(node.input, Demand(demand.columns | own, distinct=demand.distinct))
    names = ", ".join(c.kernel_name for c in node.columns)
    if inner.tasks == 0:
        return inner.over(stream_order.distinct(inner.sql, names))
    exact = demand.columns <= own
    text = (
        "SELECT DISTINCT {names} FROM ({sql})"
        if exact
        else "SELECT DISTINCT ON ({names}) * FROM ({sql})"
    )
    if inner.spread:
        local = inner.over(text.format(names=names, sql=inner.sql))
        rows = f"SELECT {names if exact else '*'} FROM ({inner.sql})"
        unreduced = planner.unreduced(rows, [c.kernel_name for c in node.columns])
        inner = planner.meet(local, node.columns, unreduced)
    return inner.over(text.format(names=names, sql=inner.sql))


def _needed_columns(node: Node, needed: set[int]) -> list[Column]:
    """The needed columns, as far as they are the node's."""
    return [c for c in produced(node).values() if c.id in needed]


def _same_length(lists: Sequence[Sql]) -> Sql:
    """The first list, after a check that the others are as long."""
    message = raising(Code.SIZES_OF_ARRAYS_DONT_MATCH, "Sizes of ARRAY-JOIN-ed arrays do not match")
    lengths = [sql.call("len", one) for one in lists]
    differ = sql.any_of(sql.op("<>", lengths[0], other) for other in lengths[1:])
    failure = Sql(f"list_filter({lists[0]}, lambda _x: error({sql.string(message)}) IS NULL)")
    return sql.case((differ, failure), otherwise=lists[0])
