"""What is said over one connection: greetings, then queries and questions, one after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sparktree.engines.storage.client import Client
from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.native import varint
from sparktree.formats.native_cursor import Cursor, ShortError
from sparktree.formats.native_revisions import NEWEST, OLDEST, Revision
from sparktree.protocol.blocks import BlockReader
from sparktree.protocol.fields import read_text, text_bytes
from sparktree.protocol.packets import (
    ADDENDUM,
    CLIENT_HELLO,
    SERVER_HELLO,
    SERVER_HELLO_REST,
    Ask,
    Tell,
    exception_bytes,
)
from sparktree.server.body import Body
from sparktree.server.connections import ClientGoneError, Outgoing
from sparktree.server.native.asked import Asked, read_query
from sparktree.server.native.query import Answering
from sparktree.server.serving import Serving, log_failure
from sparktree.server.sessions import Credentials, authenticate
from sparktree.session import Session
from sparktree.version import CLICKHOUSE_VERSION

_NAME = "ClickHouse"  # clients look for it
_HELLO_BYTES = 1 << 16
_PACKET_BYTES = 256 << 20
_INTERSERVER = " INTERSERVER SECRET "
_HTTP = {ord("G"), ord("P")}  # how requests of HTTP begin


@dataclass(frozen=True, slots=True)
class Peer:
    """Where the client is."""

    address: str
    port: int
    certificate: frozenset[str]  # its names


def is_whole_greeting(data: bytes) -> bool:
    """Whether there is anything to answer: a whole Hello, or what cannot become one."""
    cursor = Cursor(data)
    try:
        if cursor.varint() == Ask.HELLO:
            CLIENT_HELLO.read(cursor, 0)
    except ShortError:
        return len(data) > _HELLO_BYTES
    except Error:
        return True
    return True


class Conversation:
    """The worker's side of a connection."""

    def __init__(
        self,
        serving: Serving,
        incoming: Body,
        out: Outgoing,
        peer: Peer,
        *,
        receive: float,
        crowded: bool,
    ) -> None:
        self.serving, self.out = serving, out
        self._in, self._peer, self._receive, self._crowded = incoming, peer, receive, crowded
        self.cursor = Cursor(source=incoming)
        self.blocks = BlockReader(self.cursor)
        self.revision = 0
        self.session: Session | None = None
        self._client = Client()
        self._lock = threading.Lock()
        self._on_cancel: Callable[[], None] | None = None

    # --- the worker -----------------------------------------------------------------------

    @property
    def pending(self) -> bool:
        """Whether anything has come that was not answered."""
        return bool(self.cursor.bytes_left or self._in.waiting)

    def answer(self) -> bool:
        """Answer the next packet; whether the conversation goes on."""
        try:
            if self.session is None:
                return self._greet()
            self.cursor.allowed = _PACKET_BYTES
            return self._answer(self.cursor.varint())
        except ClientGoneError:
            return False
        except Error as error:
            self.tell(error)
        except Exception:  # noqa: BLE001  # whatever a client sends costs its connection alone
            self.tell(log_failure())
        return False

    def tell(self, error: Error) -> None:
        """Send an error, if anybody is there."""
        try:
            self.out.write(exception_bytes(error, self.revision))
        except ClientGoneError:
            return

    def close(self) -> None:
        """The connection has ended, and so has the session."""
        with self._lock:
            session, self.session = self.session, None
        if session is not None:
            session.close()

    # --- greetings ------------------------------------------------------------------------

    def _greet(self) -> bool:
        cursor = self.cursor
        cursor.allowed = _HELLO_BYTES
        first = cursor.varint()
        if first in _HTTP:
            self.out.write(self._refusal_of_http())
            return False
        if first != Ask.HELLO:
            message = f"Unexpected packet from client: expected Hello, got {first}"
            raise Error(Code.UNEXPECTED_PACKET_FROM_CLIENT, message)
        hello = CLIENT_HELLO.read(cursor, 0)
        if hello["revision"] < OLDEST:
            message = f"Client of revision {hello['revision']} is too old; {OLDEST} is needed"
            raise Error(Code.CLIENT_INFO_DOES_NOT_MATCH, message)
        self.revision = min(hello["revision"], NEWEST)
        if self._crowded:
            raise Error(Code.TOO_MANY_SIMULTANEOUS_QUERIES, "Too many connections")
        session = self._logged_in(hello)
        self.out.write(self._hello(hello["revision"]))
        if self.revision >= Revision.ADDENDUM:
            added = ADDENDUM.read(cursor, self.revision)
            self._client = replace(self._client, quota_key=added["quota_key"])
            self._check_chunks(added)
        session.state.client = self._client
        self._in.patience = self._receive
        cursor.revision = self.revision
        self.session = session
        return True

    def _logged_in(self, hello: dict[str, Any]) -> Session:
        if hello["user"] == _INTERSERVER:
            raise not_implemented("Queries with the secret of a cluster are not supported.")
        peer = self._peer
        self._client = Client("TCP", peer.address, peer.port, hello["name"])
        certificate = frozenset() if hello["password"] else peer.certificate
        credentials = Credentials(
            hello["user"] or "default", hello["password"], certificate=certificate
        )
        session = authenticate(self.serving.engine, credentials, self._client)
        if hello["database"]:
            self.serving.engine.services.catalog.databases.require(hello["database"])
            session.state.database = hello["database"]
        return session

    def _hello(self, revision: int) -> bytes:
        """Our greeting, with what the client's revision has."""
        major, minor, patch, _ = CLICKHOUSE_VERSION.split(".")
        values = {
            "name": _NAME,
            "major": major,
            "minor": minor,
            "patch": patch,
            "revision": NEWEST,
            "timezone": self.serving.engine.services.storage.zone,
            "display_name": self.serving.display_name,
            "send_chunks": "notchunked",
            "receive_chunks": "notchunked",
        }
        start = varint(Tell.HELLO) + SERVER_HELLO.write(values, 0)
        return start + SERVER_HELLO_REST.write(values, min(revision, NEWEST))

    @staticmethod
    def _check_chunks(added: dict[str, Any]) -> None:
        for direction in ("send_chunks", "receive_chunks"):
            if added.get(direction, "notchunked") != "notchunked":
                raise not_implemented("Packets in chunks are not supported.")

    def _refusal_of_http(self) -> bytes:
        http = self.serving.engine.services.storage.facts.ports.get("http_port")
        where = f"You must use port {http} for HTTP.\r\n" if http else ""
        text = f"This port is for clickhouse-client program\r\n{where}"
        return f"HTTP/1.0 400 Bad Request\r\n\r\n{text}".encode()

    # --- packets --------------------------------------------------------------------------

    def _answer(self, kind: int) -> bool:
        if kind == Ask.PING:
            self.out.write(varint(Tell.PONG))
        elif kind == Ask.TABLES_STATUS:
            self._tables_status()
        elif kind == Ask.QUERY:
            return self._query(read_query(self.cursor, self.revision))
        elif kind == Ask.DATA:
            return self._stray_data()
        elif kind not in (Ask.CANCEL, Ask.KEEP_ALIVE):  # of a query that has ended
            raise unexpected(kind)
        return True

    def _query(self, asked: Asked) -> bool:
        """Answer a query; whether the connection can be used for another one."""
        assert self.session is not None
        return Answering(self, self.session, asked).answer()

    def _stray_data(self) -> bool:
        """Data of a query that failed before it was wanted: nothing but its end may come."""
        read_text(self.cursor)
        if self.blocks.read(compressed=False).header:
            raise unexpected(Ask.DATA)
        return True

    def _tables_status(self) -> None:
        """Which of some tables there are; none of them is replicated."""
        assert self.session is not None
        cursor, answer, found = self.cursor, bytearray(), 0
        tables = self.serving.engine.services.catalog.tables
        for _ in range(cursor.varint()):
            database, name = read_text(cursor), read_text(cursor)
            if tables.find(database, name) is not None:
                answer += text_bytes(database) + text_bytes(name) + b"\0"
                found += 1
        self.out.write(varint(Tell.TABLES_STATUS) + varint(found) + bytes(answer))

    # --- cancelling -----------------------------------------------------------------------

    def interrupted(self, data: bytes) -> bool:
        """On the loop: whether this is the client's wish that its query ends."""
        with self._lock:
            wish = self._on_cancel
            if wish is None or data != bytes([Ask.CANCEL]) or self._in.waiting:
                return False
            self._on_cancel = None
        wish()
        return True

    def watch(self, wish: Callable[[], None] | None) -> None:
        """What to do should the client cancel its query; at once if it has."""
        with self._lock:
            self._on_cancel = wish
            if wish is None or not (self.cursor.bytes_left or self._in.waiting):
                return
            if not self.cursor.bytes_left:
                self.cursor.fetch_some()
            if self.cursor.data[self.cursor.position] != Ask.CANCEL:
                return
            self.cursor.position += 1
            self._on_cancel = None
        wish()


def unexpected(kind: int) -> Error:
    """A packet that nobody waits for."""
    known = kind in set(Ask)
    name = Ask(kind).name if known else str(kind)
    if not known:
        return Error(Code.UNKNOWN_PACKET_FROM_CLIENT, f"Unknown packet {name} from client")
    return Error(Code.UNEXPECTED_PACKET_FROM_CLIENT, f"Unexpected packet {name} from client")
