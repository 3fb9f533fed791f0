"""Exports without decoding: where the files of a part hold what the destination wants, column
chunks are copied as they are, and only the other columns are made of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from itertools import accumulate
from typing import NamedTuple, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from sparktree import formats
from sparktree.disks.disk import Disk, FileIdentity
from sparktree.engines.export.target import Target
from sparktree.engines.export.task_progress import Meter, Passed
from sparktree.engines.objects.writing import Written
from sparktree.engines.storage.faults import reach
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.errors import Code, Error
from sparktree.formats.arrow import batch_for, empty
from sparktree.formats.arrow_forms import Target as Wire
from sparktree.formats.options import FormatOptions, FormatSettings
from sparktree.formats.parquet_chunks import MAGIC, Assembly, Chosen, Footer, Piece
from sparktree.parts.checked_file import CheckedFile
from sparktree.parts.description import PartDescription
from sparktree.parts.reader import RowRange
from sparktree.parts.storage import PLAIN
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.spark.stages import TaskInfo
from sparktree.stores.store import Writing
from sparktree.types import Type

_BLOCKS = 32  # MiB that are kept of all files of a part together, at least one of each
_TELL = 1 << 20  # bytes after which the driver is told
# What every reader of Parquet can read.
_CODECS = frozenset({"none", "snappy", "gzip", "lz4", "zstd"})
_MADE = ""


class Group(NamedTuple):
    """A row group of a part: of all its files the same rows."""

    segment: int
    number: int
    rows: int


@dataclass(frozen=True)
class Copy:
    """What is copied of a part, and into how many files; picklable.

    `columns` are those of the new files with their names in the part's, empty for one that has to
    be made of rows.
    """

    disk: Disk
    part: PartDescription
    columns: tuple[tuple[str, str], ...]
    groups: tuple[Group, ...]
    files: int = 1

    @cached_property
    def shares(self) -> list[list[Group]]:
        """The row groups for each file, neighbours together, of about equal rows."""
        total = sum(group.rows for group in self.groups)
        found: list[list[Group]] = [[] for _ in range(max(self.files, 1))]
        before = 0
        for group in self.groups:
            found[before * len(found) // max(total, 1)].append(group)
            before += group.rows
        return [share for share in found if share]

    def ranges(self) -> list[RowRange]:
        """The rows of each share."""
        ends = list(accumulate(sum(group.rows for group in share) for share in self.shares))
        return list(zip([0, *ends], ends, strict=False))

    def memory(self, rows: int) -> int:
        """The bytes in memory of so many rows, taking the part's rows for equally long."""
        held = [self.part.column(name) for name, _ in self.columns]
        size = sum(column.uncompressed for column in held if column is not None)
        return size * rows // max(self.part.rows, 1)

    @property
    def computed_columns(self) -> list[int]:
        """The places of the columns that are made of rows."""
        return [place for place, (_, stored) in enumerate(self.columns) if stored == _MADE]

    def sources(self, segment: int) -> tuple[list[str], list[Chosen]]:
        """The files of a segment, and which of them has each column: those that are made are in
        one more, behind them."""
        names: dict[str, int] = {}
        for name, stored in self.columns:
            column = self.part.column(name)
            if stored != _MADE and column is not None:
                names.setdefault(self.part.file_of(column, segment), len(names))
        chosen = []
        for place, (name, stored) in enumerate(self.columns):
            column = self.part.column(name)
            if stored == _MADE or column is None:
                chosen.append(Chosen(name, len(names), f"c{place}"))
            else:
                chosen.append(Chosen(name, names[self.part.file_of(column, segment)], stored))
        return list(names), chosen


def copy_of(
    part: PartOnDisk, columns: Sequence[tuple[str, Type]], settings: FormatSettings
) -> Copy | None:
    """The part as something to copy into Parquet; None if all its rows have to be decoded."""
    description = part.description
    held = {column.name: column for column in description.columns}
    if part.patches or ROW_EXISTS in held:
        return None
    wire = batch_for(Wire.PARQUET, empty(list(columns)), list(columns)).schema
    names = []
    for (name, type_), field in zip(columns, wire, strict=True):
        column = held.get(name)
        is_same = (
            column is not None
            and column.type == str(type_)
            and column.encoding == PLAIN
            and _is_same(type_.storage, field.type)
        )
        names.append((name, column.stored if is_same and column is not None else _MADE))
    try:
        copy = _with_groups(Copy(part.disk, description, tuple(names), ()), settings)
    except (Error, pa.ArrowException, OSError, LookupError):
        return None  # damaged: who reads the rows will say how
    return copy if copy.groups and len(copy.computed_columns) < len(columns) else None


