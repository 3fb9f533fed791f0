"""The order of rows by a sorting key: NULL and NaN last, strings by their bytes, stable.

Every key column becomes a column of small unsigned codes in the same order; codes are packed into
64-bit words together with the row number, because sorting plain words is what numpy does fastest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.kernel.connection import connect
from sparktree.parts import string_words
from sparktree.parts.string_words import Words, dense_ranks, way_to_sort

_SAMPLE = 1024
_WORD = 64


@dataclass(frozen=True, slots=True)
class Codes:
    """Numbers from 0 up to `top` in the order of the values."""

    values: Words
    top: int

    @property
    def bits(self) -> int:
        """How many bits the greatest number needs."""
        return self.top.bit_length()

    def reversed(self) -> "Codes":
        """The codes of the opposite order."""
        return Codes(np.uint64(self.top) - self.values, self.top)


def sort_order(keys: Sequence[tuple[pa.Array, bool]]) -> Words | None:
    """The row numbers in order of the keys (array, descending); None if in order already."""
    if not keys or len(keys[0][0]) < 2 or _surely_sorted(keys):
        return None
    codes = [code for array, descending in keys for code in _codes(array, descending)]
    return _order(_packed(codes))


def sorted_groups(
    keys: Sequence[tuple[pa.Array, bool]], rows: int
) -> tuple[Words | None, npt.NDArray[np.int64]]:
    """The order as `sort_order` gives it, and where in it each run of equal keys starts."""
    if not rows:
        return None, np.zeros(0, dtype=np.int64)
    if not keys:
        return None, np.zeros(1, dtype=np.int64)
    packed = _packed([code for array, descending in keys for code in _codes(array, descending)])
    order = _order(packed)
    values = packed.values if order is None else packed.values[order]
    starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    return order, starts


def extremes(array: pa.Array) -> tuple[int, int]:
    """The rows of the least and of the greatest value; there must be a row."""
    order = sort_order([(array, False)])
    return (0, len(array) - 1) if order is None else (int(order[0]), int(order[-1]))


def _surely_sorted(keys: Sequence[tuple[pa.Array, bool]]) -> bool:
    """A cheap look: a sample first, then neighbours; gives up on NULLs, NaNs and nested types."""
    if not all(_plainly_comparable(array) for array, _ in keys):
        return False
    sample = [(array.slice(0, _SAMPLE), descending) for array, descending in keys]
    return _neighbours_sorted(sample) and _neighbours_sorted(keys)


def _plainly_comparable(array: pa.Array) -> bool:
    kind = array.type
    if array.null_count or isinstance(kind, pa.BaseExtensionType):
        return False
    if pa.types.is_floating(kind):
        return not pc.any(pc.is_nan(array)).as_py()
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return True
    return bool(pa.types.is_integer(kind) or pa.types.is_date(kind) or pa.types.is_decimal(kind))


def _neighbours_sorted(keys: Sequence[tuple[pa.Array, bool]]) -> bool:
    undecided = None
    for array, descending in keys:
        left, right = array.slice(0, len(array) - 1), array.slice(1)
        wrong = pc.less(left, right) if descending else pc.greater(left, right)
        if undecided is not None:
            wrong = pc.and_(wrong, undecided)
        if pc.any(wrong).as_py():
            return False
        equal = pc.equal(left, right)
        undecided = equal if undecided is None else pc.and_(undecided, equal)
    return True


def _packed(codes: Sequence[Codes]) -> Codes:
    """Pack as many columns into a word as fit; rank the words so far when the next one does not."""
    packed = codes[0]
    for code in codes[1:]:
        if packed.bits + code.bits > _WORD:
            packed = _ranked(packed)
        if packed.bits + code.bits > _WORD:
            code = _ranked(code)
        packed = Codes(
            (packed.values << np.uint64(code.bits)) | code.values,
            (packed.top << code.bits) | code.top,
        )
    return packed


def _order(packed: Codes) -> Words | None:
    row_bits = (len(packed.values) - 1).bit_length()
    if bool(np.all(packed.values[:-1] <= packed.values[1:])):
        return None
    if packed.bits + row_bits > _WORD:
        packed = _ranked(packed)
    return _sorted_rows(packed, row_bits)


def _sorted_rows(packed: Codes, row_bits: int) -> Words:
    words = packed.values << np.uint64(row_bits)
    words |= np.arange(len(words), dtype=np.uint64)
    words.sort(kind=way_to_sort(words))
    words &= np.uint64((1 << row_bits) - 1)
    return words


def _ranked(codes: Codes) -> Codes:
    """The same order with codes from 0 without holes: never more bits than rows need."""
    ranks = dense_ranks(codes.values)
    return Codes(ranks, int(ranks.max(initial=0)))


def _codes(array: pa.Array, descending: bool) -> Iterator[Codes]:
    for codes in _ascending(array):
        yield codes.reversed() if descending else codes


def _ascending(array: pa.Array) -> Iterator[Codes]:
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        yield from _extension(array)
    elif pa.types.is_dictionary(kind):
        yield from _ascending(array.dictionary_decode())
    elif pa.types.is_struct(kind) and not array.null_count:
        for child in array.flatten():
            yield from _ascending(child)
    elif pa.types.is_decimal(kind):
        yield from _decimal_words(array.cast(pa.decimal128(38, kind.scale)))
    elif pa.types.is_fixed_size_binary(kind):
        yield from _byte_words(array)
    else:
        yield _single(array)


def _single(array: pa.Array) -> Codes:
    kind = array.type
    if pa.types.is_nested(kind):
        return _kernel_ranks(array)
    if pa.types.is_null(kind):
        return Codes(np.zeros(len(array), dtype=np.uint64), 0)
    if pa.types.is_floating(kind):
        return _with_nulls(array, _float_words(array))
    if pa.types.is_binary(kind) or pa.types.is_string(kind) or pa.types.is_large_unicode(kind):
        return _string_ranks(array)
    return _with_nulls(array, _integer_words(array))


def _extension(array: pa.Array) -> Iterator[Codes]:
    words = list(_ascending(array.storage))
    # ClickHouse compares UUIDs as two words, the second half of the printed text first.
    yield from reversed(words) if isinstance(array.type, pa.UuidType) else words


def _with_nulls(array: pa.Array, words: Words) -> Codes:
    """Codes from 0; NULLs get one more than the greatest value."""
    if len(words) == 0:
        return Codes(words, 0)
    valid = words if not array.null_count else words[array.is_valid().to_numpy(False)]
    if len(valid) == 0:
        return Codes(np.zeros_like(words), 0)
    least, top = valid.min(), int(valid.max() - valid.min())
    codes = words - least
    if array.null_count:
        if top == 2**_WORD - 1:
            return _with_nulls(array, _ranked(Codes(words, top)).values)
        top += 1
        codes[array.is_null().to_numpy(False)] = top
    return Codes(codes, top)


def _integer_words(array: pa.Array) -> Words:
    kind = array.type
    if pa.types.is_boolean(kind):
        flags: Words = array.fill_null(False).to_numpy(zero_copy_only=False).astype(np.uint64)
        return flags
    if not pa.types.is_integer(kind):
        width = kind.bit_width
        array = array.view(pa.int32() if width == 32 else pa.int64())
    signed = pa.types.is_signed_integer(array.type)
    values = array.fill_null(0).to_numpy(zero_copy_only=False)
    words: Words = values.astype(np.int64 if signed else np.uint64).view(np.uint64)
    return words ^ np.uint64(1 << 63) if signed else words


def _float_words(array: pa.Array) -> Words:
    """The bits of a float turned so that they sort as the numbers do; all NaNs alike and last."""
    values = array.fill_null(0).to_numpy(zero_copy_only=False).astype(np.float64) + 0.0
    values[values == 0] = 0.0  # -0 and 0 are one key
    bits = values.view(np.uint64)
    sign = np.uint64(1 << 63)
    words: Words = np.where(bits & sign, ~bits, bits | sign)
    words[np.isnan(values)] = np.uint64(2**64 - 2)
    return words


def _decimal_words(array: pa.Array) -> Iterator[Codes]:
    """The two words of the unscaled number, the high one with its sign turned."""
    filled = array.fill_null(0) if array.null_count else array
    raw = np.frombuffer(filled.buffers()[1], dtype=np.uint64).reshape(-1, 2)
    raw = raw[filled.offset : filled.offset + len(filled)]
    if array.null_count:
        yield Codes(array.is_null().to_numpy(False).astype(np.uint64), 1)
    yield _with_nulls(pa.nulls(0), raw[:, 1] ^ np.uint64(1 << 63))
    yield _with_nulls(pa.nulls(0), raw[:, 0].copy())


def _byte_words(array: pa.Array) -> Iterator[Codes]:
    """Fixed-size values as big-endian words, eight bytes each."""
    width = array.type.byte_width
    size = -(-width // 8) * 8
    filled = array.fill_null(bytes(width)) if array.null_count else array
    raw = np.frombuffer(filled.buffers()[1], dtype=np.uint8)
    raw = raw[filled.offset * width : (filled.offset + len(filled)) * width].reshape(-1, width)
    padded = np.zeros((len(array), size), dtype=np.uint8)
    padded[:, :width] = raw
    if array.null_count:
        yield Codes(array.is_null().to_numpy(False).astype(np.uint64), 1)
    for column in padded.view(">u8").T:
        yield _with_nulls(pa.nulls(0), column.astype(np.uint64))


def _string_ranks(array: pa.Array) -> Codes:
    ranks = string_words.ranks(array)
    return _dictionary_ranks(array) if ranks is None else _with_nulls(array, ranks)


def _dictionary_ranks(array: pa.Array) -> Codes:
    """Only the different values are compared; good for few of them, or long ones."""
    encoded = array.dictionary_encode()
    ranks = pc.rank(encoded.dictionary, sort_keys="ascending", tiebreaker="dense")
    table = ranks.to_numpy(zero_copy_only=False).astype(np.uint64) - np.uint64(1)
    top = len(table) - 1
    if not array.null_count:
        return Codes(table[encoded.indices.to_numpy(zero_copy_only=False)], max(top, 0))
    table = np.append(table, np.uint64(top + 1))
    return Codes(table[encoded.indices.fill_null(top + 1).to_numpy(False)], top + 1)


def _kernel_ranks(array: pa.Array) -> Codes:
    """Ranks by the kernel, for types whose order only it knows."""
    rows = pa.table({"v": array, "n": pa.array(np.arange(len(array), dtype=np.uint64))})
    cursor = connect()
    try:
        cursor.register("ranked", rows)
        query = "SELECT dense_rank() OVER (ORDER BY v ASC NULLS LAST) - 1, n FROM ranked ORDER BY n"
        found: pa.Table = cursor.sql(query).to_arrow_table()
        ranks = found.column(0).to_numpy().astype(np.uint64)
    finally:
        cursor.close()
    return Codes(ranks, int(ranks.max(initial=0)))
