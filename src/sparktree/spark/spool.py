"""Blocks in files, of which Spark moves only the places.

All tasks of a local session are on the driver's machine. What they exchange or hand to the driver
would pass through two sockets and Spark's own files or the JVM's memory, and be compressed on the
way; so large blocks are written once, and whoever gets their place maps them into memory.
"""

import os
import shutil
import struct
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
# What stays free on the disk, for all others who use it: a share of it, and no more than so much.
_FREE_SHARE, _FREE_BYTES = 0.05, 1 << 30


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
        self._check_space()
        if self._file is None:
            self._file = pa.OSFile(self._path, "wb")
        begin = self._file.tell()
        blocks.write(self._file, schema, batches, compressed=begin >= _PLAIN_BYTES)
        size = self._file.tell() - begin
        self._file.write(b"\0" * (-size % _ALIGNMENT))
        self._file.flush()
        return Kind.PLACE, _PLACE.pack(begin, size) + self._path.encode()

    def _check_space(self) -> None:
        disk = shutil.disk_usage(self._folder)
        if disk.free < min(disk.total * _FREE_SHARE, _FREE_BYTES):
            raise Error(
                Code.NOT_ENOUGH_SPACE,
                f"Too many rows for the disk of {self._folder}: {disk.free >> 20} MiB of it are"
                " free. A LIMIT makes a result smaller; spark.local.dir names another folder",
            )

    def close(self) -> None:
        """All blocks are written."""
        if self._file is not None:
            self._file.close()


def size(record: Record) -> int:
    """The bytes of what a record carries."""
    if record.kind is not Kind.PLACE:
        return len(record.payload)
    _, found = _PLACE.unpack_from(record.payload)
    return int(found)


def content(record: Record) -> Data:
    """What a record carries: a block that lies in a file is shown in place."""
    if record.kind is not Kind.PLACE:
        return record.payload
    begin, size = _PLACE.unpack_from(record.payload)
    return memoryview(pa.memory_map(_path(record)).read_at(size, begin))


def forget(records: Sequence[Record]) -> None:
    """Nobody will ask for what the records carry any more; what is mapped stays as it is."""
    for path in {_path(record) for record in records if record.kind is Kind.PLACE}:
        os.unlink(path)


def _path(record: Record) -> str:
    return bytes(record.payload[_PLACE.size :]).decode()
