"""Blocks: Arrow rows as compressed IPC bytes, and the records that carry them between tasks."""

import pickle
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import IO, Any, TypeVar

import pyarrow as pa

BLOCK_BYTES = 32 << 20
_COMPRESSED = pa.ipc.IpcWriteOptions(compression="lz4")
_PLAIN = pa.ipc.IpcWriteOptions()
_HEADER = struct.Struct("<BHII")

Data = bytes | memoryview
T = TypeVar("T")


class Kind(IntEnum):
    """What a record carries."""

    BLOCK = 0
    SINK = 1  # what a sink yielded
    ERROR = 2  # a pickled Error
    PLACE = 3  # where a block lies in a file


@dataclass(frozen=True, slots=True)
class Record:
    """What a task hands on."""

    stage: int
    task: int
    sequence: int
    kind: Kind
    payload: Data

    def pack(self) -> bytes:
        """The record as the bytes that Spark moves."""
        header = _HEADER.pack(self.kind, self.stage, self.task, self.sequence)
        return b"".join((header, self.payload))


def unpack(data: bytes) -> Record:
    """The record in the bytes, which it goes on using."""
    kind, stage, task, sequence = _HEADER.unpack_from(data)
    return Record(stage, task, sequence, Kind(kind), memoryview(data)[_HEADER.size :])


def checked(data: bytes) -> Record:
    """The record in the bytes; an error that it carries is raised."""
    record = unpack(data)
    if record.kind is Kind.ERROR:
        raise pickle.loads(record.payload)
    return record


def encode(schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> bytes:
    """The batches as one block."""
    sink = pa.BufferOutputStream()
    write(sink, schema, batches, compressed=True)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def write(
    sink: pa.NativeFile | IO[bytes],
    schema: pa.Schema,
    batches: Iterable[pa.RecordBatch],
    *,
    compressed: bool,
) -> None:
    """Write the batches as one block."""
    options = _COMPRESSED if compressed else _PLAIN
    with pa.ipc.new_stream(sink, schema, options=options) as writer:
        for batch in batches:
            writer.write_batch(batch)


def decode(block: Data) -> pa.Table:
    """The rows of a block."""
    return pa.ipc.open_stream(block).read_all()


class Blocks:
    """Blocks of one schema that the kernel scans, decompressing as it reads, as often as needed."""

    def __init__(self, blocks: Sequence[Data]) -> None:
        self._blocks = blocks
        self.schema: pa.Schema = pa.ipc.open_stream(blocks[0]).schema

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        reader = pa.RecordBatchReader.from_batches(self.schema, self._batches())
        return reader.__arrow_c_stream__(requested_schema)

    def _batches(self) -> Iterator[pa.RecordBatch]:
        for block in self._blocks:
            yield from pa.ipc.open_stream(block)


def regroup(
    batches: Iterable[pa.RecordBatch], limit: int = BLOCK_BYTES
) -> Iterator[list[pa.RecordBatch]]:
    """The batches in groups of about `limit` bytes."""
    group: list[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        if group and size + batch.nbytes > limit:
            yield group
            group, size = [], 0
        group.append(batch)
        size += batch.nbytes
    if group:
        yield group


def encode_all(reader: pa.RecordBatchReader, encoded: Callable[..., T]) -> Iterator[T]:
    """The reader's rows as blocks; at least one, for the schema's sake."""
    empty = True
    for group in regroup(reader):
        yield encoded(reader.schema, group)
        empty = False
    if empty:
        yield encoded(reader.schema, ())
