"""Users, roles, profiles, quotas and row filters of a configuration, as `users.xml` has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from typing import Any

from sparktree.access import privileges
from sparktree.access.authentication import configured_method
from sparktree.access.entities import (
    CONFIGURED,
    KIND_OF,
    Entity,
    Members,
    Quota,
    Role,
    RowPolicy,
    SettingsProfile,
    User,
    configured_id,
)
from sparktree.access.grant_texts import elements_of
from sparktree.access.hosts import is_everywhere, is_here
from sparktree.access.privileges import Level
from sparktree.access.quota_intervals import in_largest_unit
from sparktree.access.quotas import LIMITED
from sparktree.access.rights import Element, Rights
from sparktree.errors import Code, Error, not_implemented
from sparktree.settings.constraints import typed
from sparktree.settings.query import QuerySettings
from sparktree.sql import parse_expression, parse_grant
from sparktree.sql.statements.access import Grant, Hosts, ProfileElement, QuotaLimits, Revoke

Tree = Mapping[str, Any]
SECTIONS = ("users", "roles", "profiles", "quotas")
_KEYS = {
    "keyed": ("client_key", "user_name"),
    "keyed_by_ip": ("ip_address",),
    "keyed_by_forwarded_ip": ("forwarded_ip_address",),
    "keyed_by_normalized_query_hash": ("normalized_query_hash",),
}
_DICTIONARIES = privileges.of_level(Level.DICTIONARY)
# What `allow_databases` leaves everywhere.
_EVERYWHERE = privileges.of_level(Level.GLOBAL, Level.TABLE_ENGINE)


def has_users(tree: Tree) -> bool:
    """Whether a configuration says who its users are."""
    return any(_tree(tree, name) for name in SECTIONS)


def entities(tree: Tree) -> list[Entity]:
    """All of them, or BAD_ARGUMENTS and its kin with the place that is wrong."""
    names = {name: list(_tree(tree, name)) for name in SECTIONS}
    found: list[Entity] = []
    for name, profile in _tree(tree, "profiles").items():
        with _while_parsing("profile", name):
            elements = tuple(_elements(_mapping(profile), names["profiles"]))
        found.append(_new(SettingsProfile, name, settings=elements))
    for name, role in _tree(tree, "roles").items():
        with _while_parsing("role", name):
            found.append(_role(name, _mapping(role), names["roles"]))
    users = {name: _mapping(user) for name, user in _tree(tree, "users").items()}
    for name, user in users.items():
        with _while_parsing("user", name):
            found.append(_user(name, user, names))
    for name, quota in _tree(tree, "quotas").items():
        with _while_parsing("quota", name):
            found.append(_quota(name, _mapping(quota), users))
    return [*found, *_policies(users)]


@contextmanager
def _while_parsing(kind: str, name: str) -> Iterator[None]:
    try:
        yield
    except Error as error:
        raise Error(
            error.code,
            f"{error.message}: while parsing {kind} '{name}' in users configuration file",
        ) from error


def _new(kind: Callable[..., Any], name: str, **fields: Any) -> Any:
    return kind(_id(kind, name), name, CONFIGURED, **fields)


def _id(kind: Any, name: str) -> str:
    return configured_id(name, KIND_OF[kind])


# --- the tree ------------------------------------------------------------------------------


def _mapping(node: Any) -> Tree:
    """What is below a node; elements of one name that came several times are taken together."""
    if isinstance(node, list):
        return reduce(lambda a, b: {**a, **b}, map(_mapping, node), {})
    return node if isinstance(node, Mapping) else {}


def _tree(tree: Tree, name: str) -> Tree:
    return _mapping(tree.get(name))


def _texts(tree: Tree, name: str) -> list[str]:
    """The texts of all elements of a name."""
    node = tree.get(name, [])
    return [_text(one) for one in (node if isinstance(node, list) else [node])]


def _text(node: Any) -> str:
    if isinstance(node, bool):
        return "1" if node else "0"
    return "" if node is None or isinstance(node, Mapping) else str(node)


def _is_on(tree: Tree, name: str) -> bool:
    return any(text.lower() in ("1", "true", "yes", "on") for text in _texts(tree, name))


# --- settings ------------------------------------------------------------------------------


def _elements(profile: Tree, profiles: list[str]) -> Iterator[ProfileElement]:
    for name, node in profile.items():
        if name == "profile":
            yield from (_inherited(text, profiles) for text in _texts(profile, name))
        elif name == "constraints":
            for setting, constraint in _mapping(node).items():
                yield _constraint(setting, _mapping(constraint))
        else:
            text = _texts(profile, name)[-1]
            QuerySettings().changed({name: text})
            yield ProfileElement(name, value=typed(name, text), has_value=True)


def _inherited(name: str, profiles: list[str]) -> ProfileElement:
    if name not in profiles:
        raise Error(Code.THERE_IS_NO_PROFILE, f"Profile {name} was not found")
    return ProfileElement(profile=_id(SettingsProfile, name))


def _constraint(name: str, written: Tree) -> ProfileElement:
    found = ProfileElement(name)
    QuerySettings().value(name)
    for kind in written:
        texts = _texts(written, kind)
        values = tuple(typed(name, text) for text in texts if text)
        if kind in ("min", "max"):
            found = replace(found, **{f"{kind}imum": values[-1]})
        elif kind == "disallowed":
            found = replace(found, disallowed=values)
        elif kind in ("const", "readonly"):
            found = replace(found, writability="CONST")
        elif kind == "changeable_in_readonly":
            found = replace(found, writability="CHANGEABLE_IN_READONLY")
        else:
            raise not_implemented(f"Setting {kind} value for {name} isn't supported")
    return found


# --- users and roles -----------------------------------------------------------------------


def _role(name: str, role: Tree, roles: list[str]) -> Role:
    found: Role = _new(Role, name)
    for text in _texts(_tree(role, "grants"), "query"):
        found = _granted(found, text, roles)
    return found


def _user(name: str, user: Tree, names: Mapping[str, list[str]]) -> User:
    settings = tuple(_inherited(text, names["profiles"]) for text in _texts(user, "profile"))
    found: User = _new(
        User,
        name,
        methods=(_method(name, user),),
        hosts=_hosts(user),
        settings=settings,
        default_database=next((t for t in _texts(user, "default_database") if t), None),
    )
    if "grants" not in user:
        return replace(found, rights=_rights(user))
    if any(word in user for word in _RESTRICTIONS):
        raise Error(
            Code.BAD_ARGUMENTS,
            "Any other access control settings can't be specified with `grants`",
        )
    for text in _texts(_tree(user, "grants"), "query"):
        found = _granted(found, text, names["roles"])
    return found


def _granted(entity: Any, text: str, roles: list[str]) -> Any:
    """A user or role with what GRANT or REVOKE without TO says."""
    try:
        statement = parse_grant(text)
    except Error as error:
        if error.code != Code.SYNTAX_ERROR:
            raise
        message = f"Failed to parse grant query. Error: {error.message}"
        raise Error(Code.BAD_ARGUMENTS, message) from error
    named = [_id(Role, name) for name in statement.roles.names] if statement.roles else []
    if isinstance(statement, Revoke):
        option = statement.option_only
        elements = elements_of(statement.elements, "default", option, revoked=True)
        held = {role: admin for role, admin in entity.roles.items() if role not in named}
        return replace(entity, rights=reduce(Rights.revoke, elements, entity.rights), roles=held)
    assert isinstance(statement, Grant)
    elements = elements_of(statement.elements, "default", statement.with_option)
    held = {**entity.roles, **dict.fromkeys(named, statement.with_option)}
    return replace(entity, rights=reduce(Rights.grant, elements, entity.rights), roles=held)


_RESTRICTIONS = (
    "access_management",
    "named_collection_control",
    "named_collection_admin",
    "show_named_collections_secrets",
    "allow_databases",
    "allow_dictionaries",
)


def _rights(user: Tree) -> Rights:
    """Of a user without GRANTs: everything, but for what must be allowed by a word of its own."""
    managing = _is_on(user, "access_management")
    found = Rights().grant(Element(privileges.ALL, option=managing))
    if "allow_dictionaries" in user:
        found = found.revoke(Element(_DICTIONARIES))
    if "allow_databases" in user:
        found = found.revoke(Element(privileges.ALL & ~_EVERYWHERE))
    for database in _texts(_tree(user, "allow_databases"), "database"):
        below = privileges.ALL & privileges.GRANTABLE[1]
        found = found.grant(Element(below, (database,), option=managing))
    for name in _texts(_tree(user, "allow_dictionaries"), "dictionary"):
        found = found.grant(Element(_DICTIONARIES, ("<no_database>", name), option=managing))
    if not managing:
        found = found.revoke(Element(privileges.flags("ACCESS MANAGEMENT")))
    if not _is_on(user, "named_collection_control") and not _is_on(user, "named_collection_admin"):
        found = found.revoke(Element(privileges.flags("NAMED COLLECTION ADMIN")))
    if not _is_on(user, "show_named_collections_secrets"):
        found = found.revoke(Element(privileges.flags("SHOW NAMED COLLECTIONS SECRETS")))
    return found


def _method(name: str, user: Tree) -> Any:
    return configured_method(name, {key: _texts(user, key) for key in user}, _common_names(user))


def _common_names(user: Tree) -> tuple[str, ...]:
    certificates = _tree(user, "ssl_certificates")
    names = [f"CN:{text}" for text in _texts(certificates, "common_name")]
    names += [f"SAN:{text}" for text in _texts(certificates, "subject_alt_name")]
    return tuple(names)


def _hosts(user: Tree) -> Hosts:
    if "networks" not in user:
        return Hosts(any=True)
    networks = _tree(user, "networks")
    ips, names = _texts(networks, "ip"), _texts(networks, "host")
    if any(map(is_everywhere, ips)):
        return Hosts(any=True)
    return Hosts(
        local=any(map(is_here, ips)) or "localhost" in names,
        ips=tuple(ip for ip in ips if not is_here(ip)),
        names=tuple(name for name in names if name != "localhost"),
        regexps=tuple(_texts(networks, "host_regexp")),
        likes=tuple(_texts(networks, "host_like")),
    )


def _policies(users: Mapping[str, Tree]) -> Iterator[RowPolicy]:
    """A row policy for each user and each table that has a filter for anybody; who has none there
    sees all rows."""
    filters: dict[tuple[str, str], dict[str, str]] = {}
    for name, user in users.items():
        for database, tables in _tree(user, "databases").items():
            for table, node in _mapping(tables).items():
                for text in _texts(_mapping(node), "filter"):
                    with _while_parsing("user", name):
                        parse_expression(text)
                    filters.setdefault((database, table), {})[name] = text
    for (database, table), by_user in filters.items():
        for name in users:
            to = Members(ids=(_id(User, name),))
            using = by_user.get(name, "1")
            policy = RowPolicy(
                "", name, CONFIGURED, database=database, table=table, using=using, to=to
            )
            yield replace(policy, id=_id(RowPolicy, policy.key))


# --- quotas --------------------------------------------------------------------------------


def _quota(name: str, quota: Tree, users: Mapping[str, Tree]) -> Quota:
    keys = next((keys for word, keys in _KEYS.items() if word in quota), ("user_name",))
    node = quota.get("interval", [])
    intervals = node if isinstance(node, list) else [node]
    meant = (user for user, tree in users.items() if name in _texts(tree, "quota"))
    found: Quota = _new(
        Quota,
        name,
        keyed_by=keys,
        limits=tuple(limits for one in intervals if (limits := _limits(_mapping(one)))),
        to=Members(ids=tuple(_id(User, user) for user in meant)),
    )
    return found


def _limits(interval: Tree) -> QuotaLimits | None:
    """The limits of an interval; one without a duration says nothing."""
    duration = int(next(iter(_texts(interval, "duration")), "0") or 0)
    if not duration:
        return None
    limits = []
    for name in LIMITED:  # 0 is no limit
        value = float(next(iter(_texts(interval, name)), "0") or 0)
        if value:
            limits.append((name, value if name == "execution_time" else int(value)))
    return in_largest_unit(
        QuotaLimits(
            duration,
            "second",
            tuple(limits),
            randomized=_is_on(interval, "randomize"),
            tracking_only=not limits,
        )
    )
