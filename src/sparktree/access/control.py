"""All users, roles and what else decides on access: found, changed, combined."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TypeVar

from sparktree.access.access import Access
from sparktree.access.authentication import failure, pretend, proves, proves_certificate
from sparktree.access.entities import (
    CONFIGURED,
    KIND_OF,
    KINDS,
    STORED,
    Entity,
    Method,
    Quota,
    Role,
    User,
    configured_id,
    payload,
    restored,
)
from sparktree.access.hosts import may_connect
from sparktree.access.implicit import with_implicit
from sparktree.access.privileges import ALL
from sparktree.access.quotas import Quotas
from sparktree.access.rights import Element, Rights
from sparktree.access.users_source import UsersSource, takes_users, users_source
from sparktree.catalog.objects import Objects
from sparktree.errors import Code, Error
from sparktree.settings.config import Config

_FRESH = 1.0  # seconds in which other processes' changes of quotas may go unnoticed
_LOG = logging.getLogger("sparktree.access")
E = TypeVar("E", bound=Entity)
DEFAULT_USER = "default"
DEFAULT_PROFILE = "default"  # which holds for everybody, where there is one
NOBODY_ASKED = ""  # the user of work that no session asked for
_UNKNOWN: Mapping[str, Code] = {
    "user": Code.UNKNOWN_USER,
    "role": Code.UNKNOWN_ROLE,
    "settings profile": Code.THERE_IS_NO_PROFILE,
    "row policy": Code.UNKNOWN_ROW_POLICY,
    "quota": Code.UNKNOWN_QUOTA,
}
_EVERYTHING = Rights().grant(Element(ALL, option=True))


def unrestricted() -> User:
    """The default user where no configuration says who it is: it may do everything."""
    return User(configured_id(DEFAULT_USER, "user"), DEFAULT_USER, CONFIGURED, rights=_EVERYTHING)


@dataclass(frozen=True, slots=True)
class Known:
    """All entities at one moment."""

    by_id: Mapping[str, Entity]
    by_key: Mapping[tuple[type[Entity], str], Entity]
    accesses: dict[tuple[str, tuple[str, ...]], Access] = field(default_factory=dict)

    @classmethod
    def of(cls, entities: Iterable[Entity]) -> Known:
        """What is known of them."""
        listed = list(entities)
        by_key = {(type(e), e.key): e for e in reversed(listed)}
        return cls({e.id: e for e in listed}, by_key)

    def all(self, kind: type[E]) -> list[E]:
        """Those of a kind by name."""
        found = [e for e in self.by_id.values() if type(e) is kind]
        return sorted(found, key=lambda e: e.key)

    def find(self, kind: type[E], key: str) -> E | None:
        """The one of a name."""
        found = self.by_key.get((kind, key))
        return found if type(found) is kind else None

    def name(self, entity: str) -> str | None:
        """The name of an id, if there is still one."""
        found = self.by_id.get(entity)
        return found.name if found is not None else None

    def enabled(self, roles: Iterable[str]) -> tuple[Role, ...]:
        """Roles, and those that they include."""
        found: dict[str, Role] = {}
        waiting = list(roles)
        while waiting:
            role = self.by_id.get(waiting.pop(0))
            if isinstance(role, Role) and role.id not in found:
                found[role.id] = role
                waiting += role.roles
        return tuple(found.values())


class AccessControl:
    """The entities of an engine: those of its configuration, and those that its catalog keeps."""

    def __init__(self, objects: Objects, clock: Callable[[], float] = time.time) -> None:
        self._objects = objects
        self._is_open = True  # whether no configuration says who the default user is
        self._configured: tuple[Entity, ...] = (unrestricted(),)
        self._source: UsersSource | None = None
        self.replaces = True  # whether a later constraint of a setting replaces an earlier one
        self.takes_users = True  # whether statements may make users
        self.engines: Mapping[str, str | None] = {}  # with what they read from outside
        self._clock = clock
        self._lock = threading.Lock()
        self._seen: tuple[tuple[str, str, str], ...] = ()
        self._known = Known.of(self._configured)
        self._fresh = 0.0  # until when what is known need not be looked up again
        self.quotas = Quotas(clock)

    def configure(self, config: Config) -> None:
        """Take over what a configuration says of users."""
        self.takes_users = takes_users(config)
        replaces = config.text("access_control_improvements.settings_constraints_replace_previous")
        self.replaces = (replaces or "true").lower() in ("1", "true")
        self._source = users_source(config)
        self.reload()

    @property
    def storages(self) -> tuple[str, ...]:
        """Where the entities are kept."""
        return (CONFIGURED, STORED) if self.takes_users else (CONFIGURED,)

    def reload(self) -> None:
        """Read the users of the configuration anew; if that fails they stay as they were."""
        if self._source is None:
            return
        found = self._source.load()
        with self._lock:
            self._configured, self._is_open = tuple(found), False
            self._known = Known.of(self._configured)
            self._seen = ()

    def _look(self) -> None:
        """Take over what has changed in the files of the configuration."""
        if self._source is None or not self._source.changed():
            return
        try:
            self.reload()
        except Error as error:
            _LOG.warning("The users of the configuration stay as they were: %s", error)
        else:
            _LOG.info("The users of the configuration were read anew.")

    # --- looking up -----------------------------------------------------------------------

    def known(self) -> Known:
        """All entities as they are now; other processes may have changed some."""
        self._look()
        stored = tuple((o.kind, o.name, o.payload) for o in self._objects.of_kinds(KINDS))
        with self._lock:
            if stored != self._seen:
                entities = (restored(kind, text) for kind, _, text in stored)
                self._known = Known.of((*self._configured, *entities))
                self._seen = stored
            self._fresh = time.monotonic() + _FRESH
            return self._known

    def lately(self) -> Known:
        """All entities as they were a moment ago, changes by this process included."""
        return self._known if time.monotonic() < self._fresh else self.known()

    def access(self, user: str, roles: tuple[str, ...] | None) -> Access | None:
        """What a user may do with some roles (None: its default ones); None: everything."""
        if user == NOBODY_ASKED or (self._is_open and user == DEFAULT_USER and not roles):
            return None
        known = self.known()
        found = known.find(User, user)
        if found is None:
            raise Error(Code.UNKNOWN_USER, f"{user}: User has been dropped")
        if roles is None:
            roles = tuple(role for role in found.roles if found.default_roles.has(role))
        current = tuple(role for role in roles if role in found.roles)
        access = known.accesses.get((found.id, current))
        if access is None:
            access = self._combined(found, current, known)
            known.accesses[found.id, current] = access
        return access

    def quota(self, user: str, roles: tuple[str, ...] | None) -> Quota | None:
        """The quota that a user with some roles uses: the first by name that is meant for it."""
        if user == NOBODY_ASKED:
            return None
        known = self.lately()
        found = known.find(User, user)
        if found is None:
            return None
        if roles is None:
            roles = tuple(role for role in found.roles if found.default_roles.has(role))
        ids = (found.id, *(role.id for role in known.enabled(roles)))
        return next((one for one in known.all(Quota) if one.to.has(*ids)), None)

    def _combined(self, user: User, current: tuple[str, ...], known: Known) -> Access:
        roles = known.enabled(current)
        rights = reduce(Rights.union, (role.rights for role in roles), user.rights)
        return Access(user, roles, current, rights, self.implied(rights))

    def implied(self, rights: Rights) -> Rights:
        """Rights with what follows from them."""
        return with_implicit(rights, self.engines)

    # --- who is it ------------------------------------------------------------------------

    def authenticate(
        self,
        name: str,
        password: str,
        address: str | None = None,
        certificate: frozenset[str] = frozenset(),
    ) -> User:
        """The user, if name, password (or certificate) and address fit; AUTHENTICATION_FAILED.

        `address` is None for this very process; `certificate` holds `CN:...` and `SAN:...` of a
        client's certificate that TLS has checked.
        """
        if self._is_open and name == DEFAULT_USER and not password:
            return self._configured_default()
        found = self.known().find(User, name)
        if found is None:
            pretend(password)
            raise failure(name)
        now = self._clock()
        fits = [self._fits(method, password, certificate, now) for method in found.methods]
        if not any(fits) or not may_connect(found.hosts, address):
            raise failure(name)
        return found

    def _configured_default(self) -> User:
        (found,) = self._configured
        assert isinstance(found, User)
        return found

    def _fits(self, method: Method, password: str, certificate: frozenset[str], now: float) -> bool:
        return proves(method, password, now) or proves_certificate(method, certificate, now)

    # --- changing -------------------------------------------------------------------------

    def get(self, kind: type[E], key: str) -> E:
        """The entity of a name, or that there is none."""
        found = self.known().find(kind, key)
        if found is None:
            raise unknown(kind, key)
        return found

    def insert(self, entity: Entity, or_replace: bool = False) -> bool:
        """Keep a new one; False if the name is taken."""
        kind = type(entity)
        before = self.known().find(kind, entity.key)
        self._fresh = 0.0
        if before is None:
            self.check_insertable(entity)
            return self._objects.create(KIND_OF[kind], entity.key, payload(entity))
        if not or_replace:
            return False
        self._check_changeable(before, "update")
        replaced = replace(entity, id=before.id)
        self._objects.replace(KIND_OF[kind], entity.key, payload(replaced))
        return True

    def update(self, kind: type[E], key: str, change: Callable[[E], E]) -> None:
        """Change one, nobody else writing meanwhile."""
        before = self.get(kind, key)
        self._fresh = 0.0
        self._check_changeable(before, "update")
        word = KIND_OF[kind]
        renamed: list[str] = []

        def changed(text: str) -> str:
            entity = change(restored(word, text))  # type: ignore[arg-type]
            if entity.key != key:
                renamed.append(entity.key)
            return payload(entity)

        if not self._objects.change(word, key, changed):
            raise unknown(kind, key)
        if renamed:
            self._objects.rename(word, key, renamed[0])

    def remove(self, kind: type[Entity], key: str) -> None:
        """Forget one, and that others were meant for it."""
        before = self.get(kind, key)
        self._fresh = 0.0
        self._check_changeable(before, "remove")
        if not self._objects.drop(KIND_OF[kind], key):
            raise unknown(kind, key)

    def taken(self, entity: Entity) -> Error:
        """The name of an entity is not free."""
        if entity.storage == CONFIGURED and not self.takes_users:
            return Error(
                Code.ACCESS_STORAGE_READONLY,
                f"Cannot insert {KIND_OF[type(entity)]} `{entity.key}` to {CONFIGURED} because"
                " this storage is readonly.",
            )
        text = f"{KIND_OF[type(entity)]} `{entity.key}`"
        return Error(
            Code.ACCESS_ENTITY_ALREADY_EXISTS,
            f"{text}: cannot insert because {text} already exists in `{entity.storage}`",
        )

    def check_insertable(self, entity: Entity) -> None:
        """Statements may make entities, unless the configuration has no place for them."""
        if not self.takes_users:
            raise Error(
                Code.ACCESS_STORAGE_FOR_INSERTION_NOT_FOUND,
                f"Could not insert {KIND_OF[type(entity)]} `{entity.key}` because there is no"
                " writeable access storage in user directories.",
            )

    def _check_changeable(self, entity: Entity, what: str) -> None:
        if entity.storage == CONFIGURED:
            kind = KIND_OF[type(entity)]
            raise Error(
                Code.ACCESS_STORAGE_READONLY,
                f"Cannot {what} {kind} `{entity.name}` from {CONFIGURED} because this storage is"
                " readonly."
                if what == "remove"
                else f"Cannot {what} {kind} `{entity.name}` in {CONFIGURED} because this storage"
                " is readonly.",
            )


def unknown(kind: type[Entity], name: str) -> Error:
    """There is none of that name."""
    word = KIND_OF[kind]
    return Error(_UNKNOWN[word], f"There is no {word} `{name}` in `user directories`.")
