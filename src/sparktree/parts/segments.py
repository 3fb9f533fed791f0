"""Parts that several tasks wrote, each a range of the keys, put together as one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import reduce

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.parts.description import PartColumn, PartDescription, PartFile, PartIndex
from sparktree.parts.filename import PRIMARY, data_file, index_file, statistics_file
from sparktree.parts.granules import Granules
from sparktree.parts.index import index_bytes, read_index
from sparktree.parts.minmax import joined, union
from sparktree.parts.parquet import write_whole
from sparktree.parts.storage import ESCAPED


def join_segments(disk: Disk, segments: Sequence[PartDescription]) -> PartDescription:
    """One part out of parts in the order of their keys, in the folder of the first.

    Files get the number of their segment; the primary index is written anew.
    """
    if len(segments) == 1:
        return segments[0]
    target = segments[0].folder
    files: dict[str, PartFile] = {}
    content = _index(disk, segments) if PRIMARY in segments[0].files else None
    for number, segment in enumerate(segments):
        for name, numbered in _numbered(segment, number).items():
            disk.rename(f"{segment.folder}/{name}", f"{target}/{numbered}")
            files[numbered] = segment.files[name]
    if content is not None:
        disk.remove(f"{target}/{PRIMARY}")
        files[PRIMARY] = write_whole(disk.open_write(f"{target}/{PRIMARY}"), content)
    for segment in segments[1:]:
        disk.remove(segment.folder)
    return _described(segments, files)


def without_columns(disk: Disk, part: PartDescription, names: Collection[str]) -> PartDescription:
    """A part that nobody sees yet without some columns; those of a Compact part share a file."""
    gone = [column for column in part.columns if column.name in names]
    if not gone or part.part_type == "Compact":
        return part
    files = {part.file_of(c, segment) for c in gone for segment in range(len(part.segments))}
    statistics = {c.name: part.statistics[c.name] for c in gone if c.name in part.statistics}
    files |= {file for found in statistics.values() for file in found.files}
    for name in files:
        disk.remove(f"{part.folder}/{name}")
    return replace(
        part,
        columns=tuple(column for column in part.columns if column not in gone),
        statistics={n: s for n, s in part.statistics.items() if n not in statistics},
        files={name: file for name, file in part.files.items() if name not in files},
    )


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
    for name in part.statistics:
        names[statistics_file(name, None, longest)] = statistics_file(name, number, longest)
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
        indexes=_joined([s.indexes for s in segments], index_file, segments[0]),
        statistics=_joined([s.statistics for s in segments], statistics_file, segments[0]),
        primary_key_size=sum(s.primary_key_size for s in segments),
    )


def _joined(
    segments: Sequence[Mapping[str, PartIndex]],
    file: Callable[[str, int | None, int], str],
    part: PartDescription,
) -> dict[str, PartIndex]:
    """What every segment has, by name, as what the whole part has."""
    longest = part.max_file_name_length
    return {
        name: all_segments(
            [replace(s[name], files=(file(name, n, longest),)) for n, s in enumerate(segments)]
        )
        for name in segments[0]
    }


def all_segments(of: Sequence[PartIndex]) -> PartIndex:
    """An index of all segments; it has bounds if all of them tell theirs."""
    known = [one.bounds for one in of if one.bounds is not None]
    return replace(
        of[0],
        files=tuple(file for one in of for file in one.files),
        uncompressed=sum(one.uncompressed for one in of),
        bounds=reduce(union, known) if len(known) == len(of) else None,
    )


def _column(same: Sequence[PartColumn]) -> PartColumn:
    escaped = any(column.encoding == ESCAPED for column in same)
    return replace(
        same[0],
        encoding=ESCAPED if escaped else same[0].encoding,
        compressed=sum(column.compressed for column in same),
        uncompressed=sum(column.uncompressed for column in same),
    )
