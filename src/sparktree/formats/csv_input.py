"""CSV, read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.formats.cutting import (
    Bytes,
    Fields,
    Mask,
    Places,
    bytes_of,
    inside_quotes,
    is_one_of,
)
from sparktree.formats.header import (
    Layout,
    check_types,
    detected_layout,
    named_layout,
)
from sparktree.formats.input import Blame, Field, Source, blocks_of, converted, without_empty_end
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import FALSE, TRUE, Sql
from sparktree.kernel.text import escape, escape_array
from sparktree.types.base import Type
from sparktree.types.composite import Tuple

_QUOTE, _NEWLINE, _RETURN = b'"\n\r'
_BLANKS = b" \t"
_ABSENT = (b"", False)  # a field that a short row lacks; told from empty ones by its identity


@dataclass(frozen=True, slots=True)
class Dialect:
    """The signs that cut CSV into fields."""

    delimiter: bytes
    quotes: bytes

    @property
    def field(self) -> re.Pattern[bytes]:
        """A field, in quotes or plain, and the delimiter, the newline or the end after it."""
        delimiter = re.escape(self.delimiter)
        quoted = b"|".join(
            b"%b((?:[^%b]|%b%b)*)%b[ \\t]*" % (q, q, q, q, q) for q in self._quotes()
        )
        unquoted = b"(?![ \\t]*[%b])" % self.quotes if self.quotes else b""
        return re.compile(
            b"[ \\t]*(?:%b)(%b|\\r?\\n|\\Z)|%b([^\\n%b]*?)(%b|\\r?\\n|\\Z)"
            % (quoted, delimiter, unquoted, delimiter, delimiter)
        )

    def _quotes(self) -> list[bytes]:
        return [self.quotes[i : i + 1] for i in range(len(self.quotes))]


def _dialect(options: FormatOptions) -> Dialect:
    settings = options.settings
    quotes = (b'"' if settings.format_csv_allow_double_quotes else b"") + (
        b"'" if settings.format_csv_allow_single_quotes else b""
    )
    return Dialect(settings.format_csv_delimiter.encode(), quotes)


def read_csv(
    source: Source, columns: Header, options: FormatOptions, *, names: bool, types: bool
) -> Iterator[InputBlock]:
    """Blocks of rows; the first lines may hold names and types."""
    for _ in range(options.settings.input_format_csv_skip_first_lines):
        source.line()
    dialect = _dialect(options)
    flat, packs = _flat_columns(columns, options)
    layout = _layout(source, flat, dialect, options, names=names, types=types)
    leaves = [csv_leaf(type_, layout.field_of(i), options) for i, (_, type_) in enumerate(flat)]
    fields = [pack.field(leaves) for pack in packs]
    row, width = 0, len(layout.positions)
    last = width - 1 if flat and layout.field_of(len(flat) - 1) == width - 1 else None
    blame = _ends_late(fields, last)
    pieces = source.pieces(lambda data: _last_row_end(data, dialect))
    if options.settings.input_format_csv_skip_trailing_empty_lines:
        pieces = without_empty_end(pieces)
    for piece in pieces:
        texts = _split(piece, width, dialect, row, options)
        row = yield from blocks_of(texts, fields, row, options, blame)


def _ends_late(fields: list[Field], last: int | None) -> Blame:
    """What is left over behind a value of the last column stands where the line should end."""

    def blame(row: pa.Table, error: Error) -> Error:
        unread = error.code == Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED
        if last is None or not unread or row[f"q{last}"][0].as_py():
            return error
        try:
            if len(fields) > 1:
                converted(row, fields[:-1])
        except Error:
            return error
        return Error(Code.INCORRECT_DATA, "Expected end of line")

    return blame


@dataclass(frozen=True, slots=True)
class Pack:
    """A column over the fields that it is made of: one, or as many as a tuple has."""

    type: Type
    leaf: int
    parts: tuple[Pack, ...] = ()

    def field(self, leaves: list[Field]) -> Field:
        """How the column is read, from how its fields are read."""
        if not isinstance(self.type, Tuple) or not self.parts:
            return leaves[self.leaf]
        inner = [part.field(leaves) for part in self.parts]
        if all(field.missing == TRUE for field in inner):
            return Field(self.type.default(), TRUE)
        return Field(self.type.pack(*(field.value for field in inner)))


def _flat_columns(columns: Header, options: FormatOptions) -> tuple[Header, list[Pack]]:
    flat: Header = []

    def pack(name: str, type_: Type) -> Pack:
        apart = options.settings.input_format_csv_deserialize_separate_columns_into_tuple
        if apart and isinstance(type_, Tuple) and type_.of:
            names = type_.names or tuple(str(i) for i in range(1, len(type_.of) + 1))
            parts = tuple(pack(f"{name}.{n}", t) for n, t in zip(names, type_.of, strict=True))
            return Pack(type_, -1, parts)
        flat.append((name, type_))
        return Pack(type_, len(flat) - 1)

    return flat, [pack(name, type_) for name, type_ in columns]


def _layout(
    source: Source,
    columns: Header,
    dialect: Dialect,
    options: FormatOptions,
    *,
    names: bool,
    types: bool,
) -> Layout:
    if names:
        layout = named_layout(_names(_row(source, dialect), dialect), columns, options)
        if types:
            check_types(_names(_row(source, dialect), dialect), layout, columns, options)
        return layout
    read_row, fields = partial(_row, source, dialect), partial(_names, dialect=dialect)
    detects = options.settings.input_format_csv_detect_header
    return detected_layout(source, read_row, fields, columns, options, detects=detects)


def _row(source: Source, dialect: Dialect) -> bytes | None:
    """The next row; a quoted field may go over several lines."""
    row = source.line()
    while row is not None and not _balanced(row, dialect):
        more = source.line()
        if more is None:
            break
        row += b"\n" + more
    return row


def _balanced(data: bytes, dialect: Dialect) -> bool:
    return all(data.count(bytes([quote])) % 2 == 0 for quote in dialect.quotes)


def _names(row: bytes | None, dialect: Dialect) -> list[str]:
    fields, _ = _fields((row or b"") + b"\n", dialect)
    return [escape(text) for text, _ in fields[0]]


def _last_row_end(data: bytes, dialect: Dialect) -> int:
    """Where the last whole row ends: at a newline with an even number of quotes before it."""
    end = data.rfind(b"\n") + 1
    while end and not _balanced(data[:end], dialect):
        end = data.rfind(b"\n", 0, end - 1) + 1
    return end


Rows = list[list[tuple[bytes, bool]]]


def _fields(data: bytes, dialect: Dialect, most: int | None = None) -> tuple[Rows, int]:
    """The fields of all rows (text, and if it was in quotes); and how far the data makes sense."""
    rows: Rows = []
    row: list[tuple[bytes, bool]] = []
    quotes = len(dialect.quotes)
    position, size = 0, len(data)
    for match in dialect.field.finditer(data):
        if match.start() != position or (position == size and not row):
            break
        position = match.end()
        groups = match.groups()
        plain, end = groups[-2], groups[-1]
        if plain is None:
            number = next(i for i in range(quotes) if groups[i] is not None)
            quote = dialect.quotes[number : number + 1]
            row.append((groups[number].replace(quote * 2, quote), True))
            end = groups[quotes]
        else:
            row.append((plain, False))
        if end != dialect.delimiter:
            rows.append(row)
            row = []
            if position == size or len(rows) == most:
                break
    return rows, position


def _split(
    piece: bytes, fields: int, dialect: Dialect, row: int, options: FormatOptions
) -> pa.Table:
    """Columns t0, t1, ... with the texts, q0, q1, ... where they were quoted."""
    trim = options.settings.input_format_csv_trim_whitespaces
    cut = _cut(piece, fields, dialect)
    if cut is not None:
        quoted = cut.begin_with(b'"') if dialect.quotes else np.zeros(len(cut.starts), np.bool_)
        bare = cut.trimmed(_BLANKS, ~quoted) if trim else cut
        return csv_table(bare.without_quotes(quoted).columns(), quoted, b'""' in piece)
    rows = list(_right_rows(piece, fields, dialect, row, options))
    marks = np.array([quoted for found in rows for _, quoted in found], np.bool_)
    texts = [
        [_bare(*found[i], trim=trim) if found[i] is not _ABSENT else None for found in rows]
        for i in range(fields)
    ]
    return csv_table(
        [escape_array(pa.array(column, pa.binary())) for column in texts], marks, False
    )


def _right_rows(
    piece: bytes, fields: int, dialect: Dialect, row: int, options: FormatOptions
) -> Iterator[list[tuple[bytes, bool]]]:
    """Rows of as many fields as are wanted; others are errors, or left out with their line."""
    while piece:
        rows, read = _fields(piece, dialect)
        for found in rows:
            row += 1
            if len(found) == fields:
                yield found
                continue
            if options.settings.input_format_csv_allow_variable_number_of_columns:
                yield [*found, *[_ABSENT] * (fields - len(found))][:fields]
                continue
            options.refuse(row, _wrong_count(len(found), fields, row))
        if read == len(piece):
            return
        row += 1
        rest = piece[read : read + 100].decode(errors="replace")
        message = f"Cannot parse input: expected ',' before: '{rest}': (at row {row})\n"
        options.refuse(row, Error(Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED, message))
        end = piece.find(b"\n", read)
        piece = piece[end + 1 :] if end >= 0 else b""


def _bare(text: bytes, quoted: bool, *, trim: bool) -> bytes:
    return text.strip(_BLANKS) if trim and not quoted else text


def csv_table(texts: list[pa.Array], quoted: Mask, doubled: bool) -> pa.Table:
    columns: dict[str, pa.Array] = {}
    for i, column in enumerate(texts):
        marks = pa.array(quoted[i :: len(texts)])
        if doubled:
            column = pc.if_else(marks, pc.replace_substring(column, '""', '"'), column)
        columns[f"t{i}"] = column
        columns[f"q{i}"] = marks
    return pa.table(columns)


def _cut(piece: bytes, width: int, dialect: Dialect) -> Fields | None:
    """The fields, quotes included, of rows of the right width; None where a closer look is due."""
    if dialect.quotes not in (b"", b'"') or len(dialect.delimiter) != 1 or not piece:
        return None
    data = bytes_of(piece if piece.endswith(b"\n") else piece + b"\n")
    quotes = np.flatnonzero(data == _QUOTE) if dialect.quotes else np.zeros(0, np.int64)
    if not _well_quoted(data, quotes, dialect):
        return None
    outside = ~inside_quotes(len(data), quotes)
    ends = np.flatnonzero(is_one_of(data, dialect.delimiter + b"\n") & outside)
    lines = data[ends] == _NEWLINE
    if len(ends) % width or not lines[width - 1 :: width].all() or lines.sum() * width != len(ends):
        return None
    starts = np.concatenate([[0], ends[:-1] + 1])
    returned = lines & (ends > starts) & (data[np.maximum(ends, 1) - 1] == _RETURN)
    return Fields(data, starts, ends - returned, width)


def _well_quoted(data: Bytes, quotes: Places, dialect: Dialect) -> bool:
    """Whether every quote opens or closes a whole field, or is doubled inside of one."""
    if len(quotes) % 2:
        return False
    opening, closing = quotes[::2], quotes[1::2]
    before = np.where(opening > 0, data[opening - 1], _NEWLINE)
    after = data[np.minimum(closing + 1, len(data) - 1)]
    edges = dialect.delimiter + b"\n"
    return bool(is_one_of(before, edges + b'"').all() and is_one_of(after, edges + b'\r"').all())


def _wrong_count(found: int, wanted: int, row: int) -> Error:
    where = f"(at row {row})\n"
    if found < wanted:
        return Error(
            Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
            f"Cannot parse input: expected ',' at end of line: {where}",
        )
    return Error(Code.INCORRECT_DATA, f"Expected end of line: {where}")


def csv_leaf(type_: Type, field: int | None, options: FormatOptions) -> Field:
    """How a column is read from its field."""
    if field is None:
        return Field(type_.default(), TRUE)
    settings = options.settings
    quoted = sql.name(f"q{field}")
    text = sql.name(f"t{field}")
    null = _unquoted(quoted, text, settings.format_csv_null_representation)
    empty = _unquoted(quoted, text, "")
    value = settings.fields.value(type_.inner, text)
    if settings.input_format_csv_use_default_on_bad_values:
        value = sql.coalesce(sql.call("TRY", value), type_.default())
    absent: list[Sql] = [empty] if settings.input_format_csv_empty_as_default else []
    if settings.input_format_csv_allow_variable_number_of_columns:
        absent.append(sql.is_null(text))
    if type_.nullable:
        nothing = sql.any_of([null, *absent])
        return Field(sql.case((nothing, sql.NULL), otherwise=value), sql.any_of(absent))
    missing = sql.any_of([*([null] if settings.input_format_null_as_default else []), *absent])
    if missing == FALSE:
        return Field(value)
    return Field(sql.case((missing, type_.default()), otherwise=value), missing)


def _unquoted(quoted: Sql, text: Sql, word: str) -> Sql:
    return sql.op("AND", sql.op("NOT", quoted), sql.op("=", text, sql.string(word)))


@dataclass(frozen=True, slots=True)
class FirstRows:
    """The first rows of CSV as fields, and whether each was in quotes.

    Where all rows are alike there are only a few of them, and `texts` has all, column by column.
    """

    rows: list[list[tuple[str, bool]]]
    texts: pa.Table | None = None

    def columns(self, skipped: int) -> list[dict[tuple[str, bool], None]] | None:
        """The different fields of every column behind some rows; None if only rows are known."""
        if self.texts is None:
            return None
        kept = self.texts.slice(skipped)
        found = []
        for i in range(kept.num_columns // 2):
            text, quoted = kept[f"t{i}"], kept[f"q{i}"]
            cells: dict[tuple[str, bool], None] = {}
            for mark in pc.unique(quoted).to_pylist():
                own = text.filter(quoted if mark else pc.invert(quoted))
                cells |= dict.fromkeys((one, mark) for one in pc.unique(own).to_pylist())
            found.append(cells)
        return found


_HEAD_ROWS = 3  # names, types and a row of values


def first_rows(source: Source, options: FormatOptions) -> FirstRows:
    """The first rows as texts."""
    settings = options.settings
    for _ in range(settings.input_format_csv_skip_first_lines):
        source.line()
    dialect = _dialect(options)
    most = settings.input_format_max_rows_to_read_for_schema_inference
    size = settings.input_format_max_bytes_to_read_for_schema_inference
    data = source.head(size, lambda data: _last_row_end(data, dialect))
    head = _texts(_fields(data, dialect, min(most, _HEAD_ROWS))[0])
    lines = data.removesuffix(b"\n").split(b"\n", most)[:most]
    cut = _cut(b"\n".join(lines), len(head[0]), dialect) if head else None
    if cut is None or cut.rows != len(lines):  # a field may have lines of its own
        return FirstRows(_texts(_fields(data, dialect, most)[0]))
    quoted = cut.begin_with(b'"') if dialect.quotes else np.zeros(len(cut.starts), np.bool_)
    if settings.input_format_csv_trim_whitespaces:
        inner = np.arange(len(cut.starts)) % cut.width < cut.width - 1
        cut = cut.trimmed(_BLANKS, ~quoted & inner)
    return FirstRows(head, csv_table(cut.without_quotes(quoted).columns(), quoted, b'""' in data))


def _texts(rows: Rows) -> list[list[tuple[str, bool]]]:
    return [[(escape(text), quoted) for text, quoted in row] for row in rows]
