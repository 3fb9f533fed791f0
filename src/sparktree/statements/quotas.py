"""Statements use what the quotas of their users allow, and are refused what is more."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sparktree.access.control import AccessControl
from sparktree.access.quotas import BY_HASH, PER_HASH, Asker, Quotas, Usage
from sparktree.engines.storage.client import LOCAL, Client
from sparktree.sql import ast
from sparktree.sql.statements.access import (
    CreateQuota,
    ShowAccess,
    ShowCreateAccess,
    ShowGrants,
)
from sparktree.sql.statements.insert import Insert
from sparktree.sql.statements.other import Show
from sparktree.system.logs import normalized_hash

# System tables that everybody may ask without limits.
_FREE = frozenset({"quotas", "quota_limits", "quota_usage", "quotas_usage", "one"})
_FREE_STATEMENTS = (CreateQuota, ShowAccess, ShowCreateAccess, ShowGrants)
_MEASURED = ("result_rows", "result_bytes", "read_rows", "read_bytes", "execution_time")


@dataclass(frozen=True, slots=True)
class Session:
    """Who runs statements, as quotas see it."""

    user: str
    roles: tuple[str, ...] | None
    client: Client

    @property
    def asker(self) -> Asker:
        """By what quotas are told apart."""
        client = self.client
        address = "127.0.0.1" if client.interface == LOCAL.interface else client.address
        forwarded = client.forwarded_for.rpartition(",")[2].strip()
        return Asker(self.user, address, forwarded, client.quota_key)

    def usage(self, access: AccessControl, hashed: Callable[[], str] | None = None) -> Usage | None:
        """What was used of the quota, None if there is none."""
        quota = access.quota(self.user, self.roles)
        if quota is None:
            return None
        asker = self.asker
        if hashed is not None and BY_HASH in quota.keyed_by:
            asker = replace(asker, hashed=hashed())
        return access.quotas.usage(quota, asker.key(quota))


@dataclass(slots=True)
class QuotaUse:
    """The quota that a statement uses."""

    quotas: Quotas
    usage: Usage
    asker: Asker
    began: float = field(default_factory=time.monotonic)
    counted: dict[str, float] = field(default_factory=dict)
    inserts: bool = False

    def begin(self, statement: ast.Node | None, text: str) -> None:
        """The statement begins, if its user has not used too much already; None inserts rows of
        a program."""
        self.quotas.check(self.usage, self.asker, "errors", "execution_time")
        amounts: dict[str, float] = {"queries": 1}
        if statement is None or isinstance(statement, Insert):
            self.inserts = True
            self.quotas.check(self.usage, self.asker, "written_bytes")
            amounts["query_inserts"] = 1
        elif isinstance(statement, ast.Query | Show):
            amounts["query_selects"] = 1
        self.quotas.add(self.usage, self.asker, amounts)
        if any(PER_HASH in dict(one.limits.limits) for one in self.usage.intervals):
            self.quotas.count_hash(self.usage, self.asker, normalized_hash(text))

    def fail(self) -> None:
        """The statement failed."""
        self.quotas.add(self.usage, self.asker, {"errors": 1}, check=False)

    def advance(
        self,
        read_rows: int,
        read_bytes: int,
        result_rows: int,
        result_bytes: int,
        *,
        check: bool = True,
    ) -> None:
        """So much was used until now, in all; as in ClickHouse an INSERT only writes."""
        elapsed = time.monotonic() - self.began
        now = (result_rows, result_bytes, read_rows, read_bytes, elapsed)
        if self.inserts:
            now = (0, 0, 0, 0, elapsed)
        total = dict(zip(_MEASURED, now, strict=True))
        amounts = {name: value - self.counted.get(name, 0) for name, value in total.items()}
        self.counted = total
        self.quotas.add(self.usage, self.asker, amounts, check=check)

    def write(self, size: int) -> None:
        """An INSERT is about to write so many bytes."""
        self.quotas.add(self.usage, self.asker, {"written_bytes": size})


def is_free(statement: ast.Node | None) -> bool:
    """Whether a statement is not counted: what is asked about quotas, and of nothing."""
    if isinstance(statement, _FREE_STATEMENTS):
        return True
    if isinstance(statement, ast.SetOperation):
        return is_free(statement.left) and is_free(statement.right)
    if not isinstance(statement, ast.Select):
        return False
    source = statement.from_
    if source is None:
        return True
    named = source.source if isinstance(source, ast.TableExpression) else None
    return isinstance(named, ast.TableName) and named.database == "system" and named.name in _FREE


def quota_use(
    text: str, statement: ast.Node | None, session: Session, access: AccessControl
) -> QuotaUse | None:
    """The use of a statement's quota, None if there is none or the statement is not counted."""
    if is_free(statement):
        return None
    usage = session.usage(access, lambda: normalized_hash(text))
    return None if usage is None else QuotaUse(access.quotas, usage, session.asker)
