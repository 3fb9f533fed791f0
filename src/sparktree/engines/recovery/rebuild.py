"""A lost catalog made anew: databases, tables and parts as the disks describe them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sparktree.catalog.catalog import Catalog
from sparktree.catalog.mirror import (
    REMOVED,
    DiskMirror,
    mirrored_databases,
    mirrored_objects,
    mirrored_tables,
)
from sparktree.catalog.records import Part, Table
from sparktree.disks.configuration import storage_configuration
from sparktree.disks.opened import Disks, open_disks, open_policies
from sparktree.disks.policies import DEFAULT, Policies
from sparktree.engines.definition.table import load_definition
from sparktree.engines.recovery.found_parts import found_record, living_parts
from sparktree.engines.storage.custom_disks import KIND, open_kept_disks
from sparktree.errors import Error
from sparktree.parts.filename import DESCRIPTION
from sparktree.parts.store import DETACHED, SHADOW, STORE, FoundPart, scan_table
from sparktree.settings.config import Config


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was found; `damaged` parts could not be described and are left where they are."""

    databases: int
    tables: int
    parts: int
    objects: int = 0
    damaged: tuple[Error, ...] = ()


def rebuild_catalog(
    folder: str | Path, catalog: str | None = None, config: Config | None = None
) -> Rebuilt:
    """Make the catalog of a data folder anew from its disks, those of the configuration too.

    The old one must be gone: a catalog that has tables is never changed.
    """
    root = Path(folder).resolve()
    tree = config.tree if config is not None else {}
    configured = storage_configuration(tree, str(root))
    disks = open_disks(root, configured)
    policies = open_policies(configured, disks)
    disk = disks[DEFAULT]
    tables = list(mirrored_tables(disk))
    databases = list(mirrored_databases(disk))
    objects = list(mirrored_objects(disk))
    open_kept_disks([one for one in objects if one.kind == KIND], disks, str(root))
    for error in disks.failures.values():
        raise error  # its parts would be missing
    found = [part for table in tables for part in _table_parts(disks, policies, table)]
    parts = [found_record(name, one.table, one.part) for name, one in found if one.part is not None]
    with Catalog.open(catalog, root, mirror=DiskMirror(disk)) as opened:
        opened.rebuild(databases, tables, parts, objects, list(_sharing(disks, parts)))
    damaged = tuple(one.damage for _, one in found if one.damage is not None)
    return Rebuilt(len(databases), len(tables), len(parts), len(objects), damaged)


def _table_parts(disks: Disks, policies: Policies, table: Table) -> Iterator[tuple[str, FoundPart]]:
    """The parts of a table but for removed ones and those that these or a merged part contain.

    Of a part that was just being moved there may be two, each of them whole: one is taken.
    """
    removed = set(disks[DEFAULT].names(f"{STORE}/{table.uuid}/{REMOVED}"))
    found = [
        (name, one)
        for name, disk in disks.at_home()
        for one in scan_table(disk, table.uuid)
        if _name(one) not in removed
    ]
    if found and any(disks.home(name) != name for name in disks):
        settings = load_definition(table.create_query).settings
        named = policies.of_disk(settings.disk) if settings.disk else None
        own = named or policies.get(settings.storage_policy)
        names = {disks.home(name): name for name in disks.once(own.disks if own else ())}
        found = [(names[name], one) for name, one in found]
    whole = living_parts((one.part for _, one in found if one.part is not None), removed)
    for name, one in found:
        if one.part is None:
            yield name, one
        elif one.part.name in whole:
            whole.remove(one.part.name)
            yield name, one


def _name(found: FoundPart) -> str:
    return found.part.name if found.part is not None else found.folder.rpartition("/")[2]


def _sharing(disks: Disks, parts: Iterable[Part]) -> Iterator[tuple[str, str, str]]:
    """Folders that name files of others and hold no part of a table: backups, detached parts."""
    known = {(disks.home(part.disk), part.path) for part in parts}
    for name, disk in disks.swept():
        if disk.can_link:
            continue
        for path in disk.beginning(""):
            folder, _, file = path.rpartition("/")
            of_backup = path.startswith(f"{SHADOW}/") or f"/{DETACHED}/" in path
            if file == DESCRIPTION and of_backup and (name, folder) not in known:
                yield name, folder, disk.read(path).decode("utf-8")
