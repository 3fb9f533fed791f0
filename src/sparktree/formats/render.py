"""From blocks of values to the bytes of a text format: the kernel builds the lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import duckdb
import pyarrow as pa

from sparktree.formats.options import FormatOptions, Header, Written
from sparktree.kernel import sql
from sparktree.kernel.connection import connect
from sparktree.kernel.errors import translate
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN, replaced_buffer, unescape_buffer
from sparktree.types.base import Type
from sparktree.types.numeric import Bool, Number
from sparktree.types.times import Moment, Time, Time64
from sparktree.types.to_text import Mode, to_field

_ROWS_AT_ONCE = 65536


class RowTemplate:
    """Stands for a block of one row: of what is written, it knows where the row's text would be."""

    num_rows = 1
    _MARK = bytes(range(128, 256))  # each byte once, so that it tells how many were cut off

    def __init__(self) -> None:
        self._line = sql.NULL

    def slice(self, start: int, length: int) -> RowTemplate:
        """As of a block: its one row."""
        return self

    def taken(self, line: Sql) -> bytes:
        """The mark, in place of the text that the expression would give."""
        self._line = line
        return self._MARK

    def parts(self, written: bytes) -> tuple[bytes, Sql, bytes]:
        """What stands before the row, its text, and what stands behind it."""
        end = written.rindex(self._MARK[-1:]) + 1
        start = end
        while start > 0 and written[start - 1 : start] in self._MARK[-(end - start) - 1 :]:
            start -= 1
        cut = len(self._MARK) - (end - start)
        text = sql.call("substring", self._line, cut + 1) if cut else self._line
        return written[:start], text, written[end:]


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


def lines(block: pa.Table | RowTemplate, line: Sql, *, only_utf8: bool = False) -> Iterator[bytes]:
    """The texts of an expression over a block, one after the other, as a few large pieces."""
    if isinstance(block, RowTemplate):
        yield block.taken(_replaced(line) if only_utf8 else line)
        return
    for batch in selected(block, line):
        piece = joined(batch.column(0))
        yield replaced_buffer(piece) if only_utf8 else unescape_buffer(piece)


def _replaced(text: Sql) -> Sql:
    """The text with the replacement character for each run of bytes that are not UTF-8."""
    escapes, character = sql.string(f"(?:.?{PATTERN})+"), sql.string("\ufffd")
    return sql.call("regexp_replace", text, escapes, character, sql.string("gs"))


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
    return sql.texts(*(piece if isinstance(piece, Sql) else sql.string(piece) for piece in pieces))


def separated(fields: list[Sql], separator: str) -> list[Sql | str]:
    """The fields with the separator between them."""
    pieces: list[Sql | str] = []
    for field in fields:
        if pieces:
            pieces.append(separator)
        pieces.append(field)
    return pieces


def fields(header: Header, mode: Mode, options: FormatOptions) -> list[Sql]:
    """The text of each column."""
    return [
        to_field(type_, column(i), mode, options.settings) for i, (_, type_) in enumerate(header)
    ]


def write_rows(
    blocks: Iterable[pa.Table], line: Sql, out: BinaryIO, *, only_utf8: bool = False
) -> int:
    """Write every row's line; how many rows there were."""
    rows = 0
    for block in blocks:
        out.writelines(lines(block, line, only_utf8=only_utf8))
        rows += block.num_rows
    return rows


def write_between(
    blocks: Iterable[pa.Table], row: Sql, separator: str, out: BinaryIO, *, only_utf8: bool = False
) -> int:
    """Write the rows with a separator between them; how many there were."""
    rows, line = 0, concat(separator, row)
    skip = len(separator.encode())
    for block in blocks:
        for piece in lines(block, line, only_utf8=only_utf8):
            out.write(piece[skip:])
            skip = 0
        rows += block.num_rows
    return rows


def write_tail(line: Sql, before: str, out: BinaryIO, options: FormatOptions) -> None:
    """Totals and extremes, each behind some text."""
    ending = options.ending()
    pieces = ((ending.totals, Written.TOTALS), (ending.extremes, Written.EXTREMES))
    for extra, what in pieces:
        if extra is not None:
            out.write(before.encode())
            write_rows([extra], line, out)
            options.written(what)


def aligned_right(type_: Type) -> bool:
    """Whether tables show the type at the right of its column: numbers and moments."""
    inner = type_.inner
    if isinstance(inner, Bool):
        return False
    return isinstance(inner, Number | Moment | Time | Time64)
