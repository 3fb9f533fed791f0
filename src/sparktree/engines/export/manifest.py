"""Exports of this process: what is asked for, what runs, and the last ones that ended."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

from sparktree.catalog.records import Lease, Part, Table
from sparktree.catalog.snapshots import Snapshot
from sparktree.engines.export.copying import Copy
from sparktree.engines.export.records import PartitionRecord, Status
from sparktree.engines.export.target import Target
from sparktree.engines.export.task_progress import Meters, Throttle
from sparktree.engines.jobs.jobs import Jobs
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.journal import Journal
from sparktree.formats.options import FormatSettings
from sparktree.planner.expr import SetTable
from sparktree.planner.fragment import DriverRows, Fragment, Shares, relations
from sparktree.planner.sources import ScanTask
from sparktree.spark.stages import Gather, Sink, Stage

ROWS = "part"  # what SQL over the rows of an export calls them
_ENDED_KEPT = 1000
_numbers = count(1)


@dataclass(slots=True)
class TaskProgress:
    """What one task of an export has done."""

    attempt: int = 0
    rows: int = 0
    bytes: int = 0
    memory: int = 0


@dataclass(slots=True)
class Export:
    """One export of a part. How its rows are read was settled when it was accepted."""

    source: Table
    destination: Table
    part: Part
    target: Target
    tasks: tuple[ScanTask, ...]
    overwrites: bool
    formats: FormatSettings
    metadata: Mapping[str, str]  # what the files say of the part
    query_id: str
    hold: Snapshot  # the part's files stay as long as it is not released
    lease: Lease  # nobody else writes the same files
    copy: Copy | None = None  # if column chunks are copied, instead of rows read
    computing_tasks: tuple[ScanTask, ...] = ()  # what reads the columns that cannot be copied
    sets: tuple[SetTable, ...] = ()  # the rows of subqueries that the tasks read besides
    on_end: Callable[[Export], None] | None = None
    number: int = field(default_factory=lambda: next(_numbers))
    created: float = field(default_factory=time.time)
    began: float = 0.0
    ended: float = 0.0
    status: Status = Status.PENDING
    exception: str = ""
    peak_memory: int = 0
    sizes: tuple[int, ...] = ()  # bytes of the files that were written
    progress: dict[int, TaskProgress] = field(default_factory=dict)  # by task
    stopped: threading.Event = field(default_factory=threading.Event)
    takes_rows: bool = True  # until it fails: a task that still runs then is to end

    @property
    def task_name(self) -> str:
        """What background tasks call it."""
        return f"export {self.part.name} {self.number}"

    @property
    def elapsed(self) -> float:
        """Seconds from its start to its end, or to now."""
        if not self.began:
            return 0.0
        return (self.ended or time.time()) - self.began

    @property
    def rows_read(self) -> int:
        """Rows that tasks have read."""
        return sum(one.rows for one in list(self.progress.values()))

    @property
    def bytes_read(self) -> int:
        """Bytes in memory of the rows that tasks have read."""
        return sum(one.bytes for one in list(self.progress.values()))

    @property
    def memory(self) -> int:
        """Bytes that its tasks hold now."""
        if self.status != Status.RUNNING:
            return 0
        return sum(one.memory for one in list(self.progress.values()))

    def advance(self, task: int, attempt: int, rows: int, size: int, memory: int) -> None:
        """A task got further; a new attempt at it begins anew."""
        known = self.progress.get(task)
        if known is None or known.attempt != attempt:
            known = self.progress[task] = TaskProgress(attempt)
        known.rows += rows
        known.bytes += size
        known.memory = memory
        self.peak_memory = max(self.peak_memory, self.memory)

    def stage(self, text: str, tasks: tuple[ScanTask, ...], sink: Sink | None = None) -> Stage:
        """A stage of kernel SQL over the rows of tasks, which are called `part` there."""
        sets = {one.name: DriverRows(one.table) for one in self.sets}
        fragment = Fragment(text, {**sets, ROWS: Shares(tasks)}, len(tasks))
        return Stage(text, relations(fragment), Gather(), sink)

    def release(self) -> None:
        """Let go of what it held for reading, unless somebody else decides on that."""
        if self.on_end is not None:
            return
        self.hold.release()
        self.tasks = self.computing_tasks = ()
        self.sets = ()


def numbered(export: Export) -> Export:
    """The export as another one."""
    export.number = next(_numbers)
    return export


class OfPartition(Protocol):
    """The exports of the parts of one partition, as a whole."""

    record: PartitionRecord
    closed: threading.Event
    of_parts: list[Export]

    def kill(self) -> None:
        """Stop it; what it has written goes."""
        ...


class Exports:
    """All exports that this process knows of; nothing of it outlives the process.

    With it goes what exports work with: where parts are, what is logged, what runs besides.
    """

    def __init__(self, storage: DataFolder, journal: Journal, jobs: Jobs) -> None:
        self.storage, self.journal, self.jobs = storage, journal, jobs
        throttle = Throttle(storage.server.max_exports_bandwidth_for_server, journal.count)
        self.meters = Meters(self.find, throttle)  # of the tasks of exports
        self._lock = threading.Lock()
        self._some_ended = threading.Condition(self._lock)
        self._open: dict[int, Export] = {}
        self.of_partitions: dict[str, OfPartition] = {}
        self._ended: deque[Export] = deque(maxlen=_ENDED_KEPT)
        self.has_leftovers = False  # whether there may be files of exports that were cut off

    def add(self, exports: list[Export]) -> None:
        """Accept exports."""
        with self._lock:
            self._open |= {export.number: export for export in exports}

    def find(self, number: int) -> Export | None:
        """An export that has not ended."""
        return self._open.get(number)

    def all(self) -> list[Export]:
        """Those that ended, as far as they are remembered, and the others."""
        with self._lock:
            return [*self._ended, *self._open.values()]

    def waiting(self) -> Iterator[Export]:
        """Those that nobody has begun, in the order of their acceptance."""
        with self._lock:
            known = list(self._open.values())
        return (export for export in known if export.status == Status.PENDING)

    def running(self) -> int:
        """How many run now."""
        with self._lock:
            return sum(export.status == Status.RUNNING for export in self._open.values())

    def begin(self, export: Export) -> bool:
        """Whether the export is to run now, and nobody else runs it or stopped it."""
        with self._lock:
            if export.status != Status.PENDING:
                return False
            export.status, export.began = Status.RUNNING, time.time()
            return True

    def end(self, export: Export, status: Status, exception: str = "") -> bool:
        """Note how an export ended; False if that is known already."""
        with self._lock:
            if self._open.pop(export.number, None) is None:
                return False
            export.exception, export.ended = exception, time.time()
            export.status = status
            self._ended.append(export)
            self._some_ended.notify_all()
            return True

    def wait(self, seconds: float) -> None:
        """Until one ends, or that long."""
        with self._some_ended:
            self._some_ended.wait(seconds)
