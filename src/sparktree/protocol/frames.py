"""ClickHouse's own compression of streams: frames with a checksum, as `compress=1` asks for."""

from __future__ import annotations

import io
import struct
from typing import Any, BinaryIO, Protocol

import pyarrow as pa
from clickhouse_cityhash.cityhash import CityHash128

from sparktree.errors import Code, Error

LZ4, ZSTD, NONE = 0x82, 0x90, 0x02
_CODECS = {LZ4: "lz4_raw", ZSTD: "zstd"}
_CHECKSUM = 16
_HEAD = struct.Struct("<BII")  # method, size of the head and the data, size of what the data holds
_BLOCK = 1 << 20
_MOST = 1 << 30  # bytes that a frame may hold
METHODS = {"LZ4": LZ4, "LZ4HC": LZ4, "ZSTD": ZSTD, "NONE": NONE}  # by their names in settings


def checksum(data: bytes) -> bytes:
    """CityHash128 in the order of ClickHouse: the upper half first."""
    value = CityHash128(data)
    upper, lower = value >> 64, value & 0xFFFF_FFFF_FFFF_FFFF
    return struct.pack("<QQ", upper, lower)


def frame(data: bytes, method: int = LZ4, level: int | None = None) -> bytes:
    """One frame that holds the data."""
    packed = data
    if method == ZSTD and level is not None:
        packed = pa.Codec("zstd", level).compress(data, asbytes=True)
    elif method != NONE:
        packed = pa.compress(data, _CODECS[method], asbytes=True)
    body = _HEAD.pack(method, len(packed) + _HEAD.size, len(data)) + packed
    return checksum(body) + body


class FrameWriter(io.RawIOBase):
    """Writes frames of a MiB into another stream."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        while len(self._held) >= _BLOCK:
            self._out.write(frame(bytes(self._held[:_BLOCK])))
            del self._held[:_BLOCK]
        return memoryview(data).nbytes

    def flush(self) -> None:
        if not self.closed and self._held:
            self._out.write(frame(bytes(self._held)))
            self._held.clear()

    def close(self) -> None:
        self.flush()
        super().close()


class Readable(Protocol):
    """Where frames come from."""

    def read(self, size: int, /) -> bytes:
        """So many bytes; fewer only at the end."""
        ...


class FrameReader(io.RawIOBase):
    """What frames hold, as they come; their checksums are looked at."""

    def __init__(self, source: Readable, *, check: bool = True, most: int = _MOST) -> None:
        self._source, self._check, self._most = source, check, most
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            data = self._frame()
            if data is None:
                return 0
            self._left = memoryview(data)
        count = min(len(buffer), len(self._left))
        buffer[:count] = self._left[:count]
        self._left = self._left[count:]
        return count

    def _frame(self) -> bytes | None:
        start = self._source.read(_CHECKSUM + _HEAD.size)
        if not start:
            return None
        if len(start) < _CHECKSUM + _HEAD.size:
            raise Error(Code.CANNOT_READ_ALL_DATA, "Cannot read all data: a frame is cut off")
        method, packed, size = _HEAD.unpack(start[_CHECKSUM:])
        if method not in (*_CODECS, NONE):
            raise Error(Code.UNKNOWN_COMPRESSION_METHOD, f"Unknown compression method: {method}")
        if packed < _HEAD.size or packed > self._most or size > self._most:
            message = f"Too large size_compressed: {packed}. Most likely corrupted data."
            raise Error(Code.TOO_LARGE_SIZE_COMPRESSED, message)
        data = self._source.read(packed - _HEAD.size)
        if len(data) < packed - _HEAD.size:
            raise Error(Code.CANNOT_READ_ALL_DATA, "Cannot read all data: a frame is cut off")
        if self._check and checksum(start[_CHECKSUM:] + data) != start[:_CHECKSUM]:
            message = "Checksum doesn't match: corrupted data."
            raise Error(Code.CHECKSUM_DOESNT_MATCH, message)
        return _unpacked(method, data, size)


def _unpacked(method: int, data: bytes, size: int) -> bytes:
    if method == NONE:
        return data
    try:
        return bytes(pa.decompress(data, size, _CODECS[method], asbytes=True))
    except (pa.ArrowException, OSError) as error:
        raise Error(Code.CANNOT_DECOMPRESS, f"Cannot decompress: {error}") from error
