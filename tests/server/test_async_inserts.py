"""INSERTs that are collected and written together: in the engine, and over HTTP."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from tests.server.asking import Asking

# Nothing is written before it is asked for.
LATE = {
    "async_insert": 1,
    "wait_for_async_insert": 0,
    "async_insert_busy_timeout_min_ms": 600_000,
    "async_insert_busy_timeout_max_ms": 600_000,
}


@pytest.fixture
def db(shared_engine: sparktree.Engine, request: pytest.FixtureRequest) -> Iterator[str]:
    name = f"a_{abs(hash(request.node.name)) % 10**8}"
    shared_engine.query(f"CREATE DATABASE {name}")
    yield name
    shared_engine.query("SYSTEM FLUSH ASYNC INSERT QUEUE")
    shared_engine.query(f"DROP DATABASE {name}")


@pytest.fixture
def ask(shared_engine: sparktree.Engine, db: str) -> Callable[..., str]:
    """What a statement prints, in a session whose database is the test's."""
    session = shared_engine.session()
    session.query(f"USE {db}")

    def ask(text: str, settings: Mapping[str, object] | None = None) -> str:
        return session.query(text, settings).text()

    return ask


Ask = Callable[..., str]


def _until(found: Callable[[], bool]) -> None:
    """Wait for what must come; a busy machine takes its time."""
    end = time.monotonic() + 60
    while not found():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_many_small_inserts_are_few_parts(ask: Ask, db: str) -> None:
    ask("CREATE TABLE t (a UInt64, b String DEFAULT 'none') ENGINE = MergeTree ORDER BY a")
    for number in range(1000):
        ask(f'INSERT INTO t FORMAT JSONEachRow {{"a": {number}}}', LATE)
    waiting = ask(
        "SELECT query, format, length(entries.query_id), sum(arraySum(entries.bytes)) = sum("
        f"total_bytes) FROM system.asynchronous_inserts WHERE database = '{db}' GROUP BY ALL"
    )
    assert waiting in ("INSERT INTO t FORMAT JSONEachRow\tJSONEachRow\t100\t1\n", "")
    ask("SYSTEM FLUSH ASYNC INSERT QUEUE t")
    assert ask("SELECT count(), uniqExact(a), any(b), uniqExact(_part) <= 3 FROM t") == (
        "1000\t1000\tnone\t1\n"
    )
    assert ask(
        "SELECT status, count(), sum(rows), uniqExact(flush_query_id) FROM"
        f" system.asynchronous_insert_log WHERE database = '{db}' GROUP BY ALL"
    ) == "Ok\t1000\t1000\t3\n"  # fmt: skip
    assert ask(f"SELECT count() FROM system.asynchronous_inserts WHERE database = '{db}'") == "0\n"


def test_the_number_of_inserts_makes_them_written(ask: Ask) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    for number in range(3):
        ask(f"INSERT INTO t VALUES ({number})", {**LATE, "async_insert_max_query_number": 3})
    _until(lambda: ask("SELECT count() FROM t") == "3\n")


def test_bytes_make_them_written_and_long_ones_are_not_collected(ask: Ask, db: str) -> None:
    ask("CREATE TABLE t (a String) ENGINE = MergeTree ORDER BY a")
    for letter in "ab":
        ask(f"INSERT INTO t VALUES ('{letter * 30}')", {**LATE, "async_insert_max_data_size": 50})
    _until(lambda: ask("SELECT count() FROM t") == "2\n")
    ask(f"INSERT INTO t VALUES ('{'c' * 100}')", {**LATE, "async_insert_max_data_size": 50})
    assert ask("SELECT count() FROM t") == "3\n"
    assert ask(f"SELECT count() FROM system.asynchronous_insert_log WHERE database = '{db}'") == (
        "2\n"
    )


