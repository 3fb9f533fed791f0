"""What the sessions of an engine and its background work share."""

from __future__ import annotations

from dataclasses import dataclass, field

from sparktree.access.control import AccessControl
from sparktree.catalog.catalog import Catalog
from sparktree.disks.opened import Disks
from sparktree.engines.backups.operations import Backups
from sparktree.engines.export.manifest import Exports
from sparktree.engines.inserting.async_queue import AsyncInserts
from sparktree.engines.jobs.jobs import Background, Jobs
from sparktree.engines.jobs.running_jobs import RunningJobs
from sparktree.engines.mutations.preparing import Prepared
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.journal import Journal
from sparktree.engines.storage.logbook import Logbook
from sparktree.spark.session import SparkHandle


@dataclass(frozen=True, slots=True)
class Services:
    """An engine in its parts; whoever works with one of them takes that one."""

    storage: DataFolder
    journal: Journal
    jobs: Jobs
    exports: Exports
    backups: Backups
    async_inserts: AsyncInserts = field(default_factory=AsyncInserts)
    # Mutations whose expressions are analysed already, by table and mutation id.
    prepared: dict[tuple[str, str], Prepared] = field(default_factory=dict)

    @classmethod
    def over(cls, storage: DataFolder) -> Services:
        """The services of an engine that opens now."""
        journal = Journal(Logbook(storage.catalog))
        jobs = Jobs(RunningJobs(storage.catalog.leases))
        return cls(storage, journal, jobs, Exports(storage, journal, jobs), Backups(journal))

    @property
    def catalog(self) -> Catalog:
        """Databases, tables and parts."""
        return self.storage.catalog

    @property
    def disks(self) -> Disks:
        """The disks by name."""
        return self.storage.disks

    @property
    def access(self) -> AccessControl:
        """Users, roles and their rights."""
        return self.storage.access

    @property
    def spark(self) -> SparkHandle:
        """What runs stages."""
        return self.storage.spark

    @property
    def background(self) -> Background:
        """Merges, mutations and exports in the background."""
        return self.jobs.background
