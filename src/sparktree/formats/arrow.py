"""Arrow, ArrowStream and Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sparktree.errors import Code, Error
from sparktree.formats.arrow_forms import Target, from_wire, wire, wire_field
from sparktree.formats.arrow_types import file_columns
from sparktree.formats.binary_columns import arrow_type
from sparktree.formats.format import Format, Lines, Subset, declare
from sparktree.formats.input import Source
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel.text import unescape

_COMPRESSIONS = {"none": None, "lz4": "lz4", "zstd": "zstd", "snappy": "snappy", "gzip": "gzip",
                 "brotli": "brotli", "lz4_frame": "lz4"}  # fmt: skip


def batch_for(target: Target, block: pa.Table, header: Header) -> pa.RecordBatch:
    arrays, fields = [], []
    for (name, type_), column in zip(header, block.columns, strict=True):
        array = wire(type_, column.combine_chunks(), target)
        arrays.append(array)
        fields.append(wire_field(_name(name), type_, array))
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))


def _name(name: str) -> str:
    return unescape(name).decode("utf-8", "replace")


def empty(header: Header) -> pa.Table:
    types = (arrow_type(type_.kernel) for _, type_ in header)
    return pa.Table.from_arrays(
        [pa.nulls(0, kind) for kind in types], [f"c{i}" for i in range(len(header))]
    )


def _compression(name: str) -> str | None:
    if name not in _COMPRESSIONS:
        raise Error(Code.BAD_ARGUMENTS, f"Unexpected value of compression method: '{name}'.")
    return _COMPRESSIONS[name]


def _write_parquet(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    settings = options.settings
    schema = batch_for(Target.PARQUET, empty(header), header).schema
    metadata = dict(options.metadata) or None
    method = _compression(settings.output_format_parquet_compression_method)
    with pq.ParquetWriter(out, schema, compression=method or "none") as writer:
        for block in blocks:
            table = pa.Table.from_batches([batch_for(Target.PARQUET, block, header)])
            writer.write_table(table, settings.output_format_parquet_row_group_size)
        if metadata:
            writer.add_key_value_metadata(metadata)


def _write_arrow(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions, file: bool
) -> None:
    method = _compression(options.settings.output_format_arrow_compression_method)
    schema = batch_for(Target.ARROW, empty(header), header).schema
    schema = schema.with_metadata(dict(options.metadata) or None)
    how = pa.ipc.IpcWriteOptions(compression=method)
    open_ = pa.ipc.new_file if file else pa.ipc.new_stream
    with open_(out, schema, options=how) as writer:
        for block in blocks:
            writer.write_batch(batch_for(Target.ARROW, block, header))


def _write_stream(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    _write_arrow(blocks, header, out, options, False)


def _write_file(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    _write_arrow(blocks, header, out, options, True)


@dataclass(frozen=True, slots=True)
class Container:
    """How Arrow reads one of the formats."""

    name: str
    target: Target
    opened: Callable[[Source], Any]
    schema: Callable[[Any], pa.Schema]
    batches: Callable[[Any, int], Iterator[pa.RecordBatch]]

    def open(self, source: Source) -> Any:
        """What Arrow makes of the data."""
        try:
            return self.opened(source)
        except (pa.ArrowInvalid, OSError) as error:
            message = f"Error while reading {self.name} data: {error}"
            raise Error(Code.INCORRECT_DATA, message) from error

    def read(self, source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
        """The rows, batch after batch."""
        opened = self.open(source)
        names = names_in_file(self.schema(opened).names, columns, options, self.target)
        for batch in self.batches(opened, options.settings.max_insert_block_size):
            if batch.num_rows:
                yield input_block(batch, columns, names, options)

    def infer(self, source: Source, options: FormatOptions) -> Header:
        """The columns that the data has."""
        return file_columns(self.schema(self.open(source)), self.target, options.settings)


_PARQUET = Container(
    "Parquet",
    Target.PARQUET,
    lambda source: pq.ParquetFile(source.file()),
    lambda file: file.schema_arrow,
    lambda file, most: file.iter_batches(most),
)
_STREAM = Container(
    "ArrowStream",
    Target.ARROW,
    lambda source: pa.ipc.open_stream(source.file(seekable=False)),
    lambda stream: stream.schema,
    lambda stream, _: iter(stream),
)
_FILE = Container(
    "Arrow",
    Target.ARROW,
    lambda source: pa.ipc.open_file(source.file()),
    lambda file: file.schema,
    lambda file, _: (file.get_batch(i) for i in range(file.num_record_batches)),
)


def names_in_file(
    known: Sequence[str], columns: Header, options: FormatOptions, target: Target
) -> list[str | None]:
    """What a file calls each column, None if it lacks it."""
    form, settings = target.name.lower(), options.settings
    folded = getattr(settings, f"input_format_{form}_case_insensitive_column_matching")
    places: dict[str, list[str]] = {}
    for name in known:
        places.setdefault(name.lower() if folded else name, []).append(name)
    found: list[str | None] = []
    for column, _ in columns:
        name = _name(column)
        meant = places.get(name.lower() if folded else name, [])
        if len(meant) > 1:
            raise Error(
                Code.DUPLICATE_COLUMN, f"There are multiple columns with name `{name}` in the file"
            )
        if not meant and not getattr(settings, f"input_format_{form}_allow_missing_columns"):
            message = f"Column {name} was not found in {form} schema"
            raise Error(Code.THERE_IS_NO_COLUMN, message)
        found.append(meant[0] if meant else None)
    return found


def input_block(
    batch: pa.RecordBatch | pa.Table,
    columns: Header,
    names: Sequence[str | None],
    options: FormatOptions,
) -> InputBlock:
    """A batch of somebody's Arrow as values of the columns; those that it lacks are missing."""
    arrays: list[pa.Array] = []
    missing: list[pa.Array | None] = []
    for (column, type_), name in zip(columns, names, strict=True):
        place = batch.schema.get_field_index(name) if name is not None else -1
        if place < 0:
            arrays.append(pa.nulls(batch.num_rows, pa.int8()))
            missing.append(pa.array(np.ones(batch.num_rows, np.bool_)))
            continue
        field, array = batch.schema.field(place), batch.column(place)
        arrays.append(from_wire(type_, field, array, options.settings.zone))
        nulls = array.null_count and not type_.nullable
        if nulls and not options.settings.input_format_null_as_default:
            raise Error(
                Code.CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN,
                f"Cannot convert NULL value to non-Nullable type for column {column}",
            )
        missing.append(array.is_null() if nulls else None)
    table = pa.Table.from_arrays(arrays, [f"c{i}" for i in range(len(columns))])
    return InputBlock(table, tuple(missing))


for _container, _doc, _writer, _extensions, _magic in (
    (_PARQUET, "Apache Parquet.", _write_parquet, (), b"PAR1"),
    (_STREAM, "Apache Arrow's stream.", _write_stream, ("arrows",), b"\xff\xff\xff\xff"),
    (_FILE, "Apache Arrow's file.", _write_file, (), b"ARROW1"),
):
    declare(
        Format(
            _container.name,
            _doc,
            _writer,
            _container.read,
            content_type="application/octet-stream",
            lines=Lines.TOGETHER,
            infer=_container.infer,
            typed=True,
            named=True,
            subset=Subset.BY_NAME,
            extensions=_extensions,
            magic=_magic,
        )
    )
