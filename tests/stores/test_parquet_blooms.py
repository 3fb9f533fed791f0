"""Row groups of Parquet files that bloom filters rule out are not read."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sparktree
from sparktree.engines.objects.parquet_blooms import Sought, may_hold
from tests.oracle import Oracle
from tests.stores.servers import Bucket

# Values without an order: the least and the greatest of a row group tell nothing.
QUERY = (
    "SELECT cityHash64(number) AS u, toInt32(intHash32(number)) AS i,"
    " toString(sipHash64(number)) AS s, toNullable(cityHash64(number, 1)) AS n,"
    " repeat('x', 100) AS pad FROM numbers(40000)"
)


@pytest.fixture(scope="module")
def written(oracle: Oracle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that ClickHouse wrote, with bloom filters for all columns."""
    path = tmp_path_factory.mktemp("blooms") / "f.parquet"
    settings = (
        " SETTINGS output_format_parquet_row_group_size = 4000, max_block_size = 4000,"
        " output_format_parquet_write_bloom_filter = 1,"
        " output_format_parquet_compression_method = 'none'"
    )
    path.write_bytes(oracle.query(QUERY + settings, "Parquet"))
    return path


def test_the_filters_answer_as_those_of_the_kernel(written: Path) -> None:
    file = pq.ParquetFile(written)
    group = file.metadata.row_group(0)
    places = {group.column(i).path_in_schema: i for i in range(file.metadata.num_columns)}
    native = pa.OSFile(str(written))
    table = pq.read_table(written)
    rows = [0, 4001, 39_999]
    for name in ("u", "i", "s", "n"):
        known = [table.column(name)[row].as_py() for row in rows]
        for value in (*known, *([1, 2, 3] if name != "s" else ["a", "b", "c"])):
            shown = f"'{value}'" if isinstance(value, str) else str(value)
            probe = f"SELECT * FROM parquet_bloom_probe('{written}', '{name}', {shown})"
            excluded = {row[1]: row[2] for row in duckdb.execute(probe).fetchall()}
            bytes_ = value.encode() if isinstance(value, str) else value
            for number in range(file.metadata.num_row_groups):
                chunk = file.metadata.row_group(number).column(places[name])
                assert chunk.bloom_filter_offset is not None
                ours = may_hold(native, chunk, Sought(name, (bytes_,)))
                assert ours == (not excluded[number]), (name, value, number)


def test_only_the_row_groups_that_may_hold_the_values_are_sent(
    engine: sparktree.Engine, bucket: Bucket, written: Path
) -> None:
    bucket.put("f.parquet", written.read_bytes())
    size = written.stat().st_size
    table = pq.read_table(written).to_pydict()
    source = f"s3({bucket.args('f.parquet')})"
    row = 23_456
    u, i, s, n = (table[name][row] for name in "uisn")
    for condition in (
        f"u = {u}", f"{i} = i", f"s = '{s}'", f"n = {n}", f"u IN ({u}, 1, 2)", f"s IN ('{s}')",
        f"u = {u} AND s != ''", f"u = {u} AND pad = repeat('x', 100)",
    ):  # fmt: skip
        bucket.answered = 0
        query = f"SELECT u, i, s, pad = repeat('x', 100) FROM {source} WHERE {condition}"
        assert engine.query(query).text() == f"{u}\t{i}\t{s}\t1\n", condition
        assert bucket.answered < size // 3, condition
    for condition in ("u = 1", "s IN ('a', 'b')", "n = 7", "i = 2000000000000"):
        assert engine.query(f"SELECT count() FROM {source} WHERE {condition}").text() == "0\n"
    # What is no plain comparison with constants is answered by reading.
    for condition, count in ((f"u = {u} OR i = {table['i'][0]}", 2), (f"u != {u}", 39_999),
                             (f"u IN (SELECT toUInt64({u}))", 1), (f"u + 0 = {u}", 1)):  # fmt: skip
        found = engine.query(f"SELECT count() FROM {source} WHERE {condition}").text()
        assert found == f"{count}\n", condition


def test_files_of_other_writers(engine: sparktree.Engine, tmp_path: Path) -> None:
    values = np.random.default_rng(1).integers(0, 1 << 40, 20_000)
    table = pa.table({"k": values % 500 * 1_000_003, "x": np.arange(20_000)})
    pq.write_table(table, tmp_path / "none.parquet", row_group_size=2000)
    duckdb.from_arrow(table).write_parquet(str(tmp_path / "duck.parquet"), row_group_size=2048)
    wanted = int(((values % 500) == 7).sum())
    for name in ("none", "duck"):
        query = f"SELECT count() FROM file('{tmp_path}/{name}.parquet') WHERE k = {7 * 1_000_003}"
        assert engine.query(query).text() == f"{wanted}\n"
        # The column is read as another type than the file has: its filters say nothing.
        text = f"SELECT count() FROM file('{tmp_path}/{name}.parquet', Parquet, 'k String')"
        assert engine.query(f"{text} WHERE k = '{7 * 1_000_003}'").text() == f"{wanted}\n"
