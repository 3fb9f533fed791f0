"""Requests over HTTP: connections that are kept, timeouts, and a bounded number of tries."""

from __future__ import annotations

import base64
import http.client
import itertools
import os
import random
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

_RETRIED = frozenset({408, 429, 500, 502, 503, 504})
_LONGEST_PAUSE = 2.0
_PASSWORD = re.compile(r"(://[^/@:?#]*:)[^/?#]*@")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long, how often and by which way a request is tried."""

    attempts: int = 4
    connect_seconds: float = 5.0
    request_seconds: float = 30.0
    first_pause: float = 0.1
    read_retries: int | None = None  # of what is read when the connection breaks, if they have any
    proxies: tuple[str, ...] = field(default=(), repr=False)  # scheme://[user:password@]host:port


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


class _BrokenReadError(Exception):
    """The connection broke while something was read over it."""


_idle: dict[tuple[str, str], list[http.client.HTTPConnection]] = {}  # by server and proxy
_lock = threading.Lock()
os.register_at_fork(after_in_child=_idle.clear)  # they are the parent's
_MOST_IDLE = 16  # connections to one server that wait for their next request
_turns = itertools.count()  # of proxies; one `next` is atomic


def send(origin: str, sign: Callable[[], Request], limits: Limits) -> Response:
    """The answer to a request, tried again if the server fails or is busy. `sign` makes the
    request anew for each try, as signatures have a time."""
    attempts = breaks = 0
    while True:
        if failed := attempts + breaks:
            # The exponent has a bound as well: so many retries may be allowed that it overflows.
            pause = min(_LONGEST_PAUSE, limits.first_pause * 4 ** min(failed - 1, 10))
            time.sleep(pause * random.uniform(0.5, 1.0))
        try:
            answer = _once(origin, sign(), limits)
        except (OSError, http.client.HTTPException, _BrokenReadError) as error:
            problem = str(error) or type(error).__name__
            broke = isinstance(error, _BrokenReadError) and limits.read_retries is not None
            attempts, breaks = attempts + (not broke), breaks + broke
            if attempts >= limits.attempts or breaks > (limits.read_retries or 0):
                message = f"{shown(origin)}: {problem}, after {attempts + breaks} attempts"
                raise UnreachableError(message) from error
            continue
        attempts += 1
        if answer.status not in _RETRIED or attempts >= limits.attempts:
            return answer


def shown(address: str) -> str:
    """An address as messages may show it: without a password."""
    return _PASSWORD.sub(r"\1[HIDDEN]@", address)


def _once(origin: str, request: Request, limits: Limits) -> Response:
    count = len(limits.proxies)
    proxy = limits.proxies[next(_turns) % count] if count else ""
    target, headers = request.target, dict(request.headers)
    if proxy and not origin.startswith("https:"):  # https goes through it without being seen
        target, headers = f"{origin}{target}", {**headers, **_permission(proxy)}
    try:
        connection = _connection(origin, proxy, limits)
    except OSError as error:
        raise OSError(f"proxy {shown(proxy)}: {error}" if proxy else str(error)) from error
    try:
        connection.request(request.method, target, body=request.body or None, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
    except BaseException as error:
        connection.close()
        is_break = isinstance(error, ConnectionError | http.client.IncompleteRead)
        if request.method == "GET" and is_break:
            raise _BrokenReadError(str(error) or type(error).__name__) from error
        raise
    if answer.will_close:
        connection.close()
    else:
        _keep(origin, proxy, connection)
    return Response(answer.status, {k.lower(): v for k, v in answer.getheaders()}, body)


def _keep(origin: str, proxy: str, connection: http.client.HTTPConnection) -> None:
    """The next request of any thread may take the connection: the kernel's readers live short."""
    with _lock:
        kept = _idle.setdefault((origin, proxy), [])
        if len(kept) < _MOST_IDLE:
            kept.append(connection)
            return
    connection.close()


def _kept(origin: str, proxy: str, limits: Limits) -> http.client.HTTPConnection | None:
    """A connection that waits for its next request, the last that was used first."""
    while True:
        with _lock:
            waiting = _idle.get((origin, proxy))
            found = waiting.pop() if waiting else None
        if found is None:
            return None
        if found.sock is not None and not _is_stale(found.sock):
            found.sock.settimeout(limits.request_seconds)
            return found
        found.close()


def _permission(proxy: str) -> dict[str, str]:
    """The header that says who asks a proxy, if its address does."""
    address = urlsplit(proxy)
    if address.username is None:
        return {}
    text = f"{unquote(address.username)}:{unquote(address.password or '')}"
    return {"proxy-authorization": f"Basic {base64.b64encode(text.encode()).decode()}"}


def _connection(origin: str, proxy: str, limits: Limits) -> http.client.HTTPConnection:
    """A connection to a server, or to a proxy for it, opened if none waits."""
    found = _kept(origin, proxy, limits)
    if found is not None:
        return found
    server, address = urlsplit(origin), urlsplit(proxy or origin)
    assert server.hostname is not None
    assert address.hostname is not None
    if server.scheme == "https":
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
    if proxy and server.scheme == "https":
        made.set_tunnel(server.hostname, server.port, _permission(proxy))
    made.connect()
    made.sock.settimeout(limits.request_seconds)
    made.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
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
