"""Parts that tasks wrote get their names and become visible, all of them or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.records import Lease, NewPart, Part, Swap, Table, Window
from sparktree.disks.disk import Disk
from sparktree.engines.definition.table import load_definition
from sparktree.engines.storage.faults import reach
from sparktree.engines.writing.part_sink import PartSink
from sparktree.parts.description import PartDescription, from_placed_report, to_text
from sparktree.parts.store import finish
from sparktree.spark.stages import Sink

_NOTHING = Swap()
_AT_ONCE = 16  # parts whose folders get their names at the same time


@dataclass(frozen=True, slots=True)
class Written:
    """A part that tasks wrote for a table and that nobody sees yet."""

    table: Table
    disk_name: str
    part: PartDescription
    level: int = 0  # 1 if its rows are merged already
    blocks: tuple[str, ...] = ()  # what was inserted by it, if that is not to be inserted again


def record_of(one: Written) -> Part:
    """What is known of a part that nobody sees yet, as a row of the catalog would have it."""
    part = one.part
    return Part(one.table.uuid, part.name, part.partition_id, 0, 0, part.folder, disk=one.disk_name)


def written(reports: Iterable[bytes], table: Table, sink: Sink) -> list[Written]:
    """The parts that the sink's tasks reported."""
    level = int(isinstance(sink, PartSink) and sink.merging is not None)
    return [Written(table, *from_placed_report(report), level) for report in reports]


def commit(
    parts: Sequence[Written],
    catalog: Catalog,
    disks: Mapping[str, Disk],
    instead: Callable[[], Sequence[Part]] = tuple,
    *,
    beside: Swap = _NOTHING,
    guard: Lease | None = None,
) -> list[Part]:
    """Give the parts their names and make all of them visible at once, or none of them.

    `instead` tells, at the last moment, the parts in whose place they come; what else is to change
    at that instant is said `beside`.
    """
    prepared: list[tuple[Written, Part]] = []
    try:
        for table in dict.fromkeys(w.table.uuid for w in parts):
            own = [w for w in parts if w.table.uuid == table]
            news = [
                NewPart(w.part.partition_id, w.disk_name, w.part.partition, w.level) for w in own
            ]
            prepared += zip(own, catalog.parts.allocate(table, news), strict=True)
        finished = _finished(prepared, disks, catalog.clock())
        reach("insert_before_commit")
        swap = _swap(prepared, finished, instead(), beside)
        active = catalog.parts.swap(swap, guard=guard).active
        reach("insert_after_commit")
    except BaseException:
        discard(parts, disks)
        withdraw([record for _, record in prepared], catalog, disks)
        raise
    visible = {part.uuid for part in active}
    for part in finished:
        if part.uuid not in visible:  # its rows were inserted before
            disks[part.disk].remove(part.path)
    return active


def withdraw(rows: Sequence[Part], catalog: Catalog, disks: Mapping[str, Disk]) -> None:
    """Remove what was made for a commit that did not come.

    An interrupt may come just after the commit: then the parts are visible, and stay.
    """
    pending = catalog.parts.uncommitted(rows)
    for row in pending:
        disks[row.disk].remove(row.path)
    if pending:
        catalog.parts.abort(pending)


def _swap(
    prepared: Sequence[tuple[Written, Part]],
    finished: Sequence[Part],
    instead: Sequence[Part],
    beside: Swap,
) -> Swap:
    """The commit of new parts, and of what they were inserted by."""
    windows = {w.table.uuid: _window(w.table) for w, _ in prepared if w.blocks}
    blocks = {
        part.uuid: w.blocks for w, part in prepared if w.blocks and windows[w.table.uuid].blocks
    }
    return replace(beside, activate=finished, outdate=instead, blocks=blocks, windows=windows)


def _window(table: Table) -> Window:
    """How many inserted blocks the table remembers."""
    return load_definition(table.create_query).deduplication_window


def _finished(
    prepared: Sequence[tuple[Written, Part]], disks: Mapping[str, Disk], now: float
) -> list[Part]:
    """The rows of parts whose folders just got their final names.

    Most of the time the disk is waited for: it makes many parts durable in one go.
    """

    def finished(one: tuple[Written, Part]) -> Part:
        return finished_part(*one, disks[one[0].disk_name], now, durable=False)

    if len(prepared) == 1:
        found = [finished(prepared[0])]
    else:
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            found = list(pool.map(finished, prepared))
    for name, folder in {(part.disk, part.path.rpartition("/")[0]) for part in found}:
        if disks[name].can_link:
            disks[name].sync(folder)
    return found


def finished_part(
    one: Written, record: Part, disk: Disk, now: float, *, durable: bool = True
) -> Part:
    """The row of a part whose folder just got its final name."""
    part = replace(one.part, uuid=record.uuid)
    return row_of(record, finish(disk, part, record.name, now, durable=durable))


def row_of(record: Part, part: PartDescription) -> Part:
    """The row of a part that is complete in its folder."""
    return replace(
        record,
        path=part.folder,
        part_type=part.part_type,
        rows=part.rows,
        marks=part.marks,
        bytes_on_disk=part.bytes_on_disk,
        data_uncompressed_bytes=part.uncompressed_bytes,
        meta=to_text(part),
    )


def discard(parts: Sequence[Written], disks: Mapping[str, Disk]) -> None:
    """Remove parts that will not be committed."""
    for one in parts:
        disks[one.disk_name].remove(one.part.folder)
