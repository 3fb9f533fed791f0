"""Compressed streams by ClickHouse's names of the methods, and by the endings of file names."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from typing import Any, BinaryIO, cast

import pyarrow as pa

from sparktree.errors import Code, Error

_PIECE = 1 << 20
_FRAME = 1 << 18  # bytes in a frame of Snappy
_NUMBER = 4  # bytes of a size there
ENDINGS = {
    "br": "br",
    "bz2": "bz2",
    "deflate": "deflate",
    "gz": "gzip",
    "lz4": "lz4",
    "snappy": "snappy",
    "xz": "xz",
    "zst": "zstd",
}
_ALIASES = {"gz": "gzip", "brotli": "br", "lzma": "xz", "zst": "zstd", "": "auto"}


class _Inflating(io.RawIOBase):
    """What a zlib stream holds."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._inflater = zlib.decompressobj()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = b""
        while not data and not self._inflater.eof:
            piece = self._inflater.unconsumed_tail or self._stream.read(_PIECE)
            if not piece:
                break
            data = self._inflater.decompress(piece, len(buffer))
        buffer[: len(data)] = data
        return len(data)


class _Deflating(io.RawIOBase):
    """Writes a zlib stream."""

    def __init__(self, stream: BinaryIO, level: int = -1) -> None:
        self._stream = stream
        self._deflater = zlib.compressobj(level)

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._stream.write(self._deflater.compress(data))
        return memoryview(data).nbytes

    def close(self) -> None:
        if not self.closed:
            self._stream.write(self._deflater.flush())
        super().close()


class _Unsnapping(io.RawIOBase):
    """What a stream of Snappy holds in Hadoop's frames: the size of some data, then that data in
    pieces, each behind the size of its compressed form."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._data = memoryview(b"")
        self._expected = 0  # bytes of the frame that are still to come

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not len(self._data):
            if not self._expected:
                head = self._stream.read(_NUMBER)
                if not head:
                    return 0
                self._expected = self._number(head)
                continue
            size = self._number(self._stream.read(_NUMBER))
            packed = self._stream.read(size)
            held = _snappy_size(packed)
            if len(packed) < size or held > self._expected:
                raise OSError("a frame of Snappy does not hold what it says")
            self._data = memoryview(pa.decompress(packed, held, "snappy", asbytes=True))
            self._expected -= held
        count = min(len(buffer), len(self._data))
        buffer[:count] = self._data[:count]
        self._data = self._data[count:]
        return count

    def _number(self, data: bytes) -> int:
        if len(data) < _NUMBER:
            raise EOFError("a frame of Snappy is cut off")
        return int.from_bytes(data, "big")


def _snappy_size(packed: bytes) -> int:
    """How many bytes a piece of Snappy holds: it begins with that, in groups of seven bits."""
    size = 0
    for place, byte in enumerate(packed[:5]):
        size |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return size
    raise OSError("a piece of Snappy has no size")


class _Snapping(io.RawIOBase):
    """Writes Snappy in Hadoop's frames."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        while len(self._held) >= _FRAME:
            self._frame(bytes(self._held[:_FRAME]))
            del self._held[:_FRAME]
        return memoryview(data).nbytes

    def _frame(self, data: bytes) -> None:
        packed = pa.compress(data, "snappy", asbytes=True)
        sizes = (len(data), len(packed))
        self._stream.write(b"".join(size.to_bytes(_NUMBER, "big") for size in sizes) + packed)

    def close(self) -> None:
        if not self.closed and self._held:
            self._frame(bytes(self._held))
        super().close()


def _arrow_reader(codec: str) -> Callable[[BinaryIO], Any]:
    return lambda stream: pa.CompressedInputStream(pa.PythonFile(stream, "r"), codec)


def _arrow_writer(codec: str) -> Callable[[BinaryIO], Any]:
    return lambda stream: pa.CompressedOutputStream(pa.PythonFile(stream, "w"), codec)


_READERS: dict[str, Callable[[BinaryIO], Any]] = {
    "none": lambda stream: stream,
    "gzip": lambda stream: gzip.GzipFile(fileobj=stream, mode="rb"),
    "deflate": lambda stream: io.BufferedReader(_Inflating(stream), _PIECE),
    "br": _arrow_reader("brotli"),
    "xz": lzma.LZMAFile,
    "zstd": _arrow_reader("zstd"),
    "lz4": _arrow_reader("lz4"),
    "bz2": bz2.BZ2File,
    "snappy": lambda stream: io.BufferedReader(_Unsnapping(stream), _PIECE),
}
_DAMAGED = {
    "gzip": Code.ZLIB_INFLATE_FAILED,
    "deflate": Code.ZLIB_INFLATE_FAILED,
    "br": Code.BROTLI_READ_FAILED,
    "xz": Code.LZMA_STREAM_DECODER_FAILED,
    "zstd": Code.ZSTD_DECODER_FAILED,
    "lz4": Code.LZ4_DECODER_FAILED,
    "bz2": Code.BZIP2_STREAM_DECODER_FAILED,
    "snappy": Code.SNAPPY_UNCOMPRESS_FAILED,
}  # what damaged data is called
_WRITERS: dict[str, Callable[[BinaryIO], Any]] = {
    "gzip": lambda stream: gzip.GzipFile(fileobj=stream, mode="wb"),
    "deflate": _Deflating,
    "br": _arrow_writer("brotli"),
    "xz": partial(lzma.LZMAFile, mode="wb"),
    "zstd": _arrow_writer("zstd"),
    "lz4": _arrow_writer("lz4"),
    "bz2": partial(bz2.BZ2File, mode="wb"),
    "snappy": _Snapping,
}


def method_of(path: str, given: str | None) -> str:
    """The method that is named, or that the ending of the file's name asks for."""
    method = (given or "auto").lower()
    method = _ALIASES.get(method, method)
    if method == "auto":
        return ENDINGS.get(PurePath(path).suffix[1:].lower(), "none")
    if method not in _READERS:
        supported = ", ".join(f"'{name}'" for name in ("auto", *_READERS))
        raise Error(
            Code.NOT_IMPLEMENTED,
            f"Unknown compression method '{method}'. "
            f"Only {supported} are supported as compression methods.",
        )
    return method


def decompressed(stream: BinaryIO, method: str) -> BinaryIO:
    """What the stream holds, as it is read."""
    if method == "none":
        return stream
    return cast(BinaryIO, _Checked(_READERS[method](stream), _DAMAGED[method]))


def compressed(stream: BinaryIO, method: str, level: int | None = None) -> BinaryIO:
    """A stream that compresses into another one, which is complete once this one is closed.

    The level is one of zlib; the other methods have their own.
    """
    if level is not None and method == "gzip":
        return cast(BinaryIO, gzip.GzipFile(fileobj=stream, mode="wb", compresslevel=level))
    if level is not None and method == "deflate":
        return cast(BinaryIO, _Deflating(stream, level))
    return cast(BinaryIO, _WRITERS[method](stream)) if method != "none" else stream


class _Checked:
    """Reads another stream; data that is not what the method writes is the user's error."""

    def __init__(self, stream: Any, code: Code) -> None:
        self._stream, self._code = stream, code

    def read(self, size: int = -1) -> bytes:
        try:
            return bytes(self._stream.read(size) if size >= 0 else self._stream.read())
        except (OSError, EOFError, zlib.error, lzma.LZMAError, pa.ArrowException) as error:
            message = f"The compressed data is damaged: {error}"
            raise Error(self._code, message) from error

    def close(self) -> None:
        self._stream.close()
