"""How a session of a user begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sparktree.access.control import Known
from sparktree.access.entities import Role, SettingsProfile
from sparktree.engines.services import Services
from sparktree.sql.statements.access import ProfileElement
from sparktree.statements.context import SessionState


def begin_session(user: str, services: Services) -> SessionState:
    """With the user's default database, and the settings of its profiles, roles and its own."""
    state = SessionState(user=user)
    access = services.access.access(user, None)
    if access is None:
        return state
    if access.user.default_database:
        state.database = access.user.default_database
    known = services.access.known()
    profiles = (one for one in known.all(SettingsProfile) if one.to.has(*access.ids))
    owners: tuple[SettingsProfile | Role, ...] = (*profiles, *access.roles, access.user)
    elements = (element for owner in owners for element in _inherited(owner.settings, known))
    values = {e.name: e.value for e in elements if e.name is not None and e.has_value}
    state.settings = state.settings.changed(values)
    return state


def _inherited(elements: Iterable[ProfileElement], known: Known) -> Iterator[ProfileElement]:
    """The settings, those of the profiles that they name in their place."""
    for element in elements:
        profile = known.by_id.get(element.profile or "")
        if isinstance(profile, SettingsProfile):
            yield from _inherited(profile.settings, known)
        else:
            yield element
