"""The order of elements in ClickHouse's table of hashes, which sets of them come out in."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.functions import lists
from sparktree.functions.convert_numbers import number
from sparktree.functions.hash_arrays import mixed
from sparktree.functions.memory import as_integer
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import INT64, Float, Type

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
_FIRST_DEGREE, _SLOW_DEGREE = 6, 23  # of two: 64 cells, four times as many when half are taken


def in_order(values: Sql, type_: Type) -> Sql:
    """Different elements without NULL in that order; those with other hashes as they are."""

    def ordered(v: Sql) -> Sql:
        order = _order_of(v, type_)
        return v if order is None else lists.transform(order, lambda place: Sql(f"{v}[{place}]"))

    return lists.once(values, ordered)


def _order_of(values: Sql, type_: Type) -> Sql | None:
    if isinstance(type_, Float) and type_.bits >= 32:
        floats = sql.cast(values, "DOUBLE[]")
        return sql.call("st_float_order", floats, str(type_.bits))
    known = as_integer(Sql("0"), type_)
    if known is None:
        return None
    bits = lists.transform(values, lambda v: _word(v, type_))
    return sql.call("st_integer_order", bits, str(known[1].bits))


def _word(value: Sql, type_: Type) -> Sql:
    known = as_integer(value, type_)
    assert known is not None
    return number(known[0], known[1], INT64)


def _degrees(sizes: Places) -> Places:
    """How large the table is that so many elements are in."""
    degrees = np.full(len(sizes), _FIRST_DEGREE, np.int64)
    while len(full := np.flatnonzero(sizes > 1 << (degrees - 1))):
        degrees[full] += np.where(degrees[full] < _SLOW_DEGREE, 2, 1)
    return degrees


def _places(sizes: Places, hashes: Words) -> Places:
    """The places of the elements of all rows, from 1, in the order of the cells that they get.

    A cell belongs to the first of the elements that come to it, the others go on to the next.
    """
    rows = np.repeat(np.arange(len(sizes)), sizes)
    last = (np.int64(1) << _degrees(sizes)[rows]) - 1
    cells = (hashes & last.view(np.uint64)).view(np.int64)
    while True:
        keys = (rows << np.int64(32)) + cells
        order = np.argsort(keys, kind="stable")
        late = order[1:][keys[order[1:]] == keys[order[:-1]]]
        if not len(late):
            return np.asarray(order - (np.cumsum(sizes) - sizes)[rows[order]] + 1)
        cells[late] = (cells[late] + 1) & last[late]


def _listed(column: pa.ChunkedArray, hashes_of: Any) -> pa.Array:
    array = whole(column)
    sizes = np.asarray(array.value_lengths().fill_null(0), np.int64)
    places = _places(sizes, mixed(hashes_of(array.flatten())))
    ends = np.concatenate([[0], np.cumsum(sizes)])
    return pa.LargeListArray.from_arrays(pa.array(ends), pa.array(places)).cast(
        pa.list_(pa.int64())
    )


@arrow_function("st_integer_order", ("BIGINT[]", "INTEGER"), "BIGINT[]")
def _integer_order(values: pa.ChunkedArray, bits: pa.ChunkedArray) -> pa.Array:
    if not len(bits):
        return pa.array([], pa.list_(pa.int64()))
    mask = np.uint64((1 << bits[0].as_py()) - 1)
    return _listed(values, lambda flat: np.asarray(flat, np.int64).view(np.uint64) & mask)


@arrow_function("st_float_order", ("DOUBLE[]", "INTEGER"), "BIGINT[]")
def _float_order(values: pa.ChunkedArray, bits: pa.ChunkedArray) -> pa.Array:
    if not len(bits):
        return pa.array([], pa.list_(pa.int64()))

    def words(flat: pa.Array) -> Words:
        floats = np.asarray(flat, np.float64)
        if bits[0].as_py() == 64:
            return floats.view(np.uint64)
        return floats.astype(np.float32).view(np.uint32).astype(np.uint64)

    return _listed(values, words)