def test_what_differs_is_written_apart(ask: Ask, db: str) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    ask("INSERT INTO t VALUES (1)", LATE)
    ask("INSERT INTO t VALUES (2)", {**LATE, "log_comment": "the same"})
    ask("INSERT INTO t FORMAT CSV 3", LATE)
    ask("INSERT INTO t (a) VALUES (4)", LATE)
    ask("INSERT INTO t VALUES (5)", {**LATE, "input_format_null_as_default": 0})
    shapes = ask(
        "SELECT format, length(entries.query_id) AS n FROM system.asynchronous_inserts"
        f" WHERE database = '{db}' ORDER BY ALL"
    )
    assert shapes == "CSV\t1\nValues\t1\nValues\t1\nValues\t2\n"
    ask("SYSTEM FLUSH ASYNC INSERT QUEUE")
    assert ask("SELECT groupArray(a) FROM (SELECT a FROM t ORDER BY a)") == "[1,2,3,4,5]\n"


def test_a_table_that_collects_by_itself(ask: Ask, db: str) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a SETTINGS async_insert = 1")
    ask("INSERT INTO t VALUES (1)", {**LATE, "async_insert": 0})
    assert ask("SELECT count() FROM t") == "0\n"
    ask("SYSTEM FLUSH ASYNC INSERT QUEUE t")
    assert ask("SELECT count() FROM t") == "1\n"


def test_what_is_not_collected(ask: Ask) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    ask("INSERT INTO t SELECT 1", LATE)
    ask("CREATE TEMPORARY TABLE own (a UInt64)")
    ask("INSERT INTO own VALUES (1)", LATE)
    assert ask("SELECT count() + (SELECT count() FROM own) FROM t") == "2\n"


@pytest.mark.parametrize("format_", ["CSV", "TabSeparated", "JSONCompactEachRow", "RowBinary"])
def test_rows_of_any_format_are_collected(ask: Ask, format_: str) -> None:
    ask("CREATE TABLE t (a UInt8, b String) ENGINE = MergeTree ORDER BY a")
    texts = {
        "CSV": ['1,"x""\ny"', "2,plain\n", '3,"q,r"\r\n4,z'],
        "TabSeparated": ["1\tx\"\\ny", "2\tplain\n", "3\tq,r\n4\tz"],
        "JSONCompactEachRow": ['[1, "x\\"\\ny"]', '[2, "plain"]\n', '[3, "q,r"]\n[4, "z"]'],
        "RowBinary": ["\1\4x\"\ny", "\2\5plain", "\3\3q,r\4\1z"],
    }[format_]  # fmt: skip
    for text in texts:
        ask(f"INSERT INTO t FORMAT {format_} {text}", LATE)
    ask("SYSTEM FLUSH ASYNC INSERT QUEUE t")
    assert ask("SELECT * FROM t ORDER BY a FORMAT JSONCompactEachRow") == (
        '[1, "x\\"\\ny"]\n[2, "plain"]\n[3, "q,r"]\n[4, "z"]\n'
    )


