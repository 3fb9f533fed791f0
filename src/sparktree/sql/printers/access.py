"""Users, roles, quotas, row policies, settings profiles and grants as text."""

from __future__ import annotations

from sparktree.sql.printers.base import (
    Style,
    back_quote,
    prints,
    quote_name,
    quote_string,
    render,
    render_list,
)
from sparktree.sql.printers.create import cluster
from sparktree.sql.printers.expressions import format_scalar
from sparktree.sql.statements import access as nodes


def _join(*parts: str | None) -> str:
    return " ".join(part for part in parts if part)


def user_name(name: str) -> str:
    """`u` or `u@'host'`."""
    user, at, host = name.partition("@")
    return quote_name(user) + (f"@{quote_string(host)}" if at else "")


@prints(nodes.RoleSet)
def _role_set(node: nodes.RoleSet, style: Style) -> str:
    if node.default:
        return "DEFAULT"
    parts = [] if not node.all else ["ANY" if node.any else "ALL"]
    parts += list(map(user_name, node.names))
    if node.current_user:
        parts.append("CURRENT_USER")
    text = ", ".join(parts) or "NONE"
    if node.except_names:
        text += f" EXCEPT {', '.join(map(user_name, node.except_names))}"
    return text


# --- grants --------------------------------------------------------------------------------


@prints(nodes.AccessTarget)
def _target(node: nodes.AccessTarget, style: Style) -> str:
    star = "*" if node.wildcard else ""
    if node.single:
        return "*" if node.database is None else quote_name(node.database) + star
    if node.current_database:
        return "*" if node.table is None else quote_name(node.table) + star
    if node.database is None:
        return "*.*"
    if node.table is None:
        return quote_name(node.database) + ("*.*" if node.wildcard else ".*")
    return f"{quote_name(node.database)}.{quote_name(node.table)}{star}"


@prints(nodes.Privilege)
def _privilege(node: nodes.Privilege, style: Style) -> str:
    columns = f"({', '.join(map(quote_name, node.columns))})" if node.columns else ""
    return node.name + columns


@prints(nodes.AccessElement)
def _element(node: nodes.AccessElement, style: Style) -> str:
    return f"{render_list(node.privileges, style)} ON {render(node.target, style)}"


def _granted(
    elements: tuple[nodes.AccessElement, ...], roles: nodes.RoleSet | None, style: Style
) -> str:
    return render_list(elements, style) if roles is None else render(roles, style)


@prints(nodes.Grant)
def _grant(node: nodes.Grant, style: Style) -> str:
    what = _granted(node.elements, node.roles, style)
    if node.current_grants:
        what = f"CURRENT GRANTS({what})"
    text = f"GRANT{cluster(node.on_cluster)} {what} TO {render(node.to, style)}"
    if node.with_option:
        text += " WITH GRANT OPTION" if node.roles is None else " WITH ADMIN OPTION"
    return text + (" WITH REPLACE OPTION" if node.replace else "")


@prints(nodes.Revoke)
def _revoke(node: nodes.Revoke, style: Style) -> str:
    option = ""
    if node.option_only:
        option = " GRANT OPTION FOR" if node.roles is None else " ADMIN OPTION FOR"
    what = _granted(node.elements, node.roles, style)
    return f"REVOKE{cluster(node.on_cluster)}{option} {what} FROM {render(node.from_, style)}"


@prints(nodes.CheckGrant)
def _check_grant(node: nodes.CheckGrant, style: Style) -> str:
    return f"CHECK GRANT {render_list(node.elements, style)}"


@prints(nodes.SetRole)
def _set_role(node: nodes.SetRole, style: Style) -> str:
    return f"SET ROLE {render(node.roles, style)}"


@prints(nodes.SetDefaultRole)
def _set_default_role(node: nodes.SetDefaultRole, style: Style) -> str:
    return f"SET DEFAULT ROLE {render(node.roles, style)} TO {render(node.to, style)}"


# --- pieces of entities --------------------------------------------------------------------

_Entity = (
    nodes.CreateUser
    | nodes.CreateRole
    | nodes.CreateSettingsProfile
    | nodes.CreateQuota
    | nodes.CreateRowPolicy
)


def _head(node: _Entity, kind: str, names: str) -> str:
    verb = "ALTER" if node.alter else "CREATE"
    words = [verb, kind]
    if node.if_exists:
        words.append("IF EXISTS")
    if node.if_not_exists:
        words.append("IF NOT EXISTS")
    if node.or_replace:
        words.append("OR REPLACE")
    storage = "" if node.storage is None else f" IN {quote_name(node.storage)}"
    return f"{' '.join(words)} {names}{cluster(node.on_cluster)}{storage}"


def _renamed(name: str | None) -> str | None:
    return None if name is None else f"RENAME TO {quote_string(name)}"


