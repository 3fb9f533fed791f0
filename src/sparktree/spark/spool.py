"""Blocks in files, of which Spark exchanges only the places.

All tasks of a local session are on the driver's machine. What they exchange would pass through two
sockets and Spark's own files, and be compressed on the way; so large blocks are written once, and
whoever gets their place maps them into memory. The driver gets large results the same way: in the
heap of its JVM, which is all that a session has, they might not find room.
"""

import os
import shutil
import struct
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.spark import blocks
from sparktree.spark.blocks import Data, Kind, Record

_LEAST = 256 << 10  # bytes; smaller blocks travel themselves
# A task's first blocks stay as they are, to be read in place; of many it is the disk that counts.
_PLAIN_BYTES = 1 << 30
_PLACE = struct.Struct("<QQ")
_ALIGNMENT = 64
_SPARE_BYTES = 1 << 30  # of the disk are left to others


@contextmanager
def folder(shared: str | None) -> Iterator[str]:
    """A place for the blocks of one run, gone after it; none ('') if tasks share no folder."""
    if shared is None:
        yield ""
        return
    path = Path(shared) / f"sparktree-exchange-{uuid.uuid4().hex}"
    path.mkdir()
    try:
        yield str(path)
    finally:
        shutil.rmtree(path, ignore_errors=True)  # cancelled tasks may still write


class Spool:
    """Encodes the blocks of one task, in a file of its own where they are large."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._path = os.path.join(folder, uuid.uuid4().hex)
        self._file: pa.NativeFile | None = None

    def __call__(self, schema: pa.Schema, batches: Sequence[pa.RecordBatch]) -> tuple[Kind, bytes]:
        """The batches as one block, or where it lies."""
        if not self._folder or sum(batch.nbytes for batch in batches) < _LEAST:
            return Kind.BLOCK, blocks.encode(schema, batches)
        if self._file is None:
            self._file = pa.OSFile(self._path, "wb")
        _check_space(self._folder)
        begin = self._file.tell()
        blocks.write(self._file, schema, batches, compressed=begin >= _PLAIN_BYTES)
        size = self._file.tell() - begin
        self._file.write(b"\0" * (-size % _ALIGNMENT))
        self._file.flush()
        return Kind.PLACE, _PLACE.pack(begin, size) + self._path.encode()

    def close(self) -> None:
        """All blocks are written."""
        if self._file is not None:
            self._file.close()


def _check_space(folder: str) -> None:
    """An error in time: others write to the same disk."""
    if shutil.disk_usage(folder).free < _SPARE_BYTES:
        message = f"Cannot keep the rows of a query in {folder}: the disk is nearly full."
        raise Error(Code.NOT_ENOUGH_SPACE, message)


def content(kind: Kind, payload: Data) -> Data:
    """What a record carries: a block that lies in a file is shown in place."""
    if kind is not Kind.PLACE:
        return payload
    begin, size = _PLACE.unpack_from(payload)
    return memoryview(pa.memory_map(_path(payload)).read_at(size, begin))


def size(kind: Kind, payload: Data) -> int:
    """The bytes of what a record carries, wherever they lie."""
    return int(_PLACE.unpack_from(payload)[1]) if kind is Kind.PLACE else len(payload)


def taken(records: Sequence[Record]) -> Iterator[Record]:
    """The records with what they carry; files are gone once all their blocks are mapped."""
    for place, record in enumerate(records):
        yield replace(record, payload=content(record.kind, record.payload))
        last = all(one.task != record.task for one in records[place + 1 : place + 2])
        if record.kind is Kind.PLACE and last:
            with suppress(OSError):  # the folder goes when the run ends
                os.unlink(_path(record.payload))


def _path(payload: Data) -> str:
    return bytes(payload[_PLACE.size :]).decode()
