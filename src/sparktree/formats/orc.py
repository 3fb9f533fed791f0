"""Apache ORC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import pyarrow as pa
from pyarrow import orc

from sparktree.errors import Code, Error
from sparktree.formats.arrow import batch_for, empty, input_block, names_in_file
from sparktree.formats.arrow_forms import Target
from sparktree.formats.arrow_types import file_columns
from sparktree.formats.format import Format, Lines, Subset, declare
from sparktree.formats.input import Source
from sparktree.formats.options import FormatOptions, Header, InputBlock

_COMPRESSIONS = {
    "none": "uncompressed",
    "lz4": "lz4",
    "snappy": "snappy",
    "zlib": "zlib",
    "zstd": "zstd",
}


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    method = options.settings.output_format_orc_compression_method
    if method not in _COMPRESSIONS:
        known = ", ".join(f"'{name}'" for name in _COMPRESSIONS)
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Unexpected value of ORCCompression: '{method}'. Must be one of [{known}]",
        )
    schema = batch_for(Target.ORC, empty(header), header).schema
    file = pa.PythonFile(out, "w")
    with orc.ORCWriter(file, compression=_COMPRESSIONS[method]) as writer:
        written = False
        for block in blocks:
            batch = batch_for(Target.ORC, block, header)
            writer.write(pa.Table.from_batches([batch], schema))
            written = True
        if not written:
            writer.write(schema.empty_table())


def _open(source: Source) -> orc.ORCFile:
    try:
        return orc.ORCFile(source.file())
    except (pa.ArrowException, OSError) as error:
        raise Error(Code.INCORRECT_DATA, f"Error while reading ORC data: {error}") from error


def _read(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    """Stripe by stripe, the wanted columns only."""
    file = _open(source)
    names = names_in_file(file.schema.names, columns, options, Target.ORC)
    wanted = [name for name in names if name is not None]
    most = options.settings.max_insert_block_size
    for stripe in range(file.nstripes):
        try:
            # Without a wanted column the first one tells how many rows there are.
            rows = file.read_stripe(stripe, wanted or file.schema.names[:1])
        except (pa.ArrowException, OSError) as error:
            message = f"Error while reading batch of ORC data: {error}"
            raise Error(Code.CANNOT_READ_ALL_DATA, message) from error
        for start in range(0, rows.num_rows, most):
            yield input_block(rows.slice(start, most), columns, names, options)


def _infer(source: Source, options: FormatOptions) -> Header:
    return file_columns(_open(source).schema, Target.ORC, options.settings)


declare(
    Format(
        "ORC",
        "Apache ORC.",
        writer=_write,
        reader=_read,
        content_type="application/octet-stream",
        lines=Lines.TOGETHER,
        infer=_infer,
        typed=True,
        named=True,
        subset=Subset.BY_NAME,
        magic=b"ORC",
    )
)
