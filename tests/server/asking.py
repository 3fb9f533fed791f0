"""Requests of HTTP, by the standard library or by bare sockets."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Asking:
    """Asks one server, a connection a request."""

    def __init__(self, port: int) -> None:
        self.port = port

    def request(
        self,
        method: str = "POST",
        path: str = "/",
        body: bytes | str | Iterable[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
        **fields: object,
    ) -> Answer:
        """One request; `fields` go into the URL."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            target = f"{path}?{urlencode(fields)}" if fields else path
            content = body.encode() if isinstance(body, str) else body
            connection.request(method, target, content, dict(headers or {}))
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def get(self, query: str, headers: Mapping[str, str] | None = None, **fields: object) -> Answer:
        """A query in the URL."""
        return self.request("GET", "/", None, headers, query=query, **fields)

    def post(
        self,
        body: bytes | str | Iterable[bytes],
        headers: Mapping[str, str] | None = None,
        **fields: object,
    ) -> Answer:
        """A statement, or its data, in the body."""
        return self.request("POST", "/", body, headers, **fields)

    def ok(self, statement: str, **fields: object) -> str:
        """What a statement prints that must succeed."""
        answer = self.post(statement, None, **fields)
        assert answer.status == 200, answer.text
        return answer.text

    def raw(self, data: bytes, seconds: float = 30) -> bytes:
        """What comes back for these bytes, until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            connection.sendall(data)
            return received(connection)


def received(connection: socket.socket) -> bytes:
    """Everything until the other side closes."""
    found = b""
    while True:
        try:
            piece = connection.recv(1 << 16)
        except ConnectionResetError:
            return found
        if not piece:
            return found
        found += piece
