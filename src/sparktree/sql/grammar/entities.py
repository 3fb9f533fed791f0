"""CREATE, ALTER, DROP, MOVE, SHOW of users, roles, quotas, row policies, settings profiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal as Choice
from typing import TypedDict

from sparktree.sql.ast import Expression, Literal, Scalar
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.authentication import authentications, hosts
from sparktree.sql.grammar.common import if_exists, if_not_exists, on_cluster
from sparktree.sql.grammar.grants import role_set, user_name
from sparktree.sql.grammar.intervals import unit
from sparktree.sql.lexer import Kind
from sparktree.sql.statements.access import (
    AccessKind,
    CreateQuota,
    CreateRole,
    CreateRowPolicy,
    CreateSettingsProfile,
    CreateUser,
    DropAccess,
    MoveAccess,
    PolicyName,
    ProfileElement,
    QuotaLimits,
    ShowAccess,
    ShowCreateAccess,
)
from sparktree.sql.statements.base import Statement

_KINDS: dict[str, AccessKind] = {
    "USER": "USER",
    "ROLE": "ROLE",
    "QUOTA": "QUOTA",
    "ROW POLICY": "ROW POLICY",
    "POLICY": "ROW POLICY",
    "SETTINGS PROFILE": "SETTINGS PROFILE",
    "PROFILE": "SETTINGS PROFILE",
}
_PLURALS: dict[str, AccessKind] = {
    "USERS": "USER",
    "ROLES": "ROLE",
    "QUOTAS": "QUOTA",
    "ROW POLICIES": "ROW POLICY",
    "POLICIES": "ROW POLICY",
    "SETTINGS PROFILES": "SETTINGS PROFILE",
    "PROFILES": "SETTINGS PROFILE",
}


class _Head(TypedDict):
    alter: bool
    if_exists: bool
    if_not_exists: bool
    or_replace: bool


def access_kind(c: Cursor) -> AccessKind | None:
    """USER, ROLE, ... under the cursor, stepped over."""
    found = c.accept_any(*_KINDS)
    return _KINDS[found] if found else None


def create_entity(c: Cursor, kind: AccessKind, alter: bool) -> Statement:
    """CREATE or ALTER of one of them, after its kind."""
    head: _Head = {
        "alter": alter,
        "if_exists": alter and if_exists(c),
        "if_not_exists": not alter and if_not_exists(c),
        "or_replace": not alter and c.accept_words("OR REPLACE"),
    }
    return _ENTITIES[kind](c, head)


# --- users and roles -----------------------------------------------------------------------


def _user(c: Cursor, head: _Head) -> Statement:
    found = CreateUser(c.listed(user_name), **head)
    while (following := _user_part(c, found)) is not None:
        found = following
    return found


def _user_part(c: Cursor, found: CreateUser) -> CreateUser | None:
    if found.alter and c.accept_words("RENAME TO"):
        return replace(found, new_name=user_name(c))
    if found.alter and c.accept_words("RESET AUTHENTICATION METHODS TO NEW"):
        return replace(found, reset_authentication=True)
    if c.at_words("NOT IDENTIFIED") or c.at("IDENTIFIED") or c.at_words("ADD IDENTIFIED"):
        added = c.accept("ADD")
        return replace(found, authentication=authentications(c), add_authentication=added)
    if c.accept_words("VALID UNTIL"):
        return replace(found, valid_until=c.string())
    if c.accept("HOST"):
        return replace(found, hosts=hosts(c))
    if c.accept_words("ADD HOST"):
        return replace(found, add_hosts=hosts(c))
    if c.accept_words("DROP HOST"):
        return replace(found, drop_hosts=hosts(c))
    return _user_rights(c, found)


def _user_rights(c: Cursor, found: CreateUser) -> CreateUser | None:
    if c.accept_words("DEFAULT ROLE"):
        return replace(found, default_roles=role_set(c))
    if c.accept("ROLE"):
        return replace(found, roles=role_set(c))
    if c.accept_words("DEFAULT DATABASE"):
        return replace(found, default_database=None if c.accept("NONE") else c.identifier())
    if c.accept("GRANTEES"):
        return replace(found, grantees=role_set(c, any_word=True))
    settings = profile_elements(c, found.alter)
    if settings is not None:
        return replace(found, settings=(*(found.settings or ()), *settings))
    cluster = on_cluster(c)
    if cluster is not None:
        return replace(found, on_cluster=cluster)
    if c.accept("IN"):
        return replace(found, storage=c.identifier())
    return None


def _role(c: Cursor, head: _Head) -> Statement:
    found = CreateRole(c.listed(user_name), **head)
    while True:
        if found.alter and c.accept_words("RENAME TO"):
            found = replace(found, new_name=user_name(c))
        elif (settings := profile_elements(c, found.alter)) is not None:
            found = replace(found, settings=(*(found.settings or ()), *settings))
        elif (cluster := on_cluster(c)) is not None:
            found = replace(found, on_cluster=cluster)
        elif c.accept("IN"):
            found = replace(found, storage=c.identifier())
        else:
            return found


def _profile(c: Cursor, head: _Head) -> Statement:
    found = CreateSettingsProfile(c.listed(user_name), **head)
    while True:
        if found.alter and c.accept_words("RENAME TO"):
            found = replace(found, new_name=user_name(c))
        elif c.accept("TO"):
            found = replace(found, to=role_set(c))
        elif (settings := profile_elements(c, found.alter)) is not None:
            found = replace(found, settings=(*(found.settings or ()), *settings))
        elif (cluster := on_cluster(c)) is not None:
            found = replace(found, on_cluster=cluster)
        elif c.accept("IN"):
            found = replace(found, storage=c.identifier())
        else:
            return found


# --- settings with constraints -------------------------------------------------------------

_ALTERATIONS: dict[str, Choice["ADD", "MODIFY", "DROP"]] = {
    "ADD": "ADD",
    "MODIFY": "MODIFY",
    "DROP": "DROP",
}
_CLEARED = (
    ProfileElement(name="", action="DROP ALL"),
    ProfileElement(profile="", action="DROP ALL"),
)


def profile_elements(c: Cursor, alter: bool) -> tuple[ProfileElement, ...] | None:
    """`SETTINGS a = 1 MIN 0 ..., PROFILE x`; in ALTER also ADD, MODIFY and DROP of them."""
    if alter and c.token.key in _ALTERATIONS and c.peek().key in _ALTERED:
        return _alterations(c)
    if not c.at("SETTINGS", "SETTING", "PROFILE", "PROFILES", "INHERIT"):
        return None
    if c.at("SETTINGS", "SETTING"):
        c.advance()
    if c.accept("NONE"):
        return _CLEARED if alter else ()
    elements = c.listed(_profile_element)
    if not alter:
        return elements
    return (*_CLEARED, *(replace(element, action="ADD") for element in elements))


_ALTERED = ("SETTINGS", "SETTING", "PROFILES", "PROFILE", "ALL")


def _alterations(c: Cursor) -> tuple[ProfileElement, ...]:
    found: list[ProfileElement] = []
    while c.token.key in _ALTERATIONS and c.peek().key in _ALTERED:
        action = _ALTERATIONS[c.advance().key]
        if action == "DROP" and c.accept("ALL"):
            profiles = c.expect_any("SETTINGS", "PROFILES") == "PROFILES"
            found.append(_CLEARED[1] if profiles else _CLEARED[0])
        else:
            profiles = c.advance().key.startswith("PROFILE")
            rule = _inherited if profiles else _setting_name if action == "DROP" else _constrained
            found.append(replace(rule(c), action=action))
            while c.at(",") and c.peek().key not in _ALTERATIONS:
                c.advance()
                found.append(replace(rule(c), action=action))
        if not (c.at(",") and c.peek().key in _ALTERATIONS):
            break
        c.advance()
    return tuple(found)


def _profile_element(c: Cursor) -> ProfileElement:
    word = c.accept_any("PROFILE", "INHERIT")
    if word:
        return replace(_inherited(c), inherit=word == "INHERIT")
    return _constrained(c)


def _inherited(c: Cursor) -> ProfileElement:
    return ProfileElement(profile=user_name(c))


def _setting_name(c: Cursor) -> ProfileElement:
    return ProfileElement(name=".".join(c.compound()))


def _constrained(c: Cursor) -> ProfileElement:
    found = _setting_name(c)
    while True:
        if c.accept("="):
            found = replace(found, value=_scalar(c), has_value=True)
        elif c.accept("MIN"):
            c.accept("=")
            found = replace(found, minimum=_scalar(c))
        elif c.accept("MAX"):
            c.accept("=")
            found = replace(found, maximum=_scalar(c))
        elif c.accept_any("READONLY", "CONST"):
            found = replace(found, writability="CONST")
        elif c.accept("WRITABLE"):
            found = replace(found, writability="WRITABLE")
        elif c.accept("CHANGEABLE_IN_READONLY"):
            found = replace(found, writability="CHANGEABLE_IN_READONLY")
        elif found == ProfileElement(name=found.name):
            c.fail("=", "MIN", "MAX", "CONST", "READONLY", "WRITABLE", "CHANGEABLE_IN_READONLY")
        else:
            return found


def _scalar(c: Cursor) -> Scalar:
    value: Expression = c.rules.expression(c)
    if not isinstance(value, Literal):
        c.fail("literal")
    return value.value


# --- quotas --------------------------------------------------------------------------------


def _quota(c: Cursor, head: _Head) -> Statement:
    found = CreateQuota(c.listed(user_name), **head)
    while (following := _quota_part(c, found)) is not None:
        found = following
    return found


def _quota_part(c: Cursor, found: CreateQuota) -> CreateQuota | None:
    if found.alter and c.accept_words("RENAME TO"):
        return replace(found, new_name=user_name(c))
    if c.accept_words("NOT KEYED"):
        return replace(found, keyed_by=())
    if c.accept_any("KEYED BY", "KEY BY"):
        return replace(found, keyed_by=c.listed(lambda c: c.identifier().lower()))
    if c.at("FOR"):
        limits = [_limits(c)]
        while c.at(",") and c.peek().key == "FOR":
            c.advance()
            limits.append(_limits(c))
        return replace(found, limits=(*found.limits, *limits))
    if c.accept("TO"):
        return replace(found, to=role_set(c))
    cluster = on_cluster(c)
    if cluster is not None:
        return replace(found, on_cluster=cluster)
    return replace(found, storage=c.identifier()) if c.accept("IN") else None


def _limits(c: Cursor) -> QuotaLimits:
    c.expect("FOR")
    randomized = c.accept("RANDOMIZED")
    c.accept("INTERVAL")
    amount = c.unsigned()
    kind = unit(c)
    if kind is None:
        c.fail("interval kind")
    found = QuotaLimits(amount, kind.lower(), randomized=randomized)
    if c.accept_words("NO LIMITS"):
        return replace(found, no_limits=True)
    if c.accept_words("TRACKING ONLY"):
        return replace(found, tracking_only=True)
    c.expect("MAX")
    limits = [_limit(c)]
    while c.at(",") and c.peek().key != "FOR":
        c.advance()
        c.accept("MAX")
        limits.append(_limit(c))
    return replace(found, limits=tuple(limits))


def _limit(c: Cursor) -> tuple[str, int | float]:
    name = c.identifier().lower()
    c.accept("=")
    value = _scalar(c)
    if not isinstance(value, int | float):
        c.fail("number")
    return name, value


# --- row policies --------------------------------------------------------------------------


def policy_names(c: Cursor) -> tuple[PolicyName, ...]:
    """`p, q ON t, u` and `p ON t, q ON u`."""
    found: list[PolicyName] = []
    while True:
        names = [user_name(c)]
        while c.accept(","):
            names.append(user_name(c))
        c.expect("ON")
        tables = [_policy_table(c)]
        while (
            c.at(",") and c.peek(2).key != "ON" and (c.peek(4).key != "ON" or c.peek(2).key == ".")
        ):
            c.advance()
            tables.append(_policy_table(c))
        found += [PolicyName(name, *table) for name in names for table in tables]
        if not c.accept(","):
            return tuple(found)


def _policy_table(c: Cursor) -> tuple[str | None, str | None]:
    if c.accept("*"):
        return None, None
    first = c.identifier()
    if not c.accept("."):
        return None, first
    return first, None if c.accept("*") else c.identifier()


def _row_policy(c: Cursor, head: _Head) -> Statement:
    cluster = on_cluster(c)
    found = CreateRowPolicy(policy_names(c), **head, on_cluster=cluster)
    while (following := _policy_part(c, found)) is not None:
        found = following
    return found


def _policy_part(c: Cursor, found: CreateRowPolicy) -> CreateRowPolicy | None:
    if found.alter and c.accept_words("RENAME TO"):
        return replace(found, new_name=user_name(c))
    if c.accept("AS"):
        return replace(found, restrictive=c.expect_any("PERMISSIVE", "RESTRICTIVE") != "PERMISSIVE")
    if c.accept_words("FOR SELECT") or c.accept_words("FOR ALL"):
        return found
    if c.accept("USING"):
        if c.token.key == "NONE":
            c.advance()
            return replace(found, using_none=True)
        return replace(found, using=c.rules.expression(c))
    if c.accept("TO"):
        return replace(found, to=role_set(c))
    cluster = on_cluster(c)
    if cluster is not None:
        return replace(found, on_cluster=cluster)
    return replace(found, storage=c.identifier()) if c.accept("IN") else None


_ENTITIES: dict[AccessKind, Callable[[Cursor, _Head], Statement]] = {
    "USER": _user,
    "ROLE": _role,
    "QUOTA": _quota,
    "ROW POLICY": _row_policy,
    "SETTINGS PROFILE": _profile,
}

# --- DROP, MOVE, SHOW ----------------------------------------------------------------------


def drop_entity(c: Cursor, kind: AccessKind) -> Statement:
    """DROP of one of them, after its kind."""
    present = if_exists(c)
    if kind == "ROW POLICY":
        policies = policy_names(c)
        cluster = on_cluster(c)
        storage = c.identifier() if c.accept("FROM") else None
        return DropAccess(kind, (), policies, present, storage, cluster)
    names = c.listed(user_name)
    cluster = on_cluster(c)
    storage = c.identifier() if c.accept("FROM") else None
    return DropAccess(kind, names, (), present, storage, cluster)


def move_entity(c: Cursor) -> Statement:
    """MOVE USER and its kin."""
    c.expect("MOVE")
    kind = access_kind(c)
    if kind is None:
        c.fail(*_KINDS)
    policies = policy_names(c) if kind == "ROW POLICY" else ()
    names = () if policies else c.listed(user_name)
    c.expect("TO")
    return MoveAccess(kind, c.identifier(), names, policies)


def show_create_entity(c: Cursor) -> Statement | None:
    """SHOW CREATE USER and its kin, after CREATE; None if it is about something else."""
    plural = c.accept_any(*_PLURALS)
    kind = _PLURALS[plural] if plural else access_kind(c)
    if kind is None:
        return None
    if kind == "ROW POLICY":
        if c.accept("ON"):
            database, table = _policy_table(c)
            return ShowCreateAccess(kind, policies=(PolicyName("", database, table),))
        if not c.at_identifier() or c.at("FORMAT", "SETTINGS"):
            return ShowCreateAccess(kind, all=True)
        return ShowCreateAccess(kind, policies=policy_names(c))
    if c.accept("CURRENT_USER") or c.accept("CURRENT"):
        return ShowCreateAccess(kind, current=True)
    named = c.token.kind in (Kind.WORD, Kind.QUOTED, Kind.STRING)
    if not named or c.at("FORMAT", "SETTINGS", "INTO"):
        return ShowCreateAccess(kind, all=plural is not None, current=plural is None)
    return ShowCreateAccess(kind, c.listed(user_name))


_LISTS = (
    "USERS", "ROLES", "CURRENT ROLES", "ENABLED ROLES", "SETTINGS PROFILES", "PROFILES",
    "ROW POLICIES", "POLICIES", "QUOTAS", "CURRENT QUOTA", "QUOTA", "ACCESS",
)  # fmt: skip
_NORMAL = {
    "PROFILES": "SETTINGS PROFILES",
    "POLICIES": "ROW POLICIES",
    "QUOTA": "CURRENT QUOTA",
}


def show_entities(c: Cursor) -> Statement | None:
    """SHOW USERS and its kin, after SHOW; None if it is about something else."""
    what = c.accept_any(*_LISTS)
    if what is None:
        return None
    what = _NORMAL.get(what, what)
    if what != "ROW POLICIES":
        return ShowAccess(what)
    policy = user_name(c) if c.at_identifier() and not c.at("ON", "FORMAT", "SETTINGS") else None
    if not c.accept("ON"):
        return ShowAccess(what, policy)
    database, table = _policy_table(c)
    return ShowAccess(what, policy, database, table)
