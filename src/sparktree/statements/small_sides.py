"""Small sides of joins computed beforehand: of the large ones only what can meet them is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pyarrow as pa

from sparktree.functions.core.declare import QueryContext
from sparktree.planner.expr import Column, Expr, InSet, SetTable, columns_of
from sparktree.planner.nodes import (
    Aggregate,
    Distinct,
    Filter,
    Join,
    Limit,
    Node,
    Project,
    Query,
    Scan,
    Sort,
    inputs,
    over_inputs,
    produced,
)
from sparktree.planner.optimizing import optimized
from sparktree.planner.sources import KnownRows
from sparktree.types import UINT8

Rows = Callable[[Query], pa.Table]

# What the values of the small side may leave of a table: a filter that leaves more is no help.
_MOST_LEFT = 0.3
_KINDS = ("INNER", "SEMI")  # joins that show rows of the left side only with a partner


def with_small_sides(query: Query, context: QueryContext, rows: Rows) -> Query:
    """The query, with the small sides of its joins as known rows, and with what these say of the
    large sides; `rows` runs another query."""
    settings = context.settings
    counted = any(limit.rows or limit.bytes for limit in settings.read_limits())
    if counted or not settings.enable_join_runtime_filters or not _has_join(query.root):
        return query
    sides = _Sides(context, rows)
    root = sides.node(optimized(query.root, context), {column.id for column in query.columns})
    return replace(query, root=root) if sides.small else query


def _has_join(node: Node) -> bool:
    return isinstance(node, Join) or any(map(_has_join, inputs(node)))


@dataclass(slots=True)
class _Sides:
    """Looks for small sides in one query."""

    context: QueryContext
    rows: Rows
    small: list[SetTable] = field(default_factory=list)

    def node(self, node: Node, wanted: set[int]) -> Node:
        """The node, of which some columns are wanted."""
        read = _read(node, wanted)
        if not isinstance(node, Join):
            return over_inputs(node, lambda below: self.node(below, read & produced(below).keys()))
        if not self._sparing(node) and self._sparing(_mirrored(node)):
            node = _mirrored(node)
        left, right = (read & produced(side).keys() for side in (node.left, node.right))
        node = replace(node, right=self.node(node.right, right))
        keys = self._sparing(node)
        if keys:
            node = self._reduced(node, right, keys)
        return replace(node, left=self.node(node.left, left))

    def _sparing(self, node: Join) -> list[tuple[Column, Column]]:
        """The keys by which the right side, being small, leaves few rows of a large table."""
        known = node.estimated
        if known is None or node.kind not in _KINDS or node.any:
            return []
        if known.right > self.context.settings.join_runtime_filter_exact_values_limit:
            return []
        columns = [(a, b) for a, b in node.keys if isinstance(a, Column) and isinstance(b, Column)]
        kept = {a: self._values(node.left, a) * _MOST_LEFT for a, _ in columns}
        return [(a, b) for a, b in columns if kept[a] and known.right <= kept[a]]

    def _values(self, node: Node, key: Column) -> float:
        """Different values of a column of a large table; 0 if it is of none."""
        found = _stored(node, key)
        if found is None:
            return 0.0
        scan, column = found
        measured = scan.source.traits.measured
        least = self.context.settings.join_runtime_filter_min_probe_rows
        if measured is None or measured.rows() < max(least, 1):
            return 0.0
        return measured.distinct(column.name) or float(measured.rows())

    def _reduced(self, node: Join, wanted: set[int], keys: list[tuple[Column, Column]]) -> Join:
        """The join with the rows of its right side, and with a left side that can meet them."""
        most = self.context.settings.join_runtime_filter_exact_values_limit
        columns = tuple(c for c in produced(node.right).values() if c.id in wanted)
        table = self.rows(Query(Limit(node.right, most + 1), columns))
        if table.num_rows > most:
            return node  # there are more than was thought
        names = [f"v{place}" for place in range(len(columns))]
        header = tuple((name, c.type) for name, c in zip(names, columns, strict=True))
        known = KnownRows("Side", header, table.rename_columns(names))
        shown = tuple(replace(c, name=name) for name, c in zip(names, columns, strict=True))
        left = node.left
        places = {c.id: place for place, c in enumerate(columns)}
        for own, other in keys:
            values = pa.table({"s0": table.column(places[other.id])})
            found = SetTable(f"side{len(self.small)}", values, (other.type,))
            self.small.append(found)
            left = Filter(left, InSet(UINT8, own, False, table=found))
        return replace(node, left=left, right=Scan(known, shown))


def _mirrored(node: Join) -> Join:
    """The join with its sides in each other's place, where that gives the same rows."""
    if node.kind != "INNER" or node.any or node.estimated is None:
        return node
    known = node.estimated
    return replace(
        node,
        left=node.right,
        right=node.left,
        keys=tuple((b, a) for a, b in node.keys),
        estimated=replace(known, left=known.right, right=known.left),
    )


def _stored(node: Node, column: Column) -> tuple[Scan, Column] | None:
    """The table that a column is of, and the column there."""
    while not isinstance(node, Scan):
        below: Expr = column
        match node:
            case Join():
                below = next((old for new, old in node.columns if new.id == column.id), column)
            case Project():
                below = next((expr for new, expr in node.columns if new.id == column.id), column)
            case Aggregate():
                below = next((expr for new, expr in node.keys if new.id == column.id), column)
            case Filter() | Sort() | Distinct():
                pass
            case _:
                return None
        beside = (
            [one for one in inputs(node) if below.id in produced(one)]
            if isinstance(below, Column)
            else []
        )
        if not beside or not isinstance(below, Column):
            return None
        node, column = beside[0], below
    found = next((one for one in node.columns if one.id == column.id), None)
    return None if found is None else (node, found)


def _read(node: Node, wanted: set[int]) -> set[int]:
    """The columns that a node reads of its inputs to give some columns."""
    return {number for expr in _exprs(node, wanted) for number in columns_of(expr)}


def _exprs(node: Node, wanted: set[int]) -> Iterator[Expr]:
    match node:
        case Filter():
            yield node.condition
        case Project():
            yield from (expr for column, expr in node.columns if column.id in wanted)
            return
        case Aggregate():
            yield from (expr for _, expr in node.keys)
            yield from (use for column, use in node.aggregates if column.id in wanted)
            return
        case Join():
            yield from (old for new, old in node.columns if new.id in wanted)
            yield from (side for pair in node.keys for side in pair)
            if node.condition is not None:
                yield node.condition
            if node.inequality is not None:
                yield from node.inequality[1:]
            return
        case Sort():
            yield from (item.expr for item in node.items)
        case _:
            for below in inputs(node):
                yield from produced(below).values()
            return
    yield from (column for number, column in produced(node).items() if number in wanted)
