"""Bodies of any size both ways: compression, errors in the middle, clients that are slow."""

import bz2
import gzip
import json
import lzma
import re
import socket
import subprocess
import time
import zlib
from collections.abc import Callable, Iterator

import pyarrow as pa
import pytest

from sparktree.errors import Code
from sparktree.protocol.frames import frame
from sparktree.server.server import Server
from sparktree.session import Session
from tests.server.asking import Asking, received

ROWS = 300_000  # of numbers: some MiB of text
# The first rows are sent before the last ones fail.
BREAKS = "SELECT number, throwIf(number = 30000000) FROM numbers(40000000)"


def arrow(codec: str) -> Callable[[bytes], bytes]:
    return lambda data: pa.CompressedInputStream(pa.BufferReader(data), codec).read()


def packed(codec: str) -> Callable[[bytes], bytes]:
    def pack(data: bytes) -> bytes:
        sink = pa.BufferOutputStream()
        with pa.CompressedOutputStream(sink, codec) as stream:
            stream.write(data)
        return bytes(sink.getvalue())

    return pack


ENCODINGS: dict[str, tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]] = {
    "gzip": (gzip.compress, gzip.decompress),
    "deflate": (zlib.compress, zlib.decompress),
    "br": (packed("brotli"), arrow("brotli")),
    "zstd": (packed("zstd"), arrow("zstd")),
    "lz4": (packed("lz4"), arrow("lz4")),
    "xz": (lzma.compress, lzma.decompress),
    "bz2": (bz2.compress, bz2.decompress),
}


def unframed(data: bytes) -> bytes:
    """What frames of ClickHouse hold."""
    found = b""
    while data:
        size = int.from_bytes(data[17:21], "little")
        held = int.from_bytes(data[21:25], "little")
        found += pa.decompress(data[25 : 16 + size], held, "lz4_raw", asbytes=True)
        data = data[16 + size :]
    return found


def numbers() -> bytes:
    return b"".join(b"%d\n" % i for i in range(ROWS))


def test_a_result_of_many_pieces(http: Asking) -> None:
    answer = http.get(f"SELECT number FROM numbers({ROWS})")
    assert answer.headers["transfer-encoding"] == "chunked"
    assert answer.body == numbers()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_compression_both_ways(http: Asking, database: str, encoding: str) -> None:
    pack, unpack = ENCODINGS[encoding]
    http.ok(f"CREATE TABLE {database}.t (x UInt32) ENGINE = Memory")
    insert = f"INSERT INTO {database}.t FORMAT TSV"
    sent = http.post(pack(b"1\n2\n3\n"), {"Content-Encoding": encoding}, query=insert)
    assert (sent.status, sent.text) == (200, "")
    assert json.loads(sent.headers["x-clickhouse-summary"])["written_rows"] == "3"
    accept = {"Accept-Encoding": f"identity, {encoding};q=0.5"}
    for query, text in (
        (f"SELECT * FROM {database}.t ORDER BY x", b"1\n2\n3\n"),
        (f"SELECT number FROM numbers({ROWS})", numbers()),
    ):
        answer = http.post(query, accept)
        assert answer.headers["content-encoding"] == encoding
        assert unpack(answer.body) == text
    plain = http.post("SELECT 1", accept, enable_http_compression=0)
    assert ("content-encoding" in plain.headers, plain.text) == (False, "1\n")
    failed = http.post("SELECT nope", accept)
    assert (failed.status, b"Code: 47" in unpack(failed.body)) == (404, True)


def test_a_body_that_is_not_what_it_says(http: Asking, database: str) -> None:
    http.ok(f"CREATE TABLE {database}.t (x UInt32) ENGINE = Memory")
    insert = f"INSERT INTO {database}.t FORMAT TSV"
    for encoding, code in (("gzip", "354"), ("zstd", "561"), ("nope", "48")):
        answer = http.post(b"\x00\x01rubbish", {"Content-Encoding": encoding}, query=insert)
        assert answer.headers["x-clickhouse-exception-code"] == code
    assert http.ok(f"SELECT count() FROM {database}.t") == "0\n"


