"""Statistics of a column in a part: what is written beside it, read again and added up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from sparktree.parts.description import Bounds
from sparktree.parts.indexes.file import index_content, index_table
from sparktree.parts.indexes.hashing import value_hashes
from sparktree.parts.layout import StatisticsLayout
from sparktree.parts.minmax import column_bounds, joined
from sparktree.parts.sketches import (
    Counts,
    Digest,
    Numbers,
    Registers,
    counts_of,
    registers_of,
)
from sparktree.types import Type, parse_type
from sparktree.types.numeric import Decimal, Integer

KINDS = ("tdigest", "uniq", "countmin", "minmax")  # in ClickHouse's order


@dataclass(frozen=True, slots=True)
class ColumnStatistics:
    """What is known of some rows of a column; NULLs are only counted."""

    rows: int
    nulls: int
    bounds: Bounds | None = None
    digest: Digest | None = None
    registers: Registers | None = None
    counts: Counts | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of statistics that are there."""
        found = (self.digest, self.registers, self.counts, self.bounds)
        return tuple(kind for kind, one in zip(KINDS, found, strict=True) if one is not None)

    def __add__(self, other: ColumnStatistics) -> ColumnStatistics:
        """What is known of both; only of kinds that both have."""
        bounds = None
        if self.bounds is not None and other.bounds is not None:
            known = {"": self.bounds}
            joined(known, "", other.bounds)
            bounds = known[""]
        return ColumnStatistics(
            self.rows + other.rows,
            self.nulls + other.nulls,
            bounds,
            None if self.digest is None or other.digest is None else self.digest + other.digest,
            None
            if self.registers is None or other.registers is None
            else np.maximum(self.registers, other.registers),
            None if self.counts is None or other.counts is None else self.counts + other.counts,
        )


def numbers_of(array: pa.Array, type_: Type) -> Numbers:
    """Stored values without NULLs as numbers, in their order; wide integers only nearly."""
    kind = array.type
    if pa.types.is_fixed_size_binary(type_.storage):
        return _wide_numbers(array.cast(type_.storage), type_)
    if pa.types.is_boolean(kind):
        array = array.cast(pa.uint8())
    elif pa.types.is_date32(kind):
        array = array.cast(pa.int32())
    found: Numbers = array.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
    return found[~np.isnan(found)]


def _wide_numbers(array: pa.Array, type_: Type) -> Numbers:
    inner = type_.inner
    words = np.frombuffer(b"".join(array.to_pylist()), dtype=">u8")
    words = words.reshape(len(array), array.type.byte_width // 8)
    signed = isinstance(inner, Decimal) or (isinstance(inner, Integer) and inner.signed)
    first = words[:, 0].astype(np.uint64)
    if signed:
        first = (first ^ np.uint64(1 << 63)).view(np.int64)
    found = first.astype(np.float64)
    for position in range(1, words.shape[1]):
        found = found * 2.0**64 + words[:, position].astype(np.float64)
    scale = inner.scale if isinstance(inner, Decimal) else 0
    return np.asarray(found / 10.0**scale, dtype=np.float64)


def statistics_of(column: pa.ChunkedArray, kinds: Collection[str], type_: Type) -> ColumnStatistics:
    """The statistics of a column in stored form."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    bounds = column_bounds(column) if "minmax" in kinds else None
    values = column.drop_null().combine_chunks()
    if isinstance(values, pa.ChunkedArray):
        values = values.chunk(0) if values.num_chunks else pa.array([], column.type)
    digest = Digest.of(numbers_of(values, type_)) if "tdigest" in kinds else None
    hashes = value_hashes(values) if {"uniq", "countmin"} & set(kinds) else None
    return ColumnStatistics(
        len(column),
        column.null_count,
        bounds,
        digest,
        registers_of(hashes) if hashes is not None and "uniq" in kinds else None,
        counts_of(hashes) if hashes is not None and "countmin" in kinds else None,
    )


class StatisticsBuilder:
    """The statistics of one column of a part in the making."""

    def __init__(self, layout: StatisticsLayout) -> None:
        self.layout = layout
        self._type = parse_type(layout.type)
        self._known: ColumnStatistics | None = None
        self._storage = self._type.storage

    def add(self, column: pa.ChunkedArray) -> None:
        """More rows."""
        found = statistics_of(column, self.layout.kinds, self._type)
        self._known = found if self._known is None else self._known + found

    def content(self) -> bytes:
        """The file."""
        known = self._known
        assert known is not None
        columns: dict[str, pa.Array] = {
            "rows": pa.array([known.rows], pa.uint64()),
            "nulls": pa.array([known.nulls], pa.uint64()),
        }
        if known.bounds is not None:
            columns["least"] = pa.array([known.bounds.least], self._storage)
            columns["greatest"] = pa.array([known.bounds.greatest], self._storage)
        if known.digest is not None:
            columns["means"] = _listed(known.digest.means, pa.float64())
            columns["weights"] = _listed(known.digest.weights, pa.float64())
        if known.registers is not None:
            columns["registers"] = _listed(known.registers, pa.uint8())
        if known.counts is not None:
            columns["counts"] = _listed(known.counts.ravel(), pa.int64())
        return index_content(pa.table(columns), {"depth": _depth(known)})


def _depth(known: ColumnStatistics) -> int:
    return 0 if known.counts is None else len(known.counts)


def _listed(values: np.ndarray, kind: pa.DataType) -> pa.Array:
    offsets = pa.array([0, len(values)], pa.int32())
    return pa.ListArray.from_arrays(offsets, pa.array(values, kind))


def loaded_statistics(content: bytes) -> ColumnStatistics:
    """The statistics of a file."""
    table, about = index_table(content)

    def array(name: str) -> Any:
        if name not in table.column_names:
            return None
        return table[name].combine_chunks().flatten().to_numpy(zero_copy_only=False)

    bounds = None
    if "least" in table.column_names:
        bounds = Bounds(table["least"][0].as_py(), table["greatest"][0].as_py())
    means, counts = array("means"), array("counts")
    return ColumnStatistics(
        table["rows"][0].as_py(),
        table["nulls"][0].as_py(),
        bounds,
        None if means is None else Digest(means, array("weights")),
        array("registers"),
        None if counts is None else counts.reshape(about["depth"], -1),
    )
