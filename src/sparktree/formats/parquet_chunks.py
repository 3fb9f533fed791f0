"""Parquet files made of column chunks of other Parquet files, whose values nobody decodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pyarrow.parquet as pq

from sparktree.errors import Code, Error
from sparktree.formats.thrift import (
    BINARY,
    I16,
    I32,
    I64,
    LIST,
    STRUCT,
    Struct,
    read_struct,
    struct_bytes,
)

MAGIC = b"PAR1"
Span = tuple[int, int]  # bytes of a file, from one place to another
# Fields of Parquet's own structs.
_VERSION, _SCHEMA, _ROWS, _GROUPS, _PAIRS, _CREATOR, _ORDERS = range(1, 8)
_NAME, _CHILDREN = 4, 5
_COLUMNS, _BYTES, _GROUP_ROWS, _GROUP_OFFSET, _COMPRESSED, _ORDINAL = 1, 2, 3, 5, 6, 7
_CHUNK_OFFSET, _META, _OFFSET_INDEX, _COLUMN_INDEX = 2, 3, 4, 6  # an index's size comes behind it
_PHYSICAL, _PATH, _VALUES, _MEMORY, _STORED = 1, 3, 5, 6, 7
_DATA, _INDEX, _DICTIONARY = 9, 10, 11
_STATISTICS, _ENCODING_STATS, _BLOOM, _BLOOM_SIZE, _SIZE_STATISTICS = 12, 13, 14, 15, 16


class Footer:
    """What a file says of itself. Row groups are taken apart when they are asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.fields = read_struct(data, begins=(_GROUPS,))[0]

    @classmethod
    def of(cls, size: int, read: Callable[[int, int], bytes]) -> Footer:
        """That of a file of so many bytes, of which `read` gives those between two places."""
        tail = read(max(size - 8, 0), size)
        length = int.from_bytes(tail[:4], "little")
        if tail[4:] != MAGIC or length + 12 > size:
            raise Error(Code.INCORRECT_DATA, "Not a Parquet file.")
        return cls(read(size - 8 - length, size - 8))

    @classmethod
    def of_metadata(cls, metadata: pq.FileMetaData) -> Footer:
        """That of a file whose footer Arrow has read."""
        out = BytesIO()
        metadata.write_metadata_file(out)
        return cls.of(len(out.getbuffer()), lambda begin, end: bytes(out.getbuffer()[begin:end]))

    def group(self, number: int) -> RowGroup:
        """A row group."""
        begin: int = self.fields[_GROUPS][1][number]
        return RowGroup(self, read_struct(self._data, begin)[0])

    def elements(self, name: str) -> list[Struct]:
        """The schema of a column: its own element and all below it."""
        elements: list[Struct] = self.fields[_SCHEMA][1][1]
        position = 1
        while position < len(elements):
            end = _end(elements, position)
            if elements[position][_NAME][1] == name.encode():
                return elements[position:end]
            position = end
        raise Error(Code.INCORRECT_DATA, f"The Parquet file has no column {name}.")


@dataclass(frozen=True, slots=True)
class RowGroup:
    """A row group of a file."""

    footer: Footer
    fields: Struct

    @property
    def rows(self) -> int:
        """How many rows it has."""
        found: int = self.fields[_GROUP_ROWS][1]
        return found

    def chunks(self) -> dict[str, list[Chunk]]:
        """The chunks of each column: one for each of its leaves."""
        found: dict[str, list[Chunk]] = {}
        for fields in self.fields[_COLUMNS][1][1]:
            path: list[bytes] = fields[_META][1][_PATH][1][1]
            found.setdefault(path[0].decode(), []).append(Chunk(fields))
        return found


@dataclass(frozen=True, slots=True)
class Chunk:
    """What a footer says of one leaf of a column in a row group."""

    fields: Struct

    @property
    def meta(self) -> Struct:
        """What is said of its content."""
        found: Struct = self.fields[_META][1]
        return found

    @property
    def begin(self) -> int:
        """Where it begins: at its dictionary, if it has one."""
        data: int = self.meta[_DATA][1]
        dictionary: int = self.meta.get(_DICTIONARY, (I64, 0))[1]
        return min(data, dictionary) if dictionary > 0 else data

    @property
    def size(self) -> int:
        """How many bytes it has."""
        found: int = self.meta[_STORED][1]
        return found

    @property
    def memory(self) -> int:
        """How many it had before compression."""
        found: int = self.meta[_MEMORY][1]
        return found

    @property
    def physical(self) -> int:
        """The number of the type that its values are stored in."""
        found: int = self.meta[_PHYSICAL][1]
        return found

    @property
    def column_index(self) -> Span | None:
        """Where it is told what is in each page."""
        return self._index(_COLUMN_INDEX)

    @property
    def offset_index(self) -> Span | None:
        """Where it is told where the pages are."""
        return self._index(_OFFSET_INDEX)

    def _index(self, field: int) -> Span | None:
        if field not in self.fields or field + 1 not in self.fields:
            return None
        begin = self.fields[field][1]
        return begin, begin + self.fields[field + 1][1]

    def moved(self, name: str, distance: int) -> Struct:
        """The chunk where it is in a new file; indexes of pages stay behind."""
        meta = dict(self.meta)
        kind, path = meta[_PATH][1]
        meta[_PATH] = (LIST, (kind, [name.encode(), *path[1:]]))
        for field in (_DATA, _INDEX, _DICTIONARY):
            if field in meta:
                meta[field] = (I64, meta[field][1] + distance)
        meta.pop(_BLOOM, None)
        meta.pop(_BLOOM_SIZE, None)
        return {_CHUNK_OFFSET: (I64, 0), _META: (STRUCT, meta)}


