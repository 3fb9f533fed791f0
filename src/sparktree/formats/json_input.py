"""JSON rows, read: objects by their keys, arrays by their places."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.header import (
    Layout,
    Spelled,
    check_types,
    named_layout,
    only_string,
    plain_layout,
)
from sparktree.formats.input import Field, Source, blocks_of, last_line_end
from sparktree.formats.json_arrow import ArrowRows
from sparktree.formats.json_exact import exact
from sparktree.formats.json_nested import NestedKeys
from sparktree.formats.json_shape import Shape, rows_where, spellings_in
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import TRUE, Sql
from sparktree.kernel.text import escape
from sparktree.types.base import Type
from sparktree.types.from_json import from_json, key_path

_BETWEEN = re.compile(r"[\s,;]*")
_ROW = sql.name("t0")


@dataclass(frozen=True, slots=True)
class RowsReader:
    """Objects, or arrays if compact; `strings` are texts of values."""

    compact: bool = False
    strings: bool = False
    names: bool = False
    types: bool = False

    def read(self, source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
        """The rows in blocks."""
        layout = self._layout(source, columns, options) if self.compact else None
        width = len(layout.positions) if layout is not None else 0
        shape = Shape(self.compact, columns, width, options)
        nested = NestedKeys.of(columns, options)
        slow = self.compact or self.strings or nested.names
        quick = None if slow else ArrowRows(columns, options)
        row = 0
        for piece in source.pieces(last_line_end):
            ready = quick.read(piece) if quick is not None else None
            if ready is not None:
                row = yield from blocks_of(*ready, row, options)
                continue
            texts = _texts(piece, source, shape)
            if not self.compact:
                texts = nested.flat(texts, row)
                shape = replace(shape, spelled=spellings_in(texts, columns, options))
            fields = self.fields(layout, columns, options, shape.spelled)
            table = pa.table({"t0": self.rows(texts, layout, shape, row)})
            row = yield from blocks_of(table, fields, row, options)

    def rows(self, texts: pa.Array, layout: Layout | None, shape: Shape, row: int) -> pa.Array:
        """The rows that look right, with all that their columns want."""
        wanted = shape.columns_by_key if layout is None else layout.types(shape.columns)
        return exact(shape.checked(texts, row), wanted, shape.options.settings, row)

    def _layout(self, source: Source, columns: Header, options: FormatOptions) -> Layout:
        layout = plain_layout(columns)
        if self.names:
            layout = named_layout(_names(source.line()), columns, options)
        if self.types:
            check_types(_names(source.line()), layout, columns, options)
        return layout

    def fields(
        self,
        layout: Layout | None,
        columns: Header,
        options: FormatOptions,
        spelled: Spelled | None = None,
    ) -> list[Field]:
        """How the columns are read from the texts t0 of rows: by keys, or by a layout's places."""
        if layout is None:
            keys = spelled or {}
            return [
                self._by_key(keys.get(number) or [name], type_, options)
                for number, (name, type_) in enumerate(columns)
            ]
        variable = options.settings.input_format_json_compact_allow_variable_number_of_columns
        fields = []
        for number, (_, type_) in enumerate(columns):
            place = layout.field_of(number)
            if place is None:
                fields.append(Field(type_.default(), TRUE))
                continue
            value = sql.call("json_extract", _ROW, sql.string(f"$[{place}]"))
            read = self._if_there if variable else self.value
            fields.append(read(value, type_, options))
        return fields

    def _by_key(self, names: Sequence[str], type_: Type, options: FormatOptions) -> Field:
        found = [sql.call("json_extract", _ROW, sql.string(key_path(name))) for name in names]
        return self._if_there(found[0] if len(found) == 1 else sql.coalesce(*found), type_, options)

    def _if_there(self, value: Sql, type_: Type, options: FormatOptions) -> Field:
        found = self.value(value, type_, options)
        absent = sql.is_null(value)
        missing = absent if found.missing == sql.FALSE else sql.op("OR", absent, found.missing)
        return Field(sql.case((absent, type_.default()), otherwise=found.value), missing)

    def value(self, value: Sql, type_: Type, options: FormatOptions) -> Field:
        """How a column is read from a value of JSON."""
        fields = options.settings.fields
        if self.strings:
            text = sql.call("json_extract_string", value, sql.string("$"))
            read = fields.value(type_.inner, text)
            if not type_.nullable:
                return Field(read)
            null = sql.op("=", text, sql.string("ᴺᵁᴸᴸ"))
            return Field(sql.case((null, sql.NULL), otherwise=read))
        read = from_json(type_, value, fields)
        if type_.nullable or not options.settings.input_format_null_as_default:
            return Field(read)
        return Field(read, Sql(f"coalesce(json_type({value}) = 'NULL', false)"))


