"""Requests over HTTP: connections that are kept, timeouts, and a bounded number of tries."""

from __future__ import annotations

import http.client
import random
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_RETRIED = frozenset({408, 429, 500, 502, 503, 504})
_LONGEST_PAUSE = 2.0
_PASSWORD = re.compile(r"(://[^/@:?#]*:)[^/?#]*@")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how often a request is tried."""

    attempts: int = 4
    connect_seconds: float = 5.0
    request_seconds: float = 30.0
    first_pause: float = 0.1


@dataclass(frozen=True, slots=True)
class Response:
    """What a server answered."""

    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes


@dataclass(frozen=True, slots=True)
class Request:
    """What a server is asked; `target` is the path with the query."""

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


class UnreachableError(Exception):
    """A server did not answer; the message says why."""


_kept = threading.local()


def send(origin: str, sign: Callable[[], Request], limits: Limits) -> Response:
    """The answer to a request, tried again if the server fails or is busy. `sign` makes the
    request anew for each try, as signatures have a time."""
    problem = ""
    for attempt in range(limits.attempts):
        if attempt:
            pause = min(_LONGEST_PAUSE, limits.first_pause * 4 ** (attempt - 1))
            time.sleep(pause * random.uniform(0.5, 1.0))
        try:
            answer = _once(origin, sign(), limits)
        except (OSError, http.client.HTTPException) as error:
            problem = str(error) or type(error).__name__
            continue
        if answer.status not in _RETRIED or attempt == limits.attempts - 1:
            return answer
    raise UnreachableError(f"{shown(origin)}: {problem}, after {limits.attempts} attempts")


def shown(address: str) -> str:
    """An address as messages may show it: without a password."""
    return _PASSWORD.sub(r"\1[HIDDEN]@", address)


def _once(origin: str, request: Request, limits: Limits) -> Response:
    connection = _connection(origin, limits)
    try:
        connection.request(
            request.method, request.target, body=request.body or None, headers=dict(request.headers)
        )
        answer = connection.getresponse()
        body = answer.read()
    except BaseException:
        _kept.connections.pop(origin, None)
        connection.close()
        raise
    if answer.will_close:
        _kept.connections.pop(origin, None)
        connection.close()
    return Response(answer.status, {k.lower(): v for k, v in answer.getheaders()}, body)


def _connection(origin: str, limits: Limits) -> http.client.HTTPConnection:
    """The thread's connection to a server, opened if need be."""
    if not hasattr(_kept, "connections"):
        _kept.connections = {}
    found: http.client.HTTPConnection | None = _kept.connections.get(origin)
    if found is not None and found.sock is not None and not _is_stale(found.sock):
        return found
    address = urlsplit(origin)
    assert address.hostname is not None
    if address.scheme == "https":
        made: http.client.HTTPConnection = http.client.HTTPSConnection(
            address.hostname,
            address.port,
            timeout=limits.connect_seconds,
            context=ssl.create_default_context(),
        )
    else:
        made = http.client.HTTPConnection(
            address.hostname, address.port, timeout=limits.connect_seconds
        )
    made.connect()
    made.sock.settimeout(limits.request_seconds)
    made.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    _kept.connections[origin] = made
    return made


def _is_stale(sock: socket.socket) -> bool:
    """Whether the server closed a connection that waits for its next request."""
    before = sock.gettimeout()
    try:
        sock.setblocking(False)
        return sock.recv(1, socket.MSG_PEEK) == b""
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    except (OSError, ValueError):  # TLS has no peek: let the request find out
        return not isinstance(sock, ssl.SSLSocket)
    finally:
        sock.settimeout(before)
