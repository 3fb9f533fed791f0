"""Native: ClickHouse's own blocks of columns, written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.formats.binary_columns import (
    check_binary,
    fixed_bytes,
    plain_storage,
    state_bytes,
    unwrapped,
)
from sparktree.formats.byte_rows import joined, side_by_side
from sparktree.formats.format import Format, Lines, Subset, declare
from sparktree.formats.input import Source
from sparktree.formats.native_cursor import Cursor
from sparktree.formats.native_input import prefix, read, read_block
from sparktree.formats.native_revisions import Revision
from sparktree.formats.options import FormatOptions, Header
from sparktree.kernel.text import unescape, unescape_array
from sparktree.kernel.varints import numbers
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
from sparktree.types.variant_arrays import taken_apart

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


def counted_text(text: str) -> bytes:
    """The bytes of a text of the kernel behind their length."""
    data = unescape(text)
    return varint(len(data)) + data


def _write(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    for _, type_ in header:
        check_binary(type_)
    for block in blocks:
        if block.num_rows:
            out.writelines(block_pieces(block, header, options.revision))


def block_pieces(block: pa.Table | None, header: Header, revision: int) -> Iterator[bytes]:
    """The bytes of a block, for who knows that revision of the protocol; of None no rows."""
    rows = 0 if block is None else block.num_rows
    info = _BLOCK_INFO if revision >= Revision.BLOCK_INFO else b""
    yield info + varint(len(header)) + varint(rows)
    for place, (name, type_) in enumerate(header):
        # Clients that speak Native without a version know no time zones of DateTime.
        bare = isinstance(type_, DateTime) and revision < Revision.TIME_ZONES
        form = b"\0" if revision >= Revision.FORMS else b""
        told = "DateTime" if bare else str(type_)
        start = counted_text(name) + counted_text(told) + form
        if block is None or not rows:
            yield start
            continue
        yield start + prefix(type_)
        yield encoded(type_, block.column(place).combine_chunks())


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


def _infer(source: Source, options: FormatOptions) -> Header:
    """The names and types of the first block."""
    return read_block(Cursor(source.whole())).header


declare(
    Format(
        "Native",
        "ClickHouse's own blocks of columns.",
        writer=_write,
        reader=read,
        content_type="application/octet-stream",
        lines=Lines.TOGETHER,
        infer=_infer,
        typed=True,
        named=True,
        subset=Subset.BY_NAME,
        appendable=True,
    )
)
