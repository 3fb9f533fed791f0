"""EXPORT PARTITION: all parts of a partition; a commit file names what belongs together."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace

from sparktree.catalog.records import Lease
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.export.checking import Route
from sparktree.engines.export.exporting import stop
from sparktree.engines.export.history import find, save, take_back
from sparktree.engines.export.leftovers import withdraw
from sparktree.engines.export.manifest import ROWS, Export, Exports, numbered
from sparktree.engines.export.planning import PURPOSE
from sparktree.engines.export.records import ExportedFile, PartitionRecord, Status
from sparktree.engines.storage.faults import reach
from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.planner.environment import Environment
from sparktree.spark.queries import RunOptions
from sparktree.sql import ast

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 60.0


@dataclass(slots=True)
class PartitionExport:
    """Exports of the parts of one partition, until all of them are there, or one cannot be."""

    exports: Exports
    record: PartitionRecord
    of_parts: list[Export]
    lease: Lease
    hash_sql: str  # of a row, over the columns c0, c1, ...
    closed: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _done: dict[str, Export] = field(default_factory=dict)  # by part
    _failures: dict[str, int] = field(default_factory=dict)
    _over: bool = False

    def start(self) -> None:
        """Let the exports begin."""
        save(self.exports.storage, self.record)
        self.exports.of_partitions[self.record.name] = self
        for export in self.of_parts:
            export.on_end = self._ended
        self.exports.add(self.of_parts)
        self.exports.jobs.background.wake(self.record.source)

    def kill(self) -> None:
        """Stop it; what it has written goes."""
        with self._lock:
            if self._over:
                return
            self._over = True
        self._fail(Status.CANCELLED, "Killed")

    # --- one export after the other has ended ----------------------------------------------

    def _ended(self, export: Export) -> None:
        """Called by the thread that ran the export."""
        with self._lock:
            if self._over:
                with suppress(Error):
                    take_back(self.exports.storage, self.record, export.target.file_keys())
                return
            if export.status == Status.COMPLETED:
                self._done[export.part.name] = export
                complete = len(self._done) == len(self.of_parts)
                self._over = complete
            else:
                self._retry_or_fail(export)
                return
        if complete:
            self._commit()

    def _retry_or_fail(self, export: Export) -> None:
        failures = self._failures[export.part.name] = self._failures.get(export.part.name, 0) + 1
        if failures > self.record.retries or export.status == Status.CANCELLED:
            self._over = True
            status = Status.CANCELLED if export.status == Status.CANCELLED else Status.FAILED
            threading.Thread(target=self._fail, args=(status, export.exception)).start()
            return
        self.record = replace(self.record, attempts=self.record.attempts + 1)
        save(self.exports.storage, self.record)
        timer = threading.Timer(_pause(failures), self._again, (export,))
        timer.daemon = True
        timer.start()

    def _again(self, export: Export) -> None:
        """The same once more: the rows are still those of the beginning."""
        with self._lock:
            if self._over:
                return
        lease = self.exports.storage.catalog.leases.try_acquire(list(export.lease.keys), PURPOSE)
        if lease is None:  # somebody else exports the part just now
            self._ended(export)
            return
        self.exports.add([numbered(replace_run(export, lease))])
        self.exports.jobs.background.wake(self.record.source)

    # --- the end ---------------------------------------------------------------------------

    def _commit(self) -> None:
        try:
            files = [one for export in self._done.values() for one in self._exported_files(export)]
            files.sort(key=lambda one: one.key)
            self.record = replace(self.record, files=tuple(files))
            reach("export_partition_before_commit")
            key = self._committed()
            self._remove_previous()
        except Exception as error:  # noqa: BLE001  # a task of the background
            self._fail(Status.FAILED, str(error) or type(error).__name__)
            return
        ended = replace(self.record, status=Status.COMPLETED, ended=time.time(), commit_file=key)
        self._close(ended)

    def _exported_files(self, export: Export) -> list[ExportedFile]:
        """The files of an export with the rows that its tasks read, and their hash."""
        if not export.tasks:
            return []
        spark = self.exports.storage.spark
        text = (
            f"SELECT count(*) AS n, CAST(coalesce(sum(CAST({self.hash_sql} AS HUGEINT)), 0)"
            f" % 18446744073709551616 AS UBIGINT) AS h FROM {ROWS}"
        )
        stage = export.stage(text, export.tasks)
        options = RunOptions(f"hash-{export.query_id}-{export.number}")
        found = [row for table in spark.run([stage], options) for row in table.to_pylist()]
        return [
            ExportedFile(key, export.part.name, int(row["n"]), size, int(row["h"]))
            for key, size, row in zip(export.target.file_keys(), export.sizes, found, strict=True)
        ]

    def _committed(self) -> str:
        """The commit file, tried as often as a part."""
        for failures in range(self.record.retries):
            try:
                return self._write_commit()
            except Error:
                self.record = replace(self.record, attempts=self.record.attempts + 1)
                self.closed.wait(_pause(failures + 1))
        return self._write_commit()

    def _write_commit(self) -> str:
        target = self.of_parts[0].target
        store = target.source.store
        moment = int(self.record.created * 1000)
        key = f"{target.source.folder}_commit_{self.record.partition_id}_{moment}.json"
        content = {
            "source": f"{self.record.source_database}.{self.record.source_table}",
            "partition_id": self.record.partition_id,
            "parts": list(self.record.parts),
            "rows": self.record.rows,
            "columns": list(self.record.columns),
            "files": [asdict(one) for one in self.record.files],
        }
        writing = store.stage(key, f"commit_{self.record.name}")
        writing.write(json.dumps(content, indent=1).encode())
        store.publish(writing.finish(), replaces=True)
        return key

    def _remove_previous(self) -> None:
        """The files of the export before that are no more part of the partition."""
        old = set(self.record.replaced) - {one.key for one in self.record.files}
        withdraw(self.of_parts[0].target.source.store, sorted(old))

    def _fail(self, status: Status, exception: str) -> None:
        for export in self.exports.all():
            if export.on_end == self._ended and not export.ended:
                stop(self.exports, export)
        keys = [key for export in self._done.values() for key in export.target.file_keys()]
        try:
            take_back(self.exports.storage, self.record, keys)
        except Error as error:
            exception = f"{exception} What was written could not be removed: {error}"
        self._close(replace(self.record, status=status, exception=exception, ended=time.time()))

    def _close(self, record: PartitionRecord) -> None:
        self.record = record
        save(self.exports.storage, record)
        for hold in {id(one.hold): one.hold for one in self.of_parts}.values():
            hold.release()
        self.exports.storage.catalog.leases.release(self.lease)
        self.exports.of_partitions.pop(record.name, None)
        self.closed.set()


def _pause(failures: int) -> float:
    """Seconds before the next try."""
    return min(_FIRST_PAUSE * 2.0 ** (failures - 1), _LONGEST_PAUSE)


def replace_run(export: Export, lease: Lease) -> Export:
    """The export as it was before it ran."""
    return replace(
        export,
        lease=lease,
        began=0.0,
        ended=0.0,
        status=Status.PENDING,
        exception="",
        progress={},
        stopped=threading.Event(),
        takes_rows=True,
    )


def row_hash(columns: Sequence[str]) -> ast.Expression:
    """What is summed up over the rows of a file; ClickHouse computes the same."""
    names = tuple(ast.Identifier((name,)) for name in columns)
    text = ast.Function("toString", (ast.Function("tuple", names),))
    return ast.Function("cityHash64", (text,))


def hash_sql(route: Route, environment: Environment) -> str:
    """The same in kernel SQL, over the columns c0, c1, ..."""
    expressions = TableExpressions.over(environment, route.columns)
    typed = expressions.analyse(row_hash([name for name, _ in route.columns]))
    names = {name: sql.name(f"c{i}") for i, (name, _) in enumerate(route.columns)}
    return expressions.lower(typed, names, environment.context)


def lease_of(exports: Exports, name: str) -> Lease | None:
    """The right to export the partition of that record; None if somebody has it."""
    return exports.storage.catalog.leases.try_acquire([f"partition_export/{name}"], PURPOSE)


def replaced_keys(exports: Exports, name: str, partition_id: str, force: bool) -> tuple[str, ...]:
    """The files of the export before, which a new one replaces; an error unless that is wanted."""
    known = find(exports.storage, name)
    if known is None or known.status in (Status.FAILED, Status.CANCELLED):
        return ()
    if known.status == Status.COMPLETED and force:
        keys = {one.key for one in known.files} | {known.commit_file}
        return tuple(sorted(keys - {""}))
    state = "exported" if known.status == Status.COMPLETED else "being exported"
    raise Error(
        Code.BAD_ARGUMENTS if known.status == Status.COMPLETED else Code.ABORTED,
        f"Partition {partition_id} is already {state} to table"
        f" '{known.destination_database}.{known.destination_table}'. Set"
        " export_merge_tree_partition_force_export to export it again",
    )
