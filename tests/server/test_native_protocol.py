"""The native protocol packet by packet: revisions, cancelling, and what no client should send."""

import socket
import struct
import time
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest

from sparktree.errors import Code, Error
from sparktree.formats.native import varint
from sparktree.formats.native_revisions import NEWEST, Revision
from sparktree.kernel.text import escape
from sparktree.protocol.blocks import FAST, PLAIN, Packing
from sparktree.protocol.client import Address, Connection, Packet
from sparktree.protocol.fields import text_bytes
from sparktree.protocol.frames import ZSTD, checksum
from sparktree.protocol.packets import Ask, Tell
from sparktree.server.server import Server
from sparktree.types import parse_type
from tests.server.asking import Asking

REVISIONS = sorted({54412, *(r for r in Revision if 54412 < r <= NEWEST)})
NUMBERS = [("n", parse_type("UInt64"))]


@pytest.fixture
def address(server: Server) -> Address:
    return Address("127.0.0.1", server.port("tcp_port"))


@pytest.fixture
def connection(address: Address) -> Iterator[Connection]:
    with Connection(address, "tests", timeout=60) as found:
        yield found


def rows(packets: list[Packet]) -> list[tuple[Any, ...]]:
    blocks = [p.block for p in packets if p.kind is Tell.DATA and p.block is not None]
    columns = (block.table.to_pydict().values() for block in blocks if block.rows)
    return [row for found in columns for row in zip(*found, strict=True)]


def ask(connection: Connection, text: str, **options: Any) -> list[Packet]:
    """All packets of a query that must succeed."""
    connection.query(text, **options)
    found = list(connection.packets())
    if found[-1].error is not None:
        raise found[-1].error
    return found


def numbers(first: int, last: int) -> pa.Table:
    return pa.table({"c0": pa.array(range(first, last), pa.uint64())})


@pytest.mark.parametrize("revision", REVISIONS)
def test_clients_of_every_revision_are_understood(
    address: Address, revision: int, http: Asking
) -> None:
    http.ok("CREATE TABLE IF NOT EXISTS of_revisions (n UInt64) ENGINE = Memory")
    with Connection(address, "tests", revision=revision, timeout=60) as connection:
        assert connection.revision == revision
        query = "SELECT number, ['x', ''], toLowCardinality('l') FROM numbers(2)"
        for packing in (PLAIN, FAST, Packing(ZSTD, 1)):
            found = ask(connection, query, packing=packing, settings={"max_threads": "1"}
                        if revision >= Revision.SETTINGS_AS_TEXT else None)  # fmt: skip
            assert rows(found) == [(0, ["x", ""], "l"), (1, ["x", ""], "l")]
            kinds = [p.kind for p in found if p.kind is not Tell.PROGRESS]
            assert kinds[:2] == [Tell.DATA, Tell.DATA]
            assert kinds[-2:] == [Tell.DATA, Tell.END_OF_STREAM]
            assert (Tell.PROFILE_EVENTS in kinds) == (revision >= Revision.PROFILE_EVENTS)
        connection.query("INSERT INTO of_revisions FORMAT Native")
        assert connection.receive().kind is Tell.DATA
        connection.send_block(numbers(0, 3), NUMBERS)
        connection.send_block(None, [])
        assert list(connection.packets())[-1].kind is Tell.END_OF_STREAM
        assert rows(ask(connection, "SELECT count() FROM of_revisions")) == [(3,)]
    http.ok("DROP TABLE of_revisions")


def test_an_older_client_is_refused(address: Address) -> None:
    with pytest.raises(Error, match="too old"):
        Connection(address, "tests", revision=54411)


def test_parameters_ping_and_tables_status(connection: Connection) -> None:
    assert connection.is_alive()
    query = "SELECT {n:UInt8} + 1, {s:String}"
    assert rows(ask(connection, query, parameters={"n": "5", "s": "it's"})) == [(6, "it's")]
    request = text_bytes("system") + text_bytes("one") + text_bytes("a") + text_bytes("b")
    connection.send(varint(Ask.TABLES_STATUS) + varint(2) + request)
    assert connection._cursor.varint() == Tell.TABLES_STATUS
    assert connection._cursor.varint() == 0


