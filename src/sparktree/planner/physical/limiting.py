"""LIMIT and LIMIT BY as stages: tasks keep only what may be in the result."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from sparktree.planner import row_limits, stream_order
from sparktree.planner.expr import Column, Expr, SortItem, columns_of, is_deterministic
from sparktree.planner.fragment import Fragment
from sparktree.planner.nodes import (
    Aggregate,
    Count,
    Distinct,
    Filter,
    Limit,
    LimitBy,
    Node,
    Project,
    Scan,
    Sort,
    Window,
)
from sparktree.planner.optimizing.pushdown import substituted
from sparktree.planner.physical.planner import Demand, Planner, visits
from sparktree.planner.physical.windowing import rows_behind
from sparktree.planner.sources import Top

# A limit up to this many rows is finished in the driver instead of in one more stage.
DRIVER_ROWS = 65_536


@visits(Limit)
def visit(planner: Planner, node: Limit, demand: Demand) -> Fragment:
    """A piece of the rows; of an ordering each task keeps only what may be in it."""
    items: tuple[SortItem, ...] = ()
    below = node.input
    if isinstance(below, Sort):
        items, below = below.items, below.input
    sorts = bool(items)
    plain = _plain(node)
    count = None if plain is None or plain[0] is None else plain[0] + plain[1]
    wanted = Demand(set(), rows=count if not items and _only_projects(below) else None)
    if not items and count is not None and planner.context.settings.optimize_aggregation_in_order:
        items = _grouped_by(below)
    if items and count is not None and not node.ties:
        top = _top(below, items, count) or _top_groups(below, items, count)
        wanted = replace(wanted, top=top)
    if not items and count is not None and count <= DRIVER_ROWS:
        wanted = replace(wanted, distinct=_distinct(below, count))
    ordered = columns_of(*(i.expr for i in (*items, *node.ties)))
    inner = planner.visit(below, wanted.of(demand.columns | set(ordered)))
    if sorts:
        inner = row_limits.SORT.over(inner, planner.context.settings, counted=count)
    if inner.spread and count is not None and not node.ties:
        text = f"{_ordered(planner, inner.sql, items)} LIMIT {count}"
        local = inner.over(text, count * inner.tasks)
        inner = planner.gather(local) if count <= DRIVER_ROWS else planner.meet(local, ())
    inner = planner.meet(inner, ())
    if plain is None or node.ties:
        return inner.over(_numbered(planner, node, inner.sql, items or node.ties))
    limit, offset = plain
    text = _ordered(planner, inner.sql, items)
    if limit is not None:
        text += f" LIMIT {limit}"
    rows = inner.rows if limit is None else limit
    return inner.over(f"{text} OFFSET {offset}" if offset else text, rows)


def _plain(node: Limit) -> tuple[int | None, int] | None:
    """Limit and offset if both count rows from the start."""
    if isinstance(node.offset, float) or isinstance(node.limit, float) or node.offset < 0:
        return None
    return None if node.limit is not None and node.limit < 0 else (node.limit, node.offset)


def _only_projects(node: Node) -> bool:
    """Whether every row of the scan below becomes one row here, without looking at all others."""
    while isinstance(node, Project) or (isinstance(node, Window) and rows_behind(node) is not None):
        node = node.input
    return isinstance(node, Scan)


def _top(node: Node, items: tuple[SortItem, ...], count: int) -> Top | None:
    """The ordering over a scan's columns, if only projections and filters are above the scan."""
    while isinstance(node, Project):
        values = {c.id: e for c, e in node.columns if is_deterministic(e)}
        if not columns_of(*(i.expr for i in items)).keys() <= values.keys():
            return None
        items = tuple(replace(i, expr=substituted(i.expr, values)) for i in items)
        node = node.input
    while isinstance(node, Filter):
        node = node.input
    return Top(items, count) if isinstance(node, Scan) else None


def _top_groups(node: Node, items: tuple[SortItem, ...], count: int) -> Top | None:
    """The same of groups: the ordering by their keys, as far as it begins with keys."""
    while isinstance(node, Project):
        values = {c.id: e for c, e in node.columns}
        items = tuple(replace(i, expr=substituted(i.expr, values)) for i in items)
        node = node.input
    if not isinstance(node, Aggregate) or node.sets or node.totals is not None:
        return None
    keys = {c.id: e for c, e in node.keys}
    leading = takewhile(lambda i: columns_of(i.expr).keys() <= keys.keys(), items)
    first = tuple(replace(i, expr=substituted(i.expr, keys)) for i in leading)
    grouped = tuple(SortItem(e) for _, e in node.keys)
    found = _top(node.input, (*first, *grouped), count) if first else None
    if found is None:
        return None
    over = found.items[len(first) :]
    return Top(found.items[: len(first)], count, tuple(item.expr for item in over))


