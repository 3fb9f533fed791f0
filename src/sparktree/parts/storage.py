"""Columns on their way into Parquet: the stored Arrow type, real bytes where text is not UTF-8."""

from dataclasses import dataclass

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.kernel import text

PLAIN = "plain"  # the file holds the column as it is
BINARY = "binary"  # strings of any bytes, stored without the annotation that they are UTF-8
ESCAPED = "escaped"  # text with the kernel's escapes, because it lies inside a nested type


@dataclass(frozen=True, slots=True)
class Stored:
    """A column as it goes into the file."""

    array: pa.ChunkedArray
    encoding: str


def to_stored(
    column: pa.ChunkedArray, target: pa.DataType, name: str, known: str | None = None
) -> Stored:
    """Bring an input column to the type of the file.

    `known` is the encoding of the rows before, if there are any: the file's type is fixed by then.
    """
    column = as_type(column, target, name)
    if pa.types.is_string(target):
        return _text(column, known)
    escaped = known == ESCAPED or _holds_escapes(column)
    return Stored(column, ESCAPED if escaped else PLAIN)


def _text(column: pa.ChunkedArray, known: str | None) -> Stored:
    escapes = text.array_has_escapes(column)
    if known == BINARY or (known is None and escapes):
        chunks = [text.unescape_array(chunk) for chunk in column.chunks]
        return Stored(pa.chunked_array(chunks, pa.binary()), BINARY)
    return Stored(column, ESCAPED if escapes or known == ESCAPED else PLAIN)


def as_type(column: pa.ChunkedArray, target: pa.DataType, name: str) -> pa.ChunkedArray:
    """The column in another Arrow type that holds the same values."""
    if column.type == target:
        return column
    try:
        return pa.chunked_array([_cast(chunk, target) for chunk in column.chunks], target)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError) as error:
        message = f"Column {name} arrived as {column.type}, which cannot be stored as {target}: "
        raise Error(Code.TYPE_MISMATCH, f"{message}{error}.") from error


def _cast(array: pa.Array, target: pa.DataType) -> pa.Array:
    if array.type == target:
        return array
    if pa.types.is_list(target) and pa.types.is_list(array.type):
        return _cast_list(array, target)
    if pa.types.is_struct(target) and pa.types.is_struct(array.type):
        return _cast_struct(array, target)
    if isinstance(array.type, pa.BaseExtensionType):
        return _cast(array.storage, target)
    if isinstance(target, pa.BaseExtensionType):
        return target.wrap_array(_cast(array, target.storage_type))
    return array.cast(target)


def _cast_list(array: pa.Array, target: pa.DataType) -> pa.Array:
    values = _cast(array.values, target.value_type)
    mask = array.is_null() if array.null_count else None
    return pa.ListArray.from_arrays(array.offsets, values, type=target, mask=mask)


def _cast_struct(array: pa.Array, target: pa.DataType) -> pa.Array:
    children = [_cast(array.field(i), field.type) for i, field in enumerate(target)]
    mask = array.is_null() if array.null_count else None
    return pa.StructArray.from_arrays(children, fields=list(target), mask=mask)


def _holds_escapes(column: pa.ChunkedArray) -> bool:
    return any(_leaf_escapes(chunk) for chunk in column.chunks)


def _leaf_escapes(array: pa.Array) -> bool:
    kind = array.type
    if pa.types.is_struct(kind):
        return any(_leaf_escapes(child) for child in array.flatten())
    if pa.types.is_list(kind):
        return _leaf_escapes(array.flatten())
    return pa.types.is_string(kind) and text.array_has_escapes(array)
