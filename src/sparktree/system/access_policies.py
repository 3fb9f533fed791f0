"""System tables of row policies, quotas and settings profiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sparktree.access.control import Known
from sparktree.access.entities import (
    EVERYBODY,
    Members,
    Quota,
    Role,
    RowPolicy,
    SettingsProfile,
    User,
)
from sparktree.access.quota_intervals import seconds
from sparktree.access.quotas import LIMITED, Interval, Usage
from sparktree.settings.declare import as_text
from sparktree.sql.statements.access import ProfileElement, QuotaLimits
from sparktree.system.access import names
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class Applied:
    """A policy, quota or profile with those that it is meant for."""

    entity: Any
    known: Known

    @property
    def to(self) -> Members:
        """Those that it is meant for."""
        found: Members = self.entity.to
        return found

    @property
    def listed(self) -> list[str]:
        """Their names."""
        return names(self.to.ids, self.known)

    @property
    def excepted(self) -> list[str]:
        """The names of the others."""
        return names(self.to.excepted, self.known)


def _all(kind: type[RowPolicy | Quota | SettingsProfile], reading: Reading) -> Iterator[Applied]:
    known = reading.services.access.known()
    for entity in known.all(kind):
        yield Applied(entity, known)


_APPLIED: Mapping[str, str | Callable[[Applied], Any]] = {
    "id": "entity.id",
    "storage": "entity.storage",
    "apply_to_all": lambda row: row.to.all or row.to == EVERYBODY,
    "apply_to_list": "listed",
    "apply_to_except": "excepted",
}

system_table(
    SystemTable[Applied](
        "row_policies",
        "Row policies.",
        lambda reading: _all(RowPolicy, reading),
        {
            **_APPLIED,
            "name": "entity.key",
            "short_name": "entity.name",
            "database": "entity.database",
            "table": lambda row: row.entity.table or "",
            "select_filter": "entity.using",
            "is_restrictive": "entity.restrictive",
        },
        needs="SHOW ROW POLICIES",
    )
)

# --- settings profiles ---------------------------------------------------------------------

system_table(
    SystemTable[Applied](
        "settings_profiles",
        "Settings profiles.",
        lambda reading: _all(SettingsProfile, reading),
        {
            **_APPLIED,
            "name": "entity.name",
            "num_elements": lambda row: len(row.entity.settings),
        },
        needs="SHOW SETTINGS PROFILES",
    )
)


@dataclass(frozen=True, slots=True)
class ShownElement:
    """A setting of a profile, user or role."""

    owner: SettingsProfile | User | Role
    index: int
    element: ProfileElement
    known: Known

    def name_of(self, kind: type) -> str | None:
        """The owner's name, if it is of the kind."""
        return self.owner.name if type(self.owner) is kind else None

    def text(self, name: str) -> str | None:
        """A value as text."""
        value = getattr(self.element, name)
        return None if value is None else as_text(value)

    @property
    def profile(self) -> str | None:
        """The name of an inherited profile."""
        inherited = self.element.profile
        return None if inherited is None else self.known.name(inherited)


def _elements(reading: Reading) -> Iterator[ShownElement]:
    known = reading.services.access.known()
    owners: list[SettingsProfile | User | Role] = [
        *known.all(User),
        *known.all(Role),
        *known.all(SettingsProfile),
    ]
    for owner in owners:
        for index, element in enumerate(owner.settings):
            only_disallows = replace(element, disallowed=()) == ProfileElement(element.name)
            if only_disallows and element.disallowed:
                continue  # there is no column for that
            yield ShownElement(owner, index, element, known)


system_table(
    SystemTable[ShownElement](
        "settings_profile_elements",
        "Settings of profiles.",
        _elements,
        {
            "profile_name": lambda row: row.name_of(SettingsProfile),
            "user_name": lambda row: row.name_of(User),
            "role_name": lambda row: row.name_of(Role),
            "index": "index",
            "setting_name": "element.name",
            "value": lambda row: row.text("value") if row.element.has_value else None,
            "min": lambda row: row.text("minimum"),
            "max": lambda row: row.text("maximum"),
            "writability": "element.writability",
            "inherit_profile": "profile",
        },
        needs="SHOW SETTINGS PROFILES",
    )
)

