"""One connection: requests are parsed on the loop, and answered one after the other."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus

import httptools

from sparktree.errors import Error
from sparktree.server.body import Body
from sparktree.server.connections import Link, Outgoing, Site
from sparktree.server.http.messages import Request, Response

_MOST_DROPPED = 64 << 20  # bytes of a body that nobody wants, before the connection is cut
_MOST_PIPELINED = 16


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may take of the server."""

    keep_alive: int = 30  # seconds
    head_timeout: float = 30.0
    receive_timeout: float = 30.0
    send_timeout: float = 30.0
    uri: int = 1 << 20  # bytes
    head: int = 10 << 20
    fields: int = 1000


class HttpSite(Site):
    """The connections of a listener of HTTP, and who answers their requests."""

    def __init__(
        self, answer: Callable[[Request, Response], None], limits: Limits, most: int
    ) -> None:
        super().__init__(most)
        self.answer, self.limits = answer, limits


class Exchange(Outgoing):
    """A request and its response, as the wire to which a worker writes."""

    def __init__(self, connection: Connection, patience: float) -> None:
        super().__init__(connection.loop, connection.put, connection.abort, patience)
        self._connection = connection
        self.request: Request | None = None
        self.response: Response | None = None

    def finish(self, keep: bool) -> None:
        self.call(self._connection.done, self, keep)

    def abort(self) -> None:
        self.call(self._connection.break_off)

    def lose(self) -> None:
        super().lose()
        if self.request is not None:
            self.request.body.fail()


