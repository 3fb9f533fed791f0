"""Kernel functions written in Python for one row: for what neither the kernel nor Arrow can say.

A VARCHAR is given to the function as bytes, and taken from it as bytes. Equal rows of a batch are
computed once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import Parameter, Signature

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.text import escape, unescape

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


def _to_python(kernel: str) -> Callable[[Cell], Cell] | None:
    if kernel == "VARCHAR":
        return lambda cell: None if cell is None else unescape(str(cell))
    if kernel.endswith("[]") and (inner := _to_python(kernel[:-2])):
        return lambda cell: None if cell is None else [inner(item) for item in cell]  # type: ignore[attr-defined]
    return None


def _from_python(cell: Cell) -> Cell:
    if isinstance(cell, bytes):
        return escape(cell)
    if isinstance(cell, list):
        return [_from_python(item) for item in cell]
    if isinstance(cell, tuple):
        return {f"f{i}": _from_python(item) for i, item in enumerate(cell, 1)}
    return cell


def row_function(
    name: str, parameters: tuple[str, ...], result: str, *, handles_null: bool = False
) -> Callable[[Row], Row]:
    """Declare a kernel function by what it does to one row; an Error in it is the query's error."""
    readers = [_to_python(parameter) for parameter in parameters]
    target = arrow_type(result)
    text_out = result != "BLOB"

    def declare(row: Row) -> Row:
        def compute(key: tuple[Cell, ...]) -> Cell:
            cells = [
                cell if read is None else read(cell)
                for read, cell in zip(readers, key, strict=True)
            ]
            if not handles_null and any(map(_has_null, cells)):
                return None
            try:
                answer = row(*cells)
            except Error as error:
                raise ValueError(raising(Code(error.code), error.message)) from error
            return _from_python(answer) if text_out else answer

        def apply(*columns: pa.ChunkedArray) -> pa.Array:
            lists = [whole(column).to_pylist() for column in columns]
            known: dict[object, Cell] = {}
            answers = []
            for key in zip(*lists, strict=True):
                mark = _hashable(key)
                if mark not in known:
                    known[mark] = compute(key)
                answers.append(known[mark])
            return pa.array(answers, target)

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
