"""SHOW GRANTS, SHOW ACCESS, SHOW CREATE USER, SHOW USERS and their kin."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from sparktree.access.access import right
from sparktree.access.control import Known
from sparktree.access.entities import KINDS, Entity, Role, RowPolicy, User
from sparktree.access.grant_texts import grants
from sparktree.access.rights import Element, Rights
from sparktree.sql import format_query
from sparktree.sql.printers.base import quote_string
from sparktree.sql.statements.access import (
    AccessKind,
    Grant,
    RoleSet,
    ShowAccess,
    ShowCreateAccess,
    ShowGrants,
)
from sparktree.sql.statements.base import Statement
from sparktree.statements.access.creating_texts import creation
from sparktree.statements.access.names import control, current_user, grantees
from sparktree.statements.access.policies import policy_key
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles
from sparktree.statements.rows import query, texts

# --- SHOW GRANTS ---------------------------------------------------------------------------


def _shown_grantees(statement: ShowGrants, context: Context) -> list[User | Role]:
    wanted = statement.for_ or RoleSet(current_user=True)
    return grantees(wanted, context)


def _grant_rights(statement: ShowGrants, context: Context) -> Iterator[Element]:
    """Everybody sees their own rights and those of their roles."""
    access = context.access
    if access is None or statement.for_ is None or statement.for_.all:
        return
    own = {access.user.id, *access.user.roles, *(role.id for role in access.roles)}
    for one in _shown_grantees(statement, context):
        if one.id not in own:
            yield right("SHOW USERS" if isinstance(one, User) else "SHOW ROLES")


@handles(ShowGrants, needs=_grant_rights)
def show_grants(statement: ShowGrants, context: Context) -> Outcome:
    """SHOW GRANTS."""
    known = control(context).known()
    lines = [
        line
        for one in _shown_grantees(statement, context)
        if _may_see(one, statement, context)
        for line in _grants(one, statement, context, known)
    ]
    return texts(_title(statement), lines)


def _may_see(one: User | Role, statement: ShowGrants, context: Context) -> bool:
    access = context.access
    if access is None or statement.for_ is None or not statement.for_.all:
        return True
    right_name = "SHOW USERS" if isinstance(one, User) else "SHOW ROLES"
    return one.id in (access.user.id, *access.user.roles) or access.allows(right(right_name))


def _grants(
    one: User | Role, statement: ShowGrants, context: Context, known: Known
) -> Iterator[str]:
    rights = one.rights
    if statement.final:
        rights = reduce(Rights.union, (role.rights for role in known.enabled(one.roles)), rights)
    if statement.with_implicit:
        rights = control(context).implied(rights)
    yield from grants(rights, one.name)
    if not statement.final:
        yield from _role_grants(one, known)


def _role_grants(one: User | Role, known: Known) -> Iterator[str]:
    for option in (False, True):
        ids = (role for role, admin in one.roles.items() if admin is option)
        names = tuple(sorted(name for role in ids if (name := known.name(role)) is not None))
        if names:
            granted = Grant(RoleSet((one.name,)), roles=RoleSet(names), with_option=option)
            yield format_query(granted, one_line=True)


def _title(statement: Statement) -> str:
    return format_query(statement, one_line=True).removeprefix("SHOW ")


# --- SHOW CREATE ---------------------------------------------------------------------------

_SHOW_RIGHTS: dict[AccessKind, str] = {
    "USER": "SHOW USERS",
    "ROLE": "SHOW ROLES",
    "SETTINGS PROFILE": "SHOW SETTINGS PROFILES",
    "ROW POLICY": "SHOW ROW POLICIES",
    "QUOTA": "SHOW QUOTAS",
}


def _create_rights(statement: ShowCreateAccess, context: Context) -> Iterator[Element]:
    own = statement.current or statement.names == (context.session.user,)
    if statement.kind == "USER" and own:
        yield right("SHOW USERS")
    elif statement.policies:
        for policy in statement.policies:
            database = policy.database or context.session.database
            table = () if policy.table is None else (policy.table,)
            yield right("SHOW ROW POLICIES", database, *table)
    else:
        yield right(_SHOW_RIGHTS[statement.kind])


@handles(ShowCreateAccess, needs=_create_rights)
def show_create_access(statement: ShowCreateAccess, context: Context) -> Outcome:
    """SHOW CREATE USER and its kin."""
    known = control(context).known()
    lines = [
        creation(entity, known, context.services.storage.zone)
        for entity in _entities_to_show(statement, context, known)
    ]
    return texts(_title(statement), lines)


def _entities_to_show(statement: ShowCreateAccess, context: Context, known: Known) -> list[Entity]:
    kind = KINDS[statement.kind.lower()]
    access = control(context)
    if statement.names:
        return [access.get(kind, name) for name in statement.names]
    if statement.policies and statement.policies[0].name:
        return [access.get(kind, policy_key(name, context)) for name in statement.policies]
    if statement.current:
        return [current_user(context)] if kind is User else _of_session(known, kind, context)
    every = known.all(kind)
    if not statement.policies:
        return every
    place = statement.policies[0]
    database = place.database or context.session.database
    return [
        one
        for one in every
        if isinstance(one, RowPolicy) and (one.database, one.table) == (database, place.table)
    ]


def _of_session(known: Known, kind: type[Entity], context: Context) -> list[Entity]:
    """What is meant for the user of the session."""
    user = current_user(context)
    ids = (user.id, *(role.id for role in known.enabled(user.roles)))
    own = {element.profile for element in user.settings}
    return [one for one in known.all(kind) if one.id in own or one.to.has(*ids)]  # type: ignore[attr-defined]


# --- SHOW ACCESS and lists -----------------------------------------------------------------

_LISTS = {
    "USERS": ("SHOW USERS", "name FROM system.users ORDER BY name"),
    "ROLES": ("SHOW ROLES", "name FROM system.roles ORDER BY name"),
    "SETTINGS PROFILES": (
        "SHOW SETTINGS PROFILES",
        "name FROM system.settings_profiles ORDER BY name",
    ),
    "QUOTAS": ("SHOW QUOTAS", "name FROM system.quotas ORDER BY name"),
    "CURRENT QUOTA": ("SHOW QUOTAS", "* FROM system.quota_usage"),
    "CURRENT ROLES": (None, "* FROM system.current_roles ORDER BY role_name"),
    "ENABLED ROLES": (None, "* FROM system.enabled_roles ORDER BY role_name"),
}


def _list_rights(statement: ShowAccess, context: Context) -> Iterator[Element]:
    if statement.what == "ACCESS":
        yield right("SHOW ACCESS")
    elif statement.what == "ROW POLICIES":
        yield right("SHOW ROW POLICIES")
    else:
        name, _ = _LISTS[statement.what]
        if name is not None:
            yield right(name)


@handles(ShowAccess, needs=_list_rights)
def show_access(statement: ShowAccess, context: Context) -> Outcome:
    """SHOW ACCESS, SHOW USERS and its kin."""
    if statement.what == "ACCESS":
        return texts("ACCESS", list(_everything(context)))
    if statement.what == "ROW POLICIES":
        return query(_row_policies(statement, context), context)
    return query(f"SELECT {_LISTS[statement.what][1]}", context)


def _row_policies(statement: ShowAccess, context: Context) -> str:
    if statement.policy is not None:
        condition = f"short_name = {quote_string(statement.policy)}"
        return f"SELECT name FROM system.row_policies WHERE {condition} ORDER BY name"
    if statement.table is None and statement.database is None:
        return "SELECT name FROM system.row_policies ORDER BY name"
    database = quote_string(statement.database or context.session.database)
    table = quote_string(statement.table or "")
    return (
        f"SELECT short_name FROM system.row_policies WHERE database = {database}"
        f" AND table = {table} ORDER BY short_name"
    )


def _everything(context: Context) -> Iterator[str]:
    known = control(context).known()
    for kind in KINDS.values():
        for entity in known.all(kind):
            yield creation(entity, known, context.services.storage.zone)
    for grantee in (*known.all(User), *known.all(Role)):
        yield from grants(grantee.rights, grantee.name)
        yield from _role_grants(grantee, known)
