"""What every type that Arrow can write into a file is called and read as, by us and ClickHouse."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import orc

import sparktree
from tests.oracle import Oracle

_DAY = datetime.date(2020, 2, 3)
_CLOCK = datetime.time(4, 5, 6)
_MOMENT = datetime.datetime(2020, 2, 3, 4, 5, 6, 789000)
_ITEM = pa.field("item", pa.int32(), nullable=False)
_PAIR = pa.struct([("a", pa.int32()), ("b", pa.string())])
_SOLID = pa.struct([pa.field("a", pa.int32(), nullable=False)])
# Types with a value of each.
TYPES: tuple[tuple[pa.DataType, Any], ...] = (
    (pa.bool_(), True),
    *(
        (kind, 7)
        for signed in ("int", "uint")
        for kind in (getattr(pa, f"{signed}{bits}")() for bits in (8, 16, 32, 64))
    ),
    (pa.float32(), 1.5),
    (pa.float64(), 1.5),
    *((kind, "é") for kind in (pa.string(), pa.large_string(), pa.string_view())),
    *((kind, b"\xff\0x") for kind in (pa.binary(), pa.large_binary(), pa.binary_view())),
    (pa.binary(4), b"abcd"),
    (pa.date32(), _DAY),
    (pa.date64(), _DAY),
    (pa.time32("s"), _CLOCK),
    (pa.time32("ms"), _CLOCK),
    (pa.time64("us"), _CLOCK),
    (pa.time64("ns"), _CLOCK),
    *(
        (pa.timestamp(unit, zone), _MOMENT.replace(microsecond=0) if unit == "s" else _MOMENT)
        for unit in ("s", "ms", "us", "ns")
        for zone in (None, "UTC", "Europe/Berlin")
    ),
    *((pa.duration(unit), datetime.timedelta(seconds=5)) for unit in ("s", "ms", "us", "ns")),
    (pa.decimal128(9, 2), Decimal("1.25")),
    (pa.decimal128(38, 10), Decimal("-1.25")),
    (pa.decimal256(60, 5), Decimal("1.25")),
    (pa.list_(pa.int32()), [1, None]),
    (pa.large_list(pa.string()), ["a", None]),
    (pa.list_(pa.int32(), 2), [1, 2]),
    (pa.list_(pa.list_(pa.int8())), [[1], []]),
    (pa.list_(_ITEM), [1, 2]),
    (_PAIR, {"a": 1, "b": None}),
    (_SOLID, {"a": 1}),
    (pa.list_(_PAIR), [{"a": 1, "b": "x"}]),
    (pa.struct([("s", _PAIR)]), {"s": {"a": 1, "b": "x"}}),
    (pa.map_(pa.string(), pa.int32()), [("k", 1), ("l", None)]),
    (pa.map_(pa.int32(), pa.list_(pa.string())), [(1, ["x"])]),
    (pa.dictionary(pa.int8(), pa.string()), "x"),
    (pa.dictionary(pa.int32(), pa.int64()), 5),
    (pa.uuid(), UUID("61f0c404-5cb3-11e7-907b-a6006ad3dba0")),
)


def _parquet(table: pa.Table, path: Path) -> None:
    pq.write_table(table, path)


def _arrow(table: pa.Table, path: Path) -> None:
    with pa.ipc.new_file(path, table.schema) as writer:
        writer.write_table(table)


def _stream(table: pa.Table, path: Path) -> None:
    with pa.ipc.new_stream(path, table.schema) as writer:
        writer.write_table(table)


def _orc(table: pa.Table, path: Path) -> None:
    orc.write_table(table, path)


Write = Callable[[pa.Table, Path], None]
FORMATS: dict[str, Write] = {
    "Parquet": _parquet,
    "Arrow": _arrow,
    "ArrowStream": _stream,
    "ORC": _orc,
}


def _columns(write: Write, scratch: Path) -> pa.Table:
    """A column that may be NULL and one that may not, of every type that the format has."""
    fields, arrays = [], []
    for number, (kind, value) in enumerate(TYPES):
        for nullable in (True, False):
            field = pa.field(f"c{number}_{'n' if nullable else 's'}", kind, nullable=nullable)
            array = pa.array([value, None if nullable else value], kind)
            try:
                write(pa.Table.from_arrays([array], schema=pa.schema([field])), scratch)
            except (pa.ArrowException, OSError):
                continue
            fields.append(field)
            arrays.append(array)
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


@pytest.mark.parametrize("format_", FORMATS)
def test_every_type_of_a_file(
    shared_engine: sparktree.Engine, oracle: Oracle, tmp_path: Path, format_: str
) -> None:
    write, path = FORMATS[format_], tmp_path / "file"
    table = _columns(write, tmp_path / "scratch")
    assert table.num_columns > 60
    write(table, path)
    # Without NULLs ClickHouse leaves some of Arrow's Nullable, whose files can tell NULLs apart.
    for nulls in (3, 1) if format_.startswith("Arrow") else (3, 1, 0):
        settings = f"SETTINGS schema_inference_make_columns_nullable = {nulls}"
        query = f"DESCRIBE file('{path}', '{format_}') {settings}"
        assert shared_engine.query(query).text() == oracle.text(query), nulls
    query = f"SELECT * FROM file('{path}', '{format_}')"
    ours = shared_engine.query(f"{query} FORMAT Vertical").text()
    assert ours == oracle.text(query, "Vertical")


# Avro's types with the bytes of a value of each.
AVRO: tuple[tuple[Any, bytes], ...] = (
    ("boolean", b"\x01"),
    ("int", b"\x02"),
    ("long", b"\x03"),
    ("float", b"\0\0\xc0?"),
    ("double", b"\0\0\0\0\0\0\xf8?"),
    ("bytes", b"\x02\xff"),
    ("string", b"\x02x"),
    ({"type": "enum", "name": "e", "symbols": ["A", "B"]}, b"\x02"),
    ({"type": "fixed", "name": "f", "size": 3}, b"abc"),
    ({"type": "array", "items": "long"}, b"\x02\x02\0"),
    ({"type": "map", "values": "long"}, b"\x02\x02k\x02\0"),
    ({"type": "record", "name": "r", "fields": [{"name": "a", "type": "int"}]}, b"\x02"),
    ({"type": "int", "logicalType": "date"}, b"\x02"),
    ({"type": "long", "logicalType": "timestamp-millis"}, b"\x02"),
    ({"type": "long", "logicalType": "timestamp-micros"}, b"\x02"),
    ({"type": "string", "logicalType": "uuid"}, b"H" + b"61f0c404-5cb3-11e7-907b-a6006ad3dba0"),
    ({"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}, b"\x02}"),
    (["null", "long"], b"\0"),
    (["null", "string"], b"\x02\x02x"),
)


def _avro(path: Path) -> None:
    fields = [{"name": f"c{i}", "type": kind} for i, (kind, _) in enumerate(AVRO)]
    schema = json.dumps({"type": "record", "name": "row", "fields": fields}).encode()
    row = b"".join(value for _, value in AVRO)
    mark = b"m" * 16
    header = b"Obj\x01\x02" + _number(11) + b"avro.schema" + _number(len(schema)) + schema + b"\0"
    path.write_bytes(header + mark + b"\x02" + _number(len(row)) + row + mark)


def _number(value: int) -> bytes:
    rest, digits = value * 2, b""
    while rest > 127:
        digits, rest = digits + bytes([rest % 128 + 128]), rest // 128
    return digits + bytes([rest])


def test_every_type_of_an_avro_file(
    shared_engine: sparktree.Engine, oracle: Oracle, tmp_path: Path
) -> None:
    path = tmp_path / "file.avro"
    _avro(path)
    described = f"DESCRIBE file('{path}')"
    assert shared_engine.query(described).text() == oracle.text(described)
    query = f"SELECT * FROM file('{path}')"
    ours = shared_engine.query(f"{query} FORMAT Vertical").text()
    assert ours == oracle.text(query, "Vertical")
