"""A part made of another one: some columns written anew, all other files shared."""

import time
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.errors import Code, Error
from sparktree.parts.description import (
    PartColumn,
    PartDescription,
    PartFile,
    PartProjection,
)
from sparktree.parts.filename import PRIMARY, data_file, projection_folder, stored_names
from sparktree.parts.granules import ROW_GROUP_ROWS, memory_size
from sparktree.parts.layout import ColumnLayout, StatisticsLayout
from sparktree.parts.packed import intact_statistics, with_statistics
from sparktree.parts.parquet import PageSize, ParquetFile, ParquetOrders
from sparktree.parts.sharing import keyed, shared_files
from sparktree.parts.statistics import StatisticsBuilder
from sparktree.parts.storage import PLAIN, to_stored


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What becomes of a part: `kept` columns share their files, `written` ones come as rows.

    The source is described as it is to be seen now, `before` as it was written: with columns that
    were dropped since, and statistics that are no longer true. `dropped_files` are other files that
    are not.
    """

    source: PartDescription
    folder: str
    before: PartDescription
    kept: tuple[PartColumn, ...]
    written: tuple[ColumnLayout, ...] = ()
    dropped_files: frozenset[str] = frozenset()
    metadata_version: int = 0
    statistics: tuple[StatisticsLayout, ...] = ()  # of written columns

    @property
    def stored(self) -> list[str]:
        """The names in the files of the written columns, apart from those of the kept ones."""
        names = [c.stored for c in self.kept] + [c.name for c in self.written]
        return stored_names(names)[len(self.kept) :]

    @property
    def kept_statistics(self) -> list[str]:
        """The columns whose statistics stay true."""
        return [column.name for column in self.kept if column.name in self.source.statistics]

    @property
    def packs_statistics(self) -> bool:
        """Whether the new part has other statistics, so that their file is written anew."""
        return bool(self.statistics) or len(self.kept_statistics) < len(self.before.statistics)

    def shared_files(self) -> list[str]:
        """The files of the source that the new part has too."""
        source = self.source
        segments = range(len(source.segments))
        columns = {source.file_of(c, s) for c in self.before.columns for s in segments}
        kept = {source.file_of(c, s) for c in self.kept for s in segments}
        gone = (columns - kept) | self.dropped_files
        if self.packs_statistics:
            gone |= {file for found in self.before.statistics.values() for file in found.files}
        return [name for name in source.files if name not in gone]


def rewrite(
    order: Rewriting, disk: Disk, batches: Iterable[pa.RecordBatch] = ()
) -> PartDescription:
    """Make the new part's folder; it is not visible to anybody yet.

    The rows hold the written columns in stored form, each under the name of its `source`.
    """
    writer = _ColumnsWriter(order, disk)
    try:
        if order.written:
            for block, segment in _by_segment(batches, order.source):
                writer.add(block, segment)
        return writer.finish()
    except BaseException:
        writer.abort()
        raise


def _by_segment(
    batches: Iterable[pa.RecordBatch], source: PartDescription
) -> Iterator[tuple[pa.Table, int]]:
    """Blocks of about a row group, cut where the part's segments end."""
    bounds = list(pairwise((0, *accumulate(source.segments))))
    row, segment = 0, 0
    for block in _blocks(batches):
        start = 0
        while start < block.num_rows:
            while segment < len(bounds) - 1 and row >= bounds[segment][1]:
                segment += 1
            left = bounds[segment][1] - row
            if left <= 0:
                raise _misfit(source)
            piece = block.slice(start, left)
            yield piece, segment
            start += piece.num_rows
            row += piece.num_rows
    if row != source.rows:
        raise _misfit(source)


def _misfit(source: PartDescription) -> Error:
    return Error(Code.LOGICAL_ERROR, f"The rows do not fit into part {source.name}.")


