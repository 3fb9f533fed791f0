"""Kernel functions written in Python for one row: for what neither the kernel nor Arrow can say.

A VARCHAR is given to the function as bytes, and taken from it as bytes. Only the distinct rows of a
batch come to Python; their answers are handed to all rows by Arrow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import Parameter, Signature

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.text import escape_array, unescape_array

Cell = object
Row = Callable[..., Cell]
Codes = npt.NDArray[np.int64]

_ARROW = {
    "VARCHAR": pa.string(),
    "BLOB": pa.binary(),
    "BOOLEAN": pa.bool_(),
    "UTINYINT": pa.uint8(),
    "TINYINT": pa.int8(),
    "USMALLINT": pa.uint16(),
    "SMALLINT": pa.int16(),
    "UINTEGER": pa.uint32(),
    "INTEGER": pa.int32(),
    "UBIGINT": pa.uint64(),
    "BIGINT": pa.int64(),
    "FLOAT": pa.float32(),
    "DOUBLE": pa.float64(),
    "DATE": pa.date32(),
    "TIMESTAMP": pa.timestamp("us"),
}


@lru_cache(maxsize=64)
def arrow_type(kernel: str) -> pa.DataType:
    """The Arrow type of the kernel's type."""
    if kernel.endswith("[]"):
        return pa.list_(arrow_type(kernel[:-2]))
    if kernel.startswith("STRUCT("):
        fields = (part.strip().split(" ") for part in kernel[7:-1].split(","))
        return pa.struct([(name, arrow_type(type_)) for name, type_ in fields])
    return _ARROW[kernel]


def _recoded(array: pa.Array, recode: Callable[[pa.Array], pa.Array], of: pa.DataType) -> pa.Array:
    """The array with all strings of one kind in it, at any depth, recoded."""
    if array.type == of:
        return recode(array)
    if pa.types.is_list(array.type):
        values = _recoded(array.flatten(), recode, of)
        ends = pc.cumulative_sum(pc.fill_null(pc.list_value_length(array), 0))
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends.cast(pa.int32())])
        return pa.ListArray.from_arrays(offsets, values, mask=array.is_null())
    if pa.types.is_struct(array.type):
        names = [field.name for field in array.type]
        parts = [_recoded(part, recode, of) for part in array.flatten()]
        return pa.StructArray.from_arrays(parts, names, mask=array.is_null())
    return array


def _in_bytes(type_: pa.DataType) -> pa.DataType:
    """The type with bytes for its strings."""
    if pa.types.is_list(type_):
        return pa.list_(_in_bytes(type_.value_type))
    if pa.types.is_struct(type_):
        return pa.struct([(field.name, _in_bytes(field.type)) for field in type_])
    return pa.binary() if type_ == pa.string() else type_


def row_function(
    name: str, parameters: tuple[str, ...], result: str, *, handles_null: bool = False
) -> Callable[[Row], Row]:
    """Declare a kernel function by what it does to one row; an Error in it is the query's error."""
    target = arrow_type(result)
    made = _in_bytes(target)

    def declare(row: Row) -> Row:
        def compute(cells: tuple[Cell, ...]) -> Cell:
            if not handles_null and any(map(_has_null, cells)):
                return None
            try:
                return row(*cells)
            except Error as error:
                raise ValueError(raising(Code(error.code), error.message)) from error

        def apply(*columns: pa.ChunkedArray) -> pa.Array:
            arrays = [whole(column) for column in columns]
            firsts, places = _distinct(arrays)
            lists = [
                _recoded(array.take(firsts), unescape_array, pa.string()).to_pylist()
                for array in arrays
            ]
            array = pa.array(map(compute, zip(*lists, strict=True)), made)
            answers = array if made == target else _recoded(array, escape_array, pa.binary())
            return answers.take(places)

        apply.__signature__ = _signature(len(parameters))  # type: ignore[attr-defined]
        arrow_function(name, parameters, result, handles_null=True)(apply)
        return row

    return declare


def _has_null(cell: Cell) -> bool:
    return cell is None or (isinstance(cell, list) and None in cell)


def _signature(count: int) -> Signature:
    """The kernel counts a function's parameters before it takes it."""
    kind = Parameter.POSITIONAL_ONLY
    return Signature([Parameter(f"column{i}", kind) for i in range(count)])


def _distinct(arrays: list[pa.Array]) -> tuple[pa.Array, pa.Array]:
    """Where each distinct row is first, and which of them every row is."""
    codes = np.zeros(len(arrays[0]), np.int64)
    for array in arrays:
        own = _codes(array)
        codes = _numbered(codes * (own.max(initial=0) + 1) + own)
    _, firsts, places = np.unique(codes, return_index=True, return_inverse=True)
    return pa.array(firsts), pa.array(places)


def _codes(array: pa.Array) -> Codes:
    """A number for each distinct value of an array."""
    if pa.types.is_list(array.type):
        return _list_codes(array)
    plain = array.storage if isinstance(array, pa.ExtensionArray) else array  # BOOLEAN is one
    indices = plain.dictionary_encode().indices.fill_null(-1)
    return np.asarray(indices, np.int64) + 1


def _list_codes(array: pa.Array) -> Codes:
    """Lists are compared as lines of numbers: the list's size, then those of its values."""
    sizes = np.asarray(pc.fill_null(pc.list_value_length(array), -1), np.int64)
    filled = np.maximum(sizes, 0)
    lines = np.zeros((len(array), int(filled.max(initial=0)) + 1), np.int64)
    lines[:, 0] = sizes
    rows = np.repeat(np.arange(len(array)), filled)
    lines[rows, np.arange(len(rows)) - np.repeat(np.cumsum(filled) - filled, filled) + 1] = _codes(
        array.flatten()
    )
    codes = np.zeros(len(array), np.int64)
    for column in lines.T:
        own = _numbered(column)
        codes = _numbered(codes * (own.max(initial=0) + 1) + own)
    return codes


def _numbered(values: Codes) -> Codes:
    """The values by their order, so that they stay small."""
    return np.asarray(np.unique(values, return_inverse=True)[1], np.int64)
