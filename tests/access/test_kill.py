"""Who may end the queries, mutations and exports of others, and who sees them."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from tests.access.clickhouse import oracle_with, users_xml
from tests.oracle import OracleError

_TABLES = (
    "CREATE DATABASE db",
    "CREATE TABLE db.t (a Int32, s String) ENGINE = MergeTree ORDER BY a",
    "INSERT INTO db.t VALUES (1, 'x')",
    "ALTER TABLE db.t DELETE WHERE throwIf(a = 1) = 0 SETTINGS mutations_sync = 0",
    "ALTER TABLE db.t UPDATE s = 'y' WHERE a = 1 SETTINGS mutations_sync = 0",
)
_FORGET = "KILL MUTATION WHERE database = 'db'"
_SHOW = "SELECT command FROM system.mutations WHERE database = 'db' ORDER BY mutation_id"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[sparktree.Engine]:
    with sparktree.connect(tmp_path / "ours") as engine:
        yield engine


def _ours(engine: sparktree.Engine, grants: list[str]) -> list[str]:
    engine.script("; ".join(_TABLES))
    engine.query("CREATE USER u")
    for grant in grants:
        engine.query(f"{grant} TO u")
    session, found = engine.login("u"), []
    for statement in (_FORGET + " TEST", _FORGET, _SHOW):
        try:
            found.append(session.query(statement).text())
        except sparktree.Error as error:
            found.append(str(error))
    return found


def _theirs(folder: Path, grants: list[str]) -> list[str]:
    admin = users_xml({"default": ["GRANT ALL ON *.* WITH GRANT OPTION"]})
    with oracle_with(admin, folder, keep=True) as oracle:
        for statement in _TABLES:
            oracle.query(statement)
    found = []
    with oracle_with(users_xml({"default": grants}), folder, keep=True) as oracle:
        for statement in (_FORGET + " TEST", _FORGET, _SHOW):
            try:
                found.append(oracle.query(statement).decode())
            except OracleError as error:
                found.append("Code: " + str(error).partition("Code: ")[2])
    return found


@pytest.mark.parametrize(
    "grants",
    [
        ["GRANT SHOW ON other.*"],
        ["GRANT SHOW ON db.*"],
        ["GRANT ALTER UPDATE ON db.*"],
        ["GRANT ALTER DELETE, ALTER UPDATE ON db.*"],
    ],
)
def test_mutations_are_ended_by_who_may_start_them(
    grants: list[str], engine: sparktree.Engine, tmp_path: Path
) -> None:
    assert _ours(engine, grants) == _theirs(tmp_path / "theirs", grants)


def test_queries_of_others_are_seen_and_ended_by_who_may_kill(engine: sparktree.Engine) -> None:
    for name in ("ada", "bob", "chief"):
        engine.query(f"CREATE USER {name}")
    engine.query("GRANT KILL QUERY ON *.* TO chief")
    ada, failures = engine.login("ada"), []

    def run() -> None:
        try:
            ada.query("SELECT sleepEachRow(1) FROM numbers(600)", query_id="long").text()
        except sparktree.Error as error:
            failures.append(error.code.name)

    thread = threading.Thread(target=run)
    thread.start()
    asked = "SELECT user FROM system.processes WHERE query_id = 'long'"
    users = "SELECT count() FROM system.user_processes WHERE user = 'ada'"
    kill = "KILL QUERY WHERE query_id = 'long'"
    bob, chief = engine.login("bob"), engine.login("chief")
    try:
        end = time.monotonic() + 60
        while chief.query(asked).text() != "ada\n":
            assert time.monotonic() < end
            time.sleep(0.02)
        assert bob.query(asked).text() == ""
        assert bob.query(users).text() == "0\n"
        assert bob.query(kill).text() == ""
        assert chief.query(users).text() == "1\n"
        assert "long" in chief.query(kill).text()
    finally:
        engine.query(kill)
        thread.join(60)
    assert failures == ["QUERY_WAS_CANCELLED"]
