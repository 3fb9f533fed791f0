"""What a server does for its clients over HTTP.

`python -m benchmarks.server [--rows N] [--seconds S]`

Point queries a second with their 99th percentile by the number of clients, bytes a second of a
large SELECT by format, rows a second of INSERT, ten thousand small INSERTs, memory by and by.
"""

import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import quote

from benchmarks.common import arguments, folder, table

CLIENTS = (1, 8, 24, 64)
FORMATS = ("Native", "ArrowStream", "TSV")
SMALL_INSERTS = 10_000
_PIECE = 1 << 20


@contextmanager
def server(path: str) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its process id."""
    command = [sys.executable, "-m", "sparktree", "server", "--path", path]
    ports = ["--http_port=0", "--tcp_port=0", "--listen_host=127.0.0.1"]
    process = subprocess.Popen([*command, *ports], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        port = next(int(line.rsplit(":", 1)[1]) for line in process.stderr if "for http on" in line)
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(60)


class Client:
    """One connection that is kept."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)

    def ask(self, query: str, body: bytes = b"", fields: str = "") -> bytes:
        """The body of the answer."""
        status, _, data = self.answer(query, body, fields)
        assert status == 200, data
        return data

    def answer(self, query: str, body: bytes = b"", fields: str = "") -> tuple[int, int, bytes]:
        """The status, the code of the error (0 if there is none) and the body of the answer."""
        response = self._sent(query, body, fields)
        code = int(response.headers.get("X-ClickHouse-Exception-Code", "0"))
        return response.status, code, response.read()

    def size(self, query: str) -> int:
        """The bytes of the answer, read in pieces."""
        response, size = self._sent(query, b"", ""), 0
        while piece := response.read(_PIECE):
            size += len(piece)
        return size

    def _sent(self, query: str, body: bytes, fields: str) -> http.client.HTTPResponse:
        self._connection.request("POST", f"/?query={quote(query)}{fields}", body)
        return self._connection.getresponse()


def in_threads(port: int, count: int, work: Callable[[Client, int], None]) -> float:
    """The seconds that so many clients take, each in a thread."""
    began = time.perf_counter()
    threads = [
        threading.Thread(target=lambda number=number: work(Client(port), number))  # type: ignore[misc]
        for number in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def points(port: int, clients: int, rows: int, seconds: float) -> tuple[float, float, int]:
    """Point queries a second, their 99th percentile in milliseconds, and how many there were."""
    took: list[float] = []
    end = time.perf_counter() + seconds

    def work(client: Client, number: int) -> None:
        key = number
        while (began := time.perf_counter()) < end:
            key = (key * 7919 + 104_729) % rows
            client.ask(f"SELECT v FROM t WHERE id = {key}")
            took.append(time.perf_counter() - began)

    elapsed = in_threads(port, clients, work)
    return len(took) / elapsed, sorted(took)[len(took) * 99 // 100] * 1000, len(took)


def memory(pid: int) -> float:
    """MiB that the process holds."""
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def large(port: int, rows: int) -> Iterator[tuple[str, str, str]]:
    """SELECT and INSERT of all rows."""
    client = Client(port)
    for name in FORMATS:
        began = time.perf_counter()
        size = client.size(f"SELECT * FROM t FORMAT {name}")
        took = time.perf_counter() - began
        yield f"SELECT of {rows:,} rows, {name}", f"{took:.2f} s", f"{size / took / 1e6:.0f} MB/s"
    client.ask("CREATE TABLE u AS t")
    for name in ("Native", "JSONEachRow"):
        data = client.ask(f"SELECT * FROM t FORMAT {name}")
        began = time.perf_counter()
        client.ask(f"INSERT INTO u FORMAT {name}", data)
        took = time.perf_counter() - began
        yield f"INSERT of {rows:,} rows, {name}", f"{took:.2f} s", f"{rows / took:,.0f} rows/s"


def small(port: int, wait: int) -> tuple[str, str, str]:
    """Ten thousand INSERTs of one row by 24 clients."""
    client = Client(port)
    client.ask(f"CREATE TABLE s{wait} (id UInt64, s String) ENGINE = MergeTree ORDER BY id")

    def work(client: Client, number: int) -> None:
        for row in range(number, SMALL_INSERTS, 24):
            data = json.dumps({"id": row, "s": f"row {row}"}).encode()
            insert = f"INSERT INTO s{wait} FORMAT JSONEachRow"
            client.ask(insert, data, f"&wait_for_async_insert={wait}")

    took = in_threads(port, 24, work)
    client = Client(port)  # a server keeps a connection that is silent only for a while
    client.ask("SYSTEM FLUSH ASYNC INSERT QUEUE")
    parts = "SELECT count() FROM system.part_log WHERE event_type = 'NewPart' AND table"
    made = client.ask(f"{parts} = 's{wait}'").decode().strip()
    count = client.ask(f"SELECT count() FROM s{wait}").decode().strip()
    assert int(count) == SMALL_INSERTS, count
    what = f"{SMALL_INSERTS:,} INSERTs of a row, wait_for_async_insert = {wait}"
    return what, f"{took:.1f} s", f"{SMALL_INSERTS / took:,.0f}/s, {made} parts"


def main() -> None:
    chosen = arguments(1_000_000, seconds=10)
    rows, seconds = chosen.rows, float(chosen.seconds)
    with folder() as place, server(str(place)) as (port, pid):
        client = Client(port)
        client.ask("CREATE TABLE t (id UInt64, k UInt32, s String, v Float64) ENGINE = MergeTree"
                   " ORDER BY id")  # fmt: skip
        values = (
            "number, number * 7919 % 5000, concat('user_', toString(number % 200000)), number / 7"
        )
        client.ask(f"INSERT INTO t SELECT {values} FROM numbers({rows})")
        lines: list[tuple[str, str, str]] = []
        for clients in CLIENTS:
            before = memory(pid)
            rate, late, count = points(port, clients, rows, seconds)
            grown = f"{count} queries, memory {before:.0f} to {memory(pid):.0f} MiB"
            lines.append((f"point queries, {clients} clients", f"{rate:.0f}/s",
                          f"p99 {late:.0f} ms; {grown}"))  # fmt: skip
        lines += large(port, rows)
        lines += [small(port, wait) for wait in (0, 1)]
    table("Server over HTTP", ("what", "", ""), lines)


if __name__ == "__main__":
    main()
