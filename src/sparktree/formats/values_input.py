"""Values, read: plain literals here, anything else by whoever can evaluate expressions."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.formats.input import Field, Source, bad_rows, blocks_of
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.formats.values_rows import value_texts
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Nested, Tuple, Variant
from sparktree.types.numeric import Bool, Decimal, Float, Integer, Interval
from sparktree.types.texts import UUID, Enum, FixedString, IPv4, IPv6, String
from sparktree.types.times import DateTime, DateTime64, Moment, Time, Time64

_NUMBER = r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?"
_STRING = r"'(?:[^'\\]|\\.|'')*'"
_NULL = r"(?i:null)"
_ATOM = f"(?:{_STRING}|{_NUMBER}|{_NULL}|nan|-?inf|true|false)"
_LIST = rf"[\[({{](?:{_ATOM}|[\[\](){{}},:\s])*[\])}}]"
# Types whose literals may be wrong ones: what looks like a list may still be an expression.
_LISTS: tuple[type[Type], ...] = (Array, Nested, Tuple, Map, Variant)
_LITERALS: tuple[tuple[tuple[type[Type], ...], str], ...] = (
    ((Integer, Interval), "-?[0-9]+"),
    ((Float,), f"{_NUMBER}|nan|-?inf"),
    ((Decimal,), _NUMBER),
    ((Bool,), "true|false"),
    ((DateTime, DateTime64), f"{_STRING}|{_NUMBER}"),
    ((String, FixedString, Enum, Moment, Time, Time64, UUID, IPv4, IPv6), _STRING),
    ((Array, Nested, Tuple, Map), _LIST),
    ((Variant,), f"{_ATOM}|{_LIST}"),
)


def read_values(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    """The rows in blocks; rows with expressions are evaluated together; none is left out."""
    strict = replace(
        options.settings, input_format_allow_errors_num=0, input_format_allow_errors_ratio=0.0
    )
    options = replace(options, settings=strict)
    first, most = 0, options.settings.max_insert_block_size
    for texts in value_texts(source, columns):
        for start in range(0, texts.num_rows, most):
            yield from _block(texts.slice(start, most), first + start, columns, options)
        first += texts.num_rows


def _block(
    texts: pa.Table, first: int, columns: Header, options: FormatOptions
) -> Iterator[InputBlock]:
    plain = _plain_rows(texts, columns)
    fields = [_field(type_, sql.name(f"t{i}"), options) for i, (_, type_) in enumerate(columns)]
    try:
        literal = list(blocks_of(texts.filter(plain), fields, first, options))
    except Error:
        if options.evaluate is None:
            raise
        # A list of the wrong literals may still be an expression: [1.5] for an array of integers.
        lists = [
            field
            for field, (_, type_) in zip(fields, columns, strict=True)
            if isinstance(type_.inner, _LISTS)
        ]
        again = bad_rows(texts.filter(plain), lists) if lists else ()
        plain = _without(plain, [place for place, _ in again])
        literal = list(blocks_of(texts.filter(plain), fields, first, options))
    if plain.true_count == texts.num_rows:
        yield from literal
        return
    _check_great_floats(texts, columns)
    if options.evaluate is None:
        bad = _texts(texts.slice(pc.index(plain, False).as_py(), 1))[0]
        raise Error(
            Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
            f"Cannot parse input: expected literals in ({', '.join(bad)})",
        )
    other = _expressions(texts.filter(pc.invert(plain)), fields, columns, options)
    yield _merged(literal, options.evaluate(other, columns), plain, len(columns))


def _check_great_floats(texts: pa.Table, columns: Header) -> None:
    """Behind a field that is an expression the next one is read as an expression first: there a
    number that no float holds is no number."""
    for column, (_, type_) in zip(texts.columns, columns, strict=True):
        if not isinstance(type_.inner, Float):
            continue
        fields = column.combine_chunks()
        literal = pc.match_substring_regex(fields, f"^(?:{_NUMBER}|nan|-?inf)$")
        numbers = pc.match_substring_regex(fields, f"^(?:{_NUMBER})$")
        after = pc.and_(numbers[1:], pc.invert(literal[:-1]))
        for field in pc.filter(fields[1:], after).to_pylist():
            if math.isinf(float(field)):
                raise Error(
                    Code.SYNTAX_ERROR, f"Cannot parse expression of type {type_} here: {field}"
                )


def _without(plain: pa.Array, places: list[int]) -> pa.Array:
    """The flags, down at some of those that are up."""
    flags = plain.to_numpy(zero_copy_only=False).copy()
    flags[np.flatnonzero(flags)[places]] = False
    return pa.array(flags)


def _expressions(
    texts: pa.Table, fields: list[Field], columns: Header, options: FormatOptions
) -> list[list[str | tuple[Sql, Sql]]]:
    """Rows as they are to be evaluated."""
    found = []
    for i, (_, type_) in enumerate(columns):
        column = texts.column(i)
        given: list[str | tuple[Sql, Sql]] = [
            _literal_or_text(text, type_, options) for text in column.to_pylist()
        ]
        if isinstance(type_.inner, _LISTS):
            literal = [place for place, field in enumerate(given) if not isinstance(field, str)]
            lists = pa.table({f"t{i}": column.take(pa.array(literal, pa.int64()))})
            for place, _ in bad_rows(lists, [fields[i]]) if literal else ():
                given[literal[place]] = column[literal[place]].as_py()
        found.append(given)
    return [list(row) for row in zip(*found, strict=True)]


def _texts(texts: pa.Table) -> list[list[str]]:
    """The fields row by row."""
    return [list(row) for row in zip(*(c.to_pylist() for c in texts.columns), strict=True)]


def _plain_rows(texts: pa.Table, columns: Header) -> pa.Array:
    """Where every field is a literal of its column's type."""
    plain = pa.array([True] * texts.num_rows, pa.bool_())
    for column, (_, type_) in zip(texts.columns, columns, strict=True):
        matches = pc.match_substring_regex(column.combine_chunks(), _literal(type_))
        plain = pc.and_(plain, matches)
    return plain


