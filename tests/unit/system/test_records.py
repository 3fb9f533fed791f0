"""What is counted and logged of statements."""

import pyarrow as pa
import pytest

import sparktree


def column(engine: sparktree.Engine, sql: str) -> list[str]:
    return engine.query(sql).text().splitlines()


def test_query_log_has_the_start_and_the_end_of_a_query(engine: sparktree.Engine) -> None:
    engine.query("SELECT 1 AS marked", query_id="one")
    engine.query("SYSTEM FLUSH LOGS")
    rows = column(
        engine,
        "SELECT type, query_kind, query, result_rows FROM system.query_log WHERE query_id = 'one'",
    )
    assert rows == [
        "QueryStart\tSelect\tSELECT 1 AS marked\t0",
        "QueryFinish\tSelect\tSELECT 1 AS marked\t1",
    ]


def test_query_log_has_failures_before_the_start(engine: sparktree.Engine) -> None:
    with pytest.raises(sparktree.Error):
        engine.query("SELECT nosuch", query_id="bad")
    rows = column(
        engine, "SELECT type, exception_code FROM system.query_log WHERE query_id = 'bad'"
    )
    assert rows == ["ExceptionBeforeStart\t47"]


def test_log_queries_switches_the_log_off(engine: sparktree.Engine) -> None:
    engine.query("SELECT 1", {"log_queries": 0}, query_id="silent")
    assert column(engine, "SELECT type FROM system.query_log WHERE query_id = 'silent'") == []


def test_logs_outlive_the_engine(tmp_path: object) -> None:
    with sparktree.connect(str(tmp_path)) as first:
        first.query("SELECT 1", query_id="kept")
    with sparktree.connect(str(tmp_path)) as second:
        found = column(second, "SELECT count() FROM system.query_log WHERE query_id = 'kept'")
    assert found == ["2"]


def test_errors_and_events_are_counted(engine: sparktree.Engine) -> None:
    for _ in range(2):
        with pytest.raises(sparktree.Error):
            engine.query("SELECT * FROM nosuch")
    errors = "SELECT name, code, value FROM system.errors"
    assert column(engine, errors) == ["UNKNOWN_TABLE\t60\t2"]
    events = "SELECT event, value FROM system.events WHERE event LIKE 'Failed%' ORDER BY event"
    assert column(engine, events) == ["FailedQuery\t2", "FailedSelectQuery\t2"]


def test_a_query_sees_itself_among_the_processes(engine: sparktree.Engine) -> None:
    text = "SELECT query_id, query_kind, current_database FROM system.processes"
    result = engine.query(text, query_id="me")
    assert result.text() == "me\tSelect\tdefault\n"


def test_kill_query_of_nothing_gives_nothing(engine: sparktree.Engine) -> None:
    result = engine.query("KILL QUERY WHERE query_id = 'nosuch'")
    assert result.columns == ["kill_status", "query_id", "user", "query"]
    assert result.text() == ""


def test_temporary_tables_end_with_their_session(engine: sparktree.Engine) -> None:
    session = engine.session()
    session.query("CREATE TEMPORARY TABLE tt (x UInt8)")
    assert engine.query("EXISTS TEMPORARY TABLE tt").text() == "0\n"
    assert session.query("EXISTS TEMPORARY TABLE tt").text() == "1\n"
    session.close()
    hidden = engine.services.catalog.tables.all("_temporary_and_external_tables")
    assert hidden == []


def test_custom_settings_are_kept(engine: sparktree.Engine) -> None:
    engine.query("SET SQL_mine = 'x'")
    shown = engine.query("SELECT value, changed FROM system.settings WHERE name = 'SQL_mine'")
    assert shown.text() == "x\t1\n"


def test_readonly_refuses_data_of_a_program(engine: sparktree.Engine) -> None:
    engine.query("CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a")
    engine.query("SET readonly = 1")
    with pytest.raises(sparktree.Error) as failure:
        engine.insert("t", pa.table({"a": [1]}))
    assert failure.value.name == "READONLY"
