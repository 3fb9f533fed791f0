"""The text of a single row in a format, as kernel SQL over the columns c0, c1, ..."""

from __future__ import annotations

import io
from typing import cast

import pyarrow as pa

from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.format import Lines, find
from sparktree.formats.options import FormatOptions, Header
from sparktree.formats.render import RowTemplate, concat
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape


def row_text(name: str, header: Header, options: FormatOptions) -> Sql:
    """A row as the format writes it, with what stands before the first and behind the last one.

    The format writes a template instead of rows: what it asks the kernel for is the row's text.
    """
    format_ = find(name)
    if format_.lines is Lines.TOGETHER:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Cannot turn rows into a {name} format strings. formatRow function supports only row"
            " output formats",
        )
    if format_.writer is None or format_.lines is not Lines.EACH:
        raise not_implemented(f"Rows as texts in the format {name} are not supported.")
    template, out = RowTemplate(), io.BytesIO()
    format_.writer([cast(pa.Table, template)], header, out, options)
    before, line, after = template.parts(out.getvalue())
    return concat(sql.string(escape(before)), line, sql.string(escape(after)))
