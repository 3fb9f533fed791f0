"""`framing_output_format`: packets of rows, progress, logs, events and errors."""

import base64
import json
from typing import Any

import pytest

from tests.server.asking import Answer, Asking
from tests.server.test_streams import ENCODINGS

GROUPS = (
    "SELECT intDiv(number, 2) AS k, count() AS c FROM numbers(4) GROUP BY k WITH TOTALS ORDER BY k"
)
Packet = tuple[str, Any]


def packets(answer: Answer) -> list[Packet]:
    """The events of a response: rows as bytes, the rest as JSON tells it."""
    assert answer.headers["content-type"] == "text/event-stream; charset=UTF-8; payload=base64"
    *events, rest = answer.text.split("\n\n")
    assert rest == ""
    return [_packet(event) for event in events]


def _packet(event: str) -> Packet:
    name, data = event.split("\n")
    kind, text = name.removeprefix("event: "), data.removeprefix("data: ")
    if kind in ("data", "totals", "extremes"):
        return kind, base64.b64decode(text, validate=True)
    told = json.loads(text)
    return kind, told["exception"] if kind == "exception" else told


def rows(found: list[Packet], *kinds: str) -> bytes:
    return b"".join(
        data for kind, data in found if kind in (kinds or ("data", "totals", "extremes"))
    )


@pytest.mark.parametrize(
    "format",
    ["TSV", "CSVWithNames", "JSONEachRow", "Native", "RowBinary", "Pretty", "Vertical", "Values"],
)
def test_the_payload_is_what_the_format_writes(http: Asking, format: str) -> None:
    statement = f"{GROUPS} FORMAT {format}"
    plain = http.post(statement, extremes=1)
    framed = http.post(statement, extremes=1, framing_output_format="eventstream")
    assert framed.status == 200
    assert rows(packets(framed)) == plain.body
    lines = http.post(statement, extremes=1, framing_output_format="JSONEachPacketBase64")
    told = [json.loads(line) for line in lines.body.splitlines()]
    encoded = [one["data"] for one in told if "data" in one]
    assert b"".join(base64.b64decode(data, validate=True) for data in encoded) == plain.body


def test_what_packets_there_are(http: Asking) -> None:
    found = packets(
        http.post(f"{GROUPS} FORMAT TSV", extremes=1, framing_output_format="EventStream")
    )
    assert [kind for kind, _ in found][-2:] == ["profile_events", "progress"]
    assert found[0] == ("data", b"0\t2\n1\t2\n")
    assert rows(found, "totals") == b"\n0\t4\n"
    assert rows(found, "extremes") == b"\n0\t2\n1\t2\n"
    last = found[-1][1]
    assert last["result_rows"] == "2"
    assert set(last) >= {"result_bytes", "elapsed_ns"}


def test_json_of_packets(http: Asking) -> None:
    answer = http.post(
        "SELECT number, 'a\\tb' AS s FROM numbers(2) FORMAT JSONEachRow",
        framing_output_format="JSONEachPacketString", send_profile_events=0,
    )  # fmt: skip
    first, *rest = answer.body.splitlines()
    assert first == (
        rb'{"packet":"data","data":"{\"number\":0,\"s\":\"a\\tb\"}\n{\"number\":1,\"s\":\"a\\tb\"}\n"}'
    )
    assert [json.loads(line)["packet"] for line in rest] == ["progress"]


def test_totals_of_formats_that_leave_them_out(http: Asking) -> None:
    statement = f"{GROUPS} FORMAT JSONCompactEachRow"
    plain = http.ok(statement)
    found = packets(http.post(statement, framing_output_format="EventStream"))
    assert rows(found, "data") == plain.encode() == b"[0, 2]\n[1, 2]\n"
    assert rows(found, "totals") == b"[0, 4]\n"


