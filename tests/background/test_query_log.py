"""system.query_log tells what statements read, wrote and used."""

from pathlib import Path

import pytest

import sparktree


def logged(engine: sparktree.Engine, query_id: str, columns: str) -> str:
    return engine.query(
        f"SELECT {columns} FROM system.query_log WHERE query_id = '{query_id}'"
        " AND type = 'QueryFinish' FORMAT TSV"
    ).text()


@pytest.fixture
def table(engine: sparktree.Engine) -> sparktree.Engine:
    engine.query(
        "CREATE TABLE mt (a UInt64, s LowCardinality(String), p UInt8) ENGINE = MergeTree"
        " PARTITION BY p ORDER BY a"
    )
    engine.query("CREATE MATERIALIZED VIEW mv ENGINE = MergeTree ORDER BY a AS SELECT a FROM mt")
    engine.query(
        "INSERT INTO mt SELECT number, toString(number), number % 2 FROM numbers(100)",
        query_id="insert",
    )
    return engine


def test_what_a_query_used(table: sparktree.Engine) -> None:
    table.query(
        "select UPPER(s), COUNT() AS c, sumIf(a, p = 1) FROM mt JOIN numbers(3) n"
        " ON mt.a = n.number WHERE mt.p = 1 GROUP BY 1",
        {"log_formatted_queries": 1, "max_threads": 1},
        query_id="select",
    )
    names = "databases, tables, columns, partitions, used_functions, used_table_functions"
    assert logged(table, "select", names) == (
        "['default']\t['default.mt']\t['default.mt.a','default.mt.p','default.mt.s']"
        "\t['default.mt.1']\t['equals','upper']\t['numbers']\n"
    )
    names = "used_aggregate_functions, used_aggregate_function_combinators"
    assert logged(table, "select", names) == "['count','sum']\t['If']\n"
    same = "normalized_query_hash = normalizedQueryHash(query), formatted_query"
    assert logged(table, "select", same) == (
        "1\tSELECT UPPER(s), COUNT() AS c, sumIf(a, p = 1) FROM mt INNER JOIN numbers(3) AS n ON"
        " mt.a = n.number WHERE mt.p = 1 GROUP BY 1\n"
    )
    counts = "read_rows, ProfileEvents['SelectedRows'], ProfileEvents['SelectQuery']"
    assert logged(table, "select", counts) == "53\t53\t1\n"
    assert logged(table, "select", "Settings['max_threads'], result_rows") == "1\t1\n"


def test_what_an_insert_read_and_wrote(table: sparktree.Engine) -> None:
    # 100 rows of numbers, and the same for the view.
    counts = "read_rows, written_rows, written_bytes > 900, views, ProfileEvents['InsertedRows']"
    assert logged(table, "insert", counts) == "200\t200\t1\t['default.mv']\t200\n"
    table.query("INSERT INTO mv VALUES (1), (2)", query_id="values")
    assert logged(table, "values", "read_rows, read_bytes, written_rows") == "2\t16\t2\n"


def test_what_is_read_of_files(engine: sparktree.Engine, tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    engine.query(
        f"INSERT INTO FUNCTION file('{file}') SELECT number AS a, toString(number) AS s"
        " FROM numbers(50000) SETTINGS output_format_parquet_row_group_size = 10000"
    )
    for columns, condition, rows in (
        ("sum(a)", "1", 50_000),
        ("count()", "1", 50_000),
        ("max(s)", "a < 20000", 20_000),
    ):
        query = f"SELECT {columns} FROM file('{file}') WHERE {condition}"
        assert engine.query(query).statistics["rows_read"] == rows, query
    sizes = [
        engine.query(f"SELECT {columns} FROM file('{file}')").statistics["bytes_read"]
        for columns in ("sum(a)", "sum(a), max(s)")
    ]
    assert 0 < sizes[0] < sizes[1] <= file.stat().st_size
    text = tmp_path / "a.jsonl"
    engine.query(f"INSERT INTO FUNCTION file('{text}', JSONEachRow) SELECT 1 AS a FROM numbers(7)")
    found = engine.query(f"SELECT sum(a) FROM file('{text}')").statistics
    assert (found["rows_read"], found["bytes_read"]) == (7, text.stat().st_size)


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("SELECT sum(number) FROM numbers(10)", 10),
        ("SELECT * FROM system.numbers LIMIT 10", 10),
        ("SELECT * FROM values('a UInt8', 1, 2, 3)", 3),
        ("SELECT count() FROM zeros(1000)", 1000),
        ("SELECT name FROM system.databases", 4),
    ],
)
def test_what_is_read_in_the_driver(engine: sparktree.Engine, query: str, rows: int) -> None:
    assert engine.query(query).statistics["rows_read"] == rows


def test_memory_is_of_the_task_that_needed_most(engine: sparktree.Engine) -> None:
    settings = {"max_threads": 1}
    engine.query("SELECT sum(number) FROM numbers(1000)", settings, query_id="little")
    groups = "SELECT number % {}, count() FROM numbers(400000) GROUP BY 1 FORMAT Null"
    engine.query(groups.format(1000), settings, query_id="some")
    engine.query(groups.format(400000), settings, query_id="much")
    asked = ("little", "some", "much")
    little, some, much = (int(logged(engine, name, "memory_usage")) for name in asked)
    assert 0 <= little <= some < much
    assert 400_000 * 16 < much < 1 << 30  # each group has its key and its number


def test_memory_of_an_insert(table: sparktree.Engine) -> None:
    table.query("INSERT INTO mt SELECT number, '', 1 FROM numbers(200000)", query_id="large")
    assert int(logged(table, "large", "memory_usage")) > 100_000


def test_locks_of_partitions_are_counted(table: sparktree.Engine) -> None:
    table.query("CREATE TABLE other AS mt")
    table.query("ALTER TABLE other REPLACE PARTITION 1 FROM mt", query_id="replace")
    table.query("ALTER TABLE mt UPDATE s = 'x' IN PARTITION 1 WHERE a < 5", query_id="mutation")
    table.query("SELECT count() FROM mt", query_id="select")
    locks = "ProfileEvents['PartsLocks'], ProfileEvents['PartsLockHoldMicroseconds'] > 0"
    found = {name: logged(table, name, locks) for name in ("replace", "mutation", "select")}
    assert found == {"replace": "2\t1\n", "mutation": "1\t1\n", "select": "0\t0\n"}
    total = "SELECT sum(value) FROM system.events WHERE event = 'PartsLocks'"
    assert table.query(total).text() == "3\n"
