"""A client of the native protocol: one connection, over which packets go."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.formats.native import varint
from sparktree.formats.native_cursor import Bytes, Cursor, ShortError
from sparktree.formats.native_input import Block
from sparktree.formats.native_revisions import NEWEST, Revision
from sparktree.formats.options import Header
from sparktree.protocol.blocks import PLAIN, BlockReader, Packing, data_packet
from sparktree.protocol.fields import CUSTOM, IMPORTANT, SettingText, read_text
from sparktree.protocol.packets import (
    ADDENDUM,
    CLIENT_HELLO,
    PROFILE_INFO,
    PROGRESS,
    SERVER_HELLO,
    SERVER_HELLO_REST,
    Ask,
    Tell,
    packet,
    query_bytes,
    read_exception,
)

_BLOCKS = (Tell.DATA, Tell.TOTALS, Tell.EXTREMES)
_ASIDE = (Tell.LOG, Tell.PROFILE_EVENTS)
_ENDS = (Tell.END_OF_STREAM, Tell.EXCEPTION)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, and who asks there."""

    host: str = "localhost"
    port: int = 9000
    user: str = "default"
    password: str = ""
    database: str = ""
    secure: bool = False
    verify: bool = True  # whether the server's certificate must be good

    def __repr__(self) -> str:
        return f"Address({self.host!r}, {self.port}, {self.user!r})"


@dataclass(frozen=True, slots=True)
class Packet:
    """What a server sent: a block, figures, an error, or nothing more than its kind."""

    kind: Tell
    block: Block | None = None
    values: Mapping[str, Any] | None = None
    error: Error | None = None


