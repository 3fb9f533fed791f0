"""What the tasks of a mutation write: some columns of a part, or a part as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.parts.blocks import gather
from sparktree.parts.description import PartDescription, to_report
from sparktree.parts.layout import PartLayout
from sparktree.parts.rewriting import Rewriting, rewrite
from sparktree.parts.writer import PartWriter
from sparktree.spark.stages import TaskInfo


@dataclass(frozen=True, slots=True)
class ColumnsSink:
    """Writes columns, a part for each task."""

    orders: tuple[Rewriting, ...]
    disks: tuple[Disk, ...]

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        order = self.orders[info.task]
        order = replace(order, folder=f"{order.folder}_{info.attempt}")
        yield to_report(rewrite(order, self.disks[info.task], rows))


@dataclass(frozen=True, slots=True)
class WholeSink:
    """Writes whole parts, or segments of large ones, out of sorted rows; one for each task."""

    sources: tuple[PartDescription, ...]
    folders: tuple[str, ...]
    disks: tuple[Disk, ...]
    layout: PartLayout
    encodings: tuple[Mapping[str, str], ...]  # of the columns of segments, which must agree

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        source = self.sources[info.task]
        folder = f"{self.folders[info.task]}_{info.attempt}"
        layout = replace(self.layout, default_codec=source.default_codec)
        writer = PartWriter(
            self.disks[info.task], folder, layout, source.partition_values, source.part_type
        )
        writer.encode(self.encodings[info.task])
        try:
            for block in gather(rows, self.layout):
                writer.add(block)
            yield to_report(writer.finish())
        except BaseException:
            writer.abort()
            raise