def _names(line: bytes | None) -> list[str]:
    found = json.loads(escape(line or b"[]"))
    return [str(item) for item in found]


def _texts(piece: bytes, source: Source, shape: Shape) -> pa.Array:
    """The JSON of every row of a piece."""
    if shape.options.tolerant:  # then what is wrong ends with its line
        return pa.array(_lines(escape(piece)), pa.string())
    return _rows(escape(piece), source, shape.opening)


def _rows(text: str, source: Source, opening: str) -> pa.Array:
    """The JSON of every row: a line each, or cut out of a text of any shape."""
    lines = _lines(text)
    if all(line[0] == opening and line.rstrip("\r ")[-1] in "}]" for line in lines):
        found = pa.array(lines, pa.string())
        if not lines or not rows_where(found, "NOT json_valid(t0)"):
            return found
    return pa.array(list(_cut(text + escape(source.whole()))), pa.string())


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _cut(text: str) -> Iterator[str]:
    """JSON values one after the other, also over several lines, between commas or in an array."""
    decoder = json.JSONDecoder(strict=False)
    position = _skip(text, 0)
    whole_array = text[position : position + 1] == "[" and text[position + 1 :].lstrip()[:1] == "{"
    if whole_array:
        position = _skip(text, position + 1)
    while position < len(text):
        if whole_array and text[position] == "]":
            return
        try:
            _, end = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            raise _broken(text, position) from error
        yield text[position:end]
        position = _skip(text, end)


def _skip(text: str, position: int) -> int:
    match = _BETWEEN.match(text, position)
    return match.end() if match else position


def _broken(text: str, position: int) -> Error:
    if text[position] not in "{[":
        return Error(
            Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
            f"Cannot parse input: expected '{{' before: '{text[position : position + 1000]}'",
        )
    return Error(
        Code.CANNOT_READ_ALL_DATA, "Unexpected end of stream while parsing JSONEachRow format"
    )


def read_as_strings(
    source: Source, columns: Header, options: FormatOptions
) -> Iterator[InputBlock]:
    """JSONAsString: every object as it is written."""
    only_string("JSONAsString", columns)
    most = options.settings.max_insert_block_size
    for piece in source.pieces(last_line_end):
        texts = _rows(escape(piece), source, "{")
        for start in range(0, len(texts), most):
            yield InputBlock(pa.table({"c0": texts.slice(start, most)}), (None,))


def first_json_rows(source: Source, options: FormatOptions) -> Iterator[str]:
    """The JSON of the first rows."""
    settings = options.settings
    size = settings.input_format_max_bytes_to_read_for_schema_inference
    data = source.head(size, _first_value_end)
    found = _cut(escape(data))
    most = settings.input_format_max_rows_to_read_for_schema_inference
    for number in range(most):
        try:
            yield next(found)
        except StopIteration:
            return
        except Error:
            if not number or not source.has_more(data):
                raise
            return  # the last row goes on behind what is looked at


def _first_value_end(data: bytes) -> int:
    """The end of the data, if a row ends in it."""
    return len(data) if b"}" in data or b"]" in data else 0
