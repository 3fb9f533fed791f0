"""Pages of Parquet files that cannot hold wanted rows are not read."""

from __future__ import annotations

import datetime
import io
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sparktree
from sparktree.formats.parquet_chunks import Footer
from sparktree.formats.thrift import I32, I64, read_struct, struct_bytes
from tests.oracle import Oracle
from tests.stores.servers import Bucket

ROWS = 60_000
WITHOUT = {"input_format_parquet_page_filter_push_down": 0}


def table() -> pa.Table:
    """Columns in an order, of all kinds of types, and what is large beside them."""
    numbers = np.arange(ROWS)
    noise = np.random.default_rng(1)
    ordinary = [int(n) if n // 5000 % 3 else None for n in numbers]
    return pa.table(
        {
            "k": pa.array(numbers, pa.int64()),
            "i": pa.array((numbers // 7).astype(np.int32) - 4000),
            "u": pa.array(numbers.astype(np.uint64) + np.uint64(2**63 - ROWS // 2)),
            "s": pa.array([f"{n:08d}".encode() + b"\xff" for n in numbers], pa.binary()),
            "d": pa.array((numbers // 100).astype(np.int32), pa.int32()).cast(pa.date32()),
            "t": pa.array(numbers * 1_000_003, pa.timestamp("us", "UTC")),
            "f": pa.array(np.where(numbers % 1000 == 0, np.nan, numbers / 3)),
            "n": pa.array(ordinary, pa.int64()),
            "r": pa.array(noise.integers(0, 1 << 62, ROWS)),
            "word": pa.array([f"w{n % 50}" for n in numbers]).dictionary_encode(),
            "l": pa.array([list(range(n % 4)) or None for n in numbers], pa.list_(pa.int32())),
            "m": pa.array([{"a": int(n), "b": str(n) * (n % 3)} for n in numbers]),
            "pad": pa.array(noise.integers(33, 127, (ROWS, 160), np.uint8).view("S160").ravel()),
        }
    )


def written(rows: pa.Table, **options: Any) -> bytes:
    out = io.BytesIO()
    chosen = {
        "write_page_index": True,
        "data_page_size": 16_384,
        "write_batch_size": 64,
        "max_rows_per_page": 2000,
    }
    pq.write_table(rows, out, **{**chosen, **options})
    return out.getvalue()


ALL = "k, i, u, hex(s), d, toUnixTimestamp64Micro(t), isNaN(f) ? -1 : f, n, r, word, l, m, pad"
# What most pages are ruled out by, and how many rows there are.
NARROW = (
    ("k = 31000", 1),
    ("k BETWEEN 20000 AND 20499", 500),
    ("k IN (5, 50000, 59999)", 3),
    ("i = 100", 7),
    ("u > 9223372036854805800", 7),
    ("s = '00012345\\xff'", 1),
    ("s LIKE '0004321%'", 10),
    ("d = '1970-01-31'", 100),
    ("t < fromUnixTimestamp64Micro(5000000, 'UTC')", 5),
    ("f > 19990", 29),
    ("n = 26000", 1),
    ("k = 31000 OR i = -4000", 8),
    ("k > 26000 AND i < -285 AND n IS NOT NULL", 4),
    ("k = -1", 0),
    ("k < 10 AND k > 40000", 0),
)


@pytest.mark.parametrize(
    "options",
    [
        {"use_dictionary": ["word"]},
        {"use_dictionary": ["word", "i"], "data_page_version": "2.0", "compression": "zstd"},
        {"use_dictionary": False, "compression": "none", "row_group_size": 25_000},
        {
            "use_dictionary": ["word", "i"],
            "column_encoding": {"k": "DELTA_BINARY_PACKED", "f": "BYTE_STREAM_SPLIT",
                                "s": "DELTA_LENGTH_BYTE_ARRAY", "pad": "DELTA_BYTE_ARRAY"},
            "store_schema": False,
            "compression": "lz4",
        },
    ],
    ids=["usual", "second_version", "plain", "encodings"],
)  # fmt: skip
def test_only_the_pages_that_may_hold_wanted_rows_are_sent(
    engine: sparktree.Engine, bucket: Bucket, options: dict[str, Any]
) -> None:
    data = written(table(), **options)
    bucket.put("f.parquet", data)
    source = f"s3({bucket.args('f.parquet')})"
    everything = engine.query(f"SELECT {ALL} FROM {source} ORDER BY k").text().splitlines()
    for condition, count in NARROW if len(options) == 1 else NARROW[1::3]:
        query = f"SELECT {ALL} FROM {source} WHERE {condition} ORDER BY k"
        bucket.answered = 0
        found = engine.query(query).text().splitlines()
        assert bucket.answered < len(data) // 3, condition
        assert len(found) == count, condition
        assert found == [everything[int(line.partition("\t")[0])] for line in found], condition


def test_any_condition_has_the_same_answer(engine: sparktree.Engine, bucket: Bucket) -> None:
    """Random conditions over several row groups, whose columns have pages of their own."""
    choose = random.Random(7)
    data = written(table(), use_dictionary=["word"], row_group_size=27_001, data_page_size=9000)
    bucket.put("f.parquet", data)
    source, local = f"s3({bucket.args('f.parquet')})", f"file('{bucket.folder}/f.parquet')"

    def atom() -> str:
        sign = choose.choice(("=", "<", ">", "<=", ">=", "!="))
        number = choose.randrange(-5, ROWS + 5)
        return choose.choice(
            (
                f"k {sign} {number}",
                f"i {sign} {number // 7 - 4000}",
                f"n {sign} {number}",
                "n IS NULL",
                f"s {sign} '{number:08d}\\xff'",
                f"d {sign} toDate32({number // 100})",
                f"f {sign} {number / 3}",
                f"word = 'w{number % 50}'",
                f"k BETWEEN {number} AND {number + 300}",
                f"k IN ({number}, {number // 2}, {number // 3})",
                f"m.a = {number}",
                f"length(l) = {number % 4}",
            )
        )

    def condition(depth: int) -> str:
        if not depth:
            return atom()
        parts = [condition(depth - 1) for _ in range(choose.choice((1, 2, 3)))]
        joined = f" {choose.choice(('AND', 'OR'))} ".join(f"({part})" for part in parts)
        return f"NOT ({joined})" if choose.random() < 0.15 else joined

    saved = 0
    for _ in range(12):
        query = (
            "SELECT count(), sum(k), sum(i), sum(u), min(s), max(d), sum(n), sum(r), max(word),"
            " sum(length(l)), sum(length(m.b)), max(pad), sum(length(pad)) FROM {}"
            f" WHERE {condition(choose.choice((1, 2)))}"
        )
        bucket.answered = 0
        found = engine.query(query.format(source)).text()
        assert found == engine.query(query.format(local), settings=WITHOUT).text(), query
        saved += bucket.answered < len(data) // 2
    assert saved >= 2


def test_files_of_clickhouse_and_of_spark(
    engine: sparktree.Engine, bucket: Bucket, oracle: Oracle, tmp_path: Path
) -> None:
    query = (
        "SELECT number AS k, toString(number * 3) AS s,"
        " toNullable(number % 1000 < 3 ? NULL : number) AS n, [number, number + 1] AS l,"
        " toDateTime64(number, 3, 'UTC') AS t, randomPrintableASCII(160) AS pad FROM numbers(60000)"
    )
    settings = (
        " SETTINGS output_format_parquet_data_page_size = 16384, max_block_size = 60000,"
        " output_format_parquet_write_page_index = 1, output_format_parquet_batch_size = 64"
    )
    bucket.put("clickhouse.parquet", oracle.query(query + settings, "Parquet"))
    spark = engine.services.spark.session()
    frame = spark.range(0, 60_000, 1, 1).selectExpr(
        "id AS k", "string(id * 3) AS s", "if(id % 1000 < 3, NULL, id) AS n",
        "array(id, id + 1) AS l", "timestamp_seconds(id) AS t",
        "concat(uuid(), uuid(), uuid(), uuid()) AS pad",
    )  # fmt: skip
    options = {"parquet.page.size": "16384", "parquet.page.row.count.limit": "2000"}
    frame.write.options(**options).option("compression", "none").parquet(str(tmp_path / "spark"))
    (path,) = (tmp_path / "spark").glob("*.parquet")
    bucket.put("spark.parquet", path.read_bytes())
    for name in ("clickhouse", "spark"):
        source = f"s3({bucket.args(f'{name}.parquet')})"
        size = (bucket.folder / f"{name}.parquet").stat().st_size
        # Spark's usual times are of a kind of which no file tells the least and the greatest.
        times = ("t < '1970-01-01 00:00:09'",) if name == "clickhouse" else ()
        for condition in ("k = 40000", "n BETWEEN 999 AND 1005", *times):
            wanted = f"SELECT * FROM {source} WHERE {condition} ORDER BY k"
            bucket.answered = 0
            found = engine.query(wanted).text()
            assert bucket.answered < size // 3, (name, condition)
            assert found
            assert found == engine.query(wanted, settings=WITHOUT).text()


def test_an_index_that_is_damaged_changes_no_answer(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    data = written(table().select(["k", "n", "l", "pad"]), use_dictionary=False)
    group = Footer.of(len(data), lambda begin, end: data[begin:end]).group(0)
    chunks = {name: leaves[0] for name, leaves in group.chunks().items()}
    source = f"s3({bucket.args('f.parquet')})"
    query = f"SELECT count(), sum(cityHash64(k, n, l, pad)) FROM {source} WHERE n = 26000"
    bucket.put("f.parquet", data)
    wanted = engine.query(query, settings=WITHOUT).text()
    bucket.answered = 0
    assert engine.query(query).text() == wanted
    few = bucket.answered
    # The form of an index is spoilt; or it has places in which there are no pages.
    for span, spoilt in (
        (chunks["n"].column_index, b"\xff\xff\xff\xff"),
        (chunks["n"].column_index, bytes(8)),
        (chunks["n"].offset_index, b"\x19\xff\xff\xff\xff\xff\xff"),
        (chunks["l"].offset_index, bytes(3)),
        (chunks["pad"].offset_index, _shifted(data, chunks["pad"].offset_index)),
    ):
        assert span is not None
        begin = span[0]
        bucket.put("f.parquet", data[:begin] + spoilt + data[begin + len(spoilt) :])
        bucket.answered = 0
        assert engine.query(query).text() == wanted, (span, spoilt)
        assert bucket.answered > 2 * few


def _shifted(data: bytes, span: tuple[int, int] | None) -> bytes:
    """An offset index whose pages begin a little later than they do."""
    assert span is not None
    index = read_struct(data[slice(*span)])[0]
    for page in index[1][1][1]:
        page[1], page[2] = (I64, page[1][1] + 1), (I32, page[2][1] - 1)
    return struct_bytes(index)


def test_nulls_that_become_defaults_are_not_passed_over(
    engine: sparktree.Engine, tmp_path: Path
) -> None:
    numbers = [None if 100 <= n < 110 else n + 5 for n in range(40_000)]
    pad = np.random.default_rng(1).integers(1, 256, (40_000, 60), np.uint8).view("S60").ravel()
    rows = pa.table({"x": pa.array(numbers, pa.int64()), "pad": pad})
    moments = {"t": [datetime.datetime(2024, 1, 1)], "b": [2**32 + 7], "f": [0.1]}
    for version in ("1.0", "2.0"):
        path = tmp_path / f"{version}.parquet"
        path.write_bytes(written(rows, data_page_version=version))
        query = (
            f"SELECT count(), sum(length(pad)) FROM file('{path}', Parquet, 'x Int64, pad String')"
        )
        assert engine.query(f"{query} WHERE x = 0").text() == "10\t600\n"
        as_null = f"SELECT count(), sum(length(pad)) FROM file('{path}') WHERE x IS NULL"
        assert engine.query(as_null).text() == "10\t600\n"
    path = tmp_path / "moments.parquet"
    path.write_bytes(written(pa.table(moments)))
    # Values that are read as those of a narrower type.
    source = f"file('{path}', Parquet, 't DateTime64(6), b Int32, f Float32')"
    assert engine.query(f"SELECT count() FROM {source} WHERE f > 0.1").text() == "1\n"
    assert (
        engine.query(f"SELECT count() FROM {source} WHERE t = '2024-01-01 00:00:00'").text()
        == "1\n"
    )
