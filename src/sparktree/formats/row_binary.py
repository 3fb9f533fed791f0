"""RowBinary: the values of a row one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.binary_columns import (
    States,
    check_binary,
    fixed_bytes,
    fixed_width,
    from_fixed_bytes,
    plain_storage,
    state_bytes,
    unwrapped,
)
from sparktree.formats.byte_rows import by_lists, fixed, joined, same, side_by_side
from sparktree.formats.format import Format, declare
from sparktree.formats.guess_files import named_columns
from sparktree.formats.header import HEADINGS, Layout, check_types, named_layout, plain_layout
from sparktree.formats.input import Source
from sparktree.formats.native import counted_text, texts, varint
from sparktree.formats.native_cursor import Cursor, ShortError
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel.byte_shapes import (
    UNSIGNED,
    Choice,
    Fixed,
    Lists,
    Optional,
    Places,
    Record,
    Shape,
    Text,
    whole_values,
)
from sparktree.kernel.text import escape, escape_array
from sparktree.kernel.varints import numbers
from sparktree.types import parse_type
from sparktree.types.base import Type
from sparktree.types.composite import (
    AggregateFunction,
    Array,
    LowCardinality,
    Map,
    Nullable,
    Tuple,
    Variant,
)
from sparktree.types.texts import String
from sparktree.types.variant_arrays import NULL, put_together, taken_apart

_NULLS = frozenset(range(1, 256))


@dataclass(frozen=True, slots=True)
class RowBinary:
    """One of the variants."""

    names: bool = False
    types: bool = False

    def write(
        self, blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
    ) -> None:
        """The header if there is one, then the rows."""
        for _, type_ in header:
            check_binary(type_)
        if self.names:
            out.write(varint(len(header)) + b"".join(counted_text(name) for name, _ in header))
        if self.types:
            out.write(b"".join(counted_text(str(type_)) for _, type_ in header))
        for block in blocks:
            columns = (
                values(type_, column.combine_chunks())
                for (_, type_), column in zip(header, block.columns, strict=True)
            )
            out.write(joined(side_by_side(*columns)))

    def read(self, source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
        """Blocks of rows."""
        cursor, layout, types = self._begun(source, columns, options)
        rows = Record(tuple(map(shape_of, types)), _tuples)
        most = options.settings.max_insert_block_size
        while True:
            while (block := _block(cursor, rows, layout, columns, most)).table.num_rows:
                yield block
            left = cursor.data[cursor.position :]
            data = source.more(left)
            if data is None:
                if left:
                    raise cursor.short(len(left) + 1)
                return
            cursor = Cursor(data)

    def _begun(
        self, source: Source, columns: Header, options: FormatOptions
    ) -> tuple[Cursor, Layout, list[Type]]:
        """The place behind the header; which columns the fields of rows are for; their types."""
        cursor = Cursor(source.more(b"") or b"")
        while True:
            try:
                return cursor, *self._layout(cursor, columns, options)
            except ShortError:
                data = source.more(cursor.data)
                if data is None:
                    raise
                cursor = Cursor(data)

    def _layout(
        self, cursor: Cursor, columns: Header, options: FormatOptions
    ) -> tuple[Layout, list[Type]]:
        if not self.names:
            return plain_layout(columns), [type_ for _, type_ in columns]
        names = [escape(cursor.string()) for _ in range(cursor.varint())]
        layout = named_layout(names, columns, options)
        types = [columns[i][1] if i is not None else None for i in layout.positions]
        if self.types:
            texts = [escape(cursor.string()) for _ in names]
            check_types(texts, layout, columns, options)
            types = [t or parse_type(text) for t, text in zip(types, texts, strict=True)]
        for name, type_ in zip(names, types, strict=True):
            if type_ is None:
                raise Error(
                    Code.INCORRECT_DATA,
                    f"Cannot skip unknown field '{name}' in RowBinaryWithNames format, because its"
                    " type is unknown",
                )
        return layout, [type_ for type_ in types if type_ is not None]


def values(type_: Type, array: pa.Array) -> pa.Array:
    """The bytes of every value."""
    type_ = unwrapped(type_)
    if isinstance(type_, LowCardinality):
        return values(type_.of, array)
    if isinstance(type_, Nullable):
        nulls = pc.is_null(plain_storage(array))
        given = side_by_side(same(b"\0", len(array)), values(type_.of, array))
        return pc.if_else(nulls, pa.scalar(b"\1", given.type), given)
    if isinstance(type_, Array | Map):
        sizes = pc.list_value_length(array).to_numpy(zero_copy_only=False)
        items = values(_form(type_).of, array.flatten())
        return side_by_side(numbers(sizes), by_lists(sizes, items))
    if isinstance(type_, Tuple):
        if not type_.of:
            return same(b"", len(array))
        fields = (values(t, pc.struct_field(array, [i])) for i, t in enumerate(type_.of))
        return side_by_side(*fields)
    if isinstance(type_, Variant):
        return _of_variant(type_, array)
    if isinstance(type_, String):
        return texts(array)
    if isinstance(type_, AggregateFunction):
        return state_bytes(type_, array)
    return fixed(fixed_bytes(type_, array))


def _of_variant(type_: Variant, array: pa.Array) -> pa.Array:
    """Each value behind the number of its type."""
    numbers_, columns = taken_apart(array)
    parts = [values(t, column) for t, column in zip(type_.of, columns, strict=True)]
    parts.append(same(b"", int(np.count_nonzero(numbers_ == NULL))))
    rows = np.argsort(np.argsort(numbers_, kind="stable"), kind="stable")
    found = pa.concat_arrays([part.cast(pa.large_binary()) for part in parts])
    return side_by_side(fixed(numbers_.reshape(-1, 1)), found.take(pa.array(rows)))


def _form(type_: Array | Map) -> Array:
    form = type_.form if isinstance(type_, Map) else type_
    assert isinstance(form, Array)
    return form


def shape_of(type_: Type) -> Shape:
    """How values of a type lie in a row; what comes out is in the kernel's form."""
    type_ = unwrapped(type_)
    if isinstance(type_, LowCardinality):
        return shape_of(type_.of)
    if isinstance(type_, Nullable):
        return Optional(shape_of(type_.of), _NULLS)
    if isinstance(type_, Array | Map):
        return Lists(shape_of(_form(type_).of), UNSIGNED, False, _listed)
    if isinstance(type_, Tuple):
        return Record(tuple(map(shape_of, type_.of)), _tuples)
    if isinstance(type_, Variant):
        return Choice(tuple(map(shape_of, type_.of)), put_together)
    if isinstance(type_, String):
        return Text(UNSIGNED, escape_array)
    if isinstance(type_, AggregateFunction):
        return States.of(type_)
    width = fixed_width(type_)
    if width is None:
        raise not_implemented(f"Values of type {type_} cannot be read from bytes.")
    return Fixed(width, partial(from_fixed_bytes, type_))


