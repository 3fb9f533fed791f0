"""Clients of the native protocol: clickhouse-driver, and ClickHouse itself by remote()."""

import datetime
import decimal
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from clickhouse_driver import Client
from clickhouse_driver.errors import ServerException

from sparktree.server.server import Server
from tests.oracle import Oracle, OracleError
from tests.server.asking import Asking

COLUMNS = (
    "a UInt32, b String, c Nullable(Float64), d DateTime, e Array(String), f LowCardinality(String)"
)
ROW = (1, "x", 1.5, datetime.datetime(2024, 1, 1), ["a"], "l")


@pytest.fixture(params=[False, "lz4"], ids=["plain", "lz4"])
def client(server: Server, request: pytest.FixtureRequest) -> Iterator[Client]:
    client = Client("127.0.0.1", server.port("tcp_port"), compression=request.param)
    yield client
    client.disconnect()


@pytest.fixture
def remote(server: Server, database: str) -> str:
    """The arguments of ClickHouse's remote() for a table t."""
    return f"'127.0.0.1:{server.port('tcp_port')}', '{database}', 't', 'default', ''"


def test_values_of_many_types(client: Client) -> None:
    found = client.execute(
        "SELECT toUInt64(7), 'é', toDate('2024-01-02'), [1, 2], (1, 'a'), map('a', 1),"
        " toDecimal64(1.5, 2), NULL, toDateTime64('2024-01-01 00:00:00.123', 3),"
        " toUUID('00000000-0000-0000-0000-000000000001'), toLowCardinality('x'),"
        " CAST('a', 'Enum8(\\'a\\' = 1)'), toInt256(-5), toIPv4('1.2.3.4'), true,"
        " [toLowCardinality('p'), 'q', 'p'], toFixedString('ab', 3), [NULL, 5]"
    )
    assert found[0][:11] == (
        7, "é", datetime.date(2024, 1, 2), [1, 2], (1, "a"), {"a": 1}, decimal.Decimal("1.50"),
        None, datetime.datetime(2024, 1, 1, 0, 0, 0, 123000), uuid.UUID(int=1), "x",
    )  # fmt: skip
    assert [str(value) for value in found[0][11:15]] == ["a", "-5", "1.2.3.4", "True"]
    assert found[0][15:] == (["p", "q", "p"], "ab", [None, 5])  # it cuts zero bytes off


def test_a_client_inserts_rows_and_columns(client: Client, database: str) -> None:
    client.execute(f"CREATE TABLE {database}.t ({COLUMNS}) ENGINE = MergeTree ORDER BY a")
    other: tuple[Any, ...] = (2, "yé", None, datetime.datetime(2024, 1, 2), [], "l")
    assert client.execute(f"INSERT INTO {database}.t VALUES", [ROW, other]) == 2
    client.execute(f"INSERT INTO {database}.t (a, b) VALUES (3, 'inline')")
    assert client.execute(f"INSERT INTO {database}.t (a) VALUES", [(4,)]) == 1
    client.execute(f"INSERT INTO {database}.t (a) SELECT number FROM numbers(5, 2)")
    found = client.execute(f"SELECT * FROM {database}.t ORDER BY a")
    assert found[:2] == [ROW, other]
    assert [row[:2] for row in found[2:]] == [(3, "inline"), (4, ""), (5, ""), (6, "")]


def test_rows_in_the_statement_are_collected(client: Client, database: str) -> None:
    client.execute(f"CREATE TABLE {database}.t (n UInt64) ENGINE = MergeTree ORDER BY n")
    settings = {"async_insert": 1, "wait_for_async_insert": 1}
    client.execute(f"INSERT INTO {database}.t VALUES (5), (6)", settings=settings)
    client.execute(f"INSERT INTO {database}.t VALUES", [(7,)], settings=settings)
    assert client.execute(f"SELECT sum(n) FROM {database}.t") == [(18,)]
    counted = "SELECT value > 0 FROM system.events WHERE event = 'AsyncInsertQuery'"
    assert client.execute(counted) == [(1,)]


