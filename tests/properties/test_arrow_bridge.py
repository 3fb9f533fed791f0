"""Arrow data of other programs goes into the kernel and comes out again as it was."""

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from sparktree.kernel.connection import kernel
from sparktree.types.from_arrow import to_kernel, type_of
from sparktree.types.to_arrow import Flavour, column
from sparktree.types.to_python import to_python

_TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
_SCALARS = st.sampled_from(
    [
        (pa.int8(), st.integers(-128, 127)),
        (pa.uint64(), st.integers(0, 2**64 - 1)),
        (pa.float64(), st.floats(allow_nan=False)),
        (pa.bool_(), st.booleans()),
        (pa.string(), _TEXT),
        (pa.binary(), st.binary(max_size=8)),
        (pa.date32(), st.dates()),
        (pa.decimal128(20, 3), st.decimals(-(10**16), 10**16, places=3)),
        (pa.decimal256(60, 2), st.decimals(-(10**20), 10**20, places=2)),
    ]
)


@st.composite
def arrays(draw: st.DrawFn) -> pa.Array:
    """A column of one of the types, plain, in lists or in structs, with NULLs."""
    kind, values = draw(_SCALARS)
    shape = draw(st.sampled_from(["plain", "list", "struct"]))
    values = st.none() | values
    if shape == "list":
        kind, values = pa.list_(kind), st.lists(values, max_size=4)
    elif shape == "struct":
        kind, values = pa.struct([("a", kind)]), values.map(lambda value: {"a": value})
    return pa.array(draw(st.lists(values, max_size=6)), kind)


@settings(deadline=None, max_examples=60)
@given(arrays(), st.integers(0, 2))
def test_arrays_come_back_from_the_kernel_as_they_were(array: pa.Array, start: int) -> None:
    array = array.slice(start)
    type_ = type_of(pa.field("x", array.type))
    with kernel() as cursor:
        cursor.register("rows", pa.table({"x": to_kernel(array)}))
        seen = cursor.sql("SELECT x FROM rows").to_arrow_table()["x"]
    expected = [_comparable(value) for value in array.to_pylist()]
    assert [_comparable(value) for value in column(seen, type_, Flavour()).to_pylist()] == expected
    assert [_comparable(value) for value in to_python(seen, type_)] == expected


def _comparable(value: object) -> object:
    """Bytes that are UTF-8 come back as text; a struct may be a dict or a tuple."""
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return value
    if isinstance(value, dict):
        return [_comparable(one) for one in value.values()]
    if isinstance(value, list | tuple):
        return [_comparable(one) for one in value]
    return value
