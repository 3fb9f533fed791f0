"""Lines between tasks and the driver, for what cannot wait until a task has ended."""

from __future__ import annotations

import errno
import hmac
import secrets
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.spark.configuration import DriverAddress

_TOKEN_BYTES = 32
_CONNECT_SECONDS = 10.0
_LENGTH = struct.Struct("<I")

Serve = Callable[[socket.socket], None]  # answers one task until it hangs up


@dataclass(frozen=True)
class Line:
    """A task's end; picklable."""

    address: tuple[str, int]
    token: bytes

    @contextmanager
    def opened(self) -> Iterator[socket.socket]:
        """The connection; who waits for an answer waits as long as it takes."""
        with socket.create_connection(self.address, _CONNECT_SECONDS) as line:
            line.settimeout(None)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.sendall(self.token)
            yield line


class Lines:
    """The driver's end: one thread for each task that is connected."""

    def __init__(self, address: DriverAddress, serve: Serve, name: str) -> None:
        self._serve = serve
        self._token = secrets.token_bytes(_TOKEN_BYTES)
        self._server = _listening(address)
        self.line = Line((address.host, self._server.getsockname()[1]), self._token)
        self._acceptor = threading.Thread(target=self._accept, name=name, daemon=True)
        self._acceptor.start()

    def close(self) -> None:
        """Answer nobody new."""
        self._server.shutdown(socket.SHUT_RDWR)  # who waits in accept() hears of it
        self._server.close()
        self._acceptor.join()

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self._server.accept()
            except OSError:  # closed
                return
            threading.Thread(target=self._answer, args=(line,), daemon=True).start()

    def _answer(self, line: socket.socket) -> None:
        try:
            with line:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if hmac.compare_digest(received(line, _TOKEN_BYTES), self._token):
                    self._serve(line)
        except OSError:  # the task is gone; Spark tells why
            return


def _listening(address: DriverAddress) -> socket.socket:
    """A socket at the port of the address, or at the first after it that is free."""
    last = address.port + (address.retries if address.port else 0)
    for port in range(address.port, last + 1):
        try:
            return socket.create_server((address.bind, port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port == last:
                raise Error(
                    Code.NETWORK_ERROR,
                    f"The driver cannot listen at {address.bind}, port {address.port} to {last}:"
                    f" {error.strerror}. See spark.driver.bindAddress,"
                    " spark.sparktree.driver.port and spark.port.maxRetries.",
                ) from error
    raise AssertionError("a range of ports is never empty")


def received(line: socket.socket, size: int) -> bytes:
    """So many bytes, or none if the other side is gone."""
    data = bytearray()
    while len(data) < size:
        piece = line.recv(size - len(data))
        if not piece:
            return b""
        data += piece
    return bytes(data)


def send_message(line: socket.socket, data: bytes) -> None:
    """Bytes of any length."""
    line.sendall(_LENGTH.pack(len(data)) + data)


def receive_message(line: socket.socket) -> bytes | None:
    """The bytes of one message; None if the other side is gone."""
    head = received(line, _LENGTH.size)
    if not head:
        return None
    size = _LENGTH.unpack(head)[0]
    data = received(line, size)
    return data if len(data) == size else None
