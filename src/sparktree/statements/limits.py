"""Limits of a query: rows read, rows of the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING

import pyarrow as pa

from sparktree.engines.generators import Generated
from sparktree.engines.merge_tree import MergeTreeTable
from sparktree.engines.pruning import Pruned
from sparktree.errors import Code, Error
from sparktree.planner.nodes import Limit, Node, Project, Query, Scan, TableSource
from sparktree.settings.query import QuerySettings

if TYPE_CHECKING:
    from sparktree.statements.context import Context


def counted(blocks: Iterable[pa.Table], context: Context) -> Iterator[pa.Table]:
    """The blocks of a result up to its limits; what goes beyond is an error, or the end."""
    settings, size = context.settings, 0
    for block in blocks:
        context.result_rows += block.num_rows
        size += block.nbytes
        beyond = _beyond(context.result_rows, size, settings)
        if beyond and settings.result_overflow_mode == "throw":
            raise Error(Code.TOO_MANY_ROWS_OR_BYTES, f"Limit for result exceeded, {beyond}")
        yield block
        if beyond:
            return


def _beyond(rows: int, size: int, settings: QuerySettings) -> str:
    """Which limit of a result is exceeded, in an error's words."""
    most_rows, most_bytes = settings.max_result_rows, settings.max_result_bytes
    if most_rows and rows > most_rows:
        return f"max rows: {readable(most_rows)}, current rows: {readable(rows)}"
    if most_bytes and size > most_bytes:
        return f"max bytes: {most_bytes} B, current bytes: {size} B"
    return ""


def check_rows_to_read(query: Query, most: int) -> None:
    """After planning: a query that would read more than `max_rows_to_read` does not start."""
    rows = _rows_read(query.root) if most else 0
    if rows > most:
        raise Error(
            Code.TOO_MANY_ROWS,
            "Limit for rows (controlled by 'max_rows_to_read' setting) exceeded,"
            f" max rows: {readable(most)}, current rows: {readable(rows)}",
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
    tables = [s.source for s in scans(query.root) if isinstance(s.source, MergeTreeTable)]
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


def _rows_read(node: Node, limit: int | None = None) -> int:
    """The rows that a node reads; of generated ones no more than a LIMIT right above wants."""
    if isinstance(node, Scan):
        rows = _rows(node)
        return rows if limit is None else min(rows, limit)
    if isinstance(node, Limit) and isinstance(node.limit, int) and isinstance(node.offset, int):
        limit = node.limit + node.offset if min(node.limit, node.offset) >= 0 else None
    elif not isinstance(node, Project):
        limit = None
    children = [child for field in fields(node) for child in nodes_in(getattr(node, field.name))]
    return sum(_rows_read(child, limit) for child in children)


def _rows(scan: Scan) -> int:
    source = scan.source
    if isinstance(source, MergeTreeTable):
        return sum(pruned.rows for pruned in read_of(source))
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