def test_texts_of_any_bytes(connection: Connection) -> None:
    request = varint(2) + b"\xff\x80" + varint(1) + b"\xfe"
    connection.send(varint(Ask.TABLES_STATUS) + varint(1) + request)
    assert connection._cursor.varint() == Tell.TABLES_STATUS
    assert connection._cursor.varint() == 0
    assert rows(ask(connection, escape(b"SELECT hex('\xff\x00')"))) == [("FF00",)]


def test_logs_and_time_zones(connection: Connection) -> None:
    settings = {"send_logs_level": "debug", "session_timezone": "Asia/Tokyo"}
    found = ask(connection, "SELECT 1", settings=settings)
    logs = [p.block.table.to_pydict() for p in found if p.kind is Tell.LOG and p.block is not None]
    assert [log["c7"][0].startswith("Read ") for log in logs] == [True]
    zones = [p.values for p in found if p.kind is Tell.TIMEZONE_UPDATE]
    assert zones == [{"timezone": "Asia/Tokyo"}]
    connection.query("SELECT nope", settings=settings)
    kinds = [p.kind for p in connection.packets()]
    assert kinds == [Tell.LOG, Tell.EXCEPTION]


def test_unknown_settings_are_refused(connection: Connection) -> None:
    with pytest.raises(Error) as caught:
        ask(connection, "SELECT 1", settings={"no_such_setting": "1"})
    assert caught.value.code == Code.UNKNOWN_SETTING


def test_totals_extremes_and_rows_before_the_limit(connection: Connection) -> None:
    query = (
        "SELECT number % 3 AS k, count() FROM numbers(10) GROUP BY k WITH TOTALS ORDER BY k LIMIT 2"
        " FORMAT JSON"
    )
    found = ask(connection, query, settings={"extremes": "1"})
    ends = {p.kind: p.block.table.to_pydict() for p in found if p.block is not None}
    assert ends[Tell.TOTALS] == {"c0": [0], "c1": [10]}
    assert ends[Tell.EXTREMES] == {"c0": [0, 1], "c1": [3, 4]}
    info = next(p.values for p in found if p.kind is Tell.PROFILE_INFO)
    assert info is not None
    assert (info["rows"], info["applied_limit"], info["rows_before_limit"]) == (2, 1, 3)


def test_a_query_is_cancelled_and_the_connection_goes_on(connection: Connection) -> None:
    connection.query("SELECT sleepEachRow(1) FROM numbers(60)")
    time.sleep(0.3)
    connection.cancel()
    found = list(connection.packets())
    assert found[-1].kind is Tell.END_OF_STREAM
    assert len(rows(found)) < 60
    assert rows(ask(connection, "SELECT 1")) == [(1,)]


def test_a_client_that_leaves_ends_its_query(address: Address, http: Asking) -> None:
    connection = Connection(address, "tests")
    connection.query("SELECT sleepEachRow(1) FROM numbers(600)", query_id="left alone")
    running = "SELECT count() FROM system.processes WHERE query_id = 'left alone'"
    _wait_for(http, running, "1\n")
    connection.close()
    _wait_for(http, running, "0\n")


def test_an_insert_that_breaks_off_or_is_cancelled(
    address: Address, http: Asking, database: str
) -> None:
    http.ok(f"CREATE TABLE {database}.t (n UInt64) ENGINE = MergeTree ORDER BY n")
    text = f"INSERT INTO {database}.t FORMAT Native"
    for cancel in (False, True):
        connection = Connection(address, "tests", timeout=60)
        connection.query(text)
        connection.receive()
        connection.send_block(numbers(0, 1000), NUMBERS)
        if cancel:
            connection.cancel()
            assert list(connection.packets())[-1].kind is Tell.END_OF_STREAM
            assert rows(ask(connection, "SELECT 1")) == [(1,)]
        connection.close()
    _wait_for(http, "SELECT count() FROM system.processes", "1\n")
    assert http.ok(f"SELECT count() FROM {database}.t") == "0\n"


