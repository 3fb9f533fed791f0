"""The primary index: the key of every granule's first row, and of the last row."""

from collections.abc import Sequence

import pyarrow as pa

from sparktree.disks.disk import Disk
from sparktree.kernel import text
from sparktree.parts.checksums import verified
from sparktree.parts.description import PartDescription
from sparktree.parts.filename import PRIMARY
from sparktree.parts.layout import KeyLayout


def key_rows(block: pa.Table, keys: Sequence[KeyLayout], rows: Sequence[int]) -> pa.Table:
    """The key of some rows; columns are named k0, k1, ... because expressions may repeat."""
    picked = pa.array(rows, pa.int64())
    arrays = [_real_bytes(block[key.input].take(picked)) for key in keys]
    return pa.table(arrays, names=[f"k{i}" for i in range(len(keys))])


def _real_bytes(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Text with escapes as the bytes that it stands for: files hold no escapes of the kernel."""
    if pa.types.is_string(column.type) and text.array_has_escapes(column):
        return pa.chunked_array([text.unescape_array(c) for c in column.chunks], pa.binary())
    return column


def index_bytes(pieces: Sequence[pa.Table]) -> bytes:
    """The content of primary.arrow."""
    sink = pa.BufferOutputStream()
    schema = _common_schema(pieces)
    whole = pa.concat_tables([piece.cast(schema) for piece in pieces])
    with pa.ipc.new_file(sink, whole.schema) as writer:
        writer.write_table(whole.combine_chunks())
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _common_schema(pieces: Sequence[pa.Table]) -> pa.Schema:
    """Binary where any piece is: one with escapes among others without."""
    schema = pieces[0].schema
    for other in {piece.schema for piece in pieces}:
        for position, field in enumerate(other):
            if pa.types.is_binary(field.type):
                schema = schema.set(position, field)
    return schema


def read_index(disk: Disk, part: PartDescription) -> pa.Table:
    """The keys of the granules' first rows and, last, of the part's last row.

    Text is in the kernel's form. Without a primary key the table has no columns.
    """
    if PRIMARY not in part.files:
        return pa.table({})
    content = verified(disk.read(part.at(PRIMARY)), disk, part, PRIMARY)
    found = pa.ipc.open_file(content).read_all()
    return pa.table([_kernel_text(c) for c in found.columns], names=found.column_names)


def _kernel_text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if not pa.types.is_binary(column.type):
        return column
    return pa.chunked_array([text.escape_array(c) for c in column.chunks], pa.string())
