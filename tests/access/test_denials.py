"""Who has no right is refused in ClickHouse's words before anything happens; the exact rights are
enough, and each of them is needed."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from tests.access.clickhouse import oracle_with, users_xml
from tests.access.scenario import NEEDS, SETUP
from tests.oracle import OracleError

_ADMIN = "GRANT ALL ON *.* WITH GRANT OPTION"
# What is granted while the statements are refused: nothing, or the names of columns.
_BESIDE = {"nothing": "GRANT SHOW ON nothing.*", "columns": "GRANT SHOW COLUMNS ON db1.t1"}

_CHANGE_NOTHING = ("SELECT", "SHOW", "EXPLAIN", "DESCRIBE", "EXISTS", "CHECK", "SYSTEM")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    with sparktree.connect(tmp_path_factory.mktemp("denials")) as engine:
        engine.script(";".join(SETUP))
        yield engine


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements write files, where they may."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """What ClickHouse answers to the statements; nothing where it runs them."""
    found = {}
    for beside, grant in _BESIDE.items():
        folder: Path = tmp_path_factory.mktemp("clickhouse")
        admin = oracle_with(users_xml({"default": [_ADMIN]}), folder, keep=True)
        with admin as oracle:
            for statement in SETUP:
                oracle.query(statement)
        with oracle_with(users_xml({"default": [grant]}), folder, keep=True) as oracle:
            for statement in NEEDS:
                try:
                    oracle.query(statement)
                except OracleError as error:
                    found[beside, statement] = str(error)
    return found


def _user(name: str, engine: sparktree.Engine, *grants: str) -> sparktree.session.Session:
    engine.query(f"CREATE USER OR REPLACE {name}")
    for grant in grants:
        engine.query(f"GRANT {grant} TO {name}")
    return engine.login(name)


def _refusal(session: sparktree.session.Session, statement: str) -> str:
    try:
        session.query(statement).text()
    except sparktree.Error as error:
        return str(error)
    return ""


def _state(engine: sparktree.Engine) -> str:
    """What a refused statement must not have changed."""
    texts = [
        engine.query("SELECT database, name, create_table_query FROM system.tables"
                     " WHERE database LIKE 'db%' ORDER BY ALL").text(),
        engine.query("SELECT * FROM db1.t1 ORDER BY ALL").text(),
        engine.query("SELECT name FROM system.parts WHERE active ORDER BY ALL").text(),
        engine.query("SELECT name FROM system.functions WHERE origin != 'System'").text(),
        engine.query("SHOW ACCESS").text(),
        engine.query("SELECT count() FROM system.mutations").text(),
        str(sorted(os.listdir("."))),
    ]  # fmt: skip
    return "\n".join(texts)


@pytest.mark.parametrize("beside", _BESIDE)
def test_refusals_are_those_of_clickhouse_and_leave_no_trace(
    beside: str, engine: sparktree.Engine, refusals: dict[tuple[str, str], str]
) -> None:
    session = _user("lacking", engine, _BESIDE[beside].removeprefix("GRANT "))
    before = _state(engine)
    wrong = []
    for statement, needed in NEEDS.items():
        if needed:
            ours = _refusal(session, statement).replace("lacking: ", "default: ")
            theirs = refusals.get((beside, statement), "")
            if ours != re.sub(r"^.*?(Code: \d+)", r"\1", theirs, flags=re.DOTALL):
                wrong.append((statement, ours, theirs))
    assert not wrong, "\n".join(map(str, wrong))
    assert _state(engine) == before


@pytest.mark.parametrize("statement", [s for s, needed in NEEDS.items() if needed])
def test_each_right_is_needed(statement: str, engine: sparktree.Engine) -> None:
    before = _state_of_access(engine)
    for left_out in NEEDS[statement]:
        rest = [right for right in NEEDS[statement] if right != left_out]
        session = _user("lacking", engine, *rest)
        assert "ACCESS_DENIED" in _refusal(session, statement), f"runs without {left_out}"
    engine.query("DROP USER lacking")
    assert _state_of_access(engine) == before


def _state_of_access(engine: sparktree.Engine) -> str:
    engine.query("DROP USER IF EXISTS lacking")
    return engine.query("SHOW ACCESS").text()


@pytest.mark.parametrize("statement", NEEDS)
def test_the_exact_rights_are_enough(statement: str, engine: sparktree.Engine) -> None:
    session = _user("able", engine, *NEEDS[statement])
    assert "ACCESS_DENIED" not in _refusal(session, statement)
    if not statement.startswith(_CHANGE_NOTHING):
        _repair(engine)


def _repair(engine: sparktree.Engine) -> None:
    """The scenario as it was."""
    for database in ("db1", "db2", "db9"):
        engine.query(f"DROP DATABASE IF EXISTS {database} SYNC")
    engine.query("DROP FUNCTION IF EXISTS ff")
    engine.query("DROP FUNCTION IF EXISTS f9")
    engine.query("DROP NAMED COLLECTION IF EXISTS nc")
    engine.query("DROP NAMED COLLECTION IF EXISTS n2")
    engine.query("DROP USER IF EXISTS u9")
    engine.query("DROP ROLE IF EXISTS r9")
    engine.query("DROP QUOTA IF EXISTS q9")
    engine.query("DROP SETTINGS PROFILE IF EXISTS p9")
    engine.query("DROP ROW POLICY IF EXISTS p9 ON db1.t1")
    engine.script(";".join(SETUP))
