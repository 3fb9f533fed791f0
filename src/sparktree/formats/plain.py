"""Formats without structure: Null, RawBLOB, LineAsString, One."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, not_implemented
from sparktree.formats.byte_rows import joined, side_by_side
from sparktree.formats.format import Format, Lines, declare
from sparktree.formats.header import only_string
from sparktree.formats.input import Source, last_line_end
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.formats.row_binary import values
from sparktree.formats.tab_separated import TabSeparated
from sparktree.kernel.text import escape_array, unescape_array
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Nested, Tuple
from sparktree.types.numeric import UINT8
from sparktree.types.texts import STRING, String


def _write_nothing(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    for _ in blocks:
        pass


def _write_blob(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    """Values without anything between them: strings as they are, numbers as their bytes."""
    for block in blocks:
        columns = (
            _raw(type_, column.combine_chunks())
            for (_, type_), column in zip(header, block.columns, strict=True)
        )
        out.write(joined(side_by_side(*columns)))


def _raw(type_: Type, array: pa.Array) -> pa.Array:
    if isinstance(type_.inner, String):
        return unescape_array(pc.fill_null(array, "")).cast(pa.large_binary())
    if isinstance(type_.inner, Array | Map | Nested | Tuple):
        raise not_implemented(f"The format RawBLOB does not write values of type {type_}.")
    found = values(type_.inner, array)
    return pc.if_else(array.is_null(), pa.scalar(b"", found.type), found)


def _read_lines(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    only_string("LineAsString", columns, Code.INCORRECT_QUERY)
    most = options.settings.max_insert_block_size
    for piece in source.pieces(last_line_end):
        lines = (piece[:-1] if piece.endswith(b"\n") else piece).split(b"\n")
        for start in range(0, len(lines), most):
            texts = escape_array(pa.array(lines[start : start + most], pa.binary()))
            yield InputBlock(pa.table({"c0": texts}), (None,))


def _read_blob(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    only_string("RawBLOB", columns)
    yield InputBlock(
        pa.table({"c0": escape_array(pa.array([source.whole()], pa.binary()))}), (None,)
    )


def _read_one(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    """One row of defaults, whatever the data is."""
    table = pa.table({f"c{i}": pa.nulls(1, pa.int8()) for i in range(len(columns))})
    yield InputBlock(table, tuple(pa.array(np.ones(1, bool)) for _ in columns))


declare(Format("Null", "Nothing: the rows are computed and thrown away.", writer=_write_nothing))
declare(
    Format(
        "RawBLOB",
        "The bytes of the values as they are.",
        writer=_write_blob,
        raw=True,
        reader=_read_blob,
        columns=(("raw_blob", STRING),),
    )
)
declare(
    Format(
        "LineAsString",
        "A line a string.",
        writer=TabSeparated(raw=True).write,
        raw=True,
        reader=_read_lines,
        lines=Lines.EACH,
        columns=(("line", STRING),),
        appendable=True,
    )
)
declare(
    Format("One", "One row, whatever the data is.", reader=_read_one, columns=(("dummy", UINT8),))
)
