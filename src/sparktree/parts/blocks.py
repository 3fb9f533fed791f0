"""Blocks of an insert: gathered from batches, cut by size, split by partition, sorted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.kernel.connection import whole
from sparktree.parts.layout import PartLayout
from sparktree.parts.sorting import sort_order

_GREATEST_BLOCK = 1 << 30  # Arrow's strings count bytes with 31 bits
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PartitionBlock:
    """The sorted rows of one partition, with the partition key's values."""

    values: tuple[Any, ...]
    rows: pa.Table


def gather(batches: Iterable[pa.RecordBatch], layout: PartLayout) -> Iterator[pa.Table]:
    """Blocks as ClickHouse squashes them: until there are enough rows or enough bytes."""
    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in _pieces(batches, max(layout.max_insert_block_size, 1)):
        waiting.append(batch)
        rows += batch.num_rows
        size += batch.nbytes
        if _enough(rows, size, layout):
            yield pa.Table.from_batches(waiting)
            waiting, rows, size = [], 0, 0
    if waiting:
        yield pa.Table.from_batches(waiting)


def _pieces(batches: Iterable[pa.RecordBatch], limit: int) -> Iterator[pa.RecordBatch]:
    """Batches of at most `limit` rows; those that are too large for one block are halved."""
    for batch in batches:
        step = limit
        while step > 1 and batch.nbytes / max(batch.num_rows, 1) * step > _GREATEST_BLOCK:
            step = -(-step // 2)
        for start in range(0, batch.num_rows, step):
            yield batch.slice(start, step)


def _enough(rows: int, size: int, layout: PartLayout) -> bool:
    least_rows, least_bytes = layout.min_insert_block_size_rows, layout.min_insert_block_size_bytes
    if rows >= layout.max_insert_block_size or size >= _GREATEST_BLOCK:
        return True
    if not least_rows and not least_bytes:
        return True
    return bool((least_rows and rows >= least_rows) or (least_bytes and size >= least_bytes))


def in_order(block: pa.Table, layout: PartLayout) -> pa.Table:
    """The rows sorted by the sorting key."""
    keys = [(whole(block[key.input]), key.descending) for key in layout.sorting_key]
    return _ordered(block, sort_order(keys))


def split(block: pa.Table, layout: PartLayout) -> Iterator[PartitionBlock]:
    """The block's partitions in order of their first rows, each sorted by the sorting key."""
    keys = [(whole(block[key.input]), key.descending) for key in layout.sorting_key]
    columns = [whole(block[key.input]) for key in layout.partition_key]
    groups, firsts = _groups(columns, block.num_rows)
    _check_partitions(len(firsts), layout)
    values = [tuple(column[int(row)].as_py() for column in columns) for row in firsts]
    if len(firsts) == 1:
        yield PartitionBlock(values[0], _ordered(block, sort_order(keys)))
        return
    order = sort_order([(pa.array(groups), False), *keys])
    ordered = _ordered(block, order)
    bounds = np.concatenate([[0], np.cumsum(np.bincount(groups, minlength=len(firsts)))])
    for number, value in enumerate(values):
        start, end = int(bounds[number]), int(bounds[number + 1])
        yield PartitionBlock(value, ordered.slice(start, end - start))


def _ordered(block: pa.Table, order: npt.NDArray[np.uint64] | None) -> pa.Table:
    return block if order is None else block.combine_chunks().take(pa.array(order))


def _check_partitions(count: int, layout: PartLayout) -> None:
    limit = layout.max_partitions_per_insert_block
    if limit and count > limit and layout.throw_on_max_partitions_per_insert_block:
        raise Error(Code.TOO_MANY_PARTS, _TOO_MANY.format(limit))


_TOO_MANY = (
    "Too many partitions for single INSERT block (more than {}). The limit is controlled by "
    "'max_partitions_per_insert_block' setting. Large number of partitions is a common "
    "misconception. It will lead to severe negative performance impact, including slow server "
    "startup, slow INSERT queries and slow SELECT queries. Recommended total number of partitions "
    "for a table is under 1000..10000. Please note, that partitioning is not intended to speed up "
    "SELECT queries (ORDER BY key is sufficient to make range queries fast). Partitions are "
    "intended for data manipulation (DROP PARTITION, etc)."
)


def _groups(columns: list[pa.Array], rows: int) -> tuple[Integers, Integers]:
    """For every row the number of its partition, and for every partition its first row."""
    combined = _combined(map(_value_codes, columns), rows)
    if not combined.any():
        return combined, np.zeros(1, dtype=np.int64)
    _, firsts = np.unique(combined, return_index=True)
    appearance = np.argsort(np.argsort(firsts))
    return appearance[combined], np.sort(firsts)


def _combined(columns: Iterable[Integers], rows: int) -> Integers:
    """A number for every row, equal where those of all columns are."""
    combined = np.zeros(rows, dtype=np.int64)
    for codes in columns:
        top = int(codes.max(initial=0)) + 1
        if top > 1:
            combined = _renumbered(combined * top + codes)
    return combined


def _renumbered(codes: Integers) -> Integers:
    """The same groups numbered from 0 without holes, so that products stay small."""
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def _value_codes(column: pa.Array) -> Integers:
    """A number for every row, equal where the values are."""
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return _value_codes(column.storage)
    if pa.types.is_nested(kind):
        return _nested_codes(column)
    if pa.types.is_dictionary(kind):
        column = column.dictionary_decode()
    encoded = column.dictionary_encode()
    missing = len(encoded.dictionary)
    codes: Integers = encoded.indices.cast(pa.int64()).fill_null(missing).to_numpy(False)
    return codes


def _nested_codes(column: pa.Array) -> Integers:
    """Tuples by the numbers of their elements, arrays by the bytes of their elements' numbers."""
    missing = column.is_null().cast(pa.int64()).to_numpy(False)
    if pa.types.is_struct(column.type):
        return _combined([missing, *map(_value_codes, column.flatten())], len(column))
    lengths = pc.list_value_length(column).fill_null(0).to_numpy(False)
    ends = 8 * np.cumsum(lengths, dtype=np.int64)
    bounds, codes = np.concatenate([[0], ends]), _value_codes(column.flatten())
    buffers = [None, pa.py_buffer(bounds), pa.py_buffer(codes)]
    lists = pa.Array.from_buffers(pa.large_binary(), len(column), buffers)
    return _combined([missing, _value_codes(lists)], len(column))
