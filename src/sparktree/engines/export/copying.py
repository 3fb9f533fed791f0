"""Exports without decoding: where the files of a part hold what the destination wants, column
chunks are copied as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import BinaryIO

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.engines.export.meter import Meter, Passed
from sparktree.engines.export.target import Target
from sparktree.engines.faults import reach
from sparktree.engines.objects.writing import Written
from sparktree.engines.pruning import PartOnDisk
from sparktree.engines.virtual_columns import ROW_EXISTS
from sparktree.errors import Code, Error
from sparktree.formats.arrow import batch_for, empty
from sparktree.formats.arrow_forms import Target as Wire
from sparktree.formats.options import FormatSettings
from sparktree.formats.parquet_chunks import MAGIC, Assembly, Chosen, Footer, Piece
from sparktree.parts.description import PartDescription
from sparktree.parts.storage import PLAIN
from sparktree.spark.stages import TaskInfo
from sparktree.stores.store import Writing
from sparktree.types import Type

_PIECE = 8 << 20
# What every reader of Parquet can read.
_CODECS = frozenset({"none", "snappy", "gzip", "zstd"})


@dataclass(frozen=True, slots=True)
class Copy:
    """What is copied: the part, and the columns as they are called in its files and in the new
    ones; picklable."""

    disk: Disk
    part: PartDescription
    columns: tuple[tuple[str, str], ...]  # name, and name in the files

    def files(self, segment: int) -> tuple[list[str], list[Chosen]]:
        """The files of a segment, and which of them has each column."""
        paths: dict[str, int] = {}
        chosen = []
        for name, stored in self.columns:
            column = self.part.column(name)
            assert column is not None
            path = f"{self.part.folder}/{self.part.file_of(column, segment)}"
            chosen.append(Chosen(name, paths.setdefault(path, len(paths)), stored))
        return list(paths), chosen

    def groups(self) -> list[tuple[int, int, int]]:
        """Segment, row group and rows of all row groups; empty if files differ in them."""
        found: list[tuple[int, int, int]] = []
        for segment in range(len(self.part.segments)):
            sizes = [self._footer(path).group_rows() for path in self.files(segment)[0]]
            if any(one != sizes[0] for one in sizes):
                return []
            found += [(segment, number, rows) for number, rows in enumerate(sizes[0])]
        return found

    def codecs(self) -> set[str]:
        """How the columns are compressed."""
        found: set[str] = set()
        for segment in range(len(self.part.segments)):
            paths, chosen = self.files(segment)
            footers = [self._footer(path) for path in paths]
            for column in chosen:
                found |= footers[column.file].codecs(column.stored)
        return found

    def _footer(self, path: str) -> Footer:
        with self.disk.open_read(path) as file:
            return Footer.of(file, self.disk.identity(path).size)


def copy_of(
    part: PartOnDisk, columns: Sequence[tuple[str, Type]], settings: FormatSettings
) -> Copy | None:
    """The part as something to copy into Parquet; None if its rows have to be decoded."""
    description = part.description
    held = {column.name: column for column in description.columns}
    if part.patches or ROW_EXISTS in held:
        return None
    wire = batch_for(Wire.PARQUET, empty(list(columns)), list(columns)).schema
    names = []
    for (name, type_), field in zip(columns, wire, strict=True):
        column = held.get(name)
        if column is None or column.type != str(type_) or column.encoding != PLAIN:
            return None
        if not _is_same(type_.storage, field.type):
            return None
        names.append((name, column.stored))
    copy = Copy(part.disk, description, tuple(names))
    chosen = settings.output_format_parquet_compression_method
    usual = FormatSettings().output_format_parquet_compression_method
    allowed = _CODECS if chosen == usual else frozenset({chosen})
    try:
        return copy if copy.codecs() <= allowed and copy.groups() else None
    except (Error, ValueError, LookupError):
        return None  # damaged: who reads the rows will say how


def _is_same(stored: pa.DataType, wanted: pa.DataType) -> bool:
    """Whether files have the values of both types in the same form; names inside may differ."""
    if pa.types.is_nested(stored) or pa.types.is_nested(wanted):
        return False
    return bool(stored == wanted)


def shares(groups: Sequence[tuple[int, int, int]], count: int) -> list[list[tuple[int, int]]]:
    """The row groups for each of so many files, neighbours together, of about equal rows."""
    total = sum(rows for _, _, rows in groups)
    found: list[list[tuple[int, int]]] = [[] for _ in range(max(count, 1))]
    before = 0
    for segment, number, rows in groups:
        found[min(before * count // max(total, 1), count - 1)].append((segment, number))
        before += rows
    return [share for share in found if share]


@dataclass(slots=True)
class _Progress:
    """How far a row group is: its rows count as read in the measure of its bytes."""

    rows: int
    size: int
    passed: Passed
    copied: int = 0

    def add(self, size: int, memory: int) -> None:
        """So many bytes more may have been read."""
        before = self.rows * self.copied // self.size
        self.copied += size
        self.passed(self.rows * self.copied // self.size - before, memory, size)


@dataclass(frozen=True, slots=True)
class CopySink:
    """Writes a file of copied chunks; picklable. Rows that come are none of its business."""

    copy: Copy
    shares: tuple[tuple[tuple[int, int], ...], ...]  # segments and row groups, for each task
    target: Target
    metadata: Mapping[str, str]
    meter: Meter
    checks: tuple[Callable[[], None] | None, ...]

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        for check in self.checks if info.task == 0 else ():
            if check is not None:
                check()
        target = self.target
        with self.meter.opened(info) as passed:
            writing = target.source.store.stage(target.key(info.task), target.stem)
            try:
                count = self._write(writing, self.shares[info.task], passed)
                reach("export_task_before_end")
                passed(0, 0, 0)  # nothing is begun that nobody would clean up
                written = Written(writing.finish(), count)
            except BaseException:
                with suppress(Error):
                    writing.discard()
                raise
        yield written.report()

    def _write(self, writing: Writing, groups: Sequence[tuple[int, int]], passed: Passed) -> int:
        """Copy the row groups; how many rows they have."""
        count = 0
        writing.write(MAGIC)
        assembly = Assembly(self.copy.files(0)[1])
        with ExitStack() as opened:
            sources: dict[int, list[tuple[BinaryIO, Footer]]] = {}
            for segment, number in groups:
                if segment not in sources:
                    paths = self.copy.files(segment)[0]
                    sources[segment] = [self._open(path, opened) for path in paths]
                files = sources[segment]
                footers = [footer for _, footer in files]
                rows = footers[0].group_rows()[number]
                pieces = list(assembly.group(footers, number))
                progress = _Progress(rows, sum(piece.size for piece in pieces), passed)
                for piece in pieces:
                    self._copy(files[piece.file][0], piece, writing, progress)
                count += rows
        writing.write(assembly.tail(self.metadata))
        return count

    def _open(self, path: str, opened: ExitStack) -> tuple[BinaryIO, Footer]:
        disk = self.copy.disk
        file = opened.enter_context(disk.open_read(path))
        return file, Footer.of(file, disk.identity(path).size)

    def _copy(self, file: BinaryIO, piece: Piece, writing: Writing, progress: _Progress) -> None:
        file.seek(piece.begin)
        left, step = piece.size, self.meter.step or _PIECE
        while left:
            data = file.read(min(left, step, _PIECE))
            if not data:
                raise Error(Code.CORRUPTED_DATA, f"A file of part {self.copy.part.name} is short.")
            progress.add(len(data), piece.memory * len(data) // piece.size)
            writing.write(data)
            left -= len(data)
