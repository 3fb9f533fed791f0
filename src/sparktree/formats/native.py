"""Native: ClickHouse's own blocks of columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.formats.binary_columns import (
    States,
    check_binary,
    fixed_bytes,
    fixed_width,
    from_fixed_bytes,
    plain_storage,
    state_bytes,
    unwrapped,
    with_type,
)
from sparktree.formats.byte_rows import joined, side_by_side
from sparktree.formats.format import Format, Lines, Subset, declare
from sparktree.formats.input import Source
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel.byte_shapes import texts_behind, whole_values
from sparktree.kernel.text import escape, escape_array, unescape, unescape_array
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
from sparktree.types.times import DateTime
from sparktree.types.variant_arrays import NULL, put_together, taken_apart

_DICTIONARY_VERSION = (1).to_bytes(8, "little")
_PLAIN_NUMBERS = bytes(8)  # of a Variant: the type of each row, not of runs of rows
# From which revision of the protocol on a block begins with facts about itself, types tell their
# time zones, and columns whether their values have an unusual form.
_WITH_INFO, _WITH_ZONES, _WITH_FORMS = 51903, 54337, 54454
_BLOCK_INFO = b"\1\0\2\xff\xff\xff\xff\0"  # no overflow, no bucket
_KEYS_FOLLOW = 0x600  # additional keys, and the dictionary is to be updated


def varint(value: int) -> bytes:
    """A number in groups of seven bits, the lowest first."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _text(text: str) -> bytes:
    data = unescape(text)
    return varint(len(data)) + data


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    for _, type_ in header:
        check_binary(type_)
    revision = options.revision
    for block in blocks:
        if not block.num_rows:
            continue
        info = _BLOCK_INFO if revision >= _WITH_INFO else b""
        out.write(info + varint(len(header)) + varint(block.num_rows))
        for (name, type_), column in zip(header, block.columns, strict=True):
            # Clients that speak Native without a version know no time zones of DateTime.
            bare = isinstance(type_, DateTime) and revision < _WITH_ZONES
            form = b"\0" if revision >= _WITH_FORMS else b""
            out.write(
                _text(name) + _text("DateTime" if bare else str(type_)) + form + prefix(type_)
            )
            out.write(encoded(type_, column.combine_chunks()))


def prefix(type_: Type) -> bytes:
    """What stands before the data of a column: the versions of its dictionaries."""
    own = _DICTIONARY_VERSION if isinstance(type_, LowCardinality) else b""
    own = _PLAIN_NUMBERS if isinstance(type_, Variant) else own
    return own + b"".join(prefix(child) for child in unwrapped(type_).children())


def encoded(type_: Type, array: pa.Array) -> bytes:
    """The data of a column."""
    type_ = unwrapped(type_)
    if isinstance(type_, LowCardinality):
        return _dictionary(type_, array)
    if isinstance(type_, Nullable):
        nulls = pc.is_null(plain_storage(array)).to_numpy(zero_copy_only=False)
        return bytes(nulls.astype(np.uint8)) + encoded(type_.of, array)
    if isinstance(type_, Array | Map):
        form = type_.form if isinstance(type_, Map) else type_
        assert isinstance(form, Array)
        ends = np.cumsum(
            pc.list_value_length(array).to_numpy(zero_copy_only=False), dtype=np.uint64
        )
        return ends.tobytes() + encoded(form.of, array.flatten())
    if isinstance(type_, Tuple):
        if not type_.of:
            return b"0" * len(array)
        return b"".join(encoded(t, pc.struct_field(array, [i])) for i, t in enumerate(type_.of))
    if isinstance(type_, Variant):
        numbers_, columns = taken_apart(array)
        parts = zip(type_.of, columns, strict=True)
        return numbers_.tobytes() + b"".join(encoded(t, column) for t, column in parts)
    if isinstance(type_, String):
        return joined(texts(array))
    if isinstance(type_, AggregateFunction):
        return joined(state_bytes(type_, array))
    return fixed_bytes(type_, array).tobytes()


def texts(array: pa.Array) -> pa.Array:
    """The bytes of strings, each behind its length."""
    values = unescape_array(pc.fill_null(array, "")).cast(pa.large_binary())
    sizes = pc.binary_length(values).to_numpy(zero_copy_only=False)
    return side_by_side(numbers(sizes), values)


