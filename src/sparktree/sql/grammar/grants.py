"""GRANT, REVOKE, SET ROLE, and sets of roles."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.common import on_cluster
from sparktree.sql.lexer import Kind
from sparktree.sql.statements.access import (
    AccessElement,
    AccessTarget,
    CheckGrant,
    Grant,
    Privilege,
    Revoke,
    RoleSet,
    SetDefaultRole,
    SetRole,
    ShowGrants,
)
from sparktree.sql.statements.base import Statement

# --- names ---------------------------------------------------------------------------------


def user_name(c: Cursor) -> str:
    """A name, quoted in any way, perhaps with `@'host'`."""
    name = c.string() if c.at_string() else c.identifier("user name")
    if c.accept("@"):
        host = c.string() if c.at_string() else c.identifier()
        return name if host == "%" else f"{name}@{host}"
    return name


def role_set(c: Cursor, default: bool = False, any_word: bool = False) -> RoleSet:
    """`a, b`, `ALL EXCEPT c`, `NONE`, `CURRENT_USER`; also DEFAULT and ANY where they mean one."""
    if default and c.accept("DEFAULT"):
        return RoleSet(default=True)
    names: list[str] = []
    everything = anyone = current = False
    while True:
        if not everything and c.accept("NONE"):
            pass
        elif not names and c.accept("ALL"):
            everything = True
        elif any_word and not names and c.accept("ANY"):
            everything = anyone = True
        elif c.accept("CURRENT_USER") or c.accept("currentUser"):
            current = True
        else:
            names.append(user_name(c))
        if not c.accept(","):
            break
    excepted: tuple[str, ...] = ()
    if c.accept("EXCEPT"):
        excepted = c.listed(user_name)
    return RoleSet(tuple(names), everything, anyone, excepted, current)


# --- rights --------------------------------------------------------------------------------

_SINGLE = (
    "NAMED COLLECTION", "USER NAME", "TABLE ENGINE", "SET DEFINER", "CREATE USER", "ALTER USER",
    "DROP USER", "CREATE ROLE", "ALTER ROLE", "DROP ROLE",
)  # fmt: skip


def _access_elements(c: Cursor) -> tuple[AccessElement, ...]:
    return c.listed(_access_element)


def _access_element(c: Cursor) -> AccessElement:
    privileges = c.listed(_privilege)
    c.expect("ON")
    single = all(privilege.name.startswith(_SINGLE) for privilege in privileges)
    target = _target(c, single)
    if target.table is None and any(privilege.columns for privilege in privileges):
        c.fail("table name")
    return AccessElement(privileges, target)


_ENDS = ("ON", "TO", "FROM")


def _privilege(c: Cursor) -> Privilege:
    """The words of a right and its columns."""
    words: list[str] = []
    while c.token.kind is Kind.WORD and (c.token.key not in _ENDS or not words):
        words.append(c.advance().key)
    if not words:
        c.fail("access type")
    name = " ".join(words)
    if name == "ALL PRIVILEGES":
        name = "ALL"
    columns: tuple[str, ...] = ()
    if c.at("("):
        columns = c.parenthesized(lambda c: c.listed(Cursor.identifier))
    return Privilege(name, columns)


def _target(c: Cursor, single: bool) -> AccessTarget:
    if c.accept("*"):
        if not c.accept("."):
            return AccessTarget(current_database=not single, single=single)
        c.expect("*")
        return AccessTarget()
    name = c.identifier()
    if single:
        return AccessTarget(name, wildcard=c.accept("*"), single=True)
    if c.accept("."):
        if c.accept("*"):
            return AccessTarget(name)
        return AccessTarget(name, c.identifier(), wildcard=c.accept("*"))
    if c.accept("*"):
        if c.accept("."):
            c.expect("*")
        return AccessTarget(name, wildcard=True)
    return AccessTarget(None, name, current_database=True)


def configured_grant(c: Cursor) -> Grant | Revoke:
    """GRANT or REVOKE of a configuration, which says by its place to whom."""
    return _grant(c, named=False) if c.at("GRANT") else _revoke(c, named=False)


def grant(c: Cursor) -> Statement:
    """GRANT."""
    return _grant(c, named=True)


def _grantees(c: Cursor, word: str, *, named: bool) -> RoleSet:
    if named:
        c.expect(word)
        return role_set(c)
    if c.accept(word):
        raise Error(Code.BAD_ARGUMENTS, "You can't specify grantees in query using config file")
    return RoleSet()


def _grant(c: Cursor, *, named: bool) -> Grant:
    c.expect("GRANT")
    cluster = on_cluster(c)
    elements: tuple[AccessElement, ...] = ()
    roles: RoleSet | None = None
    current = c.accept_words("CURRENT GRANTS")
    if current:
        elements = _current_grants(c)
    else:
        elements = c.attempt(_access_elements) or ()
        roles = None if elements else role_set(c)
    cluster = cluster or on_cluster(c)
    to = _grantees(c, "TO", named=named)
    option = replace = False
    while c.at("WITH"):
        word = c.peek().key
        c.advance()
        c.expect(
            "ADMIN" if roles and word == "ADMIN" else "REPLACE" if word == "REPLACE" else "GRANT"
        )
        c.expect("OPTION")
        option, replace = option or word != "REPLACE", replace or word == "REPLACE"
    return Grant(to, elements, roles, current, option, replace, cluster)


def _current_grants(c: Cursor) -> tuple[AccessElement, ...]:
    if c.at("("):
        return c.parenthesized(_access_elements)
    c.expect("ON")
    return (AccessElement((Privilege("ALL"),), _target(c, False)),)


def revoke(c: Cursor) -> Statement:
    """REVOKE."""
    return _revoke(c, named=True)


def _revoke(c: Cursor, *, named: bool) -> Revoke:
    c.expect("REVOKE")
    cluster = on_cluster(c)
    option = c.accept_any("GRANT OPTION FOR", "ADMIN OPTION FOR") is not None
    elements = c.attempt(_access_elements) or ()
    roles = None if elements else role_set(c)
    cluster = cluster or on_cluster(c)
    return Revoke(_grantees(c, "FROM", named=named), elements, roles, option, cluster)


def check_grant(c: Cursor) -> Statement:
    """`GRANT rights ON target`, after CHECK."""
    c.expect("GRANT")
    return CheckGrant(_access_elements(c))


# --- roles in use --------------------------------------------------------------------------


def set_role(c: Cursor) -> Statement | None:
    """What follows SET, if it is about roles."""
    if c.accept_words("DEFAULT ROLE"):
        roles = role_set(c)
        c.expect("TO")
        return SetDefaultRole(roles, role_set(c))
    if c.token.key == "ROLE" and c.peek().key != "=":
        c.advance()
        return SetRole(role_set(c, default=True))
    return None


def show_grants(c: Cursor) -> Statement:
    """`GRANTS [FOR ...]`, after SHOW."""
    c.expect("GRANTS")
    for_ = role_set(c) if c.accept("FOR") else None
    implicit = c.accept_words("WITH IMPLICIT")
    return ShowGrants(for_, implicit, c.accept("FINAL"))
