"""Limits of a query: rows read, rows of the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from sparktree.errors import Code, Error
from sparktree.planner.expr import Expr
from sparktree.planner.nodes import Filter, Limit, Node, Project, Query, Scan
from sparktree.planner.optimizing.pushdown import push_down
from sparktree.planner.scan_reports import ScanReport
from sparktree.planner.scans import Scans
from sparktree.settings.query import QuerySettings
from sparktree.spark.stopping import Most, Stop

_AFTER_READING = 10.0  # seconds


def largest_result(settings: QuerySettings) -> Most | None:
    """How large a result may be, if that is limited."""
    limit = Most(settings.max_result_rows, settings.max_result_bytes)
    return limit if limit.rows or limit.bytes else None


def check_planned(query: Query, scans: Scans, settings: QuerySettings) -> None:
    """After planning: a query that would read more rows than it may does not start."""
    limits = [limit for limit in settings.read_limits() if not limit.breaks]
    rows = _rows_read(push_down(query.root), scans) if limits else 0
    for limit in limits:
        if limit.rows and rows > limit.rows:
            raise Error(
                Code.TOO_MANY_ROWS,
                f"Limit for rows (controlled by 'max_rows_to_read{limit.ending}' setting) exceeded,"
                f" max rows: {readable(limit.rows)}, current rows: {readable(rows)}",
            )
    if limits:
        numbered = (scan for scan in scan_nodes(query.root) if scan.source.traits.numbered)
        check_read(0, sum(rows_of(scan, scans) for scan in numbered) * 8, settings)


def check_read(rows: int, size: int, settings: QuerySettings) -> None:
    """An error if so many rows and bytes are more than a query may read."""
    for limit in settings.read_limits():
        if limit.breaks:
            continue
        where = " on leaf node" if limit.ending else ""
        problem = f"Limit for rows or bytes to read{where} exceeded, max"
        if limit.rows and rows > limit.rows:
            figures = f"rows: {readable(limit.rows)}, current rows: {readable(rows)}"
            raise Error(Code.TOO_MANY_ROWS, f"{problem} {figures}")
        if limit.bytes and size > limit.bytes:
            figures = f"bytes: {limit.bytes} B, current bytes: {size} B"
            raise Error(Code.TOO_MANY_BYTES, f"{problem} {figures}")


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


def reports(query: Query, scans: Scans) -> list[ScanReport]:
    """What was found of the tables of a planned query, in the order in which it names them."""
    found = (scans.report(scan.source) for scan in scan_nodes(query.root))
    return [report for report in found if report is not None]


def selected(query: Query, scans: Scans) -> dict[str, int]:
    """What indexes left of the tables of a planned query, as events."""
    found: dict[str, int] = {}
    for read in (read for report in reports(query, scans) for read in report.reads):
        for event, amount in read.events.items():
            found[event] = found.get(event, 0) + amount
    return found


def used_projections(query: Query, scans: Scans) -> list[str]:
    """The projections that a planned query reads, as system.query_log names them."""
    return [
        f"{'.'.join(report.table)}.{report.projection.name}"
        for report in reports(query, scans)
        if report.projection is not None
    ]


def check_projections_used(query: Query, scans: Scans, settings: QuerySettings) -> None:
    """After planning: projections that are forced must be used."""
    if not settings.optimize_use_projections:
        return
    traits = [scan.source.traits for scan in scan_nodes(query.root)]
    tables = [one for one in traits if one.projections is not None and one.reads_prewhere]
    found = reports(query, scans)
    if not any(read.all_parts for report in found for read in report.reads):
        return  # a table without parts is not read
    used = {r.projection.name for r in found if r.projection is not None}
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


def rows_to_read(query: Query, scans: Scans) -> int:
    """The rows of tables that a planned query is going to read."""
    return _rows_read(query.root, scans)


def _rows_read(
    node: Node, scans: Scans, limit: int | None = None, filters: tuple[Expr, ...] = ()
) -> int:
    """The rows that a node reads; of generated ones those that conditions right above leave, and no
    more than a LIMIT above these wants."""
    if isinstance(node, Scan):
        exact = not filters
        # Where tasks read no further than the first rows of an ordering nobody knows how far.
        rows = 0 if follows_order(node, scans) else rows_of(node, scans)
        numbered = node.source.traits.numbered
        if numbered is not None:
            ranges, exact = numbered.rows_left(filters, {c.id: c.name for c in node.columns})
            rows = sum(end - start for start, end in ranges)
        return rows if limit is None or not exact else min(rows, limit)
    if isinstance(node, Filter):
        return _rows_read(node.input, scans, limit, (*filters, node.condition))
    if isinstance(node, Limit) and isinstance(node.limit, int) and isinstance(node.offset, int):
        limit = node.limit + node.offset if min(node.limit, node.offset) >= 0 else None
    elif not isinstance(node, Project):
        limit = None
    children = [child for field in fields(node) for child in nodes_in(getattr(node, field.name))]
    return sum(_rows_read(child, scans, limit) for child in children)


def follows_order(scan: Scan, scans: Scans) -> bool:
    """Whether a table is read in the order that is asked for."""
    report = scans.report(scan.source)
    return report is not None and report.order is not None


def rows_of(scan: Scan, scans: Scans) -> int:
    """The rows that a planned query reads of a table."""
    numbered = scan.source.traits.numbered
    if numbered is not None:
        return numbered.end - numbered.start
    report = scans.report(scan.source)
    return 0 if report is None else report.rows


def scan_nodes(node: Node) -> Iterator[Scan]:
    """The tables that a query reads."""
    if isinstance(node, Scan):
        yield node
    for field in fields(node):
        for child in nodes_in(getattr(node, field.name)):
            yield from scan_nodes(child)


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
