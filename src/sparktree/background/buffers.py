"""Buffers whose rows are too many or too old hand them on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sparktree.background.pools import Pool
from sparktree.background.tasks import Cancellation, Task
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.services import Services
from sparktree.engines.tables.buffers import BufferLimits

_PAUSE = 1.0


def buffers(services: Services, table: str, _free: Mapping[Pool, int]) -> Iterator[Task]:
    """A task if the table is a buffer that holds what it may not hold any longer."""
    record = services.catalog.tables.find_uuid(table)
    if record is None or engine_info(record.engine).family is not Family.BUFFER:
        return
    parts, now = services.catalog.parts.all(table), services.catalog.clock()
    if not BufferLimits.of(record).overdue(parts, now):
        return

    def run(_: Cancellation) -> None:
        services.jobs.flush_buffer(record)

    yield Task(Pool.COMMON, table, "flush", run, pause=_PAUSE)