def _literal(type_: Type) -> str:
    """The pattern of the type's literals."""
    if isinstance(type_.inner, Integer) and not type_.inner.signed:
        return f"^(?:[0-9]+|{_NULL})$"
    for kinds, pattern in _LITERALS:
        if isinstance(type_.inner, kinds):
            return f"(?s)^(?:{pattern}|{_NULL})$"
    return f"(?s)^(?:{_NULL})$"


def _literal_or_text(field: str, type_: Type, options: FormatOptions) -> str | tuple[Sql, Sql]:
    """A field beside expressions: what a literal means, or the text that is to be evaluated.

    `{'a': 1}` is no expression, and digits of long numbers would be lost in one.
    """
    means_more = isinstance(type_.inner, (*_LISTS, Decimal, Integer))
    if not means_more or field.upper() == "NULL" or re.match(_literal(type_), field) is None:
        return field
    read = _field(type_, sql.string(field), options)
    return read.value, read.missing


def _field(type_: Type, text: Sql, options: FormatOptions) -> Field:
    null = sql.op("=", sql.call("upper", text), sql.string("NULL"))
    value = options.settings.fields.value(type_.inner, text, quoted=True)
    if type_.nullable:
        return Field(sql.case((null, sql.NULL), otherwise=value))
    if not options.settings.input_format_null_as_default:
        message = f"Cannot insert NULL value into a column of type '{type_}'"
        failed = sql.call("error", sql.string(raising(Code.TYPE_MISMATCH, message)))
        return Field(sql.case((null, failed), otherwise=value))
    return Field(sql.case((null, type_.default()), otherwise=value), null)


def _merged(
    literal: list[InputBlock], evaluated: InputBlock, plain: pa.Array, width: int
) -> InputBlock:
    """Rows of both kinds in the order in which they were written."""
    blocks = [*literal, evaluated]
    names = [f"c{i}" for i in range(width)]
    table = pa.concat_tables(
        [block.table.rename_columns(names) for block in blocks], promote_options="default"
    )
    flags = plain.to_numpy(zero_copy_only=False)
    others = plain.true_count + np.cumsum(~flags) - 1
    indices = pa.array(np.where(flags, np.cumsum(flags) - 1, others))
    missing = tuple(_mask(blocks, i, indices) for i in range(width))
    return InputBlock(table.take(indices), missing)


def _mask(blocks: list[InputBlock], column: int, order: pa.Array) -> pa.Array | None:
    if all(block.missing[column] is None for block in blocks):
        return None
    parts = [
        pa.array([False] * block.table.num_rows, pa.bool_())
        if block.missing[column] is None
        else block.missing[column]
        for block in blocks
    ]
    return pa.concat_arrays(parts).take(order)
