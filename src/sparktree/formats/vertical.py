"""Vertical: every value on a line of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, declare
from sparktree.formats.options import FormatOptions, Header, Written
from sparktree.formats.readable import number_tip
from sparktree.formats.render import fields, selected
from sparktree.functions.strings.text_width import cut_name, text_width
from sparktree.kernel.text import unescape
from sparktree.types.to_text import Mode

_BOLD, _PLAIN = "\033[1m", "\033[0m"


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    rows = VerticalRows(header, out, options)
    for block in blocks:
        rows.write(block)
    if rows.count > options.settings.output_format_pretty_max_rows:
        out.write(f"\nShowed first {options.settings.output_format_pretty_max_rows}.\n".encode())
    ending = options.ending()
    if ending.totals is not None:
        out.write(b"\n\n")
        rows.write_titled("Totals", ending.totals)
        options.written(Written.TOTALS)
    if ending.extremes is not None:
        out.write(b"\n" if ending.totals is not None else b"\n\n")
        for number, title in enumerate(("Min", "Max")):
            out.write(b"\n" if number else b"")
            rows.write_titled(title, ending.extremes.slice(number, 1))
        options.written(Written.EXTREMES)


class VerticalRows:
    """Writes rows and counts them."""

    def __init__(self, header: Header, out: BinaryIO, options: FormatOptions) -> None:
        self.count = 0
        self._header = header
        self._out = out
        self._options = options
        self._labels = _labels(header, options)

    def write(self, block: pa.Table) -> None:
        """The rows of a block, as far as the settings let them show."""
        left = self._options.settings.output_format_pretty_max_rows - self.count
        shown = block.slice(0, max(left, 0))
        if shown.num_rows:
            for texts in self._texts(shown):
                self._start_row()
                self._values(texts)
        self.count += block.num_rows - shown.num_rows

    def write_titled(self, title: str, block: pa.Table) -> None:
        """One row under a title."""
        self._out.write(f"{title}:\n{'─' * (len(title) + 1)}\n".encode())
        for texts in self._texts(block):
            self._values(texts)

    def _texts(self, block: pa.Table) -> Iterable[tuple[str, ...]]:
        expressions = fields(self._header, Mode.PLAIN, self._options)
        for batch in selected(block, *expressions):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)

    def _start_row(self) -> None:
        self.count += 1
        between = "\n" if self.count > 1 else ""
        # As ClickHouse: the line is a cell longer already for row 9, 99, ...
        line = "─" * (len(str(self.count + 1)) + len("Row :"))
        self._out.write(f"{between}Row {self.count}:\n{line}\n".encode())

    def _values(self, texts: tuple[str, ...]) -> None:
        threshold = self._options.settings.output_format_pretty_single_large_number_tip_threshold
        for label, (_, type_), text in zip(self._labels, self._header, texts, strict=True):
            tip = number_tip(type_, text, threshold)
            self._out.write(unescape(f"{label}{text}{tip}\n"))


def _labels(header: Header, options: FormatOptions) -> list[str]:
    settings = options.settings
    names = [
        cut_name(
            name,
            settings.output_format_pretty_max_column_name_width_cut_to,
            settings.output_format_pretty_max_column_name_width_min_chars_to_cut,
            "⋯" if settings.output_format_pretty_grid_charset == "UTF-8" else "~",
        )
        for name, _ in header
    ]
    widest = max((text_width(name) for name in names), default=0)
    bold, plain = (_BOLD, _PLAIN) if options.color else ("", "")
    return [f"{bold}{name}:{plain} " + " " * (widest - text_width(name)) for name in names]


declare(
    Format("Vertical", "Every value on a line of its own, under its row's number.", writer=_write)
)
