"""What an opened folder offers to whoever reads or writes its tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sparktree.access.control import AccessControl
from sparktree.catalog.catalog import Catalog
from sparktree.disks.disk import Disk
from sparktree.engines.storage.clock import Clock
from sparktree.parts.checksums import Trust
from sparktree.settings.config import Config
from sparktree.settings.server import ServerFacts, ServerSettings
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
    facts: ServerFacts = field(init=False)  # a server says more of itself
    reload: Callable[[], None] | None = None  # of a server: it takes its configuration anew
    clock: Clock = field(default_factory=Clock)
    drop_delay: float = 0.0  # seconds in which UNDROP brings a dropped table back
    trust: Trust = field(default_factory=Trust)
    access: AccessControl = field(init=False)  # users, roles and their rights

    def __post_init__(self) -> None:
        self.facts = ServerFacts(self.server)
        self.access = AccessControl(self.catalog.objects, clock=self.clock)
