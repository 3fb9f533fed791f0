"""The body of a response: compressed as the client wants it, held back as long as it asks for."""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, BinaryIO, cast

from sparktree.disks.compression import compressed
from sparktree.protocol.frames import FrameWriter
from sparktree.server.http.messages import Response

_BUFFER = 1 << 20  # bytes before the head is sent: a failure until then has its own status
# What Accept-Encoding may name, the best first.
ENCODINGS = ("zstd", "lz4", "gzip", "deflate", "br", "snappy", "xz", "bz2")


def accepted(header: str) -> str | None:
    """The encoding to use for what Accept-Encoding says."""
    wanted = {
        match[1].lower()
        for match in re.finditer(r"([\w*-]+)(?:\s*;\s*q=([\d.]+))?", header)
        if match[2] is None or float(match[2] or 0) > 0
    }
    return next((name for name in ENCODINGS if name in wanted), None)


class _Kept(io.RawIOBase):
    """Another stream, which is not closed with this one."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write: Callable[[bytes], None] | None = write

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        view = memoryview(data)
        if self._write is not None:
            self._write(view.tobytes())
        return view.nbytes

    def drop(self) -> None:
        """What comes from now on is not wanted."""
        self._write = None


class Output(io.RawIOBase):
    """Written by the format; `finish`, `fail` or `replace` ends it."""

    def __init__(
        self,
        response: Response,
        before_head: Callable[[], None],
        *,
        encoding: str | None = None,
        level: int | None = None,
        framed: bool = False,
        size: int = _BUFFER,
        whole: bool = False,
    ) -> None:
        self._response, self._before_head = response, before_head
        self._size = max(size, _BUFFER)
        self._whole = whole
        self._encoding, self._level, self._framed = encoding, level, framed
        self._held: Any = bytearray()
        self._file: Any = None
        self._status = HTTPStatus.OK
        self._layers: list[BinaryIO] = []
        self._open_layers()

    def _open_layers(self) -> None:
        """The streams that compress, the outermost last."""
        self._layers = []
        self._sink = _Kept(self._keep)
        last = cast(BinaryIO, self._sink)
        if self._encoding is not None:
            last = compressed(last, self._encoding, self._level)
            self._layers.append(last)
        if self._framed:
            last = cast(BinaryIO, FrameWriter(last))
            self._layers.append(last)
        self._first = last

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        view = memoryview(data)
        self._first.write(view)
        return view.nbytes

    def _keep(self, data: bytes) -> None:
        """Compressed bytes: held while the head is, then sent on in pieces."""
        if self._file is not None:
            self._file.write(data)
            return
        self._held += data
        if len(self._held) <= self._size:
            return
        if self._whole:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115
            self._file.write(self._held)
            self._held = bytearray()
        else:
            self._send()

    def _send(self) -> None:
        if not self._response.headed:
            self._head(None)
        self._response.write(bytes(self._held))
        self._held = bytearray()

    def send(self) -> None:
        """What was written goes to the client now, unless it wants all at once."""
        for layer in reversed(self._layers):
            layer.flush()
        if self._file is None and self._held and not self._whole:
            self._send()

    def _head(self, length: int | None) -> None:
        self._before_head()
        if self._encoding is not None:
            self._response.headers["Content-Encoding"] = self._encoding
        self._response.begin(self._status, length)

    def finish(self) -> None:
        """All has been written."""
        for layer in reversed(self._layers):
            layer.close()
        if self._file is not None:
            self._head(self._file.tell())
            self._file.seek(0)
            while piece := self._file.read(_BUFFER):
                self._response.write(piece)
        elif not self._response.headed:
            self._head(len(self._held))
            self._response.write(bytes(self._held))
        else:
            self._send()
        self._response.end()
        self._forget()

    def replace(self, status: HTTPStatus, data: bytes) -> None:
        """Instead of what was written, of which nothing was sent: this, with that status."""
        self._forget()
        self._status = status
        self._open_layers()
        self.write(data)
        self.finish()

    def fail(self, data: bytes) -> None:
        """The end of what cannot go on; the connection breaks behind it."""
        self.write(data)
        for layer in reversed(self._layers):
            layer.close()
        self._send()
        self._response.abort()
        self._forget()

    def _forget(self) -> None:
        self._sink.drop()
        for layer in reversed(self._layers):
            with suppress(Exception):
                layer.close()
        self._held = bytearray()
        if self._file is not None:
            self._file.close()
            self._file = None