def test_an_insert_that_fails_passes_over_the_rest(
    connection: Connection, http: Asking, database: str
) -> None:
    http.ok(f"CREATE TABLE {database}.t (n UInt64) ENGINE = MergeTree ORDER BY n")
    connection.query(f"INSERT INTO {database}.t FORMAT Native")
    connection.receive()
    wrong = pa.table({"c0": pa.array([[1]], pa.list_(pa.uint64()))})
    connection.send_block(wrong, [("n", parse_type("Array(UInt64)"))])
    connection.send_block(numbers(0, 10), NUMBERS)
    connection.send_block(None, [])
    assert list(connection.packets())[-1].error is not None
    assert rows(ask(connection, f"SELECT count() FROM {database}.t")) == [(0,)]


# A column, an expression of another type, and what ClickHouse makes of its values.
CONVERTED = (
    ("UInt8", "toUInt64(300)", "44"),
    ("String", "toUInt64(5)", "5"),
    ("UInt32", "'12'", "12"),
    ("Nullable(UInt8)", "toUInt8(3)", "3"),
    ("UInt8", "CAST(NULL AS Nullable(UInt8))", "0"),
    ("Array(UInt64)", "[toUInt8(1)]", "[1]"),
    ("DateTime", "'2024-01-01 00:00:00'", "2024-01-01 00:00:00"),
    ("Date", "toDateTime('2024-01-01 05:00:00')", "2024-01-01"),
    ("Enum8('a' = 1)", "'a'", "a"),
    ("Decimal(9, 2)", "toFloat64(1.239)", "1.23"),
    ("Float32", "toDecimal64(1.5, 3)", "1.5"),
)


def test_blocks_of_other_types(connection: Connection, http: Asking, database: str) -> None:
    columns = ", ".join(f"x{i} {type_}" for i, (type_, _, _) in enumerate(CONVERTED))
    http.ok(f"CREATE TABLE {database}.t ({columns}) ENGINE = Memory")
    values = ", ".join(f"{value} AS x{i}" for i, (_, value, _) in enumerate(CONVERTED))
    block = next(p.block for p in ask(connection, f"SELECT {values}") if p.block and p.block.rows)
    connection.query(f"INSERT INTO {database}.t FORMAT Native")
    connection.receive()
    connection.send_block(block.table, block.header)
    connection.send_block(None, [])
    assert list(connection.packets())[-1].error is None
    shown = ", ".join(f"toString(x{i})" for i in range(len(CONVERTED)))
    assert rows(ask(connection, f"SELECT {shown} FROM {database}.t")) == [
        tuple(wanted for _, _, wanted in CONVERTED)
    ]


def _wait_for(http: Asking, query: str, wanted: str) -> None:
    end = time.monotonic() + 60
    while http.ok(query) != wanted:
        assert time.monotonic() < end, query
        time.sleep(0.05)


HELLO = (
    varint(Ask.HELLO) + text_bytes("x") + varint(1) + varint(1) + varint(54412)
    + text_bytes("") + text_bytes("default") + text_bytes("")
)  # fmt: skip
QUERY = (
    varint(Ask.QUERY) + text_bytes("") + b"\0" + text_bytes("") + varint(2) + varint(0)
    + text_bytes("SELECT * FROM x")
)  # fmt: skip
PACKED = QUERY[: -len(text_bytes("SELECT * FROM x")) - 1] + varint(1) + text_bytes("SELECT 1")
BLOCK = varint(Ask.DATA) + text_bytes("x")
INFO = b"\1\0\2\xff\xff\xff\xff\0"


def frame_of(data: bytes, size: int, method: int = 0x82) -> bytes:
    body = struct.pack("<BII", method, len(data) + 9, size) + data
    return checksum(body) + body


