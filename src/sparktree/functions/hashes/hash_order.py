"""The order of elements in ClickHouse's tables of hashes, which sets of them come out in.

Tables of arrays (arrayUnion) and of groups (groupUniqArray, uniqExact) differ in their first sizes
and in how they hash integers.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions.core import lists
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.clickhouse_bytes import as_integer
from sparktree.functions.hashes.any_values import unsigned_bits
from sparktree.functions.hashes.hash_arrays import city_hash, mixed
from sparktree.functions.hashes.uniq_sample import crc32c
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, raw_bytes, whole
from sparktree.kernel.sql import Sql
from sparktree.types import Decimal, Float, String, Type

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
# First sizes, as powers of two.
ARRAYS, INTERSECTIONS = 6, 8
_GROUPS, _GROUPS_OF_TEXT = 4, 5
_SLOW_DEGREE = 23  # up to here four times as many cells when half are taken, then twice as many


def in_order(values: Sql, type_: Type, degree: int = ARRAYS) -> Sql:
    """Different elements of arrays, without NULL, in that order; others as they are."""
    floats = isinstance(type_, Float) and type_.bits >= 32
    if not floats and as_integer(Sql("0"), type_) is None:
        return values
    return _sorted(values, lambda v: unsigned_bits(v, type_), "mixed", degree)


def in_group_order(values: Sql, type_: Type) -> Sql:
    """Different values of a group in that order; those with other hashes as they are."""
    if isinstance(type_, Float) and type_.bits >= 32:
        return _sorted(values, lambda v: unsigned_bits(v, type_), "mixed", _GROUPS)
    if isinstance(type_, String):
        return _sorted(values, _bytes_hashed, "plain", _GROUPS_OF_TEXT)
    known = None if isinstance(type_, Decimal) else as_integer(Sql("0"), type_)
    if known is None:
        return values
    # Cells of colliding values are told by who came first: most often the lesser one.
    ascending = sql.call("list_sort", values)
    if known[1].bits == 8:  # every value has its cell
        return _sorted(values, lambda v: unsigned_bits(v, type_), "plain", 8)
    return _sorted(ascending, lambda v: unsigned_bits(v, type_), "crc", _GROUPS)


def _sorted(values: Sql, word: Callable[[Sql], Sql | None], hashed: str, degree: int) -> Sql:
    def each(value: Sql) -> Sql:
        found = word(value)
        assert found is not None
        return found

    def ordered(v: Sql) -> Sql:
        order = _hash_order(lists.transform(v, each), Sql(f"'{hashed}'"), degree)
        return lists.transform(order, lambda place: sql.item(v, place))

    return sql.bound(values, ordered)


def _bytes_hashed(text: Sql) -> Sql:
    return _bytes_hash(raw_bytes(text))


def _degrees(sizes: Places, first: int) -> Places:
    """How large the table is that so many elements are in."""
    degrees = np.full(len(sizes), first, np.int64)
    while len(full := np.flatnonzero(sizes > 1 << (degrees - 1))):
        degrees[full] += np.where(degrees[full] < _SLOW_DEGREE, 2, 1)
    return degrees


def places(sizes: Places, hashes: Words, degrees: Places, first: Flags | None = None) -> Places:
    """The places of the elements of all rows, from 1, in the order of the cells that they get.

    A cell belongs to the first of the elements that come to it, the others go on to the next.
    Zero, which `first` tells, has a cell of its own before all others.
    """
    rows = np.repeat(np.arange(len(sizes)), sizes)
    last = (np.int64(1) << degrees[rows]) - 1
    cells = (hashes & last.view(np.uint64)).view(np.int64)
    if first is not None:
        cells[first] = -1
    while True:
        keys = (rows << np.int64(32)) + cells
        order = np.argsort(keys, kind="stable")
        late = order[1:][keys[order[1:]] == keys[order[:-1]]]
        if not len(late):
            return np.asarray(order - (np.cumsum(sizes) - sizes)[rows[order]] + 1)
        cells[late] = (cells[late] + 1) & last[late]


@arrow_function("st_hash_order", ("UBIGINT[]", "VARCHAR", "INTEGER"), "BIGINT[]")
def _hash_order(
    values: pa.ChunkedArray, hashed: pa.ChunkedArray, degree: pa.ChunkedArray
) -> pa.Array:
    if not len(values):
        return pa.array([], pa.list_(pa.int64()))
    array = whole(values)
    words = np.asarray(array.flatten(), np.uint64)
    sizes = np.asarray(array.value_lengths().fill_null(0), np.int64)
    hashes = {"mixed": mixed, "crc": crc32c}.get(hashed[0].as_py(), lambda plain: plain)(words)
    none = words == 0 if hashed[0].as_py() == "crc" else None
    found = places(sizes, hashes, _degrees(sizes, degree[0].as_py()), none)
    ends = np.concatenate([[0], np.cumsum(sizes)])
    return pa.LargeListArray.from_arrays(pa.array(ends), pa.array(found)).cast(pa.list_(pa.int64()))


@arrow_function("st_bytes_hash", ("BLOB",), "UBIGINT")
def _bytes_hash(values: pa.ChunkedArray) -> pa.Array:
    return pa.array(city_hash(Texts.of(whole(values).fill_null(b""))))