class Connection(Link[HttpSite]):
    """Parses requests and writes responses, on the loop."""

    def __init__(self, site: HttpSite) -> None:
        super().__init__(site)
        self._parser = httptools.HttpRequestParser(self)
        self._url = b""
        self._headers: dict[str, str] = {}
        self._fields = 0
        self._head_bytes = 0
        self._in_head = True
        self._refusal: tuple[HTTPStatus, str] | None = None
        self._incoming: Body | None = None  # of the request that is arriving
        self._active: Exchange | None = None
        self._waiting: deque[Exchange] = deque()
        self._paused: set[str] = set()

    # --- asyncio --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._opened(transport)
        if len(self._site.open) > self._site.most:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.")
            return
        self._wait(self._site.limits.head_timeout)

    def data_received(self, data: bytes) -> None:
        if self._refusal is not None:
            return
        if self._in_head:
            self._head_bytes += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._refusal = HTTPStatus.NOT_IMPLEMENTED, "There is no other protocol here."
        except httptools.HttpParserError as error:
            if self._refusal is None:
                self._refusal = HTTPStatus.BAD_REQUEST, f"Not a request of HTTP: {error}"
        if self._in_head and self._head_bytes > self._site.limits.head + self._site.limits.uri:
            self._refusal = _TOO_LARGE, "The head of the request is too large."
        if self._refusal is not None:
            self._refuse(*self._refusal)

    def connection_lost(self, error: Exception | None) -> None:
        self._lost()
        for exchange in (self._active, *self._waiting):
            if exchange is not None:
                exchange.lose()
        self._waiting.clear()
        if self._incoming is not None:
            self._incoming.fail()

    def pause_writing(self) -> None:
        if self._active is not None:
            self._active.pause(True)

    def resume_writing(self) -> None:
        if self._active is not None:
            self._active.pause(False)

    # --- what the parser finds ------------------------------------------------------------

    def on_message_begin(self) -> None:
        self._url, self._headers, self._fields = b"", {}, 0
        self._in_head, self._head_bytes = True, 0

    def on_url(self, piece: bytes) -> None:
        self._url += piece
        if len(self._url) > self._site.limits.uri:
            self._refusal = HTTPStatus.REQUEST_URI_TOO_LONG, "The URI is too long."
            raise ValueError

    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields += 1
        if self._fields > self._site.limits.fields:
            self._refusal = _TOO_LARGE, "There are too many header fields."
            raise ValueError
        key, text = name.decode("latin-1").lower(), value.decode("utf-8", "surrogateescape")
        self._headers[key] = f"{self._headers[key]}, {text}" if key in self._headers else text

    def on_headers_complete(self) -> None:
        self._in_head = False
        limits = self._site.limits
        exchange = Exchange(self, limits.send_timeout)
        body = Body(
            limits.receive_timeout,
            lambda: self._reading("body", False),
            lambda: self._later(self._reading, "body", True),
        )
        address, port = self._address()
        method = self._parser.get_method().decode("latin-1")
        version = self._parser.get_http_version()
        url = self._url.decode("utf-8", "surrogateescape")
        try:
            request = Request(
                method, url, version, self._headers, body, address, port, self._certificate()
            )
        except Error as error:
            self._refusal = HTTPStatus.BAD_REQUEST, str(error)
            raise ValueError from error
        keep = self._parser.should_keep_alive() and not self._site.closing
        exchange.request = request
        exchange.response = Response(exchange, request, keep_alive=keep, timeout=limits.keep_alive)
        if self._headers.get("expect", "").lower() == "100-continue" and version != "1.0":
            body.on_first_read = lambda: exchange.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._incoming = body
        self._waiting.append(exchange)
        if len(self._waiting) > _MOST_PIPELINED:
            self._reading("pipeline", False)
        self._next()

    def on_body(self, piece: bytes) -> None:
        assert self._incoming is not None
        self._incoming.feed(piece)
        if self._incoming.dropped > _MOST_DROPPED:
            self.abort()

    def on_message_complete(self) -> None:
        if self._incoming is not None:
            self._incoming.end()
            self._incoming = None
        self._in_head, self._head_bytes = True, 0
        if self._active is None:  # its answer was sent before all of it had come
            self._idle()

    # --- answering ------------------------------------------------------------------------

    def _next(self) -> None:
        """Answer the next request, if one is there and none is being answered."""
        if self._active is not None or not self._waiting or self._transport is None:
            return
        self._active = self._waiting.popleft()
        if len(self._waiting) <= _MOST_PIPELINED:
            self._reading("pipeline", True)
        self._stop_timer()
        request, response = self._active.request, self._active.response
        assert request is not None and response is not None
        self._site.answer(request, response)

    def done(self, exchange: Exchange, keep: bool) -> None:
        """A response is complete."""
        if exchange is not self._active:
            return
        self._active = None
        assert exchange.request is not None
        exchange.request.body.discard()
        if not keep or self._site.closing or self._transport is None:
            self._close_soon(complete=exchange.request.body.complete)
        elif self._waiting:
            self._next()
        elif exchange.request.body.complete:
            self._idle()
        else:  # the rest of the body is on its way
            self._wait(self._site.limits.receive_timeout)

    def _close_soon(self, *, complete: bool) -> None:
        if self._transport is None:
            return
        if complete:
            self._transport.close()
        else:  # closing at once would cut the response off that the client is about to read
            if self._transport.can_write_eof():
                self._transport.write_eof()
            self._wait(1.0)

    def _refuse(self, status: HTTPStatus, reason: str) -> None:
        """What is no request is answered once."""
        self._refusal = status, reason
        if self._active is None and self._transport is not None:
            text = f"{reason}\n".encode("utf-8", "replace")
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\n"
            kind = "Content-Type: text/plain; charset=UTF-8\r\n"
            length = f"Content-Length: {len(text)}\r\n\r\n"
            self._transport.write((head + kind + length).encode() + text)
            self._close_soon(complete=False)
        elif self._transport is not None:
            self._transport.abort()

    def break_off(self) -> None:
        """Close in the middle of a response, behind what was sent of it."""
        self._close()

    def close_if_idle(self) -> None:
        """Close unless a request is being answered."""
        if self._active is None and not self._waiting and self._transport is not None:
            self._transport.close()

    # --- time, and pauses -----------------------------------------------------------------

    def _idle(self) -> None:
        if self._site.closing:
            self.close_if_idle()
        else:
            self._wait(float(self._site.limits.keep_alive))

    def _reading(self, reason: str, wanted: bool) -> None:
        """Read on unless there is a reason not to."""
        before = bool(self._paused)
        (self._paused.discard if wanted else self._paused.add)(reason)
        if self._transport is None or bool(self._paused) == before:
            return
        if self._paused:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _later(self, function: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self.loop.call_soon_threadsafe(function, *arguments)


_TOO_LARGE = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
