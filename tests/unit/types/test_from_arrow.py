import datetime as dt
from decimal import Decimal
from typing import Any
from uuid import UUID

import pyarrow as pa
import pytest

from sparktree.errors import Error
from sparktree.kernel.connection import kernel
from sparktree.types.from_arrow import to_kernel, type_of
from sparktree.types.to_python import to_python

MOMENT = dt.datetime(2020, 1, 2, 3, 4, 5, tzinfo=dt.UTC)

CASES: list[tuple[pa.DataType, Any, str, Any]] = [
    (pa.int8(), -1, "Nullable(Int8)", -1),
    (pa.uint64(), 2**64 - 1, "Nullable(UInt64)", 2**64 - 1),
    (pa.float16(), 1.5, "Nullable(Float32)", 1.5),
    (pa.bool_(), True, "Nullable(Bool)", True),
    (pa.large_string(), "é", "Nullable(String)", "é"),
    (pa.string(), "\U0010ff85", "Nullable(String)", "\U0010ff85"),
    (pa.binary(), b"\xff", "Nullable(String)", b"\xff"),
    (pa.binary(2), b"\xffa", "Nullable(FixedString(2))", b"\xffa"),
    (pa.date32(), dt.date(2020, 1, 2), "Nullable(Date32)", dt.date(2020, 1, 2)),
    (pa.date64(), dt.date(2020, 1, 2), "Nullable(Date32)", dt.date(2020, 1, 2)),
    (pa.timestamp("us", "UTC"), MOMENT, "Nullable(DateTime64(6, 'UTC'))", MOMENT),
    (pa.timestamp("ns", "+02:00"), MOMENT, "Nullable(DateTime64(9, 'UTC'))", MOMENT),
    (pa.timestamp("ms"), MOMENT.replace(tzinfo=None), "Nullable(DateTime64(3))", MOMENT),
    (pa.duration("s"), dt.timedelta(seconds=3), "Nullable(IntervalSecond)", 3),
    (pa.decimal128(9, 2), Decimal("1.25"), "Nullable(Decimal(9, 2))", Decimal("1.25")),
    (pa.decimal256(60, 3), Decimal("-1.5"), "Nullable(Decimal(60, 3))", Decimal("-1.500")),
    (pa.uuid(), UUID(int=5).bytes, "Nullable(UUID)", UUID(int=5)),
    (pa.list_(pa.int8()), [1, None], "Array(Nullable(Int8))", [1, None]),
    (pa.large_list(pa.string()), ["a"], "Array(Nullable(String))", ["a"]),
    (pa.struct([("a", pa.int8())]), {"a": 1}, "Tuple(a Nullable(Int8))", (1,)),
    (pa.map_(pa.string(), pa.int8()), [("k", 1)], "Map(String, Nullable(Int8))", {"k": 1}),
    (pa.dictionary(pa.int8(), pa.string()), "x", "Nullable(String)", "x"),
]


@pytest.mark.parametrize(("kind", "value", "name", "expected"), CASES)
def test_a_value_of_arrow_is_read(kind: pa.DataType, value: Any, name: str, expected: Any) -> None:
    array = pa.array([value, None], kind)
    type_ = type_of(pa.field("x", kind))
    assert str(type_) == name
    with kernel() as cursor:  # the kernel must take what we make for it
        cursor.register("rows", pa.table({"x": to_kernel(array)}))
        seen = cursor.sql("SELECT x FROM rows").to_arrow_table()["x"]
        kernel_type = cursor.sql("SELECT typeof(x) FROM rows LIMIT 1").fetchall()[0][0]
    values = to_python(seen, type_)
    assert values[0] == expected
    assert values[1] in (None, [], {}, (None,))
    assert kernel_type == type_.kernel


def test_slices_keep_their_rows() -> None:
    array = pa.array([[1], [2, 3], None, [4]], pa.list_(pa.int64())).slice(1)
    assert to_kernel(array).to_pylist() == [[2, 3], [], [4]]


def test_unknown_types_of_arrow_are_refused() -> None:
    with pytest.raises(Error, match="of the column x is not supported"):
        type_of(pa.field("x", pa.month_day_nano_interval()))
