"""From blocks of values to the bytes of a text format: the kernel builds the lines."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.connection import connect
from sparktree.kernel.errors import translate
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import unescape_buffer

_ROWS_AT_ONCE = 65536


def column(position: int) -> Sql:
    """The name of a block's column."""
    return sql.name(f"c{position}")


def selected(block: pa.Table, *expressions: Sql) -> Iterator[pa.RecordBatch]:
    """The expressions over a block, as Arrow batches with columns e0, e1, ..."""
    listed = ", ".join(f"{e} AS e{i}" for i, e in enumerate(expressions))
    cursor = connect()
    try:
        cursor.register("block", block)
        result = cursor.sql(f"SELECT {listed} FROM block")
        yield from result.to_arrow_reader(_ROWS_AT_ONCE)
    except duckdb.Error as error:
        raise translate(error) from error
    finally:
        cursor.close()


def lines(block: pa.Table, line: Sql) -> Iterator[bytes]:
    """The texts of an expression over a block, one after the other, as a few large pieces."""
    for batch in selected(block, line):
        yield unescape_buffer(joined(batch.column(0)))


def joined(texts: pa.Array) -> bytes:
    """The values of a string array without anything between them: its buffer as it is."""
    if len(texts) == 0:
        return b""
    if not pa.types.is_string(texts.type):
        texts = texts.cast(pa.string())
    offsets, data = texts.buffers()[1:]
    if data is None:
        return b""
    view = memoryview(offsets).cast("i")
    first, last = view[texts.offset], view[texts.offset + len(texts)]
    return memoryview(data)[first:last].tobytes()


def concat(*pieces: Sql | str) -> Sql:
    """Pieces of text side by side; plain Python strings are literals."""
    texts = [piece if isinstance(piece, Sql) else sql.string(piece) for piece in pieces]
    return sql.op("||", *texts) if len(texts) > 1 else texts[0]


def separated(fields: list[Sql], separator: str) -> list[Sql | str]:
    """The fields with the separator between them."""
    pieces: list[Sql | str] = []
    for field in fields:
        if pieces:
            pieces.append(separator)
        pieces.append(field)
    return pieces
