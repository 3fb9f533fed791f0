"""CREATE and ALTER of users and roles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from sparktree.access.access import right
from sparktree.access.authentication import method_of
from sparktree.access.entities import (
    STORED,
    Entity,
    Method,
    Role,
    User,
    new_id,
)
from sparktree.access.rights import Element
from sparktree.errors import Code, Error
from sparktree.sql.statements.access import Authentication, CreateRole, CreateUser, Hosts
from sparktree.statements.access import profile_elements
from sparktree.statements.access.grants import check_admin
from sparktree.statements.access.names import (
    control,
    members,
    roles_of,
    with_default_roles,
)
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.types import DATETIME
from sparktree.types.best_effort import best_effort

E = TypeVar("E", bound=Entity)


def check_storage(storage: str | None) -> None:
    """Only one storage takes what statements make."""
    if storage not in (None, STORED):
        raise Error(
            Code.ACCESS_STORAGE_FOR_INSERTION_NOT_FOUND,
            f"Access storage with name {storage} is not found or cannot be written",
        )


def insert_all(
    entities: list[E], context: Context, *, if_not_exists: bool, or_replace: bool
) -> None:
    """CREATE of several: none is made if one cannot be."""
    access = control(context)
    known = access.known()
    for entity in entities:
        before = known.find(type(entity), entity.key)
        if before is None:
            access.check_insertable(entity)
        elif not if_not_exists and not or_replace:
            raise access.taken(before)
    for entity in entities:
        made = access.insert(entity, or_replace)
        if not made and not if_not_exists:
            raise access.taken(entity)


def alter_all(
    kind: type[E], keys: list[str], context: Context, change: Callable[[E], E], if_exists: bool
) -> None:
    """ALTER of several."""
    access = control(context)
    if if_exists:
        keys = [key for key in keys if access.known().find(kind, key) is not None]
    for key in keys:
        access.get(kind, key)
    for key in keys:
        access.update(kind, key, change)


# --- users ---------------------------------------------------------------------------------


def _user_rights(statement: CreateUser, context: Context) -> Iterator[Element]:
    for name in statement.names:
        yield right("ALTER USER" if statement.alter else "CREATE USER", name)
        if statement.or_replace:
            yield right("DROP USER", name)


@handles(CreateUser, needs=_user_rights)
def create_user(statement: CreateUser, context: Context) -> None:
    """CREATE and ALTER USER."""
    check_storage(statement.storage)
    granted = tuple(_granted(statement, context))
    check_admin(granted, context)
    if statement.alter:

        def change(user: User) -> User:
            return _changed(user, statement, context)

        alter_all(User, list(statement.names), context, change, statement.if_exists)
        return
    made = [_new(name, granted, statement, context) for name in statement.names]
    insert_all(
        made,
        context,
        if_not_exists=statement.if_not_exists,
        or_replace=statement.or_replace,
    )


def _granted(statement: CreateUser, context: Context) -> Iterator[str]:
    """The roles that CREATE USER grants: those of ROLE, and the default ones."""
    if statement.roles is not None:
        yield from roles_of(statement.roles, context)
    default = statement.default_roles
    if default is not None and not default.all and not statement.alter:
        yield from roles_of(default, context)


def _new(name: str, granted: tuple[str, ...], statement: CreateUser, context: Context) -> User:
    user = User(new_id(), name, roles=dict.fromkeys(granted, False))
    host = name.partition("@")[2]
    if host:
        user = replace(user, hosts=Hosts(likes=(host,)))
    return _changed(user, statement, context)


def _changed(user: User, statement: CreateUser, context: Context) -> User:
    if statement.new_name is not None:
        user = replace(user, name=statement.new_name)
    if statement.roles is not None and statement.alter:
        granted = dict.fromkeys(roles_of(statement.roles, context), False)
        user = replace(user, roles={**granted, **user.roles})
    user = replace(user, methods=_methods(user.methods, statement, context))
    user = replace(user, hosts=_hosts(user.hosts, statement))
    if statement.default_roles is not None:
        default = members(statement.default_roles, context, users=False)
        user = with_default_roles(user, default)
    if statement.default_database is not None:
        user = replace(user, default_database=statement.default_database)
    if statement.settings is not None:
        settings = profile_elements.changed(user.settings, statement.settings, context)
        user = replace(user, settings=settings)
    if statement.grantees is not None:
        user = replace(user, grantees=members(statement.grantees, context))
    return user


def _methods(
    before: tuple[Method, ...], statement: CreateUser, context: Context
) -> tuple[Method, ...]:
    found = before
    written = statement.authentication
    if statement.reset_authentication:
        found = before[-1:]
    if written is not None:
        made = tuple(_method(one, context) for one in written)
        kept = before if statement.add_authentication else ()
        found = (*(m for m in kept if m.type != "no_password"), *made)
        _check_together(found)
    if statement.valid_until is not None:
        until = _moment(statement.valid_until, context)
        found = tuple(replace(method, valid_until=until) for method in found)
    return found


def _method(written: Authentication, context: Context) -> Method:
    until = None if written.valid_until is None else _moment(written.valid_until, context)
    return method_of(written, until)


def _check_together(methods: tuple[Method, ...]) -> None:
    if len(methods) > 1 and any(method.type == "no_password" for method in methods):
        raise Error(
            Code.BAD_ARGUMENTS,
            "The authentication method 'no_password' cannot be used with other authentication"
            " methods",
        )


def _moment(text: str, context: Context) -> float | None:
    """The moment of VALID UNTIL; None for `infinity`."""
    if text.strip().lower() == "infinity":
        return None
    return float(best_effort(text, DATETIME, context.zone, fractions=False).seconds)


def _hosts(before: Hosts, statement: CreateUser) -> Hosts:
    found = before
    if statement.hosts is not None:
        found = replace(statement.hosts, none=False)
    if statement.drop_hosts is not None:
        found = _without(found, statement.drop_hosts)
    if statement.add_hosts is not None:
        found = _with(found, statement.add_hosts)
    return found


def _with(hosts: Hosts, more: Hosts) -> Hosts:
    return Hosts(
        any=hosts.any or more.any,
        local=hosts.local or more.local,
        ips=_joined(hosts.ips, more.ips),
        names=_joined(hosts.names, more.names),
        regexps=_joined(hosts.regexps, more.regexps),
        likes=_joined(hosts.likes, more.likes),
    )


def _joined(some: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*some, *more)))


def _without(hosts: Hosts, less: Hosts) -> Hosts:
    return Hosts(
        any=hosts.any and not less.any,
        local=hosts.local and not less.local,
        ips=_cut(hosts.ips, less.ips),
        names=_cut(hosts.names, less.names),
        regexps=_cut(hosts.regexps, less.regexps),
        likes=_cut(hosts.likes, less.likes),
    )


def _cut(some: tuple[str, ...], less: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for one in some if one not in less)


# --- roles ---------------------------------------------------------------------------------


def _role_rights(statement: CreateRole, context: Context) -> Iterator[Element]:
    for name in statement.names:
        yield right("ALTER ROLE" if statement.alter else "CREATE ROLE", name)
        if statement.or_replace:
            yield right("DROP ROLE", name)


@handles(CreateRole, needs=_role_rights)
def create_role(statement: CreateRole, context: Context) -> None:
    """CREATE and ALTER ROLE."""
    check_storage(statement.storage)

    def change(role: Role) -> Role:
        if statement.new_name is not None:
            role = replace(role, name=statement.new_name)
        if statement.settings is not None:
            settings = profile_elements.changed(role.settings, statement.settings, context)
            role = replace(role, settings=settings)
        return role

    if statement.alter:
        alter_all(Role, list(statement.names), context, change, statement.if_exists)
        return
    made = [change(Role(new_id(), name)) for name in statement.names]
    insert_all(
        made,
        context,
        if_not_exists=statement.if_not_exists,
        or_replace=statement.or_replace,
    )
