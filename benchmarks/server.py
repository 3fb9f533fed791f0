"""What a server does for its clients.

`python -m benchmarks.server [--rows N] [--seconds S] [--queries N]`

Point queries a second with their 99th percentile and the server's CPU time, by the number of
clients; bytes a second of a large SELECT by format, also as ClickHouse reads it by remote(); rows a
second of INSERT, beside the embedded engine; ten thousand small INSERTs; memory over many queries.
"""

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import sparktree
from benchmarks.common import arguments, folder, table
from tests.oracle import Oracle

CLIENTS = (1, 8, 24, 64)
FORMATS = ("Native", "ArrowStream", "TSV")
SMALL_INSERTS = 10_000
_PIECE = 1 << 20
_LOOKS = 5  # at the memory, over many queries
_CREATE = (
    "CREATE TABLE {} (id UInt64, k UInt32, s String, v Float64) ENGINE = MergeTree ORDER BY id"
)
_VALUES = "number, number * 7919 % 5000, concat('user_', toString(number % 200000)), number / 7"

Line = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Served:
    """A server in a process of its own."""

    http: int  # ports
    tcp: int
    pid: int


@contextmanager
def server(path: str) -> Iterator[Served]:
    """A server of the folder, as long as it is wanted."""
    command = [sys.executable, "-m", "sparktree", "server", "--path", path]
    ports = ["--http_port=0", "--tcp_port=0", "--listen_host=127.0.0.1"]
    process = subprocess.Popen([*command, *ports], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        found: dict[str, int] = {}
        for line in process.stderr:
            if "Ready for connections" in line:
                break
            if "Listening for " in line:
                protocol = line.partition("Listening for ")[2].split()[0]
                found[protocol] = int(line.rsplit(":", 1)[1])
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield Served(found["http"], found["tcp"], process.pid)
    finally:
        process.terminate()
        process.wait(60)


def cpu_seconds(pid: int) -> float:
    """CPU time of a process and of all that it started: Spark's, and its tasks'."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        one = int(stat.parent.name)
        parents[one], ticks[one] = int(fields[1]), sum(map(int, fields[11:15]))

    def is_below(one: int) -> bool:
        while one and one != pid:
            one = parents.get(one, 0)
        return one == pid

    return sum(n for one, n in ticks.items() if is_below(one)) / os.sysconf("SC_CLK_TCK")


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
        threading.Thread(target=lambda number=number: work(Client(port), number))
        for number in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def points(port: int, clients: int, rows: int, seconds: float) -> list[float]:
    """The seconds that each point query took."""
    took: list[float] = []
    end = time.perf_counter() + seconds

    def work(client: Client, number: int) -> None:
        key = number
        while (began := time.perf_counter()) < end:
            key = (key * 7919 + 104_729) % rows
            client.ask(f"SELECT v FROM t WHERE id = {key}")
            took.append(time.perf_counter() - began)

    in_threads(port, clients, work)
    return took


def point_queries(served: Served, rows: int, seconds: float) -> Iterator[Line]:
    """A line for each number of clients."""
    points(served.http, 1, rows, seconds / 2)  # Spark has started
    for clients in CLIENTS:
        before, began = cpu_seconds(served.pid), time.perf_counter()
        took = points(served.http, clients, rows, seconds)
        rate = len(took) / (time.perf_counter() - began)
        cost = (cpu_seconds(served.pid) - before) / len(took) * 1000
        late = sorted(took)[len(took) * 99 // 100] * 1000
        yield (f"point queries, {clients} clients", f"{rate:.0f}/s",
               f"p99 {late:.0f} ms, {cost:.1f} ms CPU each")  # fmt: skip


def memory(pid: int) -> float:
    """MiB that the process holds."""
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def timed(served: Served, what: str, work: Callable[[], int], unit: str) -> Line:
    """How fast something that the server does is, and the CPU time that it took there."""
    before, began = cpu_seconds(served.pid), time.perf_counter()
    size = work()
    took = time.perf_counter() - began
    cost = cpu_seconds(served.pid) - before
    rate = f"{size / took / 1e6:.0f} MB/s" if unit == "MB" else f"{size / took:,.0f} rows/s"
    return what, rate, f"{took:.2f} s, {cost:.2f} s CPU"


def large(served: Served, rows: int, embedded: sparktree.Engine) -> Iterator[Line]:
    """SELECT and INSERT of all rows."""
    client, size = Client(served.http), 0
    for name in FORMATS:
        query = f"SELECT * FROM t FORMAT {name}"
        size = client.size(query) if name == "Native" else size
        yield timed(served, f"SELECT, {name} by HTTP", lambda q=query: client.size(q), "MB")  # type: ignore[misc]
    with Oracle() as clickhouse:
        remote = f"remote('127.0.0.1:{served.tcp}', default, {{}}, 'default', '')"

        def read() -> int:
            clickhouse.query(f"SELECT * FROM {remote.format('t')} FORMAT Null")
            return size

        def write() -> int:
            target = f"INSERT INTO FUNCTION {remote.format('u')}"
            clickhouse.query(f"{target} SELECT {_VALUES} FROM numbers({rows})")
            return rows

        client.ask(_CREATE.format("u"))
        yield timed(served, "SELECT, ClickHouse's remote()", read, "MB")
        yield timed(served, "INSERT, ClickHouse's remote()", write, "rows")
    embedded.query(_CREATE.format("u"))
    for name in ("Native", "JSONEachRow"):
        data, insert = client.ask(f"SELECT * FROM t FORMAT {name}"), f"INSERT INTO u FORMAT {name}"

        def ask(insert: str = insert, data: bytes = data) -> int:
            client.ask(insert, data)
            return rows

        def embed(insert: str = insert, data: bytes = data) -> float:
            began = time.perf_counter()
            embedded.query(insert, data=BytesIO(data))
            return time.perf_counter() - began

        embed()
        line = timed(served, f"INSERT, {name} by HTTP", ask, "rows")
        yield *line[:2], f"{line[2]}; embedded {rows / embed():,.0f} rows/s"


def in_clickhouse(rows: int, seconds: float) -> Line:
    """The same point query in ClickHouse itself, in a process without a network."""
    with Oracle() as clickhouse:
        clickhouse.query(_CREATE.format("t"))
        clickhouse.query(f"INSERT INTO t SELECT {_VALUES} FROM numbers({rows})")
        end, count, key = time.perf_counter() + seconds, 0, 1
        while time.perf_counter() < end:
            key, count = (key * 7919 + 104_729) % rows, count + 1
            clickhouse.query(f"SELECT v FROM t WHERE id = {key}")
    return "point queries in ClickHouse", f"{count / seconds:.0f}/s", "chdb, 1 client"


def over_time(served: Served, rows: int, queries: int) -> Line:
    """Memory over many queries by 8 clients, of which every tenth reads the table."""
    found = []

    def work(client: Client, number: int) -> None:
        for query in range(queries // _LOOKS // 8):
            id_ = (query * 7919 + number) % rows
            client.ask(f"SELECT v FROM t WHERE id = {id_}" if query % 10 == 0 else f"SELECT {id_}")

    for _ in range(_LOOKS):
        in_threads(served.http, 8, work)
        found.append(f"{memory(served.pid):.0f}")
    return f"memory over {queries:,} queries", "", f"{', '.join(found)} MiB"


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
    chosen = arguments(1_000_000, seconds=10, queries=20_000)
    rows, seconds = chosen.rows, float(chosen.seconds)
    with folder() as place, server(str(place / "served")) as served:
        client = Client(served.http)
        client.ask(_CREATE.format("t"))
        client.ask(f"INSERT INTO t SELECT {_VALUES} FROM numbers({rows})")
        lines = list(point_queries(served, rows, seconds))
        lines.append(in_clickhouse(rows, seconds))
        with sparktree.connect(place / "embedded") as embedded:
            lines += large(served, rows, embedded)
        lines += [small(served.http, wait) for wait in (0, 1)]
        lines.append(over_time(served, rows, int(chosen.queries)))
    table("Server", ("what", "", ""), lines)


if __name__ == "__main__":
    main()
