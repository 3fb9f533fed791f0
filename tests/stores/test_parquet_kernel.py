"""Parquet files of this machine that the kernel reads itself: the same rows as through Arrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sparktree
from sparktree.engines.objects.parquet_kernel import kernel_items, may_be_read
from sparktree.formats.options import FormatOptions
from sparktree.spark.stages import Count
from sparktree.stores.local import LocalStore
from sparktree.stores.store import ListedFile
from sparktree.types.parse import parse_type
from tests.oracle import Oracle

ROWS = 150_000  # of a file, which is large enough then
QUERIES = (
    "SELECT p, count(), sum(i), max(i), min(u), sum(u), max(f), countIf(isNaN(v)) FROM T"
    " GROUP BY p ORDER BY p",
    "SELECT count() FROM T WHERE v != 5",
    "SELECT count(), sum(i) FROM T WHERE v = 5 AND i > 0",
    "SELECT count() FROM T WHERE NOT (v <= 5)",
    "SELECT p, i, v FROM T ORDER BY v DESC NULLS FIRST, i LIMIT 5",
    "SELECT max(v), min(v), any(toTypeName(v)), any(toTypeName(u)) FROM T WHERE p = '2'",
    "SELECT count(n), sum(n), countIf(n IS NULL) FROM T",
    "SELECT p, _file, sum(i % 7) FROM T GROUP BY ALL ORDER BY ALL",
    "SELECT a.i = b.i, count() FROM T AS a JOIN (SELECT max(i) AS i FROM T) AS b ON a.i = b.i"
    " GROUP BY 1",
    "SELECT uniqExact(s), sum(length(s)), sum(u % 3) FROM T",
    "SELECT sum(b), sum(small) FROM T",
)


def columns(seed: int, **others: Any) -> pa.Table:
    """Numbers that no compression makes few; floats are 5 or NaN, which bounds do not tell."""
    random = np.random.default_rng(seed)
    floats = np.full(ROWS, 5.0)
    floats[seed::1000] = np.nan
    known = {
        "i": random.integers(-(1 << 62), 1 << 62, ROWS),
        "u": random.integers(0, 1 << 63, ROWS, np.uint64) * np.uint64(2) + np.uint64(1),
        "v": floats,
        "f": random.random(ROWS, np.float32),
        "n": pa.array(random.integers(0, 1 << 40, ROWS), mask=random.random(ROWS) < 0.1),
        "b": random.random(ROWS) < 0.5,
        "small": random.integers(0, 255, ROWS).astype(np.uint8),
        "s": pa.array(["x", "yy"] * (ROWS // 2)),
    }
    return pa.table({**known, **others})


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("native")
    for number, codec in enumerate(("snappy", "zstd", "gzip", "lz4"), 1):
        place = path / f"p={number}"
        place.mkdir()
        table = columns(number)
        if number == 3:  # the columns stand in another order
            table = table.select(table.column_names[::-1])
        pq.write_table(table, place / "a[1].parquet" if number == 1 else place / "f.parquet",
                       compression=codec, row_group_size=40_000)  # fmt: skip
    return path


@pytest.mark.requirement("RQ.HivePartitioning.Generic.Support")
def test_the_same_rows_as_clickhouse_reads(
    engine: sparktree.Engine, oracle: Oracle, folders: Path
) -> None:
    for query in QUERIES:
        text = query.replace("FROM T", f"FROM file('{folders}/p=*/*.parquet', 'Parquet')")
        # ClickHouse leaves row groups out by bounds that do not count NaN, and with them rows.
        expected = oracle.text(f"{text} SETTINGS input_format_parquet_filter_push_down = 0")
        assert engine.query(text).text() == expected, query
    # Types that somebody names: NULLs become defaults, numbers are converted.
    for structure in ("n Int64", "n Nullable(Int64), i Nullable(Int64)", "n Int32", "n Float64"):
        source = f"file('{folders}/p=*/f.parquet', 'Parquet', '{structure}')"
        text = f"SELECT count(), count(n), max(n), min(n), toTypeName(any(n)) FROM {source}"
        assert engine.query(text).text() == oracle.text(text), structure


def test_files_of_spark_tell_of_nan(
    engine: sparktree.Engine, oracle: Oracle, tmp_path: Path
) -> None:
    """Their bounds count it, so that the kernel may use them."""
    folder = tmp_path / "spark"
    rows = engine.services.spark.session().range(200_000).coalesce(1)
    value = "CASE WHEN id % 1000 = 7 THEN double('NaN') ELSE 5.0D END AS v"
    rows.selectExpr("xxhash64(id) AS i", value).write.parquet(str(folder))
    (path,) = folder.glob("*.parquet")
    assert items(path, i="Nullable(Int64)", v="Nullable(Float64)") == ('"i"', '"v"')
    for query in (
        *QUERIES[1:4],
        "SELECT max(v), min(v), sum(i) FROM T",
        "SELECT sum(i) FROM T WHERE v > 5",
    ):
        text = query.replace("FROM T", f"FROM file('{path}', 'Parquet')")
        expected = oracle.text(f"{text} SETTINGS input_format_parquet_filter_push_down = 0")
        assert engine.query(text).text() == expected, query


def items(path: Path, **types: str) -> tuple[str, ...] | None:
    header = [(name, parse_type(text)) for name, text in types.items()]
    with pa.OSFile(str(path)) as file:
        return kernel_items(file, header, None, FormatOptions(), Count())


def test_only_what_the_kernel_reads_as_arrow_does(folders: Path, tmp_path: Path) -> None:
    path = folders / "p=2" / "f.parquet"
    found = items(path, i="Int64", u="UInt64", n="Nullable(Int64)", small="UInt8")
    assert found == ('"i"', '"u"', '"n"', '"small"')
    for types in (
        {"i": "Int32"},
        {"n": "Int64"},
        {"absent": "Int64"},
        {"u": "Int64"},
        {"b": "Bool"},
    ):
        assert items(path, **types) is None, types
    odd = {
        "two names": (pa.table({"a": [1], "A": [1]}), {}),
        "a type that is unknown": (pa.table({"a": [1], "h": pa.array([None], pa.null())}), {}),
        "only NULLs": (pa.table({"a": pa.array([None], pa.int64())}), {}),
        "another codec": (pa.table({"a": [1]}), {"compression": "brotli"}),
    }
    for name, (table, options) in odd.items():
        pq.write_table(table, tmp_path / "odd.parquet", **options)
        assert items(tmp_path / "odd.parquet", a="Nullable(Int64)") is None, name


def test_which_files_are_looked_into() -> None:
    header = [("a", parse_type("Int64"))]
    large = ListedFile("/d/f.parquet", 1 << 24)
    assert may_be_read(LocalStore(), large, header)
    assert not may_be_read(LocalStore(), ListedFile("/d/f.parquet", 1000), header)
    assert not may_be_read(LocalStore(), ListedFile("/d/f[1].parquet", 1 << 24), header)
    assert not may_be_read(LocalStore(), large, [*header, ("s", parse_type("String"))])
    assert not may_be_read(LocalStore(), large, [])


@pytest.mark.parametrize("query", ["SELECT sum(i) FROM T", "SELECT i FROM T ORDER BY u"])
def test_a_damaged_page_is_told_with_the_file(
    engine: sparktree.Engine, folders: Path, tmp_path: Path, query: str
) -> None:
    whole = folders / "p=2" / "f.parquet"
    metadata = pq.ParquetFile(whole).metadata.row_group(1)
    place = next(c for c in map(metadata.column, range(8)) if c.path_in_schema == "i")
    data = bytearray(whole.read_bytes())
    data[place.data_page_offset : place.data_page_offset + 60] = b"\xff" * 60
    (tmp_path / "f.parquet").write_bytes(data)
    text = query.replace("FROM T", f"FROM file('{tmp_path}/*.parquet', 'Parquet')")
    with pytest.raises(sparktree.Error) as caught:
        engine.query(text).text()
    assert caught.value.name == "INCORRECT_DATA"
    assert f"(in file/uri {tmp_path}/f.parquet)" in caught.value.message
