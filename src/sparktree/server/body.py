"""What a client sends: the loop puts in what arrives, a worker reads; neither runs ahead."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from sparktree.disks.streams import ByReading
from sparktree.errors import Code, Error

# Bytes that may wait to be read before the sender has to wait, and those that let it go on.
_MOST_WAITING = 4 << 20
_FEW_WAITING = 1 << 20


class Body(ByReading):
    """Read by one worker; `feed`, `end` and `fail` are for the loop."""

    def __init__(self, patience: float, pause: Callable[[], None], resume: Callable[[], None]):
        self.patience = patience  # seconds
        self._pause, self._resume = pause, resume
        self._changed = threading.Condition()
        self._pieces: deque[bytes] = deque()
        self._waiting = 0
        self._paused = False
        self._ended = False
        self._failed = False
        self._unwanted = False
        self.on_first_read: Callable[[], None] | None = None
        self.dropped = 0  # bytes that came when nobody wanted them any more

    @property
    def complete(self) -> bool:
        """Whether all of it has arrived."""
        return self._ended

    # --- the loop's side ------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """A piece arrived."""
        with self._changed:
            if self._unwanted:
                self.dropped += len(data)
                return
            self._pieces.append(data)
            self._waiting += len(data)
            if self._waiting > _MOST_WAITING and not self._paused:
                self._paused = True
                self._pause()
            self._changed.notify_all()

    def end(self) -> None:
        """Nothing more comes."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def fail(self) -> None:
        """The connection was lost."""
        with self._changed:
            self._failed = not self._ended
            self._changed.notify_all()

    def discard(self) -> None:
        """Nobody reads it any more: what comes is dropped."""
        with self._changed:
            self._unwanted = True
            self._pieces.clear()
            self._waiting = 0
            if self._paused:
                self._paused = False
                self._resume()

    # --- the worker's side ----------------------------------------------------------------

    def read(self, size: int = -1) -> bytes:
        """So many bytes, fewer only at the end; all that is left without a size."""
        if self.on_first_read is not None:
            told, self.on_first_read = self.on_first_read, None
            told()
        taken: list[bytes] = []
        count = 0
        while size < 0 or count < size:
            piece = self._next(size - count if size >= 0 else -1)
            if not piece:
                break
            taken.append(piece)
            count += len(piece)
        return b"".join(taken)

    def read1(self, size: int = -1) -> bytes:
        """The bytes that have come, at most so many; none at the end."""
        return self._next(size)

    @property
    def waiting(self) -> int:
        """How many bytes have come that were not read."""
        return self._waiting

    def _next(self, most: int) -> bytes:
        """What has arrived of the next bytes; none at the end."""
        with self._changed:
            while not self._pieces:
                if self._failed:
                    message = "Unexpected EOF while reading the body of the request"
                    raise Error(Code.UNEXPECTED_END_OF_FILE, message)
                if self._ended:
                    return b""
                if not self._changed.wait(self.patience):
                    raise Error(
                        Code.SOCKET_TIMEOUT,
                        f"Timeout exceeded while reading from socket ({self.patience:.0f} s)",
                    )
            piece = self._pieces.popleft()
            if 0 <= most < len(piece):
                self._pieces.appendleft(piece[most:])
                piece = piece[:most]
            self._waiting -= len(piece)
            if self._paused and self._waiting < _FEW_WAITING:
                self._paused = False
                self._resume()
            return piece