def _dictionary(type_: LowCardinality, array: pa.Array) -> bytes:
    """The different values, the default first, and a number for each row."""
    inner = type_.of.of if isinstance(type_.of, Nullable) else type_.of
    encoded_array = pc.dictionary_encode(array)
    keys = encoded_array.dictionary
    reserved = 2 if isinstance(type_.of, Nullable) else 1
    defaults = pa.nulls(reserved, keys.type)
    all_keys = pa.concat_arrays([defaults, keys])
    codes = pc.fill_null(encoded_array.indices, -reserved).to_numpy(zero_copy_only=False) + reserved
    all_keys, codes = _without_default(all_keys, codes, reserved)
    kind = next(i for i, bits in enumerate((8, 16, 32, 64)) if len(all_keys) <= 1 << bits)
    return (
        (_KEYS_FOLLOW | kind).to_bytes(8, "little")
        + len(all_keys).to_bytes(8, "little")
        + encoded(inner, all_keys)
        + len(array).to_bytes(8, "little")
        + bytes(codes.astype(f"<u{1 << kind}"))
    )


def _without_default(keys: pa.Array, codes: Any, reserved: int) -> tuple[pa.Array, Any]:
    """The default has its number before all others already."""
    if not pa.types.is_string(keys.type):
        return keys, codes
    place = pc.index(keys, "").as_py()
    if place < 0:
        return keys, codes
    moved = np.where(codes == place, reserved - 1, np.where(codes > place, codes - 1, codes))
    return pa.concat_arrays([keys[:place], keys[place + 1 :]]), moved


class ShortError(Error):
    """The data ends too early; there may be more."""


