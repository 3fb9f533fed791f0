"""Regexp: the groups that a regular expression finds in a line are the fields of a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.formats.csv_input import csv_table
from sparktree.formats.custom_separated import guess_field, known_rule, read_field
from sparktree.formats.format import Format, declare
from sparktree.formats.guess_files import columns_of_rows
from sparktree.formats.input import Source, blocks_of, last_line_end
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.formats.render import selected
from sparktree.functions.core.patterns import at_group, check_regexp, group_count
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array


@dataclass(frozen=True, slots=True)
class _Lines:
    """How lines are taken apart."""

    pattern: str
    rule: str
    skips: bool  # lines that do not match

    @classmethod
    def of(cls, options: FormatOptions) -> _Lines:
        """As the settings say."""
        settings = options.settings
        pattern = settings.format_regexp
        rule = known_rule(settings.format_regexp_escaping_rule, "Regexp")
        if not pattern:
            raise Error(
                Code.BAD_ARGUMENTS,
                "The regular expression is not set for the `Regexp` format. It requires setting the"
                " value of the `format_regexp` setting",
            )
        try:
            check_regexp(pattern)
        except Error as error:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Invalid regular expression '{pattern}' for the `Regexp` format: {error.message}",
            ) from error
        return cls(pattern, rule, settings.format_regexp_skip_unmatched)

    @property
    def width(self) -> int:
        """The number of fields."""
        return group_count(self.pattern)

    def fields(self, piece: bytes, row: int) -> list[pa.Array]:
        """The texts of every group, of the lines that match."""
        lines = (piece[:-1] if piece.endswith(b"\n") else piece).split(b"\n")
        texts = escape_array(pa.array(lines, pa.binary()))
        bare = Sql("rtrim(line, chr(13))")
        whole = sql.string(f"^(?:{self.pattern})$")
        expressions = [at_group(f"^(?:{self.pattern})$", i + 1) for i in range(self.width)]
        groups = [sql.call("regexp_extract", bare, *expression) for expression in expressions]
        matches = Sql(f"CAST(regexp_matches({bare}, {whole}) AS UTINYINT)")
        found = pa.Table.from_batches(selected(pa.table({"line": texts}), matches, *groups))
        truths, *columns = (column.combine_chunks() for column in found.columns)
        matched = pc.equal(truths, 1)
        others = pc.indices_nonzero(pc.invert(matched))
        if not self.skips and len(others):
            place = others[0].as_py()
            line = lines[place].decode("utf-8", "replace")
            raise Error(
                Code.INCORRECT_DATA,
                f'Line "{line}" doesn\'t match the regexp: `{self.pattern}`:'
                f" (at row {row + place + 1})\n",
            )
        return [column.filter(matched) for column in columns]

    def table(self, piece: bytes, row: int) -> pa.Table:
        """Columns t0, t1, ... with the texts (and q0, q1, ... where they were quoted, in CSV)."""
        columns = self.fields(piece, row)
        if self.rule != "CSV":
            return pa.table({f"t{i}": column for i, column in enumerate(columns)})
        marks = [pc.and_(pc.starts_with(c, '"'), pc.greater(pc.utf8_length(c), 1)) for c in columns]
        bare = [
            pc.if_else(mark, pc.utf8_slice_codeunits(column, 1, -1), column)
            for mark, column in zip(marks, columns, strict=True)
        ]
        quoted = np.stack([mark.to_numpy(zero_copy_only=False) for mark in marks], axis=1)
        return csv_table(bare, quoted.reshape(-1), b'""' in piece)


def _read(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    lines = _Lines.of(options)
    fields = [read_field(type_, i, lines.rule, options) for i, (_, type_) in enumerate(columns)]
    row = 0
    for piece in source.pieces(last_line_end):
        if lines.width != len(columns):
            raise Error(
                Code.INCORRECT_DATA,
                "The number of matched fields in line doesn't match the number of columns:"
                " (at row 1)\n",
            )
        row = yield from blocks_of(lines.table(piece, row), fields, row, options, _blamed)


def _blamed(row: pa.Table, error: Error) -> Error:
    """A field is read as if it were the whole data: what is left of it is too much."""
    if error.code != Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED:
        return error
    return Error(Code.UNEXPECTED_DATA_AFTER_PARSED_VALUE, error.message)


def _infer(source: Source, options: FormatOptions) -> Header:
    settings, lines = options.settings, _Lines.of(options)
    size = settings.input_format_max_bytes_to_read_for_schema_inference
    most = settings.input_format_max_rows_to_read_for_schema_inference
    found = lines.fields(source.head(size, last_line_end), 0)
    rows = zip(*(column.slice(0, most).to_pylist() for column in found), strict=True)
    return columns_of_rows(
        [[(text, text[:1] == '"') for text in row] for row in rows],
        lambda cell, rules: guess_field(cell[0], lines.rule, rules),
        settings,
        heads=0,
        detect=False,
        json=lines.rule == "JSON",
    )


declare(
    Format(
        "Regexp",
        "Fields are what a regular expression finds in each line.",
        reader=_read,
        infer=_infer,
    )
)