def _settings(
    elements: tuple[nodes.ProfileElement, ...] | None, alter: bool, style: Style
) -> str | None:
    if elements is None:
        return None
    if not alter:
        return f"SETTINGS {render_list(elements, style) or 'NONE'}"
    order = {"DROP ALL": 0, "DROP": 1, "MODIFY": 2, "ADD": 3}
    ranked = sorted(elements, key=lambda element: order[element.action or "ADD"])
    return ", ".join(_altered(element, style) for element in ranked)


def _altered(node: nodes.ProfileElement, style: Style) -> str:
    if node.action == "DROP ALL":
        return "DROP ALL SETTINGS" if node.profile is None else "DROP ALL PROFILES"
    if node.profile is not None:
        return f"{node.action} PROFILE {back_quote(node.profile)}"
    return f"{node.action} SETTING {render(node, style)}"


@prints(nodes.ProfileElement)
def _profile_element(node: nodes.ProfileElement, style: Style) -> str:
    if node.profile is not None:
        return f"{'INHERIT' if node.inherit else 'PROFILE'} {back_quote(node.profile)}"
    value = node.value if isinstance(node.value, int | float | str) else None
    return _join(
        quote_name(node.name or ""),
        f"= {format_scalar(value)}" if node.has_value else None,
        None if node.minimum is None else f"MIN {format_scalar(node.minimum)}",
        None if node.maximum is None else f"MAX {format_scalar(node.maximum)}",
        node.writability,
    )


@prints(nodes.Authentication)
def _authentication(node: nodes.Authentication, style: Style) -> str:
    return _join(
        node.method,
        None if node.secret is None else f"BY {quote_string(node.secret)}",
        None if node.salt is None else f"SALT {quote_string(node.salt)}",
        None if node.server is None else f"SERVER {quote_string(node.server)}",
        None if node.scheme is None else f"SCHEME {quote_string(node.scheme)}",
        None if node.realm is None else f"REALM {quote_string(node.realm)}",
        f"CN {', '.join(map(quote_string, node.common_names))}" if node.common_names else None,
        f"SAN {', '.join(map(quote_string, node.alternative_names))}"
        if node.alternative_names
        else None,
        "BY " + ", ".join(f"KEY {quote_string(key)} TYPE {quote_string(kind)}"
                          for key, kind in node.keys) if node.keys else None,
        None if node.valid_until is None else f"VALID UNTIL {quote_string(node.valid_until)}",
    )  # fmt: skip


def _identified(node: nodes.CreateUser, style: Style) -> str | None:
    if node.authentication is None:
        return None
    word = "ADD IDENTIFIED" if node.add_authentication else "IDENTIFIED"
    if node.authentication[0].method is not None:
        word += " WITH"
    return f"{word} {render_list(node.authentication, style)}"


@prints(nodes.Hosts)
def _hosts(node: nodes.Hosts, style: Style) -> str:
    if node.any:
        return "HOST ANY"
    parts = ["LOCAL"] if node.local else []
    for word, values in (
        ("IP", node.ips),
        ("NAME", node.names),
        ("REGEXP", node.regexps),
        ("LIKE", node.likes),
    ):
        if values:
            parts.append(f"{word} {', '.join(map(quote_string, values))}")
    return f"HOST {', '.join(parts) or 'NONE'}"


# --- entities ------------------------------------------------------------------------------


@prints(nodes.CreateUser)
def _user(node: nodes.CreateUser, style: Style) -> str:
    hosts = {"": node.hosts, "ADD ": node.add_hosts, "DROP ": node.drop_hosts}
    return _join(
        _head(node, "USER", ", ".join(map(user_name, node.names))),
        _renamed(node.new_name),
        "RESET AUTHENTICATION METHODS TO NEW" if node.reset_authentication else None,
        _identified(node, style),
        None if node.valid_until is None else f"VALID UNTIL {quote_string(node.valid_until)}",
        *(word + render(host, style) for word, host in hosts.items() if host is not None),
        None if node.default_database is None
        else f"DEFAULT DATABASE {quote_name(node.default_database)}",
        None if node.default_roles is None
        else f"DEFAULT ROLE {render(node.default_roles, style)}",
        None if node.roles is None else f"ROLE {render(node.roles, style)}",
        _settings(node.settings, node.alter, style),
        None if node.grantees is None else f"GRANTEES {render(node.grantees, style)}",
    )  # fmt: skip


@prints(nodes.CreateRole)
def _role(node: nodes.CreateRole, style: Style) -> str:
    head = _head(node, "ROLE", ", ".join(map(user_name, node.names)))
    return _join(head, _renamed(node.new_name), _settings(node.settings, node.alter, style))


@prints(nodes.CreateSettingsProfile)
def _profile(node: nodes.CreateSettingsProfile, style: Style) -> str:
    return _join(
        _head(node, "SETTINGS PROFILE", ", ".join(map(back_quote, node.names))),
        _renamed(node.new_name),
        _settings(node.settings, node.alter, style),
        None if node.to is None else f"TO {render(node.to, style)}",
    )


