"""How parts lie on disk, and which granules the documentation's example reads."""

from pathlib import Path

import pytest

import sparktree

COUNTERS = "aaaaaaaaaaaaaaaaaabbbbcdeeeeeeeeeeeeefgggggggghhhhhhhhhiiiiiiiiikllllllll"
DATES = "1111111222222233331233211111222222333211111112122222223111112223311122333"


def files_of(engine: sparktree.Engine, table: str) -> set[str]:
    query = f"SELECT path FROM system.parts WHERE table = '{table}' AND active"
    (path,) = engine.query(query).rows()[0]
    return {file.name for file in Path(path).iterdir() if file.suffix == ".parquet"}


@pytest.mark.requirement("MT.Storage.WideWhenUnset")
@pytest.mark.requirement("MT.Storage.Wide")
def test_a_part_is_wide_with_a_file_for_each_column_if_nothing_is_set(
    engine: sparktree.Engine,
) -> None:
    # ClickHouse 26.9 itself would make this part Compact; the documentation says Wide.
    engine.query("CREATE TABLE w (a UInt32, b String) ENGINE = MergeTree ORDER BY a")
    engine.query("INSERT INTO w VALUES (1, 'x')")
    assert engine.query("SELECT part_type FROM system.parts WHERE active").text() == "Wide\n"
    assert files_of(engine, "w") == {"a.parquet", "b.parquet"}


@pytest.mark.requirement("MT.Storage.Compact")
def test_a_compact_part_has_one_file(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE c (a UInt32, b String) ENGINE = MergeTree ORDER BY a"
        " SETTINGS min_rows_for_wide_part = 10"
    )
    engine.query("INSERT INTO c VALUES (1, 'x')")
    assert engine.query("SELECT part_type FROM system.parts WHERE active").text() == "Compact\n"
    assert files_of(engine, "c") == {"data.parquet"}


@pytest.mark.requirement("MT.PK.MarksDiagram")
@pytest.mark.requirement("MT.PK.RangeIn")
@pytest.mark.requirement("MT.PK.RangeSecondColumn")
def test_the_worked_example_reads_its_mark_ranges(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE m (CounterID String, Date UInt8) ENGINE = MergeTree"
        " ORDER BY (CounterID, Date) SETTINGS index_granularity = 7"
    )
    rows = ", ".join(f"('{c}', {d})" for c, d in zip(COUNTERS, DATES, strict=True))
    engine.query(f"INSERT INTO m VALUES {rows}")
    expected = {
        "CounterID IN ('a', 'h')": 5 * 7,
        "Date = 3": 9 * 7 + 3,  # the last granule has three rows
    }
    for condition, read in expected.items():
        result = engine.query(f"SELECT sum(Date) FROM m WHERE {condition}")
        assert result.statistics["rows_read"] == read, condition


def test_a_query_tells_the_bytes_of_the_columns_that_it_read(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE b (a UInt32, s String) ENGINE = MergeTree ORDER BY a")
    engine.query("INSERT INTO b SELECT number, toString(number) FROM numbers(1000)")
    statistics = engine.query("SELECT sum(a) FROM b").statistics
    assert (statistics["rows_read"], statistics["bytes_read"]) == (1000, 4000)


def test_a_condition_spares_the_columns_of_those_after_it(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE c (k UInt32, u UInt64, s String) ENGINE = MergeTree ORDER BY k")
    engine.query(
        "INSERT INTO c SELECT intDiv(number, 100), number, toString(number) FROM numbers(50000)"
    )
    result = engine.query("SELECT s FROM c WHERE k = 7 AND u = 742")
    assert result.text() == "742\n"
    # The granule's first column, the hundred rows of k = 7 of the next one, and then one row.
    assert result.statistics["bytes_read"] < 8192 * 4 + 100 * 12 + 200
