"""Limits of a query: rows read, rows of the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from sparktree.engines.reading.pruning import Pruned
from sparktree.engines.table_functions.generators import Generated
from sparktree.engines.table_functions.primes import Primes
from sparktree.engines.tables.merge_tree import MergeTreeTable
from sparktree.errors import Code, Error
from sparktree.planner.expr import Expr
from sparktree.planner.nodes import Filter, Limit, Node, Project, Query, Scan
from sparktree.planner.physical.pushdown import push_down
from sparktree.planner.sources import TableSource
from sparktree.settings.query import QuerySettings
from sparktree.spark.stopping import Most, Stop

_AFTER_READING = 10.0  # seconds


def largest_result(settings: QuerySettings) -> Most | None:
    """How large a result may be, if that is limited."""
    limit = Most(settings.max_result_rows, settings.max_result_bytes)
    return limit if limit.rows or limit.bytes else None


def check_planned(query: Query, settings: QuerySettings) -> None:
    """After planning: a query that would read more rows than it may does not start."""
    limits = [limit for limit in settings.read_limits() if not limit.breaks]
    rows = _rows_read(push_down(query.root)) if limits else 0
    for limit in limits:
        if limit.rows and rows > limit.rows:
            raise Error(
                Code.TOO_MANY_ROWS,
                f"Limit for rows (controlled by 'max_rows_to_read{limit.ending}' setting) exceeded,"
                f" max rows: {readable(limit.rows)}, current rows: {readable(rows)}",
            )
    generated = sum(rows_of(s) for s in scans(query.root) if isinstance(s.source, Generated))
    if limits:
        check_read(0, generated * 8, settings)


def check_read(rows: int, size: int, settings: QuerySettings) -> None:
    """An error if so many rows and bytes are more than a query may read."""
    for limit in settings.read_limits():
        if limit.breaks:
            continue
        where = " on leaf node" if limit.ending else ""
        problem = f"Limit for rows or bytes to read{where} exceeded, max"
        if limit.rows and rows > limit.rows:
            told = f"rows: {readable(limit.rows)}, current rows: {readable(rows)}"
            raise Error(Code.TOO_MANY_ROWS, f"{problem} {told}")
        if limit.bytes and size > limit.bytes:
            told = f"bytes: {limit.bytes} B, current bytes: {size} B"
            raise Error(Code.TOO_MANY_BYTES, f"{problem} {told}")


def time_limit(settings: QuerySettings) -> float:
    """Seconds after which a query fails; one that only stops reading gets more for the rest."""
    limit = settings.max_execution_time
    if limit > 0 and settings.timeout_overflow_mode == "break":
        return limit + max(limit, _AFTER_READING)
    return limit


def stop(settings: QuerySettings, started: float) -> Stop | None:
    """When tasks end their reading, if the query then goes on with the rows read so far."""
    limits = [limit for limit in settings.read_limits() if limit.breaks]
    late = settings.max_execution_time > 0 and settings.timeout_overflow_mode == "break"
    if not limits and not late:
        return None
    return Stop(
        settings.max_block_size,
        min((limit.rows for limit in limits if limit.rows), default=0),
        min((limit.bytes for limit in limits if limit.bytes), default=0),
        started + settings.max_execution_time if late else 0.0,
    )


def selected(query: Query) -> dict[str, int]:
    """What indexes left of the tables of a planned query, as events."""
    found: dict[str, int] = {}
    for scan in scans(query.root):
        for pruned in read_of(scan.source):
            for event, amount in pruned.events.items():
                found[event] = found.get(event, 0) + amount
    return found


def read_of(source: TableSource) -> list[Pruned]:
    """What a planned query reads of a table: of its rows, and of a projection."""
    if not isinstance(source, MergeTreeTable):
        return []
    projected = source.projected.pruned if source.projected is not None else None
    return [pruned for pruned in (projected, source.pruned) if pruned is not None]


def used_projections(query: Query) -> list[str]:
    """The projections that a planned query reads, as system.query_log names them."""
    tables = [s.source for s in scans(query.root) if isinstance(s.source, MergeTreeTable)]
    return [f"{t.name}.{t.projected.name}" for t in tables if t.projected is not None]


def check_projections_used(query: Query, settings: QuerySettings) -> None:
    """After planning: projections that are forced must be used."""
    if not settings.optimize_use_projections:
        return
    sources = [s.source for s in scans(query.root)]
    tables = [t for t in sources if isinstance(t, MergeTreeTable) and t.traits.reads_prewhere]
    used = {t.projected.name for t in tables if t.projected is not None}
    if tables and settings.force_optimize_projection and not used:
        raise Error(
            Code.PROJECTION_NOT_USED,
            "No projection is used when optimize_use_projections = 1 and"
            " force_optimize_projection = 1",
        )
    forced = settings.force_optimize_projection_name
    if tables and forced and forced not in used:
        raise Error(
            Code.INCORRECT_DATA,
            f"Projection {forced} is specified in setting force_optimize_projection_name but not"
            " used",
        )


def _rows_read(node: Node, limit: int | None = None, filters: tuple[Expr, ...] = ()) -> int:
    """The rows that a node reads; of generated ones those that conditions right above leave, and no
    more than a LIMIT above these wants."""
    if isinstance(node, Scan):
        exact = not filters
        rows = 0 if _in_order(node.source) else rows_of(node)
        if isinstance(node.source, Generated):
            ranges, exact = node.source.wanted(filters, {c.id: c.name for c in node.columns})
            rows = sum(end - start for start, end in ranges)
        return rows if limit is None or not exact else min(rows, limit)
    if isinstance(node, Filter):
        return _rows_read(node.input, limit, (*filters, node.condition))
    if isinstance(node, Limit) and isinstance(node.limit, int) and isinstance(node.offset, int):
        limit = node.limit + node.offset if min(node.limit, node.offset) >= 0 else None
    elif not isinstance(node, Project):
        limit = None
    children = [child for field in fields(node) for child in nodes_in(getattr(node, field.name))]
    return sum(_rows_read(child, limit) for child in children)


def _in_order(source: TableSource) -> bool:
    """Whether tasks read no further than the first rows of an ordering: nobody knows how far."""
    return isinstance(source, MergeTreeTable) and source.in_order is not None


def rows_of(scan: Scan) -> int:
    """The rows that a planned query reads of a table."""
    source = scan.source
    if isinstance(source, MergeTreeTable):
        return sum(pruned.rows for pruned in read_of(source))
    if isinstance(source, Primes):
        return source.count or 0
    return source.end - source.start if isinstance(source, Generated) else 0


def scans(node: Node) -> Iterator[Scan]:
    """The tables that a query reads."""
    if isinstance(node, Scan):
        yield node
    for field in fields(node):
        for child in nodes_in(getattr(node, field.name)):
            yield from scans(child)


def nodes_in(value: object) -> list[Node]:
    """The nodes in a field of a node."""
    if isinstance(value, Node):
        return [value]
    if isinstance(value, tuple):
        return [node for item in value for node in nodes_in(item)]
    return []


def readable(number: int) -> str:
    """A count as ClickHouse's messages write it: `10.00`, `1.50 thousand`."""
    value = float(number)
    for unit in ("", " thousand", " million", " billion", " trillion"):
        if value < 1000:
            return f"{value:.2f}{unit}"
        value /= 1000
    return f"{value:.2f} quadrillion"
