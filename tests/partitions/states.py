"""What a data folder holds: rows by partition, detached parts, backups, and nothing else."""

from dataclasses import dataclass
from pathlib import Path

import sparktree
from sparktree.engines.partitions.operations import verify_parts
from sparktree.engines.storage.part_descriptions import described
from sparktree.parts.name import try_parse


@dataclass(frozen=True)
class State:
    """Everything that partition operations change; no Spark is needed to look at it."""

    rows: dict[tuple[str, str], int]
    detached: dict[tuple[str, str], int]
    frozen: frozenset[str]


def state(folder: Path) -> State:
    """The state of a folder that nobody has open."""
    with sparktree.connect(folder) as db:
        return state_of(db)


def state_of(db: sparktree.Engine) -> State:
    """The state; every active part is whole, and no folder is left over."""
    catalog, disk = db.services.catalog, db.services.disks["default"]
    tables = {table.uuid: table.name for table in catalog.tables.all()}
    rows: dict[tuple[str, str], int] = {}
    for part in catalog.parts.all():
        verify_parts(db.services.storage, [part])
        key = tables[part.table], part.partition_id
        rows[key] = rows.get(key, 0) + described(part).rows
    detached: dict[tuple[str, str], int] = {}
    for uuid, name in tables.items():
        known = {path.rpartition("/")[2] for _, path in catalog.parts.known_folders(uuid)}
        found = {n for n in disk.names(f"store/{uuid}") if disk.is_folder(f"store/{uuid}/{n}")}
        assert found <= known | {"detached", "removed"}, (name, found - known)
        for folder in disk.names(f"store/{uuid}/detached"):
            info = try_parse(folder)
            key = name, info.partition_id if info else folder
            detached[key] = detached.get(key, 0) + 1
    shadow = Path(disk.url("shadow"))
    files = [p.relative_to(shadow).parts for p in shadow.glob("*/store/*/*/*/part.json")]
    frozen = frozenset(f"{parts[0]}/{tables[parts[3]]}/{parts[4]}" for parts in files)
    return State(rows, detached, frozen)