def _blocks(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    waiting: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        waiting.append(batch)
        rows += batch.num_rows
        if rows >= ROW_GROUP_ROWS:
            yield pa.Table.from_batches(waiting)
            waiting, rows = [], 0
    if waiting:
        yield pa.Table.from_batches(waiting)


def linked_projections(
    disk: Disk, source: PartDescription, folder: str, names: Iterable[str]
) -> dict[str, PartProjection]:
    """Projections of a part that another one in the folder has too; their files are shared."""
    found = {}
    for name in names:
        one = source.projections[name]
        target = f"{folder}/{projection_folder(name)}"
        if not disk.can_link:
            found[name] = one.of(keyed(one.part, target))
            continue
        disk.make_folder(target)
        for path, place in one.part.all_places():
            disk.link(place, f"{target}/{path}")
        found[name] = one.of(one.part.moved(target))
    return found


@dataclass(slots=True)
class _ColumnsWriter:
    """The written columns' files in the making, one of each column and segment."""

    order: Rewriting
    disk: Disk
    _files: dict[tuple[str, int], ParquetFile] = field(default_factory=dict)
    _encodings: dict[str, str] = field(default_factory=dict)
    _sizes: dict[str, int] = field(default_factory=dict)
    _statistics: StatisticsBuilder = field(init=False)

    def __post_init__(self) -> None:
        self._statistics = StatisticsBuilder(self.order.statistics)

    def add(self, block: pa.Table, segment: int) -> None:
        """Add rows of a segment."""
        self._statistics.add({c.name: block[c.source] for c in self.order.written})
        for column, stored in zip(self.order.written, self.order.stored, strict=True):
            array = block[column.source]
            used = memory_size(array, column.type)
            self._sizes[column.name] = self._sizes.get(column.name, 0) + used
            known = self._encodings.get(column.name)
            ready = to_stored(array, column.arrow, column.name, known)
            self._encodings[column.name] = ready.encoding
            table = pa.table([ready.array], names=[stored])
            self._file(column, stored, segment, table).write(table)

    def _file(
        self, column: ColumnLayout, stored: str, segment: int, first: pa.Table
    ) -> ParquetFile:
        key = stored, segment
        if key not in self._files:
            source = self.order.source
            orders = ParquetOrders(
                {stored: column.codec}, source.default_codec, source.granules.rows[0],
                ROW_GROUP_ROWS, PageSize(column.least_page_bytes, column.most_page_bytes),
            )  # fmt: skip
            stream = self.disk.open_write(f"{self.order.folder}/{self._name(stored, segment)}")
            self._files[key] = ParquetFile(stream, first, orders)
        return self._files[key]

    def _name(self, stored: str, segment: int) -> str:
        longest = self.order.source.max_file_name_length
        numbered = segment if len(self.order.source.segments) > 1 else None
        return data_file("Wide", stored, numbered, longest)

    def finish(self) -> PartDescription:
        """Complete the files, link the shared ones, describe the part."""
        order, source = self.order, self.order.source
        with self.disk.naming(order.folder):
            made = {self._name(*key): file.close() for key, file in self._files.items()}
        self.disk.make_folder(order.folder)
        shared = shared_files(self.disk, source, order.folder, order.shared_files())
        part = self._described(shared | made)
        if not order.packs_statistics:
            return part
        known = intact_statistics(self.disk, source, order.kept_statistics)
        with self.disk.naming(order.folder):
            return with_statistics(self.disk, part, known | self._statistics.known)

    def _described(self, files: Mapping[str, PartFile]) -> PartDescription:
        order = self.order
        return replace(
            order.source,
            folder=order.folder,
            uuid=str(uuid.uuid4()),
            columns=self._columns(),
            files=files,
            modified=time.time(),
            metadata_version=order.metadata_version,
            primary_key_size=order.source.primary_key_size if PRIMARY in files else 0,
            indexes={n: i for n, i in order.source.indexes.items() if files.keys() >= set(i.files)},
            projections={},
        )

    def _columns(self) -> tuple[PartColumn, ...]:
        """In the order of the source's columns, new ones at the end."""
        compressed: dict[str, int] = {}
        for (stored, _), file in self._files.items():
            compressed[stored] = compressed.get(stored, 0) + file.column_sizes()[stored]
        made = {
            column.name: PartColumn(
                column.name,
                column.type,
                stored,
                column.codec,
                self._encodings.get(column.name, PLAIN),
                compressed.get(stored, 0),
                self._sizes.get(column.name, 0),
            )
            for column, stored in zip(self.order.written, self.order.stored, strict=True)
        }
        known = {c.name: c for c in self.order.kept} | made
        first = [c.name for c in self.order.source.columns if c.name in known]
        return tuple(known[name] for name in dict.fromkeys([*first, *known]))

    def abort(self) -> None:
        """Leave nothing behind."""
        for file in self._files.values():
            file.abandon()
        self.disk.remove(self.order.folder)
