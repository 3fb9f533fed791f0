"""The rights that SYSTEM commands need: each has the privilege that names it."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.access import privileges
from sparktree.access.access import right
from sparktree.access.privileges import GRANTABLE
from sparktree.access.rights import Element
from sparktree.errors import Code, Error
from sparktree.sql.statements.other import SystemCommand
from sparktree.statements.context import Context
from sparktree.statements.rights import qualified

_SWITCHES = ("STOP ", "START ")
# Commands whose privilege has another name.
_NAMED = {
    "CLEAR INDEX MARK CACHE": "SYSTEM DROP MARK CACHE",
    "CLEAR INDEX UNCOMPRESSED CACHE": "SYSTEM DROP UNCOMPRESSED CACHE",
    "CLEAR ICEBERG METADATA CACHE": "SYSTEM DROP ICEBERG METADATA CACHE",
    "CLEAR PARQUET METADATA CACHE": "SYSTEM DROP PARQUET METADATA CACHE",
    "UNFREEZE WITH NAME": "SYSTEM UNFREEZE",
    "WAIT VIEW": "SYSTEM VIEWS",
}
# Commands over all tables, of which those are meant that the user has the right on.
_OF_MANY = ("RESTART REPLICAS",)


def system_rights(statement: SystemCommand, context: Context) -> Iterator[Element]:
    """The privilege of the command, on the table if it names one."""
    if statement.command in _OF_MANY:
        return
    name = _NAMED.get(statement.command) or _privilege(statement.command)
    of_tables = privileges.flags(name) & GRANTABLE[2]
    if statement.table is not None and of_tables:
        for table in (statement.table, *statement.tables):
            yield right(name, *qualified(table, context))
    elif statement.command.startswith(_SWITCHES) and of_tables:
        return  # of all tables, those that the user has the right on are meant
    else:
        yield right(name)


def _privilege(command: str) -> str:
    for name in (f"SYSTEM {command}", f"SYSTEM {command.partition(' ')[2]}"):
        try:
            privileges.flags(name)
        except Error as error:
            if error.code != Code.UNKNOWN_ACCESS_TYPE:
                raise
        else:
            return name
    return "SYSTEM"
