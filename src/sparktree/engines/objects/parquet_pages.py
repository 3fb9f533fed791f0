"""Row groups of Parquet files of which only the pages are read that may hold wanted rows.

Arrow reads whole column chunks. So the wanted pages of each column become a small file in memory
that Arrow decodes; what they hold besides the wanted rows is cut off.
"""

from __future__ import annotations

import base64
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sparktree.engines.keys.condition import Box, Condition
from sparktree.engines.keys.intervals import Intervals
from sparktree.engines.objects.parquet_bounds import intervals, is_same_kind
from sparktree.errors import Code, Error
from sparktree.formats.parquet_chunks import Chunk, Footer, Pages, RowGroup, Span, column_file
from sparktree.formats.parquet_pages import (
    DAMAGES,
    Contents,
    Numbers,
    PagePlaces,
    Read,
    Rows,
    common_rows,
    joined_spans,
    overlapping,
)
from sparktree.types import Type

ROWS = 131_072  # of a batch
_REQUEST = 256 << 10  # bytes that could be read in the time that a request takes
_LEAST = 4 * _REQUEST  # bytes of a row group for which its index is looked at
_WORTH = 0.75  # of the whole cost: pages are chosen if that is not more
_SCHEMA = "ARROW:schema"  # where Arrow keeps what Parquet cannot say of types

Keys = Sequence[tuple[str, Type]]  # columns of a condition


def fetched(native: pa.NativeFile, spans: list[Span]) -> Read:
    """Bytes of a file, those that are near each other in one request."""
    pieces = joined_spans(spans, _REQUEST)
    begins = [begin for begin, _ in pieces]
    data = [memoryview(native.read_at(end - begin, begin)) for begin, end in pieces]

    def read(begin: int, end: int) -> memoryview:
        place = bisect_right(begins, begin) - 1
        found = data[place][begin - begins[place] : end - begins[place]]
        if len(found) != end - begin:
            raise ValueError("The file ends too early.")
        return found

    return read


def _cost(spans: list[Span]) -> int:
    """What reading takes, in bytes."""
    pieces = joined_spans(spans, _REQUEST)
    return sum(end - begin + _REQUEST for begin, end in pieces)


@dataclass(frozen=True)
class PagedColumn:
    """A column, and which of its pages are wanted."""

    field: pa.Field
    leaves: list[PagePlaces]
    ranges: Rows  # of rows that are wanted: begins and ends

    @property
    def _is_flat(self) -> bool:
        return not pa.types.is_nested(self.field.type)

    @cached_property
    def held(self) -> Rows:
        """The rows of the chosen pages: leaves are cut where the pages of all of them begin."""
        borders = common_rows(self.leaves)
        chosen = overlapping(borders, self.ranges)
        return np.stack([borders[chosen], borders[chosen + 1]], axis=1)

    def _chosen(self, places: PagePlaces) -> Numbers:
        return overlapping(places.rows, self.held)

    def spans(self) -> list[Span]:
        """The bytes that are needed."""
        return [span for one in self.leaves for span in one.spans(self._chosen(one))]

    def decoded(self, footer: Footer, read: Read, *, keeps_schema: bool) -> Decoded:
        """The rows of the chosen pages."""
        leaves = [one.pages(self._chosen(one), read, flat=self._is_flat) for one in self.leaves]
        return Decoded(self._file(footer, leaves, keeps_schema=keeps_schema), self.held)

    def _file(self, footer: Footer, leaves: list[Pages], *, keeps_schema: bool) -> pq.ParquetFile:
        name = self.field.name
        schema = base64.b64encode(pa.schema([self.field]).serialize()).decode()
        metadata = {_SCHEMA: schema} if keeps_schema else {}
        rows = int(np.diff(self.held).sum())
        data = column_file(footer, name, rows, leaves, metadata)
        return pq.ParquetFile(pa.BufferReader(data))


