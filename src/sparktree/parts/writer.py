"""Writing parts inside a task: blocks in, temporary folders and their descriptions out."""

import itertools
import time
import uuid
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.disks.placement import Placement, no_room, only_on
from sparktree.errors import Code, Error
from sparktree.parts.at_once import results_in_order
from sparktree.parts.blocks import PartitionBlock, gather, in_order, split
from sparktree.parts.description import (
    Bounds,
    PartColumn,
    PartDescription,
    PartFile,
    PartIndex,
    PartProjection,
)
from sparktree.parts.filename import (
    PRIMARY,
    data_file,
    index_file,
    projection_folder,
    stored_names,
)
from sparktree.parts.granules import Granules, cut, granule_rows, memory_size
from sparktree.parts.index import index_bytes, key_rows
from sparktree.parts.indexes import all_builders as all_builders
from sparktree.parts.indexes.builder import IndexBuilder
from sparktree.parts.layout import PartLayout, ProjectionLayout
from sparktree.parts.minmax import column_bounds, joined
from sparktree.parts.packed import with_statistics
from sparktree.parts.parquet import PageSize, ParquetFile, ParquetOrders, write_whole
from sparktree.parts.partition import partition_id, partition_text
from sparktree.parts.projected import projected_rows
from sparktree.parts.statistics import StatisticsBuilder
from sparktree.parts.storage import PLAIN, to_stored
from sparktree.types.parse import parse_type

TEMPORARY = "tmp_insert_"
_AT_ONCE = 4  # parts of a block that are written at the same time: files must be waited for


def write_parts(
    batches: Iterable[pa.RecordBatch],
    layout: PartLayout,
    disk: Disk,
    folder: str,
    prefix: str,
    settle: Callable[[pa.Table], pa.Table] | None = None,
) -> Generator[PartDescription, None, None]:
    """Write the rows as parts of one disk; see `write_placed`."""
    placed = write_placed(batches, layout, only_on(disk), folder, prefix, settle)
    with closing(placed):
        for _, part in placed:
            yield part


def write_placed(
    batches: Iterable[pa.RecordBatch],
    layout: PartLayout,
    placement: Placement,
    folder: str,
    prefix: str,
    settle: Callable[[pa.Table], pa.Table] | None = None,
    first: int = 0,
) -> Generator[tuple[str, PartDescription], None, None]:
    """Write the rows as parts into `<folder>/tmp_insert_<prefix>_<n>`: each one's disk, and it.

    Input columns are in the stored form of their types. If anything fails, or the caller stops
    before the end, the folders written so far are removed; `prefix` must be unique for each attempt
    of each task. `settle` may leave less of the sorted rows of a part. The disks' turn begins with
    the number `first`.
    """
    written: list[tuple[Disk, str]] = []
    numbers = itertools.count()

    def write(partition: PartitionBlock, number: int) -> tuple[str, PartDescription]:
        target = f"{folder}/{TEMPORARY}{prefix}_{number}"
        name, disk, part = _placed(partition, layout, placement, target, first + number)
        written.append((disk, target))
        return name, part

    def orders(block: pa.Table) -> Iterator[Callable[[], tuple[str, PartDescription]]]:
        for partition in split(block, layout):
            if settle is not None:
                partition = replace(partition, rows=settle(partition.rows))
            if partition.rows.num_rows:
                yield partial(write, partition, next(numbers))

    try:
        for block in gather(batches, layout):
            with closing(results_in_order(orders(block), _AT_ONCE)) as results:
                yield from results
    except BaseException:
        for disk, target in written:
            disk.remove(target)
        raise


def _placed(
    block: PartitionBlock, layout: PartLayout, placement: Placement, folder: str, number: int
) -> tuple[str, Disk, PartDescription]:
    """The block as a part of the first disk that has room; one that is full after all is passed."""
    if placement.only is not None:
        name, disk = placement.only
        return name, disk, write_part(block, layout, disk, folder)
    size, full = _size(block, layout), None
    moments = _last_moments(block, layout, {rule.key for rule in placement.rules})
    for name, disk in placement.after(moments, size, number):
        try:
            return name, disk, write_part(block, layout, disk, folder)
        except Error as error:
            if error.code != Code.NOT_ENOUGH_SPACE:
                raise
            full = error
    raise full or no_room(size)


def _last_moments(
    block: PartitionBlock, layout: PartLayout, keys: Collection[str]
) -> dict[str, float]:
    """When the time of all rows will have come, by some of the TTLs."""
    wanted = [value for value in layout.ttl if value.expression in keys]
    bounds = {value.expression: column_bounds(block.rows[value.input]) for value in wanted}
    return {key: one.greatest for key, one in bounds.items() if one.greatest is not None}


