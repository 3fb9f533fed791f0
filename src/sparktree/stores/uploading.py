"""Files that are uploaded in parts, and that nobody sees before the last word."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import lru_cache

from sparktree.stores.store import Staged

PART = 8 << 20  # bytes; S3 wants at least 5 MiB of all parts but the last
_LARGE = 1 << 16  # bytes
_SENDERS = 4  # parts of all files of a process that are on their way at the same time


@lru_cache(maxsize=1)
def _senders(process: int) -> ThreadPoolExecutor:
    """The threads of a process that send parts; each keeps its connection."""
    return ThreadPoolExecutor(_SENDERS, "upload")


class PartedUpload(ABC):
    """Gathers bytes into parts, of which some are sent at the same time. How a part is sent is the
    store's matter. A part that could not be sent fails one of the next calls."""

    def __init__(self, key: str) -> None:
        self.key = key
        self._parts: list[Future[str]] = []
        self._pieces: list[bytearray | memoryview] = []
        self._gathered = 0
        self._size = 0

    @abstractmethod
    def begin(self) -> None:
        """Make ready for the first part."""

    @abstractmethod
    def send(self, number: int, data: bytes) -> str:
        """Send a part, numbered from 0: what the store calls it. Other threads send others."""

    @abstractmethod
    def token(self) -> str:
        """By which the store finds what was sent."""

    @abstractmethod
    def forget(self) -> None:
        """Remove what was sent."""

    def write(self, data: bytes | memoryview) -> int:
        """Add bytes, which must not change any more."""
        view = memoryview(data)
        self._size += len(view)
        while self._gathered + len(view) >= self._part_size():
            room = self._part_size() - self._gathered
            self._gather(view[:room])
            view = view[room:]
            self._submit()
        self._gather(view)
        return len(data)

    def _gather(self, view: memoryview) -> None:
        """Keep bytes; only small pieces are copied, into one."""
        self._gathered += len(view)
        if len(view) >= _LARGE:
            self._pieces.append(view)
        elif self._pieces and isinstance(self._pieces[-1], bytearray):
            self._pieces[-1] += view
        else:
            self._pieces.append(bytearray(view))

    def _part_size(self) -> int:
        """Parts grow with their number, so that the largest object has fewer than the limit."""
        return PART * (1 + len(self._parts) // 1000)

    def _submit(self) -> None:
        """Let a thread send what was gathered, once there are not too many on their way."""
        if not self._parts:
            self.begin()
        if len(self._parts) >= _SENDERS:
            self._parts[-_SENDERS].result()
        self._parts.append(_senders(os.getpid()).submit(self.send, len(self._parts), self._taken()))

    def _taken(self) -> bytes:
        data = b"".join(self._pieces)
        self._pieces, self._gathered = [], 0
        return data

    def finish(self) -> Staged:
        """All bytes are sent; the file is still unseen."""
        if not self._parts:  # no other thread is needed for one part
            self.begin()
            only: Future[str] = Future()
            only.set_result(self.send(0, self._taken()))
            self._parts.append(only)
        elif self._gathered:
            self._submit()
        names = tuple(part.result() for part in self._parts)
        return Staged(self.key, self.token(), names, self._size)

    def discard(self) -> None:
        """Forget what was sent; what is on its way must arrive before it can be removed."""
        for part in self._parts:
            part.cancel()
        wait(self._parts)
        self.forget()