@prints(nodes.QuotaLimits)
def _limits(node: nodes.QuotaLimits, style: Style) -> str:
    text = "FOR RANDOMIZED INTERVAL" if node.randomized else "FOR INTERVAL"
    text += f" {node.amount} {node.unit}"
    if node.no_limits:
        return f"{text} NO LIMITS"
    if node.tracking_only:
        return f"{text} TRACKING ONLY"
    limits = (f"{name} = {_number(value)}" for name, value in node.limits)
    return f"{text} MAX {', '.join(limits)}"


def _number(value: int | float) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


@prints(nodes.CreateQuota)
def _quota(node: nodes.CreateQuota, style: Style) -> str:
    keyed = None
    if node.keyed_by is not None:
        keyed = f"KEYED BY {', '.join(node.keyed_by)}" if node.keyed_by else "NOT KEYED"
    return _join(
        _head(node, "QUOTA", ", ".join(map(quote_name, node.names))),
        None if node.new_name is None else f"RENAME TO {quote_name(node.new_name)}",
        keyed,
        render_list(node.limits, style),
        None if node.to is None else f"TO {render(node.to, style)}",
    )


@prints(nodes.PolicyName)
def _policy_name(node: nodes.PolicyName, style: Style) -> str:
    return f"{quote_name(node.name)} ON {_policy_table(node)}"


def _policy_table(node: nodes.PolicyName | nodes.ShowAccess) -> str:
    database = "" if node.database is None else quote_name(node.database) + "."
    return database + ("*" if node.table is None else quote_name(node.table))


def policies(names: tuple[nodes.PolicyName, ...], style: Style) -> str:
    """`p, q ON t`, `p ON t, u`, or `p ON t, q ON u`."""
    tables = list(dict.fromkeys(_policy_table(name) for name in names))
    short = list(dict.fromkeys(quote_name(name.name) for name in names))
    if len(tables) == 1 or len(short) == 1:
        return f"{', '.join(short)} ON {', '.join(tables)}"
    return render_list(names, style)


@prints(nodes.CreateRowPolicy)
def _row_policy(node: nodes.CreateRowPolicy, style: Style) -> str:
    kind = None
    if node.restrictive is not None:
        kind = "AS RESTRICTIVE" if node.restrictive else "AS PERMISSIVE"
    using = "NONE" if node.using_none else None
    if node.using is not None:
        using = render(node.using, style.plain())
    return _join(
        _head(node, "ROW POLICY", policies(node.names, style)),
        None if node.new_name is None else f"RENAME TO {quote_name(node.new_name)}",
        kind,
        None if using is None else f"FOR SELECT USING {using}",
        None if node.to is None else f"TO {render(node.to, style)}",
    )


# --- DROP, MOVE, SHOW ----------------------------------------------------------------------


@prints(nodes.DropAccess)
def _drop(node: nodes.DropAccess, style: Style) -> str:
    names = ", ".join(map(user_name, node.names)) or policies(node.policies, style)
    present = "IF EXISTS" if node.if_exists else None
    storage = None if node.storage is None else f"FROM {quote_name(node.storage)}"
    return _join("DROP", node.kind, present, names + cluster(node.on_cluster), storage)


@prints(nodes.MoveAccess)
def _move(node: nodes.MoveAccess, style: Style) -> str:
    names = ", ".join(map(user_name, node.names)) or policies(node.policies, style)
    return f"MOVE {node.kind} {names} TO {quote_name(node.storage)}"


@prints(nodes.ShowGrants)
def _show_grants(node: nodes.ShowGrants, style: Style) -> str:
    return _join(
        "SHOW GRANTS",
        None if node.for_ is None else f"FOR {render(node.for_, style)}",
        "WITH IMPLICIT" if node.with_implicit else None,
        "FINAL" if node.final else None,
    )


@prints(nodes.ShowCreateAccess)
def _show_create(node: nodes.ShowCreateAccess, style: Style) -> str:
    plural = node.kind[:-1] + "IES" if node.kind == "ROW POLICY" else node.kind + "S"
    if node.policies and not node.policies[0].name:
        return f"SHOW CREATE {plural} ON {_policy_table(node.policies[0])}"
    if node.policies:
        return f"SHOW CREATE {node.kind} {policies(node.policies, style)}"
    kind = plural if node.all or len(node.names) > 1 else node.kind
    return _join("SHOW CREATE", kind, ", ".join(map(user_name, node.names)))


@prints(nodes.ShowAccess)
def _show(node: nodes.ShowAccess, style: Style) -> str:
    policy = None if node.policy is None else quote_name(node.policy)
    scoped = node.database is not None or node.table is not None
    return _join("SHOW", node.what, policy, f"ON {_policy_table(node)}" if scoped else None)
