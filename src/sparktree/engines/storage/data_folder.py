"""What an opened folder offers to whoever reads or writes its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sparktree.access.control import AccessControl
from sparktree.catalog.catalog import Catalog
from sparktree.disks.free_space import FreeSpaces
from sparktree.disks.opened import Disks
from sparktree.disks.policies import Policies, StoragePolicy, of_disk
from sparktree.engines.storage.clock import Clock
from sparktree.errors import Code, Error
from sparktree.parts.checksums import Trust
from sparktree.settings.config import Config
from sparktree.settings.merge_tree import MergeTreeSettings
from sparktree.settings.server import ServerFacts, ServerSettings
from sparktree.spark.session import SparkHandle

# Where temporary tables live; nobody but their session sees them.
TEMPORARY_DATABASE = "_temporary_and_external_tables"


@dataclass(slots=True)
class DataFolder:
    """The catalog, the disks, the configuration and Spark of one opened folder."""

    folder: Path
    catalog: Catalog
    disks: Disks
    spark: SparkHandle
    zone: str = "UTC"
    config: Config = field(default_factory=Config)
    server: ServerSettings = field(default_factory=ServerSettings)
    facts: ServerFacts = field(init=False)  # a server says more of itself
    reload: Callable[[], None] | None = None  # of a server: it takes its configuration anew
    user_files: Path | None = None  # of a server: statements reach local files below it alone
    # Settings that sessions begin with, before what profiles say; of a server.
    session_settings: dict[str, object] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    drop_delay: float = 0.0  # seconds in which UNDROP brings a dropped table back
    policies: Policies = field(default_factory=Policies)
    custom_local_disks: str = ""  # the folder below which queries may declare disks
    free_spaces: FreeSpaces = field(default_factory=FreeSpaces)
    trust: Trust = field(default_factory=Trust)
    access: AccessControl = field(init=False)  # users, roles and their rights

    def __post_init__(self) -> None:
        self.facts = ServerFacts(self.server, macros=self.config.pairs("macros"))
        self.access = AccessControl(self.catalog.objects, clock=self.clock)

    @property
    def macros(self) -> Mapping[str, str]:
        """The macros of the configuration; without any, this host is a replica of one shard."""
        return self.config.pairs("macros") or {
            "shard": "01",
            "replica": self.catalog.owners.me.host,
        }

    def policy(self, settings: MergeTreeSettings) -> StoragePolicy:
        """The policy that a table's settings name, or UNKNOWN_POLICY, UNKNOWN_DISK."""
        if not settings.disk:
            return self.policies[settings.storage_policy]
        if settings.disk not in self.disks and settings.disk not in self.disks.declared:
            raise Error(Code.UNKNOWN_DISK, f"Unknown disk {settings.disk}")
        return self.policies.of_disk(settings.disk)

    def is_static(self, settings: MergeTreeSettings) -> bool:
        """Whether a table can only be read: its files come to its disks in other ways."""
        return any(map(self.disks.is_static, self.policy(settings).disks))


def policy_name(settings: MergeTreeSettings) -> str:
    """How the policy of a table is called; a disk that is named instead has one of its own."""
    return of_disk(settings.disk) if settings.disk else settings.storage_policy
