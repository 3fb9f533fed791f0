"""Blocks of columns as ClickHouse's clients and servers send them, read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.binary_columns import (
    States,
    arrow_type,
    fixed_width,
    from_fixed_bytes,
    unwrapped,
    with_type,
)
from sparktree.formats.casting import converted
from sparktree.formats.input import Source
from sparktree.formats.native_cursor import Cursor, ShortError
from sparktree.formats.native_revisions import Revision
from sparktree.formats.options import FormatOptions, Header, InputBlock
from sparktree.kernel.byte_shapes import whole_values
from sparktree.kernel.text import escape, escape_array
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
from sparktree.types.variant_arrays import NULL, put_together

_DICTIONARY_VERSION = (1).to_bytes(8, "little")
_PLAIN_NUMBERS = bytes(8)  # of a Variant: the type of each row, not of runs of rows
_MOST_COLUMNS, _MOST_ROWS = 1_000_000, 1_000_000_000_000
_LAST_GROUP = 1 << 62  # flags the last number of the places of a sparse column
_SHARED_KEYS, _OWN_KEYS = 0x100, 0x200
_LONGEST = np.iinfo(np.int32).max  # items of the lists, and bytes of the strings, of a block


@dataclass(frozen=True, slots=True)
class Block:
    """The columns of a block, and its number of rows."""

    header: Header
    arrays: list[pa.Array]
    rows: int

    @property
    def table(self) -> pa.Table:
        """The rows, columns named c0, c1, ..."""
        return pa.Table.from_arrays(self.arrays, [f"c{i}" for i in range(len(self.arrays))])


def read(source: Source, columns: Header, options: FormatOptions) -> Iterator[InputBlock]:
    cursor = Cursor(b"")
    while True:
        start = cursor.position
        try:
            block = read_block(cursor)
        except ShortError:
            left = cursor.data[start:]
            data = source.more(left)
            if data is None:
                if left:
                    raise
                return
            cursor = Cursor(data)
            continue
        yield matched(block, columns, options.settings.zone)


def read_block(cursor: Cursor) -> Block:
    """The next block."""
    revision = cursor.revision
    if revision >= Revision.BLOCK_INFO:
        _pass_info(cursor)
    width, rows = cursor.varint(), cursor.varint()
    for what, count, most in (("columns", width, _MOST_COLUMNS), ("rows", rows, _MOST_ROWS)):
        if count > most:
            message = f"Suspiciously many {what} in Native format: {count}"
            raise Error(Code.INCORRECT_DATA, message)
    header: Header = []
    arrays: list[pa.Array] = []
    for _ in range(width):
        name, type_ = escape(cursor.string()), _read_type(cursor)
        sparse = revision >= Revision.FORMS and _read_form(type_, cursor)
        if rows:
            _check_prefix(type_, cursor)
        array = _from_sparse(type_, rows, cursor) if sparse else decoded(type_, rows, cursor)
        header.append((name, type_))
        arrays.append(array)
    return Block(header, arrays, rows)


def _read_type(cursor: Cursor) -> Type:
    text = escape(cursor.string())
    try:
        return parse_type(text)
    except RecursionError:
        message = f"Too deep: a type of {len(text)} characters"
        raise Error(Code.TOO_DEEP_RECURSION, message) from None


def _pass_info(cursor: Cursor) -> None:
    """The facts about a block: whether its rows overflow, and its bucket; nothing depends on
    them."""
    sizes = {1: 1, 2: 4}
    while field := cursor.varint():
        if field == 3 and cursor.revision >= Revision.BUCKETS:
            cursor.take(4 * cursor.varint())
        elif field in sizes:
            cursor.take(sizes[field])
        else:
            message = f"Unknown BlockInfo field number: {field}"
            raise Error(Code.UNKNOWN_BLOCK_INFO_FIELD, message)


def _read_form(type_: Type, cursor: Cursor) -> bool:
    """Whether the values of a column are sparse."""
    if not cursor.byte():
        return False
    form = cursor.byte()
    inner = [_read_form_of_element(child, cursor) for child in _elements(type_)]
    if form > 1 or any(inner) or (form and _elements(type_)):
        raise not_implemented(f"Columns of type {type_} in an unusual form cannot be read.")
    return bool(form)


def _read_form_of_element(type_: Type, cursor: Cursor) -> bool:
    form = cursor.byte()
    return any([bool(form), *(_read_form_of_element(child, cursor) for child in _elements(type_))])


def _elements(type_: Type) -> tuple[Type, ...]:
    inner = unwrapped(type_)
    return tuple(inner.of) if isinstance(inner, Tuple) else ()


def _from_sparse(type_: Type, rows: int, cursor: Cursor) -> pa.Array:
    """A column of which only the values that are no defaults came, and where they are."""
    places, at = [], 0
    while rows:
        count = cursor.varint()
        at += count & ~_LAST_GROUP
        if count & _LAST_GROUP:
            break
        places.append(at)
        at += 1
    if at != rows:
        raise Error(Code.INCORRECT_DATA, f"A sparse column has {at} rows instead of {rows}")
    values = decoded(type_, len(places), cursor)
    default = decoded(type_, 1, Cursor(bytes(fixed_width(unwrapped(type_)) or 1)))
    numbers = np.zeros(rows, np.int64)
    numbers[places] = np.arange(1, len(places) + 1)
    return pa.concat_arrays([default, values]).take(pa.array(numbers))


def prefix(type_: Type) -> bytes:
    """What stands before the data of a column: the versions of its dictionaries."""
    own = _DICTIONARY_VERSION if isinstance(type_, LowCardinality) else b""
    own = _PLAIN_NUMBERS if isinstance(type_, Variant) else own
    return own + b"".join(prefix(child) for child in unwrapped(type_).children())


def _check_prefix(type_: Type, cursor: Cursor) -> None:
    wanted = prefix(type_)
    if cursor.take(len(wanted)) != wanted:
        raise not_implemented(f"This version of the data of type {type_} cannot be read.")


def nothing(type_: Type, rows: int) -> pa.Array:
    """A column without values."""
    form = arrow_type(type_.kernel)
    if isinstance(form, pa.BaseExtensionType):
        return pa.ExtensionArray.from_storage(form, pa.nulls(rows, form.storage_type))
    return pa.nulls(rows, form)


def matched(block: Block, columns: Header, zone: str) -> InputBlock:
    """The columns that are wanted, by their names; those of other types as CAST has them."""
    rows = block.rows
    pairs = zip(block.header, block.arrays, strict=True)
    found = {name: (type_, array) for (name, type_), array in pairs}
    arrays: list[pa.Array] = []
    missing: list[pa.Array | None] = []
    for name, type_ in columns:
        if name not in found:
            arrays.append(nothing(type_, rows))
            missing.append(pa.array([True] * rows, pa.bool_()))
            continue
        given, array = found[name]
        if given != type_ and (given.kernel != type_.kernel or _may_hold_null(given)):
            array = converted(array, given, type_, zone)
        arrays.append(array)
        missing.append(None)
    table = pa.Table.from_arrays(arrays, [f"c{i}" for i in range(len(columns))])
    return InputBlock(table, tuple(missing))


def _may_hold_null(type_: Type) -> bool:
    return type_.nullable or any(map(_may_hold_null, type_.children()))


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
    while True:
        starts, end = whole_values([shape], cursor.data, cursor.position, rows)
        if len(starts) == rows:
            break
        if not cursor.fetch_some():
            raise cursor.short(cursor.bytes_left + 1)
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
    ends = np.frombuffer(cursor.take(rows * 8), np.uint64)
    if rows and (int(ends[-1]) > _LONGEST or (ends[1:] < ends[:-1]).any()):
        raise Error(Code.INCORRECT_DATA, f"The sizes of the values of type {type_} are wrong")
    offsets = pa.array(np.concatenate([np.zeros(1, np.int32), ends.astype(np.int32)]))
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
    parts: list[pa.Array] = []
    while rows:
        values = _dictionary_part(type_, inner, rows, cursor)
        rows -= len(values)
        parts.append(values)
    return pa.concat_arrays(parts)


def _dictionary_part(type_: LowCardinality, inner: Type, most: int, cursor: Cursor) -> pa.Array:
    """Some rows with a dictionary of their own."""
    flags = cursor.number()
    kind = flags & 0xFF
    if kind > 3 or not flags & _OWN_KEYS or flags & _SHARED_KEYS:
        raise Error(Code.INCORRECT_DATA, f"Invalid index type of type {type_}: {flags:#x}")
    keys = decoded(inner, cursor.number(), cursor)
    count = cursor.number()
    if not 0 < count <= most:
        raise Error(Code.INCORRECT_DATA, f"A part of type {type_} has {count} of {most} rows")
    codes = np.frombuffer(cursor.take(count << kind), f"<u{1 << kind}")
    if int(codes.max()) >= len(keys):
        message = f"An index of type {type_} is beyond its dictionary of {len(keys)} values"
        raise Error(Code.INCORRECT_DATA, message)
    codes = codes.astype(np.int64)
    if isinstance(inner, String):
        sizes = pc.binary_length(keys).to_numpy(zero_copy_only=False)
        if int(sizes[codes].sum(dtype=np.int64)) > _LONGEST:
            raise Error(Code.INCORRECT_DATA, f"The texts of a column of type {type_} are too long")
    values = keys.take(pa.array(codes))
    return with_nulls(values, codes == 0) if isinstance(type_.of, Nullable) else values
