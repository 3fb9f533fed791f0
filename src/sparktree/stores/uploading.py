"""Files that are uploaded in parts, and that nobody sees before the last word."""

from __future__ import annotations

from abc import ABC, abstractmethod

from sparktree.stores.store import Staged

PART = 8 << 20  # bytes; S3 wants at least 5 MiB of all parts but the last


class PartedUpload(ABC):
    """Gathers bytes into parts. How a part is sent is the store's matter."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.parts: list[str] = []  # what the store calls the parts that were sent
        self._buffer = bytearray()
        self._size = 0

    @abstractmethod
    def send(self, data: bytes) -> str:
        """Send the next part: what the store calls it."""

    @abstractmethod
    def token(self) -> str:
        """By which the store finds what was sent."""

    @abstractmethod
    def discard(self) -> None:
        """Forget what was sent."""

    def write(self, data: bytes) -> int:
        """Add bytes."""
        self._buffer += data
        self._size += len(data)
        while len(self._buffer) >= self._part_size():
            count = self._part_size()
            self.parts.append(self.send(bytes(self._buffer[:count])))
            del self._buffer[:count]
        return len(data)

    def _part_size(self) -> int:
        """Parts grow with their number, so that the largest object has fewer than the limit."""
        return PART * (1 + len(self.parts) // 1000)

    def finish(self) -> Staged:
        """All bytes are sent; the file is still unseen."""
        if self._buffer or not self.parts:
            self.parts.append(self.send(bytes(self._buffer)))
            self._buffer.clear()
        return Staged(self.key, self.token(), tuple(self.parts), self._size)
