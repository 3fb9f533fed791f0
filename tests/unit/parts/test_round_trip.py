import math
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet
import pytest

from sparktree.disks.local import LocalDisk
from sparktree.errors import Error
from sparktree.kernel.text import escape
from sparktree.parts.layout import ColumnLayout, PartLayout
from sparktree.parts.writer import write_parts
from sparktree.types.numeric import wide_bytes
from tests.unit.parts.making import FOLDER, layout, scan, stored, write

FORMS: list[dict[str, Any]] = [{"min_bytes_for_wide_part": 0}, {"min_bytes_for_wide_part": 1 << 40}]
SIGNED = [(n + (1 << 127)).to_bytes(16, "big") for n in (-5, 0, 2**127 - 1)]

# ClickHouse type, stored values, kernel values
TYPES: list[tuple[str, list[Any], list[Any]]] = [
    ("UInt8", [1, 0, 255], [1, 0, 255]),
    ("Int64", [1, -(2**63), 5], [1, -(2**63), 5]),
    ("UInt64", [1, 2**64 - 1, 5], [1, 2**64 - 1, 5]),
    ("Int128", SIGNED, [-5, 0, 2**127 - 1]),
    ("UInt128", [bytes(16), bytes([255] * 16)], [0, 2**128 - 1]),
    ("Int256", [wide_bytes(-1, True)], [wide_bytes(-1, True)]),
    ("Float32", [1.5, -0.0, math.inf], [1.5, -0.0, math.inf]),
    ("Decimal(9, 2)", [Decimal("1.50")], [Decimal("1.50")]),
    ("Decimal(38, 10)", [Decimal("-1.5")], [Decimal("-1.5")]),
    ("Bool", [True, False], [True, False]),
    ("String", ["", "é", "a\0b"], ["", "é", "a\0b"]),
    ("FixedString(2)", ["a\0"], ["a\0"]),
    ("UUID", [UUID(int=5).bytes], [UUID(int=5)]),
    ("Date", [date(2024, 1, 2)], [date(2024, 1, 2)]),
    ("Date32", [date(1900, 1, 1)], [date(1900, 1, 1)]),
    ("DateTime", [0, 2**32 - 1], [0, 2**32 - 1]),
    ("DateTime64(3)", [-1, 2**62], [-1, 2**62]),
    ("Enum8('a' = -1)", [-1], [-1]),
    ("IPv4", [16909060], [16909060]),
    ("IPv6", [bytes(15) + b"\1"], [1]),
    ("Nullable(UInt8)", [1, None], [1, None]),
    ("Nullable(String)", [None, "", None], [None, "", None]),
    ("LowCardinality(String)", ["a", "b", "a"], ["a", "b", "a"]),
    ("Array(UInt8)", [[], [1, 2]], [[], [1, 2]]),
    ("Array(Array(String))", [[["a"], []], []], [[["a"], []], []]),
    ("Array(Nullable(Int128))", [[SIGNED[0], None]], [[-5, None]]),
    ("Tuple(UInt8, String)", [{"f1": 1, "f2": "a"}], [{"f1": 1, "f2": "a"}]),
    ("Map(String, UInt8)", [[{"f1": "k", "f2": 1}], []], [[{"f1": "k", "f2": 1}], []]),
]


@pytest.mark.parametrize("form", FORMS, ids=["Wide", "Compact"])
@pytest.mark.parametrize(("kind", "given", "expected"), TYPES, ids=[t[0] for t in TYPES])
def test_every_type_comes_back(
    disk: LocalDisk, form: dict[str, Any], kind: str, given: list[Any], expected: list[Any]
) -> None:
    types = {"v": kind}
    parts = write(disk, stored(types, {"v": given}), layout(types, **form))
    assert scan(disk, parts, ["v"]) == [(value,) for value in expected]


@pytest.mark.parametrize("form", FORMS, ids=["Wide", "Compact"])
def test_strings_of_any_bytes_are_stored_as_those_bytes(
    disk: LocalDisk, form: dict[str, Any]
) -> None:
    types = {"s": "String", "a": "Array(String)"}
    values = [escape(b"\xff\0"), "é", escape(b"\xf4\x8f\xbf\xbf")]
    rows = stored(types, {"s": values, "a": [[values[0]], [], ["x"]]})
    (part,) = write(disk, rows, layout(types, ["s"], **form))
    assert [column.encoding for column in part.columns] == ["binary", "escaped"]
    file = part.file_of(part.columns[0])
    raw = pa.parquet.read_table(disk.url(f"{part.folder}/{file}"), columns=["s"])["s"]
    # By bytes, é (C3 A9) comes before the others; by the kernel's escapes it would come first too,
    # but F4... and FF would not be in order.
    assert raw.to_pylist() == ["é".encode(), b"\xf4\x8f\xbf\xbf", b"\xff\0"]
    assert scan(disk, [part], ["s", "a"]) == [
        (values[1], []),
        (values[2], ["x"]),
        (values[0], [values[0]]),
    ]


@pytest.mark.parametrize("form", FORMS, ids=["Wide", "Compact"])
def test_names_that_differ_in_case_or_are_odd_stay_apart(
    disk: LocalDisk, form: dict[str, Any]
) -> None:
    names = ["a", "A", "a_1", "file_row_number", "x.y", "q\"'`", "имя", "n" * 200]
    types = dict.fromkeys(names, "UInt8")
    rows = stored(types, {name: [number] for number, name in enumerate(names)})
    parts = write(disk, rows, layout(types, **form))
    assert scan(disk, parts, names) == [tuple(range(len(names)))]
    assert scan(disk, parts, names[::-1], ((0, 1),)) == [tuple(range(len(names)))[::-1]]


def test_what_the_kernel_hands_over_can_be_written(disk: LocalDisk) -> None:
    from sparktree.kernel.connection import connect

    cursor = connect()
    query = "SELECT true b, uuid() u, [true] a, {'f1': false} t, unhex(repeat('00', 16)) i"
    rows = cursor.sql(query).to_arrow_table()
    cursor.close()
    types = {"b": "Bool", "u": "UUID", "a": "Array(Bool)", "t": "Tuple(Bool)", "i": "Int128"}
    parts = write(disk, rows, layout(types))
    ((b, _, a, t, i),) = scan(disk, parts, list(types))
    assert (b, a, t, i) == (True, [True], {"f1": False}, -(2**127))


def test_input_of_another_type_is_refused_by_name(disk: LocalDisk) -> None:
    orders = PartLayout((ColumnLayout("v", "UInt8", pa.uint8()),))
    rows = pa.table({"v": ["x"]})
    with pytest.raises(Error, match="Column v arrived as string"):
        list(write_parts(rows.to_batches(), orders, disk, FOLDER, "t"))
    assert list(disk.names(FOLDER)) == []


def test_no_rows_make_no_parts(disk: LocalDisk) -> None:
    types = {"v": "UInt8"}
    assert write(disk, stored(types, {"v": []}), layout(types)) == []
