"""Parquet files made of column chunks of other Parquet files, whose values nobody decodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
# Fields of Parquet's own structs.
_VERSION, _SCHEMA, _ROWS, _GROUPS, _PAIRS, _CREATOR, _ORDERS = range(1, 8)
_NAME, _CHILDREN = 4, 5
_COLUMNS, _BYTES, _GROUP_ROWS, _GROUP_OFFSET, _COMPRESSED, _ORDINAL = 1, 2, 3, 5, 6, 7
_CHUNK_OFFSET, _META = 2, 3
_PATH, _MEMORY, _STORED, _DATA, _INDEX, _DICTIONARY = 3, 6, 7, 9, 10, 11
_BLOOM, _BLOOM_SIZE = 14, 15


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

    def chunks(self, name: str) -> list[Struct]:
        """The chunks of a column: one for each of its leaves."""
        chunks: list[Struct] = self.fields[_COLUMNS][1][1]
        return [c for c in chunks if c[_META][1][_PATH][1][1][0] == name.encode()]


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
    memory: int  # bytes of its values before compression


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
        for column in self._columns:
            for chunk in sources[column.file].chunks(column.stored):
                meta: Struct = dict(chunk[_META][1])
                start = _start(meta)
                size = meta[_STORED][1]
                memory += meta[_MEMORY][1]
                yield Piece(column.file, start, size, meta[_MEMORY][1])
                chunks.append(self._moved(meta, column.name, self._position - start))
                self._position += size
        rows = sources[0].rows
        self._rows += rows
        self._groups.append(
            {
                _COLUMNS: (LIST, (STRUCT, chunks)),
                _BYTES: (I64, memory),
                _GROUP_ROWS: (I64, rows),
                _GROUP_OFFSET: (I64, begin),
                _COMPRESSED: (I64, self._position - begin),
                _ORDINAL: (I16, len(self._groups) % (1 << 15)),
            }
        )

    def _moved(self, meta: Struct, name: str, distance: int) -> Struct:
        """The chunk where it is in the new file; indexes of pages stay behind."""
        kind, path = meta[_PATH][1]
        meta[_PATH] = (LIST, (kind, [name.encode(), *path[1:]]))
        for field in (_DATA, _INDEX, _DICTIONARY):
            if field in meta:
                meta[field] = (I64, meta[field][1] + distance)
        meta.pop(_BLOOM, None)
        meta.pop(_BLOOM_SIZE, None)
        return {_CHUNK_OFFSET: (I64, 0), _META: (STRUCT, meta)}

    def tail(self, metadata: Mapping[str, str]) -> bytes:
        """What comes behind the last piece."""
        elements: list[Struct] = []
        for column in self._columns:
            first, *below = self._last[column.file].footer.elements(column.stored)
            elements += [{**first, _NAME: (BINARY, column.name.encode())}, *below]
        root: Struct = {_NAME: (BINARY, b"schema"), _CHILDREN: (I32, len(self._columns))}
        pairs: list[Any] = [
            {1: (BINARY, key.encode()), 2: (BINARY, value.encode())}
            for key, value in metadata.items()
        ]
        leaves = sum(_CHILDREN not in element for element in elements)
        source = self._last[0].footer.fields
        footer: Struct = {
            _VERSION: source[_VERSION],
            _SCHEMA: (LIST, (STRUCT, [root, *elements])),
            _ROWS: (I64, self._rows),
            _GROUPS: (LIST, (STRUCT, self._groups)),
            _PAIRS: (LIST, (STRUCT, pairs)),
            _CREATOR: source[_CREATOR],
            _ORDERS: (LIST, (STRUCT, [{1: (STRUCT, {})}] * leaves)),
        }
        data = struct_bytes(footer)
        return data + len(data).to_bytes(4, "little") + MAGIC


def _start(meta: Struct) -> int:
    """Where a chunk begins: at its dictionary, if it has one."""
    data: int = meta[_DATA][1]
    dictionary: int = meta.get(_DICTIONARY, (I64, 0))[1]
    return min(data, dictionary) if dictionary > 0 else data
