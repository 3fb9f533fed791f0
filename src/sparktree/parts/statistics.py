"""Statistics of a column in a part: made of its rows, added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.parts.description import Bounds
from sparktree.parts.indexes.hashing import Hashes, mixed, value_hashes
from sparktree.parts.layout import StatisticsLayout, declared_statistics
from sparktree.parts.minmax import column_bounds, union
from sparktree.parts.sketches import (
    Counts,
    Digest,
    Numbers,
    Registers,
    counts_of,
    registers_of,
)
from sparktree.types import (
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    Float,
    Integer,
    IPv4,
    Time,
    Time64,
    Type,
    parse_type,
)

KINDS = ("tdigest", "uniq", "countmin", "minmax", "basic", "uniq_v2")  # in ClickHouse's order
_KERNEL = f"duckdb {duckdb.__version__}"
UNKNOWN_HASH = "unknown"
_SAMPLE, _FEW = 2048, 256  # values that are looked at, and different ones among them
# The types that have a least and a greatest value for statistics.
NUMERIC = (
    Integer, Float, Decimal, Date, Date32, DateTime, DateTime64, Time, Time64, Bool, Enum, IPv4,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ColumnStatistics:
    """What is known of some rows of a column; NULLs are only counted.

    Kinds share what they know: minmax and basic the bounds, uniq and uniq_v2 the registers.
    """

    type: str
    kinds: tuple[str, ...]
    rows: int
    nulls: int
    defaults: int | None = None
    bounds: Bounds | None = None
    digest: Digest | None = None
    registers: Registers | None = None
    counts: Counts | None = None
    hashed_by: str = ""  # what made the registers, if another may make others

    def __add__(self, other: ColumnStatistics) -> ColumnStatistics:
        """What is known of both; only of kinds that both have."""
        bounds = None
        if self.bounds is not None and other.bounds is not None:
            bounds = union(self.bounds, other.bounds)
        return ColumnStatistics(
            self.type,
            tuple(kind for kind in self.kinds if kind in other.kinds),
            self.rows + other.rows,
            self.nulls + other.nulls,
            None
            if self.defaults is None or other.defaults is None
            else self.defaults + other.defaults,
            bounds,
            None if self.digest is None or other.digest is None else self.digest + other.digest,
            None
            if self.registers is None or other.registers is None
            else np.maximum(self.registers, other.registers),
            None if self.counts is None or other.counts is None else self.counts + other.counts,
            self.hashed_by if self.hashed_by == other.hashed_by else UNKNOWN_HASH,
        )

    @property
    def is_addable(self) -> bool:
        """Whether rows that are counted from now on are hashed as these were."""
        return self.hashed_by in ("", _KERNEL)

    @property
    def declaration(self) -> str:
        """The type and the kinds, as parts remember them."""
        return declared_statistics(self.type, self.kinds)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        digest = () if self.digest is None else (self.digest.means, self.digest.weights)
        arrays = (*digest, self.registers, self.counts)
        return sum(array.nbytes for array in arrays if array is not None)


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
    width = array.type.byte_width // 8
    end = array.offset + len(array)
    words = np.frombuffer(array.buffers()[1], dtype=">u8", count=end * width)
    words = words.reshape(-1, width)[array.offset :]
    signed = isinstance(inner, Decimal) or (isinstance(inner, Integer) and inner.signed)
    first = words[:, 0].astype(np.uint64)
    if signed:
        first = (first ^ np.uint64(1 << 63)).view(np.int64)
    found = first.astype(np.float64)
    for position in range(1, words.shape[1]):
        found = found * 2.0**64 + words[:, position].astype(np.float64)
    scale = inner.scale if isinstance(inner, Decimal) else 0
    return np.asarray(found / 10.0**scale, dtype=np.float64)


def default_count(column: pa.ChunkedArray, type_: Type) -> int:
    """How many values in stored form are the default of the type; of an Enum the number 0."""
    default = sql.integer(0) if isinstance(type_, Enum) else type_.to_storage(type_.default())
    if not (pa.types.is_nested(column.type) or isinstance(column.type, pa.BaseExtensionType)):
        one = _evaluated(default, column.type)
        return (
            int(pc.sum(pc.equal(column, one)).as_py() or 0) if one.is_valid else column.null_count
        )
    with kernel() as cursor:
        cursor.register("column_rows", pa.table({"v": column}))
        try:
            found = cursor.sql(
                f"SELECT count(*) FROM column_rows WHERE v IS NOT DISTINCT FROM {default}"
            ).fetchall()
        finally:
            cursor.unregister("column_rows")
    return int(found[0][0])


@lru_cache(256)
def _evaluated(value: Sql, kind: pa.DataType) -> pa.Scalar:
    """The value of a constant, as columns of that kind hold it."""
    with kernel() as cursor:
        found = cursor.sql(f"SELECT {value} AS v").to_arrow_table()["v"]
    return found.cast(kind)[0]


class StatisticsBuilder:
    """The statistics of columns of a part in the making."""

    def __init__(self, layouts: Iterable[StatisticsLayout]) -> None:
        self._columns = [_Column(one.column, one.kinds, parse_type(one.type)) for one in layouts]

    def add(self, columns: Mapping[str, pa.ChunkedArray]) -> None:
        """More rows of the columns in stored form; maybe none."""
        rows = {one.name: _decoded(columns[one.name]) for one in self._columns}
        apart = {one.name: rows[one.name] for one in self._columns if one.tells_apart}
        hashes = _text_hashes({n: c for n, c in apart.items() if pa.types.is_string(c.type)})
        for one in self._columns:
            one.add(rows[one.name], hashes.get(one.name))

    @property
    def known(self) -> dict[str, ColumnStatistics]:
        """What is known of each column by the rows that were added, of which there must be."""
        return {one.name: one.known for one in self._columns if one.known is not None}


@dataclass(slots=True)
class _Column:
    name: str
    kinds: tuple[str, ...]
    type: Type
    known: ColumnStatistics | None = None

    @property
    def tells_apart(self) -> bool:
        return bool({"uniq", "uniq_v2"} & set(self.kinds))

    @property
    def is_bounded(self) -> bool:
        return bool({"minmax", "basic"} & set(self.kinds)) and isinstance(self.type.inner, NUMERIC)

    def add(self, column: pa.ChunkedArray, hashes: Hashes | None) -> None:
        """Add rows of the column; the hashes, if there are any, are the kernel's."""
        before = None if self.known is None else self.known.registers
        hashed_by, values = "" if hashes is None else _KERNEL, _values(column)
        if hashes is None and self.tells_apart:
            hashes = value_hashes(_different(values))
        found = ColumnStatistics(
            str(self.type),
            self.kinds,
            len(column),
            column.null_count,
            default_count(column, self.type) if "basic" in self.kinds else None,
            column_bounds(column) if self.is_bounded else None,
            Digest.of(numbers_of(values, self.type)) if "tdigest" in self.kinds else None,
            None if hashes is None else registers_of(hashes, before),
            counts_of(value_hashes(values)) if "countmin" in self.kinds else None,
            hashed_by,
        )
        self.known = found if self.known is None else self.known + found


