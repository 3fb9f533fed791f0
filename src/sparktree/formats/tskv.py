"""TSKV: name=value pairs between tabs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, declare
from sparktree.formats.options import FormatOptions, Header
from sparktree.formats.render import concat, fields, write_rows
from sparktree.formats.tab_separated import escaped_name
from sparktree.kernel.sql import Sql
from sparktree.types.to_text import Mode


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    pieces: list[Sql | str] = []
    for (name, _), text in zip(header, fields(header, Mode.ESCAPED, options), strict=True):
        key = escaped_name(name).replace("=", "\\=")
        pieces += [("\t" if pieces else "") + key + "=", text]
    write_rows(blocks, concat(*pieces, "\n"), out)


declare(Format("TSKV", "name=value pairs between tabs, a row a line.", writer=_write))
