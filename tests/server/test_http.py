"""Statements over HTTP: where they stand, what comes back, and what is told about it."""

import base64
import json

import pytest

from tests.server.asking import Asking


def test_ping_and_root(http: Asking) -> None:
    for path in ("/", "/ping", "/replicas_status"):
        for method, body in (("GET", b"Ok.\n"), ("HEAD", b"")):
            answer = http.request(method, path)
            assert (answer.status, answer.body) == (200, body)
            assert answer.headers["content-length"] == "4"
            assert answer.headers["keep-alive"].startswith("timeout=")


def test_an_unknown_path_is_not_found(http: Asking) -> None:
    answer = http.request("GET", "/nowhere")
    assert answer.status == 404
    assert answer.text.startswith("There is no handle /nowhere\n")


@pytest.mark.parametrize("path", ["/", "/query"])
def test_a_query_in_the_url(http: Asking, path: str) -> None:
    assert http.request("GET", path, query="SELECT 1, 'é'").text == "1\té\n"


def test_a_query_in_the_body_and_in_both(http: Asking) -> None:
    assert http.ok("SELECT 1") == "1\n"
    assert http.ok(" + 2", query="SELECT 1") == "3\n"
    assert http.ok("", query="SELECT 5") == "5\n"


def test_headers_tell_about_the_result(http: Asking) -> None:
    answer = http.get("SELECT number FROM numbers(3) FORMAT JSONEachRow", query_id="mine")
    headers = answer.headers
    assert headers["x-clickhouse-query-id"] == "mine"
    assert headers["x-clickhouse-format"] == "JSONEachRow"
    assert headers["x-clickhouse-timezone"] == "UTC"
    assert headers["x-clickhouse-server-display-name"] == "tests"
    assert len(headers["x-clickhouse-exception-tag"]) == 16
    assert headers["content-type"] == "application/x-ndjson; charset=UTF-8"
    summary = json.loads(headers["x-clickhouse-summary"])
    assert (summary["read_rows"], summary["result_rows"]) == ("3", "3")
    assert int(summary["elapsed_ns"]) > 0
    assert set(map(type, summary.values())) == {str}


def test_parameters_and_settings(http: Asking) -> None:
    answer = http.get(
        "SELECT {x:UInt8}, {s:String}, getSetting('max_threads')", param_x=7, param_s="a b",
        max_threads=3,
    )  # fmt: skip
    assert answer.text == "7\ta b\t3\n"
    zone = http.get("SELECT toDateTime(0)", session_timezone="Asia/Tokyo")
    assert zone.text == "1970-01-01 09:00:00\n"
    assert zone.headers["x-clickhouse-timezone"] == "Asia/Tokyo"


def test_formats_and_databases(http: Asking, database: str) -> None:
    http.ok(f"CREATE TABLE {database}.t (x UInt8) ENGINE = Memory")
    http.ok(f"INSERT INTO {database}.t VALUES (1)")
    assert http.ok("SELECT * FROM t", database=database) == "1\n"
    by_header = {"X-ClickHouse-Database": database, "X-ClickHouse-Format": "JSONCompactEachRow"}
    assert http.post("SELECT * FROM t", by_header).text == "[1]\n"
    assert http.get("SELECT 1 AS x", default_format="JSONEachRow").text == '{"x":1}\n'
    assert http.get("SELECT 1 AS x FORMAT CSV", default_format="JSONEachRow").text == "1\n"
    missing = http.get("SELECT 1", database="nowhere")
    assert (missing.status, missing.headers["x-clickhouse-exception-code"]) == (404, "81")


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("SELECT nope", 404, 47),
        ("SELECT * FROM nope", 404, 60),
        ("SELECT nope()", 404, 46),
        ("SELECT 1 FORMAT Nope", 404, 73),
        ("SELECT 1 SETTINGS nope = 1", 404, 115),
        ("SELECT (", 400, 62),
        ("", 400, 62),
        ("SELECT toUInt8('x')", 400, 6),
        ("SELECT toDate('x')", 400, 38),
        ("SELECT 'a' + 1", 400, 43),
        ("SELECT throwIf(1)", 500, 395),
        ("SELECT {x:UInt8}", 400, 456),
        ("Begin TRANSACTION", 501, 48),
        ("SELECT sleepEachRow(1) FROM numbers(9) SETTINGS max_execution_time = 1", 408, 159),
        ("SELECT 1 INTO OUTFILE 'x'", 500, 358),
    ],
)
def test_errors_have_a_status_and_a_code(http: Asking, query: str, status: int, code: int) -> None:
    answer = http.post(query)
    assert (answer.status, answer.headers.get("x-clickhouse-exception-code")) == (status, str(code))
    assert answer.text.startswith(f"Code: {code}. DB::Exception: ")
    assert answer.text.rstrip().endswith("(official build))")
    assert answer.headers["content-type"] == "text/plain; charset=UTF-8"


