"""Parquet files: the row groups and columns that a query needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sparktree.engines.keys.condition import Box, Condition
from sparktree.engines.keys.intervals import Intervals
from sparktree.engines.objects.parquet_blooms import Sought, may_hold
from sparktree.engines.objects.parquet_bounds import intervals, is_same_kind
from sparktree.engines.objects.parquet_pages import ROWS, PagedGroup, paged_groups
from sparktree.errors import Code, Error
from sparktree.formats.arrow import input_block, names_in_file
from sparktree.formats.arrow_forms import Target
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.spark.stages import Count
from sparktree.types import Type


@dataclass(frozen=True, slots=True)
class Skipping:
    """A condition over columns of the file, by which row groups are left out."""

    condition: Condition
    columns: tuple[tuple[str, Type], ...]  # the condition's keys
    sought: tuple[Sought, ...] = ()  # what the bloom filters are asked for


def opened(file: pa.NativeFile) -> pq.ParquetFile:
    """The file, its footer read."""
    with _arrow_errors():
        return pq.ParquetFile(file, pre_buffer=True)


@contextmanager
def _arrow_errors() -> Iterator[None]:
    """What Arrow cannot read is damaged."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        raise Error(Code.INCORRECT_DATA, f"Error while reading Parquet data: {error}") from error


def blocks(
    native: pa.NativeFile,
    header: Header,
    span: tuple[int, int] | None,
    skipping: Skipping | None,
    options: FormatOptions,
    count: Count,
) -> Iterator[InputBlock]:
    """The rows of the row groups that begin in the span of bytes and may hold wanted rows."""
    file = opened(native)
    named = names_in_file(file.schema_arrow.names, header, options, Target.PARQUET)
    groups = _groups_left(native, file, _within(file, span), skipping, options)
    if not groups:
        return
    names = [name for name in named if name is not None]
    if not names:
        rows = sum(file.metadata.row_group(g).num_rows for g in groups)
        yield from _nothing(rows, header)
        return
    count.bytes += stored_bytes(file, groups, names)
    for batch in _batches(native, file, groups, names, skipping, options):
        if batch.num_rows:
            yield input_block(batch, header, named, options)


def stored_bytes(file: pq.ParquetFile, groups: Sequence[int], names: Sequence[str]) -> int:
    """How large columns are in row groups of the file."""
    wanted = set(names)
    places = [p for p, path in enumerate(_paths(file)) if path.partition(".")[0] in wanted]
    found = [file.metadata.row_group(number) for number in groups]
    return sum(int(group.column(p).total_compressed_size) for group in found for p in places)


def _paths(file: pq.ParquetFile) -> list[str]:
    return [file.schema.column(place).path for place in range(len(file.schema))]


def _batches(
    native: pa.NativeFile,
    file: pq.ParquetFile,
    groups: Sequence[int],
    names: list[str],
    skipping: Skipping | None,
    options: FormatOptions,
) -> Iterator[pa.RecordBatch]:
    """The rows of row groups: of some only the pages that may hold wanted ones."""
    paged = _paged(native, file, groups, names, skipping, options)
    for is_paged, some in groupby(groups, paged.__contains__):
        for number in some if is_paged else ():
            found = paged[number].batches(native)
            yield from found if found is not None else _whole(file, [number], names)
        if not is_paged:
            yield from _whole(file, list(some), names)


def _paged(
    native: pa.NativeFile,
    file: pq.ParquetFile,
    groups: Sequence[int],
    names: Sequence[str],
    skipping: Skipping | None,
    options: FormatOptions,
) -> Mapping[int, PagedGroup]:
    """The row groups of which only some pages are to be read."""
    if skipping is None or not options.settings.input_format_parquet_page_filter_push_down:
        return {}
    return paged_groups(native, file, groups, names, skipping.condition, skipping.columns)


def is_read_whole(
    native: pa.NativeFile,
    file: pq.ParquetFile,
    names: Sequence[str],
    skipping: Skipping | None,
    options: FormatOptions,
) -> bool:
    """Whether the condition leaves all rows of the file to be read."""
    groups = _within(file, None)
    if _groups_left(native, file, groups, skipping, options) != groups:
        return False
    return not _paged(native, file, groups, names, skipping, options)


def _whole(file: pq.ParquetFile, groups: list[int], names: list[str]) -> Iterator[pa.RecordBatch]:
    with _arrow_errors():
        yield from file.iter_batches(ROWS, row_groups=groups, columns=names, use_threads=False)


def _nothing(rows: int, header: Header) -> Iterator[InputBlock]:
    """Rows of which no column is in the file."""
    for start in range(0, rows, ROWS):
        count = min(ROWS, rows - start)
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


def _chunk_numbers(file: pq.ParquetFile) -> dict[str, int]:
    """The number of each column chunk."""
    group = file.metadata.row_group(0)
    return {group.column(i).path_in_schema: i for i in range(file.metadata.num_columns)}


def _after_blooms(
    native: pa.NativeFile, file: pq.ParquetFile, groups: Sequence[int], skipping: Skipping
) -> list[int]:
    """The row groups whose bloom filters do not rule out what is looked for."""
    if not groups:
        return []
    places, types = _chunk_numbers(file), dict(skipping.columns)
    asked = [
        one
        for one in skipping.sought
        if one.name in places
        and one.name in types
        and is_same_kind(file.schema_arrow.field(one.name).type, types[one.name])
    ]
    return [
        number
        for number in groups
        if all(
            may_hold(native, file.metadata.row_group(number).column(places[one.name]), one)
            for one in asked
        )
    ]


def _groups_left(
    native: pa.NativeFile,
    file: pq.ParquetFile,
    groups: list[int],
    skipping: Skipping | None,
    options: FormatOptions,
) -> list[int]:
    """The row groups that what the file tells does not rule out."""
    if skipping is None or not groups:
        return groups
    if options.settings.input_format_parquet_filter_push_down:
        groups = _after_statistics(file, groups, skipping)
    if options.settings.input_format_parquet_bloom_filter_push_down:
        groups = _after_blooms(native, file, groups, skipping)
    return groups


def _after_statistics(file: pq.ParquetFile, groups: Sequence[int], skipping: Skipping) -> list[int]:
    places = _chunk_numbers(file)
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
    field = file.schema_arrow.field(name)
    if not is_same_kind(field.type, type_):
        return None
    found = [file.metadata.row_group(g).column(places[name]).statistics for g in groups]
    known = [s if s is not None and s.has_min_max else None for s in found]
    least = [None if s is None else s.min_raw for s in known]
    greatest = [None if s is None else s.max_raw for s in known]
    null = [s is None or not s.has_null_count or s.null_count > 0 for s in found]
    return intervals(least, greatest, null, field, type_)
