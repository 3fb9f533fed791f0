"""Apache Avro: files of rows, in blocks that are compressed one by one."""

from __future__ import annotations

import bz2
import lzma
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.arrow import input_block
from sparktree.formats.avro_columns import shape_of, values
from sparktree.formats.avro_schema import Node, bad, parse_schema, schema_text
from sparktree.formats.byte_rows import joined, side_by_side, zigzag
from sparktree.formats.format import Format, Subset, declare
from sparktree.formats.input import Source
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel.byte_shapes import SIGNED, UNSIGNED, whole_values
from sparktree.kernel.text import unescape

_MAGIC = b"Obj\x01"
_MARK = 16  # bytes that end every block
_BYTES_AT_ONCE = 8 << 20  # of rows that are decoded together


def _deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


def _snappy(data: bytes) -> bytes:
    packed = bytes(pa.compress(data, "snappy", asbytes=True))
    return packed + zlib.crc32(data).to_bytes(4, "big")


def _from_snappy(data: bytes) -> bytes:
    size, _ = UNSIGNED.number_at(data, 0)
    return bytes(pa.decompress(data[:-4], size, "snappy", asbytes=True))


def _from_zstd(data: bytes) -> bytes:
    return bytes(pa.CompressedInputStream(pa.BufferReader(data), "zstd").read())


_PACK: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "null": ("null", lambda data: data),
    "deflate": ("deflate", _deflate),
    "snappy": ("snappy", _snappy),
    "zstd": ("zstandard", lambda data: pa.compress(data, "zstd", asbytes=True)),
}
_UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "null": lambda data: data,
    "deflate": lambda data: zlib.decompress(data, -15),
    "snappy": _from_snappy,
    "zstandard": _from_zstd,
    "bzip2": bz2.decompress,
    "xz": lzma.decompress,
}


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    settings = options.settings
    chosen = settings.output_format_avro_codec or "snappy"
    if chosen not in _PACK:
        raise Error(Code.BAD_ARGUMENTS, f"Avro codec {chosen} is not available")
    codec, pack = _PACK[chosen]
    mark = os.urandom(_MARK)
    meta = (("avro.codec", codec), ("avro.schema", schema_text(header)))
    pairs = b"".join(_text(name) + _text(value) for name, value in meta)
    out.write(_MAGIC + _number(len(meta)) + pairs + _number(0) + mark)
    for block in blocks:
        if not block.num_rows:
            continue
        columns = (
            values(type_, column.combine_chunks())
            for (_, type_), column in zip(header, block.columns, strict=True)
        )
        rows = side_by_side(*columns)
        for piece in _pieces(rows, settings.output_format_avro_sync_interval):
            packed = pack(joined(piece))
            out.write(_number(len(piece)) + _number(len(packed)) + packed + mark)


def _pieces(rows: pa.Array, size: int) -> Iterator[pa.Array]:
    """Rows of so many bytes or a little more."""
    offsets = np.frombuffer(rows.buffers()[1], np.int64)[rows.offset :][: len(rows) + 1]
    start = 0
    while start < len(rows):
        end = int(np.searchsorted(offsets, offsets[start] + max(1, size)))
        end = min(max(end, start + 1), len(rows))
        yield rows.slice(start, end - start)
        start = end


def _number(value: int) -> bytes:
    return joined(zigzag(np.array([value])))


def _text(text: str) -> bytes:
    data = text.encode()
    return _number(len(data)) + data


