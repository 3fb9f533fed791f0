"""What was read from disks last, kept in memory up to a limit."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class BoundedCache(Generic[T]):
    """What was read last, up to so many bytes; keys name the content, so nothing is ever stale."""

    most: int
    _items: OrderedDict[Hashable, tuple[int, T]] = field(default_factory=OrderedDict)
    _size: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._items.clear()
            self._size = 0

    def get(self, key: Hashable, load: Callable[[], tuple[int, T]]) -> T:
        """The item, loaded if it is not there."""
        with self._lock:
            if key in self._items:
                self._items.move_to_end(key)
                return self._items[key][1]
        size, item = load()
        with self._lock:
            if key not in self._items:
                self._items[key] = (size, item)
                self._size += size
            while self._size > self.most and len(self._items) > 1:
                self._size -= self._items.popitem(last=False)[1][0]
        return item
