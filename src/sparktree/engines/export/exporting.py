"""Runs an export: tasks write files unseen, which appear together when all rows are written."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from sparktree.engines.export.copying import Copy, CopySink
from sparktree.engines.export.leftovers import (
    EVENT,
    clean,
    forget,
    remember,
    sweep_quietly,
    withdraw,
)
from sparktree.engines.export.manifest import ROWS, Export, Exports
from sparktree.engines.export.records import Status
from sparktree.engines.export.sink import ExportSink
from sparktree.engines.export.task_progress import Meter, cancelled
from sparktree.engines.objects.writing import Written
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.storage.part_log import log_part
from sparktree.errors import Code, Error
from sparktree.spark.queries import RunOptions
from sparktree.spark.stages import Stage

_REQUESTS = 16  # files that are shown at the same time
_LOG = logging.getLogger("sparktree.exports")


@dataclass(slots=True)
class Exporting:
    """One run of an export; `watch` is told the id of the Spark job before it starts."""

    exports: Exports
    export: Export
    watch: Callable[[str], None]
    written: list[Written] = field(default_factory=list)

    def run(self) -> None:
        """From the first row to the last log; a failure is recorded, and leaves nothing behind."""
        if not self.exports.begin(self.export):
            return
        error: Error | None = None
        try:
            self._move()
        except Error as failure:
            error = failure
        except Exception as failure:  # noqa: BLE001  # a task of the background
            error = Error(Code.LOGICAL_ERROR, f"{type(failure).__name__}: {failure}.")
        finish(self.exports, self.export, error, sum(one.rows for one in self.written))

    def _move(self) -> None:
        export = self.export
        if not export.overwrites and any(export.target.existing()):
            path = export.target.path
            raise Error(Code.FILE_ALREADY_EXISTS, f"File {path} already exists")
        if not export.tasks:  # a part without rows has no file
            return
        name = remember(self.exports, export)
        try:
            reach("export_before_write")
            self.written = self._write()
            export.sizes = tuple(one.staged.size for one in self.written)
            reach("export_after_write")
            if export.stopped.is_set():
                raise cancelled()
            self._publish()
            reach("export_after_publish")
        except BaseException:
            export.takes_rows = False
            clean(self.exports, export, name)
            raise
        forget(self.exports, name)  # from here on the files stay, whatever happens
        sweep_quietly(export)

    def _write(self) -> list[Written]:
        export, spark = self.export, self.exports.storage.spark
        meter = self.exports.meters.meter(export, spark.driver_address())
        stage = self._decoding(meter) if export.copy is None else self._copying(export.copy, meter)
        query_id = f"export-{export.query_id}-{export.number}"
        self.watch(query_id)
        return [Written.of(report) for report in spark.run_sink([stage], RunOptions(query_id))]

    def _decoding(self, meter: Meter) -> Stage:
        """Tasks that read rows and write them in the destination's format."""
        export = self.export
        description = described(export.part)
        row_bytes = description.compressed_bytes / max(description.rows, 1)
        sink = ExportSink(export.target, export.formats, export.metadata, meter, row_bytes)
        return export.stage(_columns(range(len(export.target.header))), export.tasks, sink)

    def _copying(self, copy: Copy, meter: Meter) -> Stage:
        """Tasks that copy column chunks, and read rows for the columns that cannot be copied."""
        export = self.export
        sink = CopySink(copy, export.target, export.formats, export.metadata, meter)
        if not export.computing_tasks:
            return Stage(inputs=({},) * len(export.tasks), work=sink.without_rows)
        return export.stage(_columns(copy.computed_columns), export.computing_tasks, sink)

    def _publish(self) -> None:
        """Show the files; if one cannot be shown, the others go again."""
        target, replaces = self.export.target, self.export.overwrites
        store = target.source.store
        old = {found.key for found in target.existing()} if replaces else set()
        with ThreadPoolExecutor(_REQUESTS) as pool:
            shown = [
                pool.submit(store.publish, one.staged, replaces=replaces) for one in self.written
            ]
        errors = [one.exception() for one in shown]
        for file, error in zip(self.written, errors, strict=True) if any(errors) else ():
            # Whether a request that failed had an effect is not known: its file goes too.
            is_other = isinstance(error, Error) and error.code == Code.FILE_ALREADY_EXISTS
            if not replaces and not is_other:
                with suppress(Error):
                    store.withdraw(file.staged)
        for error in filter(None, errors):
            raise error
        withdraw(store, sorted(old - {one.staged.key for one in self.written}))


def _columns(places: Sequence[int]) -> str:
    """What reads the columns of some places."""
    return f"SELECT {', '.join(f'c{place}' for place in places)} FROM {ROWS}"


def finish(exports: Exports, export: Export, error: Error | None, rows: int = 0) -> None:
    """The export has ended: release what it held, count it and tell the logs."""
    status = Status.COMPLETED if error is None else Status.FAILED
    if error is not None and export.stopped.is_set():
        status, error = Status.CANCELLED, cancelled()
    export.release()
    exports.storage.catalog.leases.release(export.lease)
    if not exports.end(export, status, str(error) if error is not None else ""):
        return
    _count(exports, export, error)
    more = {
        "query_id": export.query_id,
        "read_rows": export.rows_read,
        "read_bytes": export.bytes_read,
        "rows": rows,
        "peak_memory_usage": export.peak_memory,
        "thread_id": threading.get_native_id(),
        "destination": f"{export.destination.database}.{export.destination.name}:"
        f" {export.target.path}",
    }
    log_part(
        exports.storage,
        exports.journal,
        EVENT,
        export.source,
        export.part,
        began=export.began,
        error=error,
        more=more,
    )
    _log_end(export, error)
    if export.on_end is not None:
        export.on_end(export)


def _count(exports: Exports, export: Export, error: Error | None) -> None:
    exports.journal.count("PartsExports" if error is None else "PartsExportFailures")
    if error is not None and error.code == Code.FILE_ALREADY_EXISTS:
        exports.journal.count("PartsExportDuplicated")
    exports.journal.count("PartsExportTotalMilliseconds", int(export.elapsed * 1000))


def _log_end(export: Export, error: Error | None) -> None:
    place = (
        f"{export.source.database}.{export.source.name}",
        export.part.name,
        f"{export.destination.database}.{export.destination.name}",
        export.target.path,
        export.elapsed,
    )
    if error is None:
        _LOG.info("Exported part of %s: %s to %s (%s) in %.3f s", *place)
    else:
        _LOG.error("Failed to export part of %s: %s to %s (%s) after %.3f s: %s", *place, error)


def stop(exports: Exports, export: Export) -> None:
    """Tell the export to end; one that nobody has begun ends at once."""
    export.stopped.set()
    if export.status == Status.PENDING and exports.begin(export):
        finish(exports, export, cancelled())
