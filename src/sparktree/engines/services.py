"""What statements and engines work with: the catalog, the disks and Spark of one opened folder."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sparktree.catalog.catalog import Catalog
from sparktree.disks.disk import Disk
from sparktree.engines.blockers import Blockers
from sparktree.engines.clock import Clock
from sparktree.engines.export.manifest import Exports
from sparktree.engines.export.meter import Meters, Throttle
from sparktree.engines.logbook import Logbook
from sparktree.engines.merging.running import RunningMerge
from sparktree.engines.partitions.works import Works
from sparktree.parts.checksums import Trust
from sparktree.planner.environment import Environment
from sparktree.settings.config import Config
from sparktree.settings.server import ServerSettings
from sparktree.spark.session import SparkHandle

if TYPE_CHECKING:
    from sparktree.engines.export.partitions import PartitionExport
    from sparktree.engines.mutations.preparing import Prepared

# Where temporary tables live; nobody but their session sees them.
TEMPORARY_DATABASE = "_temporary_and_external_tables"


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
class Services:
    """Shared by all sessions of an engine."""

    folder: Path
    catalog: Catalog
    disks: dict[str, Disk]
    spark: SparkHandle
    zone: str = "UTC"
    config: Config = field(default_factory=Config)
    clock: Clock = field(default_factory=Clock)
    started: float = field(default_factory=time.time)
    host: str = field(default_factory=socket.gethostname)
    running: dict[str, RunningQuery] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)
    errors: dict[str, tuple[int, float, str]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    blockers: Blockers = field(default_factory=Blockers)
    server: ServerSettings = field(default_factory=ServerSettings)
    exports: Exports = field(default_factory=Exports)
    partition_exports: dict[str, PartitionExport] = field(default_factory=dict)
    drop_delay: float = 0.0  # seconds in which UNDROP brings a dropped table back

    logs: Logbook = field(init=False)
    meters: Meters = field(init=False)  # of the tasks of exports
    background: Background = field(init=False)  # the engine sets it when all else is there
    # Makes the surroundings of work that no session asked for, in a database and maybe with
    # settings; the engine sets it.
    environment: Callable[..., Environment] = field(init=False)
    merges: dict[int, RunningMerge] = field(default_factory=dict)
    works: Works = field(init=False)  # merges and mutations that operations on partitions stop
    trust: Trust = field(default_factory=Trust)
    # When a partition may next be merged for its TTL alone: by table, partition and reason.
    ttl_pauses: dict[tuple[str, str, str], float] = field(default_factory=dict)
    # Tables that have nothing to do for their TTL: their state, and until when that holds.
    ttl_quiet: dict[str, tuple[tuple[int, ...], float]] = field(default_factory=dict)
    # Mutations whose expressions are analysed already, by table and mutation id.
    prepared: dict[tuple[str, str], Prepared] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.logs = Logbook(self.catalog)
        self.works = Works(self.catalog.leases)
        throttle = Throttle(self.server.max_exports_bandwidth_for_server, self.count)
        self.meters = Meters(self.exports.find, throttle)

    def count(self, event: str, amount: int = 1) -> None:
        """Count something that system.events shows."""
        with self.lock:
            self.events[event] = self.events.get(event, 0) + amount
