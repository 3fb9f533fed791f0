"""What the specifications ask of rights, and of logging in."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

import sparktree
from sparktree.session import Session
from tests.stores.exporting import ALLOWED

_TABLE = "CREATE OR REPLACE TABLE {} (p Int8, x Int32) ENGINE = MergeTree ORDER BY x PARTITION BY p"
_ROWS = "SELECT * FROM rights.destination ORDER BY ALL"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    with sparktree.connect(tmp_path_factory.mktemp("rights")) as engine:
        engine.query("CREATE DATABASE rights")
        yield engine


@pytest.fixture(autouse=True)
def tables(engine: sparktree.Engine) -> None:
    for name in ("rights.source", "rights.destination"):
        engine.query(_TABLE.format(name))
    engine.query("INSERT INTO rights.source VALUES (1, 1)")
    engine.query("INSERT INTO rights.destination VALUES (1, 9)")


def _user(engine: sparktree.Engine, *grants: str) -> Session:
    engine.query("CREATE USER OR REPLACE somebody IDENTIFIED BY 'secret'")
    for grant in grants:
        engine.query(f"GRANT {grant} TO somebody")
    return engine.login("somebody", "secret")


_REPLACE = "ALTER TABLE rights.destination REPLACE PARTITION 1 FROM rights.source"
_READS = "SELECT ON rights.source"
_ENOUGH = {
    "alter_delete": (_READS, "ALTER DELETE ON rights.destination", "INSERT ON rights.destination"),
    "alter": (_READS, "ALTER ON rights.destination", "INSERT ON rights.destination"),
    "alter_table": (_READS, "ALTER TABLE ON rights.destination", "INSERT ON rights.destination"),
}
_RBAC = "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.RBAC"


@pytest.mark.requirement(_RBAC)
@pytest.mark.requirement(f"{_RBAC}#1")
@pytest.mark.requirement(f"{_RBAC}#2")
@pytest.mark.requirement(f"{_RBAC}#3")
@pytest.mark.requirement(f"{_RBAC}#4")
@pytest.mark.requirement(f"{_RBAC}#5")
@pytest.mark.parametrize("right", ["", "SELECT", "INSERT", "ALTER", "ALTER TABLE"])
def test_one_right_does_not_replace_a_partition(right: str, engine: sparktree.Engine) -> None:
    grants = [f"{right} ON rights.{t}" for t in ("source", "destination")] if right else []
    with pytest.raises(sparktree.Error, match=r"Not enough privileges.*ACCESS_DENIED"):
        _user(engine, *grants).query(_REPLACE)
    assert engine.query(_ROWS).text() == "1\t9\n"


@pytest.mark.requirement(f"{_RBAC}#6")
@pytest.mark.requirement(f"{_RBAC}#7")
@pytest.mark.requirement(f"{_RBAC}#5")
@pytest.mark.parametrize("rights", _ENOUGH)
def test_the_rights_replace_a_partition_and_each_is_needed(
    rights: str, engine: sparktree.Engine
) -> None:
    for left_out in _ENOUGH[rights]:
        rest = [right for right in _ENOUGH[rights] if right != left_out]
        with pytest.raises(sparktree.Error, match="ACCESS_DENIED"):
            _user(engine, *rest).query(_REPLACE)
        assert engine.query(_ROWS).text() == "1\t9\n"
    _user(engine, *_ENOUGH[rights]).query(_REPLACE)
    assert engine.query(_ROWS).text() == "1\t1\n"


_EXPORT = "ALTER TABLE rights.source EXPORT PARTITION 1 TO TABLE rights.files"
_EXPORTS = (
    "SHOW ON rights.*",
    "SELECT ON rights.source",
    "INSERT ON rights.files",
    "SELECT ON system.tables",
)
_SECURITY = "RQ.ClickHouse.ExportPart.Security"


@pytest.mark.requirement(_SECURITY)
@pytest.mark.requirement(f"{_SECURITY}#1")
@pytest.mark.requirement(f"{_SECURITY}#2")
@pytest.mark.requirement(f"{_SECURITY}#3")
@pytest.mark.requirement(f"{_SECURITY}#4")
@pytest.mark.requirement(f"{_SECURITY}#5")
@pytest.mark.parametrize("left_out", _EXPORTS)
def test_each_right_of_an_export_is_needed(left_out: str, engine: sparktree.Engine) -> None:
    rest = [right for right in _EXPORTS if right != left_out]
    if left_out.startswith("SELECT ON rights"):
        rest.append("SELECT(x) ON rights.source")
    with pytest.raises(sparktree.Error, match=r"Not enough privileges.*ACCESS_DENIED"):
        _user(engine, *rest).query(_EXPORT)
    assert engine.query("SELECT count() FROM system.exports").text() == "0\n"


@pytest.mark.requirement(_SECURITY)
@pytest.mark.requirement(f"{_SECURITY}#1")
@pytest.mark.parametrize("left_out", ["", *_EXPORTS])
def test_a_part_is_exported_with_all_rights_and_none_fewer(
    left_out: str, engine: sparktree.Engine, tmp_path: Path
) -> None:
    engine.query(
        "CREATE OR REPLACE TABLE rights.files (p Int8, x Int32)"
        f" ENGINE = File(Parquet, '{tmp_path}', partition_strategy = 'hive') PARTITION BY p"
    )
    session = _user(engine, *(right for right in _EXPORTS if right != left_out))
    export = "ALTER TABLE rights.source EXPORT PART '1_1_1_0' TO TABLE rights.files"
    if left_out:
        with pytest.raises(sparktree.Error, match=r"Not enough privileges.*ACCESS_DENIED"):
            session.query(export, settings=ALLOWED)
        assert list(tmp_path.iterdir()) == []
        return
    session.query(export, settings=ALLOWED)
    uuid = engine.services.catalog.tables.get("rights", "source").uuid
    assert engine.services.background.wait_idle(uuid, 60)
    assert engine.query("SELECT * FROM rights.files").text() == "1\t1\n"


def test_row_policies_leave_rows_out(engine: sparktree.Engine) -> None:
    engine.query("INSERT INTO rights.source VALUES (1, 2), (1, 3)")
    session = _user(engine, "SELECT(x) ON rights.source")
    engine.query("CREATE ROW POLICY few ON rights.source USING x < 3 AND p = 1 TO somebody")
    assert session.query("SELECT x FROM rights.source ORDER BY x").text() == "1\n2\n"
    assert session.query("SELECT count() FROM rights.source").text() == "2\n"
    engine.query("CREATE ROW POLICY fewer ON rights.source USING x > 1 AS RESTRICTIVE TO somebody")
    assert session.query("SELECT x FROM rights.source PREWHERE x > 0").text() == "2\n"
    engine.query("DROP ROW POLICY few, fewer ON rights.source")
    assert session.query("SELECT count() FROM rights.source").text() == "3\n"


def test_nobody_logs_in_without_the_password(engine: sparktree.Engine) -> None:
    _user(engine)
    for name, password in (("somebody", ""), ("somebody", "wrong"), ("nobody", "secret")):
        with pytest.raises(sparktree.Error, match=f"{name}: Authentication failed: password is"):
            engine.login(name, password)


def test_passwords_are_in_no_log(engine: sparktree.Engine) -> None:
    _user(engine)
    engine.query("SYSTEM FLUSH LOGS")
    assert "secret" not in engine.query("SELECT query FROM system.query_log").text()


def test_settings_of_a_user_are_those_of_its_sessions(engine: sparktree.Engine) -> None:
    engine.query("CREATE SETTINGS PROFILE OR REPLACE careful SETTINGS max_threads = 3")
    engine.query("CREATE USER OR REPLACE slow SETTINGS PROFILE 'careful', max_block_size = 7")
    text = "SELECT getSetting('max_threads'), getSetting('max_block_size')"
    assert engine.login("slow").query(text).text() == "3\t7\n"


def test_rows_of_a_program_need_the_right_to_insert(engine: sparktree.Engine) -> None:
    rows = pa.table({"p": pa.array([1], pa.int8()), "x": pa.array([5], pa.int32())})
    with pytest.raises(sparktree.Error, match=r"the grant INSERT ON rights\.destination"):
        _user(engine, "SELECT ON rights.destination").insert("rights.destination", rows)
    assert engine.query(_ROWS).text() == "1\t9\n"
    _user(engine, "INSERT ON rights.destination").insert("rights.destination", rows)
    assert engine.query(_ROWS).text() == "1\t5\n1\t9\n"
