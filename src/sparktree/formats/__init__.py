"""The formats of data: each declared once, with its reader and its writer."""

from sparktree.formats import (
    arrow,
    csv,
    json_document,
    json_rows,
    markdown,
    native,
    plain,
    pretty,
    row_binary,
    tab_separated,
    tskv,
    values,
    vertical,
)
from sparktree.formats.format import FORMATS, Format, find, infer, read, write
from sparktree.formats.options import (
    Ending,
    FormatOptions,
    FormatSettings,
    Header,
    InputBlock,
    Statistics,
)

__all__ = [
    "FORMATS",
    "Ending",
    "Format",
    "FormatOptions",
    "FormatSettings",
    "Header",
    "InputBlock",
    "Statistics",
    "arrow",
    "csv",
    "find",
    "infer",
    "json_document",
    "json_rows",
    "markdown",
    "native",
    "plain",
    "pretty",
    "read",
    "row_binary",
    "tab_separated",
    "tskv",
    "values",
    "vertical",
    "write",
]
