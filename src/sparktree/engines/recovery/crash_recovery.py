"""After a crash: folders that no commit names are removed, whatever lives is left alone."""

from __future__ import annotations

import re

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.mirror import mirrored_tables, removed_mark, writer_of
from sparktree.catalog.records import Part, PartState, TableState
from sparktree.disks.disk import Disk
from sparktree.disks.opened import Disks
from sparktree.disks.policies import DEFAULT
from sparktree.engines.definition.table import load_definition
from sparktree.engines.recovery.disk_markers import claim_disks
from sparktree.engines.recovery.removing import remove_folders, remove_table, remove_unused
from sparktree.engines.storage.faults import reach
from sparktree.errors import Code, Error
from sparktree.parts import name as part_name
from sparktree.parts.store import STORE

# Every temporary folder is named after the opened catalog for which a task writes it.
_TEMPORARY = re.compile(r"tmp_[a-z]+_(?P<owner>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_")


def recover(catalog: Catalog, disks: Disks) -> None:
    """What an engine does when it opens a folder."""
    _require_catalog(catalog, disks)
    claim_disks(catalog, disks)
    try:
        if recover_dead(catalog, disks):
            sweep(catalog, disks)
        remove_dropped(catalog, disks)
        remove_outdated(catalog, disks)
    except Error as error:
        # A full disk can be read; the background clears up when there is room.
        if error.code != Code.NOT_ENOUGH_SPACE:
            raise


def recover_dead(catalog: Catalog, disks: Disks) -> bool:
    """End what dead processes left: their leases, and folders of parts that they did not commit."""
    crashed = bool(catalog.owners.dead())
    # What lies on a disk that cannot be used now waits for the next recovery.
    unfinished = [part for part in catalog.recover() if part.disk in disks]
    if unfinished:
        remove_folders(catalog, disks, unfinished)
        catalog.parts.forget(unfinished)
    return crashed


def _require_catalog(catalog: Catalog, disks: Disks) -> None:
    """A folder with tables and an empty catalog has lost it; nothing must be written over that."""
    if catalog.tables.all(states=tuple(TableState)):
        return
    for disk in [disk for disk in disks.values() if not disk.is_remote]:
        lost = next(mirrored_tables(disk), None)
        if lost is not None and writer_of(disk, lost.uuid) not in catalog.owners.live_ids():
            raise Error(
                Code.UNKNOWN_TABLE,
                f"The catalog of {disk.url('')} is lost: it does not know the table"
                f" {lost.database}.{lost.name}, whose data is there. Make the catalog anew with"
                f" sparktree rebuild-catalog.",
            )


def sweep(catalog: Catalog, disks: Disks) -> None:
    """Remove temporary folders of dead owners, and folders of parts and tables without a row."""
    for name, disk in disks.swept():
        for table in disk.names(STORE):
            _sweep_table(catalog, disks, name, table)
        disk.forget_unfinished(lambda path: _is_dead(catalog, path))


def _is_dead(catalog: Catalog, path: str) -> bool:
    """Whether a file is below a temporary folder of a process that has ended."""
    found = [_TEMPORARY.match(name) for name in path.split("/")]
    return any(one and one["owner"] not in catalog.owners.live_ids() for one in found)


def _sweep_table(catalog: Catalog, disks: Disks, disk_name: str, table: str) -> None:
    disk = disks[disk_name]
    names = list(disk.names(f"{STORE}/{table}"))  # before the question what is known
    live = catalog.owners.live_ids()
    parts = [name for name in names if part_name.try_parse(name) is not None]
    if catalog.tables.find_uuid(table) is None:
        # Data without a row is somebody's loss; a table that was never committed has none.
        if not parts and writer_of(disk, table) not in (None, *live):
            disk.remove(f"{STORE}/{table}")
        return
    known = {(disks.home(on), path) for on, path in catalog.parts.known_folders(table)}
    for name in names:
        path = f"{STORE}/{table}/{name}"
        temporary = _TEMPORARY.match(name)
        if (temporary and temporary["owner"] not in live) or (
            name in parts and (disk_name, path) not in known
        ):
            _remove_unused(catalog, disk_name, disk, path)


def _remove_unused(catalog: Catalog, name: str, disk: Disk, folder: str) -> None:
    """Remove a folder; where folders keep their first names, only one that nobody uses."""
    if disk.can_link:
        disk.remove(folder)
    else:
        remove_unused(catalog, name, disk, f"{folder}/")


def sweep_own(catalog: Catalog, disks: Disks) -> None:
    """Remove the temporary folders of this process: tasks of cancelled jobs may have left some."""
    for disk_name, disk in disks.swept():
        for table in disk.names(STORE):
            for name in disk.names(f"{STORE}/{table}"):
                temporary = _TEMPORARY.match(name)
                if temporary and temporary["owner"] == catalog.owner:
                    _remove_unused(catalog, disk_name, disk, f"{STORE}/{table}/{name}")


def remove_dropped(catalog: Catalog, disks: Disks) -> None:
    """Delete the folders of dropped tables that nobody reads any more."""
    for table in catalog.removable_tables(0):
        if any(disk not in disks for disk, _ in catalog.parts.known_folders(table.uuid)):
            continue  # some of it lies on a disk that cannot be used now
        for name, disk in disks.at_home():
            if disks.is_static(name):
                disk.forget_copies(f"{STORE}/{table.uuid}")
            elif not disk.is_read_only:
                remove_table(catalog, name, disk, table.uuid)
        catalog.tables.forget(table.uuid)


def remove_outdated(catalog: Catalog, disks: Disks) -> None:
    """Delete outdated parts after the lifetime that their table's settings say."""
    waiting = catalog.parts.all(states=(PartState.OUTDATED,), patches=True)
    for uuid in dict.fromkeys(part.table for part in waiting):
        table = catalog.tables.find_uuid(uuid)
        if table is not None and table.state != TableState.DROPPED:
            lifetime = load_definition(table.create_query).settings.old_parts_lifetime
            remove_outdated_of(catalog, disks, uuid, lifetime)


def remove_outdated_of(catalog: Catalog, disks: Disks, table: str, lifetime: float) -> None:
    """Delete the table's parts that are outdated for that many seconds and that nobody reads."""
    _remove_parts(catalog, disks, catalog.claim_removable(table, lifetime))


def remove_moved(catalog: Catalog, disks: Disks, table: str) -> None:
    """Delete what parts of the table left where they were moved from, unless somebody reads it."""
    # They count as outdated since the beginning of time.
    remove_outdated_of(catalog, disks, table, catalog.clock() - 1.0)


def _remove_parts(catalog: Catalog, disks: Disks, parts: list[Part]) -> None:
    if parts:
        reach("cleanup_before_delete")
    usable = [part for part in parts if part.disk in disks]
    known = {uuid: catalog.parts.known_folders(uuid) for uuid in {part.table for part in usable}}
    for part in usable:
        if disks[part.disk].can_link:
            disks[part.disk].remove(part.path)
        known[part.table].discard((part.disk, part.path))
        # Of a part that was moved there is another folder, which the mark is about.
        if all(path != part.path for _, path in known[part.table]):
            disks[DEFAULT].remove(removed_mark(part))
        reach("cleanup_after_delete")
    remove_folders(catalog, disks, [part for part in usable if not disks[part.disk].can_link])
    catalog.parts.forget(usable)
    if len(usable) < len(parts):
        catalog.parts.unclaim([part for part in parts if part.disk not in disks])
