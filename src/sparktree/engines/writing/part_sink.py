"""What the tasks of an INSERT do with their rows: they write them as parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pyarrow as pa

from sparktree.disks.placement import Placement
from sparktree.engines.writing.sorted_block import Merging, sorted_block
from sparktree.parts.description import to_report
from sparktree.parts.layout import PartLayout
from sparktree.parts.writer import write_placed
from sparktree.spark.stages import TaskInfo


@dataclass(frozen=True, slots=True)
class PartSink:
    """Writes the rows of a task as parts; what it yields describes them to the driver."""

    layout: PartLayout
    placement: Placement
    folder: str
    prefix: str
    merging: Merging | None = None  # the engine's rule for rows with equal keys

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        prefix = f"{self.prefix}_{info.stage}_{info.task}_{info.attempt}"
        settle = self._settled if self.merging is not None else None
        placed = write_placed(
            rows, self.layout, self.placement, self.folder, prefix, settle, info.task
        )
        with closing(placed):
            for disk, part in placed:
                yield to_report(part, disk)

    def _settled(self, rows: pa.Table) -> pa.Table:
        """A part's sorted rows as a merge would leave them."""
        assert self.merging is not None
        return self.merging(sorted_block(rows, self.layout.sorting_key), final=False)