def column(rows_: int, type_: str, data: bytes = b"") -> bytes:
    return INFO + varint(1) + varint(rows_) + text_bytes("a") + text_bytes(type_) + data


RUBBISH = {
    "noise": bytes(range(200, 256)) * 50,
    "nothing but ones": b"\xff" * 100_000,
    "another packet first": varint(Ask.PING),
    "long name": varint(Ask.HELLO) + varint(1 << 60) + b"x" * 1000,
    "name of megabytes": varint(Ask.HELLO) + varint(3 << 20) + b"x" * (3 << 20),
    "unknown packet": HELLO + varint(99),
    "cluster": varint(0) + text_bytes("x") + varint(1) + varint(1) + varint(54412)
    + text_bytes("") + text_bytes(" INTERSERVER SECRET ") + text_bytes(""),
    "long query": HELLO + QUERY[:4] + varint(2) + varint(0) + varint(1 << 40),
    "unknown setting": HELLO + varint(Ask.QUERY) + text_bytes("") + b"\0" + text_bytes("nope"),
    "many rows": HELLO + QUERY + BLOCK + column(1 << 62, "UInt8"),
    "many bytes": HELLO + QUERY + BLOCK + column(1 << 39, "UInt64"),
    "many columns": HELLO + QUERY + BLOCK + INFO + varint(1 << 40) + varint(1),
    "unknown type": HELLO + QUERY + BLOCK + column(1, "Nonsense(5"),
    "deep type": HELLO + QUERY + BLOCK + column(1, "Array(" * 50_000),
    "sizes of arrays": HELLO + QUERY + BLOCK
    + column(2, "Array(UInt8)", struct.pack("<QQ", 5, 3) + b"\0" * 5),
    "large array": HELLO + QUERY + BLOCK + column(1, "Array(UInt8)", struct.pack("<Q", 1 << 63)),
    "index beyond its dictionary": HELLO + QUERY + BLOCK + column(
        1, "LowCardinality(String)", struct.pack("<QQQ", 1, 0x600, 1) + b"\0"
        + struct.pack("<Q", 1) + b"\x07"),
    "huge text": HELLO + QUERY + BLOCK + column(1, "String", varint(1 << 40) + b"x" * 100),
    "endless length": HELLO + QUERY + BLOCK + column(1, "String", b"\xff" * 5000),
    "variant": HELLO + QUERY + BLOCK + column(1, "Variant(UInt8)", bytes(8) + b"\x09"),
    "frame without a checksum": HELLO + PACKED + BLOCK + bytes(16)
    + struct.pack("<BII", 0x82, 20, 20) + bytes(11),
    "frame of gigabytes": HELLO + PACKED + BLOCK + frame_of(b"\0" * 100, 0xFFFF_FFFF),
    "frame of an unknown method": HELLO + PACKED + BLOCK + frame_of(b"\0" * 100, 100, 0x77),
    "frame that does not unpack": HELLO + PACKED + BLOCK + frame_of(b"\xff" * 100, 100),
}  # fmt: skip


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_costs_one_connection(address: Address, connection: Connection, name: str) -> None:
    with socket.create_connection((address.host, address.port), timeout=60) as other:
        try:
            other.sendall(RUBBISH[name])
            other.shutdown(socket.SHUT_WR)
            while other.recv(1 << 16):
                pass
        except ConnectionError:
            pass
    assert connection.is_alive()


def test_half_a_packet_waits_for_nobody(address: Address, connection: Connection) -> None:
    whole = HELLO + QUERY
    with socket.create_connection((address.host, address.port)) as other:
        for place in range(0, len(whole), 7):
            other.sendall(whole[place : place + 7])
            assert connection.is_alive()


def test_http_is_told_where_to_go(server: Server) -> None:
    answer = Asking(server.port("tcp_port")).raw(b"GET / HTTP/1.1\r\n\r\n")
    assert answer.startswith(b"HTTP/1.0 400 Bad Request")
    assert f"You must use port {server.port('http_port')} for HTTP.".encode() in answer
