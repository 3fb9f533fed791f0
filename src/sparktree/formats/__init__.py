"""The formats of data: each declared once, with its reader and its writer."""

from sparktree.formats import (
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
from sparktree.formats.format import FORMATS, Format, find, read, write
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
    "csv",
    "find",
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