def test_get_changes_nothing(http: Asking, database: str) -> None:
    for query in (
        f"CREATE TABLE {database}.t (x UInt8) ENGINE = Memory",
        f"CREATE TABLE {database}.t (x UInt8) ENGINE = Memory SETTINGS readonly = 0",
        f"INSERT INTO {database}.t SETTINGS readonly = 0 SELECT 1",
    ):
        answer = http.get(query)
        assert (answer.status, answer.headers["x-clickhouse-exception-code"]) == (500, "164")
    assert http.ok(f"SHOW TABLES FROM {database}") == ""
    assert http.get("SELECT getSetting('readonly') SETTINGS max_threads = 1").text == "2\n"


def test_post_needs_a_length(http: Asking) -> None:
    answer = http.raw(b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert b" 411 " in answer
    assert b"Code: 381" in answer


def test_users_log_in_by_each_way_of_http(http: Asking) -> None:
    def user(headers: dict[str, str], **fields: object) -> tuple[int, str]:
        answer = http.get("SELECT currentUser()", headers, **fields)
        return answer.status, answer.headers.get("x-clickhouse-exception-code", answer.text)

    def basic(text: str) -> dict[str, str]:
        return {"Authorization": f"Basic {base64.b64encode(text.encode()).decode()}"}

    assert user({}) == user(basic("default:")) == (200, "default\n")
    assert user({"X-ClickHouse-User": "default"}) == (200, "default\n")
    assert user({}, user="default", password="") == (200, "default\n")
    assert user(basic("default:any")) == (200, "default\n")  # it has no password to be wrong
    assert user({}, user="nobody") == (403, "516")
    http.ok("CREATE USER ada IDENTIFIED BY 'secret'")
    try:
        assert user(basic("ada:secret")) == (200, "ada\n")
        assert user({"X-ClickHouse-User": "ada", "X-ClickHouse-Key": "secret"}) == (200, "ada\n")
        assert user(basic("ada:wrong")) == user({}, user="ada") == (403, "516")
        forbidden = http.post("CREATE DATABASE adas", basic("ada:secret"))
        assert (forbidden.status, forbidden.headers["x-clickhouse-exception-code"]) == (403, "497")
    finally:
        http.ok("DROP USER ada")
    assert user({"X-ClickHouse-User": "default", **basic("default:")}) == (403, "516")
    assert user(basic("default:"), user="default") == (403, "516")
    assert user({"Authorization": "Basic ???"}) == (403, "516")
    assert user({"Authorization": "Bearer x"}) == (403, "516")


def test_sessions_keep_settings_and_temporary_tables(http: Asking) -> None:
    fields: dict[str, object] = {"session_id": "s1", "session_timeout": 10}
    http.ok("SET max_threads = 5", **fields)
    http.ok("CREATE TEMPORARY TABLE kept (x UInt8)", **fields)
    http.ok("INSERT INTO kept VALUES (3)", **fields)
    assert http.ok("SELECT x, getSetting('max_threads') FROM kept", **fields) == "3\t5\n"
    assert http.post("SELECT * FROM kept").status == 404
    http.ok("SELECT 1", session_check=1, close_session=1, **fields)
    gone = http.post("SELECT 1", None, session_check=1, **fields)
    assert (gone.status, gone.headers["x-clickhouse-exception-code"]) == (404, "372")
    long = http.post("SELECT 1", session_id="s1", session_timeout=4000)
    assert long.headers["x-clickhouse-exception-code"] == "374"
    assert http.post("SELECT 1", session_id="").headers["x-clickhouse-exception-code"] == "744"


def test_roles_of_a_request(http: Asking) -> None:
    http.ok("CREATE ROLE reader")
    try:
        refused = http.get("SELECT 1", role="reader")
        assert (refused.status, refused.headers["x-clickhouse-exception-code"]) == (403, "512")
        unknown = http.get("SELECT 1", role="nobody")
        assert (unknown.status, unknown.headers["x-clickhouse-exception-code"]) == (404, "511")
        http.ok("CREATE USER bob ROLE reader")
        query, user = "SELECT currentUser()", {"X-ClickHouse-User": "bob"}
        assert http.get(query, user, role="reader").text == "bob\n"
    finally:
        http.ok("DROP USER IF EXISTS bob")
        http.ok("DROP ROLE reader")


def test_processes_tell_who_asks(http: Asking) -> None:
    columns = "user, interface, address, http_method, http_user_agent, port > 0"
    found = http.post(
        f"SELECT {columns} FROM system.processes WHERE query_id = 'who'",
        {"User-Agent": "tester"},
        query_id="who",
    )
    assert found.text == "default\tHTTP\t::ffff:127.0.0.1\tPOST\ttester\t1\n"


def test_the_log_tells_who_asked(http: Asking) -> None:
    http.post("SELECT 1", {"User-Agent": "tester"}, query_id="logged")
    http.ok("SYSTEM FLUSH LOGS")
    columns = "DISTINCT interface, http_method, http_user_agent"
    found = http.ok(f"SELECT {columns} FROM system.query_log WHERE query_id = 'logged'")
    assert found == "2\t2\ttester\n"


def test_one_connection_serves_many_requests(http: Asking) -> None:
    one = b"GET /?query=SELECT+1 HTTP/1.1\r\nHost: x\r\n\r\n"
    last = b"GET /?query=SELECT+2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    answer = http.raw(one + one + last)
    assert answer.count(b"HTTP/1.1 200 OK") == 3
    assert answer.endswith(b"\r\n\r\n2\n")


def test_http_1_0_closes_the_connection(http: Asking) -> None:
    answer = http.raw(b"GET /?query=SELECT+1 HTTP/1.0\r\n\r\n")
    assert b"Connection: close" in answer
    assert answer.endswith(b"\r\n\r\n1\n")


def test_native_as_a_client_of_some_version_reads_it(http: Asking) -> None:
    query = "SELECT 1 AS check, toDateTime(0, 'UTC') AS t FORMAT Native"
    columns = (b"\x05check\x05UInt8", b"\x01", b"\x01t")
    info = b"\x01\x00\x02\xff\xff\xff\xff\x00"
    end = bytes(4)
    plain, zoned = b"\x08DateTime", b"\x0fDateTime('UTC')"
    for version, wanted in (
        (0, b"\x02\x01" + b"".join(columns) + plain + end),
        (51903, info + b"\x02\x01" + b"".join(columns) + plain + end),
        (54405, info + b"\x02\x01" + b"".join(columns) + zoned + end),
        (54460, info + b"\x02\x01" + b"\0".join(columns[:2]) + columns[2] + zoned + b"\0" + end),
    ):
        assert http.get(query, client_protocol_version=version).body == wanted
