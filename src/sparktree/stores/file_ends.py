"""The ends of objects that were read last: there Parquet says where everything is, and readers of a
file, of which there are several for a query, each ask for it."""

from __future__ import annotations

import threading
from collections import OrderedDict

_LARGEST = 256 << 10  # bytes of one end
_MOST = 64 << 20  # bytes of all

Key = tuple[str, str]  # a disk and a path; what lies there never changes


class FileEnds:
    """Kept by the process, those that were asked for last."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._known: OrderedDict[Key, tuple[int, bytes]] = OrderedDict()
        self._size = 0

    def find(self, key: Key, position: int, count: int) -> bytes | None:
        """Bytes of the file, if they are in what is known of it."""
        with self._lock:
            begin, data = self._known.get(key, (0, b""))
            if not data or position < begin:
                return None
            self._known.move_to_end(key)
        return data[position - begin : position - begin + count]

    def keep(self, key: Key, position: int, data: bytes) -> None:
        """The file ends with these bytes, which begin at a position."""
        if not data or len(data) > _LARGEST:
            return
        with self._lock:
            _, before = self._known.pop(key, (0, b""))
            self._known[key] = position, data
            self._size += len(data) - len(before)
            while self._size > self._most:
                _, (_, gone) = self._known.popitem(last=False)
                self._size -= len(gone)


ENDS = FileEnds()
