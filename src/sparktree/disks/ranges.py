"""A file that is read by ranges, as a stream."""

from __future__ import annotations

import io
from collections.abc import Callable

from sparktree.disks.streams import ByReading

Fetch = Callable[[int, int], bytes]  # from a position, so many bytes


class RangeReader(ByReading):
    """Seeks without a request; every read is one."""

    def __init__(self, size: int, fetch: Fetch) -> None:
        self._size = size
        self._fetch = fetch
        self._position = 0

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        self._position = max(0, base + offset)
        return self._position

    def read(self, size: int | None = -1) -> bytes:
        left = max(0, self._size - self._position)
        count = left if size is None or size < 0 else min(size, left)
        if not count:
            return b""
        data = self._fetch(self._position, count)
        self._position += len(data)
        return data
