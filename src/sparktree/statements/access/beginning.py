"""How a session of a user begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sparktree.access.control import DEFAULT_PROFILE, Known
from sparktree.access.entities import Role, SettingsProfile
from sparktree.engines.services import Services
from sparktree.engines.storage.client import LOCAL, Client
from sparktree.settings.constraints import Constraint, Constraints
from sparktree.sql.statements.access import ProfileElement
from sparktree.statements.context import SessionState


def begin_session(user: str, services: Services, client: Client = LOCAL) -> SessionState:
    """With the user's default database, and the settings and constraints of the default profile, of
    its profiles, its roles and its own, later ones over earlier ones."""
    state = SessionState(user=user, client=client)
    state.settings = state.settings.changed(services.storage.session_settings)
    access = services.access.access(user, None)
    if access is None:
        return state
    if access.user.default_database:
        state.database = access.user.default_database
    known = services.access.known()
    default = known.find(SettingsProfile, DEFAULT_PROFILE)
    profiles = [one for one in known.all(SettingsProfile) if one.to.has(*access.ids)]
    if default is not None and default not in profiles:
        profiles.insert(0, default)
    owners: tuple[SettingsProfile | Role, ...] = (*profiles, *access.roles, access.user)
    elements = [element for owner in owners for element in _inherited(owner.settings, known)]
    values = {e.name: e.value for e in elements if e.name is not None and e.has_value}
    state.settings = state.settings.changed(values)
    for element in elements:
        state.constraints = _constrained(
            state.constraints, element, replaces=services.access.replaces
        )
    return state


def _constrained(before: Constraints, element: ProfileElement, *, replaces: bool) -> Constraints:
    found = Constraint(element.minimum, element.maximum, element.disallowed, element.writability)
    if element.name is None or found.says_nothing:
        return before
    return before.with_(element.name, found, replaces=replaces)


def _inherited(
    elements: Iterable[ProfileElement], known: Known, within: tuple[str, ...] = ()
) -> Iterator[ProfileElement]:
    """The settings, those of the profiles that they name in their place; a profile that inherits
    itself says what it says once."""
    for element in elements:
        profile = known.by_id.get(element.profile or "")
        if isinstance(profile, SettingsProfile):
            if profile.id not in within:
                yield from _inherited(profile.settings, known, (*within, profile.id))
        else:
            yield element
