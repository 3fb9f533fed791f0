"""What statements and the background work with: the storage of a folder, and what runs over it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sparktree.engines.export.manifest import Exports
from sparktree.engines.export.task_progress import Meters, Throttle
from sparktree.engines.merging.running import RunningMerge
from sparktree.engines.mutations.preparing import Prepared
from sparktree.engines.partitions.running_jobs import Works
from sparktree.engines.storage.blockers import Blockers
from sparktree.engines.storage.data_folder import DataFolder


@dataclass(slots=True)
class RunningQuery:
    """A query that runs now: a row of system.processes."""

    query_id: str
    text: str
    user: str
    database: str
    started: float = field(default_factory=time.time)
    rows: int = 0
    bytes: int = 0
    total_rows: int = 0
    kind: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    cancelled: bool = False


class Background(Protocol):
    """The engine's background work, as far as statements know it; tables go by their UUIDs."""

    @property
    def threads(self) -> int:
        """How many merges and mutations may run at a time."""
        ...

    def wake(self, table: str) -> None:
        """Look soon what the table needs."""
        ...

    def forget(self, table: str) -> None:
        """The table was dropped: its tasks end."""
        ...

    def running(self) -> Sequence[Any]:
        """The tasks that run now."""
        ...

    def cancel(self, which: Callable[[Any], bool]) -> None:
        """Stop the tasks that run and wait for their end."""
        ...

    def wait_idle(self, table: str, timeout: float) -> bool:
        """Whether nothing is left to do for the table within that many seconds."""
        ...

    def stop(self) -> None:
        """Cancel everything and end the threads."""
        ...


@dataclass(slots=True)
class Services(DataFolder):
    """Shared by all sessions of an engine: what the folder offers, and what runs over it."""

    running: dict[str, RunningQuery] = field(default_factory=dict)
    errors: dict[str, tuple[int, float, str]] = field(default_factory=dict)
    blockers: Blockers = field(default_factory=Blockers)
    exports: Exports = field(default_factory=Exports)
    meters: Meters = field(init=False)  # of the tasks of exports
    background: Background = field(init=False)  # the engine sets it when all else is there
    merges: dict[int, RunningMerge] = field(default_factory=dict)
    works: Works = field(init=False)  # merges and mutations that operations on partitions stop
    # When a partition may next be merged for its TTL alone: by table, partition and reason.
    ttl_pauses: dict[tuple[str, str, str], float] = field(default_factory=dict)
    # Tables that have nothing to do for their TTL: their state, and until when that holds.
    ttl_quiet: dict[str, tuple[tuple[int, ...], float]] = field(default_factory=dict)
    # Mutations whose expressions are analysed already, by table and mutation id.
    prepared: dict[tuple[str, str], Prepared] = field(default_factory=dict)

    def __post_init__(self) -> None:
        DataFolder.__post_init__(self)
        self.works = Works(self.catalog.leases)
        throttle = Throttle(self.server.max_exports_bandwidth_for_server, self.count)
        self.meters = Meters(self.exports.find, throttle)
