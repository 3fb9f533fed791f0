"""EXPORT PART by copying column chunks: the same rows as by decoding, and bytes of the part."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sparktree
from tests.oracle import Oracle
from tests.stores.exporting import destination, export, failures, one, parts, rows
from tests.stores.servers import Bucket

COLUMNS = (
    "p UInt8, k UInt64, s String, n Nullable(Int32), f Float64, d Date, l LowCardinality(String),"
    " z String"
)
FILL = (
    "SELECT 1, number, toString(number % 100), if(number % 3 = 0, NULL, number), number / 7,"
    " toDate(number % 1000), toString(number % 5), ''"
)


def is_copied(db: sparktree.Engine, bucket: Bucket, key: str, table: str = "s") -> bool:
    """Whether the first chunk of the file's first column is one of the part's files."""
    path = bucket.folder / key
    chunk = pq.read_metadata(path).row_group(0).column(0)
    begin = min(chunk.dictionary_page_offset or 1 << 60, chunk.data_page_offset)
    data = path.read_bytes()[begin : begin + chunk.total_compressed_size]
    query = f"SELECT path FROM system.parts WHERE table = '{table}' AND active"
    folders = [Path(row[0]) for row in rows(db, query)]
    return any(data in file.read_bytes() for f in folders for file in f.glob("*.parquet"))


def by_duckdb(bucket: Bucket, name: str) -> pa.Table:
    query = f"SELECT * FROM read_parquet('{bucket.folder}/{name}/*/*.parquet') ORDER BY k"
    found = duckdb.sql(query)
    assert found is not None
    return found.to_arrow_table()


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ParallelFormatting#3")
@pytest.mark.parametrize("kind", ["Wide", "Compact"])
def test_copied_and_decoded_rows_are_the_same(
    engine: sparktree.Engine, bucket: Bucket, oracle: Oracle, kind: str
) -> None:
    limit = 0 if kind == "Wide" else 1 << 40
    engine.query(
        f"CREATE TABLE s ({COLUMNS}) ENGINE = MergeTree PARTITION BY p ORDER BY k"
        f" SETTINGS min_bytes_for_wide_part = {limit}, index_granularity = 1000"
    )
    engine.query(f"INSERT INTO s {FILL} FROM numbers(200000)")
    engine.query("ALTER TABLE s RENAME COLUMN z TO renamed")
    columns = COLUMNS.replace("z String", "renamed String")
    hashes = "SELECT count(), sum(cityHash64(k, s, n, f, d, l, renamed)), min(n), max(d) FROM {}"
    wanted = rows(engine, hashes.format("s"))
    for name, copies, most in (("a", 1, 0), ("b", 0, 0), ("c", 1, 100_000)):
        destination(engine, bucket, columns, "PARTITION BY p", name=name)
        export(
            engine,
            to=name,
            export_merge_tree_part_copy_column_chunks=copies,
            export_merge_tree_part_max_rows_per_file=most,
        )
        assert failures(engine) == []
        keys = bucket.objects(f"{name}/")
        assert len(keys) == (2 if most else 1)
        assert [is_copied(engine, bucket, key) for key in keys] == [bool(copies)] * len(keys)
        assert rows(engine, hashes.format(name)) == wanted
        path = f"{bucket.folder}/{name}/*/*.parquet"
        structure = columns.replace("p UInt8, ", "")
        read = f"file('{path}', 'Parquet', '{structure}')"
        assert [oracle.text(hashes.format(read)).split()] == wanted
    first, second, decoded = (by_duckdb(bucket, name) for name in "acb")
    assert (
        first.column_names == decoded.column_names == ["k", "s", "n", "f", "d", "l", "renamed", "p"]
    )
    assert first.equals(second) and first.cast(decoded.schema).equals(decoded)
    told = pq.read_metadata(bucket.folder / bucket.objects("a/")[0]).metadata
    assert told is not None and told[b"clickhouse.part"].decode() == parts(engine)[0]


def test_what_cannot_be_copied_is_decoded(engine: sparktree.Engine, bucket: Bucket) -> None:
    for number, (type_, more, others_are_copied) in enumerate(
        [
            ("DateTime", "", True),
            ("Array(UInt8)", "", True),
            ("String CODEC(LZ4)", "", True),
            ("String", "ALTER TABLE {} ADD COLUMN w UInt8 DEFAULT 3", True),
            ("String", "DELETE FROM {} WHERE k = 1", False),
        ]
    ):
        source, target = f"s{number}", f"d{number}"
        plain = type_.partition(" CODEC")[0]
        engine.query(f"CREATE TABLE {source} (k UInt64, v {type_}) ENGINE = MergeTree ORDER BY k")
        value = "[number]" if plain.startswith("Array") else "number"
        engine.query(f"INSERT INTO {source} SELECT number, {value} FROM numbers(10)")
        if more:
            engine.query(more.format(source))
        columns = f"k UInt64, v {plain}" + (", w UInt8" if "ADD" in more else "")
        destination(engine, bucket, columns, name=target)
        export(engine, to=target, table=source)
        assert failures(engine) == []
        query = "SELECT * FROM {} ORDER BY k"
        assert rows(engine, query.format(target)) == rows(engine, query.format(source))
        (key,) = bucket.objects(f"{target}/")
        assert is_copied(engine, bucket, key, source) == others_are_copied
    assert one(engine, "SELECT count() FROM d4") == "9"
    # Of a merge of several tasks: segments, each with files of its own.
    engine.query("CREATE TABLE m (k UInt64, v String) ENGINE = MergeTree ORDER BY k")
    for _ in range(2):
        engine.query("INSERT INTO m SELECT number, toString(number) FROM numbers(1000)")
    engine.query("OPTIMIZE TABLE m FINAL")
    destination(engine, bucket, "k UInt64, v String", name="dm")
    export(engine, to="dm", table="m")
    query = "SELECT count(), sum(cityHash64(*)) FROM {}"
    assert rows(engine, query.format("dm")) == rows(engine, query.format("m"))
    # Another compression is asked for.
    destination(engine, bucket, "k UInt64, v String", name="gz")
    export(engine, to="gz", table="m", output_format_parquet_compression_method="gzip")
    (key,) = bucket.objects("gz/")
    assert pq.read_metadata(bucket.folder / key).row_group(0).column(0).compression == "GZIP"


MIXED = (
    "p UInt8, k UInt64, t DateTime, e Enum8('a' = 1, 'b' = 2), a Array(Nullable(String)),"
    " m Map(String, DateTime64(3)), d Date, u UUID, f FixedString(3), n Nullable(DateTime)"
)


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes#2")
@pytest.mark.parametrize("kind", ["Wide", "Compact"])
def test_columns_that_are_made_meet_the_copied_ones(
    engine: sparktree.Engine, bucket: Bucket, oracle: Oracle, kind: str
) -> None:
    """Every row has its own values again, over row groups, segments and files."""
    limit = 0 if kind == "Wide" else 1 << 40
    engine.query(
        f"CREATE TABLE s ({MIXED}) ENGINE = MergeTree PARTITION BY p ORDER BY k"
        f" SETTINGS min_bytes_for_wide_part = {limit}"
    )
    for begin in (0, 100_000):
        engine.query(
            f"INSERT INTO s SELECT 1, number + {begin} AS x, x, x % 2 + 1, [toString(x), NULL],"
            " map('x', x / 7), x % 1000, toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0'),"
            " toString(x % 900), if(x % 3 = 0, NULL, x) FROM numbers(100000)"
        )
    engine.query("OPTIMIZE TABLE s FINAL")
    engine.query("ALTER TABLE s ADD COLUMN w String DEFAULT toString(k + 1)")
    columns = f"{MIXED}, w String, _part LowCardinality(String), _part_offset UInt64"
    names = "k, t, e, a, m, d, u, f, n, w, _part, _part_offset"
    query = f"SELECT count(), sum(cityHash64(toString(tuple({names})))) FROM {{}}"
    wanted = rows(engine, query.format("s"))
    for name, most in (("a", 0), ("b", 70_000)):
        destination(engine, bucket, columns, "PARTITION BY p", name=name)
        export(engine, to=name, export_merge_tree_part_max_rows_per_file=most)
        assert failures(engine) == []
        keys = bucket.objects(f"{name}/")
        assert len(keys) == (3 if most else 1)
        assert all(is_copied(engine, bucket, key) for key in keys)
        assert rows(engine, query.format(name)) == wanted
        path = f"{bucket.folder}/{name}/*/*.parquet"
        structure = columns.replace("p UInt8, ", "").replace("'", "\\'")
        read = f"file('{path}', 'Parquet', '{structure}')"
        assert [oracle.text(query.format(read)).split()] == wanted


@pytest.mark.parametrize("place", ["begin", "middle", "footer"])
def test_damaged_files_are_not_copied(engine: sparktree.Engine, bucket: Bucket, place: str) -> None:
    engine.query("CREATE TABLE s (k UInt64, v String) ENGINE = MergeTree ORDER BY k")
    rows_ = "SELECT number, randomPrintableASCII(100) FROM numbers(40000)"
    engine.query(f"INSERT INTO s {rows_}")
    destination(engine, bucket, "k UInt64, v String")
    query = "SELECT path FROM system.parts WHERE table = 's' AND active"
    file = max(Path(one(engine, query)).glob("*.parquet"), key=lambda path: path.stat().st_size)
    data = bytearray(file.read_bytes())
    at = {"begin": 1000, "middle": len(data) // 2, "footer": len(data) - 100}[place]
    data[at] ^= 1
    file.write_bytes(data)
    export(engine)
    (failure,) = failures(engine)
    assert "CHECKSUM_DOESNT_MATCH" in failure or "INCORRECT_DATA" in failure
    assert bucket.objects("d/") == []
