"""CREATE and ALTER of row policies, quotas and settings profiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sparktree.access.access import right
from sparktree.access.entities import Quota, RowPolicy, SettingsProfile, new_id
from sparktree.access.quotas import KEYS, LIMITED
from sparktree.access.rights import Element
from sparktree.errors import Code, Error
from sparktree.sql import format_query
from sparktree.sql.statements.access import (
    CreateQuota,
    CreateRowPolicy,
    CreateSettingsProfile,
    PolicyName,
    QuotaLimits,
)
from sparktree.statements.access import profile_elements
from sparktree.statements.access.names import members
from sparktree.statements.access.users import alter_all, check_storage, insert_all
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles

# --- row policies --------------------------------------------------------------------------


def policy_key(name: PolicyName, context: Context) -> str:
    """What tells a row policy from others."""
    return _new_policy(name, context).key


def policy_rights(verb: str, names: tuple[PolicyName, ...], context: Context) -> Iterator[Element]:
    """A right on the table of each policy."""
    for name in names:
        database = name.database or context.session.database
        table = () if name.table is None else (name.table,)
        yield right(f"{verb} ROW POLICY", database, *table)


def _new_policy(name: PolicyName, context: Context) -> RowPolicy:
    database = name.database or context.session.database
    return RowPolicy(new_id(), name.name, database=database, table=name.table)


def _policy_rights(statement: CreateRowPolicy, context: Context) -> Iterator[Element]:
    yield from policy_rights("ALTER" if statement.alter else "CREATE", statement.names, context)
    if statement.or_replace:
        yield from policy_rights("DROP", statement.names, context)


@handles(CreateRowPolicy, needs=_policy_rights)
def create_row_policy(statement: CreateRowPolicy, context: Context) -> None:
    """CREATE and ALTER ROW POLICY."""
    check_storage(statement.storage)

    def change(policy: RowPolicy) -> RowPolicy:
        if statement.new_name is not None:
            policy = replace(policy, name=statement.new_name)
        if statement.restrictive is not None:
            policy = replace(policy, restrictive=statement.restrictive)
        if statement.using is not None:
            policy = replace(policy, using=format_query(statement.using, one_line=True))
        elif statement.using_none:
            policy = replace(policy, using=None)
        if statement.to is not None:
            policy = replace(policy, to=members(statement.to, context))
        return policy

    if statement.alter:
        keys = [policy_key(name, context) for name in statement.names]
        alter_all(RowPolicy, keys, context, change, statement.if_exists)
        return
    made = [change(_new_policy(name, context)) for name in statement.names]
    insert_all(
        made,
        context,
        if_not_exists=statement.if_not_exists,
        or_replace=statement.or_replace,
    )


# --- settings profiles ---------------------------------------------------------------------


def _profile_rights(statement: CreateSettingsProfile, context: Context) -> Iterator[Element]:
    yield right("ALTER SETTINGS PROFILE" if statement.alter else "CREATE SETTINGS PROFILE")
    if statement.or_replace:
        yield right("DROP SETTINGS PROFILE")


@handles(CreateSettingsProfile, needs=_profile_rights)
def create_settings_profile(statement: CreateSettingsProfile, context: Context) -> None:
    """CREATE and ALTER SETTINGS PROFILE."""
    check_storage(statement.storage)

    def change(profile: SettingsProfile) -> SettingsProfile:
        if statement.new_name is not None:
            profile = replace(profile, name=statement.new_name)
        if statement.settings is not None:
            settings = profile_elements.changed(profile.settings, statement.settings, context)
            profile = replace(profile, settings=settings)
        if statement.to is not None:
            profile = replace(profile, to=members(statement.to, context))
        return profile

    if statement.alter:
        names = list(statement.names)
        alter_all(SettingsProfile, names, context, change, statement.if_exists)
        return
    insert_all(
        [change(SettingsProfile(new_id(), name)) for name in statement.names],
        context,
        if_not_exists=statement.if_not_exists,
        or_replace=statement.or_replace,
    )


# --- quotas --------------------------------------------------------------------------------


def _quota_rights(statement: CreateQuota, context: Context) -> Iterator[Element]:
    yield right("ALTER QUOTA" if statement.alter else "CREATE QUOTA")
    if statement.or_replace:
        yield right("DROP QUOTA")


@handles(CreateQuota, needs=_quota_rights)
def create_quota(statement: CreateQuota, context: Context) -> None:
    """CREATE and ALTER QUOTA."""
    check_storage(statement.storage)
    _check_quota(statement)

    def change(quota: Quota) -> Quota:
        if statement.new_name is not None:
            quota = replace(quota, name=statement.new_name)
        if statement.keyed_by is not None:
            quota = replace(quota, keyed_by=statement.keyed_by)
        for limits in statement.limits:
            quota = replace(quota, limits=_limited(quota.limits, limits))
        if statement.to is not None:
            quota = replace(quota, to=members(statement.to, context))
        return quota

    if statement.alter:
        alter_all(Quota, list(statement.names), context, change, statement.if_exists)
        return
    insert_all(
        [change(Quota(new_id(), name)) for name in statement.names],
        context,
        if_not_exists=statement.if_not_exists,
        or_replace=statement.or_replace,
    )


def _check_quota(statement: CreateQuota) -> None:
    """The keys and what is limited are known."""
    if statement.keyed_by and ",".join(statement.keyed_by) not in KEYS:
        raise Error(Code.SYNTAX_ERROR, f"Quotas cannot be keyed by {', '.join(statement.keyed_by)}")
    for limits in statement.limits:
        for name, _ in limits.limits:
            if name not in LIMITED:
                raise Error(Code.SYNTAX_ERROR, f"Quotas cannot limit {name}")


def _limited(before: tuple[QuotaLimits, ...], limits: QuotaLimits) -> tuple[QuotaLimits, ...]:
    """An interval has one list of limits, the last one given."""
    same = (limits.amount, limits.unit)
    kept = tuple(one for one in before if (one.amount, one.unit) != same)
    if limits.no_limits:
        return kept
    return (*kept, replace(limits, tracking_only=not limits.limits))
