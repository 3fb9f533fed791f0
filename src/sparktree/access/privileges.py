"""ClickHouse's privileges, declared once as data; a set of them is one number, a bit for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, reduce
from importlib.resources import files
from operator import or_

from sparktree.errors import Code, Error


class Level(StrEnum):
    """What a privilege can be granted on."""

    GLOBAL = "GLOBAL"
    DATABASE = "DATABASE"
    TABLE = "TABLE"
    DICTIONARY = "DICTIONARY"
    VIEW = "VIEW"
    COLUMN = "COLUMN"
    NAMED_COLLECTION = "NAMED_COLLECTION"
    USER_NAME = "USER_NAME"
    TABLE_ENGINE = "TABLE_ENGINE"
    DEFINER = "DEFINER"
    SOURCE = "SOURCE"


# Levels of things that are no tables, in the order in which ClickHouse looks for them.
PARAMETERS = (
    Level.NAMED_COLLECTION,
    Level.USER_NAME,
    Level.DEFINER,
    Level.TABLE_ENGINE,
    Level.SOURCE,
)

# A set of privileges.
Flags = int


@dataclass(frozen=True, slots=True)
class Privilege:
    """One line of system.privileges; a group has no level, ALL and NONE have no group."""

    name: str
    aliases: tuple[str, ...]
    level: Level | None
    group: str | None


def _declared() -> Iterator[Privilege]:
    text = (files("sparktree.access") / "privileges.tsv").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            name, aliases, level, group = line.split("\t")
            known = tuple(aliases.split(",")) if aliases else ()
            yield Privilege(name, known, Level(level) if level else None, group or None)


PRIVILEGES = tuple(_declared())
ALL_NAME = "ALL"
_MEMBERS: dict[str, list[Privilege]] = {}
for _privilege in PRIVILEGES:
    if _privilege.group is not None:
        _MEMBERS.setdefault(_privilege.group, []).append(_privilege)
_BITS = {
    p.name: 1 << i for i, p in enumerate(p for p in PRIVILEGES if p.level is not None)
}  # groups have none of their own


def _bits(name: str) -> Flags:
    """A privilege with all that belong to it: a group may be a privilege, too."""
    members = (_bits(member.name) for member in _MEMBERS.get(name, ()))
    return reduce(or_, members, _BITS.get(name, 0))


_BY_NAME = {p.name: _bits(p.name) for p in PRIVILEGES}
_BY_WORD = {word.upper(): _BY_NAME[p.name] for p in PRIVILEGES for word in (*p.aliases, p.name)}
ALL = _BY_NAME[ALL_NAME]


def of_level(*levels: Level) -> Flags:
    """All privileges of some levels."""
    return reduce(or_, (_BITS[p.name] for p in PRIVILEGES if p.level in levels), 0)


_TABLES = of_level(Level.TABLE, Level.VIEW, Level.COLUMN, Level.DICTIONARY)
OF_PARAMETERS = of_level(*PARAMETERS)
# What can be granted on everything, on a database or other thing with one name, on a table, on
# a column: by the number of names.
GRANTABLE: tuple[Flags, ...] = (
    ALL,
    of_level(Level.DATABASE) | _TABLES | OF_PARAMETERS,
    _TABLES,
    of_level(Level.COLUMN),
)


def flags(*names: str) -> Flags:
    """The privileges of these names, groups with their members; UNKNOWN_ACCESS_TYPE."""
    found = 0
    for name in names:
        bits = _BY_WORD.get(name.upper())
        if bits is None:
            raise Error(Code.UNKNOWN_ACCESS_TYPE, f"Unknown access type: {name}")
        found |= bits
    return found


@lru_cache(maxsize=1024)
def names(held: Flags) -> tuple[str, ...]:
    """The privileges of a set in ClickHouse's order, whole groups by their name."""
    return tuple(_names(held, ALL_NAME))


def _names(held: Flags, name: str) -> Iterator[str]:
    whole = _BY_NAME[name]
    if whole and held & whole == whole:
        yield name
    elif held & whole:
        for member in _MEMBERS.get(name, ()):
            yield from _names(held, member.name)


@lru_cache(maxsize=1024)
def parameter(held: Flags) -> Level | None:
    """What the privileges of a set concern, if that is no table."""
    for level in PARAMETERS:
        if held and not held & ~of_level(level):
            return level
    return None


def by_parameter(held: Flags) -> list[Flags]:
    """The set cut into those of one kind of thing each, in the order in which ClickHouse writes
    them: the last one that it finds first, but definers come behind tables among a few."""
    found = [held & of_level(level) for level in PARAMETERS if held & of_level(level)]
    rest = held & ~OF_PARAMETERS
    found.reverse()
    if rest and len(found) < len(PARAMETERS) and held & of_level(Level.DEFINER):
        found.insert(found.index(held & of_level(Level.DEFINER)), rest)
    elif rest:
        found.insert(0, rest)
    return found


# Kinds of sources, each also the old name of reading from it and writing to it; behind them in
# the list comes the old name of doing so with all.
ALL_SOURCES = "SOURCES"
_ORDER = [p.name for p in PRIVILEGES]
SOURCES = tuple(_ORDER[_ORDER.index("CLUSTER") + 1 : _ORDER.index(ALL_SOURCES)])
