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


def test_conditions_of_the_key_come_first_and_small_ones_share_a_step(
    engine: sparktree.Engine,
) -> None:
    engine.query(
        "CREATE TABLE d (k UInt32, d Date, a UInt8, b UInt8, s String)"
        " ENGINE = MergeTree ORDER BY (k, d)"
    )
    engine.query(
        "INSERT INTO d SELECT intDiv(number, 1000), toDate('2024-01-01') + number % 10, number % 2,"
        " number % 3, repeat(toString(number), 20) FROM numbers(50000)"
    )
    condition = "b = 0 AND a = 1 AND d >= '2024-01-03' AND d <= '2024-01-04' AND k = 7"
    result = engine.query(f"SELECT count(), min(s) FROM d WHERE {condition}")
    found = [n for n in range(7000, 8000) if n % 10 in (2, 3) and n % 2 == 1 and n % 3 == 0]
    assert result.text() == f"{len(found)}\t{str(found[0]) * 20}\n"
    # k of the granule, d of a thousand rows, a and b of the two days, then all of their rows.
    assert result.statistics["bytes_read"] < 8192 * 4 + 1000 * 4 + 200 * 8 + 200 * 100


def test_constant_texts_are_read_when_a_query_is_planned(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE e (d Date, t DateTime, u UUID, i IPv4, n UInt8, e Enum8('a' = 1))"
        " ENGINE = MergeTree ORDER BY tuple()"
    )
    engine.query(
        "INSERT INTO e VALUES"
        " ('2024-07-02', '2024-07-02 03:04:05', generateUUIDv4(), '1.2.3.4', 5, 1)"
    )
    query = (
        "SELECT count() FROM e WHERE d BETWEEN '2024-07-01' AND '2024-07-31'"
        " AND t >= '2024-07-02 03:04:05' AND t < toDateTime('2024-07-02T03:04:06Z')"
        " AND u != '61f0c404-5cb3-11e7-907b-a6006ad3dba0' AND i = '1.2.3.4' AND n = '5' AND e = 'a'"
    )
    assert engine.query(query).text() == "1\n"
    plan = str(engine.query(f"EXPLAIN PIPELINE {query}").text())
    assert "DATE \\'2024-07-31\\'" in plan
    assert "st_read" not in plan and "regexp" not in plan
    with pytest.raises(sparktree.Error, match="CANNOT_PARSE"):
        engine.query("SELECT count() FROM e WHERE d > '2024-07-' AND n > 1")


def test_all_of_a_thousand_columns_can_be_read(engine: sparktree.Engine) -> None:
    columns = "".join(f", c{i} UInt64" for i in range(1050))
    values = "".join(f", number + {i}" for i in range(1050))
    engine.query(f"CREATE TABLE w (k UInt64{columns}) ENGINE = MergeTree ORDER BY k")
    engine.query(f"INSERT INTO w SELECT number{values} FROM numbers(2)")
    rows = sorted(engine.query("SELECT * FROM w").rows())
    assert rows == [(k, *(k + i for i in range(1050))) for k in range(2)]
