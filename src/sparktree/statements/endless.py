"""Queries over tables without an end (system.numbers, generateRandom).

ClickHouse reads them block by block until a LIMIT or a limit of the settings has what it needs.
Here such a query reads first rows of its tables, more of them each time, until these are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pyarrow as pa

from sparktree.functions.aggregates.declare import AGGREGATES
from sparktree.planner import row_limits
from sparktree.planner.expr import AggregateUse, Column, Expr
from sparktree.planner.nodes import (
    Aggregate,
    ArrayJoin,
    Distinct,
    Filter,
    Join,
    Limit,
    LimitBy,
    Node,
    Project,
    Query,
    Scan,
    SetOperation,
    Sort,
    Window,
    inputs,
    over_inputs,
    produced,
)
from sparktree.planner.optimizing.pushdown import push_down
from sparktree.planner.sources import Numbered, PlainSource, ScanRequest, ScanResult
from sparktree.settings.query import QuerySettings
from sparktree.types import UINT64, Type

# Reading so many rows takes long enough to look for another way.
_ENDLESS = 1 << 30
# The first rows that are read, and how many times as many each time.
_BEGINNING, _TIMES = 1 << 17, 8
# Up to so many rows of a LIMIT are kept; more are counted, and read again by the query.
_KEPT = 1 << 16

Rows = Callable[[Query], Iterator[pa.Table]]


def with_ends(query: Query, settings: QuerySettings, rows: Rows) -> Query:
    """The query, over as many first rows of tables without an end as it needs; `rows` runs
    another."""
    if all(one.end - one.start < _ENDLESS for one in _numbered(query.root)):
        return query
    ending = _Ending(settings, rows)
    root = ending.node(push_down(query.root))
    totals = query.totals
    if totals is not None:
        totals = ending.node(push_down(totals))
    if _is_endless(root) and settings.max_result_rows:
        most = settings.max_result_rows + settings.max_block_size
        root = ending.node(Limit(root, most))
    return replace(query, root=root, totals=totals)


@dataclass(frozen=True, eq=False, slots=True)
class _FirstRows(PlainSource):
    """Rows that were computed while the query was planned, by the kernel names of their columns."""

    table: pa.Table
    name: str = "FirstRows"

    def columns(self) -> list[tuple[str, Type]]:
        """None that a query could name."""
        return []

    def scan(self, request: ScanRequest) -> ScanResult:
        """The wanted columns."""
        if not request.columns:
            nothing = pa.table({"_none": pa.nulls(self.table.num_rows, pa.int8())})
            return ScanResult(table=nothing, rows=nothing.num_rows)
        chosen = self.table.select([alias for _, alias in request.columns])
        return ScanResult(table=chosen, rows=chosen.num_rows)


@dataclass(frozen=True, slots=True)
class _Ending:
    """Gives the nodes of one query their ends."""

    settings: QuerySettings
    rows: Rows

    def node(self, node: Node) -> Node:
        """The node, reading what is enough."""
        if isinstance(node, Limit) and isinstance(node.input, Sort):
            below = over_inputs(node.input, self.node)
            assert isinstance(below, Sort)
            return replace(node, input=self._sorted(below, _count(node)))
        node = over_inputs(node, self.node)
        if not _is_endless(node):
            return node
        match node:
            case Limit():
                return self._piece(node)
            case Sort():
                return self._sorted(node)
            case Window(windows=windows) if any(w.partition_by or w.order_by for _, w in windows):
                return self._sorted(node)
            case Distinct() | SetOperation(operator="UNION", distinct=True):
                return self._different(node)
            case Join():
                return self._joined(node)
            case Aggregate(keys=keys) if keys and self.settings.max_rows_to_group_by:
                return self._grouped(node)
        return node

    # --- limits of the settings -----------------------------------------------------------

    def _sorted(self, node: Sort | Window, counted: int | None = None) -> Node:
        """No more rows are read than show that they are too many."""
        most = row_limits.SORT.enough(self.settings, counted)
        if most is None or not _is_endless(node.input):
            return node
        if _is_only_projected(node.input):
            rows = sum(one.end - one.start for one in _numbered(node.input))
            row_limits.SORT.check(rows, self.settings, counted)
        elif most > _KEPT and self._enough(Limit(node.input, most)) is not None:
            row_limits.SORT.check(most, self.settings, counted)
        return replace(node, input=self.node(Limit(node.input, most)))

    def _joined(self, node: Join) -> Node:
        most = row_limits.JOIN.enough(self.settings)
        if most is None or not _is_endless(node.right):
            return node
        return replace(node, right=self.node(Limit(node.right, most)))

    def _different(self, node: Node) -> Node:
        """Different rows, up to where they are too many."""
        most = row_limits.DISTINCT.enough(self.settings)
        return node if most is None else self._piece(Limit(node, most))

    def _grouped(self, node: Aggregate) -> Node:
        """Groups of the first rows, so many that there are too many groups."""
        if self.settings.group_by_overflow_mode == "any":
            return node  # the rows of the groups that are kept never end
        keys = tuple(column for column, _ in node.keys)
        different = Distinct(Project(node.input, node.keys), keys)
        enough = self._enough(Limit(different, self.settings.max_rows_to_group_by + 1))
        return node if enough is None else replace(node, input=_first(node.input, enough))

    # --- LIMIT ----------------------------------------------------------------------------

    def _piece(self, node: Limit) -> Node:
        """The rows of LIMIT, if they come of first rows of the tables."""
        count = _count(node)
        if count is None or not _in_sequence(node.input):
            return node
        if count > _KEPT:
            enough = self._enough(Limit(node.input, count))
            return node if enough is None else replace(node, input=_first(node.input, enough))
        columns = tuple(produced(node.input).values())
        for most in _growing():
            known = node if most is None else Limit(_first(node.input, most), count)
            table = pa.concat_tables(list(self.rows(Query(known, columns))))
            if table.num_rows >= count or most is None:
                return replace(node, input=Scan(_FirstRows(table), columns))
        return node

    def _enough(self, node: Limit) -> int | None:
        """How many first rows of the tables fill the LIMIT; None if not even all of them do.

        They are some more than that, as values that are drawn anew may leave other rows.
        """
        counted = Column(UINT64, 1 + max(produced(node.input), default=0), "count()")
        use = AggregateUse(UINT64, AGGREGATES["count"], "count", ())
        for most in _growing():
            if most is None:
                break
            piece = replace(node, input=_first(node.input, most))
            count = Query(Aggregate(piece, (), ((counted, use),)), (counted,))
            found = sum(table.column(0)[0].as_py() for table in self.rows(count))
            if node.limit is not None and found >= node.limit:
                return most * 2
        return None


def _growing() -> Iterator[int | None]:
    """Ever more rows, at last (None) all of them."""
    rows = _BEGINNING
    while rows < 1 << 62:
        yield rows
        rows *= _TIMES
    yield None


# --- what never ends ----------------------------------------------------------------------


def _numbered(node: Node) -> Iterator[Numbered]:
    """The tables of computed rows below."""
    if isinstance(node, Scan) and node.source.traits.numbered is not None:
        yield node.source.traits.numbered
    for below in inputs(node):
        yield from _numbered(below)


def _is_endless(node: Node, filters: tuple[Expr, ...] = ()) -> bool:
    """Whether the node reads rows without an end: neither conditions nor a LIMIT end its scan."""
    if isinstance(node, Filter):
        return _is_endless(node.input, (*filters, node.condition))
    if isinstance(node, Scan) and (numbered := node.source.traits.numbered) is not None:
        names = {c.id: c.name for c in node.columns}
        ranges, _ = numbered.rows_left(filters, names)
        return sum(end - start for start, end in ranges) >= _ENDLESS
    if isinstance(node, Limit) and _is_only_projected(node.input) and _counts(node.limit, 0):
        return False
    return any(map(_is_endless, inputs(node)))


def _is_only_projected(node: Node) -> bool:
    """Whether a LIMIT over the node tells the scan how many rows are wanted."""
    while isinstance(node, Project):
        node = node.input
    return isinstance(node, Scan)


def _count(node: Limit) -> int | None:
    """How many rows LIMIT reads, if it counts them from the first and leaves ties out."""
    limit, offset = node.limit, node.offset
    if not isinstance(limit, int) or not isinstance(offset, int) or min(limit, offset) < 0:
        return None
    return None if node.ties else limit + offset


def _counts(limit: object, offset: object) -> bool:
    """Whether the rows of a piece are counted from the first."""
    return isinstance(limit, int) and isinstance(offset, int) and min(limit, offset) >= 0


def _in_sequence(node: Node) -> bool:
    """Whether the first rows of the tables give the first rows of the node."""
    if not _is_endless(node):
        return True
    match node:
        case Scan():
            return True
        case Filter() | Project() | ArrayJoin() | Distinct():
            return _in_sequence(node.input)
        case Limit():
            counts = node.limit is None or _counts(node.limit, 0)
            return counts and _counts(0, node.offset) and not node.ties and _in_sequence(node.input)
        case LimitBy():
            return _counts(node.limit, node.offset) and not node.order and _in_sequence(node.input)
        case Window(windows=windows):
            numbers = all(w.name == "row_number" and not w.order_by for _, w in windows)
            return numbers and _in_sequence(node.input)
        case SetOperation(operator="UNION"):
            return all(_in_sequence(root) for root, _ in node.inputs)
        case Join():
            return _is_led_by_left(node) and _in_sequence(node.left)
    return False


def _is_led_by_left(node: Join) -> bool:
    kinds = ("INNER", "LEFT", "CROSS", "SEMI", "ANTI", "ASOF", "ASOF LEFT")
    return node.kind in kinds and not _is_endless(node.right)


# --- first rows ---------------------------------------------------------------------------


def _first(node: Node, most: int) -> Node:
    """The node over so many first rows of the tables that have no end."""
    conditions: list[Expr] = []
    below = node
    while isinstance(below, Filter):
        conditions.append(below.condition)
        below = below.input
    if not isinstance(below, Scan):
        return over_inputs(node, lambda inner: _first(inner, most))
    source = below.source.traits.numbered
    if source is None or not _is_endless(node):
        return node
    ranges, _ = source.rows_left(conditions, {c.id: c.name for c in below.columns})
    begin = ranges[0][0] if ranges else source.start
    first = source.between(begin, min(source.end, begin + most))
    scan: Node = replace(below, source=first)
    for condition in reversed(conditions):
        scan = Filter(scan, condition)
    return scan
