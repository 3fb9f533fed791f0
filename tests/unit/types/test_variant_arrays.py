"""Columns of Variants outside of the kernel: as Arrow's unions, as Python's values, as bytes."""

import numpy as np
import pyarrow as pa
import pytest

from sparktree.errors import Code, Error
from sparktree.formats.native import encoded
from sparktree.formats.native_cursor import Cursor
from sparktree.formats.native_input import decoded
from sparktree.formats.row_binary import shape_of, values
from sparktree.types import UINT64, Array, Type, Variant, parse_type
from sparktree.types.from_arrow import to_kernel, type_of
from sparktree.types.to_arrow import Flavour, arrow_field, to_arrow
from sparktree.types.to_python import to_python
from sparktree.types.variant_arrays import put_together, taken_apart

TYPE = parse_type("Variant(String, UInt64, Array(UInt64))")
VALUES = [7, "a", None, [1, 2], [], ""]


@pytest.fixture
def column() -> pa.StructArray:
    """The values in kernel form: the types are in the order of their names."""
    lists = pa.array([[1, 2], []], pa.list_(pa.uint64()))
    numbers = np.array([2, 1, 255, 0, 0, 1], np.uint8)
    return put_together(numbers, [lists, pa.array(["a", ""]), pa.array([7], pa.uint64())])


def test_values_are_those_of_their_types(column: pa.StructArray) -> None:
    assert to_python(column, TYPE) == VALUES
    assert column.null_count == 1
    numbers, columns = taken_apart(column)
    assert put_together(numbers, columns).equals(column)


def test_arrow_has_unions_and_reads_them_back(column: pa.StructArray) -> None:
    union = to_arrow(column, TYPE, Flavour())
    assert pa.types.is_union(union.type)
    assert union.to_pylist() == VALUES
    assert type_of(arrow_field("v", TYPE, Flavour())) == TYPE
    assert to_python(to_kernel(union), TYPE) == VALUES
    assert to_python(to_kernel(union.slice(2, 3)), TYPE) == VALUES[2:5]
    codes, children = (
        pa.array([0, 1, 0], pa.int8()),
        [pa.array([1, 2, 3]), pa.array(["x", "y", "z"])],
    )
    sparse = pa.UnionArray.from_sparse(codes, children).slice(1, 2)
    assert to_python(to_kernel(sparse), type_of(pa.field("v", sparse.type))) == ["y", 3]


def test_spark_gets_a_struct_with_one_field_given(column: pa.StructArray) -> None:
    shown = to_arrow(column, TYPE, Flavour(spark=True)).to_pylist()
    assert shown[1] == {"Array(UInt64)": None, "String": "a", "UInt64": None}
    assert shown[2] is None
    assert shown[4] == {"Array(UInt64)": [], "String": None, "UInt64": None}


def test_bytes_are_read_as_they_were_written(column: pa.StructArray) -> None:
    back = decoded(TYPE, len(column), Cursor(encoded(TYPE, column)))
    assert to_python(back, TYPE) == VALUES
    rows = values(TYPE, column).to_pylist()
    starts = np.cumsum([0, *map(len, rows)])[:-1]
    data = np.frombuffer(b"".join(rows), np.uint8)
    assert to_python(shape_of(TYPE).array(data, starts), TYPE) == VALUES


def test_a_number_that_no_type_has_is_refused() -> None:
    with pytest.raises(Error) as caught:
        put_together(np.array([1], np.uint8), [pa.array([], pa.uint64())])
    assert caught.value.code == Code.INCORRECT_DATA


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("Variant(UInt64, Array(UInt64))", (Array(UINT64), UINT64)),
        ("Variant(UInt64, Nothing, UInt64)", (UINT64,)),
    ],
)
def test_types_are_sorted_and_stand_once(text: str, members: tuple[Type, ...]) -> None:
    assert parse_type(text) == Variant(members)