@dataclass(frozen=True, slots=True)
class Pages:
    """The bytes of some pages of a chunk, and what their headers say together."""

    chunk: Chunk
    dictionary: memoryview  # empty if there is none
    data: tuple[memoryview, ...]
    values: int
    memory: int  # bytes before compression

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return len(self.dictionary) + sum(map(len, self.data))

    def moved(self, begin: int) -> Struct:
        """A chunk of these pages that begins at a place of a new file."""
        # What is said of all values is not true of some.
        others = {_DATA, _INDEX, _DICTIONARY, _STATISTICS, _ENCODING_STATS, _SIZE_STATISTICS}
        others |= {_BLOOM, _BLOOM_SIZE}
        meta: Struct = {f: v for f, v in self.chunk.meta.items() if f not in others}
        data = begin + len(self.dictionary)
        meta[_VALUES] = (I64, self.values)
        meta[_MEMORY] = (I64, self.memory)
        meta[_STORED] = (I64, self.size)
        meta[_DATA] = (I64, data)
        if data > begin:
            meta[_DICTIONARY] = (I64, begin)
        return {_CHUNK_OFFSET: (I64, 0), _META: (STRUCT, meta)}


def _end(elements: Sequence[Struct], position: int) -> int:
    """Where the elements below an element end."""
    count = elements[position].get(_CHILDREN, (I32, 0))[1]
    position += 1
    for _ in range(count):
        position = _end(elements, position)
    return position


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes of a source file, to be copied next."""

    file: int
    begin: int
    size: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """A column of the new file: its name there, the file that has it and its name in that file."""

    name: str
    file: int
    stored: str


class Assembly:
    """A file in the making: first the pieces are copied in their order, then comes the tail."""

    def __init__(self, columns: Sequence[Chosen]) -> None:
        self._last: Sequence[RowGroup] = ()
        self._columns = columns
        self._position = len(MAGIC)
        self._groups: list[Struct] = []
        self._rows = 0

    def group(self, sources: Sequence[RowGroup]) -> Iterator[Piece]:
        """The pieces of the next row group of the new file, out of one of each source."""
        self._last = sources
        begin, chunks, memory = self._position, [], 0
        stored = [source.chunks() for source in sources]
        for column in self._columns:
            for chunk in stored[column.file][column.stored]:
                memory += chunk.memory
                yield Piece(column.file, chunk.begin, chunk.size)
                chunks.append(chunk.moved(column.name, self._position - chunk.begin))
                self._position += chunk.size
        rows = sources[0].rows
        self._rows += rows
        size = self._position - begin
        self._groups.append(_group(chunks, begin, size, memory, rows, len(self._groups)))

    def tail(self, metadata: Mapping[str, str]) -> bytes:
        """What comes behind the last piece."""
        columns = []
        for column in self._columns:
            first, *below = self._last[column.file].footer.elements(column.stored)
            columns.append([{**first, _NAME: (BINARY, column.name.encode())}, *below])
        footer = self._last[0].footer
        return _tail(footer, columns, self._groups, self._rows, metadata)


def column_file(
    footer: Footer, name: str, rows: int, leaves: Sequence[Pages], metadata: Mapping[str, str]
) -> bytes:
    """A file of so many rows of one column: of each of its chunks the pages that hold them."""
    position, chunks = len(MAGIC), []
    for pages in leaves:
        chunks.append(pages.moved(position))
        position += pages.size
    memory = sum(pages.memory for pages in leaves)
    groups = [_group(chunks, len(MAGIC), position - len(MAGIC), memory, rows, 0)]
    tail = _tail(footer, [footer.elements(name)], groups, rows, metadata)
    data = (piece for pages in leaves for piece in (pages.dictionary, *pages.data))
    return b"".join((MAGIC, *data, tail))


def _group(
    chunks: list[Struct], begin: int, size: int, memory: int, rows: int, number: int
) -> Struct:
    return {
        _COLUMNS: (LIST, (STRUCT, chunks)),
        _BYTES: (I64, memory),
        _GROUP_ROWS: (I64, rows),
        _GROUP_OFFSET: (I64, begin),
        _COMPRESSED: (I64, size),
        _ORDINAL: (I16, number % (1 << 15)),
    }


def _tail(
    source: Footer,
    columns: Sequence[Sequence[Struct]],
    groups: list[Struct],
    rows: int,
    metadata: Mapping[str, str],
) -> bytes:
    """The footer of a new file with columns of these elements, its own length behind it."""
    elements = [element for column in columns for element in column]
    root: Struct = {_NAME: (BINARY, b"schema"), _CHILDREN: (I32, len(columns))}
    pairs: list[Any] = [
        {1: (BINARY, key.encode()), 2: (BINARY, value.encode())} for key, value in metadata.items()
    ]
    leaves = sum(_CHILDREN not in element for element in elements)
    footer: Struct = {
        _VERSION: source.fields[_VERSION],
        _SCHEMA: (LIST, (STRUCT, [root, *elements])),
        _ROWS: (I64, rows),
        _GROUPS: (LIST, (STRUCT, groups)),
        _PAIRS: (LIST, (STRUCT, pairs)),
        _ORDERS: (LIST, (STRUCT, [{1: (STRUCT, {})}] * leaves)),
    }
    if _CREATOR in source.fields:
        footer[_CREATOR] = source.fields[_CREATOR]
    data = struct_bytes(footer)
    return data + len(data).to_bytes(4, "little") + MAGIC
