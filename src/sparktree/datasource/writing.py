"""Writing DataFrames into a table: parts in Spark's tasks, one commit by its planning process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

from sparktree.datasource.filling import Commit, WritePlan, leave
from sparktree.datasource.options import Options
from sparktree.errors import Error


@dataclass
class Reports(WriterCommitMessage):
    """The parts that one task wrote, or why it could not."""

    parts: list[bytes]
    failure: Error | None = None


@dataclass
class TableWriter(DataSourceArrowWriter):
    """Made in the planning process, writes in the tasks, commits in the planning process again."""

    options: Options
    plan: WritePlan
    overwrite: bool

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        """The rows of one task as parts that nobody sees yet."""
        return Reports(*self.plan.write(iterator))

    def commit(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Make all parts visible at once."""
        reports = [one for one in messages if isinstance(one, Reports)]
        failure = next((one.failure for one in reports if one.failure is not None), None)
        found = [part for one in reports for part in one.parts]
        Commit(self.options, self.plan.filled, self.overwrite).run(found, failure)

    def abort(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Leave nothing behind."""
        with self.options.opened() as (engine, _):
            leave(engine, self.plan.filled)
