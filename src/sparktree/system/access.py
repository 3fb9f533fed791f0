"""System tables of users, roles and rights."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sparktree.access import privileges
from sparktree.access.control import Known
from sparktree.access.entities import Members, Method, Role, User
from sparktree.access.privileges import PRIVILEGES, Privilege
from sparktree.access.rights import Element
from sparktree.system.table import Reading, SystemTable, system_table

system_table(
    SystemTable[Privilege](
        "privileges",
        "The rights that can be granted.",
        lambda reading: PRIVILEGES,
        {
            "privilege": "name",
            "aliases": lambda row: list(row.aliases),
            "level": lambda row: None if row.level is None else str(row.level),
            "parent_group": "group",
        },
    )
)

system_table(
    SystemTable[tuple[int, str]](
        "user_directories",
        "Where users are kept.",
        lambda reading: enumerate(reading.services.access.storages, 1),
        {
            "name": lambda row: row[1],
            "type": lambda row: row[1],
            "params": lambda row: "{}",
            "precedence": lambda row: row[0],
        },
    )
)

# --- users and roles -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedUser:
    """A user or role with what its ids mean."""

    entity: User
    known: Known

    def names(self, members: Members) -> list[str]:
        """The names of those that are meant."""
        return names(members.ids, self.known)

    @property
    def ips(self) -> list[str]:
        """Networks from which the user may connect."""
        return ["::/0"] if self.entity.hosts.any else list(self.entity.hosts.ips)

    @property
    def hosts(self) -> list[str]:
        """Machines from which the user may connect."""
        own = ["localhost"] if self.entity.hosts.local else []
        return own + list(self.entity.hosts.names)

    @property
    def parameters(self) -> list[str]:
        """What may be told of each way to authenticate."""
        return [_parameters(method) for method in self.entity.methods]


_NAMES = {"common_names": "CN:", "subject_alt_names": "SAN:"}


def _parameters(method: Method) -> str:
    found = {}
    for word, prefix in _NAMES.items():
        named = [n.removeprefix(prefix) for n in method.names if n.startswith(prefix)]
        if named:
            found[word] = named
    return json.dumps(found, separators=(",", ":"))


def names(ids: tuple[str, ...], known: Known) -> list[str]:
    """The names of those that are still there."""
    return sorted(name for one in ids if (name := known.name(one)) is not None)


def _users(reading: Reading) -> Iterator[NamedUser]:
    known = reading.services.access.known()
    for user in known.all(User):
        yield NamedUser(user, known)


def _member_columns(
    members: Callable[[User], Members], prefix: str
) -> dict[str, Callable[[NamedUser], object]]:
    return {
        f"{prefix}_list": lambda row: row.names(members(row.entity)),
        f"{prefix}_except": lambda row: names(members(row.entity).excepted, row.known),
    }


system_table(
    SystemTable[NamedUser](
        "users",
        "Users.",
        _users,
        {
            "name": "entity.name",
            "id": "entity.id",
            "storage": "entity.storage",
            "auth_type": lambda row: [method.type for method in row.entity.methods],
            "auth_params": "parameters",
            "valid_until": lambda row: [
                int(method.valid_until or 0) for method in row.entity.methods
            ],
            "auth_grants": lambda row: [""] * len(row.entity.methods),
            "host_ip": "ips",
            "host_names": "hosts",
            "host_names_regexp": lambda row: list(row.entity.hosts.regexps),
            "host_names_like": lambda row: list(row.entity.hosts.likes),
            "default_roles_all": "entity.default_roles.all",
            **_member_columns(lambda user: user.default_roles, "default_roles"),
            "grantees_any": "entity.grantees.all",
            **_member_columns(lambda user: user.grantees, "grantees"),
            "default_database": lambda row: row.entity.default_database or "",
        },
        needs="SHOW USERS",
    )
)

system_table(
    SystemTable[Role](
        "roles",
        "Roles.",
        lambda reading: reading.services.access.known().all(Role),
        {"name": "name", "id": "id", "storage": "storage"},
        needs="SHOW ROLES",
    )
)

# --- rights --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Granted:
    """One right of a user or role."""

    grantee: User | Role
    name: str
    element: Element
    column: str | None = None

    @property
    def _is_of_table(self) -> bool:
        return privileges.parameter(self.element.flags) is None

    def part(self, place: int) -> str | None:
        """The database or table."""
        path = self.element.path
        return path[place] if self._is_of_table and len(path) > place else None

    @property
    def object(self) -> str:
        """What it is on, if that is no table."""
        return "" if self._is_of_table else next(iter(self.element.path), "")


def _grantees(reading: Reading) -> list[User | Role]:
    known = reading.services.access.known()
    return [*known.all(User), *known.all(Role)]


def _grants(reading: Reading) -> Iterator[Granted]:
    for grantee in _grantees(reading):
        for element in grantee.rights.elements():
            for name in privileges.names(element.flags):
                for column in element.columns or (None,):
                    yield Granted(grantee, name, element, column)


def _user_name(grantee: User | Role) -> str | None:
    return grantee.name if isinstance(grantee, User) else None


def _role_name(grantee: User | Role) -> str | None:
    return None if isinstance(grantee, User) else grantee.name


system_table(
    SystemTable[Granted](
        "grants",
        "Rights of users and roles.",
        _grants,
        {
            "user_name": lambda row: _user_name(row.grantee),
            "role_name": lambda row: _role_name(row.grantee),
            "access_type": "name",
            "access_object": "object",
            "database": lambda row: row.part(0),
            "table": lambda row: row.part(1),
            "column": "column",
            "is_partial_revoke": "element.revoked",
            "grant_option": "element.option",
            "is_wildcard": "element.wildcard",
        },
        needs="SHOW USERS, SHOW ROLES",
    )
)


@dataclass(frozen=True, slots=True)
class GrantedRole:
    """A role of a user or of another role."""

    grantee: User | Role
    role: Role
    admin: bool

    @property
    def is_default(self) -> bool:
        """Whether it is there when a session begins; roles always have theirs."""
        return not isinstance(self.grantee, User) or self.grantee.default_roles.has(self.role.id)


def _role_grants(reading: Reading) -> Iterator[GrantedRole]:
    known = reading.services.access.known()
    for grantee in _grantees(reading):
        for one, admin in grantee.roles.items():
            role = known.by_id.get(one)
            if isinstance(role, Role):
                yield GrantedRole(grantee, role, admin)


system_table(
    SystemTable[GrantedRole](
        "role_grants",
        "Roles that were granted.",
        _role_grants,
        {
            "user_name": lambda row: _user_name(row.grantee),
            "role_name": lambda row: _role_name(row.grantee),
            "granted_role_name": "role.name",
            "granted_role_id": "role.id",
            "granted_role_is_default": "is_default",
            "with_admin_option": "admin",
        },
        needs="SHOW USERS, SHOW ROLES",
    )
)

# --- roles of the session ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SessionRole:
    """A role that the session has."""

    name: str
    admin: bool
    current: bool
    default: bool


def _session_roles(reading: Reading) -> Iterator[SessionRole]:
    access = reading.access
    if access is None:
        return
    user = access.user
    for role in access.roles:
        admin = user.roles.get(role.id, False) or any(r.roles.get(role.id) for r in access.roles)
        current = role.id in access.current
        yield SessionRole(role.name, admin, current, user.default_roles.has(role.id))


_SESSION_ROLE = {"role_name": "name", "with_admin_option": "admin", "is_default": "default"}
system_table(
    SystemTable[SessionRole](
        "current_roles",
        "The roles of the session.",
        lambda reading: (role for role in _session_roles(reading) if role.current),
        _SESSION_ROLE,
    )
)
system_table(
    SystemTable[SessionRole](
        "enabled_roles",
        "The roles of the session and those that they include.",
        _session_roles,
        {**_SESSION_ROLE, "is_current": "current"},
    )
)
