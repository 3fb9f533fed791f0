"""UNION, INTERSECT and EXCEPT as kernel SQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from sparktree.planner import stream_order
from sparktree.planner.expr import Expr, columns_of
from sparktree.planner.fragment import (
    Bucket,
    Fragment,
    TaskNumber,
    together,
)
from sparktree.planner.nodes import Node, SetOperation
from sparktree.planner.physical.planner import Demand, Planner, visits


@visits(SetOperation)
def set_operation(planner: Planner, node: SetOperation, demand: Demand) -> Fragment:
    """UNION keeps its inputs where they are; INTERSECT and EXCEPT need all rows together."""
    wanted = [i for i, c in enumerate(node.columns) if c.id in demand.columns]
    if node.distinct or node.operator != "UNION":
        wanted = list(range(len(node.columns)))
    fragments = [_branch(planner, node, root, exprs, wanted) for root, exprs in node.inputs]
    if any(f.spread for f in fragments):
        fragments = [f if f.spread else _in_first_task(planner, f) for f in fragments]
    if node.operator != "UNION":
        fragments = [planner.meet(f, ()) for f in fragments]
    joined = together(_combined(node, fragments), *fragments, rows=sum(f.rows for f in fragments))
    if node.operator == "UNION" and node.distinct:
        columns = ", ".join(c.kernel_name for c in node.columns)
        if joined.tasks == 0:
            return joined.over(stream_order.distinct(joined.sql, columns))
        joined = planner.meet(joined, node.columns)
        return joined.over(f"SELECT DISTINCT {columns} FROM ({joined.sql})")
    return joined


def _in_first_task(planner: Planner, fragment: Fragment) -> Fragment:
    """Rows that are in one place, for a stage of several tasks: only the first one has them."""
    if any(isinstance(one, Bucket) for one in fragment.inputs.values()):
        fragment = planner.gather(fragment)
    name = planner.new_name("task")
    text = f"SELECT * FROM ({fragment.sql}) WHERE (SELECT task FROM {name}) = 0"
    inputs = {**fragment.inputs, name: TaskNumber()}
    return Fragment(text, inputs, fragment.tasks, fragment.rows)


def _branch(
    planner: Planner, node: SetOperation, root: Node, exprs: tuple[Expr, ...], wanted: list[int]
) -> Fragment:
    inner = planner.visit(root, Demand(set(columns_of(*(exprs[i] for i in wanted)))))
    items = [f"{planner.lowering.value(exprs[i])} AS {node.columns[i].kernel_name}" for i in wanted]
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
        lambda left, right: stream_order.compared(left, right, names, common=common, once=once),
        (f.sql for f in fragments),
    )
