"""RESTORE: parts out of a backup become parts of tables, all of them by one commit."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from sparktree.catalog.records import Part, Table
from sparktree.disks.placement import no_room
from sparktree.engines.backups.copying import PartToRestore, restore
from sparktree.engines.backups.names import TablePaths
from sparktree.engines.backups.opened import OpenedBackup
from sparktree.engines.recovery.removing import remove_unnamed
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.faults import reach
from sparktree.engines.writing.commit import Written, commit
from sparktree.engines.writing.placing import placement
from sparktree.errors import Code, Error
from sparktree.parts.description import PartDescription, from_placed_report, from_text
from sparktree.parts.filename import DESCRIPTION
from sparktree.parts.name import parse, try_parse
from sparktree.parts.store import STORE
from sparktree.spark.queries import RunOptions

_TEMPORARY = "tmp_restore_"
_AT_ONCE = 16  # descriptions that are read at the same time


@dataclass(frozen=True, slots=True)
class RowsToRestore:
    """The rows of a table: where a backup has them, and the table that they go to."""

    paths: TablePaths
    table: Table
    partitions: Collection[str] | None = None  # None: all of them


def has_rows(backup: OpenedBackup, paths: TablePaths) -> bool:
    """Whether the backup has rows of the table."""
    return next(backup.contents.below(paths.data), None) is not None


def restore_rows(
    backup: OpenedBackup,
    wanted: Sequence[RowsToRestore],
    storage: DataFolder,
    options: Callable[[], RunOptions],
) -> list[Part]:
    """The new parts of all the tables, visible together; after an error there is none."""
    prefix = f"{_TEMPORARY}{storage.catalog.owner}_{uuid.uuid4().hex}_"
    tables = {one.table.uuid: one.table for one in wanted}
    levels: dict[str, tuple[Table, int]] = {}
    orders: list[PartToRestore] = []
    for one in wanted:
        for name, order in _orders(backup, one, storage, f"{prefix}{len(orders)}"):
            folder = f"{order.folder}_{len(orders)}"
            orders.append(replace(order, folder=folder))
            levels[folder] = (one.table, parse(name).level)
    try:
        reports = restore(storage.spark, orders, storage.disks, backup.places, options())
        reach("restore_after_copy")
        made = {}
        for disk, part in map(from_placed_report, reports):
            folder = part.folder.rpartition("_")[0]
            table, level = levels[folder]
            made[folder] = Written(table, disk, part, level)
        written = [made[order.folder] for order in orders]
        if not written:
            return []
        return commit(written, storage.catalog, storage.disks)
    finally:
        # What failed attempts wrote goes; those that were committed have other names by now.
        used = {order.disk for order in orders}
        for table_uuid in tables:
            folder = f"{STORE}/{table_uuid}"
            remove_unnamed(storage.catalog, storage.disks, used, folder, prefix)


def _orders(
    backup: OpenedBackup, wanted: RowsToRestore, storage: DataFolder, prefix: str
) -> Iterator[tuple[str, PartToRestore]]:
    names = _part_names(backup, wanted)
    folders = [f"{wanted.paths.data}/{name}" for name in names]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        parts = list(pool.map(lambda folder: _described(backup, folder), folders))
    places = placement(storage, wanted.table)
    for number, (name, folder, part) in enumerate(zip(names, folders, parts, strict=True)):
        disk = next(places.disks(part.bytes_on_disk, number), None)
        if disk is None:
            raise no_room(part.bytes_on_disk)
        files = {}
        for path, file in part.all_files():
            entry = backup.contents.entries.get(f"{folder}/{path}")
            if entry is None or (entry.size, entry.hash) != (file.size, file.hash):
                raise Error(
                    Code.BACKUP_DAMAGED,
                    f"Backup {backup.name}: file {folder}/{path} is missing, or another one",
                )
            files[path] = backup.find(entry)
        described = replace(part, metadata_version=wanted.table.metadata_version, name="")
        place = f"{STORE}/{wanted.table.uuid}/{prefix}"
        yield name, PartToRestore(described, disk[0], place, files)


def _described(backup: OpenedBackup, folder: str) -> PartDescription:
    return from_text(backup.read(f"{folder}/{DESCRIPTION}"), folder)


def _part_names(backup: OpenedBackup, wanted: RowsToRestore) -> list[str]:
    """The parts that are wanted, in the order in which their rows came."""
    found = []
    for name in backup.contents.names_in(wanted.paths.data):
        info = try_parse(name)
        if info is None:
            raise Error(
                Code.BACKUP_DAMAGED,
                f"Backup {backup.name}: {wanted.paths.data}/{name} is not the name of a part",
            )
        if wanted.partitions is None or info.partition_id in wanted.partitions:
            found.append((info.min_block, info.partition_id, name))
    return [name for _, _, name in sorted(found)]