# --- quotas --------------------------------------------------------------------------------

system_table(
    SystemTable[Applied](
        "quotas",
        "Quotas.",
        lambda reading: _all(Quota, reading),
        {
            **_APPLIED,
            "name": "entity.name",
            "keys": lambda row: list(row.entity.keyed_by),
            "durations": lambda row: [seconds(limits) for limits in row.entity.limits],
        },
        needs="SHOW QUOTAS",
    )
)


@dataclass(frozen=True, slots=True)
class ShownLimits:
    """The limits of one interval of a quota."""

    quota: Quota
    limits: QuotaLimits

    def limit(self, name: str) -> int | float | None:
        """The limit of a resource, None if there is none."""
        return dict(self.limits.limits).get(name)


def _limits(reading: Reading) -> Iterator[ShownLimits]:
    for quota in reading.services.access.known().all(Quota):
        for limits in quota.limits:
            yield ShownLimits(quota, limits)


system_table(
    SystemTable[ShownLimits](
        "quota_limits",
        "Limits of quotas.",
        _limits,
        {
            "quota_name": "quota.name",
            "duration": lambda row: seconds(row.limits),
            "is_randomized_interval": "limits.randomized",
            **{f"max_{name}": partial(ShownLimits.limit, name=name) for name in LIMITED},
        },
        needs="SHOW QUOTAS",
    )
)


@dataclass(frozen=True, slots=True)
class ShownUsage:
    """What was used in one interval of a quota; None: the quota has no intervals."""

    usage: Usage
    interval: Interval | None
    current: bool

    def used(self, name: str) -> int | float | None:
        """How much of a resource was used."""
        if self.interval is None:
            return None
        used: int | float = self.interval.used[name]
        return used if name == "execution_time" else int(used)

    def limit(self, name: str) -> int | float | None:
        """The limit of a resource, None if there is none."""
        return None if self.interval is None else dict(self.interval.limits.limits).get(name)

    @property
    def ends(self) -> int | None:
        """When the interval ends."""
        return None if self.interval is None else int(self.interval.ends)

    @property
    def duration(self) -> int | None:
        """How long it is."""
        return None if self.interval is None else self.interval.duration

    @property
    def begins(self) -> int | None:
        """When it began."""
        return None if self.interval is None else int(self.interval.ends - self.interval.duration)


def _usage(reading: Reading) -> Iterator[ShownUsage]:
    """That of the user who asks."""
    found = reading.quota
    if found is not None:
        yield from _intervals(found, current=True)


def _usages(reading: Reading) -> Iterator[ShownUsage]:
    access = reading.services.access
    quotas = {quota.id: quota for quota in access.known().all(Quota)}
    own = reading.quota
    for usage in access.quotas.usages(quotas):
        current = own is not None and (own.quota.id, own.key) == (usage.quota.id, usage.key)
        yield from _intervals(usage, current=current)


def _intervals(usage: Usage, *, current: bool) -> Iterator[ShownUsage]:
    for interval in usage.intervals or (None,):
        yield ShownUsage(usage, interval, current)


_USAGE: Mapping[str, str | Callable[[ShownUsage], Any]] = {
    "quota_name": "usage.quota.name",
    "quota_key": "usage.key",
    "start_time": "begins",
    "end_time": "ends",
    "duration": "duration",
    **{name: partial(ShownUsage.used, name=name) for name in LIMITED},
    **{f"max_{name}": partial(ShownUsage.limit, name=name) for name in LIMITED},
}
system_table(
    SystemTable[ShownUsage](
        "quota_usage",
        "What the user has used of its quota.",
        _usage,
        _USAGE,
        needs="SHOW QUOTAS",
    )
)
system_table(
    SystemTable[ShownUsage](
        "quotas_usage",
        "What all users have used of their quotas.",
        _usages,
        {**_USAGE, "is_current": "current"},
        needs="SHOW QUOTAS",
    )
)
