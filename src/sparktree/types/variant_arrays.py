"""Columns of Variants taken apart: the number of each row's type, and the values of each type."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error

Numbers = npt.NDArray[np.uint8]
NULL = 255  # the number of NULL in the place of a type


def taken_apart(array: pa.StructArray) -> tuple[Numbers, list[pa.Array]]:
    """The number of each row's type, and for each type the values of its rows."""
    numbers = np.full(len(array), NULL, np.uint8)
    columns = []
    for number, child in enumerate(array.flatten()):
        valid = child.is_valid()
        numbers[valid.to_numpy(zero_copy_only=False)] = number
        columns.append(child.filter(valid))
    return numbers, columns


def as_union(numbers: Numbers, columns: Sequence[pa.Array], names: Sequence[str]) -> pa.Array:
    """Arrow's dense union of the values of each type under its name, and of NULLs at the end."""
    count = int(np.count_nonzero(numbers == NULL))
    codes = np.where(numbers == NULL, len(columns), numbers).astype(np.int8)
    offsets = np.zeros(len(numbers), np.int32)
    for code in range(len(columns) + 1):
        here = codes == code
        offsets[here] = np.arange(np.count_nonzero(here), dtype=np.int32)
    children = [*columns, pa.nulls(count)]
    return pa.UnionArray.from_dense(pa.array(codes), pa.array(offsets), children, [*names, "NULL"])


def from_union(array: pa.UnionArray) -> tuple[Numbers, list[pa.Array]]:
    """The number of each row's type, without that of NULLs, and the values of each type."""
    kind = array.type
    here_on = slice(array.offset, array.offset + len(array))  # Arrow's own views begin at 0
    codes = np.frombuffer(array.buffers()[1], np.int8)[here_on]
    rows: npt.NDArray[np.int64] = np.arange(len(array))
    if kind.mode == "dense":
        rows = np.frombuffer(array.buffers()[2], np.int32)[here_on].astype(np.int64)
    numbers = np.full(len(array), NULL, np.uint8)
    columns: list[pa.Array] = []
    for place, code in enumerate(kind.type_codes):
        if pa.types.is_null(kind.field(place).type):
            continue
        here = codes == code
        values = array.field(place).take(pa.array(rows[here]))
        valid = values.is_valid().to_numpy(zero_copy_only=False)
        numbers[np.flatnonzero(here)[valid]] = len(columns)
        columns.append(values.filter(pa.array(valid)))
    return numbers, columns


def put_together(numbers: Numbers, columns: Sequence[pa.Array]) -> pa.StructArray:
    """The column in kernel form."""
    unknown = numbers[(numbers >= len(columns)) & (numbers != NULL)]
    if len(unknown):
        raise Error(
            Code.INCORRECT_DATA,
            f"Cannot read a value of Variant: unexpected discriminator {unknown[0]}",
        )
    names = [f"f{i}" for i in range(1, len(columns) + 1)]
    children = []
    for number, column in enumerate(columns):
        here = numbers == number
        places = np.maximum(np.cumsum(here) - 1, 0)
        children.append(column.take(pa.array(places, mask=~here)))
    return pa.StructArray.from_arrays(children, names, mask=pa.array(numbers == NULL))