def _listed(offsets: Places, items: pa.Array) -> pa.Array:
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), items)


def _tuples(fields: list[pa.Array], count: int) -> pa.Array:
    if not fields:
        return pa.StructArray.from_arrays([pa.array(np.zeros(count, np.int8))], ["f0"])
    return pa.StructArray.from_arrays(fields, [f"f{i}" for i in range(1, len(fields) + 1)])


def _block(cursor: Cursor, rows: Record, layout: Layout, columns: Header, most: int) -> InputBlock:
    """Whole rows from the cursor on."""
    starts, cursor.position = whole_values(rows.fields, cursor.data, cursor.position, most)
    found = rows.arrays(np.frombuffer(cursor.data, np.uint8), starts)
    count = len(starts)
    arrays: list[pa.Array] = [pa.nulls(count, pa.int8()) for _ in columns]
    missing: list[pa.Array | None] = [pa.repeat(pa.scalar(True), count) for _ in columns]
    for position, array in zip(layout.positions, found, strict=True):
        if position is not None:
            arrays[position], missing[position] = array, None
    table = pa.Table.from_arrays(arrays, [f"c{i}" for i in range(len(columns))])
    return InputBlock(table, tuple(missing))


def _infer(source: Source, options: FormatOptions) -> Header:
    """By the header, if it has the types."""
    cursor = Cursor(source.whole())
    names = [escape(cursor.string()) for _ in range(cursor.varint())]
    return named_columns(names, [escape(cursor.string()) for _ in names])


for _suffix, _names, _types, _header in HEADINGS:
    _variant = RowBinary(_names, _types)
    declare(
        Format(
            f"RowBinary{_suffix}",
            f"The bytes of the values, row by row{_header}.",
            writer=_variant.write,
            reader=_variant.read,
            content_type="application/octet-stream",
            infer=_infer if _types else None,
            named=_names,
            appendable=True,
            headless="RowBinary",
            extensions=() if _names else ("bin",),
        )
    )
