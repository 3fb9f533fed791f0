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
from sparktree.disks.disk import Disk
from sparktree.disks.opened import open_disks
from sparktree.disks.policies import DEFAULT
from sparktree.errors import Error
from sparktree.parts import name as part_name
from sparktree.parts.description import PartDescription, to_text
from sparktree.parts.store import STORE, FoundPart, scan_table


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was found; `damaged` parts could not be described and are left where they are."""

    databases: int
    tables: int
    parts: int
    objects: int = 0
    damaged: tuple[Error, ...] = ()


def rebuild_catalog(folder: str | Path, catalog: str | None = None) -> Rebuilt:
    """Make the catalog of a data folder anew from its disks.

    The old one must be gone: a catalog that has tables is never changed.
    """
    root = Path(folder).resolve()
    disk = open_disks(root)[DEFAULT]
    tables = list(mirrored_tables(disk))
    databases = list(mirrored_databases(disk))
    objects = list(mirrored_objects(disk))
    found = [part for table in tables for part in _table_parts(disk, table)]
    parts = [_record(one.table, one.part) for one in found if one.part is not None]
    with Catalog.open(catalog, root, mirror=DiskMirror(disk)) as opened:
        opened.rebuild(databases, tables, parts, objects)
    damaged = tuple(one.damage for one in found if one.damage is not None)
    return Rebuilt(len(databases), len(tables), len(parts), len(objects), damaged)


def _table_parts(disk: Disk, table: Table) -> Iterator[FoundPart]:
    """The parts of a table but for removed ones and those that a merged part contains."""
    removed = set(disk.names(f"{STORE}/{table.uuid}/{REMOVED}"))
    found = [one for one in scan_table(disk, table.uuid) if _name(one) not in removed]
    whole = _kept(one.part for one in found if one.part is not None)
    for one in found:
        if one.part is None or one.part.name in whole:
            yield one


def _name(found: FoundPart) -> str:
    return found.folder.rpartition("/")[2]


def _kept(parts: Iterable[PartDescription]) -> set[str]:
    return {str(info) for info in part_name.covering(part.info for part in parts)}


def _record(table: str, part: PartDescription) -> Part:
    info = part.info
    return Part(
        table=table,
        name=part.name,
        partition_id=info.partition_id,
        min_block=info.min_block,
        max_block=info.max_block,
        path=part.folder,
        level=info.level,
        mutation=info.mutation or 0,
        uuid=part.uuid,
        partition=part.partition,
        part_type=part.part_type,
        rows=part.rows,
        marks=part.marks,
        bytes_on_disk=part.bytes_on_disk,
        data_uncompressed_bytes=part.uncompressed_bytes,
        meta=to_text(part),
        created=part.modified,
    )