class Cursor:
    """A place in bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0

    def require(self, size: int) -> int:
        """Where the next bytes end, if there are so many."""
        end = self.position + size
        if end > len(self.data):
            raise self.short(size)
        return end

    def short(self, size: int) -> ShortError:
        """The error that there are not so many bytes."""
        return ShortError(
            Code.CANNOT_READ_ALL_DATA,
            f"Cannot read all data. Bytes read: {len(self.data) - self.position}. "
            f"Bytes expected: {size}.",
        )

    def take(self, size: int) -> bytes:
        """The next bytes."""
        end = self.require(size)
        taken, self.position = self.data[self.position : end], end
        return taken

    def varint(self) -> int:
        """The next number in groups of seven bits."""
        value, shift = 0, 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def number(self) -> int:
        """The next number of eight bytes."""
        return int.from_bytes(self.take(8), "little")

    def string(self) -> bytes:
        """The next bytes behind their length."""
        return self.take(self.varint())

    def strings(self, count: int) -> pa.Array:
        """The same so many times."""
        try:
            found, self.position = texts_behind(self.data, self.position, count)
        except IndexError as error:
            raise self.short(len(self.data) - self.position + 1) from error
        return found


def _read(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    cursor = Cursor(b"")
    while True:
        start = cursor.position
        try:
            found, rows = read_block(cursor)
        except ShortError:
            left = cursor.data[start:]
            data = source.more(left)
            if data is None:
                if left:
                    raise
                return
            cursor = Cursor(data)
            continue
        yield _matched(found, rows, columns)


def read_block(cursor: Cursor) -> tuple[dict[str, tuple[Type, pa.Array]], int]:
    """The columns of the next block by name, and its number of rows."""
    width, rows = cursor.varint(), cursor.varint()
    found: dict[str, tuple[Type, pa.Array]] = {}
    for _ in range(width):
        name, type_ = escape(cursor.string()), parse_type(escape(cursor.string()))
        cursor.take(len(prefix(type_)) if rows else 0)
        found[name] = (type_, decoded(type_, rows, cursor))
    return found, rows


def _matched(found: dict[str, tuple[Type, pa.Array]], rows: int, columns: Header) -> InputBlock:
    arrays: list[pa.Array] = []
    missing: list[pa.Array | None] = []
    for name, type_ in columns:
        if name not in found:
            arrays.append(pa.nulls(rows, pa.int8()))
            missing.append(pa.array([True] * rows, pa.bool_()))
            continue
        given, array = found[name]
        if given != type_ and given.kernel != type_.kernel:
            raise Error(
                Code.TYPE_MISMATCH, f"Column {name} of type {type_} cannot be read from {given}"
            )
        arrays.append(array)
        missing.append(None)
    table = pa.Table.from_arrays(arrays, [f"c{i}" for i in range(len(columns))])
    return InputBlock(table, tuple(missing))


def decoded(type_: Type, rows: int, cursor: Cursor) -> pa.Array:
    """The column of some rows."""
    type_ = unwrapped(type_)
    if isinstance(type_, LowCardinality):
        return _from_dictionary(type_, rows, cursor)
    if isinstance(type_, Nullable):
        nulls = np.frombuffer(cursor.take(rows), np.uint8).astype(bool)
        return with_nulls(decoded(type_.of, rows, cursor), nulls)
    if isinstance(type_, Array | Map):
        return _from_lists(type_, rows, cursor)
    if isinstance(type_, Tuple):
        return _from_tuple(type_, rows, cursor)
    if isinstance(type_, Variant):
        numbers_ = np.frombuffer(cursor.take(rows), np.uint8)
        counts = np.bincount(numbers_, minlength=NULL + 1)
        columns = [decoded(t, int(counts[i]), cursor) for i, t in enumerate(type_.of)]
        return put_together(numbers_, columns)
    if isinstance(type_, String):
        return escape_array(cursor.strings(rows))
    if isinstance(type_, AggregateFunction):
        return _states(type_, rows, cursor)
    width = fixed_width(type_)
    assert width is not None
    data = np.frombuffer(cursor.take(rows * width), np.uint8).reshape(rows, width)
    return from_fixed_bytes(type_, data)


def _states(type_: AggregateFunction, rows: int, cursor: Cursor) -> pa.Array:
    shape = States.of(type_)
    starts, end = whole_values([shape], cursor.data, cursor.position, rows)
    if len(starts) < rows:
        raise cursor.short(len(cursor.data) - cursor.position + 1)
    cursor.position = end
    return shape.array(np.frombuffer(cursor.data, np.uint8), starts)


def with_nulls(array: pa.Array, nulls: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> pa.Array:
    """The array with NULL where the flags say so."""
    if not nulls.any():
        return array
    indices = pa.array(np.arange(len(array)), mask=nulls)
    return array.take(indices)


def _from_lists(type_: Array | Map, rows: int, cursor: Cursor) -> pa.Array:
    form = type_.form if isinstance(type_, Map) else type_
    assert isinstance(form, Array)
    ends = np.frombuffer(cursor.take(rows * 8), np.uint64).astype(np.int32)
    offsets = pa.array(np.concatenate([np.zeros(1, np.int32), ends]))
    values = decoded(form.of, int(ends[-1]) if rows else 0, cursor)
    return pa.ListArray.from_arrays(offsets, values)


def _from_tuple(type_: Tuple, rows: int, cursor: Cursor) -> pa.Array:
    if not type_.of:
        cursor.take(rows)
        zeros = with_type(pa.array(np.zeros(rows, np.int8)), "TINYINT")
        return pa.StructArray.from_arrays([zeros], ["f0"])
    fields = [decoded(t, rows, cursor) for t in type_.of]
    return pa.StructArray.from_arrays(fields, [f"f{i}" for i in range(1, len(fields) + 1)])


def _from_dictionary(type_: LowCardinality, rows: int, cursor: Cursor) -> pa.Array:
    inner = type_.of.of if isinstance(type_.of, Nullable) else type_.of
    if not rows:
        return decoded(inner, 0, cursor)
    kind = cursor.number() & 0xFF
    keys = decoded(inner, cursor.number(), cursor)
    count = cursor.number()
    codes = np.frombuffer(cursor.take(count << kind), f"<u{1 << kind}").astype(np.int64)
    values = keys.take(pa.array(codes))
    return with_nulls(values, codes == 0) if isinstance(type_.of, Nullable) else values


def _infer(source: Source, options: FormatOptions) -> Header:
    """The names and types of the first block."""
    found, _ = read_block(Cursor(source.whole()))
    return [(name, type_) for name, (type_, _) in found.items()]


declare(
    Format(
        "Native",
        "ClickHouse's own blocks of columns.",
        writer=_write,
        reader=_read,
        content_type="application/octet-stream",
        lines=Lines.TOGETHER,
        infer=_infer,
        typed=True,
        named=True,
        subset=Subset.BY_NAME,
        appendable=True,
    )
)
