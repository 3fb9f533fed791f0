"""The background work of an engine, and what starts, stops and shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sparktree.engines.jobs.blockers import Blockers
from sparktree.engines.jobs.running_jobs import RunningJobs
from sparktree.engines.jobs.running_merges import RunningMerge
from sparktree.engines.jobs.running_moves import RunningMove
from sparktree.planner.environment import Environment


class Background(Protocol):
    """The engine's background work, as far as statements know it; tables go by their UUIDs."""

    @property
    def threads(self) -> int:
        """How many merges and mutations may run at a time."""
        ...

    def pools(self) -> Mapping[Any, tuple[int, int]]:
        """How many threads of each pool work, and how many there are."""
        ...

    def wake(self, table: str) -> None:
        """Look soon what the table needs."""
        ...

    def forget(self, table: str) -> None:
        """The table was dropped: its tasks end."""
        ...

    def running(self) -> Sequence[Any]:
        """The tasks that run now."""
        ...

    def cancel(self, which: Callable[[Any], bool]) -> None:
        """Stop the tasks that run and wait for their end."""
        ...

    def wait_idle(self, table: str, timeout: float) -> bool:
        """Whether nothing is left to do for the table within that many seconds."""
        ...

    def stop(self) -> None:
        """Cancel everything and end the threads."""
        ...


@dataclass(slots=True)
class Jobs:
    """Shared by all sessions of an engine: merges, mutations and other work on parts."""

    on_partitions: RunningJobs  # merges and mutations that operations on partitions stop
    blockers: Blockers = field(default_factory=Blockers)
    merges: dict[int, RunningMerge] = field(default_factory=dict)
    moves: dict[int, RunningMove] = field(default_factory=dict)
    # When a partition may next be merged for its TTL alone: by table, partition and reason.
    ttl_pauses: dict[tuple[str, str, str], float] = field(default_factory=dict)
    # Tables that have nothing to do for their TTL: their state, and until when that holds.
    ttl_quiet: dict[str, tuple[tuple[int, ...], float]] = field(default_factory=dict)
    background: Background = field(init=False)  # the engine sets it when all else is there
    flush_buffer: Callable[..., None] = field(init=False)  # so it does with this
    # Makes the surroundings of work that no session asked for, in a database and maybe with
    # settings; the engine sets it.
    environment: Callable[..., Environment] = field(init=False)