def test_an_insert_of_many_blocks(client: Client, database: str) -> None:
    client.execute(f"CREATE TABLE {database}.t (n UInt64, s String) ENGINE = MergeTree ORDER BY n")
    rows = ((n, f"text {n}") for n in range(30_000))
    client.execute(f"INSERT INTO {database}.t VALUES", rows, settings={"insert_block_size": 4000})
    query = f"SELECT count(), sum(n), uniqExact(s) FROM {database}.t"
    assert client.execute(query) == [(30_000, 30_000 * 29_999 // 2, 30_000)]


def test_a_result_of_many_blocks(client: Client) -> None:
    rows = client.execute_iter("SELECT number, toString(number) FROM numbers(200000)")
    assert sum(int(text) - number + 1 for number, text in rows) == 200_000


def test_errors_leave_the_connection_as_it_was(client: Client, database: str) -> None:
    for query, code in (("SELECT nope", 47), ("SELEC 1", 62), ("SELECT * FROM nothing", 60)):
        with pytest.raises(ServerException) as caught:
            client.execute(query)
        assert caught.value.code == code
    client.execute(f"CREATE TABLE {database}.t (n UInt8, CONSTRAINT c CHECK n < 5) ENGINE = Memory")
    with pytest.raises(ServerException) as caught:
        client.execute(f"INSERT INTO {database}.t VALUES", [(1,), (7,)])
    assert caught.value.code == 469
    with pytest.raises(ServerException) as caught:
        client.execute(f"INSERT INTO {database}.nothing VALUES", [(1,)])
    assert caught.value.code == 60
    assert client.execute(f"SELECT count() FROM {database}.t") == [(0,)]


def test_files_of_the_server_are_not_read(client: Client, http: Asking, database: str) -> None:
    client.execute(f"CREATE TABLE {database}.t (s String) ENGINE = Memory")
    query = f"INSERT INTO {database}.t FROM INFILE '/etc/hostname' FORMAT LineAsString"
    with pytest.raises(ServerException) as caught:
        client.execute(query)
    assert caught.value.code == 78
    assert http.post(query).headers["x-clickhouse-exception-code"] == "78"


def test_settings_parameters_and_sessions(client: Client, server: Server) -> None:
    found = client.execute("SELECT getSetting('max_threads')", settings={"max_threads": 3})
    assert found == [(3,)]
    client.execute("SET max_block_size = 10")
    client.execute("CREATE TEMPORARY TABLE kept (x UInt8)")
    client.execute("INSERT INTO kept VALUES", [(5,)])
    assert client.execute("SELECT x, getSetting('max_block_size') FROM kept") == [(5, 10)]
    asking: dict[str, Any] = {"settings": {"server_side_params": True}}
    other = Client("127.0.0.1", server.port("tcp_port"), **asking)
    query = "SELECT {n:UInt8}, {s:String}"
    assert other.execute(query, {"n": 5, "s": "it's é"}) == [(5, "it's é")]
    other.disconnect()


def test_a_client_sends_external_tables(client: Client) -> None:
    table = {
        "name": "m",
        "structure": [("id", "UInt8"), ("name", "String")],
        "data": [{"id": 1, "name": "one"}, {"id": 2, "name": "two"}],
    }
    found = client.execute("SELECT name FROM m WHERE id > 1", external_tables=[table])
    assert found == [("two",)]
    with pytest.raises(ServerException):
        client.execute("SELECT name FROM m")


def test_progress_totals_and_extremes(client: Client) -> None:
    query = "SELECT number % 2 AS k, count() FROM numbers(10) GROUP BY k WITH TOTALS ORDER BY k"
    found = client.execute_with_progress(query, settings={"extremes": 1})
    assert found.get_result() == [(0, 5), (1, 5), (0, 10), (0, 5), (1, 5)]
    assert client.last_query is not None
    assert client.last_query.profile_info.rows == 2
    assert client.last_query.progress.rows == client.last_query.progress.total_rows == 10


def test_who_may_enter(server: Server, http: Asking) -> None:
    port = server.port("tcp_port")
    http.ok("CREATE USER tcp_ada IDENTIFIED BY 'secret'")
    try:
        for user, password in (("nobody", ""), ("tcp_ada", "wrong"), ("tcp_ada", "")):
            with pytest.raises(ServerException) as caught:
                Client("127.0.0.1", port, user=user, password=password).execute("SELECT 1")
            assert caught.value.code == 516
        ada = Client("127.0.0.1", port, user="tcp_ada", password="secret")
        query = "SELECT currentUser(), interface FROM system.processes"
        assert ada.execute(query) == [("tcp_ada", "TCP")]
        with pytest.raises(ServerException, match="Not enough privileges"):
            ada.execute("CREATE DATABASE of_ada")
        ada.disconnect()
        with pytest.raises(ServerException) as caught:
            Client("127.0.0.1", port, database="nowhere").execute("SELECT 1")
        assert caught.value.code == 81
    finally:
        http.ok("DROP USER tcp_ada")


def test_clickhouse_reads_and_writes(
    http: Asking, database: str, remote: str, oracle: Oracle
) -> None:
    http.ok(f"CREATE TABLE {database}.t ({COLUMNS}) ENGINE = MergeTree ORDER BY a")
    values = "(1, 'x', 1.5, '2024-01-01 00:00:00', ['a'], 'l'), (2, 'é', NULL, 0, [], '')"
    oracle.query(f"INSERT INTO FUNCTION remote({remote}) VALUES {values}")
    oracle.query(
        f"INSERT INTO FUNCTION remote({remote}) (a, b, f)"
        " SELECT number + 3, toString(number), 'low' FROM numbers(70000)"
    )
    there = oracle.query(f"SELECT * FROM remote({remote}) ORDER BY a")
    assert there == http.post(f"SELECT * FROM {database}.t ORDER BY a").body
    assert there.count(b"\n") == 70_002
    query = "SELECT f, count(), max(a) FROM {} WHERE a > 1 GROUP BY f ORDER BY f"
    assert oracle.text(query.format(f"remote({remote})")) == http.ok(query.format(f"{database}.t"))
    with pytest.raises(OracleError, match="There is no table"):
        oracle.query(f"SELECT * FROM remote({remote.replace(chr(39) + 't' + chr(39), 'nope')})")