def _is_same(stored: pa.DataType, wanted: pa.DataType) -> bool:
    """Whether files have the values of both types in the same form.

    Names inside nested ones may differ; bytes of a fixed width are in an order of their own, so
    that parts can be sorted by them.
    """
    if pa.types.is_nested(stored) or pa.types.is_nested(wanted):
        return False
    if pa.types.is_fixed_size_binary(stored):
        return False
    return bool(stored == wanted)


def _with_groups(copy: Copy, settings: FormatSettings) -> Copy:
    """The copy with its row groups: none if files differ in them. Columns whose compression is not
    wanted are made anew."""
    method = settings.output_format_parquet_compression_method
    usual = FormatSettings().output_format_parquet_compression_method
    allowed = _CODECS if method == usual else frozenset({method})
    groups: list[Group] = []
    refused: set[str] = set()
    for segment in range(len(copy.part.segments)):
        files, chosen = copy.sources(segment)
        found = [_metadata(copy, name) for name in files]
        sizes = [[m.row_group(g).num_rows for g in range(m.num_row_groups)] for m in found]
        if not sizes or any(one != sizes[0] for one in sizes):
            return copy
        for column in chosen:
            if column.file < len(found) and not _codecs(found[column.file], column) <= allowed:
                refused.add(column.name)
        groups += [Group(segment, number, rows) for number, rows in enumerate(sizes[0])]
    columns = tuple((name, _MADE if name in refused else stored) for name, stored in copy.columns)
    return replace(copy, columns=columns, groups=tuple(groups))


def _metadata(copy: Copy, name: str) -> pq.FileMetaData:
    with copy.disk.open_read(copy.part.at(name)) as file:
        return pq.read_metadata(file)


def _codecs(metadata: pq.FileMetaData, column: Chosen) -> set[str]:
    """How a column is compressed: in all row groups alike, as one writer wrote them."""
    if not metadata.num_row_groups:
        return set()
    group = metadata.row_group(0)
    chunks = (group.column(place) for place in range(group.num_columns))
    found = {c.compression.lower() for c in chunks if c.path_in_schema == column.stored}
    return {"none" if codec == "uncompressed" else codec for codec in found}


class _Bytes(Protocol):
    """Something whose bytes are read piece by piece."""

    def read(self, begin: int, end: int) -> memoryview: ...


@dataclass(frozen=True, slots=True)
class _InMemory:
    """A small Parquet file in memory."""

    data: memoryview

    def read(self, begin: int, end: int) -> memoryview:
        return self.data[begin:end]

    def footer(self) -> Footer:
        return Footer.of(len(self.data), lambda begin, end: bytes(self.data[begin:end]))


@dataclass(slots=True)
class _Rows:
    """Rows that come in batches of any size, taken as many as are wanted."""

    batches: Iterator[pa.RecordBatch]
    left: list[pa.RecordBatch]

    def take(self, count: int) -> pa.Table:
        """The next rows."""
        taken: list[pa.RecordBatch] = []
        while count:
            batch = self.left.pop() if self.left else next(self.batches, None)
            if batch is None:
                raise Error(Code.LOGICAL_ERROR, "A part has fewer rows than its files.")
            taken.append(batch.slice(0, count))
            if batch.num_rows > count:
                self.left.append(batch.slice(count))
            count -= taken[-1].num_rows
        return pa.Table.from_batches(taken)


@dataclass(slots=True)
class _Progress:
    """What was copied since the driver was told. Rows, and their bytes in memory, count in the
    measure of the bytes of their row group, of which some may have been copied."""

    passed: Passed
    least: int
    rows: int = 0
    memory: int = 0
    size: int = 0
    group_rows: int = 0
    group_memory: int = 0
    group_size: int = 1
    copied: int = 0

    def begin(self, rows: int, memory: int, size: int) -> None:
        """A row group of so many rows, bytes in memory and bytes to copy."""
        self.group_rows, self.group_memory = rows, memory
        self.group_size, self.copied = max(size, 1), 0

    def add(self, size: int) -> None:
        """So many bytes more may have been read."""
        rows, memory = self._so_far()
        self.copied += size
        rows_now, memory_now = self._so_far()
        self.rows += rows_now - rows
        self.memory += memory_now - memory
        self.size += size
        if self.size >= self.least:
            self.tell()

    def _so_far(self) -> tuple[int, int]:
        """The rows of the row group that are copied, and their bytes in memory."""
        copied, size = self.copied, self.group_size
        return self.group_rows * copied // size, self.group_memory * copied // size

    def tell(self) -> None:
        """Let the driver know, and wait for its word."""
        self.passed(self.rows, self.memory, self.size)
        self.rows = self.memory = self.size = 0


