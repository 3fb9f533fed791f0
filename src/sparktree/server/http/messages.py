"""A request as handlers see it, and the response that they give."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from http import HTTPStatus
from typing import Protocol
from urllib.parse import parse_qsl, unquote, urlsplit

from sparktree.errors import Code, Error
from sparktree.server.body import Body

Headers = Mapping[str, str]
_MOST_FIELDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asks; names of headers are in lower case."""

    method: str
    target: str
    version: str
    headers: Headers
    body: Body
    address: str
    port: int
    certificate: frozenset[str]  # names of the client's certificate
    path: str = field(init=False)
    fields: Sequence[tuple[str, str]] = field(init=False)  # behind the `?`

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.target)
            fields = parse_qsl(
                parts.query,
                keep_blank_values=True,
                errors="surrogateescape",
                max_num_fields=_MOST_FIELDS,
            )
        except ValueError as error:
            raise Error(Code.BAD_REQUEST_PARAMETER, f"Not a URL: {error}") from error
        object.__setattr__(self, "path", unquote(parts.path, errors="surrogateescape") or "/")
        object.__setattr__(self, "fields", fields)

    @property
    def has_length(self) -> bool:
        """Whether it is told where the body ends."""
        return "content-length" in self.headers or "transfer-encoding" in self.headers


class Wire(Protocol):
    """Where a response goes: bytes in their order, waiting where the client is slow."""

    def write(self, data: bytes) -> None:
        """Send; ClientGoneError if nobody is there any more."""
        ...

    def finish(self, keep: bool) -> None:
        """The response is complete; the connection serves another request if it is kept."""
        ...

    def abort(self) -> None:
        """Break the connection: what was sent is not complete."""
        ...

    def when_gone(self, call: Callable[[], None] | None) -> None:
        """What to do should the client go away; at once if it has."""
        ...


class Response:
    """What goes back; the head is sent when a first byte or the end is."""

    def __init__(self, wire: Wire, request: Request, *, keep_alive: bool, timeout: int) -> None:
        self._wire, self._request = wire, request
        self._keep_alive, self._timeout = keep_alive, timeout
        self._lock = threading.Lock()
        self._begun = False  # whether the first line was sent
        self._headed = False  # whether the whole head was
        self._ended = False
        self._chunked = False
        self._held = b""  # the head, until something follows it
        self.headers: dict[str, str] = {}

    @property
    def begun(self) -> bool:
        """Whether the status is out: it can be changed no more."""
        return self._begun

    @property
    def headed(self) -> bool:
        """Whether the head is out: no header can follow."""
        return self._headed

    def send(self, status: HTTPStatus, data: bytes = b"", **headers: str) -> None:
        """A whole response."""
        self.headers |= {name.replace("_", "-"): value for name, value in headers.items()}
        self.begin(status, len(data))
        self.write(data)
        self.end()

    def trickle(self, name: str, value: str) -> None:
        """A header more before the head ends; the status is 200 then."""
        with self._lock:
            if self._headed:
                return
            first = b"" if self._begun else self._first_lines(HTTPStatus.OK, None)
            self._begun = True
            self._wire.write(first + f"{name}: {_clean(value)}\r\n".encode("latin-1", "replace"))

    def begin(self, status: HTTPStatus, length: int | None = None) -> None:
        """Give the head, which goes with what follows; without a length the body is in chunks."""
        with self._lock:
            head = _lines(self.headers) if self._begun else self._first_lines(status, length)
            self._begun = self._headed = True
            self._held = head + b"\r\n"

    def _first_lines(self, status: HTTPStatus, length: int | None) -> bytes:
        """The status and what is known of the headers; those go once."""
        modern = self._request.version != "1.0"
        bare = status in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
        framing: dict[str, str] = {}
        if length is not None and not bare:
            framing["Content-Length"] = str(length)
        elif not bare and modern:
            framing["Transfer-Encoding"] = "chunked"
            self._chunked = True
        elif not bare:
            self._keep_alive = False
        if self._keep_alive:
            framing |= {"Connection": "Keep-Alive", "Keep-Alive": f"timeout={self._timeout}"}
        else:
            framing["Connection"] = "close"
        first = f"HTTP/1.1 {status.value} {status.phrase}\r\nDate: {formatdate(usegmt=True)}\r\n"
        told, self.headers = self.headers, {}
        return first.encode() + _lines(framing | told)

    def write(self, data: bytes) -> None:
        """A piece of the body."""
        if not data or self._request.method == "HEAD":
            return
        self._send(b"%x\r\n%b\r\n" % (len(data), data) if self._chunked else data)

    def _send(self, data: bytes) -> None:
        held, self._held = self._held, b""
        self._wire.write(held + data if held else data)

    def end(self) -> None:
        """The response is complete."""
        if not self._ended:
            self._ended = True
            if self._chunked and self._request.method != "HEAD":
                self._send(b"0\r\n\r\n")
            elif self._held:
                self._send(b"")
            self._wire.finish(self._keep_alive)

    def abort(self) -> None:
        """Break the connection, so that the client knows that the response is not complete."""
        if not self._ended:
            self._ended = True
            self._wire.abort()

    def when_gone(self, call: Callable[[], None] | None) -> None:
        """What to do should the client go away before the response is complete."""
        self._wire.when_gone(call)


def _lines(headers: Headers) -> bytes:
    text = "".join(f"{name}: {_clean(value)}\r\n" for name, value in headers.items())
    return text.encode("latin-1", "replace")


def _clean(value: str) -> str:
    """A value that cannot begin another header."""
    return value.replace("\r", " ").replace("\n", " ").replace("\0", " ")
