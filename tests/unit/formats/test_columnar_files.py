"""ORC and Avro: files that ClickHouse reads, and files as others write them."""

import bz2
import io
import json
import lzma
import re
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import orc

from sparktree import formats
from sparktree.errors import Code, Error
from sparktree.formats.byte_rows import joined, zigzag
from sparktree.formats.options import FormatOptions, FormatSettings, Header
from sparktree.types import parse_type
from tests.oracle import Oracle
from tests.unit.formats.samples import SAMPLES, Sample, header, kernel
from tests.unit.formats.test_input import LOSSES


def _read(name: str, data: bytes, columns: Header, **settings: object) -> pa.Table:
    options = FormatOptions(settings=FormatSettings(**settings))  # type: ignore[arg-type]
    blocks = formats.read(name, io.BytesIO(data), columns, options)
    return pa.concat_tables([b.table for b in blocks])


def _written(name: str, table: pa.Table, columns: Header, **settings: object) -> bytes:
    out = io.BytesIO()
    options = FormatOptions(settings=FormatSettings(**settings))  # type: ignore[arg-type]
    formats.write(name, [table], columns, out, options)
    return out.getvalue()


def _kept(name: str) -> tuple[Sample, ...]:
    return tuple(s for s in SAMPLES if s.type not in LOSSES[name] and "Nothing" not in s.type)


@pytest.mark.parametrize("name", ("ORC", "Avro"))
def test_clickhouse_reads_what_is_written(oracle: Oracle, tmp_path: Path, name: str) -> None:
    samples = _kept(name)
    columns = header(samples)
    path = tmp_path / "written"
    path.write_bytes(_written(name, kernel(samples), columns))
    oracle.query("SET enable_time_time64_type = 1, session_timezone = 'UTC'")
    for number, (column, type_) in enumerate(columns):
        quoted = f"`{column}` {type_}".replace("\\", "\\\\").replace("'", "\\'")
        theirs = oracle.query(f"SELECT * FROM file('{path}', {name}, '{quoted}')", "RowBinary")
        ours = io.BytesIO()
        one = kernel(samples).select([number]).rename_columns(["c0"])
        formats.write("RowBinary", [one], [(column, type_)], ours)
        assert theirs == ours.getvalue(), type_


@pytest.mark.parametrize("name", ("ORC", "Avro"))
def test_columns_are_found_out_as_clickhouse_does(
    oracle: Oracle, tmp_path: Path, name: str
) -> None:
    samples = tuple(s for s in _kept(name) if "128" not in s.type and "256" not in s.type)
    path = tmp_path / "written"
    path.write_bytes(_written(name, kernel(samples), header(samples)))
    described = oracle.text(f"DESCRIBE file('{path}', {name})").splitlines()
    theirs = [re.sub(r"\\n *", " ", line.split("\t")[1]).replace("\\'", "'") for line in described]
    with path.open("rb") as file:
        ours = [str(type_) for _, type_ in formats.infer(name, file)]
    assert ours == [t.replace("Tuple( ", "Tuple(") for t in theirs]


@pytest.mark.parametrize("codec", ("null", "deflate", "snappy", "zstd"))
def test_every_codec_of_avro(oracle: Oracle, codec: str) -> None:
    columns: Header = [("n", parse_type("UInt64")), ("s", parse_type("String"))]
    query = f"SELECT number AS n, toString(n) AS s FROM numbers(5000) SETTINGS output_format_avro_codec = '{codec}'"  # noqa: E501
    table = _read("Avro", oracle.query(query, "Avro"), columns)
    assert table.column(1).to_pylist() == [str(n) for n in range(5000)]
    data = _written("Avro", table, columns, output_format_avro_codec=codec)
    assert _read("Avro", data, columns).equals(table)


def _number(value: int) -> bytes:
    return joined(zigzag(np.array([value])))


def _container(schema: object, count: int, data: bytes, codec: str = "null") -> bytes:
    def text(value: str) -> bytes:
        return _number(len(value.encode())) + value.encode()

    meta = text("avro.schema") + text(json.dumps(schema)) + text("avro.codec") + text(codec)
    # A negative number of pairs has their length behind it.
    head = b"Obj\x01" + _number(-2) + _number(len(meta)) + meta + _number(0)
    mark = bytes(range(16))
    return head + mark + _number(count) + _number(len(data)) + data + mark