def test_frames_both_ways(http: Asking, database: str) -> None:
    assert unframed(http.get("SELECT 1, 'x'", compress=1).body) == b"1\tx\n"
    assert unframed(http.get(f"SELECT number FROM numbers({ROWS})", compress=1).body) == numbers()
    both = http.get("SELECT 1", {"Accept-Encoding": "gzip"}, compress=1)
    assert unframed(gzip.decompress(both.body)) == b"1\n"
    failed = http.get("SELECT nope", compress=1)
    assert (failed.status, unframed(failed.body)[:8]) == (404, b"Code: 47")
    http.ok(f"CREATE TABLE {database}.t (x UInt32) ENGINE = Memory")
    insert = f"INSERT INTO {database}.t FORMAT TSV"
    data = frame(b"1\n2\n") + frame(b"3\n", 0x90) + frame(b"4\n", 0x02)
    assert http.post(data, query=insert, decompress=1).status == 200
    assert http.ok(f"SELECT sum(x) FROM {database}.t") == "10\n"
    broken = bytes([data[0] ^ 1]) + data[1:]
    assert (
        http.post(broken, query=insert, decompress=1).headers["x-clickhouse-exception-code"] == "40"
    )
    ignored = "http_native_compression_disable_checksumming_on_decompress"
    assert http.post(broken, None, query=insert, decompress=1, **{ignored: 1}).status == 200
    cut = http.post(data[:-3], query=insert, decompress=1)
    assert cut.headers["x-clickhouse-exception-code"] == "33"
    wrong = data[:16] + b"\x55" + data[17:]
    assert (
        http.post(wrong, query=insert, decompress=1).headers["x-clickhouse-exception-code"] == "89"
    )
    bomb = data[:21] + b"\xff\xff\xff\xff" + data[25:]
    assert (
        http.post(bomb, query=insert, decompress=1).headers["x-clickhouse-exception-code"] == "39"
    )


