"""What an opened folder offers to whoever reads or writes its tables."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sparktree.access.control import AccessControl
from sparktree.catalog.catalog import Catalog
from sparktree.disks.disk import Disk
from sparktree.engines.storage.clock import Clock
from sparktree.engines.storage.logbook import Logbook
from sparktree.parts.checksums import Trust
from sparktree.planner.environment import Environment
from sparktree.settings.config import Config
from sparktree.settings.server import ServerSettings
from sparktree.spark.session import SparkHandle

# Where temporary tables live; nobody but their session sees them.
TEMPORARY_DATABASE = "_temporary_and_external_tables"


@dataclass(slots=True)
class DataFolder:
    """The catalog, the disks, the configuration and Spark of one opened folder."""

    folder: Path
    catalog: Catalog
    disks: dict[str, Disk]
    spark: SparkHandle
    zone: str = "UTC"
    config: Config = field(default_factory=Config)
    server: ServerSettings = field(default_factory=ServerSettings)
    clock: Clock = field(default_factory=Clock)
    started: float = field(default_factory=time.time)
    host: str = field(default_factory=socket.gethostname)
    events: dict[str, int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    drop_delay: float = 0.0  # seconds in which UNDROP brings a dropped table back
    trust: Trust = field(default_factory=Trust)
    logs: Logbook = field(init=False)
    access: AccessControl = field(init=False)  # users, roles and their rights
    # Makes the surroundings of work that no session asked for, in a database and maybe with
    # settings; the engine sets it.
    environment: Callable[..., Environment] = field(init=False)

    def __post_init__(self) -> None:
        self.logs = Logbook(self.catalog)
        self.access = AccessControl(self.catalog.objects, clock=self.clock)

    def count(self, event: str, amount: int = 1) -> None:
        """Count something that system.events shows."""
        with self.lock:
            self.events[event] = self.events.get(event, 0) + amount
