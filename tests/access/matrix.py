"""Every privilege with every statement, beside ClickHouse: who has that one right alone, on
everything, may do there and here the same, and is refused in the same words.

`python -m tests.access.matrix [PRIVILEGE ...]` prints the differences, of all privileges without
names.
"""

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import sparktree
from sparktree.access.privileges import PRIVILEGES
from tests.access.clickhouse import oracle_with, users_xml
from tests.access.scenario import NEEDS, SETUP
from tests.oracle import OracleError

_ADMIN = "GRANT ALL ON *.* WITH GRANT OPTION"
# Statements that would hang or need what a test has not; what they need is tried elsewhere.
_LEFT_OUT = ("SYSTEM FLUSH LOGS",)
# ClickHouse asks for the right on each table when it comes to it, we on all before the first: the
# two name different tables, and ClickHouse where it was.
_TABLE_BY_TABLE = ("CHECK ALL TABLES",)
_TABLE = re.compile(r" ON [^ :]+?(: While executing \w+)?\. \(")
# Groups of names that users had before there were READ and WRITE: see test_show_grants.
GRANTED = tuple(p.name for p in PRIVILEGES if p.level is not None or p.group is not None)


class Difference(NamedTuple):
    """Where the two do not answer alike."""

    privilege: str
    statement: str
    ours: str
    theirs: str


def differences(privilege: str, folder: Path) -> Iterator[Difference]:
    """Those of one privilege, each statement run in the order in which they are listed."""
    statements = [statement for statement in NEEDS if statement not in _LEFT_OUT]
    theirs = list(_theirs(privilege, statements, folder / "theirs"))
    ours = list(_ours(privilege, statements, folder / "ours"))
    for statement, one, other in zip(statements, ours, theirs, strict=True):
        if statement in _TABLE_BY_TABLE:
            one, other = (_TABLE.sub(" (", text) for text in (one, other))
        if one != other:
            yield Difference(privilege, statement, one, other)


def _theirs(privilege: str, statements: Sequence[str], folder: Path) -> Iterator[str]:
    with oracle_with(users_xml({"default": [_ADMIN]}), folder, keep=True) as oracle:
        for statement in SETUP:
            oracle.query(statement)
    users = users_xml({"default": [f"GRANT {privilege} ON *.*"]})
    with oracle_with(users, folder, keep=True) as oracle:
        for statement in statements:
            try:
                oracle.query(statement)
                yield ""
            except OracleError as error:
                yield refusal(str(error))


def _ours(privilege: str, statements: Sequence[str], folder: Path) -> Iterator[str]:
    with sparktree.connect(folder) as engine:
        engine.script(";".join(SETUP))
        engine.script(f"CREATE USER someone; GRANT {privilege} ON *.* TO someone")
        session = engine.login("someone")
        for statement in statements:
            try:
                session.query(statement).text()
                yield ""
            except sparktree.Error as error:
                yield refusal(str(error)).replace("someone: ", "default: ")


def refusal(text: str) -> str:
    """The text of a refusal; nothing of other errors, which come behind the check of rights."""
    found = re.search(r"Code: 497\. DB::Exception: [^\n]*?\(ACCESS_DENIED\)", text)
    return re.sub(r"^.*(Code: 497)", r"\1", found.group()) if found else ""


def main(names: Sequence[str]) -> int:
    """Print the differences; how many privileges have some."""
    bad = 0
    for privilege in names or GRANTED:
        with tempfile.TemporaryDirectory(prefix="matrix") as folder:
            found = list(differences(privilege, Path(folder)))
        print(f"{privilege}: {len(found)} differences", flush=True)
        for one in found:
            print(f"  {one.statement}\n    ours   {one.ours}\n    theirs {one.theirs}")
        bad += bool(found)
    return bad


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