class Connection:
    """A connection on which somebody has logged in."""

    def __init__(
        self,
        address: Address,
        name: str,
        *,
        revision: int = NEWEST,
        connect_timeout: float = 10.0,
        timeout: float | None = None,
    ) -> None:
        self._address, self._name = address, name
        self._packing = PLAIN
        self.closed = False
        self.running = False  # whether a query was sent and its end has not come
        self._socket = _connected(address, connect_timeout)
        try:
            file = self._socket.makefile("rb", 1 << 20)
            self._cursor = Cursor(source=cast(Bytes, file))
            self._blocks = BlockReader(self._cursor)
            self.revision = 0
            self.server = self._greet(revision)
            self._socket.settimeout(timeout)
        except BaseException:
            self.close()
            raise

    # --- greetings ------------------------------------------------------------------------

    def _greet(self, revision: int) -> dict[str, Any]:
        address = self._address
        hello = {
            "name": self._name,
            "major": 1,
            "revision": revision,
            "database": address.database,
            "user": address.user,
            "password": address.password,
        }
        self.send(packet(Ask.HELLO, CLIENT_HELLO, hello, revision))
        with self._told():
            kind = self._cursor.varint()
            if kind == Tell.EXCEPTION:
                raise self._received(read_exception(self._cursor, 0))
            if kind != Tell.HELLO:
                raise _unexpected(kind)
            server = SERVER_HELLO.read(self._cursor, 0)
            common = min(revision, server["revision"])
            server |= SERVER_HELLO_REST.read(self._cursor, common)
        self.revision = self._cursor.revision = common
        if common >= Revision.ADDENDUM:
            plain = {"send_chunks": "notchunked", "receive_chunks": "notchunked"}
            self.send(ADDENDUM.write(plain, common))
        return server

    # --- asking ---------------------------------------------------------------------------

    def query(
        self,
        text: str,
        *,
        query_id: str = "",
        settings: Mapping[str, str] | None = None,
        parameters: Mapping[str, str] | None = None,
        packing: Packing = PLAIN,
        external: Iterable[tuple[str, Header, pa.Table]] = (),
        host: str = "",
    ) -> None:
        """Send a query (a text of the kernel), and the tables that come with it."""
        self._packing = packing
        self.running = True
        values = {
            "query_id": query_id,
            "client": {
                "client": self._name,
                "host": host,
                "major": 1,
                "revision": self.revision,
            },
            "settings": [SettingText(n, v, IMPORTANT) for n, v in (settings or {}).items()],
            "compression": packing.method is not None,
            "text": text,
            "parameters": [
                SettingText(n, _quoted(v), CUSTOM) for n, v in (parameters or {}).items()
            ],
        }
        self.send(query_bytes(values, self.revision))
        for name, header, table in external:
            self.send_block(table, header, name)
        self.send_block(None, [])

    def send_block(self, block: pa.Table | None, header: Header, name: str = "") -> None:
        """Send rows; without columns, that there are no more of them."""
        for piece in data_packet(Ask.DATA, block, header, self.revision, self._packing, name):
            self.send(piece)

    def cancel(self) -> None:
        """Wish that the query ends; its end still comes."""
        self.send(varint(Ask.CANCEL))

    def is_alive(self) -> bool:
        """Whether the server answers."""
        if self.closed:
            return False
        try:
            self.send(varint(Ask.PING))
            return self.receive().kind is Tell.PONG
        except Error:
            self.close()
            return False

    # --- hearing --------------------------------------------------------------------------

    def packets(self) -> Iterator[Packet]:
        """What the server sends until the query has ended."""
        while True:
            found = self.receive()
            yield found
            if found.kind in _ENDS:
                return

    def receive(self) -> Packet:
        """The next packet."""
        with self._told():
            number = self._cursor.varint()
            if number not in Tell._value2member_map_:
                raise _unexpected(number)
            found = self._rest(Tell(number))
        if found.kind in _ENDS:
            self.running = False
        return found

    def _rest(self, kind: Tell) -> Packet:
        cursor, revision = self._cursor, self.revision
        packed = self._packing.method is not None
        if kind in _BLOCKS:
            read_text(cursor)
            return Packet(kind, self._blocks.read(compressed=packed))
        if kind in _ASIDE:
            read_text(cursor)
            packed = packed and revision >= Revision.COMPRESSED_LOGS
            return Packet(kind, self._blocks.read(compressed=packed))
        if kind is Tell.PROGRESS:
            return Packet(kind, values=PROGRESS.read(cursor, revision))
        if kind is Tell.PROFILE_INFO:
            return Packet(kind, values=PROFILE_INFO.read(cursor, revision))
        if kind is Tell.EXCEPTION:
            return Packet(kind, error=self._received(read_exception(cursor, revision)))
        if kind is Tell.TABLE_COLUMNS:
            return Packet(kind, values={"name": read_text(cursor), "columns": read_text(cursor)})
        if kind is Tell.TIMEZONE_UPDATE:
            return Packet(kind, values={"timezone": read_text(cursor)})
        if kind in (Tell.PONG, Tell.END_OF_STREAM):
            return Packet(kind)
        raise _unexpected(kind)

    def _received(self, error: Error) -> Error:
        where = f"{self._address.host}:{self._address.port}"
        return Error(error.code, f"Received from {where}. DB::Exception: {error.message}")

    # --- bytes ----------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        try:
            self._socket.sendall(data)
        except OSError as error:
            self.close()
            raise self._lost(error) from error

    def _told(self) -> _Hearing:
        return _Hearing(self)

    def _lost(self, error: Exception) -> Error:
        where = f"{self._address.host}:{self._address.port}"
        if isinstance(error, TimeoutError):
            return Error(Code.SOCKET_TIMEOUT, f"Timeout exceeded while waiting for {where}")
        message = f"Connection to {where} was lost while reading or writing"
        return Error(Code.NETWORK_ERROR, message)

    def close(self) -> None:
        """End the connection."""
        self.closed = True
        with suppress(OSError):
            # The file that reads keeps the socket open: the server is to know at once.
            self._socket.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            self._socket.close()

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Hearing:
    """While something is read: what breaks the connection is an error that says so."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError | ShortError):
            self._connection.close()
            raise self._connection._lost(error) from error
        if error is not None and not isinstance(error, Error):
            self._connection.close()  # nobody knows how much of the packet was read


def _connected(address: Address, timeout: float) -> socket.socket:
    where = f"{address.host}:{address.port}"
    try:
        plain = socket.create_connection((address.host, address.port), timeout)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not address.secure:
            return plain
        context = ssl.create_default_context()
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if not address.verify:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context.wrap_socket(plain, server_hostname=address.host)
    except TimeoutError as error:
        raise Error(Code.SOCKET_TIMEOUT, f"Timeout: connect timed out ({where})") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise Error(Code.NETWORK_ERROR, f"{reason} ({where})") from error


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _unexpected(kind: int) -> Error:
    return Error(Code.UNKNOWN_PACKET_FROM_SERVER, f"Unknown packet {kind} from server")
