"""Materialized views in the tasks of an INSERT: a task puts what it writes through them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa

from sparktree.engines.writing.part_sink import PartSink
from sparktree.errors import Error
from sparktree.kernel.errors import translate
from sparktree.spark import alone, worker
from sparktree.spark.stages import Stage, TaskInfo

FED = "fed_rows"  # what the plan of a view reads
_NUMBER_BYTES = 4
_Spooled = tuple[pa.RecordBatchReader, Callable[[], pa.Table]]


@dataclass(frozen=True, slots=True)
class FedView:
    """The plan of one view over the rows of a task; its sink writes what comes of them."""

    stages: tuple[Stage, ...]
    ignores_errors: bool


@dataclass(frozen=True, slots=True)
class FeedingSink:
    """Writes a task's rows, then what views make of them; a report says which table it is of.

    A table that forgets its rows has no sink.
    """

    number: int
    sink: PartSink | None
    views: tuple[FedView, ...]
    memory: int

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        if not self.views:
            yield from self._written(rows, info)
            return
        with _spooled(rows) as (passing, spooled):
            yield from self._written(passing, info)
            fed = spooled()
            for view in self.views if fed.num_rows else ():
                yield from self._fed(view, fed, info)

    def _written(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        if self.sink is None:
            for _ in rows:
                pass
            return
        number = self.number.to_bytes(_NUMBER_BYTES)
        for report in self.sink(rows, info):
            yield number + report

    def _fed(self, view: FedView, fed: pa.Table, info: TaskInfo) -> list[bytes]:
        """All of a view's reports, or none of them."""
        connection = worker.cursor(self.memory)
        try:
            connection.register(FED, fed)
            return list(alone.sunk(connection, view.stages, info))
        except (Error, duckdb.Error) as failure:
            if view.ignores_errors:
                return []
            if isinstance(failure, duckdb.Error):
                raise translate(failure) from failure
            raise
        finally:
            connection.close()


def told_apart(report: bytes) -> tuple[int, bytes]:
    """The number of the table, and the report of its part."""
    return int.from_bytes(report[:_NUMBER_BYTES]), report[_NUMBER_BYTES:]


@contextmanager
def _spooled(rows: pa.RecordBatchReader) -> Iterator[_Spooled]:
    """The rows to be read once, and, when that is done, all of them out of a file."""
    place = tempfile.TemporaryDirectory(prefix="sparktree-", dir=worker.local_folder())
    with place as folder:
        path = str(Path(folder) / "rows.arrow")
        with pa.OSFile(path, "wb") as out:
            writer = pa.ipc.new_file(out, rows.schema)

            def passing() -> Iterator[pa.RecordBatch]:
                for batch in rows:
                    writer.write_batch(batch)
                    yield batch

            def spooled() -> pa.Table:
                writer.close()
                out.flush()
                return pa.ipc.open_file(pa.memory_map(path)).read_all()

            yield pa.RecordBatchReader.from_batches(rows.schema, passing()), spooled