def _grouped_by(node: Node) -> tuple[SortItem, ...]:
    """The keys of groups as an ordering, where any groups will do; none if they are not shown."""
    above: list[Project] = []
    while isinstance(node, Project):
        above.append(node)
        node = node.input
    if not isinstance(node, Aggregate) or node.sets or node.totals is not None:
        return ()
    keys: list[Column] = [c for c, _ in node.keys]
    for project in reversed(above):
        own = {e: c for c, e in project.columns if isinstance(e, Column)}
        shown = [own.get(key) for key in keys]
        keys = [key for key in shown if key is not None]
        if len(keys) < len(shown):
            return ()
    return tuple(map(SortItem, keys))


def _distinct(node: Node, count: int) -> tuple[tuple[Expr, ...], int] | None:
    """What DISTINCT compares, over a scan's columns, under the same conditions."""
    while isinstance(node, Project):
        node = node.input
    if not isinstance(node, Distinct):
        return None
    found = _top(node.input, tuple(map(SortItem, node.columns)), count)
    return None if found is None else (tuple(item.expr for item in found[0]), count)


def _ordered(planner: Planner, text: str, items: tuple[SortItem, ...]) -> str:
    order = f" ORDER BY {planner.lowering.order_by(items)}" if items else ""
    return f"SELECT * FROM ({text}){order}"


def _numbered(planner: Planner, node: Limit, text: str, items: tuple[SortItem, ...]) -> str:
    """The piece by the rows' numbers, for limits that depend on how many rows there are."""
    order = planner.lowering.order_by(items)
    over = f"OVER (ORDER BY {order})" if order else "OVER ()"
    numbers = [f"row_number() {over} AS row_", "count(*) OVER () AS rows_"]
    if node.ties:
        numbers += [f"rank() {over} AS first_", f"count(*) {over} AS last_"]
    begin, end = _borders(node.limit, node.offset, "rows_")
    kept = f"row_ > {begin} AND row_ <= {end}"
    if node.ties:
        kept = _with_ties(node, begin, end)
    shown = "row_, rows_, first_, last_" if node.ties else "row_, rows_"
    ranked = f"SELECT *, {', '.join(numbers)} FROM ({text})"
    return f"SELECT * EXCLUDE ({shown}) FROM ({ranked}) WHERE {kept} ORDER BY row_"


def _with_ties(node: Limit, begin: str, end: str) -> str:
    """Also the rows that are equal, by the ordering, to the last (or first) row of the piece."""
    low, high = _region(node.offset, "rows_")
    inside = f"row_ > {low} AND row_ <= {high} AND {begin} < {end}"
    if node.limit is not None and node.limit < 0:
        return f"{inside} AND last_ > {begin}"
    return f"{inside} AND first_ <= {end}"


def _borders(limit: Count | None, offset: Count, rows: str) -> tuple[str, str]:
    """The piece begins behind the row of the first number and ends with the second."""
    low, high = _region(offset, rows)
    if limit is None:
        return low, high
    if limit < 0:
        return f"greatest({low}, {high} - {-limit}::HUGEINT)", high
    return low, f"least({high}, {low} + {_rows(limit, rows)})"


def _region(offset: Count, rows: str) -> tuple[str, str]:
    """What the offset leaves."""
    if offset < 0:
        return "0", f"({rows} - {-offset}::HUGEINT)"
    return f"({_rows(offset, rows)})", rows


def _rows(count: Count, rows: str) -> str:
    """A number of rows; a fraction is of all rows, rounded up."""
    if isinstance(count, float):
        return f"ceil({rows}::DOUBLE * {count!r}::DOUBLE)::HUGEINT"
    return f"{count}::HUGEINT"


@visits(LimitBy)
def visit_by(planner: Planner, node: LimitBy, demand: Demand) -> Fragment:
    """The first (or last) rows of every group."""
    lowering = planner.lowering
    exprs = [*node.keys, *(i.expr for i in node.order)]
    inner = planner.meet(
        planner.visit(node.input, Demand(demand.columns | set(columns_of(*exprs)))), ()
    )
    keys = ", ".join(lowering.value(k) for k in node.keys) or "1"
    order = lowering.order_by(node.order)
    begin, end = _borders(node.limit, node.offset, f"count(*) OVER (PARTITION BY {keys})")
    if not order and inner.tasks == 0:
        place = stream_order.place_in_group(keys)
        kept = f"QUALIFY {place} > {begin} AND {place} <= {end}"
        return inner.over(stream_order.in_order(stream_order.numbered(inner.sql), kept))
    number = f"row_number() OVER (PARTITION BY {keys}{f' ORDER BY {order}' if order else ''})"
    text = f"SELECT * FROM ({inner.sql}) QUALIFY {number} > {begin} AND {number} <= {end}"
    return inner.over(f"SELECT * FROM ({text}) ORDER BY {order}" if order else text)
