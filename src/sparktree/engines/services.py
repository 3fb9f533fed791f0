"""What statements and engines work with: the catalog, the disks and Spark of one opened folder."""

from __future__ import annotations

import socket
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from sparktree.catalog.catalog import Catalog
from sparktree.disks.disk import Disk
from sparktree.engines.logbook import Logbook
from sparktree.spark.session import SparkHandle

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


@dataclass(slots=True)
class Services:
    """Shared by all sessions of an engine."""

    folder: Path
    catalog: Catalog
    disks: dict[str, Disk]
    spark: SparkHandle
    zone: str = "UTC"
    started: float = field(default_factory=time.time)
    host: str = field(default_factory=socket.gethostname)
    running: dict[str, RunningQuery] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)
    errors: dict[str, tuple[int, float, str]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    logs: Logbook = field(init=False)

    def __post_init__(self) -> None:
        self.logs = Logbook(self.catalog)

    def count(self, event: str, amount: int = 1) -> None:
        """Count something that system.events shows."""
        with self.lock:
            self.events[event] = self.events.get(event, 0) + amount
