"""A query as a client sends it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.native_cursor import Cursor
from sparktree.formats.native_revisions import Revision
from sparktree.protocol.fields import IMPORTANT, MOST_SETTINGS, SETTINGS, SettingText, read_text
from sparktree.protocol.packets import Stage, read_client_info, read_query_end
from sparktree.settings.inert_settings import known_settings
from sparktree.settings.query import declared_settings
from sparktree.sql import parse_expression
from sparktree.sql.ast import Literal

# Types of settings that old clients send as a number; values of the others they send as text.
_NUMBERS = ("UInt64", "Int64", "Bool", "Seconds", "Milliseconds", "MaxThreads", "NonZeroUInt64")


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, and how it is to run."""

    query_id: str
    client: dict[str, Any]
    settings: tuple[SettingText, ...]
    text: str  # as the kernel has texts
    compressed: bool
    parameters: dict[str, str]
    stage: int
    roles: str
    secret: str

    @property
    def changes(self) -> dict[str, object]:
        """The settings; those that nobody knows and that are not important are passed over."""
        return {s.name: s.value for s in self.settings if s.flags & IMPORTANT or _is_known(s.name)}

    def check(self) -> None:
        """Refuse what is not built."""
        if self.stage != Stage.COMPLETE:
            raise not_implemented(
                "A part of a query, whose rest is another server's work, is not supported: ask one"
                " server alone."
            )
        if self.secret:
            raise not_implemented("Queries with the secret of a cluster are not supported.")
        if self.roles.strip("\0"):
            raise not_implemented("Roles that another server grants are not supported.")


def _is_known(name: str) -> bool:
    return name in declared_settings() or name in known_settings() or name.startswith("SQL_")


def read_query(cursor: Cursor, revision: int) -> Asked:
    """The packet of a query, behind its number."""
    query_id = read_text(cursor)
    client = read_client_info(cursor, revision)
    if revision >= Revision.SETTINGS_AS_TEXT:
        settings = SETTINGS.read(cursor)
    else:
        settings = _old_settings(cursor)
    rest = read_query_end(cursor, revision)
    return Asked(
        query_id,
        client,
        tuple(settings),
        rest["text"],
        bool(rest["compression"]),
        _parameters(rest.get("parameters", ())),
        rest["stage"],
        rest.get("roles", ""),
        rest.get("secret", ""),
    )


def _old_settings(cursor: Cursor) -> list[SettingText]:
    """Settings whose values are of their types; nobody can read one of which he knows no type."""
    found: list[SettingText] = []
    while name := read_text(cursor):
        known = declared_settings().get(name) or known_settings().get(name)
        if known is None:
            raise Error(Code.UNKNOWN_SETTING, f"Unknown setting '{name}'")
        is_number = known.type in _NUMBERS
        value = str(cursor.varint()) if is_number else read_text(cursor)
        found.append(SettingText(name, value, IMPORTANT))
        if len(found) > MOST_SETTINGS:
            raise Error(Code.INCORRECT_DATA, f"More than {MOST_SETTINGS} settings in a packet")
    return found


def _parameters(given: Iterable[SettingText]) -> dict[str, str]:
    """Values of query parameters, which come as literals of SQL."""
    return {one.name: _plain(one.value) for one in given}


def _plain(value: str) -> str:
    """The text of a quoted value; of what is not quoted, itself."""
    if not value.startswith("'"):
        return value
    literal = parse_expression(value)
    if not isinstance(literal, Literal) or not isinstance(literal.value, str):
        raise Error(Code.BAD_QUERY_PARAMETER, "The value of a parameter is no text")
    return literal.value