_FOOTERS: dict[tuple[str, FileIdentity], Footer] = {}  # that this process has taken apart
_MOST_FOOTERS = 64


def _footer(file: CheckedFile) -> Footer:
    known = _FOOTERS.get((file.url, file.identity))
    if known is None:
        if len(_FOOTERS) >= _MOST_FOOTERS:
            _FOOTERS.clear()
        known = _FOOTERS[file.url, file.identity] = Footer.of(file.size, file.bytes)
    return known


@dataclass(frozen=True, slots=True)
class CopySink:
    """Writes a file of copied chunks; picklable. The rows that come have the other columns."""

    copy: Copy
    target: Target
    settings: FormatSettings
    metadata: Mapping[str, str]
    meter: Meter

    def without_rows(self, info: TaskInfo) -> Iterator[bytes]:
        """The same where every column is copied, so that no rows come."""
        return self._written(iter(()), info)

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterator[bytes]:
        return self._written(iter(rows), info)

    def _written(self, rows: Iterator[pa.RecordBatch], info: TaskInfo) -> Iterator[bytes]:
        target = self.target
        with self.meter.opened(info) as passed:
            writing = target.source.store.stage(target.key(info.task), target.stem)
            try:
                share = self.copy.shares[info.task]
                progress = _Progress(passed, self.meter.step or _TELL)
                self._write(writing, share, _Rows(rows, []), progress)
                reach("export_task_before_end")
                progress.tell()  # nothing is begun that nobody would clean up
                written = Written(writing.finish(), sum(group.rows for group in share))
            except BaseException:
                with suppress(Error):
                    writing.discard()
                raise
        yield written.report()

    def _write(
        self, writing: Writing, share: Sequence[Group], rows: _Rows, progress: _Progress
    ) -> None:
        writing.write(MAGIC)
        assembly = Assembly(self.copy.sources(0)[1])
        with ExitStack() as opened:
            segments: dict[int, list[CheckedFile]] = {}
            for group in share:
                if group.segment not in segments:
                    segments[group.segment] = self._open(group.segment, opened)
                files = segments[group.segment]
                sources: list[_Bytes] = [*files]
                found = [_footer(file).group(group.number) for file in files]
                if self.copy.computed_columns:
                    made = self._computed_columns(rows.take(group.rows))
                    sources.append(made)
                    found.append(made.footer().group(0))
                pieces = list(assembly.group(found))
                size = sum(piece.size for piece in pieces)
                progress.begin(group.rows, self.copy.memory(group.rows), size)
                for piece in pieces:
                    self._copy(sources[piece.file], piece, writing, progress)
                for file in files if len(files) > _BLOCKS else ():
                    file.forget()
        writing.write(assembly.tail(self.metadata))

    def _open(self, segment: int, opened: ExitStack) -> list[CheckedFile]:
        names = self.copy.sources(segment)[0]
        files = []
        for name in names:
            blocks = max(_BLOCKS // len(names), 1)
            file = CheckedFile(self.copy.disk, self.copy.part, name, blocks)
            opened.callback(file.close)
            files.append(file)
        return files

    def _computed_columns(self, rows: pa.Table) -> _InMemory:
        """The columns that are made of rows, as a Parquet file of one row group."""
        header = [
            (f"c{place}", self.target.header[place][1]) for place in self.copy.computed_columns
        ]
        one = replace(self.settings, output_format_parquet_row_group_size=rows.num_rows)
        out = BytesIO()
        formats.write("Parquet", [rows], header, out, FormatOptions(settings=one))
        return _InMemory(out.getbuffer())

    def _copy(self, file: _Bytes, piece: Piece, writing: Writing, progress: _Progress) -> None:
        position, end = piece.begin, piece.begin + piece.size
        step = self.meter.step or piece.size
        while position < end:
            data = file.read(position, min(end, position + step))
            progress.add(len(data))
            writing.write(data)
            position += len(data)
