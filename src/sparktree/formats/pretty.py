"""Pretty: tables drawn with lines, for people to read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum as PythonEnum
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, Lines, declare
from sparktree.formats.options import FormatOptions, Header, Written
from sparktree.formats.pretty_table import Column, Style, Table, draw
from sparktree.formats.render import aligned_right, fields, selected
from sparktree.formats.vertical import VerticalRows
from sparktree.functions.strings.text_width import cut_name, text_width
from sparktree.kernel.text import unescape
from sparktree.types.json_pretty import named_tuple_json
from sparktree.types.to_text import Mode


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that are shown, and how many there were; the middle of a long result is left out."""

    head: pa.Table
    tail: pa.Table | None
    total: int

    @property
    def row_count(self) -> int:
        """How many rows are shown."""
        tables = (self.head, self.tail)
        return sum(int(table.num_rows) for table in tables if table is not None)


class Kind(PythonEnum):
    """What stands above a table."""

    MAIN = ""
    TOTALS = "\nTotals:\n"
    EXTREMES = "\nExtremes:\n"


_PIECES = {Kind.TOTALS: Written.TOTALS, Kind.EXTREMES: Written.EXTREMES}


@dataclass(frozen=True, slots=True)
class Pretty:
    """One of the variants."""

    style: Style
    escapes: bool = True

    def write(
        self, blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
    ) -> None:
        """The rows as one table, then totals and extremes as tables of their own."""
        most = options.settings.output_format_pretty_max_rows
        rows = _first_and_last(blocks, most)
        if rows is not None and rows.total:
            self._write_table(rows, header, out, options)
        if rows is not None and rows.total >= most:
            between = "\n" if self.style is Style.SPACE else ""
            out.write(f"{between}Showed {rows.row_count} out of {rows.total} rows.\n".encode())
        ending = options.ending()
        for extra, kind in ((ending.totals, Kind.TOTALS), (ending.extremes, Kind.EXTREMES)):
            if extra is not None:
                out.write(kind.value.encode())
                self._write_table(Rows(extra, None, extra.num_rows), header, out, options)
                options.written(_PIECES[kind])

    def _write_table(
        self, rows: Rows, header: Header, out: BinaryIO, options: FormatOptions
    ) -> None:
        texts = _texts(rows, header, options)
        table = _table(texts, rows, header, options, self.style)
        if _too_wide(table, rows, options):
            vertical = VerticalRows(header, out, _with_tuples(options))
            vertical.write(rows.head)
            return
        color = self.escapes and options.color
        out.write(unescape(draw(table, self.style, options.settings, color=color)))


def _first_and_last(blocks: Iterable[pa.Table], most: int) -> Rows | None:
    """The first half and the last half of `most` rows."""
    head: pa.Table | None = None
    rest: pa.Table | None = None
    total = 0
    for block in blocks:
        total += block.num_rows
        room = most - (head.num_rows if head is not None else 0)
        if head is None:
            head = block.slice(0, max(room, 0))
        elif room > 0:
            head = pa.concat_tables([head, block.slice(0, room)])
        if block.num_rows > room:
            later = block.slice(max(room, 0))
            joined = later if rest is None else pa.concat_tables([rest, later])
            rest = joined.slice(max(joined.num_rows - most, 0))
    if head is None or rest is None:
        return None if head is None else Rows(head, None, total)
    both = pa.concat_tables([head, rest])
    return Rows(head.slice(0, (most + 1) // 2), both.slice(both.num_rows - most // 2), total)


def _with_tuples(options: FormatOptions) -> FormatOptions:
    """The options with named tuples as JSON, if the settings want them so."""
    settings = options.settings
    if not settings.output_format_pretty_named_tuples_as_json:
        return options
    return replace(options, settings=replace(settings, named_tuple=named_tuple_json))


def _texts(rows: Rows, header: Header, options: FormatOptions) -> list[list[str]]:
    """The text of every shown value, by column."""
    expressions = fields(header, Mode.PLAIN, _with_tuples(options))
    found: list[list[str]] = [[] for _ in header]
    for table in (rows.head, rows.tail):
        if table is None or not table.num_rows:
            continue
        for batch in selected(table, *expressions):
            for texts, array in zip(found, batch.columns, strict=True):
                texts.extend(array.to_pylist())
    return found


def _table(
    texts: list[list[str]], rows: Rows, header: Header, options: FormatOptions, style: Style
) -> Table:
    settings = options.settings
    number_width = len(str(rows.total)) + 2
    prefix = number_width + (1 if style is Style.SPACE else 2)
    columns = []
    for values, (name, type_) in zip(texts, header, strict=True):
        width = _widest(values, prefix, options)
        shown = cut_name(
            name,
            max(width, settings.output_format_pretty_max_column_name_width_cut_to)
            if settings.output_format_pretty_max_column_name_width_cut_to
            else 0,
            settings.output_format_pretty_max_column_name_width_min_chars_to_cut,
            "⋯" if settings.output_format_pretty_grid_charset == "UTF-8" else "~",
        )
        name_width = min(text_width(shown), settings.output_format_pretty_max_column_pad_width)
        width = max(width, name_width)
        columns.append(Column(shown, name_width, type_, values, width, aligned_right(type_)))
        prefix += width + 3
    gap = rows.head.num_rows if rows.tail is not None else None
    return Table(columns, rows.total, number_width, gap)


def _widest(values: list[str], prefix: int, options: FormatOptions) -> int:
    settings = options.settings
    limit = min(
        settings.output_format_pretty_max_column_pad_width,
        settings.output_format_pretty_max_value_width or 1 << 62,
    )
    widest = 0
    for value in values:
        lines = value.split("\n") if settings.output_format_pretty_multiline_fields else (value,)
        widest = max(widest, *(min(text_width(line, prefix), limit) for line in lines))
    return widest


def _too_wide(table: Table, rows: Rows, options: FormatOptions) -> bool:
    """Whether few rows of many columns read better one value a line."""
    settings = options.settings
    has_newlines = settings.output_format_pretty_multiline_fields and any(
        "\n" in value for column in table.columns for value in column.values
    )
    return (
        settings.output_format_pretty_fallback_to_vertical
        and rows.total <= settings.output_format_pretty_fallback_to_vertical_max_rows_per_chunk
        and len(table.columns) >= settings.output_format_pretty_fallback_to_vertical_min_columns
        and (
            has_newlines
            or sum(column.width for column in table.columns)
            >= settings.output_format_pretty_fallback_to_vertical_min_table_width
        )
    )


for _style, _infix in ((Style.FULL, ""), (Style.COMPACT, "Compact"), (Style.SPACE, "Space")):
    for _escapes, _no_escapes in ((True, ""), (False, "NoEscapes")):
        for _mono in ("", "MonoBlock"):
            declare(
                Format(
                    f"Pretty{_infix}{_no_escapes}{_mono}",
                    "A table for people to read"
                    + {Style.FULL: "", Style.COMPACT: ", with few lines"}.get(
                        _style, ", with spaces for lines"
                    )
                    + (", without colors" if not _escapes else "")
                    + ".",
                    writer=Pretty(_style, _escapes).write,
                    lines=Lines.TOGETHER,
                )
            )
