"""One JSON document with the types, the rows and what the query took: JSON and JSONCompact."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, Subset, declare
from sparktree.formats.guess_json_files import infer_document
from sparktree.formats.json_pieces import json_text, json_values
from sparktree.formats.json_whole import DocumentReader
from sparktree.formats.options import Ending, FormatOptions, Header, Written
from sparktree.formats.render import column, concat, lines, separated, write_between
from sparktree.kernel.sql import Sql
from sparktree.types.json_pretty import pretty_json

_CONTENT = "application/json; charset=UTF-8"


def write_meta(header: Header, out: BinaryIO, options: FormatOptions) -> None:
    """The beginning of a document: names and types."""
    columns = ",\n".join(
        f'\t\t{{\n\t\t\t"name": {json_text(name, options)},\n'
        f'\t\t\t"type": {json_text(str(type_), options)}\n\t\t}}'
        for name, type_ in header
    )
    out.write(f'{{\n\t"meta":\n\t[\n{columns}\n\t],\n\n'.encode())


def write_statistics(rows: int, ending: Ending, out: BinaryIO, options: FormatOptions) -> None:
    """The end of a document: the number of rows and what the query took."""
    text = f',\n\n\t"rows": {rows}'
    for name, count in ending.rows_before().items():
        text += f',\n\n\t"{name}": {count}'
    if options.settings.output_format_write_statistics:
        took = ending.statistics
        text += (
            f',\n\n\t"statistics":\n\t{{\n\t\t"elapsed": {took.elapsed:.9g},\n'
            f'\t\t"rows_read": {took.rows_read},\n\t\t"bytes_read": {took.bytes_read}\n\t}}'
        )
    out.write((text + "\n}\n").encode())


@dataclass(frozen=True, slots=True)
class Document:
    """Rows as objects, or as arrays if compact; `strings` makes every value a string."""

    compact: bool = False
    strings: bool = False

    def write(
        self, blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
    ) -> None:
        """The whole document."""
        write_meta(header, out, options)
        row = concat("\t\t", self._row(header, 2, options))
        out.write(b'\t"data":\n\t[\n')
        rows = write_between(blocks, row, ",\n", out, only_utf8=True)
        out.write(b"\n\t]")
        ending = options.ending()
        self.write_extra(header, ending, out, options)
        write_statistics(rows, ending, out, options)

    def write_extra(
        self, header: Header, ending: Ending, out: BinaryIO, options: FormatOptions
    ) -> None:
        """Totals and extremes."""
        if ending.totals is not None:
            out.write(b',\n\n\t"totals":' + self._before(1))
            row = self._row(header, 1, options)
            out.writelines(lines(ending.totals, row, only_utf8=True))
            options.written(Written.TOTALS)
        if ending.extremes is not None:
            out.write(b',\n\n\t"extremes":\n\t{\n')
            row = self._row(header, 2, options)
            for number, name in enumerate(("min", "max")):
                out.write(f'\t\t"{name}":'.encode() + self._before(2))
                shown = ending.extremes.slice(number, 1)
                out.writelines(lines(shown, row, only_utf8=True))
                out.write(b"\n" if number else b",\n")
            out.write(b"\t}")
            options.written(Written.EXTREMES)

    def _before(self, level: int) -> bytes:
        return b" " if self.compact else b"\n" + b"\t" * level

    def _row(self, header: Header, level: int, options: FormatOptions) -> Sql:
        if self.compact:
            return concat("[", *separated(json_values(header, self.strings, options), ", "), "]")
        indent = "\t" * (level + 1)
        pieces: list[Sql | str] = ["{\n"]
        for number, value in enumerate(self._values(header, level, options)):
            key = json_text(header[number][0], options)
            pieces += [(",\n" if number else "") + f"{indent}{key}: ", value]
        return concat(*pieces, "\n" + "\t" * level + "}")

    def _values(self, header: Header, level: int, options: FormatOptions) -> list[Sql]:
        if self.strings or not options.settings.output_format_json_pretty_print:
            return json_values(header, self.strings, options)
        return [
            pretty_json(type_, column(number), level + 1, "\t", options.settings)
            for number, (_, type_) in enumerate(header)
        ]


def _declare(
    name: str, doc: str, document: Document, *, named: bool = False, subset: Subset = Subset.NEVER
) -> None:
    reads = not document.strings  # ClickHouse reads no documents of strings
    declare(
        Format(
            name,
            doc,
            document.write,
            DocumentReader(document.compact).read if reads else None,
            _CONTENT,
            tells_rows=True,
            infer=partial(infer_document, compact=document.compact) if reads else None,
            named=named,
            subset=subset,
        )
    )


_declare(
    "JSON",
    "One JSON document: types, rows as objects, statistics.",
    Document(),
    named=True,
    subset=Subset.BY_KEY,
)
_declare("JSONStrings", "As JSON, every value as a string.", Document(strings=True))
_declare("JSONCompact", "As JSON, rows as arrays.", Document(compact=True))
_declare("JSONCompactStrings", "As JSONCompact, every value as a string.", Document(True, True))
