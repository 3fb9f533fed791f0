"""SQLInsert: the rows as INSERT statements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, Lines, declare
from sparktree.formats.options import FormatOptions, Header
from sparktree.formats.render import concat, fields, lines, separated
from sparktree.kernel.text import unescape
from sparktree.sql.printers.base import back_quote
from sparktree.types.to_text import Mode


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    row = concat(", (", *separated(fields(header, Mode.QUOTED, options), ", "), ")")
    start, left, written = _start(header, options), 0, False
    for block in blocks:
        done = 0
        while done < block.num_rows:
            first = left == 0
            if first:
                out.write(b";\n" if written else b"")
                out.write(start)
                left, written = options.settings.output_format_sql_insert_max_batch_size, True
            some = block.slice(done, left)
            skip = len(", ") if first else 0
            for piece in lines(some, row):
                out.write(piece[skip:])
                skip = 0
            done, left = done + some.num_rows, left - some.num_rows
    out.write(b";\n")


def _start(header: Header, options: FormatOptions) -> bytes:
    settings = options.settings
    verb = "REPLACE" if settings.output_format_sql_insert_use_replace else "INSERT"
    quoted = settings.output_format_sql_insert_quote_names
    names = ", ".join(back_quote(name) if quoted else name for name, _ in header)
    shown = f" ({names})" if settings.output_format_sql_insert_include_column_names else ""
    table = settings.output_format_sql_insert_table_name
    return unescape(f"{verb} INTO {table}{shown} VALUES ")


declare(Format("SQLInsert", "The rows as INSERT statements.", _write, lines=Lines.EACH))