@dataclass(slots=True)
class _File:
    """A file whose header was read."""

    stream: BinaryIO
    rows: Node
    unpack: Callable[[bytes], bytes]
    mark: bytes

    def blocks(self) -> Iterator[tuple[int, bytes]]:
        """The number of rows of each block, and their bytes."""
        while (first := self.stream.read(1)) != b"":
            count, size = _number_from(self.stream, first), _number_from(self.stream)
            if count < 0 or size < 0:
                raise bad("Invalid block")
            packed = _exactly(self.stream, size)
            if _exactly(self.stream, _MARK) != self.mark:
                raise bad("Sync mismatch")
            try:
                yield count, self.unpack(packed)
            except (OSError, EOFError, IndexError, zlib.error, lzma.LZMAError,
                    pa.ArrowException) as error:  # fmt: skip
                raise bad(f"A block cannot be decompressed: {error}") from error

    def batches(self) -> Iterator[tuple[int, bytes]]:
        """Several blocks at a time."""
        rows, held, size = 0, [], 0
        for count, data in self.blocks():
            rows += count
            held.append(data)
            size += len(data)
            if size >= _BYTES_AT_ONCE:
                yield rows, b"".join(held)
                rows, held, size = 0, [], 0
        if rows:
            yield rows, b"".join(held)


def _opened(source: Source) -> _File:
    stream = source.file(seekable=False)
    if _exactly(stream, len(_MAGIC)) != _MAGIC:
        raise bad("Invalid data file. Magic does not match")
    meta: dict[bytes, bytes] = {}
    while count := _number_from(stream):
        if count < 0:
            _number_from(stream)
        for _ in range(abs(count)):
            name = _exactly(stream, _number_from(stream))
            meta[name] = _exactly(stream, _number_from(stream))
    codec = meta.get(b"avro.codec", b"null").decode("utf-8", "replace")
    if codec not in _UNPACK:
        raise bad(f"Unknown codec in data file: {codec}")
    rows = parse_schema(meta.get(b"avro.schema", b"").decode("utf-8", "replace"))
    return _File(stream, rows, _UNPACK[codec], _exactly(stream, _MARK))


def _exactly(stream: BinaryIO, size: int) -> bytes:
    """So many bytes, as many reads as that may take."""
    found = stream.read(size) if size > 0 else b""
    while len(found) < size:
        more = stream.read(size - len(found))
        if not more:
            raise bad("EOF reached")
        found += more
    return found


def _number_from(stream: BinaryIO, data: bytes = b"") -> int:
    while not data or data[-1] >= 0x80:
        data += _exactly(stream, 1)
    return SIGNED.number_at(data, 0)[0]


def _read(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    """The wanted columns; those of the others are only stepped over."""
    file = _opened(source)
    names = [unescape(name).decode("utf-8", "replace") for name, _ in columns]
    for name in names:
        if (
            name not in file.rows.names
            and not options.settings.input_format_avro_allow_missing_fields
        ):
            raise Error(Code.THERE_IS_NO_COLUMN, f"Field {name} not found in Avro schema")
    shapes = [shape_of(node) for node in file.rows.inner]
    wanted = set(names)
    most = options.settings.max_insert_block_size
    for rows, data in file.batches():
        starts, end = whole_values(shapes, data, 0, rows)
        if len(starts) != rows or end != len(data):
            raise bad("A block holds other rows than it says")
        view = np.frombuffer(data, np.uint8)
        for first in range(0, rows, most):
            at = starts[first : first + most]
            found = {}
            for name, shape in zip(file.rows.names, shapes, strict=True):
                if name in wanted:
                    found[name] = shape.array(view, at)
                at = shape.ends(view, at)
            yield input_block(_batch(found, len(at)), columns, names, options)


def _batch(found: dict[str, pa.Array], rows: int) -> pa.RecordBatch:
    """The columns; without any, one that nobody asks for says how many rows there are."""
    return pa.record_batch(found or {"": pa.nulls(rows)})


def _infer(source: Source, options: FormatOptions) -> Header:
    rows = _opened(source).rows
    return [(name, node.type) for name, node in zip(rows.names, rows.inner, strict=True)]


declare(
    Format(
        "Avro",
        "Apache Avro's files.",
        writer=_write,
        reader=_read,
        content_type="avro/binary",
        infer=_infer,
        typed=True,
        named=True,
        subset=Subset.BY_NAME,
        magic=b"Obj\x01",
    )
)
