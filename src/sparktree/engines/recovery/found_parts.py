"""Parts that lie on disks and that no catalog knows yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sparktree.catalog.records import Part
from sparktree.disks.opened import Disks
from sparktree.errors import Code, Error
from sparktree.parts import name as part_name
from sparktree.parts.description import PartDescription, to_text
from sparktree.parts.store import STORE, scan_table
from sparktree.stores.web import INDEX


def static_parts(disks: Disks, names: Sequence[str], table: str) -> list[Part]:
    """The parts of a table on disks that tables only read, but for those that others contain;
    an error if one cannot be described."""
    found = list(_described(disks, names, table))
    if not found:
        _require_folder(disks, names, table)
    kept = living_parts(part for _, part in found)
    return [found_record(name, table, part) for name, part in found if part.name in kept]


def _require_folder(disks: Disks, names: Sequence[str], table: str) -> None:
    """A wrong address must not pass for a table without rows."""
    for name in names:
        index = f"{STORE}/{table}/{INDEX}"
        if disks.shown(name).metadata == "StaticWeb" and not disks[name].exists(index):
            raise Error(
                Code.FILE_DOESNT_EXIST,
                f"There is no table {table} at {disks[name].url('')}: {disks[name].url(index)} does"
                " not exist. sparktree static-files-disk-uploader makes such folders.",
            )


def _described(
    disks: Disks, names: Sequence[str], table: str
) -> Iterator[tuple[str, PartDescription]]:
    for name in filter(disks.is_static, names):
        disks[name].forget_copies(f"{STORE}/{table}")  # what is there by now is what counts
        for one in scan_table(disks[name], table):
            if one.part is None:
                raise one.damage or AssertionError
            yield name, one.part


def living_parts(parts: Iterable[PartDescription], removed: Iterable[str] = ()) -> set[str]:
    """The names of the parts that neither these, nor removed ones, contain."""
    gone = filter(None, map(part_name.try_parse, removed))
    return {str(info) for info in part_name.covering([*(part.info for part in parts), *gone])}


def found_record(disk: str, table: str, part: PartDescription) -> Part:
    """The row of a part that was found on a disk."""
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
        disk=disk,
        partition=part.partition,
        part_type=part.part_type,
        rows=part.rows,
        marks=part.marks,
        bytes_on_disk=part.bytes_on_disk,
        data_uncompressed_bytes=part.uncompressed_bytes,
        meta=to_text(part),
        created=part.modified,
    )
