"""Parquet files: the row groups and columns that a query needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sparktree.engines.keys.condition import Box, Condition
from sparktree.engines.keys.domain import values_of
from sparktree.engines.keys.intervals import Intervals
from sparktree.engines.objects.parquet_blooms import Sought, may_hold
from sparktree.errors import Code, Error
from sparktree.formats.arrow import input_block
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.types import Date, Float, Integer, String, Type

_ROWS = 131_072


@dataclass(frozen=True, slots=True)
class Skipping:
    """A condition over columns of the file, by which row groups are left out."""

    condition: Condition
    columns: tuple[tuple[str, Type], ...]  # the condition's keys
    sought: tuple[Sought, ...] = ()  # what the bloom filters are asked for


def can_skip(type_: Type) -> bool:
    """Whether the statistics of Parquet can be compared with constants of the type."""
    inner = type_.inner
    if isinstance(inner, Integer):
        return inner.bits <= 64
    return isinstance(inner, String | Float | Date)


def opened(file: pa.NativeFile) -> pq.ParquetFile:
    """The file, its footer read."""
    try:
        return pq.ParquetFile(file, pre_buffer=True)
    except (pa.ArrowException, OSError) as error:
        raise Error(Code.INCORRECT_DATA, f"Error while reading Parquet data: {error}") from error


def blocks(
    native: pa.NativeFile,
    header: Header,
    span: tuple[int, int] | None,
    skipping: Skipping | None,
    options: FormatOptions,
) -> Iterator[InputBlock]:
    """The rows of the row groups that begin in the span of bytes and may hold wanted rows."""
    file = opened(native)
    groups = _left(file, _within(file, span), skipping)
    if skipping is not None:
        groups = _after_blooms(native, file, groups, skipping)
    if not groups:
        return
    names = [name for name, _ in header if name in file.schema_arrow.names]
    if not names:
        rows = sum(file.metadata.row_group(g).num_rows for g in groups)
        yield from _nothing(rows, header)
        return
    for batch in file.iter_batches(_ROWS, row_groups=groups, columns=names, use_threads=False):
        if batch.num_rows:
            yield input_block(batch, header, options)


def _nothing(rows: int, header: Header) -> Iterator[InputBlock]:
    """Rows of which no column is in the file."""
    for start in range(0, rows, _ROWS):
        count = min(_ROWS, rows - start)
        absent = pa.array(np.ones(count, np.bool_))
        arrays = [pa.nulls(count, pa.int8()) for _ in header] or [pa.nulls(count, pa.int8())]
        table = pa.table(arrays, [f"c{i}" for i in range(len(arrays))])
        yield InputBlock(table, tuple(absent for _ in header))


def _within(file: pq.ParquetFile, span: tuple[int, int] | None) -> list[int]:
    groups = range(file.metadata.num_row_groups)
    if span is None:
        return list(groups)
    return [g for g in groups if span[0] <= _begin(file.metadata.row_group(g)) < span[1]]


def _begin(group: Any) -> int:
    """Where the group's bytes begin."""
    if not group.num_columns:
        return 0
    first = group.column(0)
    offset = first.dictionary_page_offset
    return int(offset if offset is not None and offset > 0 else first.data_page_offset)


def _places(file: pq.ParquetFile) -> dict[str, int]:
    """The number of each column chunk."""
    group = file.metadata.row_group(0)
    return {group.column(i).path_in_schema: i for i in range(file.metadata.num_columns)}


def _after_blooms(
    native: pa.NativeFile, file: pq.ParquetFile, groups: Sequence[int], skipping: Skipping
) -> list[int]:
    """The row groups whose bloom filters do not rule out what is looked for."""
    if not groups:
        return []
    places, types = _places(file), dict(skipping.columns)
    asked = [
        one
        for one in skipping.sought
        if one.name in places
        and one.name in types
        and _is_same_kind(file.schema_arrow.field(one.name).type, types[one.name])
    ]
    return [
        number
        for number in groups
        if all(
            may_hold(native, file.metadata.row_group(number).column(places[one.name]), one)
            for one in asked
        )
    ]


def _left(file: pq.ParquetFile, groups: Sequence[int], skipping: Skipping | None) -> list[int]:
    if skipping is None or not groups:
        return list(groups)
    places = _places(file)
    keys = {}
    for number, (name, type_) in enumerate(skipping.columns):
        found = _intervals(file, groups, places, name, type_)
        if found is not None:
            keys[number] = found
    may, _ = skipping.condition.evaluate(Box(len(groups), keys))
    return [g for g, is_left in zip(groups, may, strict=True) if is_left]


def _intervals(
    file: pq.ParquetFile, groups: Sequence[int], places: Mapping[str, int], name: str, type_: Type
) -> Intervals | None:
    """What the statistics say of a column in each row group."""
    if name not in places:
        return None
    kind = file.schema_arrow.field(name).type
    if not _is_same_kind(kind, type_):
        return None
    found = [file.metadata.row_group(g).column(places[name]).statistics for g in groups]
    known = [s is not None and s.has_min_max for s in found]
    low = _bounds([s.min if k else None for s, k in zip(found, known, strict=True)], kind, type_)
    high = _bounds([s.max if k else None for s, k in zip(found, known, strict=True)], kind, type_)
    if low is None or high is None:
        return None
    unknown = ~np.array(known, np.bool_)
    counted = [s.null_count if s is not None and s.has_null_count else None for s in found]
    null = np.array([c is None or c > 0 for c in counted], np.bool_)
    is_float = np.full(len(groups), isinstance(type_.inner, Float), np.bool_)
    void = np.zeros(len(groups), np.bool_)
    return Intervals(low, high, unknown, unknown, void, null, is_float)


def _is_same_kind(kind: pa.DataType, type_: Type) -> bool:
    """Whether the file has values of the type itself, so that the order is the same."""
    inner = type_.inner
    if isinstance(inner, Integer):
        return bool(pa.types.is_integer(kind))
    if isinstance(inner, Float):
        return bool(pa.types.is_floating(kind) and not pa.types.is_float16(kind))
    if isinstance(inner, Date):
        return bool(pa.types.is_date32(kind))
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _bounds(values: list[Any], kind: pa.DataType, type_: Type) -> Any:
    try:
        array = pa.array(values, kind)
        found = values_of(array, type_)
    except (pa.ArrowException, UnicodeError, OverflowError, TypeError):
        return None
    return None if found is None else found.data
