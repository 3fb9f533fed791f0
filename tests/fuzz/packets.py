"""Random bytes for the server's native protocol: whatever comes costs one connection alone."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Thread
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

import sparktree
from sparktree.formats.native import varint
from sparktree.formats.native_revisions import NEWEST, Revision
from sparktree.protocol.blocks import FAST, PLAIN, Packing, data_packet
from sparktree.protocol.client import Address, Connection
from sparktree.protocol.fields import IMPORTANT, SettingText
from sparktree.protocol.packets import ADDENDUM, CLIENT_HELLO, Ask, packet, query_bytes
from sparktree.server.listeners import bind
from sparktree.server.server import Server
from sparktree.settings.config import Config
from sparktree.types import parse_type

_COLUMNS = {
    "UInt64": pa.array([1, 2, 3], pa.uint64()),
    "String": pa.array(["a", "", "ccc"]),
    "Nullable(String)": pa.array(["a", None, ""]),
    "Array(String)": pa.array([["a"], [], ["b", "c"]], pa.list_(pa.string())),
    "LowCardinality(String)": pa.array(["a", "b", "a"]),
}
_QUERIES = (
    "SELECT 1",
    "SELECT number, toString(number) FROM numbers(1000)",
    "SELECT * FROM x",
    "INSERT INTO fuzzed FORMAT Native",
    "SELEC",
    "SELECT throwIf(number = 10) FROM numbers(100)",
    "CREATE TABLE IF NOT EXISTS fuzzed (c UInt64) ENGINE = Memory",
)
_KEPT = 1 << 16  # bytes of an answer that are looked at
_PATIENCE = 20.0  # seconds that an answer may take


@dataclass(frozen=True, slots=True)
class Served:
    """A server that is asked rubbish."""

    address: Address
    http: int = 0  # the port of HTTP

    @classmethod
    @contextmanager
    def started(cls, engine: sparktree.Engine) -> Iterator[Served]:
        """A server of the engine, as long as it is wanted."""
        config = Config({"http_port": "0", "tcp_port": "0", "listen_host": "127.0.0.1"})
        server = Server(engine, config, bind(config))
        thread = Thread(target=server.run)
        thread.start()
        try:
            assert server.wait_ready(60)
            address = Address("127.0.0.1", server.port("tcp_port"))
            yield cls(address, server.port("http_port"))
        finally:
            server.stop()
            thread.join(60)


@st.composite
def dialogues(draw: st.DrawFn) -> bytes:
    """What a client sends over a connection: right packets of which some bytes are wrong."""
    revision = draw(st.sampled_from(sorted({54412, *Revision, NEWEST})))
    revision = min(max(revision, 54412), NEWEST)
    hello = {"name": "fuzz", "revision": revision, "user": "default"}
    sent = packet(Ask.HELLO, CLIENT_HELLO, hello, revision)
    if revision >= Revision.ADDENDUM:
        sent += ADDENDUM.write({}, revision)
    for _ in range(draw(st.integers(1, 4))):
        sent += draw(_packets(revision))
    return draw(damaged(sent))


def _packets(revision: int) -> st.SearchStrategy[bytes]:
    return st.one_of(
        st.just(varint(Ask.PING)),
        st.just(varint(Ask.CANCEL)),
        st.binary(max_size=20).map(
            lambda name: varint(Ask.TABLES_STATUS) + varint(1) + varint(len(name)) + name * 2
        ),
        _queries(revision),
    )


@st.composite
def _queries(draw: st.DrawFn, revision: int) -> bytes:
    packing = draw(st.sampled_from([PLAIN, FAST, Packing(0x90, 1), Packing(0x02)]))
    settings = [SettingText(n, v, IMPORTANT) for n, v in draw(_SETTINGS)]
    values: dict[str, Any] = {
        "query_id": draw(st.sampled_from(["", "same"])),
        "client": {"client": "fuzz", "revision": revision},
        "settings": settings if revision >= Revision.SETTINGS_AS_TEXT else [],
        "compression": packing.method is not None,
        "text": draw(st.sampled_from(_QUERIES)),
        "stage": draw(st.sampled_from([2, 2, 2, 0, 1])),
    }
    sent = query_bytes(values, revision)
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from(sorted(_COLUMNS)))
        block = pa.table({"c0": _COLUMNS[name]})
        header = [("c", parse_type(name))]
        kind = draw(st.sampled_from([Ask.DATA, Ask.DATA, Ask.SCALAR]))
        table = draw(st.sampled_from(["x", ""]))
        sent += b"".join(data_packet(kind, block, header, revision, packing, table))
    for _ in range(draw(st.integers(0, 2))):
        sent += b"".join(data_packet(Ask.DATA, None, [], revision, packing))
    return sent


_SETTINGS = st.lists(
    st.sampled_from([("max_threads", "1"), ("max_threads", "x"), ("nope", "1"),
                     ("send_logs_level", "trace"), ("extremes", "1")]),
    max_size=2,
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, sent: bytes) -> bytes:
    """The same with bytes changed, left out, doubled or cut off."""
    data = bytearray(sent)
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, max(0, len(data) - 1)))
        what = draw(st.sampled_from(["change", "drop", "insert", "huge", "cut"]))
        if what == "change":
            data[place : place + 1] = draw(st.binary(min_size=1, max_size=1))
        elif what == "drop":
            del data[place : place + draw(st.integers(1, 20))]
        elif what == "insert":
            data[place:place] = draw(st.binary(max_size=30))
        elif what == "huge":
            data[place : place + 1] = varint(draw(st.integers(1 << 20, (1 << 64) - 1)))
        else:
            del data[place:]
    return bytes(data)


def packet_differences(served: Served, sent: object) -> Iterator[tuple[str, str]]:
    """What goes wrong when a client sends these bytes: the server is silent, or cannot go on."""
    assert isinstance(sent, bytes)
    address = served.address
    heard = b""
    try:
        with (
            socket.create_connection((address.host, address.port), _PATIENCE) as client,
            suppress(ConnectionError),
        ):
            client.sendall(sent)
            client.shutdown(socket.SHUT_WR)
            while piece := client.recv(1 << 16):
                heard = (heard + piece)[-_KEPT:]
    except TimeoutError:
        yield "a connection hangs", sent.hex()
    if b"Unexpected failure" in heard:
        yield "an error that nobody expected", sent.hex()
    try:
        with Connection(address, "fuzz", timeout=_PATIENCE) as other:
            alive = other.is_alive()
    except sparktree.Error as error:
        yield "no connection is possible", f"{error}\n{sent.hex()}"
    else:
        if not alive:
            yield "the server does not answer", sent.hex()
