"""Rights from GRANT and REVOKE, and as GRANT and REVOKE."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sparktree.access import privileges
from sparktree.access.privileges import GRANTABLE, Flags, Level
from sparktree.access.rights import Element, Path, Rights
from sparktree.errors import Code, Error
from sparktree.sql import format_query
from sparktree.sql.statements.access import (
    AccessElement,
    AccessTarget,
    Grant,
    Privilege,
    Revoke,
    RoleSet,
)

_BOTH_WAYS = privileges.of_level(Level.SOURCE)

# --- from statements -----------------------------------------------------------------------


def elements_of(
    written: Iterable[AccessElement], database: str, option: bool = False, revoked: bool = False
) -> list[Element]:
    """What GRANT or REVOKE names; of a REVOKE, what cannot be granted so is passed over."""
    found: list[Element] = []
    for element in written:
        for privilege in element.privileges:
            found += _elements(privilege, element.target, database, option, revoked)
    return found


def _elements(
    privilege: Privilege, target: AccessTarget, database: str, option: bool, revoked: bool
) -> Iterator[Element]:
    flags = privileges.flags(privilege.name)
    everything = target.database is None and target.table is None and not target.current_database
    if everything and privilege.name in privileges.SOURCES:
        yield Element(_BOTH_WAYS, (privilege.name,), option=option)
        return
    if everything and privilege.name == privileges.ALL_SOURCES:
        yield Element(_BOTH_WAYS, option=option)
        return
    path = _path(flags, target, database)
    columns = privilege.columns
    held = flags & GRANTABLE[len(path) + bool(columns)]
    if not held and not revoked and flags:
        place = ("global with parameter", "database", "table", "column")[len(path) + bool(columns)]
        raise Error(Code.INVALID_GRANT, f"{privilege.name} cannot be granted on the {place} level")
    if held:
        yield Element(held, path, columns, target.wildcard, option)


def _path(flags: Flags, target: AccessTarget, database: str) -> Path:
    if privileges.parameter(flags) is not None:
        name = target.database or target.table
        return (name,) if name is not None else ()
    if target.current_database:
        return (database,) if target.table is None else (database, target.table)
    if target.single and target.database is None:
        return ()
    return tuple(name for name in (target.database, target.table) if name is not None)


# --- as statements -------------------------------------------------------------------------


def grants(rights: Rights, name: str) -> list[str]:
    """The statements that give a user or role these rights."""
    to = RoleSet((name,))
    found: list[str] = []
    for (_, option, revoked, *_), group in groupby(rights.elements(), _statement_key):
        written = _written(group)
        statement = (
            Revoke(to, (written,), option_only=option)
            if revoked
            else Grant(to, (written,), with_option=option)
        )
        found.append(format_query(statement, one_line=True))
    return found


def _statement_key(element: Element) -> tuple[Path, bool, bool, bool, object]:
    kind = privileges.parameter(element.flags)
    return element.path, element.option, element.revoked, element.wildcard, kind


def _written(group: Iterable[Element]) -> AccessElement:
    elements = list(group)
    named = [_named(element) for element in elements]
    listed = tuple(
        Privilege(name, element.columns)
        for element, (names, _) in zip(elements, named, strict=True)
        for name in names
    )
    return AccessElement(listed, named[0][1])


def _named(element: Element) -> tuple[tuple[str, ...], AccessTarget]:
    """The names of privileges and what they are on; sources by their old names."""
    path, kind = element.path, privileges.parameter(element.flags)
    if element.flags == _BOTH_WAYS and not element.wildcard:
        if not path:
            return (privileges.ALL_SOURCES,), AccessTarget()
        if path[0] in privileges.SOURCES:
            return path[:1], AccessTarget()
    names = privileges.names(element.flags)
    if kind is not None:
        return names, AccessTarget(next(iter(path), None), wildcard=element.wildcard, single=True)
    database, table = (*path, None, None)[:2]
    return names, AccessTarget(database, table, wildcard=element.wildcard)


def shown(elements: Iterable[Element]) -> str:
    """Rights as messages name them: `SELECT(a) ON db.t, INSERT ON db.*`."""
    texts: list[str] = []
    for _, group in groupby(elements, _statement_key):
        listed = list(group)
        names = ", ".join(_with_columns(e) for e in listed)
        texts.append(f"{names} ON {format_query(_place(listed[0]), one_line=True)}")
    return ", ".join(texts) or "USAGE ON *.*"


def _with_columns(element: Element) -> str:
    columns = element.columns
    listed = [Privilege(name, columns) for name in privileges.names(element.flags) or ("USAGE",)]
    return ", ".join(format_query(privilege, one_line=True) for privilege in listed)


def _place(element: Element) -> AccessTarget:
    if privileges.parameter(element.flags) is not None:
        return AccessTarget(next(iter(element.path), None), wildcard=element.wildcard, single=True)
    database, table = (*element.path, None, None)[:2]
    return AccessTarget(database, table, wildcard=element.wildcard)
