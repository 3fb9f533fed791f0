"""TabSeparated, read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.formats.header import (
    Layout,
    check_types,
    detected_layout,
    named_layout,
)
from sparktree.formats.input import Field, Source, blocks_of, last_line_end, without_empty_end
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import FALSE, TRUE, Sql
from sparktree.kernel.text import escape, escape_array
from sparktree.types.base import Type
from sparktree.types.composite import Variant
from sparktree.types.escapes import unescaped, unescaped_text
from sparktree.types.texts import Enum, FixedString, String


def read_tab_separated(
    source: Source,
    columns: Header,
    options: FormatOptions,
    *,
    names: bool,
    types: bool,
    raw: bool,
) -> Iterator[InputBlock]:
    """Blocks of rows; the first lines may hold names and types."""
    for _ in range(options.settings.input_format_tsv_skip_first_lines):
        source.line()
    layout = _layout(source, columns, options, names=names, types=types, raw=raw)
    fields = [
        tab_field(type_, layout.field_of(i), options, raw) for i, (_, type_) in enumerate(columns)
    ]
    row = 0
    pieces = source.pieces(last_line_end)
    if options.settings.input_format_tsv_skip_trailing_empty_lines:
        pieces = without_empty_end(pieces)
    for piece in pieces:
        texts = _split(piece, len(layout.positions), row, options)
        row = yield from blocks_of(texts, fields, row, options)


def _layout(
    source: Source, columns: Header, options: FormatOptions, *, names: bool, types: bool, raw: bool
) -> Layout:
    if not names:
        fields, detects = (
            partial(_fields, raw=False),
            options.settings.input_format_tsv_detect_header,
        )
        return detected_layout(source, source.line, fields, columns, options, detects=detects)
    layout = named_layout(_fields(source.line(), raw), columns, options)
    if types:
        check_types(_fields(source.line(), raw), layout, columns, options)
    return layout


def _fields(line: bytes | None, raw: bool) -> list[str]:
    texts = escape((line or b"").rstrip(b"\r")).split("\t")
    return texts if raw else [unescaped_text(text) for text in texts]


def _split(piece: bytes, fields: int, row: int, options: FormatOptions) -> pa.Table:
    """The raw fields of lines, as columns t0, t1, ..."""
    data = piece[:-1] if piece.endswith(b"\n") else piece
    lines = pc.list_flatten(pc.split_pattern(pa.array([data], pa.binary()), b"\n"))
    if options.settings.input_format_tsv_crlf_end_of_line:
        lines = _without_cr(lines)
    elif not row and lines[0].as_py().endswith(b"\r"):
        raise carriage_return()
    parts = pc.split_pattern(lines, b"\t")
    if options.settings.input_format_tsv_allow_variable_number_of_columns:
        padded = pc.list_slice(parts, 0, fields, return_fixed_size_list=True)
        return _columns([pc.list_element(padded, i) for i in range(fields)])
    right = pc.equal(pc.list_value_length(parts), fields)
    if right.false_count:
        for place in np.flatnonzero(~right.to_numpy(zero_copy_only=False)).tolist():
            number = row + place + 1
            error = _wrong_count(parts[place], lines[place].as_py(), fields, number)
            options.refuse(number, error)
        parts = parts.filter(right)
    return _columns([pc.list_element(parts, i) for i in range(fields)])


def _columns(texts: list[pa.Array]) -> pa.Table:
    return pa.table({f"t{i}": escape_array(column) for i, column in enumerate(texts)})


def carriage_return() -> Error:
    """The error of lines that end as on Windows."""
    return Error(
        Code.INCORRECT_DATA,
        "You have carriage return (\\r, 0x0D, ASCII 13) at end of first row. It's like your input"
        " data has DOS/Windows style line separators, that are illegal in TabSeparated format. You"
        " must transform your file to Unix format, or enable setting"
        " input_format_tsv_crlf_end_of_line.",
    )


def _without_cr(lines: pa.Array) -> pa.Array:
    ends = pc.ends_with(lines, b"\r")
    return pc.if_else(ends, pc.binary_slice(lines, 0, -1), lines)


def _wrong_count(parts: pa.ListScalar, line: bytes, fields: int, row: int) -> Error:
    where = f"(at row {row})\n"
    if len(parts) < fields:
        message = (
            f"Cannot parse input: expected '\\t' at end of line: '{line.decode(errors='replace')}'"
        )
    else:
        rest = b"\t".join(line.split(b"\t")[fields:]).decode(errors="replace")
        message = f"Cannot parse input: expected '\\n' before: '\\t{rest}'"
    return Error(Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED, f"{message}: {where}")


def tab_field(type_: Type, field: int | None, options: FormatOptions, raw: bool) -> Field:
    """How a column is read from its raw field."""
    if field is None:
        return Field(type_.default(), TRUE)
    settings = options.settings
    text = sql.name(f"t{field}")
    null = sql.op("=", text, sql.string(settings.format_tsv_null_representation))
    escaped = not raw and isinstance(type_.inner, String | FixedString | Enum | Variant)
    plain = unescaped(text) if escaped else text
    value = settings.fields.value(_solid(type_), plain)
    lacking = sql.is_null(text)
    variable = settings.input_format_tsv_allow_variable_number_of_columns
    if type_.nullable:
        if variable:
            return Field(
                sql.case((sql.op("OR", null, lacking), sql.NULL), otherwise=value), lacking
            )
        return Field(sql.case((null, sql.NULL), otherwise=value))
    absent: list[Sql] = [null] if settings.input_format_null_as_default else []
    absent += [lacking] if variable else []
    if settings.input_format_tsv_empty_as_default:
        absent.append(sql.op("=", text, sql.string("")))
    if not absent:
        return Field(value, FALSE)
    missing = sql.any_of(absent)
    return Field(sql.case((missing, type_.default()), otherwise=value), missing)


def _solid(type_: Type) -> Type:
    """The type without Nullable and LowCardinality at the top: NULL is the format's business."""
    return type_.inner
