"""The index of a part and the marks of its columns."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

import sparktree


@pytest.fixture
def part(engine: sparktree.Engine) -> Path:
    """The folder of a Wide part with 40 granules."""
    engine.query(
        "CREATE TABLE t (k UInt32, s String, n Nullable(Float64)) ENGINE = MergeTree ORDER BY k"
        " SETTINGS index_granularity = 100, min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0"
    )
    engine.query("INSERT INTO t SELECT number, toString(number), number / 3 FROM numbers(4000)")
    return Path(str(engine.query("SELECT path FROM system.parts WHERE table = 't'").rows()[0][0]))


@pytest.mark.requirement("MT.Storage.ColumnMarks")
def test_a_granule_of_any_column_is_read_by_itself(engine: sparktree.Engine, part: Path) -> None:
    groups = {
        name: [file.metadata.row_group(i).num_rows for i in range(file.metadata.num_row_groups)]
        for name in ("k", "s", "n")
        for file in (pq.ParquetFile(part / f"{name}.parquet"),)
    }
    assert groups["k"] == groups["s"] == groups["n"]
    marks = engine.query("SELECT marks FROM system.parts WHERE table = 't'").rows()
    assert marks == [(41,)]
    for column, value in (("s", "2345"), ("n", 2345 / 3), ("k", 2345)):
        result = engine.query(f"SELECT {column} FROM t WHERE _part_offset = 2345")
        assert result.rows() == [(value,)]
        assert result.statistics["rows_read"] == 100


@pytest.mark.requirement("MT.Storage.IndexFile")
def test_a_lost_index_file_is_noticed(engine: sparktree.Engine, part: Path) -> None:
    assert (part / "primary.arrow").exists()
    query = "CHECK TABLE t SETTINGS check_query_single_value_result = 1"
    assert engine.query(query).rows() == [(1,)]
    (part / "primary.arrow").unlink()
    assert engine.query(query).rows() == [(0,)]
