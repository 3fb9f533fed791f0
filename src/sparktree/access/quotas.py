"""What users have used of their quotas, in each interval, and what is too much."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from sparktree.access.entities import Quota
from sparktree.access.quota_intervals import seconds
from sparktree.errors import Code, Error
from sparktree.settings.declare import as_text
from sparktree.sql.statements.access import QuotaLimits

# What can be limited, in the order of the columns `max_...` of system tables.
LIMITED = (
    "queries",
    "query_selects",
    "query_inserts",
    "errors",
    "result_rows",
    "result_bytes",
    "read_rows",
    "read_bytes",
    "execution_time",
    "written_bytes",
    "failed_sequential_authentications",
    "queries_per_normalized_hash",
)
FAILURES = "failed_sequential_authentications"
PER_HASH = "queries_per_normalized_hash"
BY_HASH = "normalized_query_hash"
# By what a quota may be told apart; `a,b` is b where there is no a.
KEYS = (
    "user_name",
    "ip_address",
    "forwarded_ip_address",
    "client_key",
    "client_key,user_name",
    "client_key,ip_address",
    BY_HASH,
)


@dataclass(frozen=True, slots=True)
class Asker:
    """Who uses a quota."""

    user: str
    address: str = "127.0.0.1"
    forwarded: str = ""
    client_key: str = ""
    hashed: str = ""  # the normalized query, if the quota asks for it

    def key(self, quota: Quota) -> str:
        """Whose use is counted together."""
        if not quota.keyed_by:
            return ""
        values = {
            "user_name": self.user,
            "ip_address": self.address,
            "forwarded_ip_address": self.forwarded,
            "client_key": self.client_key,
            BY_HASH: self.hashed,
        }
        found = next((values[name] for name in quota.keyed_by if values[name]), "")
        if not found and "client_key" in quota.keyed_by:
            raise Error(
                Code.QUOTA_REQUIRES_CLIENT_KEY,
                f"Quota {quota.name} (for user {self.user}) requires a client supplied key.",
            )
        return found


@dataclass(slots=True)
class Interval:
    """What was used since an interval began."""

    limits: QuotaLimits
    offset: float = 0.0  # intervals begin at whole multiples of their length, and this behind
    ends: float = 0.0
    used: Counter[str] = field(default_factory=Counter)
    by_hash: Counter[str] = field(default_factory=Counter)

    @property
    def duration(self) -> int:
        """Its length in seconds."""
        return seconds(self.limits)

    def turn(self, now: float) -> None:
        """Begin anew if its time is over."""
        if now >= self.ends:
            whole = (now - self.offset) // self.duration + 1
            self.ends = whole * self.duration + self.offset
            self.used.clear()
            self.by_hash.clear()

    def exceeded(self, name: str) -> tuple[float, float] | None:
        """How much was used and what the limit is, if that is too much."""
        most = dict(self.limits.limits).get(name)
        return (self.used[name], most) if most is not None and self.used[name] > most else None


@dataclass(frozen=True, slots=True)
class Usage:
    """The intervals of a quota for one key."""

    quota: Quota
    key: str
    intervals: tuple[Interval, ...]


class Quotas:
    """What is used of all quotas, in this process."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.zone = "UTC"
        self._lock = threading.Lock()
        self._intervals: dict[tuple[str, str], dict[tuple[int, bool], Interval]] = {}

    def usage(self, quota: Quota, key: str) -> Usage:
        """The intervals of a quota as it is now, each with what was used in it."""
        now = self.clock()
        with self._lock:
            known = self._intervals.setdefault((quota.id, key), {})
            found = []
            for limits in quota.limits:
                place = (seconds(limits), limits.randomized)
                interval = known.get(place)
                if interval is None:
                    offset = random.uniform(0, place[0]) if limits.randomized else 0.0
                    interval = known[place] = Interval(limits, offset)
                interval.limits = limits
                interval.turn(now)
                found.append(interval)
            return Usage(quota, key, tuple(found))

    def usages(self, quotas: Mapping[str, Quota]) -> Iterator[Usage]:
        """All that were used, of those that there still are."""
        with self._lock:
            keys = list(self._intervals)
        for quota, key in keys:
            if quota in quotas:
                yield self.usage(quotas[quota], key)

    def add(
        self, usage: Usage, asker: Asker, amounts: Mapping[str, float], *, check: bool = True
    ) -> None:
        """Something is used; QUOTA_EXCEEDED if that is too much."""
        now = self.clock()
        with self._lock:
            for interval in usage.intervals:
                interval.turn(now)
                for name, amount in amounts.items():
                    interval.used[name] += amount  # type: ignore[assignment]  # also seconds
        if check:
            self.check(usage, asker, *amounts)

    def count_hash(self, usage: Usage, asker: Asker, hashed: str) -> None:
        """One more query of those that differ in their values alone."""
        with self._lock:
            for interval in usage.intervals:
                interval.by_hash[hashed] += 1
                most = max(interval.by_hash.values())
                interval.used[PER_HASH] = interval.by_hash[hashed]
                exceeded = interval.exceeded(PER_HASH)
                interval.used[PER_HASH] = most
                if exceeded is not None:
                    raise self._error(usage, asker, interval, PER_HASH, *exceeded)

    def check(self, usage: Usage, asker: Asker, *names: str) -> None:
        """QUOTA_EXCEEDED if too much of something was used."""
        for interval in usage.intervals:
            for name in names:
                exceeded = interval.exceeded(name)
                if exceeded is not None:
                    raise self._error(usage, asker, interval, name, *exceeded)

    def reset(self, usage: Usage, name: str) -> None:
        """Nothing of it counts any more."""
        with self._lock:
            for interval in usage.intervals:
                interval.used[name] = 0

    def _error(
        self, usage: Usage, asker: Asker, interval: Interval, name: str, used: float, most: float
    ) -> Error:
        ends = datetime.fromtimestamp(interval.ends, ZoneInfo(self.zone))
        return Error(
            Code.QUOTA_EXCEEDED,
            f"Quota for user `{asker.user}` for {interval.duration}s has been exceeded:"
            f" {name} = {as_text(used)}/{as_text(most)}."
            f" Interval will end at {ends:%Y-%m-%d %H:%M:%S}."
            f" Name of quota template: `{usage.quota.name}`",
        )