def _decoded(column: pa.ChunkedArray) -> pa.ChunkedArray:
    is_dictionary = pa.types.is_dictionary(column.type)
    return column.cast(column.type.value_type) if is_dictionary else column


def _values(column: pa.ChunkedArray) -> pa.Array:
    """The values without NULLs as one array."""
    values = column.drop_null().combine_chunks()
    if isinstance(values, pa.ChunkedArray):
        values = values.chunk(0) if values.num_chunks else pa.array([], column.type)
    return values


def _text_hashes(columns: Mapping[str, pa.ChunkedArray]) -> dict[str, Hashes]:
    """Hashes of text that are only counted, never looked for: the kernel has them quickly.

    It is asked once for all columns: a question takes as long as ten thousand texts.
    """
    if not columns:
        return {}
    texts = [_different(_values(column)) for column in columns.values()]
    with kernel() as cursor:
        cursor.register("texts", pa.table({"v": pa.chunked_array(texts)}))
        try:
            found = cursor.sql("SELECT hash(v) AS h FROM texts").to_arrow_table()["h"]
        finally:
            cursor.unregister("texts")
    ends = np.cumsum([len(values) for values in texts])[:-1]
    return dict(zip(columns, np.split(mixed(found.to_numpy()), ends), strict=True))


def _different(values: pa.Array) -> pa.Array:
    """The different values if those of a sample are few, which is cheaper than hashes of all."""
    step = len(values) // _SAMPLE
    if not step or isinstance(values.type, pa.BaseExtensionType):
        return values
    sample = values.take(pa.array(np.arange(0, len(values), step)))
    return values.unique() if len(sample.unique()) <= _FEW else values
