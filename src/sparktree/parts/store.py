"""The folders of parts on a disk: giving a part its name, and finding parts again."""

from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.disks.disk import Disk
from sparktree.errors import Code, Error
from sparktree.parts import name as part_name
from sparktree.parts.checksums import identified
from sparktree.parts.description import PartDescription, from_text, to_text
from sparktree.parts.filename import DESCRIPTION

STORE = "store"  # where the parts of tables are
DETACHED = "detached"  # in the folder of a table: parts that are not its own any more
SHADOW = "shadow"  # where backups are


def finish(
    disk: Disk, part: PartDescription, name: str, modified: float, *, durable: bool = True
) -> PartDescription:
    """Give a written part its final name: part.json goes in, then the folder is renamed.

    On a disk that cannot rename, the folder keeps its own name. Who finishes many parts makes
    their names durable together, by syncing the folder that they are in.
    """
    named = identified(disk, part).named(name, modified)
    info = named.info
    if info.partition_id != part.partition_id:
        message = f"Part {name} cannot hold rows of partition {part.partition_id}."
        raise Error(Code.LOGICAL_ERROR, message)
    path = f"{part.folder}/{DESCRIPTION}"
    if not disk.can_link:  # the folder is where it is to be
        disk.replace(path, to_text(named).encode("utf-8"))
        return named
    parent, _, _ = part.folder.rpartition("/")
    target = f"{parent}/{name}" if parent else name
    disk.remove(path)  # of an attempt that failed after this step
    disk.create(path, to_text(named).encode("utf-8"))
    disk.rename(part.folder, target, durable=durable)
    return named.moved(target)


def remove_unnamed(disk: Disk, folder: str, prefix: str) -> None:
    """Remove the folders of parts that were made under the prefix and did not get their names."""
    for name in list(disk.names(folder)):
        if name.startswith(prefix):
            disk.remove(f"{folder}/{name}")


def link_folder(disk: Disk, source: str, target: str) -> None:
    """A second folder with the same files, those below it too; durable when this returns."""
    disk.make_folder(target)
    for name in disk.names(source):
        if disk.is_folder(f"{source}/{name}"):
            link_folder(disk, f"{source}/{name}", f"{target}/{name}")
        else:
            disk.link(f"{source}/{name}", f"{target}/{name}")
    disk.sync(target)


def describe(disk: Disk, folder: str) -> PartDescription:
    """The part in a folder, as its part.json tells."""
    path = f"{folder}/{DESCRIPTION}"
    try:
        return from_text(disk.read(path), folder)
    except Error as error:
        if error.code != Code.FILE_DOESNT_EXIST:
            raise
        message = f"No file {disk.url(path)} in data part."
        raise Error(Code.NO_FILE_IN_DATA_PART, message) from error


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A folder that looks like a part; `damage` is set if it cannot be described."""

    table: str  # the uuid of the table
    folder: str
    part: PartDescription | None
    damage: Error | None = None


def scan_table(disk: Disk, table: str) -> Iterator[FoundPart]:
    """Every part of one table on the disk, for rebuilding the catalog; not temporary ones."""
    if not disk.can_link:
        yield from _scan_by_descriptions(disk, table)
        return
    for name in disk.names(f"{STORE}/{table}"):
        folder = f"{STORE}/{table}/{name}"
        if part_name.try_parse(name) is None or not disk.is_folder(folder):
            continue
        try:
            yield FoundPart(table, folder, describe(disk, folder))
        except Error as error:
            yield FoundPart(table, folder, None, error)


def _scan_by_descriptions(disk: Disk, table: str) -> Iterator[FoundPart]:
    """Folders with any names: those of parts have a description."""
    beginning = f"{STORE}/{table}/"
    for path in disk.beginning(beginning):
        folder, _, name = path.rpartition("/")
        if name != DESCRIPTION or "/" in folder.removeprefix(beginning):
            continue
        try:
            yield FoundPart(table, folder, describe(disk, folder))
        except Error as error:
            yield FoundPart(table, folder, None, error)
