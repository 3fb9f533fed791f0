"""CustomSeparated: fields and rows between delimiters of one's own choice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.csv_input import csv_leaf, csv_table
from sparktree.formats.cutting import (
    Bytes,
    Fields,
    Places,
    bytes_of,
    inside_quotes,
    unescaped_quotes,
)
from sparktree.formats.format import Format, Lines, declare
from sparktree.formats.guess import TEXT, Guess, Rules
from sparktree.formats.guess_files import columns_of_rows
from sparktree.formats.guess_json import guess_json_text
from sparktree.formats.guess_text import guess_csv, guess_escaped, guess_value
from sparktree.formats.header import (
    HEADINGS,
    Layout,
    check_types,
    looks_like_header,
    named_layout,
    plain_layout,
)
from sparktree.formats.input import Field, Source, blocks_of
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.formats.render import column, concat, separated, write_between
from sparktree.formats.tab_input import tab_field
from sparktree.formats.tab_separated import escaped_name
from sparktree.kernel import sql
from sparktree.kernel.sql import TRUE, Sql
from sparktree.kernel.text import escape, unescape
from sparktree.types.base import Type
from sparktree.types.escapes import unescaped_text
from sparktree.types.from_json import from_json
from sparktree.types.texts import quoted
from sparktree.types.to_text import Mode, null_text, to_field, to_text

_MODES = {"Escaped": Mode.ESCAPED, "Quoted": Mode.QUOTED, "CSV": Mode.CSV, "JSON": Mode.JSON}
_RULES = (*_MODES, "Raw")
_OTHER_RULES = ("XML", "None")
_QUOTES = {"Quoted": b"'", "JSON": b'"', "CSV": b'"'}


def known_rule(rule: str, format_name: str) -> str:
    """The escaping rule, if it is one that is built."""
    if rule not in (*_RULES, *_OTHER_RULES):
        known = ", ".join(f"'{name}'" for name in (*_RULES, *_OTHER_RULES))
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Unexpected value of EscapingRule: '{rule}'. Must be one of [{known}]",
        )
    if rule not in _RULES:
        raise not_implemented(f"The escaping rule {rule} of {format_name} is not built.")
    return rule


@dataclass(frozen=True, slots=True)
class Dialect:
    """The delimiters, and how fields are escaped between them."""

    rule: str
    field: str
    before: str  # a row
    after: str  # a row
    between: str  # two rows
    start: str  # of everything
    end: str

    @classmethod
    def of(cls, options: FormatOptions) -> Dialect:
        """As the settings say."""
        settings = options.settings
        return cls(
            known_rule(settings.format_custom_escaping_rule, "CustomSeparated"),
            settings.format_custom_field_delimiter,
            settings.format_custom_row_before_delimiter,
            settings.format_custom_row_after_delimiter,
            settings.format_custom_row_between_delimiter,
            settings.format_custom_result_before_delimiter,
            settings.format_custom_result_after_delimiter,
        )

    def header_text(self, name: str) -> str:
        """The name or the type of a column, in a header."""
        if self.rule == "CSV":
            return '"' + name.replace('"', '""') + '"'
        if self.rule == "JSON":
            return json.dumps(name, ensure_ascii=False)
        if self.rule == "Quoted":
            return quoted(name)
        return escaped_name(name) if self.rule == "Escaped" else name

    def read_name(self, text: str) -> str:
        """The other way around."""
        if self.rule == "CSV":
            return text.strip('"').replace('""', '"')
        if self.rule == "JSON":
            return str(json.loads(text))
        if self.rule == "Quoted":
            return unescaped_text(text.strip("'"))
        return unescaped_text(text) if self.rule == "Escaped" else text

    @property
    def of_rows(self) -> bytes:
        """What stands between the last field of a row and the first of the next."""
        return unescape(self.after + self.between + self.before)

    def check_readable(self) -> None:
        """Refuse delimiters by which rows cannot be told apart."""
        if self.rule == "Escaped" and self.field[:1] not in ("\t", "\n"):
            raise Error(
                Code.BAD_ARGUMENTS,
                "'Escaped' serialization requires delimiter after String field to start with"
                " '\\t' or '\\n'",
            )
        if not self.field or not self.of_rows:
            raise not_implemented("CustomSeparated is read with delimiters that are not empty.")


@dataclass(frozen=True, slots=True)
class CustomSeparated:
    """One of the variants."""

    names: bool = False
    types: bool = False

    def write(
        self, blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
    ) -> None:
        """Everything between its delimiters."""
        dialect = Dialect.of(options)
        heads = [[name for name, _ in header]] if self.names else []
        heads += [[str(type_) for _, type_ in header]] if self.types else []
        out.write(unescape(dialect.start))
        for number, head in enumerate(heads):
            shown = dialect.field.join(map(dialect.header_text, head))
            between = dialect.between if number else ""
            out.write(unescape(between + dialect.before + shown + dialect.after))
        if heads:
            out.write(unescape(dialect.between))
        fields = [_written(t, column(i), dialect, options) for i, (_, t) in enumerate(header)]
        row = concat(dialect.before, *separated(fields, dialect.field), dialect.after)
        write_between(blocks, row, dialect.between, out)
        out.write(unescape(dialect.end))

    def read(self, source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
        """The rows, by position or by the names of the header."""
        dialect = Dialect.of(options)
        dialect.check_readable()
        layout, fields = plain_layout(columns), None
        row, first = 0, True
        for found in source.pieces(lambda data: _last_row_end(data, dialect)):
            piece = _bare(found, dialect, first)
            if first and (self.names or _is_headed(piece, dialect, columns, options)):
                layout, piece = self._header(piece, dialect, columns, options)
            first = False
            if fields is None:
                fields = [
                    read_field(type_, layout.field_of(i), dialect.rule, options)
                    for i, (_, type_) in enumerate(columns)
                ]
            if piece:
                texts = _split(piece, len(layout.positions), dialect, row)
                row = yield from blocks_of(texts, fields, row, options)

    def infer(self, source: Source, options: FormatOptions) -> Header:
        """The columns, by the header or the first rows."""
        settings, dialect = options.settings, Dialect.of(options)
        dialect.check_readable()
        size = settings.input_format_max_bytes_to_read_for_schema_inference
        data = source.head(size, lambda found: _last_row_end(found, dialect))
        most = settings.input_format_max_rows_to_read_for_schema_inference
        rows = _texts(_bare(data, dialect, True), dialect)[:most]
        return columns_of_rows(
            [[(text, text[:1] == '"') for text in row] for row in rows],
            lambda cell, rules: guess_field(cell[0], dialect.rule, rules),
            settings,
            heads=self.names + self.types,
            detect=settings.input_format_custom_detect_header and not self.names,
            name=dialect.read_name,
            json=dialect.rule == "JSON",
        )

    def _header(
        self, piece: bytes, dialect: Dialect, columns: Header, options: FormatOptions
    ) -> tuple[Layout, bytes]:
        heads = piece.split(dialect.of_rows, 2 if self.types else 1)
        listed = [
            [dialect.read_name(text) for text in escape(head).split(dialect.field)]
            for head in heads[: 2 if self.types else 1]
        ]
        layout = named_layout(listed[0], columns, options)
        if self.types:
            check_types(listed[1] if len(listed) > 1 else [], layout, columns, options)
        rest = heads[2 if self.types else 1 :]
        return layout, rest[0] if rest else b""


def _is_headed(piece: bytes, dialect: Dialect, columns: Header, options: FormatOptions) -> bool:
    """Whether the first row is a header that the format does not promise."""
    if not options.settings.input_format_custom_detect_header:
        return False
    first = escape(piece.split(dialect.of_rows, 1)[0]).split(dialect.field)
    try:
        return looks_like_header([dialect.read_name(text) for text in first], columns)
    except ValueError:  # no name of JSON
        return False


def _texts(piece: bytes, dialect: Dialect) -> list[list[str]]:
    """The fields of rows, as they are written."""
    rows, inner = _signs(piece, dialect)
    found, begin = [], 0
    for end in [*rows.tolist(), len(piece)]:
        cuts = inner[np.searchsorted(inner, begin) : np.searchsorted(inner, end)].tolist()
        starts = [begin, *(cut + len(unescape(dialect.field)) for cut in cuts)]
        ends = [*cuts, end]
        found.append([escape(piece[b:e]) for b, e in zip(starts, ends, strict=True)])
        begin = end + len(dialect.of_rows)
    return found


def guess_field(text: str, rule: str, rules: Rules) -> Guess:
    """What a field is, by how it is escaped."""
    if rule == "CSV":
        quoted = len(text) > 1 and text[0] == text[-1] == '"'
        bare = text[1:-1].replace('""', '"') if quoted else text
        return guess_csv(bare, quoted, rules)
    if rule == "Quoted":
        return guess_value(text, rules) or TEXT
    return guess_json_text(text, rules) if rule == "JSON" else guess_escaped(text, rules)


def _written(type_: Type, value: Sql, dialect: Dialect, options: FormatOptions) -> Sql:
    settings = options.settings
    if dialect.rule in _MODES:
        return to_field(type_, value, _MODES[dialect.rule], settings)
    text = to_text(type_, value, Mode.PLAIN, settings)
    return sql.coalesce(text, sql.string(null_text(Mode.ESCAPED, settings)))


def read_field(type_: Type, field: int | None, rule: str, options: FormatOptions) -> Field:
    """The value of a field (text t0, t1, ...), by how it is escaped."""
    if rule in ("Escaped", "Raw"):
        return tab_field(type_, field, options, rule == "Raw")
    if rule == "CSV":
        return csv_leaf(type_, field, options)
    if field is None:
        return Field(type_.default(), TRUE)
    text, fields = sql.name(f"t{field}"), options.settings.fields
    if rule == "JSON":
        return Field(from_json(type_, sql.cast(text, "JSON"), fields))
    value = fields.value(type_, text, quoted=True)
    if type_.nullable or not options.settings.input_format_null_as_default:
        return Field(value)
    null = sql.op("=", text, sql.string("NULL"))
    return Field(sql.case((null, type_.default()), otherwise=value), null)


def _bare(piece: bytes, dialect: Dialect, first: bool) -> bytes:
    """Whole rows without what stands before the first and behind the last."""
    begin = unescape(dialect.start + dialect.before)
    if first and begin:
        if not piece.startswith(begin):
            raise _unexpected(begin, piece)
        piece = piece.removeprefix(begin)
    last = unescape(dialect.after + dialect.end)
    if dialect.end and piece.rstrip(b"\n").endswith(last):
        return piece.rstrip(b"\n").removesuffix(last)
    if piece.endswith(dialect.of_rows):
        return piece.removesuffix(dialect.of_rows)
    return piece.removesuffix(unescape(dialect.after))


def _unexpected(wanted: bytes, found: bytes) -> Error:
    shown = found[:50].decode("utf-8", "replace")
    return Error(
        Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
        f"Cannot parse input: expected '{wanted.decode('utf-8', 'replace')}' before: '{shown}'",
    )


def _outside(data: Bytes, dialect: Dialect) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """What is not inside of quotes."""
    quote = _QUOTES.get(dialect.rule)
    if quote is None:
        return np.ones(len(data), np.bool_)
    doubled = dialect.rule == "CSV"
    quotes = np.flatnonzero(data == quote[0]) if doubled else unescaped_quotes(data, quote)
    return ~inside_quotes(len(data), quotes)


def _outside_quotes(data: Bytes, needle: bytes, dialect: Dialect) -> Places:
    """Where the delimiter stands outside of quotes."""
    if len(data) < len(needle):
        return np.zeros(0, np.int64)
    count = len(data) - len(needle) + 1
    found = _outside(data, dialect)[:count]
    for offset, byte in enumerate(needle):
        found = found & (data[offset : offset + count] == byte)
    return np.flatnonzero(found)


def _last_row_end(data: bytes, dialect: Dialect) -> int:
    places = _outside_quotes(bytes_of(data), dialect.of_rows, dialect)
    return int(places[-1]) + len(dialect.of_rows) if len(places) else 0


def _signs(piece: bytes, dialect: Dialect) -> tuple[Places, Places]:
    """Where the delimiters of rows and of fields stand."""
    data = bytes_of(piece)
    rows = _outside_quotes(data, dialect.of_rows, dialect)
    inner = _outside_quotes(data, unescape(dialect.field), dialect)
    # A delimiter of fields that is a piece of a delimiter of rows ends no field.
    if len(rows) and len(inner):
        last = rows[np.maximum(np.searchsorted(rows, inner, side="right") - 1, 0)]
        inner = inner[(inner < last) | (inner >= last + len(dialect.of_rows))]
    return rows, inner


def _split(piece: bytes, width: int, dialect: Dialect, row: int) -> pa.Table:
    """Columns t0, t1, ... with the texts (and q0, q1, ... where they were quoted, in CSV)."""
    data = bytes_of(piece)
    rows, inner = _signs(piece, dialect)
    counts = np.bincount(np.searchsorted(rows, inner), minlength=len(rows) + 1)
    wrong = np.flatnonzero(counts != width - 1)
    if len(wrong):
        raise Error(
            Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
            f"Cannot parse input: expected {width} fields, got {counts[wrong[0]] + 1}:"
            f" (at row {row + int(wrong[0]) + 1})\n",
        )
    ends = np.concatenate([inner, rows, [len(data)]])
    sizes = np.concatenate([np.full(len(inner), len(unescape(dialect.field))),
                            np.full(len(rows), len(dialect.of_rows)), [0]])  # fmt: skip
    order = np.argsort(ends, kind="stable")
    ends, sizes = ends[order], sizes[order]
    starts = np.concatenate([[0], (ends + sizes)[:-1]])
    fields = Fields(data, starts.astype(np.int64), ends.astype(np.int64), width)
    if dialect.rule != "CSV":
        return pa.table({f"t{i}": texts for i, texts in enumerate(fields.columns())})
    marked = fields.begin_with(b'"') if len(data) else np.zeros(len(starts), np.bool_)
    return csv_table(fields.without_quotes(marked).columns(), marked, b'""' in piece)


for _suffix, _names, _types, _header in HEADINGS:
    _variant = CustomSeparated(_names, _types)
    declare(
        Format(
            f"CustomSeparated{_suffix}",
            f"Fields and rows between delimiters of one's own choice{_header}.",
            writer=_variant.write,
            reader=_variant.read,
            lines=Lines.EACH,
            infer=_variant.infer,
            named=_names,
            appendable=True,
            headless="CustomSeparated",
        )
    )
