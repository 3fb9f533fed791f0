"""JSON rows, read: objects by their keys, arrays by their places."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.cutting import bytes_of, inside_quotes, is_one_of, unescaped_quotes
from sparktree.formats.header import check_types, named_layout, plain_layout
from sparktree.formats.input import Field, Source, blocks_of, last_line_end
from sparktree.formats.json_arrow import ArrowRows
from sparktree.formats.json_shape import Shape, places
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import TRUE, Sql
from sparktree.kernel.text import escape
from sparktree.types.base import Type
from sparktree.types.from_json import from_json, key_path
from sparktree.types.from_text import Mode, from_text
from sparktree.types.numeric import Decimal
from sparktree.types.texts import String

# The kernel reads numbers with a point or an exponent as floats; where the digits matter they are
# put into quotes first, which every type accepts.
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
        fields, width = self._fields(source, columns, options)
        shape = Shape(self.compact, columns, width, options)
        quick = None if self.compact or self.strings else ArrowRows(columns, options)
        row = 0
        for piece in source.pieces(last_line_end):
            ready = quick.read(piece) if quick is not None else None
            if ready is not None:
                row = yield from blocks_of(*ready, row, options)
                continue
            texts = pa.table({"t0": _texts(piece, source, shape, row)})
            row = yield from blocks_of(texts, fields, row, options)

    def _fields(
        self, source: Source, columns: Header, options: FormatOptions
    ) -> tuple[list[Field], int]:
        if not self.compact:
            return [self._by_key(name, type_, options) for name, type_ in columns], 0
        layout = plain_layout(columns)
        if self.names:
            layout = named_layout(_names(source.line()), columns, options)
        if self.types:
            check_types(_names(source.line()), layout, columns, options)
        fields = []
        for number, (_, type_) in enumerate(columns):
            place = layout.field_of(number)
            path = Sql("NULL") if place is None else sql.string(f"$[{place}]")
            fields.append(
                Field(type_.default(), TRUE)
                if place is None
                else self._value(type_, sql.call("json_extract", _ROW, path), options)
            )
        return fields, len(layout.positions)

    def _by_key(self, name: str, type_: Type, options: FormatOptions) -> Field:
        value = sql.call("json_extract", _ROW, sql.string(key_path(name)))
        found = self._value(type_, value, options)
        absent = sql.is_null(value)
        missing = absent if found.missing == sql.FALSE else sql.op("OR", absent, found.missing)
        return Field(sql.case((absent, type_.default()), otherwise=found.value), missing)

    def _value(self, type_: Type, value: Sql, options: FormatOptions) -> Field:
        zone = options.settings.zone
        if self.strings:
            text = sql.call("json_extract_string", value, "'$'")
            read = from_text(type_.inner, text, mode=Mode.FIELD, zone=zone)
            if not type_.nullable:
                return Field(read)
            null = sql.op("=", text, "'ᴺᵁᴸᴸ'")
            return Field(sql.case((null, sql.NULL), otherwise=read))
        read = from_json(type_, value, zone=zone)
        if type_.nullable or not options.settings.input_format_null_as_default:
            return Field(read)
        return Field(read, Sql(f"coalesce(json_type({value}) = 'NULL', false)"))


def _needs_digits(columns: Header) -> bool:
    def exact(type_: Type) -> bool:
        return isinstance(type_, Decimal | String) or any(exact(t) for t in type_.children())

    return any(exact(type_) for _, type_ in columns)


def _names(line: bytes | None) -> list[str]:
    found = json.loads(escape(line or b"[]"))
    return [str(item) for item in found]


def _texts(piece: bytes, source: Source, shape: Shape, row: int) -> pa.Array:
    """The JSON of every row of a piece, all of the right shape."""
    options, exact = shape.options, _needs_digits(shape.columns)
    if options.tolerant:  # then what is wrong ends with its line
        texts = pa.array(_lines(_escaped(piece, exact)), pa.string())
    else:
        texts = _rows(_escaped(piece, exact), source, shape.opening)
    bad = shape.bad(texts)
    for place in bad:
        options.refuse(row + place + 1, shape.error(texts[place].as_py(), row + place + 1))
    return texts.take(pa.array(np.delete(np.arange(len(texts)), bad))) if bad else texts


def _rows(text: str, source: Source, opening: str) -> pa.Array:
    """The JSON of every row: a line each, or cut out of a text of any shape."""
    lines = _lines(text)
    if all(line[0] == opening and line.rstrip("\r ")[-1] in "}]" for line in lines):
        found = pa.array(lines, pa.string())
        if not lines or not places(found, "NOT json_valid(t0)"):
            return found
    return pa.array(list(_cut(text + escape(source.whole()))), pa.string())


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _escaped(piece: bytes, exact: bool) -> str:
    return escape(_with_digits(piece) if exact else piece)


def _with_digits(piece: bytes) -> bytes:
    """The text with quotes around numbers that have a point or an exponent."""
    data = bytes_of(piece)
    outside = ~inside_quotes(len(data), unescaped_quotes(data, b'"'))
    numeric = np.concatenate([[False], is_one_of(data, b"0123456789+-.eE") & outside, [False]])
    starts = np.flatnonzero(numeric[1:] & ~numeric[:-1])
    ends = np.flatnonzero(numeric[:-1] & ~numeric[1:])
    marks = np.concatenate([[0], np.cumsum(is_one_of(data, b".eE") & outside)])
    inexact = (marks[ends] > marks[starts]) & is_one_of(data[starts], b"0123456789-")
    if not inexact.any():
        return piece
    places = np.concatenate([starts[inexact], ends[inexact]])
    return bytes(np.insert(data, places, ord('"')).tobytes())


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


def json_rows(source: Source) -> Iterator[str]:
    """The JSON of every row."""
    return _cut(escape(source.whole()))
