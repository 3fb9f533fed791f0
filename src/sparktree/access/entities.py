"""Users, roles, row policies, quotas and settings profiles, and how the catalog keeps them."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from sparktree.access.rights import Element, Rights
from sparktree.catalog.hints import dotted
from sparktree.sql.statements.access import Hosts, ProfileElement, QuotaLimits

# Where those are kept that statements made, and those of the configuration.
STORED, CONFIGURED = "local_directory", "users_xml"


@dataclass(frozen=True, slots=True)
class Members:
    """Users and roles by their ids: some, or all but some."""

    all: bool = False
    ids: tuple[str, ...] = ()
    excepted: tuple[str, ...] = ()

    def has(self, *ids: str) -> bool:
        """Whether one of them is meant."""
        if any(one in self.excepted for one in ids):
            return False
        return self.all or any(one in self.ids for one in ids)


ANYWHERE = Hosts(any=True)
EVERYBODY = Members(all=True)
NOBODY = Members()


@dataclass(frozen=True, slots=True)
class Method:
    """One way to prove who one is: a hash, never the password."""

    type: str
    hash: str = ""
    salt: str = ""
    names: tuple[str, ...] = ()  # of certificates
    valid_until: float | None = None


_NO_PASSWORD = Method("no_password")


@dataclass(frozen=True, slots=True)
class Entity:
    """What all of them have."""

    id: str
    name: str
    storage: str = STORED

    @property
    def key(self) -> str:
        """What tells it from others of its kind."""
        return self.name


@dataclass(frozen=True, slots=True)
class Role(Entity):
    """A role; `roles` are those granted to it, with whether they may be passed on."""

    rights: Rights = field(default_factory=Rights)
    roles: Mapping[str, bool] = field(default_factory=dict)
    settings: tuple[ProfileElement, ...] = ()  # profiles by their ids


@dataclass(frozen=True, slots=True)
class User(Role):
    """A user."""

    methods: tuple[Method, ...] = (_NO_PASSWORD,)
    hosts: Hosts = ANYWHERE
    default_roles: Members = EVERYBODY
    grantees: Members = EVERYBODY
    default_database: str | None = None


@dataclass(frozen=True, slots=True)
class SettingsProfile(Entity):
    """Settings and their constraints under a name."""

    settings: tuple[ProfileElement, ...] = ()
    to: Members = NOBODY


@dataclass(frozen=True, slots=True)
class Quota(Entity):
    """What may be used in intervals of time."""

    keyed_by: tuple[str, ...] = ()
    limits: tuple[QuotaLimits, ...] = ()
    to: Members = NOBODY


@dataclass(frozen=True, slots=True)
class RowPolicy(Entity):
    """Which rows of a table some may see; no table means every table of the database."""

    database: str = ""
    table: str | None = None
    using: str | None = None
    restrictive: bool = False
    to: Members = NOBODY

    @property
    def key(self) -> str:
        """Its name together with its table's."""
        table = "*" if self.table is None else dotted(self.table)
        return f"{dotted(self.name)} ON {dotted(self.database)}.{table}"


# By the kind under which the catalog keeps them, in the order in which SHOW ACCESS lists them.
KINDS: Mapping[str, type[Entity]] = {
    "user": User,
    "role": Role,
    "settings profile": SettingsProfile,
    "row policy": RowPolicy,
    "quota": Quota,
}
KIND_OF = {cls: kind for kind, cls in KINDS.items()}


def new_id() -> str:
    """An id that nothing else has."""
    return str(uuid.uuid4())


def configured_id(name: str, kind: str) -> str:
    """The id of an entity of the configuration, the same at every start; ClickHouse's own."""
    letter = {"user": "U", "role": "R", "settings profile": "S", "row policy": "P", "quota": "Q"}
    digest = hashlib.md5(f"{name}{letter[kind]}USRSXML".encode(), usedforsecurity=False).digest()
    return str(uuid.UUID(bytes=digest[7::-1] + digest[:7:-1]))


# --- as JSON -------------------------------------------------------------------------------


def payload(entity: Entity) -> str:
    """The entity as the catalog keeps it."""
    values = {name: getattr(entity, name) for name in entity.__dataclass_fields__}
    values["name"] = entity.name
    del values["storage"]
    return json.dumps(values, default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Rights):
        return [asdict(element) for element in value.elements()]
    return asdict(value)  # type: ignore[call-overload]


def restored(kind: str, text: str) -> Entity:
    """The entity of a payload."""
    values: dict[str, Any] = json.loads(text)
    for name, restore in _RESTORED.items():
        if name in values:
            values[name] = restore(values[name])
    return KINDS[kind](**values)


def _element(values: dict[str, Any]) -> Element:
    return Element(**_tuples(values))


def _tuples(values: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}


_RESTORED: Mapping[str, Any] = {
    "rights": lambda listed: Rights.of(map(_element, listed)),
    "settings": lambda listed: tuple(ProfileElement(**v) for v in listed),
    "methods": lambda listed: tuple(Method(**_tuples(v)) for v in listed),
    "hosts": lambda v: Hosts(**_tuples(v)),
    "default_roles": lambda v: Members(**_tuples(v)),
    "grantees": lambda v: Members(**_tuples(v)),
    "to": lambda v: Members(**_tuples(v)),
    "keyed_by": tuple,
    "limits": lambda listed: tuple(
        QuotaLimits(**{**v, "limits": tuple((n, x) for n, x in v["limits"])}) for v in listed
    ),
}
