"""Users and roles by the names that statements have for them."""

from __future__ import annotations

from dataclasses import replace

from sparktree.access.control import AccessControl, Known, unknown
from sparktree.access.entities import Members, Role, User
from sparktree.errors import Code, Error
from sparktree.sql.statements.access import RoleSet
from sparktree.statements.context import Context


def control(context: Context) -> AccessControl:
    """The users and roles of the engine."""
    return context.services.access


def current_user(context: Context) -> User:
    """The user of the session."""
    return control(context).get(User, context.session.user)


def find(name: str, known: Known, *, users: bool = True) -> User | Role:
    """The user or the role of a name; one that is neither is called a role, as in ClickHouse."""
    found = (known.find(User, name) if users else None) or known.find(Role, name)
    if found is None:
        raise unknown(Role, name)
    return found


def members(written: RoleSet, context: Context, *, users: bool = True) -> Members:
    """What TO, DEFAULT ROLE and their kin name."""
    known = control(context).known()
    ids = [find(name, known, users=users).id for name in written.names]
    if written.current_user:
        ids.append(current_user(context).id)
    excepted = (find(name, known, users=users).id for name in written.except_names)
    return Members(written.all, tuple(dict.fromkeys(ids)), tuple(excepted))


def written(members: Members, known: Known, *, any_word: bool = False) -> RoleSet:
    """The same as a statement writes it, by name; who is gone is passed over."""

    def names(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(name for one in ids if (name := known.name(one)) is not None))

    return RoleSet(
        names=() if members.all else names(members.ids),
        all=members.all,
        any=members.all and any_word,
        except_names=names(members.excepted),
    )


def roles_of(wanted: RoleSet, context: Context) -> list[str]:
    """The ids of the roles that a statement names."""
    found = members(wanted, context, users=False)
    every = control(context).known().all(Role)
    listed = [role.id for role in every if found.all] or list(found.ids)
    return [one for one in listed if one not in found.excepted]


def grantees(wanted: RoleSet, context: Context) -> list[User | Role]:
    """The users and roles that a statement names."""
    found = members(wanted, context)
    known = control(context).known()
    everybody = [*known.all(User), *known.all(Role)]
    return [
        one
        for one in everybody
        if one.id not in found.excepted and (found.all or one.id in found.ids)
    ]


def with_default_roles(user: User, roles: Members) -> User:
    """The user with other default roles, each of which must be granted."""
    for role in (*roles.ids, *roles.excepted):
        if role not in user.roles:
            raise Error(Code.SET_NON_GRANTED_ROLE, "Role should be granted to set default")
    return replace(user, default_roles=roles)