def test_a_wrong_insert_fails_alone(shared_engine: sparktree.Engine, ask: Ask, db: str) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    outcomes: dict[str, str] = {}

    def insert(text: str) -> None:
        settings = {**LATE, "wait_for_async_insert": 1, "async_insert_max_query_number": 4}
        try:
            sql = f"INSERT INTO {db}.t FORMAT JSONEachRow {text}"
            context = shared_engine.session().query(sql, settings).context
            assert context is not None
            outcomes[text] = str(context.written_rows)
        except Error as error:
            outcomes[text] = error.name

    texts = ['{"a": 1}', '{"a": "x"}', '{"a": 2}\n{"a": 3}', '{"a": 4']
    threads = [threading.Thread(target=insert, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [outcomes[text] for text in texts] == [
        "1", "CANNOT_PARSE_INPUT_ASSERTION_FAILED", "2", "CANNOT_READ_ALL_DATA",
    ]  # fmt: skip
    assert ask("SELECT count(), uniqExact(_part) FROM t") == "3\t1\n"
    assert ask(
        "SELECT status, count(), sum(rows), countIf(exception != '') FROM"
        f" system.asynchronous_insert_log WHERE database = '{db}' GROUP BY status ORDER BY status"
    ) == "Ok\t2\t3\t0\nParsingError\t2\t0\t2\n"  # fmt: skip


def test_a_table_that_went_away(ask: Ask, db: str) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    ask("INSERT INTO t VALUES (1)", LATE)
    ask("DROP TABLE t")
    ask("SYSTEM FLUSH ASYNC INSERT QUEUE")
    found = ask(
        "SELECT status, exception LIKE '%UNKNOWN_TABLE%' FROM system.asynchronous_insert_log"
        f" WHERE database = '{db}'"
    )
    assert found == "FlushError\t1\n"
    with pytest.raises(Error, match="UNKNOWN_TABLE"):
        ask("SYSTEM FLUSH ASYNC INSERT QUEUE t")


def test_a_table_that_was_altered(ask: Ask) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    ask("INSERT INTO t VALUES (1)", LATE)
    ask('INSERT INTO t FORMAT JSONEachRow {"a": 2}', LATE)
    ask("ALTER TABLE t ADD COLUMN b UInt8 DEFAULT 7")
    ask("SYSTEM FLUSH ASYNC INSERT QUEUE t")
    assert ask("SELECT * FROM t ORDER BY a") == "2\t7\n"


def test_materialized_views_are_fed(ask: Ask) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    ask("CREATE MATERIALIZED VIEW v ENGINE = MergeTree ORDER BY s AS SELECT sum(a) AS s FROM t")
    for number in range(4):
        ask(f"INSERT INTO t VALUES ({number})", LATE)
    ask("SYSTEM FLUSH ASYNC INSERT QUEUE t")
    assert ask("SELECT * FROM v") == "6\n"


def test_what_was_inserted_before_is_not_inserted_again(ask: Ask) -> None:
    ask(
        "CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a"
        " SETTINGS non_replicated_deduplication_window = 1000"
    )
    ask(
        "CREATE MATERIALIZED VIEW v ENGINE = MergeTree ORDER BY b"
        " SETTINGS non_replicated_deduplication_window = 1000 AS SELECT a + 1 AS b FROM t"
    )

    def insert(*texts: str, **settings: object) -> None:
        for text in texts:
            ask(f"INSERT INTO t VALUES {text}", {**LATE, **settings})
        ask("SYSTEM FLUSH ASYNC INSERT QUEUE t")

    def kept() -> str:
        return ask("SELECT arraySort(groupArray(a)), (SELECT count() FROM v) FROM t").strip()

    insert("(1)", "(2)", "(1)")
    assert kept() == "[1,2]\t2"
    insert("(1)")
    assert kept() == "[1,2]\t2"
    insert("(2)", "(3)", "(4)")
    assert kept() == "[1,2,3,4]\t4"
    insert("(5)", insert_deduplication_token="mine")
    insert("(6)", insert_deduplication_token="mine")
    assert kept() == "[1,2,3,4,5]\t5"
    insert("(1)", deduplicate_insert="backward_compatible_choice")
    assert kept() == "[1,1,2,3,4,5]\t6"
    insert("(1)", deduplicate_insert="backward_compatible_choice", async_insert_deduplicate=1)
    assert kept() == "[1,1,2,3,4,5]\t6"


def test_an_insert_that_waits(shared_engine: sparktree.Engine, ask: Ask, db: str) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    waits = {**LATE, "wait_for_async_insert": 1}
    with pytest.raises(Error, match=r"Wait for async insert timeout \(1000 ms\) exceeded"):
        ask("INSERT INTO t VALUES (1)", {**waits, "wait_for_async_insert_timeout": 1})
    failed: list[str] = []

    def insert() -> None:
        try:
            shared_engine.session().query(f"INSERT INTO {db}.t VALUES (2)", waits, query_id=db)
        except Error as error:
            failed.append(error.name)

    thread = threading.Thread(target=insert)
    thread.start()
    entries = f"SELECT sum(length(`entries.query_id`)) FROM system.asynchronous_inserts WHERE database = '{db}'"  # noqa: E501
    _until(lambda: ask(entries) == "2\n")
    ask(f"KILL QUERY WHERE query_id = '{db}' SYNC")
    thread.join(60)
    assert failed == ["QUERY_WAS_CANCELLED"]
    ask("SYSTEM FLUSH ASYNC INSERT QUEUE")
    assert ask("SELECT arraySort(groupArray(a)) FROM t") == "[1,2]\n"


def test_flushing_some_tables(ask: Ask) -> None:
    for name in "tuv":
        ask(f"CREATE TABLE {name} (a UInt64) ENGINE = MergeTree ORDER BY a")
        ask(f"INSERT INTO {name} VALUES (1)", LATE)
    ask("SYSTEM FLUSH ASYNC INSERT QUEUE t, v")
    counts = "SELECT (SELECT count() FROM t), (SELECT count() FROM u), (SELECT count() FROM v)"
    assert ask(counts) == "1\t0\t1\n"


def test_rights_are_checked_before_anything_waits(
    shared_engine: sparktree.Engine, ask: Ask, db: str
) -> None:
    ask("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
    ask(f"CREATE USER u_{db}")
    session = shared_engine.login(f"u_{db}")
    with pytest.raises(Error, match="ACCESS_DENIED"):
        session.query(f"INSERT INTO {db}.t VALUES (1)", LATE)
    ask(f"GRANT INSERT ON {db}.t TO u_{db}")
    session.query(f"INSERT INTO {db}.t VALUES (1)", LATE)
    with pytest.raises(Error, match="ACCESS_DENIED"):
        session.query(f"SYSTEM FLUSH ASYNC INSERT QUEUE {db}.t")
    ask(f"SYSTEM FLUSH ASYNC INSERT QUEUE {db}.t")
    assert ask("SELECT count() FROM t") == "1\n"
    ask(f"DROP USER u_{db}")


def test_closing_writes_what_waits(tmp_path: Path) -> None:
    folder = str(tmp_path / "data")
    with sparktree.connect(folder) as engine:
        engine.query("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
        engine.query("INSERT INTO t VALUES (1), (2)", LATE)
    with sparktree.connect(folder) as engine:
        assert engine.query("SELECT count() FROM t").text() == "2\n"


def test_a_kill_loses_what_was_not_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    code = f"""
import os, sparktree
db = sparktree.connect({str(folder)!r})
db.query("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a")
db.query("INSERT INTO t VALUES (1)", {LATE!r})
os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    with sparktree.connect(str(folder)) as engine:
        assert engine.query("SELECT count() FROM t").text() == "0\n"
        engine.query("INSERT INTO t VALUES (2)")
        assert engine.query("SELECT a FROM t").text() == "2\n"


# --- over HTTP ----------------------------------------------------------------------------


def test_a_server_collects_unless_it_is_told_not_to(http: Asking, database: str) -> None:
    http.ok(f"CREATE TABLE {database}.t (a UInt64) ENGINE = MergeTree ORDER BY a")
    assert http.ok("SELECT getSetting('async_insert')") == "true\n"
    sql = f"INSERT INTO {database}.t FORMAT CSV"
    answer = http.post("1\n2\n", None, query=sql)
    assert json.loads(answer.headers["x-clickhouse-summary"])["written_rows"] == "2"
    http.post("3\n", None, query=sql, async_insert=0)
    log = f"SELECT count() FROM system.asynchronous_insert_log WHERE database = '{database}'"
    assert http.ok(f"SELECT count(), ({log}) FROM {database}.t") == "3\t1\n"


def test_errors_reach_their_client(http: Asking, database: str) -> None:
    http.ok(f"CREATE TABLE {database}.t (a UInt64) ENGINE = MergeTree ORDER BY a")
    answer = http.post("x\n", None, query=f"INSERT INTO {database}.t FORMAT CSV")
    assert (answer.status, answer.headers["x-clickhouse-exception-code"]) == (400, "117")
    lost = http.post("x\n", None, query=f"INSERT INTO {database}.t FORMAT CSV",
                     wait_for_async_insert=0)  # fmt: skip
    assert lost.status == 200
    unknown = http.post("x\n", None, query=f"INSERT INTO {database}.nope FORMAT CSV")
    assert unknown.headers["x-clickhouse-exception-code"] == "60"


def test_a_long_body_is_not_collected(http: Asking, database: str) -> None:
    http.ok(f"CREATE TABLE {database}.t (a String) ENGINE = MergeTree ORDER BY a")
    rows = b"".join(b"%050d\n" % number for number in range(5000))
    http.post(iter([rows[:100_000], rows[100_000:]]), None, query=f"INSERT INTO {database}.t"
              " FORMAT TSV", async_insert_max_data_size=100_000)  # fmt: skip
    assert http.ok(f"SELECT count(), max(a) FROM {database}.t") == f"5000\t{4999:050d}\n"
