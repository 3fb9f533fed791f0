"""RowBinary: the values of a row one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.formats.binary_columns import (
    check_binary,
    fixed_bytes,
    fixed_width,
    from_fixed_bytes,
    plain_storage,
    unwrapped,
)
from sparktree.formats.format import Format, declare
from sparktree.formats.header import Layout, check_types, named_layout, plain_layout
from sparktree.formats.input import Source
from sparktree.formats.native import Cursor, ShortError, varint, with_nulls
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel.text import escape, escape_array, unescape, unescape_array
from sparktree.types.base import Type
from sparktree.types.composite import Array, LowCardinality, Map, Nullable, Tuple
from sparktree.types.texts import String


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
            out.write(varint(len(header)) + b"".join(_text(name) for name, _ in header))
        if self.types:
            out.write(b"".join(_text(str(type_)) for _, type_ in header))
        for block in blocks:
            columns = [
                values(type_, column.combine_chunks())
                for (_, type_), column in zip(header, block.columns, strict=True)
            ]
            out.write(b"".join(piece for row in zip(*columns, strict=True) for piece in row))

    def read(self, source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
        """Blocks of rows."""
        cursor, layout = self._begun(source, columns, options)
        types = [columns[i][1] for i in layout.positions if i is not None]
        most = options.settings.max_insert_block_size
        while True:
            block, short = _block(cursor, types, layout, columns, most)
            if block.table.num_rows:
                yield block
            if short is None:
                continue
            left = cursor.data[cursor.position :]
            data = source.more(left)
            if data is None:
                if left:
                    raise short
                return
            cursor = Cursor(data)

    def _begun(
        self, source: Source, columns: Header, options: FormatOptions
    ) -> tuple[Cursor, Layout]:
        """The layout of the rows, and the place behind the header."""
        cursor = Cursor(source.more(b"") or b"")
        while True:
            try:
                return cursor, self._layout(cursor, columns, options)
            except ShortError:
                data = source.more(cursor.data)
                if data is None:
                    raise
                cursor = Cursor(data)

    def _layout(self, cursor: Cursor, columns: Header, options: FormatOptions) -> Layout:
        if not self.names:
            return plain_layout(columns)
        names = [escape(cursor.string()) for _ in range(cursor.varint())]
        layout = named_layout(names, columns, options)
        if self.types:
            check_types([escape(cursor.string()) for _ in names], layout, columns, options)
        return layout


def _text(text: str) -> bytes:
    data = unescape(text)
    return varint(len(data)) + data


def values(type_: Type, array: pa.Array) -> list[bytes]:
    """The bytes of every value."""
    type_ = unwrapped(type_)
    if isinstance(type_, LowCardinality):
        return values(type_.of, array)
    if isinstance(type_, Nullable):
        nulls = pc.is_null(plain_storage(array)).to_pylist()
        inner = values(type_.of, array)
        return [b"\1" if null else b"\0" + v for null, v in zip(nulls, inner, strict=True)]
    if isinstance(type_, Array | Map):
        return _list_values(type_, array)
    if isinstance(type_, Tuple):
        if not type_.of:
            return [b""] * len(array)
        fields = [values(t, pc.struct_field(array, [i])) for i, t in enumerate(type_.of)]
        return [b"".join(parts) for parts in zip(*fields, strict=True)]
    if isinstance(type_, String):
        texts = unescape_array(pc.fill_null(array, "")).to_pylist()
        return [varint(len(text)) + text for text in texts]
    rows = fixed_bytes(type_, array)
    data, width = rows.tobytes(), rows.shape[1]
    return [data[i : i + width] for i in range(0, len(data), width)]


def _list_values(type_: Array | Map, array: pa.Array) -> list[bytes]:
    form = type_.form if isinstance(type_, Map) else type_
    assert isinstance(form, Array)
    items = values(form.of, array.flatten())
    found, start = [], 0
    for size in pc.list_value_length(array).to_pylist():
        found.append(varint(size) + b"".join(items[start : start + size]))
        start += size
    return found


def _block(
    cursor: Cursor, types: list[Type], layout: Layout, columns: Header, most: int
) -> tuple[InputBlock, ShortError | None]:
    """Whole rows from the cursor on, and why there are no more of them before the cursor's end."""
    collectors = [Collector.of(type_) for type_ in types]
    rows, short = 0, None
    start = cursor.position
    try:
        while rows < most:
            start = cursor.position
            cursor.require(1)
            for collector in collectors:
                collector.read(cursor)
            rows += 1
    except ShortError as error:
        cursor.position, short = start, error
    given = [i for i in layout.positions if i is not None]
    arrays: list[pa.Array] = []
    missing: list[pa.Array | None] = []
    for number in range(len(columns)):
        if number in given:
            arrays.append(collectors[given.index(number)].array(rows))
            missing.append(None)
        else:
            arrays.append(pa.nulls(rows, pa.int8()))
            missing.append(pa.array([True] * rows, pa.bool_()))
    table = pa.Table.from_arrays(arrays, [f"c{i}" for i in range(len(columns))])
    return InputBlock(table, tuple(missing)), short


