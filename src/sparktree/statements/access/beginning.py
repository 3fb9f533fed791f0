"""How a session of a user begins."""

from __future__ import annotations

from sparktree.engines.services import Services
from sparktree.statements.context import SessionState


def begin_session(user: str, services: Services) -> SessionState:
    """With the user's default database."""
    state = SessionState(user=user)
    access = services.access.access(user, None)
    if access is not None and access.user.default_database:
        state.database = access.user.default_database
    return state
