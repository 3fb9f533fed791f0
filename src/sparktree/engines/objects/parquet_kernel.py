"""Parquet files that the kernel reads itself: quicker than Arrow decodes them for it.

So are files of this machine whose wanted columns are numbers, of which the kernel's form is the
file's own. All other values and places go through Arrow: see `parquet`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from sparktree.engines.objects.parquet import Skipping, is_read_whole, opened, stored_bytes
from sparktree.formats.arrow import names_in_file
from sparktree.formats.arrow_forms import Target
from sparktree.formats.binary_columns import arrow_type
from sparktree.formats.options import FormatOptions, Header
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.spark.stages import Count
from sparktree.stores.local import LocalStore
from sparktree.stores.store import ListedFile, Store
from sparktree.types import Float, Integer, Type

_LEAST = 1 << 20  # bytes of a file that is worth to be opened twice
_GLOB = frozenset("*?[]{}")  # the kernel would look for other files
_CODECS = frozenset({"UNCOMPRESSED", "SNAPPY", "ZSTD", "GZIP"})
# Since 1.10 NaN is the greatest value in its bounds; those of others leave it out.
_TELLS_NAN = re.compile(r"parquet-mr version 1\.\d\d")
# What both readers mean by columns that are not wanted: the kernel looks at all of them.
_LOGICAL = frozenset(
    {"NONE", "STRING", "INT", "DATE", "TIME", "TIMESTAMP", "DECIMAL", "ENUM", "JSON", "UUID",
     "LIST", "MAP"})  # fmt: skip


def may_be_read(store: Store, found: ListedFile, header: Header) -> bool:
    """Whether it is worth to look into a file."""
    return (
        bool(header)
        and isinstance(store, LocalStore)
        and found.size >= _LEAST
        and _GLOB.isdisjoint(found.key)
        and all(isinstance(type_.inner, Integer | Float) for _, type_ in header)
    )


def read_parquet(paths: Sequence[str]) -> Sql:
    """The kernel's rows of files; what their folders tell is told by others."""
    listed = ", ".join(map(sql.string, paths))
    return Sql(f"read_parquet([{listed}], hive_partitioning = false)")


def kernel_items(
    native: pa.NativeFile,
    header: Header,
    skipping: Skipping | None,
    options: FormatOptions,
    count: Count,
) -> tuple[Sql, ...] | None:
    """The wanted columns as the kernel names them in the file, which then counts as read; None if
    it should not read it."""
    file = opened(native)
    names = file.schema_arrow.names
    if len({name.lower() for name in names}) < len(names):
        return None  # the kernel knows no case
    columns = [file.schema.column(place) for place in range(len(file.schema))]
    if any(column.logical_type.type not in _LOGICAL for column in columns):
        return None
    named = names_in_file(names, header, options, Target.PARQUET)
    found = {
        name: type_
        for name, (_, type_) in zip(named, header, strict=True)
        if name is not None and _is_the_same(file, name, type_)
    }
    if len(found) < len(header):
        return None
    if not is_read_whole(native, file, list(found), skipping, options):
        return None
    count.rows += file.metadata.num_rows
    count.bytes += stored_bytes(file, range(file.metadata.num_row_groups), list(found))
    tells_nan = _TELLS_NAN.match(file.metadata.created_by or "") is not None
    return tuple(_select_item(name, type_, tells_nan) for name, type_ in found.items())


def _select_item(name: str, type_: Type, tells_nan: bool) -> Sql:
    value, inner = sql.quote_name(name), type_.inner
    if isinstance(inner, Float) and not tells_nan:
        # Most bounds of floats leave NaN out, and the kernel would skip the rows that hold it. It
        # cannot know before it reads that this is the value and never NaN.
        return Sql(f"CASE WHEN (SELECT random() < 0) THEN 'nan'::{inner.kernel} ELSE {value} END")
    return Sql(value)


def _is_the_same(file: pq.ParquetFile, name: str, type_: Type) -> bool:
    """Whether a column of the file has the kernel's form, and nothing that would mislead it."""
    field, metadata = file.schema_arrow.field(name), file.metadata
    if field.type != arrow_type(type_.inner.kernel):
        return False
    place = [file.schema.column(p).path for p in range(len(file.schema))].index(name)
    for number in range(metadata.num_row_groups):
        chunk = metadata.row_group(number).column(place)
        bounds = chunk.statistics
        if chunk.compression not in _CODECS:
            return False
        # Old writers left bounds that are in no known order; Arrow knows them.
        if bounds is not None and not bounds.has_min_max:
            return False
        counted = bounds is not None and bounds.has_null_count
        has_nulls = field.nullable and (not counted or bounds.null_count)
        if has_nulls and not type_.nullable:
            return False
    return True
