"""Users log in: who they are, how often they may guess, and what the log says of it."""

from __future__ import annotations

import time
import uuid

from sparktree.access.entities import User
from sparktree.access.quotas import FAILURES
from sparktree.engines.services import Services
from sparktree.engines.storage.client import LOCAL, Client
from sparktree.errors import Error
from sparktree.statements.context import SessionState
from sparktree.statements.quotas import Session


def log_in(
    user: str,
    password: str,
    address: str | None,
    certificate: frozenset[str],
    client: Client,
    services: Services,
) -> User:
    """The user, if it is who it says; AUTHENTICATION_FAILED, or QUOTA_EXCEEDED when too many
    attempts have failed one after the other."""
    try:
        return _authenticated(user, password, address, certificate, client, services)
    except Error as error:
        _log("LoginFailure", user, client, services, failure_reason=error.message)
        raise


def _authenticated(
    user: str,
    password: str,
    address: str | None,
    certificate: frozenset[str],
    client: Client,
    services: Services,
) -> User:
    access = services.access
    quota = access.quota(user, None)
    limited = quota is not None and any(FAILURES in dict(one.limits) for one in quota.limits)
    if quota is None or not limited:
        return access.authenticate(user, password, address, certificate)
    asker = Session(user, None, client).asker
    usage = access.quotas.usage(quota, asker.key(quota))
    access.quotas.check(usage, asker, FAILURES)
    try:
        found = access.authenticate(user, password, address, certificate)
    except Error:
        access.quotas.add(usage, asker, {FAILURES: 1}, check=False)
        raise
    access.quotas.reset(usage, FAILURES)
    return found


def log_success(state: SessionState, user: User, services: Services) -> None:
    """A session begins; its end will be told by the same id."""
    state.auth_id = str(uuid.uuid4())
    known = services.access.lately()
    roles = [role for role in user.roles if user.default_roles.has(role)]
    profiles = (known.name(element.profile) for element in user.settings if element.profile)
    _log(
        "LoginSuccess",
        state.user,
        state.client,
        services,
        auth_id=state.auth_id,
        auth_type=user.methods[0].type,
        profiles=[name for name in profiles if name is not None],
        roles=sorted(role.name for role in known.enabled(roles)),
        settings=sorted(state.settings.changes().items()),
    )


def log_out(state: SessionState, services: Services) -> None:
    """A session ends."""
    if state.auth_id:
        _log("Logout", state.user, state.client, services, auth_id=state.auth_id)
        state.auth_id = ""


def _log(kind: str, user: str, client: Client, services: Services, **values: object) -> None:
    """A row of system.session_log; what this process does for itself is not in it."""
    if client is LOCAL and user == "default":
        return
    services.journal.logs.add(
        "session_log",
        kind,
        {
            "hostname": services.journal.host,
            "user": user,
            "client_address": _mapped(client.address),
            "client_port": client.port,
            "interface": client.interface,
            "client_name": client.name or client.http_agent,
            **values,
        },
        time.time(),
    )


def _mapped(address: str) -> str:
    return f"::ffff:{address}" if "." in address and ":" not in address else address
