"""Merges and mutations that run in this process, to be stopped for operations on partitions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sparktree.catalog.leases import Leases
from sparktree.engines.jobs.partition_keys import Place, stopped_places

_POLL_SECONDS = 0.1


@dataclass(eq=False, slots=True)
class RunningJob:
    """A merge or a mutation: the partitions of its parts, and what makes it end early."""

    places: frozenset[Place]
    cancel: Callable[[], None]


class RunningJobs:
    """What runs now; while something does, locks that other processes take are looked for."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._lock = threading.Lock()
        self._jobs: set[RunningJob] = set()
        self._ended = threading.Event()
        self._watcher: threading.Thread | None = None

    @contextmanager
    def running(self, places: Collection[Place], cancel: Callable[[], None]) -> Iterator[None]:
        """The block is stopped by `cancel` when somebody wants one of the partitions."""
        job = RunningJob(frozenset(places), cancel)
        with self._lock:
            self._jobs.add(job)
            if self._watcher is None:
                self._watcher = threading.Thread(
                    target=self._watch, name="partition-locks", daemon=True
                )
                self._watcher.start()
        try:
            yield
        finally:
            with self._lock:
                self._jobs.discard(job)

    def stop(self, places: Collection[Place]) -> None:
        """Tell the jobs on these partitions to end; it does not wait for them."""
        wanted = frozenset(places)
        with self._lock:
            found = [job for job in self._jobs if job.places & wanted]
        for job in found:
            job.cancel()

    def end(self) -> None:
        """No more watching: the engine closes."""
        self._ended.set()

    def _watch(self) -> None:
        while not self._ended.wait(_POLL_SECONDS):
            with self._lock:
                if not self._jobs:
                    self._watcher = None
                    return
            self.stop(stopped_places(self._leases))
