"""Comparing what a scan is about to read with its checksums, once in every process.

The kernel decompresses and decodes without noticing a flipped bit. A file that is read whole is
compared whole; of one that is read in pieces only the blocks of those pieces, and its footer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

import pyarrow.parquet as pq
import xxhash

from sparktree.disks.disk import Disk, FileIdentity
from sparktree.parts.checksums import BLOCK, block_digest, check_size, mismatch
from sparktree.parts.description import PartDescription, PartFile
from sparktree.parts.reader import PartScan, RowRange

_TAIL = 8  # the length of a Parquet footer and the magic bytes after it
_DIGITS = 8
_MOST_REMEMBERED = 50_000
_PIECE = 4 << 20


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A file of a part, the rows to be read of it (None for all) and the columns in the file."""

    path: str
    file: PartFile
    columns: frozenset[str]
    rows: tuple[RowRange, ...] | None


@dataclass(frozen=True, slots=True)
class ScannedPart:
    """The files that a scan reads of a part."""

    disk: Disk
    part: str
    files: tuple[ScannedFile, ...]


@dataclass(frozen=True, slots=True)
class ScanCheck:
    """What a task calls before it reads; picklable."""

    parts: tuple[ScannedPart, ...]

    def __call__(self) -> None:
        """Fail with the name of the file that is damaged."""
        for part in self.parts:
            for file in part.files:
                _check(part, file)


def scan_check(scans: Sequence[PartScan], names: Sequence[str]) -> ScanCheck:
    """The check of some columns of some parts, and of the patches that are put over them."""
    # What comes from elsewhere would be fetched twice.
    scans = [scan for scan in scans if not scan.disk.is_remote]
    parts = [_scanned(scan, names) for scan in scans if scan.rows]
    found = [patch for scan in scans if scan.rows for patch in scan.patches]
    for patch in {(patch.disk, patch.part.folder): patch for patch in found}.values():
        if patch.disk.is_remote:
            continue
        if any(patch.part.column(name) is not None for name in names):
            held = [column.name for column in patch.part.columns]
            parts.append(_scanned(PartScan(patch.part, patch.disk), held))
    return ScanCheck(tuple(parts))


def _scanned(scan: PartScan, names: Sequence[str]) -> ScannedPart:
    files = tuple(_files(scan, names))
    return ScannedPart(scan.disk, scan.part.name, files)


def _files(scan: PartScan, names: Sequence[str]) -> Iterator[ScannedFile]:
    part, base = scan.part, 0
    for segment, count in enumerate(part.segments):
        rows = _rows(scan, base, count)
        base += count
        if rows == ():
            continue
        for name, columns in _columns_by_file(part, names, segment).items():
            yield ScannedFile(part.at(name), part.files[name], frozenset(columns), rows)


def _rows(scan: PartScan, base: int, count: int) -> tuple[RowRange, ...] | None:
    """The wanted rows of a segment; None for all of them."""
    if scan.ranges is None:
        return None
    moved = [(max(begin - base, 0), min(end - base, count)) for begin, end in scan.ranges]
    rows = tuple((begin, end) for begin, end in moved if begin < end)
    return None if rows == ((0, count),) else rows


def _columns_by_file(
    part: PartDescription, names: Sequence[str], segment: int
) -> dict[str, list[str]]:
    files: dict[str, list[str]] = {}
    for name in names:
        found = part.column(name)
        if found is not None:
            files.setdefault(part.file_of(found, segment), []).append(found.stored)
    return files


@dataclass(slots=True)
class _Checked:
    """What was found right of a file."""

    identity: FileIdentity
    whole: bool = False
    blocks: set[int] = field(default_factory=set)


_SEEN: dict[tuple[str, str], _Checked] = {}


def _check(part: ScannedPart, file: ScannedFile) -> None:
    identity, url = part.disk.identity(file.path), part.disk.url(file.path)
    seen = _SEEN.get((url, file.file.hash))
    if seen is None or seen.identity != identity:
        if len(_SEEN) > _MOST_REMEMBERED:
            _SEEN.clear()
        seen = _SEEN[url, file.file.hash] = _Checked(identity)
    if seen.whole:
        return
    check_size(url, part.part, identity, file.file)
    with part.disk.open_read(file.path) as stream:
        check = _FileCheck(stream, file, seen)
        if not check.holds():
            raise mismatch(url, part.part)


@dataclass(slots=True)
class _FileCheck:
    stream: BinaryIO
    scanned: ScannedFile
    seen: _Checked

    def holds(self) -> bool:
        """Whether the bytes that will be read are those that were written."""
        file = self.scanned.file
        if self.scanned.rows is None or not file.blocks:
            self.seen.whole = self._whole()
            return self.seen.whole
        return self._footer() and all(self._range(*one) for one in self._byte_ranges())

    def _whole(self) -> bool:
        digest, buffer = xxhash.xxh3_128(), memoryview(bytearray(_PIECE))
        while count := self.stream.readinto(buffer):  # type: ignore[attr-defined]
            digest.update(buffer[:count])
        return bool(digest.hexdigest() == self.scanned.file.hash)

    def _footer(self) -> bool:
        size = self.scanned.file.size
        if not self._range(size - _TAIL, size):
            return False
        self.stream.seek(-_TAIL, os.SEEK_END)
        length = int.from_bytes(self.stream.read(4), "little")
        return self._range(max(0, size - _TAIL - length), size)

    def _range(self, begin: int, end: int) -> bool:
        return all(self._block(n) for n in range(begin // BLOCK, -(-end // BLOCK)))

    def _block(self, number: int) -> bool:
        if number in self.seen.blocks:
            return True
        self.stream.seek(number * BLOCK)
        digest = block_digest(xxhash.xxh3_64(self.stream.read(BLOCK)))
        start = number * _DIGITS
        if digest != self.scanned.file.blocks[start : start + _DIGITS]:
            return False
        self.seen.blocks.add(number)
        return True

    def _byte_ranges(self) -> Iterator[tuple[int, int]]:
        """Where the wanted columns of the row groups with wanted rows lie in the file."""
        assert self.scanned.rows is not None
        self.stream.seek(0)
        metadata = pq.read_metadata(self.stream)
        first = 0
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            last = first + group.num_rows
            if any(begin < last and first < end for begin, end in self.scanned.rows):
                for place in range(group.num_columns):
                    column = group.column(place)
                    if column.path_in_schema.split(".")[0] in self.scanned.columns:
                        yield _extent(column)
            first = last


def _extent(column: pq.ColumnChunkMetaData) -> tuple[int, int]:
    start = column.data_page_offset
    if column.dictionary_page_offset is not None:
        start = min(start, column.dictionary_page_offset)
    return start, start + column.total_compressed_size
