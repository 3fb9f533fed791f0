"""Formats whose rows are bytes one behind the other, with values of every length."""

import io

import pyarrow as pa
import pytest

from sparktree import formats
from sparktree.errors import Code, Error
from sparktree.formats.input import Source
from sparktree.formats.options import FormatOptions, Header
from sparktree.types import parse_type
from tests.oracle import Oracle

# Lengths of one, two and three bytes; lists in lists, empty ones, NULLs in all places.
QUERY = (
    "SELECT repeat('x', arrayElement([0, 1, 127, 128, 300, 16383, 16384, 40000], number + 1)) AS a,"
    " if(number % 3 = 0, NULL, toString(number)) AS b,"
    " arrayMap(i -> repeat('y', i * 60), range(number)) AS c,"
    " arrayMap(i -> range(i), range(number)) AS d,"
    " arrayMap(i -> nullIf(i, 0), range(number)) AS e,"
    " map('k', range(number), repeat('m', number * 40), []) AS f,"
    " tuple(number, nullIf(if(number % 2 = 0, '', 'z'), '')) AS g,"
    " toFloat64(number) AS h FROM numbers(8)"
)
TYPES = (
    "String", "Nullable(String)", "Array(String)", "Array(Array(UInt64))",
    "Array(Nullable(Int64))", "Map(String, Array(UInt64))",
    "Tuple(UInt64, Nullable(String))", "Float64",
)  # fmt: skip
HEADER: Header = [(name, parse_type(t)) for name, t in zip("abcdefgh", TYPES, strict=True)]
NAMES = ("RowBinary", "RowBinaryWithNamesAndTypes", "Native")


def _read(name: str, data: bytes, header: Header, piece: int = 1 << 24) -> pa.Table:
    reader = formats.find(name).reader
    assert reader is not None
    source = Source(io.BytesIO(data).read, piece=piece)
    return pa.concat_tables([b.table for b in reader(source, header, FormatOptions())])


def _written(name: str, table: pa.Table, header: Header) -> bytes:
    out = io.BytesIO()
    formats.write(name, [table], header, out)
    return out.getvalue()


@pytest.mark.parametrize("piece", (1 << 24, 97))
@pytest.mark.parametrize("name", NAMES)
def test_clickhouses_bytes_are_read_and_written_again(
    oracle: Oracle, name: str, piece: int
) -> None:
    casts = ", ".join(f"CAST({n} AS {t}) AS {n}" for n, t in zip("abcdefgh", TYPES, strict=True))
    data = oracle.query(f"SELECT {casts} FROM ({QUERY})", name)
    table = _read(name, data, HEADER, piece)
    assert table.num_rows == 8
    assert _written(name, table, HEADER) == data


@pytest.mark.parametrize("name", NAMES)
def test_no_rows_are_no_bytes(name: str) -> None:
    table = _read("Native", _written("Native", pa.table({"c0": ["a"]}), HEADER[:1]), HEADER[:1])
    assert _written(name, table.slice(0, 0), HEADER[:1]) in (b"", b"\1\1a\6String")


def test_fields_that_nobody_wants_are_skipped_if_their_types_are_known() -> None:
    table = pa.table({"c0": ["a", "b"], "c1": ["x", "y"]})
    header: Header = [("s", parse_type("String")), ("t", parse_type("String"))]
    data = _written("RowBinaryWithNamesAndTypes", table, header)
    found = _read("RowBinaryWithNamesAndTypes", data, header[1:])
    assert found.column(0).to_pylist() == ["x", "y"]
    with pytest.raises(Error) as caught:
        _read("RowBinaryWithNames", _written("RowBinaryWithNames", table, header), header[1:])
    assert caught.value.code == Code.INCORRECT_DATA


def test_raw_bytes_are_clickhouses(oracle: Oracle) -> None:
    query = "SELECT toUInt32(number), if(number % 2 = 0, NULL, toString(number)) FROM numbers(3)"
    header: Header = [("a", parse_type("UInt32")), ("b", parse_type("Nullable(String)"))]
    table = pa.table({"c0": pa.array([0, 1, 2], pa.uint32()), "c1": [None, "1", None]})
    assert _written("RawBLOB", table, header) == oracle.query(query, "RawBLOB")


@pytest.mark.parametrize("piece", (1 << 24, 99_991))
@pytest.mark.parametrize("name", ("RowBinary", "Native"))
def test_strings_of_all_sizes_come_back(name: str, piece: int) -> None:
    sizes = (0, 1, 7, 127, 128, 16_383, 16_384)
    texts = [f"{n}é\x00".ljust(sizes[n % 5 if n % 2011 else n % 7], "x") for n in range(20_000)]
    table = pa.table({"c0": texts})
    header: Header = [("s", parse_type("String"))]
    data = _written(name, table, header)
    assert _read(name, data, header, piece).column(0).to_pylist() == texts
    with pytest.raises(Error) as caught:
        _read(name, data[:-1], header, piece)
    assert caught.value.code == Code.CANNOT_READ_ALL_DATA
