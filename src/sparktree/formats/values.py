"""Values: rows in parentheses, as in an INSERT."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, Lines, declare
from sparktree.formats.guess_files import infer_values
from sparktree.formats.joining import TUPLES
from sparktree.formats.options import FormatOptions, Header
from sparktree.formats.render import concat, fields, separated, write_between
from sparktree.formats.values_input import read_values
from sparktree.types.to_text import Mode


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    row = concat("(", *separated(fields(header, Mode.QUOTED, options), ","), ")")
    write_between(blocks, row, ",", out)


declare(
    Format(
        "Values",
        "Rows in parentheses, between commas.",
        writer=_write,
        reader=read_values,
        lines=Lines.EACH,
        infer=infer_values,
        appendable=True,
        joining=TUPLES,
    )
)
