"""Backups and restores of this process: those that run, and those that ended."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from sparktree.engines.backups.contents import Contents
from sparktree.engines.storage.journal import Journal
from sparktree.errors import Code, Error

LOG = "backup_log"
_KEPT = 10_000


class Status(StrEnum):
    """What became of it, in ClickHouse's words."""

    CREATING_BACKUP = "CREATING_BACKUP"
    BACKUP_CREATED = "BACKUP_CREATED"
    BACKUP_FAILED = "BACKUP_FAILED"
    RESTORING = "RESTORING"
    RESTORED = "RESTORED"
    RESTORE_FAILED = "RESTORE_FAILED"
    BACKUP_CANCELLED = "BACKUP_CANCELLED"
    RESTORE_CANCELLED = "RESTORE_CANCELLED"


@dataclass(slots=True)
class Operation:
    """One BACKUP or RESTORE: a row of system.backups."""

    id: str
    name: str
    query_id: str
    restores: bool
    base_name: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    status: Status = Status.CREATING_BACKUP
    error: str = ""
    started: float = field(default_factory=time.time)
    ended: float = 0.0
    num_files: int = 0
    total_size: int = 0
    num_entries: int = 0
    uncompressed_size: int = 0
    files_read: int = 0
    bytes_read: int = 0

    def __post_init__(self) -> None:
        self.status = Status.RESTORING if self.restores else Status.CREATING_BACKUP

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return not self.ended

    def describe(self, contents: Contents, own_size: int) -> None:
        """What the backup has; `own_size` are the bytes of the file that tells it."""
        self.num_files = len(contents.entries)
        self.total_size = contents.total_size
        stored = contents.stored
        self.num_entries = len(stored)
        self.uncompressed_size = sum(entry.size for entry in stored) + own_size

    def values(self) -> dict[str, object]:
        """A row of system.backup_log."""
        micros = {"start_time": self.started, "end_time": self.ended}
        return {
            "id": self.id,
            "name": self.name,
            "base_backup_name": self.base_name,
            "query_id": self.query_id,
            "error": self.error,
            **{name: int(moment * 1_000_000) for name, moment in micros.items()},
            "num_files": self.num_files,
            "total_size": self.total_size,
            "num_entries": self.num_entries,
            "uncompressed_size": self.uncompressed_size,
            "compressed_size": self.uncompressed_size,
            "files_read": self.files_read,
            "bytes_read": self.bytes_read,
            "settings": self.settings,
        }


class Backups:
    """What system.backups shows; the log outlives the process."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._known: dict[str, Operation] = {}
        self._threads: list[threading.Thread] = []

    def all(self) -> list[Operation]:
        """All that are known, oldest first."""
        with self._lock:
            return list(self._known.values())

    def begin(self, operation: Operation) -> None:
        """It runs from now on; BAD_ARGUMENTS if its id was used before."""
        kind = "restore" if operation.restores else "backup"
        with self._lock:
            known = self._known.get(operation.id)
            if known is not None:
                raise Error(
                    Code.BAD_ARGUMENTS,
                    f"Cannot start {kind} with ID '{operation.id}' because there is another"
                    f" {'restore' if known.restores else 'backup'} with the same ID.",
                )
            ended = [one.id for one in self._known.values() if not one.runs]
            for old in ended[: max(len(self._known) - _KEPT, 0)]:
                del self._known[old]
            self._known[operation.id] = operation
        self.note(operation)

    @contextmanager
    def running(self, operation: Operation) -> Iterator[None]:
        """What is done in the block is the operation: its end is known behind it."""
        try:
            yield
        except BaseException as error:
            self._failed(operation, error)
            raise
        operation.ended = time.time()
        operation.status = Status.RESTORED if operation.restores else Status.BACKUP_CREATED
        self.note(operation)

    def _failed(self, operation: Operation, error: BaseException) -> None:
        cancelled = isinstance(error, Error) and error.code == Code.QUERY_WAS_CANCELLED
        how = "CANCELLED" if cancelled else "FAILED"
        operation.ended = time.time()
        operation.status = Status[f"{'RESTORE' if operation.restores else 'BACKUP'}_{how}"]
        operation.error = str(error)
        self.note(operation)

    def note(self, operation: Operation) -> None:
        """A row of system.backup_log."""
        self._journal.logs.add(LOG, operation.status, operation.values(), time.time())

    def spawn(self, thread: threading.Thread) -> None:
        """A thread for what goes on behind its statement."""
        with self._lock:
            self._threads = [one for one in self._threads if one.is_alive()]
            self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        """Wait for what still runs, as ClickHouse does before it shuts down."""
        with self._lock:
            threads = list(self._threads)
        for thread in threads:
            thread.join()
