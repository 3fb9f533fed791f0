"""SETTINGS of users, roles and profiles: settings, their constraints, profiles to inherit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sparktree.access.control import Known
from sparktree.access.entities import SettingsProfile
from sparktree.errors import not_implemented
from sparktree.settings.constraints import comparable
from sparktree.sql.statements.access import ProfileElement
from sparktree.statements.access.names import control
from sparktree.statements.context import Context

Elements = tuple[ProfileElement, ...]


def changed(before: Elements, written: Elements, context: Context) -> Elements:
    """The settings after CREATE or ALTER."""
    found = list(before)
    for element in (_resolved(one, context) for one in written):
        if element.action == "DROP ALL":
            found = [one for one in found if (one.profile is None) != (element.profile is None)]
            continue
        same = [one for one in found if _subject(one) == _subject(element)]
        if element.action == "DROP":
            found = [one for one in found if one not in same]
        elif element.action == "MODIFY" and same:
            found[found.index(same[0])] = _modified(same[0], element)
        else:
            found = [one for one in found if one not in same]
            found.append(replace(element, action=None))
    return tuple(found)


def _resolved(element: ProfileElement, context: Context) -> ProfileElement:
    """The element with the profile's id; a setting that does not exist is refused."""
    if element.profile:
        profile = control(context).get(SettingsProfile, element.profile)
        return replace(element, profile=profile.id)
    if element.name:
        _check_setting(element, context)
    return element


def _check_setting(element: ProfileElement, context: Context) -> None:
    """The setting exists, its values are of its type, and who writes this may choose them."""
    name = element.name or ""
    settings, constraints = context.session.settings, context.session.constraints
    settings.value(name)
    if element.has_value:
        constraints.changed(settings, {name: element.value})
    for limit in (element.minimum, element.maximum):
        comparable(name, limit)
    if element.writability == "CHANGEABLE_IN_READONLY" and not control(context).replaces:
        raise not_implemented(
            f"CHANGEABLE_IN_READONLY for {name} is not allowed unless"
            " settings_constraints_replace_previous is enabled"
        )


def _subject(element: ProfileElement) -> tuple[str | None, str | None]:
    return element.name, element.profile


def _modified(before: ProfileElement, element: ProfileElement) -> ProfileElement:
    if element.has_value:
        before = replace(before, value=element.value, has_value=True)
    if element.minimum is not None:
        before = replace(before, minimum=element.minimum)
    if element.maximum is not None:
        before = replace(before, maximum=element.maximum)
    if element.writability is not None:
        before = replace(before, writability=element.writability)
    return before


def written(elements: Iterable[ProfileElement], known: Known, *, inherit: bool) -> Elements | None:
    """The settings as a statement writes them, None if there are none."""
    found = []
    for element in elements:
        if element.profile is None:
            found.append(element)
        elif (name := known.name(element.profile)) is not None:
            found.append(replace(element, profile=name, inherit=inherit))
    return tuple(found) or None
