"""Random requests for the server's HTTP: whatever comes costs one connection alone."""

from __future__ import annotations

import gzip
import http.client
import socket
from collections.abc import Iterator
from contextlib import suppress

from hypothesis import strategies as st

from tests.fuzz.packets import Served, damaged

_KEPT = 1 << 16
_PATIENCE = 20.0
_TARGETS = (
    "/", "/?", "/ping", "/nowhere", "/?query=SELECT+1", "/?query=%FF%00", "/?decompress=1",
    "/?query=SELECT+number+FROM+numbers(100000)", "/?query=INSERT+INTO+x+FORMAT+CSV",
    "/?compress=1&query=SELECT+1",
    "/?session_id=s&query=SELECT+1", "/?" + "&".join(f"param_p{i}=1" for i in range(20_000)),
    "/?query=SELECT+" + "a" * 200_000, "/?max_threads=x&query=SELECT+1",
)  # fmt: skip
_HEADERS = (
    "Content-Encoding: gzip", "Content-Encoding: zstd", "Transfer-Encoding: chunked",
    "Content-Length: 10", "Content-Length: 99999999999999999999", "Content-Length: -1",
    "Expect: 100-continue", "Accept-Encoding: gzip, br", "Authorization: Basic !!!",
    "X-ClickHouse-User: nobody", "X-ClickHouse-Format: nope", "Connection: close",
    "Content-Type: multipart/form-data; boundary=b", "Upgrade: h2c", "X: " + "y" * 100_000,
)  # fmt: skip
_BODIES = (
    b"", b"SELECT 1", b"SELEC", b"a\x00\xff", b"1\r\n1\r\n0\r\n\r\n", b"ffffffffffffffffff\r\n",
    b"--b\r\nContent-Disposition: form-data; name=\"x\"; filename=\"f\"\r\n\r\n1\r\n--b--\r\n",
    gzip.compress(b"SELECT 1 -- " + b"x" * 3_000_000), gzip.compress(b"SELECT 1")[:-6],
)  # fmt: skip


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """What a client sends over a connection: requests of which some bytes are wrong."""
    sent = b""
    for _ in range(draw(st.integers(1, 3))):
        method = draw(st.sampled_from(["GET", "POST", "HEAD", "OPTIONS", "PUT", "NO"]))
        lines = [f"{method} {draw(st.sampled_from(_TARGETS))} HTTP/1.1", "Host: x"]
        lines += draw(st.lists(st.sampled_from(_HEADERS), max_size=3, unique=True))
        body = draw(st.sampled_from(_BODIES))
        if draw(st.booleans()):
            lines.append(f"Content-Length: {len(body)}")
        sent += "\r\n".join([*lines, "", ""]).encode() + body
    return draw(damaged(sent))


def request_differences(served: Served, sent: object) -> Iterator[tuple[str, str]]:
    """What goes wrong when a client sends these bytes: the server is silent, or cannot go on."""
    assert isinstance(sent, bytes)
    shown, heard = repr(sent[:2000]), b""
    try:
        with (
            socket.create_connection(("127.0.0.1", served.http), _PATIENCE) as client,
            suppress(ConnectionError),
        ):
            client.sendall(sent)
            with suppress(OSError):  # the server has cut the connection
                client.shutdown(socket.SHUT_WR)
            while piece := client.recv(1 << 16):
                heard = (heard + piece)[-_KEPT:]
    except TimeoutError:
        yield "a connection hangs", shown
    if b"Unexpected failure" in heard:
        yield "an error that nobody expected", shown
    other = http.client.HTTPConnection("127.0.0.1", served.http, timeout=_PATIENCE)
    try:
        other.request("GET", "/?query=SELECT+1")
        if other.getresponse().read() != b"1\n":
            yield "the server does not answer", shown
    except OSError as error:
        yield "no connection is possible", f"{error}\n{shown}"
    finally:
        other.close()
