"""Parts that several tasks wrote, each a range of the keys, put together as one."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import reduce
from operator import add

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.parts.description import PartColumn, PartDescription, PartFile, PartIndex
from sparktree.parts.filename import PRIMARY, STATISTICS, data_file, index_file
from sparktree.parts.granules import Granules
from sparktree.parts.index import index_bytes, read_index
from sparktree.parts.minmax import joined
from sparktree.parts.packed import read_statistics, with_statistics
from sparktree.parts.parquet import write_whole
from sparktree.parts.sharing import fresh_key
from sparktree.parts.statistics import ColumnStatistics
from sparktree.parts.storage import ESCAPED


def join_segments(disk: Disk, segments: Sequence[PartDescription]) -> PartDescription:
    """One part out of parts in the order of their keys, in the folder of the first.

    Files get the number of their segment; the primary index and statistics are written anew.
    """
    if len(segments) == 1:
        return segments[0]
    target = segments[0].folder
    files: dict[str, PartFile] = {}
    content = _index(disk, segments) if PRIMARY in segments[0].files else None
    known = _statistics(disk, segments)
    for number, segment in enumerate(segments):
        for name, numbered in _numbered(segment, number).items():
            if disk.can_link:
                disk.rename(f"{segment.folder}/{name}", f"{target}/{numbered}")
                files[numbered] = segment.files[name]
            else:
                files[numbered] = replace(segment.files[name], key=segment.at(name))
    if content is not None:
        key = fresh_key(disk, segments[0], PRIMARY)
        disk.remove_all([segments[0].at(PRIMARY)])
        path = key or f"{target}/{PRIMARY}"
        files[PRIMARY] = replace(write_whole(disk.open_write(path), content), key=key)
    _clear(disk, segments[1:])
    if STATISTICS in segments[0].files:
        files[STATISTICS] = segments[0].files[STATISTICS]
    return with_statistics(disk, _described(segments, files), known)


def _clear(disk: Disk, segments: Sequence[PartDescription]) -> None:
    """Remove what the whole part has no use for."""
    if disk.can_link:
        for segment in segments:
            disk.remove(segment.folder)
        return
    useless = [
        segment.at(name)
        for segment in segments
        for name in (PRIMARY, STATISTICS)
        if name in segment.files
    ]
    disk.remove_all(useless)


def without_columns(disk: Disk, part: PartDescription, names: Collection[str]) -> PartDescription:
    """A part that nobody sees yet without some columns; those of a Compact part share a file."""
    gone = [column for column in part.columns if column.name in names]
    if not gone or part.part_type == "Compact":
        return part
    files = {part.file_of(c, segment) for c in gone for segment in range(len(part.segments))}
    disk.remove_all([part.at(name) for name in files])
    left = replace(
        part,
        columns=tuple(column for column in part.columns if column not in gone),
        files={name: file for name, file in part.files.items() if name not in files},
    )
    known = read_statistics(disk, part)
    return with_statistics(disk, left, {n: s for n, s in known.items() if n not in names})


def _numbered(part: PartDescription, number: int) -> dict[str, str]:
    """The files of a part of one segment, and their names as a segment among others."""
    longest = part.max_file_name_length
    names = {
        data_file(part.part_type, c.stored, None, longest): data_file(
            part.part_type, c.stored, number, longest
        )
        for c in part.columns
    }
    for name in part.indexes:
        names[index_file(name, None, longest)] = index_file(name, number, longest)
    return names


def _index(disk: Disk, segments: Sequence[PartDescription]) -> bytes:
    """The first keys of all granules, and the key of the very last row."""
    tables = [read_index(disk, segment) for segment in segments]
    return index_bytes([*(t.slice(0, t.num_rows - 1) for t in tables), _last(tables[-1])])


def _last(table: pa.Table) -> pa.Table:
    return table.slice(table.num_rows - 1)


def _described(segments: Sequence[PartDescription], files: dict[str, PartFile]) -> PartDescription:
    minmax = dict(segments[0].minmax)
    ttl = dict(segments[0].ttl)
    for other in segments[1:]:
        for name, bounds in other.minmax.items():
            joined(minmax, name, bounds)
        for name, bounds in other.ttl.items():
            joined(ttl, name, bounds)
    return replace(
        segments[0],
        columns=tuple(map(_column, zip(*(s.columns for s in segments), strict=True))),
        rows=sum(s.rows for s in segments),
        granules=Granules(tuple(rows for s in segments for rows in s.granules.rows)),
        minmax=minmax,
        ttl=ttl,
        files=files,
        segments=tuple(s.rows for s in segments),
        indexes=_joined(segments),
        primary_key_size=sum(s.primary_key_size for s in segments),
    )


def _joined(segments: Sequence[PartDescription]) -> dict[str, PartIndex]:
    """The skip indexes of the segments as those of the whole part, which has a file of each."""
    longest = segments[0].max_file_name_length
    return {
        name: replace(
            first,
            files=tuple(index_file(name, number, longest) for number in range(len(segments))),
            uncompressed=sum(segment.indexes[name].uncompressed for segment in segments),
        )
        for name, first in segments[0].indexes.items()
    }


def _statistics(disk: Disk, segments: Sequence[PartDescription]) -> dict[str, ColumnStatistics]:
    """What is known of the columns in all segments together."""
    known = [read_statistics(disk, segment) for segment in segments]
    return {name: reduce(add, (one[name] for one in known)) for name in segments[0].statistics}


def _column(same: Sequence[PartColumn]) -> PartColumn:
    escaped = any(column.encoding == ESCAPED for column in same)
    return replace(
        same[0],
        encoding=ESCAPED if escaped else same[0].encoding,
        compressed=sum(column.compressed for column in same),
        uncompressed=sum(column.uncompressed for column in same),
    )