def test_the_setting_of_the_statement_counts(http: Asking) -> None:
    asked = "SELECT 1 FORMAT TSV SETTINGS framing_output_format = '{}'"
    assert rows(packets(http.post(asked.format("EventStream")))) == b"1\n"
    other = http.post(asked.format("JSONEachPacketString"), framing_output_format="EventStream")
    assert other.headers["content-type"].startswith("application/x-ndjson")
    none = http.post(asked.format("None"), framing_output_format="EventStream")
    assert (none.text, none.headers["content-type"]) == (
        "1\n", "text/tab-separated-values; charset=UTF-8",
    )  # fmt: skip


def test_statements_without_rows(http: Asking, database: str) -> None:
    framed: dict[str, Any] = {"framing_output_format": "EventStream", "send_logs_level": "debug"}
    create = f"CREATE TABLE {database}.t (x UInt32) ENGINE = MergeTree ORDER BY x"
    assert packets(http.post(create, **framed))[-1][0] == "progress"
    found = packets(http.post(f"INSERT INTO {database}.t SELECT number FROM numbers(5)", **framed))
    assert found[-1][1]["result_rows"] == found[-1][1]["written_rows"] == "5"
    assert [kind for kind, _ in found if kind == "data"] == []
    logged = next(told for kind, told in found if kind == "log")
    assert logged["priority"] == "Debug"
    assert logged["text"].startswith("Read ")


@pytest.mark.parametrize(
    ("statement", "status", "code"),
    [
        ("SELECT wrong syntax here", 400, "62"),
        ("SELECT * FROM no_such_table FORMAT JSON", 404, "60"),
        ("SELECT throwIf(number = 2) FROM numbers(10)", 500, "395"),
    ],
)
@pytest.mark.parametrize("whole", [0, 1])
def test_errors_are_packets(
    http: Asking, statement: str, status: int, code: str, whole: int
) -> None:
    answer = http.post(
        statement, framing_output_format="EventStream", wait_end_of_query=whole,
        send_logs_level="error",
    )  # fmt: skip
    assert (answer.status, answer.headers["x-clickhouse-exception-code"]) == (status, code)
    (log, logged), (kind, text) = packets(answer)
    assert (log, kind, logged["priority"]) == ("log", "exception", "Error")
    assert text.startswith(f"Code: {code}. DB::Exception: ")


def test_an_error_behind_rows_is_the_last_packet(http: Asking) -> None:
    answer = http.post(
        "SELECT number, throwIf(number = 30000000) FROM numbers(40000000) FORMAT TSV",
        framing_output_format="EventStream",
    )
    assert answer.status == 200
    found = packets(answer)
    assert rows(found).startswith(b"0\t0\n1\t0\n")
    assert found[-1][0] == "exception"
    assert any(kind == "progress" for kind, _ in found)
    assert "Code: 395." in found[-1][1]


@pytest.mark.parametrize(
    ("framing", "format", "words"),
    [
        ("Unknown", "TSV", "Unknown framing format Unknown. Supported framing formats: None, Ev"),
        ("JSONEachPacketString", "RowBinary", "is not compatible with the output format RowBinary"),
        ("JSONEachPacketString", "TSVRaw", "is not compatible with the output format TabSeparated"),
        ("EventStream", "JSONEachRowWithProgress", "writes progress in-band"),
    ],
)
def test_what_does_not_go_together(http: Asking, framing: str, format: str, words: str) -> None:
    answer = http.post(f"SELECT 1 FORMAT {format}", framing_output_format=framing)
    assert answer.status in (400, 404)
    assert words in answer.text


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "zstd", "br", "lz4"])
def test_framed_answers_are_compressed(http: Asking, encoding: str) -> None:
    answer = http.post(
        "SELECT number FROM numbers(3)", {"Accept-Encoding": encoding},
        framing_output_format="EventStream",
    )  # fmt: skip
    assert answer.headers["content-encoding"] == encoding
    plain = Answer(answer.status, answer.headers, ENCODINGS[encoding][1](answer.body))
    assert rows(packets(plain)) == b"0\n1\n2\n"
