"""One Parquet file in the making: row groups of whole granules, a page for each granule."""

import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from sparktree.parts.checksums import HashingStream
from sparktree.parts.codecs import Compression, compression, wanted_encoding
from sparktree.parts.description import PartFile
from sparktree.parts.encodings import Encoding, encoding

_WRITE_BATCH = 1024
_PAGE_BYTES = 16 << 20  # granules, not bytes, end a page


@dataclass(frozen=True, slots=True)
class PageSize:
    """Bytes of a page before compression; without them a granule is a page."""

    least: int = 0
    most: int = 0

    def rows(self, granule: int, row_bytes: float) -> int:
        """Rows of a page: granules until the least size is reached."""
        return granule * max(1, math.ceil(self.least / (granule * row_bytes)))

    def bytes(self) -> int:
        """Where a page ends within a granule."""
        return self.most or _PAGE_BYTES

    def batch(self, granule: int, row_bytes: float) -> int:
        """Rows after which the writer looks at the size of a page."""
        return max(1, min(_WRITE_BATCH, granule, int(self.bytes() / row_bytes)))


@dataclass(frozen=True, slots=True)
class ParquetOrders:
    """How to write: codec texts by stored column, rows of a granule and of a row group."""

    codecs: Mapping[str, str]
    default_codec: str
    granule_rows: int
    row_group_rows: int
    page: PageSize = PageSize()

    def compression(self, stored: str) -> Compression:
        """The compression of a column."""
        return compression(self.codecs[stored], self.default_codec)

    @property
    def group_rows(self) -> int:
        """Rows of a row group: as many whole granules as fit, at least one."""
        return max(self.row_group_rows // self.granule_rows, 1) * self.granule_rows


class ParquetFile:
    """A file of a part that is being written, with its checksum."""

    def __init__(self, stream: BinaryIO, first: pa.Table, orders: ParquetOrders) -> None:
        self._stream = HashingStream(stream)
        self._orders = orders
        self._leaves = [(top, path) for top in first.schema for path in _leaves(top.type, top.name)]
        self._writer = self._open(first)

    def _open(self, first: pa.Table) -> pq.ParquetWriter:
        codecs = {path: self._orders.compression(top.name) for top, path in self._leaves}
        granule, page = self._orders.granule_rows, self._orders.page
        row_bytes = max(first.nbytes / max(first.num_rows, 1), 1 / 8)
        tops = {name: self._encoding(name, first[name]) for name in first.column_names}
        encodings = [(path, tops[top.name]) for top, path in self._leaves]
        return pq.ParquetWriter(
            self._stream,
            first.schema,
            compression={path: codec.name for path, codec in codecs.items()},
            compression_level={p: c.level for p, c in codecs.items() if c.level is not None},
            use_dictionary=[path for path, one in encodings if one.dictionary],
            column_encoding={path: one.values for path, one in encodings if not one.dictionary},
            # Bounds of floats leave NaN out, and the kernel would skip the rows that hold it.
            write_statistics=[p for top, p in self._leaves if not _has_floats(top.type)],
            # A batch that is not longer than a page lets pages end where granules do.
            write_batch_size=page.batch(granule, row_bytes),
            max_rows_per_page=page.rows(granule, row_bytes),
            data_page_size=page.bytes(),
            write_page_index=True,
            store_schema=False,
        )

    def _encoding(self, stored: str, first: pa.ChunkedArray) -> Encoding:
        wanted = wanted_encoding(self._orders.codecs[stored])
        return encoding(first, self._orders.group_rows, wanted)

    def write(self, columns: pa.Table) -> None:
        """Add rows, in row groups of whole granules."""
        self._writer.write_table(columns, row_group_size=self._orders.group_rows)

    def close(self) -> PartFile:
        """Complete the file."""
        self._writer.close()
        self._stream.close()
        return self._stream.result()

    def abandon(self) -> None:
        """Close what is open; the caller removes the file."""
        self._stream.discard()
        with suppress(pa.ArrowException, OSError):
            self._writer.close()
        self._writer.is_open = False  # or its destructor tries once more
        self._stream.close()

    def column_sizes(self) -> dict[str, int]:
        """Bytes in the closed file by column; the leaves of a nested one count together."""
        metadata = self._writer.writer.metadata
        sizes: dict[str, int] = {}
        for group in range(metadata.num_row_groups):
            row_group = metadata.row_group(group)
            for number, (top, _) in enumerate(self._leaves):
                used = row_group.column(number).total_compressed_size
                sizes[top.name] = sizes.get(top.name, 0) + used
        return sizes


def write_whole(stream: BinaryIO, data: bytes) -> PartFile:
    """Write a small file at once."""
    hashing = HashingStream(stream)
    hashing.write(data)
    hashing.close()
    return hashing.result()


def _has_floats(type_: pa.DataType) -> bool:
    inner = [type_.field(i).type for i in range(type_.num_fields)]
    return pa.types.is_floating(type_) or any(map(_has_floats, inner))


def _leaves(kind: pa.DataType, path: str) -> Iterator[str]:
    """The Parquet paths of the primitive columns below a column."""
    if pa.types.is_struct(kind):
        for child in kind:
            yield from _leaves(child.type, f"{path}.{child.name}")
    elif pa.types.is_list(kind):
        yield from _leaves(kind.value_type, f"{path}.list.element")
    else:
        yield path
