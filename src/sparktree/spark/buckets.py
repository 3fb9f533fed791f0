"""Rows of a task divided into buckets by the kernel's hash."""

from collections.abc import Callable, Iterator, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel.sql import quote_name
from sparktree.spark import blocks
from sparktree.spark.blocks import Kind
from sparktree.spark.stages import Hash

_BUCKET = "__bucket"
_GROUP_BYTES = 64 << 20
_FLUSH_BYTES = 8 << 20
_WAITING_BYTES = 256 << 20


def with_bucket(sql: str, output: Hash) -> str:
    """The SELECT with the number of each row's bucket as an additional last column."""
    keys = ", ".join(quote_name(name) for name in output.columns)
    bucket = f"(hash({keys}) % {output.buckets})::UINTEGER AS {_BUCKET}"
    return f"SELECT *, {bucket} FROM (\n{sql}\n)"


Block = tuple[Kind, bytes]
Encode = Callable[[pa.Schema, Sequence[pa.RecordBatch]], Block]


def split(
    reader: pa.RecordBatchReader, buckets: int, encode: Encode
) -> Iterator[tuple[int, Block]]:
    """The (bucket, block) pairs of a reader whose last column is the bucket."""
    waiting = _Waiting(pa.schema(list(reader.schema)[:-1]), buckets, encode)
    for group in blocks.regroup(reader, _GROUP_BYTES):
        for bucket, rows in _pieces(group):
            yield from waiting.add(bucket, rows)
        if waiting.total >= _WAITING_BYTES:
            yield from waiting.flush_all()
    yield from waiting.flush_all()


class _Waiting:
    """Rows that wait until there are enough of them for a block."""

    def __init__(self, schema: pa.Schema, buckets: int, encode: Encode) -> None:
        self._schema = schema
        self._encode = encode
        self._batches: list[list[pa.RecordBatch]] = [[] for _ in range(buckets)]
        self._sizes = [0] * buckets
        self.total = 0

    def add(self, bucket: int, rows: pa.RecordBatch) -> Iterator[tuple[int, Block]]:
        self._batches[bucket].append(rows)
        self._sizes[bucket] += rows.nbytes
        self.total += rows.nbytes
        if self._sizes[bucket] >= _FLUSH_BYTES:
            yield from self._flush(bucket)

    def flush_all(self) -> Iterator[tuple[int, Block]]:
        for bucket, batches in enumerate(self._batches):
            if batches:
                yield from self._flush(bucket)

    def _flush(self, bucket: int) -> Iterator[tuple[int, Block]]:
        for group in blocks.regroup(self._batches[bucket]):
            yield bucket, self._encode(self._schema, group)
        self.total -= self._sizes[bucket]
        self._batches[bucket], self._sizes[bucket] = [], 0


def _pieces(group: list[pa.RecordBatch]) -> Iterator[tuple[int, pa.RecordBatch]]:
    """One batch per bucket that occurs; the rows keep their order."""
    table = pa.Table.from_batches(group).combine_chunks()
    if not table.num_rows:
        return
    batch = table.to_batches()[0]
    column = batch.column(batch.num_columns - 1)
    rows = batch.select(range(batch.num_columns - 1)).take(pc.sort_indices(column))
    counts = pc.value_counts(column)
    sizes = zip(counts.field(0).to_pylist(), counts.field(1).to_pylist(), strict=True)
    start = 0
    for bucket, size in sorted(sizes):
        yield bucket, rows.slice(start, size)
        start += size
