"""Entities as the statements that would create them: SHOW CREATE USER and its kin."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from sparktree.access.control import Known
from sparktree.access.entities import (
    EVERYBODY,
    NOBODY,
    Entity,
    Members,
    Method,
    Quota,
    Role,
    RowPolicy,
    SettingsProfile,
    User,
)
from sparktree.access.quota_intervals import in_largest_unit
from sparktree.sql import format_query, parse_expression
from sparktree.sql.statements.access import (
    Authentication,
    CreateQuota,
    CreateRole,
    CreateRowPolicy,
    CreateSettingsProfile,
    CreateUser,
    PolicyName,
    RoleSet,
)
from sparktree.sql.statements.base import Statement
from sparktree.statements.access import profile_elements
from sparktree.statements.access.names import written


def creation(entity: Entity, known: Known, zone: str) -> str:
    """The CREATE statement on one line, without secrets."""
    return format_query(_statement(entity, known, zone), one_line=True)


def _statement(entity: Entity, known: Known, zone: str) -> Statement:
    if isinstance(entity, User):
        return _user(entity, known, zone)
    if isinstance(entity, Role):
        settings = profile_elements.written(entity.settings, known, inherit=False)
        return CreateRole((entity.name,), settings=settings)
    if isinstance(entity, SettingsProfile):
        settings = profile_elements.written(entity.settings, known, inherit=True)
        return CreateSettingsProfile((entity.name,), settings=settings, to=_to(entity.to, known))
    if isinstance(entity, RowPolicy):
        return _row_policy(entity, known)
    assert isinstance(entity, Quota)
    return CreateQuota(
        (entity.name,),
        keyed_by=entity.keyed_by or None,
        limits=tuple(map(in_largest_unit, entity.limits)),
        to=_to(entity.to, known),
    )


def _user(user: User, known: Known, zone: str) -> CreateUser:
    return CreateUser(
        (user.name,),
        authentication=tuple(_authentication(method, zone) for method in user.methods),
        hosts=None if user.hosts.any else user.hosts,
        default_roles=None
        if user.default_roles == EVERYBODY
        else written(user.default_roles, known),
        default_database=user.default_database,
        settings=profile_elements.written(user.settings, known, inherit=False),
        grantees=None
        if user.grantees == EVERYBODY
        else written(user.grantees, known, any_word=True),
    )


def _authentication(method: Method, zone: str) -> Authentication:
    names = [(kind, name) for kind, _, name in (n.partition(":") for n in method.names)]
    until = None
    if method.valid_until is not None:
        until = f"{datetime.fromtimestamp(method.valid_until, ZoneInfo(zone)):%Y-%m-%d %H:%M:%S}"
    return Authentication(
        method.type,
        common_names=tuple(value for kind, value in names if kind == "CN"),
        alternative_names=tuple(value for kind, value in names if kind == "SAN"),
        valid_until=until,
    )


def _row_policy(policy: RowPolicy, known: Known) -> CreateRowPolicy:
    return CreateRowPolicy(
        (PolicyName(policy.name, policy.database, policy.table),),
        restrictive=policy.restrictive or None,
        using=None if policy.using is None else parse_expression(policy.using),
        to=_to(policy.to, known),
    )


def _to(members: Members, known: Known) -> RoleSet | None:
    return None if members == NOBODY else written(members, known)
