"""What formats such as JSON tell besides rows: how many there were before LIMIT and GROUP BY.

ClickHouse counts the rows that came to its steps, so that without exact_rows_before_limit the
number depends on how far a source was read. Here it is counted by a query of its own, which reads
no more than ClickHouse would: a plain LIMIT ends it behind the first block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import TypeVar

import pyarrow as pa

from sparktree.planner import calls
from sparktree.planner.expr import Column
from sparktree.planner.nodes import Aggregate, Limit, Node, Project, Query, Scan, Sort
from sparktree.planner.optimizing.pushdown import push_down
from sparktree.planner.scans import Scans
from sparktree.planner.sources import SourceTraits
from sparktree.statements.context import Context
from sparktree.statements.limits import follows_order, nodes_in, rows_of, scan_nodes
from sparktree.types import UINT64

N = TypeVar("N", bound=Node)
# What a sorted query read at most for its rows to be counted in full without being asked to.
_COUNTED_ROWS = 10_000_000
_COUNT = Column(UINT64, 2_000_000_000, "count()")


def counting_rows_before(
    blocks: Iterable[pa.Table], query: Query, scans: Scans, context: Context
) -> Iterator[pa.Table]:
    """The blocks of a query; behind the last one the context knows what was before its steps."""
    before = RowsBefore(query, scans, context)
    rows = 0
    for block in blocks:
        rows += block.num_rows
        yield block
    context.rows_before_limit = before.limit(rows)
    if context.tells_rows and context.settings.rows_before_aggregation:
        context.rows_before_aggregation = before.aggregation()


@dataclass(frozen=True, slots=True)
class RowsBefore:
    """Counts the rows before steps of a query that was planned."""

    query: Query
    scans: Scans
    context: Context

    def limit(self, given: int) -> int | None:
        """Rows before LIMIT, of a query that gave so many; None if there is no LIMIT."""
        limits = list(_outermost(self.query.root, Limit))
        if not limits or all(limit.limit is None for limit in limits):
            return None
        least = _at_least(self.query.root, given)
        if not self.context.tells_rows:
            return least
        return max(least, sum(self._before(limit, least) for limit in limits))

    def aggregation(self) -> int | None:
        """Rows that were aggregated; None where none were, or where a projection held results."""
        found = next(_outermost(push_down(self.query.root), Aggregate), None)
        if found is None or any(map(self._is_projected, scan_nodes(found))):
            return None
        return self._count(found.input)

    def _is_projected(self, scan: Scan) -> bool:
        report = self.scans.report(scan.source)
        return report is not None and report.projection is not None

    def _before(self, node: Limit, least: int) -> int:
        sort = node.input if isinstance(node.input, Sort) else None
        below = node.input if sort is None else sort.input
        if self.context.settings.exact_rows_before_limit:
            return self._count(below)
        wanted = _rows_needed(node)
        if wanted is not None and (sort is None or self._in_order(below)):
            return self._of_first_block(below, wanted, least)
        read = sum(rows_of(scan, self.scans) for scan in scan_nodes(below))
        return self._count(below) if read <= _COUNTED_ROWS else least

    def _of_first_block(self, below: Node, wanted: int, least: int) -> int:
        """Rows that come to a LIMIT which ends the reading."""
        while isinstance(below, Project):
            below = below.input
        traits = below.source.traits if isinstance(below, Scan) else SourceTraits()
        granule = 1 if traits.numbered is not None else traits.granularity
        if isinstance(below, Scan) and granule is not None:
            return min(-(-wanted // granule) * granule, rows_of(below, self.scans))
        if isinstance(below, Aggregate) and below.totals is None:
            return least  # as many groups as are wanted
        return self._count(below, self.context.settings.max_block_size)

    def _in_order(self, node: Node) -> bool:
        """Whether the table below was read in the order that is asked for."""
        while isinstance(node, Project):
            node = node.input
        return isinstance(node, Scan) and follows_order(node, self.scans)

    def _count(self, node: Node, most: int = 0) -> int:
        """The rows of a node; as far as reading gets that ends with the block of so many rows."""
        use = calls.aggregate("count", (), (), self.context.context)
        assert use is not None
        changes = {"max_rows_to_read": most, "max_bytes_to_read": 0, "read_overflow_mode": "break"}
        context = self.context.with_settings(changes)
        query = Query(Aggregate(node, (), ((_COUNT, use),)), (_COUNT,))
        plan = context.planner().query(query)
        (count,) = pa.concat_tables(list(context.rows(plan))).column(0).to_pylist()
        return int(count)


def _outermost(node: Node, kind: type[N]) -> Iterator[N]:
    """The nodes of a kind that are below no other of it."""
    if isinstance(node, kind):
        yield node
        return
    for field in fields(node):
        for child in nodes_in(getattr(node, field.name)):
            yield from _outermost(child, kind)


def _rows_needed(node: Limit) -> int | None:
    """How many rows end a LIMIT; None if it needs all of them."""
    if not isinstance(node.limit, int) or not isinstance(node.offset, int) or node.ties:
        return None
    return node.limit + node.offset if min(node.limit, node.offset) >= 0 else None


def _at_least(root: Node, given: int) -> int:
    """What the rows of a result tell, if it is what a LIMIT left."""
    while isinstance(root, Project):
        root = root.input
    offset = root.offset if isinstance(root, Limit) else 0
    return given + offset if isinstance(offset, int) and offset > 0 and given else given
