"""TabSeparated: fields between tabs, with backslash escapes or raw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, Lines, declare
from sparktree.formats.guess_files import infer_tab_separated
from sparktree.formats.header import HEADINGS
from sparktree.formats.input import Source
from sparktree.formats.joining import LINES, RAW_LINES
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.formats.render import column, concat, separated, write_rows, write_tail
from sparktree.formats.tab_input import read_tab_separated
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import unescape
from sparktree.types.base import Type
from sparktree.types.to_text import Mode, null_text, to_field, to_text

_ESCAPES = str.maketrans(
    {"\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
     "\0": "\\0", "'": "\\'"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TabSeparated:
    """One of the variants."""

    names: bool = False
    types: bool = False
    raw: bool = False

    def write(
        self, blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
    ) -> None:
        """Header lines, rows, then totals and extremes behind empty lines."""
        if self.names:
            out.write(self._line([name for name, _ in header], options))
        if self.types:
            out.write(self._line([str(type_) for _, type_ in header], options))
        row = self._row(header, options)
        write_rows(blocks, row, out)
        write_tail(row, _end(options), out, options)

    def read(self, source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
        """The rows, by position or by the names of the header."""
        return read_tab_separated(
            source, columns, options, names=self.names, types=self.types, raw=self.raw
        )

    def _line(self, texts: list[str], options: FormatOptions) -> bytes:
        shown = texts if self.raw else [escaped_name(text) for text in texts]
        return unescape("\t".join(shown) + _end(options))

    def _row(self, header: Header, options: FormatOptions) -> Sql:
        fields = [self._field(type_, column(i), options) for i, (_, type_) in enumerate(header)]
        return concat(*separated(fields, "\t"), _end(options))

    def _field(self, type_: Type, value: Sql, options: FormatOptions) -> Sql:
        settings = options.settings
        if not self.raw:
            return to_field(type_, value, Mode.ESCAPED, settings)
        text = to_text(type_, value, Mode.PLAIN, settings)
        return sql.coalesce(text, sql.string(null_text(Mode.ESCAPED, settings)))


def escaped_name(text: str) -> str:
    """A name with backslash escapes."""
    return text.translate(_ESCAPES)


def _end(options: FormatOptions) -> str:
    return "\r\n" if options.settings.output_format_tsv_crlf_end_of_line else "\n"


for _raw in (False, True):
    for _suffix, _names, _types, _header in HEADINGS:
        _middle = "Raw" if _raw else ""
        _variant = TabSeparated(_names, _types, _raw)
        _aliases = [f"TSV{_middle}{_suffix}"] + ([f"Raw{_suffix}"] if _raw else [])
        declare(
            Format(
                f"TabSeparated{_middle}{_suffix}",
                "Fields between tabs, a row a line"
                + (", without escapes" if _raw else ", special characters with a backslash")
                + f"{_header}.",
                writer=_variant.write,
                reader=_variant.read,
                content_type="text/tab-separated-values; charset=UTF-8",
                raw=_raw,
                lines=Lines.EACH,
                infer=partial(infer_tab_separated, names=_names, types=_types, raw=_raw),
                named=_names,
                appendable=True,
                headless=f"TabSeparated{_middle}",
                joining=None if _names else RAW_LINES if _raw else LINES,
                extensions=() if _raw or _names else ("tsv", "txt"),
            ),
            *_aliases,
        )
