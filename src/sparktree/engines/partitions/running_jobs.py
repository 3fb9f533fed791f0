"""Merges and mutations that run in this process, to be stopped for operations on partitions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sparktree.catalog.leases import Leases
from sparktree.engines.partitions.keys import Place, stopped_places

_POLL_SECONDS = 0.1


@dataclass(eq=False, slots=True)
class Work:
    """A merge or a mutation: the partitions of its parts, and what makes it end early."""

    places: frozenset[Place]
    cancel: Callable[[], None]


class Works:
    """What runs now; while something does, locks that other processes take are looked for."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._lock = threading.Lock()
        self._works: set[Work] = set()
        self._ended = threading.Event()
        self._watcher: threading.Thread | None = None

    @contextmanager
    def running(self, places: Collection[Place], cancel: Callable[[], None]) -> Iterator[None]:
        """The block is stopped by `cancel` when somebody wants one of the partitions."""
        work = Work(frozenset(places), cancel)
        with self._lock:
            self._works.add(work)
            if self._watcher is None:
                self._watcher = threading.Thread(
                    target=self._watch, name="partition-locks", daemon=True
                )
                self._watcher.start()
        try:
            yield
        finally:
            with self._lock:
                self._works.discard(work)

    def stop(self, places: Collection[Place]) -> None:
        """Tell the works on these partitions to end; it does not wait for them."""
        wanted = frozenset(places)
        with self._lock:
            found = [work for work in self._works if work.places & wanted]
        for work in found:
            work.cancel()

    def end(self) -> None:
        """No more watching: the engine closes."""
        self._ended.set()

    def _watch(self) -> None:
        while not self._ended.wait(_POLL_SECONDS):
            with self._lock:
                if not self._works:
                    self._watcher = None
                    return
            self.stop(stopped_places(self._leases))