def test_an_error_in_the_middle_breaks_the_stream(http: Asking) -> None:
    target = f"/?query={BREAKS.replace(' ', '%20')}"
    answer = http.raw(f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK")
    found = re.search(rb"X-ClickHouse-Exception-Tag: (\w{16})", head)
    assert found is not None
    tag = found[1]
    assert not answer.endswith(b"0\r\n\r\n"), "the last chunk must not come"
    text = body[body.index(b"\r\n__exception__\r\n") :]
    pattern = rb"\r\n__exception__\r\n%b\r\n(.*)\n(\d+) %b\r\n__exception__\r\n" % (tag, tag)
    told = re.match(pattern, text, re.DOTALL)
    assert told is not None
    assert told[1].startswith(b"Code: 395. DB::Exception: ")
    assert int(told[2]) == len(told[1]) + 1


def test_wait_end_of_query_gives_the_error_its_status(http: Asking) -> None:
    for how in ("wait_end_of_query", "http_wait_end_of_query"):
        answer = http.get(BREAKS, None, **{how: 1})
        assert (answer.status, answer.headers["x-clickhouse-exception-code"]) == (500, "395")
        whole = http.get(f"SELECT number FROM numbers({ROWS})", None, **{how: 1})
        assert whole.headers["content-length"] == str(len(numbers()))
        assert whole.body == numbers()
        summary = json.loads(whole.headers["x-clickhouse-summary"])
        assert summary["result_rows"] == str(ROWS)
    large = http.get(f"SELECT number FROM numbers({ROWS})", buffer_size=10_000_000)
    assert large.headers["content-length"] == str(len(numbers()))


def test_inserts_as_they_come(http: Asking, database: str) -> None:
    """Chunked, in pieces that cut rows; the statement in the URL, or at the head of the body."""
    http.ok(f"CREATE TABLE {database}.t (x UInt32, s String) ENGINE = MergeTree ORDER BY x")

    def lines(count: int) -> Iterator[bytes]:
        text = b"".join(b"%d\tword \xff %d\n" % (i, i) for i in range(count))
        for begin in range(0, len(text), 99_991):
            yield text[begin : begin + 99_991]

    insert = f"INSERT INTO {database}.t FORMAT TSV"
    assert http.post(lines(ROWS), query=insert).status == 200
    assert http.ok(f"SELECT count(), sum(x), uniqExact(s) FROM {database}.t") == (
        f"{ROWS}\t{ROWS * (ROWS - 1) // 2}\t{ROWS}\n"
    )
    http.ok(f"TRUNCATE TABLE {database}.t")

    def whole() -> Iterator[bytes]:
        yield f"{insert}\n".encode()
        yield from lines(ROWS)

    assert http.post(whole()).status == 200
    found = http.post(f"SELECT count(), max(s) FROM {database}.t").body
    assert found == b"%d\tword \xff 99999\n" % ROWS


def test_values_and_inline_data(http: Asking, database: str) -> None:
    http.ok(f"CREATE TABLE {database}.t (x UInt32) ENGINE = Memory")
    http.ok(f"INSERT INTO {database}.t VALUES (1), (2)")
    http.ok("(3), (4)", query=f"INSERT INTO {database}.t VALUES")
    http.ok("(6)", query=f"INSERT INTO {database}.t VALUES (5),")
    http.ok('{"x": 7}', query=f"INSERT INTO {database}.t FORMAT JSONEachRow")
    http.ok(f'INSERT INTO {database}.t FORMAT JSONEachRow {{"x": 8}}')
    http.ok("", query=f"INSERT INTO {database}.t FORMAT TSV")
    http.ok(f"INSERT INTO {database}.t SELECT x + 1 FROM input('x UInt32') FORMAT TSV\n8\n")
    assert http.ok(f"SELECT groupArray(x) FROM (SELECT x FROM {database}.t ORDER BY x)") == (
        "[1,2,3,4,5,6,7,8,9]\n"
    )


def test_an_insert_that_breaks_off_inserts_nothing(http: Asking, database: str) -> None:
    http.ok(f"CREATE TABLE {database}.t (x UInt32) ENGINE = MergeTree ORDER BY x")
    head = f"POST /?query=INSERT%20INTO%20{database}.t%20FORMAT%20TSV HTTP/1.1\r\nHost: x\r\n"
    for framing in ("Content-Length: 100000", "Transfer-Encoding: chunked"):
        with socket.create_connection(("127.0.0.1", http.port)) as connection:
            connection.sendall(f"{head}{framing}\r\n\r\n".encode() + b"6\r\n1\n2\n3\n\r\n")
            time.sleep(0.2)
    waiting = "SELECT count() FROM system.processes WHERE query LIKE 'INSERT%'"
    wait_for(lambda: http.ok(waiting) == "0\n")
    assert http.ok(f"SELECT count() FROM {database}.t") == "0\n"


def test_progress_in_headers(http: Asking, database: str) -> None:
    http.ok(f"CREATE TABLE {database}.t (x UInt32) ENGINE = MergeTree ORDER BY x")
    http.ok(f"INSERT INTO {database}.t SELECT number FROM numbers(100000)")
    answer = http.get(
        f"SELECT count() FROM {database}.t WHERE NOT ignore(x)",
        send_progress_in_http_headers=1,
        http_headers_progress_interval_ms=0,
    )
    assert answer.text == "100000\n"
    progress = json.loads(answer.headers["x-clickhouse-progress"])
    assert progress["read_rows"] == progress["total_rows_to_read"] == "100000"
    assert json.loads(answer.headers["x-clickhouse-summary"])["total_rows_to_read"] == "100000"
    failed = http.get(
        f"SELECT throwIf(count() = 100000) FROM {database}.t WHERE NOT ignore(x)",
        send_progress_in_http_headers=1,
        http_headers_progress_interval_ms=0,
    )
    assert failed.headers["x-clickhouse-exception-code"] == "395"
    assert failed.text.startswith("Code: 395.")


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "that took too long"
        time.sleep(0.05)


def test_a_query_whose_client_leaves_ends(http: Asking, capsys: pytest.CaptureFixture[str]) -> None:
    running = "SELECT count() FROM system.processes WHERE query_id IN ('left', 'reading')"
    for query_id, query in (
        ("left", "SELECT sleepEachRow(1) FROM numbers(60)"),
        ("reading", "SELECT number, repeat('x', 100) FROM numbers(1000000000)"),
    ):
        target = f"/?query_id={query_id}&query={query}".replace(" ", "%20")
        with socket.create_connection(("127.0.0.1", http.port)) as connection:
            connection.sendall(f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            wait_for(lambda: http.ok(running) == "1\n")
        wait_for(lambda: http.ok(running) == "0\n")
    logged: list[str] = []

    told = [f"Query '{name}': its client went away." for name in ("left", "reading")]

    def is_logged() -> bool:
        logged.extend(capsys.readouterr().err.splitlines())
        return logged.count(told[0]) == logged.count(told[1]) == 1

    wait_for(is_logged)
    assert "Unexpected failure:" not in logged


def test_an_unexpected_failure_is_told_and_logged_in_a_few_lines(
    http: Asking, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def deep(*arguments: object, **named: object) -> object:
        return deep(*arguments, **named)

    monkeypatch.setattr(Session, "stream", deep)
    answer = http.post("SELECT 1")
    assert (answer.status, answer.headers["x-clickhouse-exception-code"]) == (500, "49")
    assert answer.text.startswith("Code: 49. DB::Exception: Unexpected failure.")
    lines = capsys.readouterr().err.splitlines()
    assert "Unexpected failure:" in lines
    assert any(line.startswith("RecursionError") for line in lines)
    assert len(lines) < 100


def test_kill_query_ends_a_request(http: Asking) -> None:
    with socket.create_connection(("127.0.0.1", http.port)) as connection:
        target = "/?query_id=killed&query=SELECT%20sleepEachRow(1)%20FROM%20numbers(60)"
        connection.sendall(
            f"GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
        )
        running = "SELECT count() FROM system.processes WHERE query_id = 'killed'"
        wait_for(lambda: http.ok(running) == "1\n")
        http.ok("KILL QUERY WHERE query_id = 'killed' SYNC")
        answer = received(connection)
    assert b"X-ClickHouse-Exception-Code: 394" in answer


def test_two_queries_of_one_id(http: Asking) -> None:
    with socket.create_connection(("127.0.0.1", http.port)) as connection:
        target = "/?query_id=twice&query=SELECT%20sleepEachRow(1)%20FROM%20numbers(60)"
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        running = "SELECT count() FROM system.processes WHERE query_id = 'twice'"
        wait_for(lambda: http.ok(running) == "1\n")
        again = http.post("SELECT 1", query_id="twice")
    assert (again.status, again.headers["x-clickhouse-exception-code"]) == (500, "216")


def test_a_slow_client_holds_no_memory(http: Asking, server: Server) -> None:
    """A result of a GB is made only as fast as it is read."""
    target = "/?query_id=slow&query=SELECT%20repeat('x',1000)%20FROM%20numbers(100000)"
    with socket.create_connection(("127.0.0.1", http.port)) as connection:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        assert connection.recv(100)
        time.sleep(1)
        running = server.serving.engine.services.journal.running["slow"]
        assert running.query_id == "slow"
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
    wait_for(lambda: "slow" not in server.serving.engine.services.journal.running)


def test_curl_streams_both_ways(http: Asking, database: str) -> None:
    def curl(*arguments: str, data: bytes | None = None) -> str:
        command = ["curl", "-sS", "-g", *arguments]
        return subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()

    url = f"http://127.0.0.1:{http.port}/"
    assert curl(f"{url}?query=SELECT+{{x:UInt8}}&param_x=5") == "5\n"
    assert curl("--compressed", url, "-d", "SELECT 1") == "1\n"
    http.ok(f"CREATE TABLE {database}.t (x UInt32) ENGINE = MergeTree ORDER BY x")
    insert = f"{url}?query=INSERT+INTO+{database}.t+FORMAT+TSV"
    assert curl(insert, "--data-binary", "@-", data=numbers()) == ""  # with Expect: 100-continue
    assert curl(insert, "-T", "-", "-X", "POST", data=numbers()) == ""  # chunked
    assert http.ok(f"SELECT count() FROM {database}.t") == f"{2 * ROWS}\n"
    refused = curl("-i", f"{url}?query=INSERT+INTO+nope+FORMAT+TSV", "--data-binary", "@-",
                   data=numbers())  # fmt: skip
    assert "404 Not Found" in refused
    assert "Code: 60" in refused


@pytest.mark.parametrize(
    ("form", "begin", "what"),
    [
        ("CSV", b"1,", "A row"),
        ("TSV", b"1\t", "A row"),
        ("JSONEachRow", b'{"x": 1, "s": "', "A row"),
        ("Values", b"(1, '", "A row"),
        ("LineAsString", b"", "A row"),
        ("RowBinary", b"\1\0\0\0\x80\x80\x80\x18", "A block"),
        ("JSONColumns", b'{"s": ["', "Data that is read as a whole"),
    ],
)
def test_a_bomb_is_refused_before_it_fills_the_memory(
    form: str, begin: bytes, what: str, http: Asking, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sparktree.formats.input.LARGEST_ROW", 8 << 20)
    monkeypatch.setattr("sparktree.formats.input.LARGEST_WHOLE", 8 << 20)
    columns = "s String" if form == "LineAsString" else "x UInt32, s String"
    http.ok(f"CREATE TABLE {database}.t ({columns}) ENGINE = Memory")
    bomb = gzip.compress(begin + b"a" * (40 << 20), 1)
    insert = f"INSERT INTO {database}.t FORMAT {form}"
    answer = http.post(bomb, {"Content-Encoding": "gzip"}, query=insert)
    assert answer.headers["x-clickhouse-exception-code"] == str(int(Code.INCORRECT_DATA))
    assert answer.text.startswith(f"Code: 117. DB::Exception: {what} has more than")
    assert http.ok(f"SELECT count() FROM {database}.t") == "0\n"
