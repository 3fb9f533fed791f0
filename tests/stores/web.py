"""A web server for tests: files of a folder, with ranges or without; what was asked is kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote


@dataclass
class Web:
    """A running server."""

    folder: Path
    url: str = ""
    ranges: bool = True
    knows_head: bool = True
    failures: int = 0  # so many requests are answered by 503
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    sent: int = 0  # bytes of answers

    def put(self, path: str, data: bytes | str) -> None:
        """A file to be served."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode() if isinstance(data, str) else data)


class Handler(BaseHTTPRequestHandler):
    """What answers requests."""

    protocol_version = "HTTP/1.1"
    web: Web

    def do_HEAD(self) -> None:
        if self.web.knows_head:
            self._file(body=False)
        else:
            self._answer(405, b"no HEAD", body=False)

    def do_GET(self) -> None:
        self._file(body=True)

    def do_POST(self) -> None:
        data = self._posted()
        self.web.asked.append(("POST", self.path, {}))
        if self.path.startswith("/refused"):
            self._answer(500, b"not here")
            return
        self.web.put(self.path.strip("/"), data)
        self._answer(200, b"")

    def _posted(self) -> bytes:
        if "content-length" in self.headers:
            return self.rfile.read(int(self.headers["content-length"]))
        data = b""
        while size := int(self.rfile.readline(), 16):  # in chunks
            data += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return data

    def _file(self, *, body: bool) -> None:
        web = self.web
        headers = {k.lower(): v for k, v in self.headers.items()}
        web.asked.append((self.command, self.path, headers))
        path = web.folder / unquote(self.path.partition("?")[0].strip("/"))
        if web.failures:
            web.failures -= 1
            self._answer(503, b"busy", body=body)
        elif not path.is_file():
            self._answer(404, b"nothing here", body=body)
        else:
            self._part(path.read_bytes(), headers.get("range", ""), body=body)

    def _part(self, data: bytes, span: str, *, body: bool) -> None:
        if not span or not self.web.ranges:
            self._answer(200, data, body=body)
            return
        first, _, last = span.removeprefix("bytes=").partition("-")
        end = int(last) + 1 if last else len(data)
        if int(first) >= len(data):
            self._answer(416, b"", body=body)
            return
        more = {"content-range": f"bytes {first}-{end - 1}/{len(data)}"}
        self._answer(206, data[int(first) : end], more, body=body)

    def _answer(
        self, status: int, data: bytes, more: dict[str, str] | None = None, *, body: bool = True
    ) -> None:
        self.send_response(status)
        for key, value in (more or {}).items():
            self.send_header(key, value)
        self.send_header("content-length", str(len(data)))
        self.send_header("last-modified", "Wed, 21 Oct 2015 07:28:00 GMT")
        self.send_header("etag", '"tag"')
        self.end_headers()
        if body:
            self.web.sent += len(data)
            self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[Web]:
    """The server, as long as it is needed."""
    web = Web(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Serving", (Handler,), {"web": web}))
    server.daemon_threads = True
    web.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield web
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
