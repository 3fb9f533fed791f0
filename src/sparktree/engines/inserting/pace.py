"""How long INSERTs of one shape wait for others: the longer, the more often they come."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.query import QuerySettings

_LEAST_STEP = 0.001  # seconds


@dataclass(slots=True)
class Pace:
    """What was seen of one shape lately; moments are those of a monotonic clock, in seconds."""

    wait: float = 0.0
    last_insert: float | None = None
    flushes: tuple[float, float] | None = None  # the last two

    def timeout(self, settings: QuerySettings, now: float) -> float:
        """How long an INSERT that comes now, and begins a batch, waits at most."""
        most = settings.async_insert_busy_timeout_max_ms / 1000
        if not settings.async_insert_use_adaptive_busy_timeout:
            return most
        least = min(max(settings.async_insert_busy_timeout_min_ms / 1000, _LEAST_STEP), most)
        wait = self._adapted(settings, now, least)
        return min(max(wait, least), most)

    def _adapted(self, settings: QuerySettings, now: float, least: float) -> float:
        if self.last_insert is None or self.flushes is None:
            return self.wait
        if self.last_insert + least > now:
            longer = self.wait * (1 + settings.async_insert_busy_timeout_increase_rate)
            return max(longer, self.wait + _LEAST_STEP)
        shorter = self.wait / (1 + settings.async_insert_busy_timeout_decrease_rate)
        shorter = min(shorter, self.wait - _LEAST_STEP)
        first, second = self.flushes
        quiet = self.last_insert + shorter < now and first + shorter < second
        return shorter if quiet else self.wait

    def overdue(self, settings: QuerySettings, now: float) -> bool:
        """Whether neither an INSERT nor a flush was seen for so long that nothing is waited for."""
        if not settings.async_insert_use_adaptive_busy_timeout or self.flushes is None:
            return False
        most = settings.async_insert_busy_timeout_max_ms / 1000
        first, second = self.flushes
        rare = self.last_insert is not None and self.last_insert + most < now
        return rare and first + most < second

    def inserted(self, now: float, wait: float) -> None:
        """An INSERT came."""
        self.last_insert, self.wait = now, wait

    def flushed(self, now: float) -> None:
        """A batch was written."""
        self.flushes = (self.flushes[1] if self.flushes else now, now)
