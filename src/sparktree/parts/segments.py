"""Parts that several tasks wrote, each a range of the keys, put together as one."""

from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.parts.description import PartColumn, PartDescription
from sparktree.parts.filename import PRIMARY
from sparktree.parts.granules import Granules
from sparktree.parts.index import index_bytes, read_index
from sparktree.parts.minmax import joined
from sparktree.parts.parquet import write_whole
from sparktree.parts.storage import ESCAPED


def join_segments(disk: Disk, segments: Sequence[PartDescription]) -> PartDescription:
    """One part out of segments in the order of their keys, in the folder of the first.

    Their data files are numbered as the segments; what else they have is written anew.
    """
    if len(segments) == 1:
        return segments[0]
    first = segments[0]
    files = {name: file for name, file in first.files.items() if name != PRIMARY}
    if PRIMARY in first.files:
        content = _index(disk, segments)
        disk.remove(f"{first.folder}/{PRIMARY}")
        files[PRIMARY] = write_whole(disk.open_write(f"{first.folder}/{PRIMARY}"), content)
    for other in segments[1:]:
        for name, file in other.files.items():
            if name != PRIMARY:
                disk.rename(f"{other.folder}/{name}", f"{first.folder}/{name}")
                files[name] = file
        disk.remove(other.folder)
    return _described(segments, files=files)


def _index(disk: Disk, segments: Sequence[PartDescription]) -> bytes:
    """The first keys of all granules, and the key of the very last row."""
    tables = [read_index(disk, segment) for segment in segments]
    return index_bytes([*(t.slice(0, t.num_rows - 1) for t in tables), _last(tables[-1])])


def _last(table: pa.Table) -> pa.Table:
    return table.slice(table.num_rows - 1)


def _described(segments: Sequence[PartDescription], **changes: object) -> PartDescription:
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
        segments=tuple(s.rows for s in segments),
        primary_key_size=sum(s.primary_key_size for s in segments),
        **changes,  # type: ignore[arg-type]
    )


def _column(same: Sequence[PartColumn]) -> PartColumn:
    escaped = any(column.encoding == ESCAPED for column in same)
    return replace(
        same[0],
        encoding=ESCAPED if escaped else same[0].encoding,
        compressed=sum(column.compressed for column in same),
        uncompressed=sum(column.uncompressed for column in same),
    )