class Decoded:
    """Rows of one column, asked for in their order."""

    def __init__(self, file: pq.ParquetFile, held: Rows) -> None:
        self._batches = file.iter_batches(ROWS, use_threads=False)
        self._first = held[:, 0]
        self._place = np.cumsum(np.append(0, np.diff(held).ravel()))  # in the file
        self._array = pa.nulls(0)
        self._begin = self._end = 0

    def take(self, ranges: Sequence[Span]) -> pa.Array:
        """The rows of some ranges, which begin behind those that were asked for before."""
        return pa.concat_arrays([piece for one in ranges for piece in self._pieces(*one)])

    def _pieces(self, first: int, last: int) -> Iterator[pa.Array]:
        number = int(np.searchsorted(self._first, first, "right")) - 1
        begin = int(self._place[number] + first - self._first[number])
        end = begin + last - first
        while begin < end:
            while begin >= self._end:
                self._next()
            piece = self._array.slice(begin - self._begin, min(end, self._end) - begin)
            yield piece
            begin += len(piece)

    def _next(self) -> None:
        batch = next(self._batches, None)
        if batch is None:
            raise Error(Code.INCORRECT_DATA, "Pages of a Parquet file have fewer rows than told.")
        self._array = batch.column(0)
        self._begin, self._end = self._end, self._end + len(self._array)


@dataclass(frozen=True)
class PagedGroup:
    """A row group of which some rows are wanted."""

    footer: Footer
    columns: list[PagedColumn]
    ranges: Rows
    keeps_schema: bool

    @cached_property
    def spans(self) -> list[Span]:
        """The bytes that are needed; none if no row is wanted."""
        return [span for column in self.columns for span in column.spans()] if len(self) else []

    def __len__(self) -> int:
        return int(np.diff(self.ranges).sum())

    def batches(self, native: pa.NativeFile) -> Iterator[pa.RecordBatch] | None:
        """The wanted rows; None if the pages are not what the index says."""
        if not len(self):
            return iter(())
        read = fetched(native, self.spans)
        try:
            columns = [
                column.decoded(self.footer, read, keeps_schema=self.keeps_schema)
                for column in self.columns
            ]
        except DAMAGES:
            return None
        return self._batches(columns)

    def _batches(self, columns: list[Decoded]) -> Iterator[pa.RecordBatch]:
        schema = pa.schema([column.field for column in self.columns])
        for some in _windows(self.ranges):
            yield pa.RecordBatch.from_arrays([one.take(some) for one in columns], schema=schema)


def _windows(ranges: Rows) -> Iterator[list[Span]]:
    """The ranges, cut into lots of at most so many rows as a batch has."""
    lot: list[Span] = []
    room = ROWS
    for begin, end in ranges.tolist():
        while begin < end:
            cut = min(end, begin + room)
            lot.append((begin, cut))
            room -= cut - begin
            begin = cut
            if not room:
                yield lot
                lot, room = [], ROWS
    if lot:
        yield lot


def paged_groups(
    native: pa.NativeFile,
    file: pq.ParquetFile,
    groups: Sequence[int],
    names: Sequence[str],
    condition: Condition,
    keys: Keys,
) -> dict[int, PagedGroup]:
    """The row groups of which it is worth to read only some pages, by what their indexes tell."""
    key_columns = [
        (number, name, type_)
        for number, (name, type_) in enumerate(keys)
        if name in file.schema_arrow.names
        and is_same_kind(file.schema_arrow.field(name).type, type_)
    ]
    if not key_columns or not _has_index(file, key_columns[0][1]):
        return {}
    footer = Footer.of_metadata(file.metadata)
    asked = [
        _IndexedGroup(file, footer.group(number), names, key_columns, condition)
        for number in groups
    ]
    large = {n: one for n, one in zip(groups, asked, strict=True) if one.is_worth_asking}
    read = fetched(native, [span for one in large.values() for span in one.index_spans()])
    found = {}
    for number, one in large.items():
        try:
            paged = one.chosen(footer, read)
        except DAMAGES:
            continue
        if _cost(paged.spans) <= _WORTH * _cost(one.spans()):
            found[number] = paged
    return found


def _has_index(file: pq.ParquetFile, name: str) -> bool:
    """Whether files of this writer have indexes; a column of plain values has one chunk."""
    group = file.metadata.row_group(0)
    chunks = (group.column(place) for place in range(group.num_columns))
    return any(c.has_column_index and c.path_in_schema == name for c in chunks)


