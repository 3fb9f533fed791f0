"""Kernel functions written in Python for one row: for what neither the kernel nor Arrow can say.

A VARCHAR is given to the function as bytes, and taken from it as bytes. Equal rows of a batch are
computed once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import Parameter, Signature

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.text import escape_array, unescape_array

Cell = object
Row = Callable[..., Cell]

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
    listed = any(parameter.endswith("[]") for parameter in parameters)

    def declare(row: Row) -> Row:
        def compute(cells: tuple[Cell, ...]) -> Cell:
            if not handles_null and any(map(_has_null, cells)):
                return None
            try:
                return row(*cells)
            except Error as error:
                raise ValueError(raising(Code(error.code), error.message)) from error

        def apply(*columns: pa.ChunkedArray) -> pa.Array:
            lists = [
                _recoded(whole(column), unescape_array, pa.string()).to_pylist()
                for column in columns
            ]
            known: dict[object, Cell] = {}
            answers = []
            for key in zip(*lists, strict=True):
                mark = _hashable(key) if listed else key
                if mark not in known:
                    known[mark] = compute(key)
                answers.append(known[mark])
            array = pa.array(answers, made)
            return array if made == target else _recoded(array, escape_array, pa.binary())

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


def _hashable(key: object) -> object:
    return tuple(map(_hashable, key)) if isinstance(key, list | tuple) else key
