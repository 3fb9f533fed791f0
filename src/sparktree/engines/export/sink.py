"""What the tasks of an export do: they write the rows of their share as a file nobody sees yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

import pyarrow as pa

from sparktree.engines.export.target import Target
from sparktree.engines.export.task_progress import Meter, Passed
from sparktree.engines.objects.writing import Written, write_blocks
from sparktree.engines.storage.faults import reach
from sparktree.errors import Error
from sparktree.formats.options import FormatOptions, FormatSettings
from sparktree.spark.stages import TaskInfo


@dataclass(frozen=True, slots=True)
class ExportSink:
    """Writes the rows of a task, columns c0, c1, ..., as one file; picklable."""

    target: Target
    settings: FormatSettings
    metadata: Mapping[str, str]
    meter: Meter
    row_bytes: float  # of a row in the part's files

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        target = self.target
        key = target.key(info.task)
        options = FormatOptions(settings=self.settings, metadata=self.metadata)
        with self.meter.opened(info) as passed:
            writing = target.source.store.stage(key, target.stem)
            counted = _Counted(passed, self.row_bytes, self.meter.step)
            try:
                blocks = counted.blocks(rows)
                write_blocks(target.source, key, writing, list(target.header), blocks, options)
                reach("export_task_before_end")
                passed(0, 0, 0)  # nothing is begun that nobody would clean up
                written = Written(writing.finish(), counted.rows)
            except BaseException:
                with suppress(Error):
                    writing.discard()
                raise
        yield written.report()


@dataclass(slots=True)
class _Counted:
    """Rows on their way through the meter."""

    passed: Passed
    row_bytes: float
    step: int  # stored bytes to let through at once; 0 means any number
    rows: int = 0

    def blocks(self, rows: pa.RecordBatchReader) -> Iterator[pa.Table]:
        """The batches, each once it may have been read."""
        for batch in rows:
            self._pass(batch)
            self.rows += batch.num_rows
            yield pa.Table.from_batches([batch])

    def _pass(self, batch: pa.RecordBatch) -> None:
        each = batch.num_rows
        if self.step:
            each = max(int(self.step / max(self.row_bytes, 1e-9)), 1)
        row_size = batch.nbytes / max(batch.num_rows, 1)
        for begin in range(0, batch.num_rows, max(each, 1)):
            count = min(each, batch.num_rows - begin)
            self.passed(count, int(count * row_size), self._stored(begin, count))

    def _stored(self, begin: int, count: int) -> int:
        """Bytes of the next rows, so that no fraction of a byte gets lost over all of them."""
        first = self.rows + begin
        return int((first + count) * self.row_bytes) - int(first * self.row_bytes)
