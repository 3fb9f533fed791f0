"""CSV: fields between commas, texts in double quotes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.csv_input import read_csv
from sparktree.formats.format import Format, Lines, declare
from sparktree.formats.guess_files import infer_csv
from sparktree.formats.header import HEADINGS
from sparktree.formats.input import Source
from sparktree.formats.joining import CSV_LINES
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.formats.render import concat, fields, separated, write_rows, write_tail
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import unescape
from sparktree.types.base import Type
from sparktree.types.composite import Tuple
from sparktree.types.to_text import Mode


@dataclass(frozen=True, slots=True)
class Csv:
    """One of the variants."""

    names: bool = False
    types: bool = False

    def write(
        self, blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
    ) -> None:
        """Header lines, rows, then totals and extremes behind empty lines."""
        flat = _flat(header) if _tuples_apart(options) else header
        if self.names:
            out.write(_line([name for name, _ in flat], options))
        if self.types:
            out.write(_line([str(type_) for _, type_ in flat], options))
        row = _row(header, options)
        write_rows(blocks, row, out)
        write_tail(row, _end(options), out, options)

    def read(self, source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
        """The rows, by position or by the names of the header."""
        return read_csv(source, columns, options, names=self.names, types=self.types)


def _tuples_apart(options: FormatOptions) -> bool:
    settings = options.settings
    return (
        settings.output_format_csv_serialize_tuple_into_separate_columns
        and settings.output_format_csv_header_serialize_tuple_into_separate_columns
    )


def _flat(header: Header) -> Header:
    """A tuple is as many columns as it has fields."""
    flat: Header = []
    for name, type_ in header:
        flat += _flat(_fields(name, type_)) if isinstance(type_, Tuple) else [(name, type_)]
    return flat


def _fields(name: str, type_: Tuple) -> Header:
    names = type_.names or tuple(str(i) for i in range(1, len(type_.of) + 1))
    listed: list[tuple[str, Type]] = [
        (f"{name}.{field}", t) for field, t in zip(names, type_.of, strict=True)
    ]
    return listed


def _row(header: Header, options: FormatOptions) -> Sql:
    texts = fields(header, Mode.CSV, options)
    return concat(*separated(texts, options.settings.format_csv_delimiter), _end(options))


def _line(texts: list[str], options: FormatOptions) -> bytes:
    quoted = ('"' + text.replace('"', '""') + '"' for text in texts)
    return unescape(options.settings.format_csv_delimiter.join(quoted) + _end(options))


def _end(options: FormatOptions) -> str:
    return "\r\n" if options.settings.output_format_csv_crlf_end_of_line else "\n"


for _suffix, _names, _types, _header in HEADINGS:
    declare(
        Format(
            f"CSV{_suffix}",
            f"Fields between commas, texts in double quotes{_header}.",
            writer=Csv(_names, _types).write,
            reader=Csv(_names, _types).read,
            content_type="text/csv; charset=UTF-8; header=" + ("present" if _names else "absent"),
            lines=Lines.EACH,
            infer=partial(infer_csv, names=_names, types=_types),
            named=_names,
            appendable=True,
            headless="CSV",
            joining=None if _names else CSV_LINES,
        )
    )
