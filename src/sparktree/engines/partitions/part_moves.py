"""Parts on their way to other disks: reserved, copied by tasks, shown there by one commit."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from sparktree.catalog.records import Part, Table
from sparktree.catalog.reservations import Reservation
from sparktree.disks.disk import Disk
from sparktree.disks.placement import room_of
from sparktree.disks.policies import Volume
from sparktree.engines.jobs.jobs import Jobs
from sparktree.engines.jobs.running_moves import RunningMove
from sparktree.engines.recovery.crash_recovery import remove_moved
from sparktree.engines.recovery.removing import remove_unnamed
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.writing.commit import row_of, withdraw
from sparktree.errors import Code, Error
from sparktree.parts.copying import copy_part
from sparktree.parts.description import PartDescription, from_report, to_report
from sparktree.parts.store import STORE, finish
from sparktree.spark.queries import RunOptions
from sparktree.spark.stages import Stage, TaskInfo

_TEMPORARY = "tmp_move_"
_LOG = logging.getLogger("sparktree.moves")


@dataclass(frozen=True, slots=True)
class _Copying:
    """Each task copies its share of the parts into the folders that go with them."""

    shares: tuple[tuple[tuple[Part, str, str], ...], ...]  # part, target disk, folder
    disks: Mapping[str, Disk]

    def __call__(self, info: TaskInfo) -> Iterator[bytes]:
        for part, disk, folder in self.shares[info.task]:
            place = f"{folder}_{info.attempt}"
            made = copy_part(self.disks[part.disk], described(part), self.disks[disk], place)
            yield to_report(made)


@dataclass(slots=True)
class PartMoves:
    """Moves of some parts of a table, all of them in one commit."""

    storage: DataFolder
    table: Table
    jobs: Jobs
    options: Callable[[], RunOptions]
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    reservations: list[Reservation] = field(default_factory=list)
    orders: list[tuple[Part, str]] = field(default_factory=list)  # parts and their new disks
    running: list[RunningMove] = field(default_factory=list)

    def to(self, part: Part, volume: Volume) -> bool:
        """Room for the part on a disk of the volume that has other folders, if it is allowed
        there; else False."""
        size = part.bytes_on_disk
        disks = self.storage.disks
        usable = [d for d in volume.disks if d in disks and not disks.is_on(part.disk, [d])]
        turn = part.max_block % max(len(usable), 1)
        spaces = [(name, room_of(self.storage.disks[name])) for name in usable]
        ordered = [*spaces[turn:], *spaces[:turn]]
        if not volume.takes(size):
            return False
        taken = self.storage.catalog.reservations.take(ordered, size)
        if taken is None:
            return False
        self.reservations.append(taken)
        self.orders.append((part, taken.disk))
        path = self.storage.disks[taken.disk].url(part.path)
        table = self.table
        one = RunningMove(
            table.database, table.name, part.name, part.bytes_on_disk, taken.disk, f"{path}/"
        )
        self.running.append(one)
        self.jobs.moves[id(one)] = one
        return True

    def copied(self) -> list[Part]:
        """The copies, to be shown by a commit that must follow, as `end` after that."""
        catalog, disks = self.storage.catalog, self.storage.disks
        rows: list[Part] = []
        try:
            rows = self._prepared()
            reach("move_after_prepare")
            copies = self._copied()
            reach("move_after_copy")
            made = [
                row_of(
                    row, finish(disks[row.disk], replace(c, uuid=row.uuid), row.name, c.modified)
                )
                for row, c in zip(rows, copies, strict=True)
            ]
            reach("move_after_rename")
            return made
        except BaseException:
            withdraw(rows, catalog, disks)
            self.end()
            raise

    def end(self) -> None:
        """Give back what was reserved; what failed attempts wrote goes."""
        names = {disk for _, disk in self.orders}
        catalog, disks = self.storage.catalog, self.storage.disks
        remove_unnamed(catalog, disks, names, self._folder, self._prefix)
        self.storage.catalog.reservations.release(self.reservations)
        for one in self.running:
            self.jobs.moves.pop(id(one), None)

    def note(self, began: float) -> None:
        """The moves are done: the log tells of them, and the parts' old places are cleared."""
        for part, disk in self.orders:
            _LOG.info(
                "Moved part %s of table %s.%s (%d bytes) from disk %s to disk %s in %.1f s",
                part.name, self.table.database, self.table.name, part.bytes_on_disk, part.disk,
                disk, time.time() - began,
            )  # fmt: skip
        remove_moved(self.storage.catalog, self.storage.disks, self.table.uuid)
        reach("move_after_delete")

    @property
    def _folder(self) -> str:
        return f"{STORE}/{self.table.uuid}"

    @property
    def _prefix(self) -> str:
        return f"{_TEMPORARY}{self.storage.catalog.owner}_{self.id}_"

    def _prepared(self) -> list[Part]:
        """Rows of the copies; who still reads a part where it was before is to end first."""
        catalog = self.storage.catalog
        wanted = [
            replace(part, disk=disk, uuid="", path=f"{self._folder}/{part.name}")
            for part, disk in self.orders
        ]
        taken = {(disk, path) for disk, path in catalog.parts.known_folders(self.table.uuid)}
        if any((part.disk, part.path) in taken for part in wanted):
            remove_moved(catalog, self.storage.disks, self.table.uuid)
            taken = catalog.parts.known_folders(self.table.uuid)
        for part in wanted:
            if (part.disk, part.path) in taken:
                raise Error(
                    Code.PART_IS_TEMPORARILY_LOCKED,
                    f"Part {part.name} was on disk {part.disk} before, and queries still read it"
                    " there: move it when they have ended",
                )
        return catalog.parts.prepare(wanted)

    def _copied(self) -> list[PartDescription]:
        folders = [f"{self._folder}/{self._prefix}{i}" for i in range(len(self.orders))]
        works = [(p, d, f) for (p, d), f in zip(self.orders, folders, strict=True)]
        works.sort(key=lambda work: -work[0].bytes_on_disk)
        tasks = min(len(works), self.storage.spark.expected_parallelism())
        copying = _Copying(tuple(tuple(works[i::tasks]) for i in range(tasks)), self.storage.disks)
        reports = self.storage.spark.run_sink(
            [Stage(inputs=({},) * tasks, work=copying)], self.options()
        )
        made = {one.folder.rpartition("_")[0]: one for one in map(from_report, reports)}
        return [made[folder] for folder in folders]
