"""Rights that follow from others: who may read a table may see that it is there."""

from __future__ import annotations

from collections.abc import Mapping

from sparktree.access import privileges
from sparktree.access.privileges import Flags, Level
from sparktree.access.rights import Element, Rights

# Databases whose tables everybody may read: their rows are only those that the reader may see.
OPEN_DATABASES = ("system", "information_schema", "INFORMATION_SCHEMA")

_CREATE_TABLE = privileges.flags("CREATE TABLE")
_ENTAILED = tuple(
    (privileges.flags(given), privileges.flags(entailed))
    for given, entailed in (
        ("CREATE TABLE", "CREATE VIEW"),
        ("DROP TABLE", "DROP VIEW"),
        ("ALTER TABLE", "ALTER VIEW"),
        ("ALTER TTL", "ALTER MATERIALIZE TTL"),
    )
)
_TEMPORARY_TABLES = privileges.flags("CREATE TEMPORARY TABLE", "CREATE ARBITRARY TEMPORARY TABLE")
_TEMPORARY_VIEWS = privileges.flags("CREATE TEMPORARY VIEW")
_CREATE_VIEW = privileges.flags("CREATE VIEW")
_RELOAD = privileges.flags("SYSTEM RELOAD DICTIONARY")
_RELOAD_EMBEDDED = privileges.flags("SYSTEM RELOAD EMBEDDED DICTIONARIES")
_SHOW_COLUMNS = privileges.flags("SHOW COLUMNS")
_SHOW_TABLES = privileges.flags("SHOW TABLES")
_SHOW_DICTIONARIES = privileges.flags("SHOW DICTIONARIES")
_SHOW_DATABASES = privileges.flags("SHOW DATABASES")
_OF_COLUMNS = privileges.of_level(Level.COLUMN)
_OF_TABLES = privileges.of_level(Level.TABLE, Level.VIEW)
_OF_DICTIONARIES = privileges.of_level(Level.DICTIONARY)
_OF_DATABASES = privileges.of_level(Level.DATABASE)
_MOVES = privileges.flags("ALTER DELETE") | privileges.flags("SELECT")
_MOVE_PARTITION = privileges.flags("ALTER MOVE PARTITION")


def with_implicit(rights: Rights, engines: Mapping[str, str | None]) -> Rights:
    """The rights with what follows from them; `engines` names the source of each engine."""
    found = rights.changed(_entailed)
    select = privileges.flags("SELECT")
    for database in OPEN_DATABASES:
        found = found.grant(Element(select, (database,)))
    both_ways = privileges.of_level(Level.SOURCE)
    engine_right = privileges.of_level(Level.TABLE_ENGINE)
    for engine, source in engines.items():
        if source is None or found.covers(Element(both_ways, (source,))):
            found = found.grant(Element(engine_right, (engine,)))
    return found


def _entailed(held: Flags, everywhere: Flags, somewhere: Flags, level: int) -> Flags:
    for given, entailed in _ENTAILED:
        if held & given == given:
            held |= entailed
    if level == 0:
        if somewhere & _CREATE_TABLE:
            held |= _TEMPORARY_TABLES
        if somewhere & _CREATE_VIEW:
            held |= _TEMPORARY_VIEWS
        if everywhere & _RELOAD:
            held |= _RELOAD_EMBEDDED
    if held & _MOVES == _MOVES and level <= 2:
        held |= _MOVE_PARTITION
    return _visible(held, somewhere, level)


def _visible(held: Flags, somewhere: Flags, level: int) -> Flags:
    """A right on something shows it, and what it is in."""
    if held & _OF_COLUMNS:
        held |= _SHOW_COLUMNS
    below = somewhere | held
    if held & _OF_TABLES or (level <= 2 and held & _SHOW_COLUMNS):
        held |= _SHOW_TABLES
    if level == 2 and below & _SHOW_COLUMNS:
        held |= _SHOW_TABLES
    if held & _OF_DICTIONARIES:
        held |= _SHOW_DICTIONARIES
    seen = _SHOW_TABLES | _SHOW_DICTIONARIES
    if held & _OF_DATABASES or (level <= 1 and held & seen) or (level == 1 and below & seen):
        held |= _SHOW_DATABASES
    return held
