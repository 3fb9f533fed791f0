"""Writing merged rows inside a task: sorted tables in, a part out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.engines.merging.carried_statistics import rows_of
from sparktree.engines.merging.stream import MergedStream
from sparktree.parts.description import PartDescription, to_report
from sparktree.parts.layout import PartLayout
from sparktree.parts.writer import PartWriter
from sparktree.spark.stages import TaskInfo

_GRANULES_AT_ONCE = 16
_LEAST_ROWS = 65_536  # of a block, however small granules are


@dataclass(frozen=True, slots=True)
class MergeWork:
    """Each task writes its key ranges as a part of its own; the driver puts them together."""

    streams: tuple[MergedStream, ...]  # one for each task
    layout: PartLayout
    disk: Disk
    prefix: str  # of the temporary folders
    partition_values: tuple[Any, ...]
    part_type: str
    encodings: Mapping[str, str]  # of text columns: the tasks must agree on them
    may_be_empty: bool = False  # whether a part without rows is a part too
    counted: tuple[int, ...] = ()  # places of the parts whose rows make statistics; () for all

    def __call__(self, info: TaskInfo) -> Iterator[bytes]:
        folder = f"{self.prefix}_{info.task}_{info.attempt}"
        writer = PartWriter(self.disk, folder, self.layout, self.partition_values, self.part_type)
        writer.encode(self.encodings)
        part = self._written(writer, self.streams[info.task])
        if part is not None:
            yield to_report(part)

    def _written(self, writer: PartWriter, stream: MergedStream) -> PartDescription | None:
        rows = 0
        granularity = self.layout.index_granularity
        size = granularity * max(_GRANULES_AT_ONCE, _LEAST_ROWS // granularity)
        try:
            for block in blocks(stream.tables(), size):
                writer.add(block, rows_of(self.counted, block) if self.counted else None)
                rows += block.num_rows
            if rows or self.may_be_empty:
                return writer.finish()
            writer.abort()
        except BaseException:
            writer.abort()
            raise
        return None


def blocks(tables: Iterable[pa.Table], rows: int) -> Iterator[pa.Table]:
    """The same rows in blocks of that many; only the last may have fewer."""
    waiting: list[pa.RecordBatch] = []
    count = 0
    # Batches are sliced, not tables: a slice of a table looks at all of its chunks.
    for batch in (batch for table in tables for batch in table.to_batches()):
        while count + batch.num_rows >= rows:
            head = batch.slice(0, rows - count)
            yield pa.Table.from_batches([*waiting, head])
            batch, waiting, count = batch.slice(rows - count), [], 0
        if batch.num_rows:
            waiting.append(batch)
            count += batch.num_rows
    if waiting:
        yield pa.Table.from_batches(waiting)