ROW = {
    "type": "record",
    "name": "r",
    "namespace": "n",
    "fields": [
        {"name": "a", "type": ["string", "null"]},
        {"name": "b", "type": {"type": "array", "items": "long"}},
        {"name": "c", "type": {"type": "fixed", "name": "f", "size": 2}},
        {"name": "d", "type": "n.f"},
        {"name": "e", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9,
                               "scale": 2}},
    ],
}  # fmt: skip
# Two rows: a list in two runs (the second with its length), then no list and a NULL.
ROWS = (
    _number(0) + _number(1) + b"x"
    + _number(2) + _number(5) + _number(-6) + _number(-1) + _number(1) + _number(7) + _number(0)
    + b"ab" + b"cd" + _number(1) + b"\x9c"
    + _number(1) + _number(0) + b"ef" + b"gh" + _number(3) + b"\x00\x01\x00"
)  # fmt: skip
HEADER: Header = [
    (name, parse_type(text))
    for name, text in zip(
        "abcde",
        ("Nullable(String)", "Array(Int64)", "FixedString(2)", "String", "Decimal(9, 2)"),
        strict=True,
    )
]


@pytest.mark.parametrize(
    ("codec", "pack"), (("null", bytes), ("bzip2", bz2.compress), ("xz", lzma.compress))
)
def test_avro_as_others_write_it(codec: str, pack: object) -> None:
    assert callable(pack)
    found = _read("Avro", _container(ROW, 2, pack(ROWS), codec), HEADER)
    shown = io.BytesIO()
    formats.write("TSV", [found], HEADER, shown)
    assert shown.getvalue() == b"x\t[5,-6,7]\tab\tcd\t-1\n\\N\t[]\tef\tgh\t2.56\n"


@pytest.mark.parametrize(
    "data",
    (
        b"",
        b"garbage",
        _container(ROW, 3, ROWS),
        _container(ROW, 2, ROWS)[:-20],
        _container(ROW, 2, ROWS)[:-1] + b"?",
        _container(ROW, 2, b"\xff" * 40, "snappy"),
        _container({"type": "record"}, 0, b""),
        _container(ROW, 2, ROWS, "unheard"),
    ),
)
def test_data_that_is_no_avro_is_refused(data: bytes) -> None:
    with pytest.raises(Error) as caught:
        _read("Avro", data, HEADER)
    assert caught.value.code == Code.AVRO_EXCEPTION


def test_other_errors_of_avro() -> None:
    with pytest.raises(Error) as caught:
        _read("Avro", _container(ROW, 2, ROWS), [("z", parse_type("String"))])
    assert caught.value.code == Code.THERE_IS_NO_COLUMN
    with pytest.raises(Error) as caught:
        _read("Avro", _container("int", 2, b"\0\0"), HEADER)
    assert caught.value.code == Code.TYPE_MISMATCH
    mixed = {"type": "record", "name": "r", "fields": [{"name": "a", "type": ["int", "string"]}]}
    with pytest.raises(Error) as caught:
        _read("Avro", _container(mixed, 0, b""), HEADER[:1])
    assert caught.value.code == Code.NOT_IMPLEMENTED
    with pytest.raises(Error) as caught:
        _written("Avro", pa.table({"c0": ["x"]}), [("a b", parse_type("String"))])
    assert caught.value.code == Code.AVRO_EXCEPTION


def test_orc_as_others_write_it_column_by_column() -> None:
    rows = 200_000
    table = pa.table({"n": pa.array(range(rows), pa.int64()), "s": ["x"] * rows, "u": [[1]] * rows})
    out = io.BytesIO()
    orc.write_table(table, out, stripe_size=1 << 16, batch_size=1024)
    columns: Header = [("s", parse_type("String")), ("absent", parse_type("UInt8"))]
    options = FormatOptions()
    blocks = list(formats.read("ORC", io.BytesIO(out.getvalue()), columns, options))
    assert sum(b.table.num_rows for b in blocks) == rows and len(blocks) > 1
    assert all(b.missing[0] is None and b.missing[1] is not None for b in blocks)
    with pytest.raises(Error) as caught:
        list(formats.read("ORC", io.BytesIO(out.getvalue()[:-100]), columns, options))
    assert caught.value.code == Code.INCORRECT_DATA
