"""GRANT and REVOKE, CHECK GRANT, SET ROLE, SET DEFAULT ROLE."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import TypeVar

from sparktree.access import privileges
from sparktree.access.access import Access, right
from sparktree.access.control import AccessControl, unknown
from sparktree.access.entities import KIND_OF, Role, User
from sparktree.access.grant_texts import elements_of
from sparktree.access.rights import Element, Rights
from sparktree.catalog.hints import back_quoted, dotted
from sparktree.errors import Code, Error
from sparktree.sql.statements.access import (
    CheckGrant,
    Grant,
    Revoke,
    RoleSet,
    SetDefaultRole,
    SetRole,
)
from sparktree.statements.access.names import (
    control,
    current_user,
    grantees,
    members,
    roles_of,
    with_default_roles,
)
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles, nothing
from sparktree.statements.rows import flag

G = TypeVar("G", User, Role)
_EVERYTHING = Element(privileges.ALL)


# --- GRANT and REVOKE ----------------------------------------------------------------------


@handles(Grant, needs=nothing)  # the grant option, by what is granted: checked below
def grant(statement: Grant, context: Context) -> None:
    """GRANT of rights or of roles."""
    option = statement.with_option
    elements = elements_of(statement.elements, context.session.database, option)
    if statement.current_grants:
        elements = _current(elements, context)
    roles = [] if statement.roles is None else roles_of(statement.roles, context)
    to = grantees(statement.to, context)
    _check_passing(elements, context)
    check_admin(roles, context)
    if statement.replace:
        _check_revoking([_EVERYTHING] if elements else [], roles and _all_roles(to), to, context)
    _check_grantees(to, context)
    for one in to:
        control(context).update(
            type(one), one.key, lambda e: _granted(e, elements, roles, statement)
        )


def _granted(entity: G, elements: list[Element], roles: list[str], statement: Grant) -> G:
    rights, held = entity.rights, dict(entity.roles)
    if statement.replace and elements:
        rights = Rights()
    if statement.replace and roles:
        held = {}
    rights = reduce(Rights.grant, elements, rights)
    for role in roles:
        held[role] = held.get(role, False) or statement.with_option
    return replace(entity, rights=rights, roles=held)


@handles(Revoke, needs=nothing)  # the grant option, by what is revoked: checked below
def revoke(statement: Revoke, context: Context) -> None:
    """REVOKE of rights or of roles."""
    option = statement.option_only
    elements = elements_of(statement.elements, context.session.database, option, revoked=True)
    roles = [] if statement.roles is None else roles_of(statement.roles, context)
    from_ = grantees(statement.from_, context)
    _check_revoking(elements, roles, from_, context)
    _check_grantees(from_, context)
    for one in from_:
        control(context).update(type(one), one.key, lambda e: _revoked(e, elements, roles, option))


def _revoked(entity: G, elements: list[Element], roles: list[str], option: bool) -> G:
    rights = reduce(Rights.revoke, elements, entity.rights)
    held = dict(entity.roles)
    for role in set(roles) & held.keys():
        if option:
            held[role] = False
        else:
            del held[role]
    return replace(entity, rights=rights, roles=held)


def _current(elements: list[Element], context: Context) -> list[Element]:
    """Of what CURRENT GRANTS names, what the user may pass on."""
    access = context.access
    if access is None:
        return elements
    asked = Rights.of(replace(element, option=True) for element in elements)
    passed = (one for one in asked.intersection(access.rights).elements() if one.option)
    option = any(element.option for element in elements)
    return [replace(one, option=option) for one in passed]


def _all_roles(entities: Iterable[User | Role]) -> list[str]:
    return list(dict.fromkeys(role for entity in entities for role in entity.roles))


# --- whether the user may -------------------------------------------------------------------


def _check_passing(elements: Iterable[Element], context: Context) -> None:
    if context.access is not None:
        context.access.check(*(replace(element, option=True) for element in elements))


def _check_revoking(
    elements: list[Element],
    roles: list[str],
    from_: Iterable[User | Role],
    context: Context,
) -> None:
    """To revoke asks for the grant option, but only of what there is to revoke."""
    access = context.access
    if access is None:
        return
    if not access.allows(*(replace(element, option=True) for element in elements)):
        held = reduce(Rights.union, (one.rights for one in from_), Rights())
        asked = Rights.of(replace(element, option=False) for element in elements)
        _check_passing((e for e in asked.intersection(held).elements() if not e.revoked), context)
    granted = _all_roles(from_)
    check_admin([role for role in roles if role in granted], context)


def check_admin(roles: Iterable[str], context: Context) -> None:
    """ACCESS_DENIED unless the user may pass these roles on."""
    access = context.access
    if access is None or access.allows(right("ROLE ADMIN")):
        return
    passed = _with_admin_option(access)
    held = {role.id for role in access.roles}
    for role in roles:
        if role not in passed:
            name = control(context).known().name(role) or role
            granted = f"Role {back_quoted(name)} is granted, but without ADMIN option. "
            raise Error(
                Code.ACCESS_DENIED,
                f"Not enough privileges. {granted if role in held else ''}To execute this query,"
                f" it's necessary to have the role {dotted(name)} granted with ADMIN option.",
            )


def _with_admin_option(access: Access) -> set[str]:
    own = {role for role, admin in access.user.roles.items() if admin and role in access.current}
    return own | {one for role in access.roles for one, admin in role.roles.items() if admin}


def _check_grantees(to: Iterable[User | Role], context: Context) -> None:
    access = context.access
    if access is None:
        return
    for one in to:
        if not access.user.grantees.has(one.id):
            kind = KIND_OF[type(one)]
            raise Error(Code.ACCESS_DENIED, f"{kind} `{one.name}` is not allowed as grantee")


@handles(CheckGrant, needs=nothing)
def check_grant(statement: CheckGrant, context: Context) -> Outcome:
    """CHECK GRANT: whether the user has the rights."""
    elements = elements_of(statement.elements, context.session.database)
    access = context.access
    return flag("result", access is None or access.allows(*elements))


# --- roles of the session --------------------------------------------------------------------


@handles(SetRole, needs=nothing)
def set_role(statement: SetRole, context: Context) -> None:
    """SET ROLE."""
    if statement.roles.default:
        context.session.roles = None
        return
    user = current_user(context)
    wanted = members(statement.roles, context, users=False)
    if wanted.all:
        context.session.roles = tuple(role for role in user.roles if wanted.has(role))
        return
    for role in wanted.ids:
        if role not in user.roles:
            raise _not_granted(role, control(context))
    context.session.roles = wanted.ids


def _not_granted(role: str, access: AccessControl) -> Error:
    name = access.known().name(role) or role
    return Error(
        Code.SET_NON_GRANTED_ROLE,
        f"Role {dotted(name)} should be granted to set as a current.",
    )


def _default_role_rights(statement: SetDefaultRole, context: Context) -> Iterator[Element]:
    for one in _users(statement.to, context):
        yield right("ALTER USER", one.name)


def _users(to: RoleSet, context: Context) -> list[User]:
    found = [one for one in grantees(to, context) if isinstance(one, User)]
    for name in to.names:
        if all(one.name != name for one in found):
            raise unknown(User, name)
    return found


@handles(SetDefaultRole, needs=_default_role_rights)
def set_default_role(statement: SetDefaultRole, context: Context) -> None:
    """SET DEFAULT ROLE."""
    roles = members(statement.roles, context, users=False)
    for user in _users(statement.to, context):
        control(context).update(User, user.key, lambda one: with_default_roles(one, roles))
