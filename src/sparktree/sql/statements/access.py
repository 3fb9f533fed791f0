"""Users, roles, quotas, row policies, settings profiles, grants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice

from sparktree.sql.ast import Expression, Node, Scalar
from sparktree.sql.statements.base import Statement

AccessKind = Choice["USER", "ROLE", "QUOTA", "ROW POLICY", "SETTINGS PROFILE"]


@dataclass(frozen=True, slots=True)
class RoleSet(Node):
    """`a, b`, `ALL [EXCEPT a]`, `ANY`, `NONE`, `CURRENT_USER`, `DEFAULT`."""

    names: tuple[str, ...] = ()
    all: bool = False
    any: bool = False  # ALL, written ANY in GRANTEES
    except_names: tuple[str, ...] = ()
    current_user: bool = False
    default: bool = False


# --- grants --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AccessTarget(Node):
    """What a right is on: `*.*` (both None), `db.*`, `*`, `t`, `db.t`, `db.prefix*`.

    For rights on other things (`NAMED COLLECTION ON x`) the name is in `database`.
    """

    database: str | None = None
    table: str | None = None
    current_database: bool = False
    wildcard: bool = False
    single: bool = False  # one name, not a table


@dataclass(frozen=True, slots=True)
class Privilege(Node):
    """`SELECT` or `SELECT(a, b)`; the name is in capitals."""

    name: str
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AccessElement(Node):
    """`SELECT, INSERT ON db.t`."""

    privileges: tuple[Privilege, ...]
    target: AccessTarget


@dataclass(frozen=True, slots=True)
class Grant(Statement):
    """GRANT of rights or of roles."""

    to: RoleSet
    elements: tuple[AccessElement, ...] = ()
    roles: RoleSet | None = None
    current_grants: bool = False
    with_option: bool = False  # GRANT OPTION of rights, ADMIN OPTION of roles
    replace: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Revoke(Statement):
    """REVOKE of rights or of roles."""

    from_: RoleSet
    elements: tuple[AccessElement, ...] = ()
    roles: RoleSet | None = None
    option_only: bool = False  # GRANT OPTION FOR, ADMIN OPTION FOR
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class CheckGrant(Statement):
    """CHECK GRANT."""

    elements: tuple[AccessElement, ...]


@dataclass(frozen=True, slots=True)
class SetRole(Statement):
    """SET ROLE."""

    roles: RoleSet


@dataclass(frozen=True, slots=True)
class SetDefaultRole(Statement):
    """SET DEFAULT ROLE roles TO users."""

    roles: RoleSet
    to: RoleSet


# --- entities ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProfileElement(Node):
    """A setting with its constraints, or a profile to inherit; `action` is that of ALTER."""

    name: str | None = None
    profile: str | None = None
    value: Scalar | Expression = None
    has_value: bool = False
    minimum: Scalar = None
    maximum: Scalar = None
    writability: Choice["CONST", "WRITABLE", "CHANGEABLE_IN_READONLY"] | None = None
    disallowed: tuple[Scalar, ...] = ()  # only configurations have them
    inherit: bool = False  # written INHERIT, not PROFILE
    action: Choice["ADD", "MODIFY", "DROP", "DROP ALL"] | None = None


@dataclass(frozen=True, slots=True)
class Authentication(Node):
    """`IDENTIFIED WITH method BY 'secret' ...`."""

    method: str | None = None
    secret: str | None = None
    salt: str | None = None
    server: str | None = None
    realm: str | None = None
    scheme: str | None = None
    common_names: tuple[str, ...] = ()
    alternative_names: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    valid_until: str | None = None


@dataclass(frozen=True, slots=True)
class Hosts(Node):
    """From where a user may connect."""

    any: bool = False
    none: bool = False
    local: bool = False
    ips: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    regexps: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateAccess(Statement):
    """What CREATE and ALTER say of users, roles and what is for them, whichever it is."""

    alter: bool = False
    if_exists: bool = False
    if_not_exists: bool = False
    or_replace: bool = False
    new_name: str | None = None
    storage: str | None = None
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class CreateUser(CreateAccess):
    """CREATE or ALTER USER."""

    names: tuple[str, ...]
    authentication: tuple[Authentication, ...] | None = None
    add_authentication: bool = False
    reset_authentication: bool = False
    valid_until: str | None = None
    hosts: Hosts | None = None
    add_hosts: Hosts | None = None
    drop_hosts: Hosts | None = None
    default_roles: RoleSet | None = None
    roles: RoleSet | None = None
    default_database: str | None = None
    settings: tuple[ProfileElement, ...] | None = None
    grantees: RoleSet | None = None


@dataclass(frozen=True, slots=True)
class CreateRole(CreateAccess):
    """CREATE or ALTER ROLE."""

    names: tuple[str, ...]
    settings: tuple[ProfileElement, ...] | None = None


@dataclass(frozen=True, slots=True)
class CreateSettingsProfile(CreateAccess):
    """CREATE or ALTER SETTINGS PROFILE."""

    names: tuple[str, ...]
    settings: tuple[ProfileElement, ...] | None = None
    to: RoleSet | None = None


@dataclass(frozen=True, slots=True)
class QuotaLimits(Node):
    """`FOR INTERVAL n unit MAX queries = 10, ...`."""

    amount: int
    unit: str
    limits: tuple[tuple[str, int | float], ...] = ()
    randomized: bool = False
    no_limits: bool = False
    tracking_only: bool = False


@dataclass(frozen=True, slots=True)
class CreateQuota(CreateAccess):
    """CREATE or ALTER QUOTA; `keyed_by` is () for NOT KEYED."""

    names: tuple[str, ...]
    keyed_by: tuple[str, ...] | None = None
    limits: tuple[QuotaLimits, ...] = ()
    to: RoleSet | None = None


@dataclass(frozen=True, slots=True)
class PolicyName(Node):
    """`policy ON table`; no table means every table of the database."""

    name: str
    database: str | None = None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class CreateRowPolicy(CreateAccess):
    """CREATE or ALTER ROW POLICY; `using_none` is USING NONE."""

    names: tuple[PolicyName, ...]
    restrictive: bool | None = None
    using: Expression | None = None
    using_none: bool = False
    to: RoleSet | None = None


@dataclass(frozen=True, slots=True)
class DropAccess(Statement):
    """DROP USER, ROLE, QUOTA, ROW POLICY or SETTINGS PROFILE."""

    kind: AccessKind
    names: tuple[str, ...] = ()
    policies: tuple[PolicyName, ...] = ()
    if_exists: bool = False
    storage: str | None = None
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class MoveAccess(Statement):
    """`MOVE USER | ROLE | ... names TO storage`."""

    kind: AccessKind
    storage: str
    names: tuple[str, ...] = ()
    policies: tuple[PolicyName, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowGrants(Statement):
    """SHOW GRANTS [FOR roles] [WITH IMPLICIT] [FINAL]."""

    for_: RoleSet | None = None
    with_implicit: bool = False
    final: bool = False


@dataclass(frozen=True, slots=True)
class ShowCreateAccess(Statement):
    """SHOW CREATE USER, ROLE, ...; `all` is the plural without names, `current` no name at all."""

    kind: AccessKind
    names: tuple[str, ...] = ()
    policies: tuple[PolicyName, ...] = ()
    all: bool = False
    current: bool = False


@dataclass(frozen=True, slots=True)
class ShowAccess(Statement):
    """`SHOW USERS`, `SHOW ROLES`, `SHOW QUOTAS`, ...; `what` is the words in capitals."""

    what: str
    policy: str | None = None
    database: str | None = None
    table: str | None = None