class Collector:
    """Values of a type, read one by one and kept as a column."""

    def read(self, cursor: Cursor) -> None:
        """Take the next value."""
        raise NotImplementedError

    def skip(self) -> None:
        """Keep a value where there is none, below a NULL."""
        raise NotImplementedError

    def array(self, count: int) -> pa.Array:
        """The first of the values that were kept."""
        raise NotImplementedError

    @staticmethod
    def of(type_: Type) -> Collector:
        """The collector of a type."""
        type_ = unwrapped(type_)
        if isinstance(type_, LowCardinality):
            return Collector.of(type_.of)
        if isinstance(type_, Nullable):
            return _Nullable(Collector.of(type_.of))
        if isinstance(type_, Array | Map):
            form = type_.form if isinstance(type_, Map) else type_
            assert isinstance(form, Array)
            return _Lists(Collector.of(form.of))
        if isinstance(type_, Tuple):
            return _Tuples([Collector.of(t) for t in type_.of])
        return _Strings() if isinstance(type_, String) else _Fixed(type_)


class _Fixed(Collector):
    def __init__(self, type_: Type) -> None:
        width = fixed_width(type_)
        assert width is not None
        self._type, self._width, self._data = type_, width, bytearray()

    def read(self, cursor: Cursor) -> None:
        self._data += cursor.take(self._width)

    def skip(self) -> None:
        self._data += b"\0" * self._width

    def array(self, count: int) -> pa.Array:
        data = bytes(self._data[: count * self._width])
        rows = np.frombuffer(data, np.uint8).reshape(-1, self._width)
        return from_fixed_bytes(self._type, rows)


class _Strings(Collector):
    def __init__(self) -> None:
        self._values: list[bytes] = []

    def read(self, cursor: Cursor) -> None:
        self._values.append(cursor.string())

    def skip(self) -> None:
        self._values.append(b"")

    def array(self, count: int) -> pa.Array:
        return escape_array(pa.array(self._values[:count], pa.binary()))


class _Nullable(Collector):
    def __init__(self, inner: Collector) -> None:
        self._inner = inner
        self._nulls: list[bool] = []

    def read(self, cursor: Cursor) -> None:
        null = cursor.take(1) != b"\0"
        self._nulls.append(null)
        if null:
            self._inner.skip()
        else:
            self._inner.read(cursor)

    def skip(self) -> None:
        self._nulls.append(True)
        self._inner.skip()

    def array(self, count: int) -> pa.Array:
        return with_nulls(self._inner.array(count), np.array(self._nulls[:count], bool))


class _Lists(Collector):
    def __init__(self, inner: Collector) -> None:
        self._inner = inner
        self._ends = [0]

    def read(self, cursor: Cursor) -> None:
        size = cursor.varint()
        for _ in range(size):
            self._inner.read(cursor)
        self._ends.append(self._ends[-1] + size)

    def skip(self) -> None:
        self._ends.append(self._ends[-1])

    def array(self, count: int) -> pa.Array:
        ends = self._ends[: count + 1]
        return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), self._inner.array(ends[-1]))


class _Tuples(Collector):
    def __init__(self, fields: list[Collector]) -> None:
        self._fields = fields

    def read(self, cursor: Cursor) -> None:
        for field in self._fields:
            field.read(cursor)

    def skip(self) -> None:
        for field in self._fields:
            field.skip()

    def array(self, count: int) -> pa.Array:
        if not self._fields:
            return pa.StructArray.from_arrays([pa.array([0] * count, pa.int8())], ["f0"])
        names = [f"f{i}" for i in range(1, len(self._fields) + 1)]
        return pa.StructArray.from_arrays([field.array(count) for field in self._fields], names)


for _names, _types, _suffix, _what in (
    (False, False, "", ""),
    (True, False, "WithNames", ", behind the names"),
    (True, True, "WithNamesAndTypes", ", behind the names and the types"),
):
    _variant = RowBinary(_names, _types)
    declare(
        Format(
            f"RowBinary{_suffix}",
            f"The bytes of the values, row by row{_what}.",
            writer=_variant.write,
            reader=_variant.read,
            content_type="application/octet-stream",
        )
    )