def _size(block: PartitionBlock, layout: PartLayout) -> int:
    return sum(memory_size(block.rows[c.source], c.type) for c in layout.columns)


def write_part(
    block: PartitionBlock, layout: PartLayout, disk: Disk, folder: str
) -> PartDescription:
    """Write one sorted block as a part, its projections inside."""
    part_type = layout.part_type(block.rows.num_rows, _size(block, layout))
    writer = PartWriter(disk, folder, layout, block.values, part_type)
    try:
        writer.add(block.rows)
        found = {
            one.name: _write_projection(block.rows, one, disk, folder) for one in layout.projections
        }
        return replace(writer.finish(), projections=found)
    except BaseException:
        writer.abort()
        raise


def _write_projection(
    rows: pa.Table, projection: ProjectionLayout, disk: Disk, folder: str
) -> PartProjection:
    target = f"{folder}/{projection_folder(projection.name)}"
    own = in_order(projected_rows(rows, projection), projection.layout)
    part = write_part(PartitionBlock((), own), projection.layout, disk, target)
    return PartProjection(projection.declaration, part)


@dataclass(slots=True)
class PartWriter:
    """One part in the making: sorted blocks are added, then it is finished or aborted."""

    disk: Disk
    folder: str
    layout: PartLayout
    partition_values: tuple[Any, ...]
    part_type: str
    _files: dict[str, ParquetFile] = field(default_factory=dict)
    _encodings: dict[str, str] = field(default_factory=dict)
    _sizes: dict[str, int] = field(default_factory=dict)
    _granules: list[int] = field(default_factory=list)
    _index: list[pa.Table] = field(default_factory=list)
    _last_key: pa.Table | None = None
    _minmax: dict[str, Bounds] = field(default_factory=dict)
    _ttl: dict[str, Bounds] = field(default_factory=dict)
    _indexes: tuple[IndexBuilder, ...] = field(init=False)
    _described_indexes: dict[str, PartIndex] = field(default_factory=dict)
    _statistics: StatisticsBuilder = field(init=False)

    def __post_init__(self) -> None:
        self._statistics = StatisticsBuilder(self.layout.statistics)
        self._indexes = tuple(IndexBuilder(index) for index in self.layout.indexes)

    def encode(self, encodings: Mapping[str, str]) -> None:
        """Decide on the forms of some columns before their first rows come."""
        self._encodings |= encodings

    def add(self, block: pa.Table, counted: pa.Table | None = None) -> None:
        """Add rows that are sorted and come after those added before.

        Statistics are made of those that are `counted`, of all by default.
        """
        if block.num_rows == 0:
            return
        granules = self._cut(block)
        self._add_keys(block, granules)
        self._add_bounds(block)
        self._add_to_indexes(block, granules)
        self._statistics.add(self._named(block if counted is None else counted))
        for name, columns in self._by_file(self._stored(block)).items():
            with self.disk.naming(f"{self.folder}/{name}"):
                self._file(name, columns, granules[0]).write(columns)
        self._granules += granules

    def finish(self) -> PartDescription:
        """Complete the files and describe the part; it is not visible to anybody yet."""
        with self.disk.naming(self.folder):
            files = {name: file.close() for name, file in self._files.items()}
            primary = self._write_index()
            files |= self._write_indexes()
            if primary is not None:
                files[PRIMARY] = primary
            part = with_statistics(self.disk, self._described(files), self._statistics.known)
        if self.layout.fsync_after_insert:
            for name in part.files:
                self.disk.sync(f"{self.folder}/{name}")
            self.disk.sync(self.folder)
        return part

    def abort(self) -> None:
        """Leave nothing behind."""
        for file in self._files.values():
            file.abandon()
        self.disk.remove(self.folder)

    def _cut(self, block: pa.Table) -> list[int]:
        size = 0
        for column in self.layout.columns:
            used = memory_size(block[column.source], column.type)
            self._sizes[column.name] = self._sizes.get(column.name, 0) + used
            size += used
        limits = self.layout.index_granularity, self.layout.index_granularity_bytes
        per_granule = granule_rows(block.num_rows, size, *limits)
        return cut(block.num_rows, per_granule)

    def _stored(self, block: pa.Table) -> list[pa.ChunkedArray]:
        """The columns as they go into the files; the first block decides on their types."""
        arrays = []
        for column in self.layout.columns:
            known = self._encodings.get(column.name)
            stored = to_stored(block[column.source], column.arrow, column.name, known)
            self._encodings[column.name] = stored.encoding
            arrays.append(stored.array)
        return arrays

    def _by_file(self, arrays: list[pa.ChunkedArray]) -> dict[str, pa.Table]:
        names = stored_names(column.name for column in self.layout.columns)
        if self.part_type == "Compact":
            return {self._file_name("data"): pa.table(arrays, names=names)}
        return {
            self._file_name(name): pa.table([array], names=[name])
            for name, array in zip(names, arrays, strict=True)
        }

    def _file_name(self, stored: str) -> str:
        return data_file(self.part_type, stored, None, self.layout.max_file_name_length)

    def _file(self, name: str, columns: pa.Table, granule: int) -> ParquetFile:
        if name not in self._files:
            names = stored_names(column.name for column in self.layout.columns)
            codecs = {
                stored: column.codec
                for stored, column in zip(names, self.layout.columns, strict=True)
            }
            orders = ParquetOrders(
                codecs,
                self.layout.default_codec,
                granule,
                self.layout.row_group_rows,
                self._page(columns),
            )
            stream = self.disk.open_write(f"{self.folder}/{name}")
            self._files[name] = ParquetFile(stream, columns, orders)
        return self._files[name]

    def _page(self, columns: pa.Table) -> PageSize:
        """What the only column of a file asks for; a file of several has pages of granules."""
        names = stored_names(column.name for column in self.layout.columns)
        found = dict(zip(names, self.layout.columns, strict=True))
        if self.part_type == "Compact":
            return PageSize()
        column = found[columns.column_names[0]]
        return PageSize(column.least_page_bytes, column.most_page_bytes)

    def _add_keys(self, block: pa.Table, granules: list[int]) -> None:
        keys = self.layout.sorting_key[: self.layout.primary_key_length]
        if keys:
            starts = Granules(tuple(granules)).starts()[:-1]
            self._index.append(key_rows(block, keys, starts))
            self._last_key = key_rows(block, keys, [block.num_rows - 1])

    def _write_index(self) -> PartFile | None:
        if self._last_key is None:
            return None
        stream = self.disk.open_write(f"{self.folder}/{PRIMARY}")
        return write_whole(stream, index_bytes([*self._index, self._last_key]))

    def _add_to_indexes(self, block: pa.Table, granules: list[int]) -> None:
        if self._indexes:
            named = pa.table(self._named(block))
            for index in self._indexes:
                index.add(named, granules)

    def _write_indexes(self) -> dict[str, PartFile]:
        files: dict[str, PartFile] = {}
        for index in self._indexes if self._granules else ():
            layout = index.layout
            name = index_file(layout.name, None, self.layout.max_file_name_length)
            content, size = index.content()
            files[name] = write_whole(self.disk.open_write(f"{self.folder}/{name}"), content)
            self._described_indexes[layout.name] = PartIndex(layout.declaration, (name,), size)
        return files

    def _named(self, block: pa.Table) -> dict[str, pa.ChunkedArray]:
        """The columns of the table under their own names."""
        return {column.name: block[column.source] for column in self.layout.columns}

    def _add_bounds(self, block: pa.Table) -> None:
        sources = {column.name: column.source for column in self.layout.columns}
        for name in self.layout.minmax_columns:
            joined(self._minmax, name, column_bounds(block[sources[name]]))
        for value in self.layout.ttl:
            joined(self._ttl, value.expression, column_bounds(block[value.input]))

    def _columns(self) -> tuple[PartColumn, ...]:
        names = stored_names(column.name for column in self.layout.columns)
        compressed: dict[str, int] = {}
        for file in self._files.values():
            compressed |= file.column_sizes()
        return tuple(
            PartColumn(
                column.name,
                column.type,
                stored,
                column.codec,
                self._encodings.get(column.name, PLAIN),
                compressed.get(stored, 0),
                self._sizes.get(column.name, 0),
            )
            for stored, column in zip(names, self.layout.columns, strict=True)
        )

    def _described(self, files: Mapping[str, PartFile]) -> PartDescription:
        layout = self.layout
        types = [parse_type(key.type) for key in layout.partition_key]
        rows = sum(self._granules)
        return PartDescription(
            folder=self.folder,
            uuid=str(uuid.uuid4()),
            part_type=self.part_type,
            columns=self._columns(),
            rows=rows,
            granules=Granules(tuple(self._granules)),
            partition_id=partition_id(self.partition_values, types),
            partition=partition_text(self.partition_values, types, layout.time_zone),
            partition_values=self.partition_values,
            minmax=dict(self._minmax),
            ttl=dict(self._ttl),
            sorting_key=tuple(key.expression for key in layout.sorting_key),
            primary_key_length=layout.primary_key_length,
            files=files,
            index_granularity_bytes=layout.index_granularity_bytes,
            default_codec=layout.default_codec,
            segments=(rows,),
            max_file_name_length=layout.max_file_name_length,
            primary_key_size=sum(table.nbytes for table in self._index),
            modified=time.time(),
            indexes=self._described_indexes,
            metadata_version=layout.metadata_version,
        )