class _IndexedGroup:
    """A row group whose indexes are asked."""

    def __init__(
        self,
        file: pq.ParquetFile,
        group: RowGroup,
        names: Sequence[str],
        key_columns: Sequence[tuple[int, str, Type]],
        condition: Condition,
    ) -> None:
        chunks = group.chunks()
        self._schema = file.schema_arrow
        self._keeps_schema = _SCHEMA.encode() in (file.metadata.metadata or {})
        self._rows = group.rows
        self._columns: dict[str, list[Chunk]] = {name: chunks[name] for name in names}
        self._keys = [(n, t, chunks[name][0]) for n, name, t in key_columns]
        self._fields = {n: file.schema_arrow.field(name) for n, name, _ in key_columns}
        self._condition = condition

    def spans(self) -> list[Span]:
        """The bytes of all chunks that are needed."""
        chunks = (chunk for some in self._columns.values() for chunk in some)
        return [(chunk.begin, chunk.begin + chunk.size) for chunk in chunks]

    @property
    def is_worth_asking(self) -> bool:
        """Whether there is something to save, and all is told that has to be known."""
        chunks = (chunk for some in self._columns.values() for chunk in some)
        return (
            sum(end - begin for begin, end in self.spans()) >= _LEAST
            and all(chunk.offset_index is not None for chunk in chunks)
            and any(chunk.column_index is not None for _, _, chunk in self._keys)
        )

    def index_spans(self) -> list[Span]:
        """Where the indexes are."""
        chunks = [chunk for some in self._columns.values() for chunk in some]
        keys = [chunk for _, _, chunk in self._keys]
        spans = [chunk.offset_index for chunk in (*chunks, *keys)]
        spans += [chunk.column_index for chunk in keys]
        return [span for span in spans if span is not None]

    def chosen(self, footer: Footer, read: Read) -> PagedGroup:
        """What the indexes leave."""
        ranges = self._ranges(read)
        columns = [
            PagedColumn(
                self._schema.field(name),
                [self._pages_of(chunk, read) for chunk in chunks],
                ranges,
            )
            for name, chunks in self._columns.items()
        ]
        return PagedGroup(footer, columns, ranges, self._keeps_schema)

    def _pages_of(self, chunk: Chunk, read: Read) -> PagePlaces:
        if chunk.offset_index is None:
            raise ValueError("A chunk without an offset index.")
        return PagePlaces.of(bytes(read(*chunk.offset_index)), chunk, self._rows)

    def _ranges(self, read: Read) -> Rows:
        """The rows that may be wanted: the condition is asked of rows between which no page of
        any of its columns ends."""
        known: dict[int, tuple[PagePlaces, Intervals]] = {}
        for number, type_, chunk in self._keys:
            found = self._intervals(number, type_, chunk, read)
            if found is not None:
                known[number] = found
        cuts = np.unique(np.concatenate([[0, self._rows], *(p.rows for p, _ in known.values())]))
        firsts = cuts[:-1]
        pieces: Mapping[int, Intervals] = {
            number: found[np.searchsorted(places.rows, firsts, "right") - 1]
            for number, (places, found) in known.items()
        }
        may, _ = self._condition.evaluate(Box(len(firsts), pieces))
        changes = np.flatnonzero(np.diff(np.concatenate([[False], may, [False]]).astype(np.int8)))
        ranges: Rows = cuts[changes].reshape(-1, 2)
        return ranges

    def _intervals(
        self, number: int, type_: Type, chunk: Chunk, read: Read
    ) -> tuple[PagePlaces, Intervals] | None:
        """Where the pages of a key are and what is in them."""
        if chunk.column_index is None or chunk.offset_index is None:
            return None
        places = self._pages_of(chunk, read)
        held = Contents.of(bytes(read(*chunk.column_index)), chunk)
        if len(held.null) != len(places):
            raise ValueError("Indexes of a chunk that differ in the number of pages.")
        found = intervals(
            held.least, held.greatest, held.null, self._fields[number], type_, absent_is_null=True
        )
        return None if found is None else (places, found)
