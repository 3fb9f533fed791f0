"""Every setting of MergeTree has an effect that some code reads, or a sentence why it has none."""

import re
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from sparktree.settings.inert_settings import known_table_settings
from sparktree.settings.merge_tree import MergeTreeSettings, declared_settings

SOURCES = Path(sparktree.__file__).parent
FILE = SOURCES / "settings" / "merge_tree_without_effect.tsv"


def without_effect() -> dict[str, str]:
    rows = [line.split("\t") for line in FILE.read_text().splitlines() if line[0] != "#"]
    assert all(len(row) == 3 and row[2].endswith(".") for row in rows)
    names = [row[0] for row in rows]
    assert len(set(names)) == len(names)
    return {row[0]: row[1] for row in rows}


def code() -> str:
    """The code outside of the declarations."""
    files = (f for f in SOURCES.rglob("*.py") if f.parent.name != "settings")
    return "\n".join(f.read_text() for f in files)


def test_every_setting_of_clickhouse_has_one_verdict() -> None:
    idle = without_effect()
    assert set(idle.values()) == {"refused", "meaningless"}
    assert not idle.keys() & declared_settings().keys()
    assert idle.keys() | declared_settings().keys() >= known_table_settings().keys()
    assert idle.keys() <= known_table_settings().keys()


def test_every_declared_setting_is_read() -> None:
    text = code()
    names = {setting.name for setting in declared_settings().values()}
    words = set(re.findall(r"\w+", text))
    assert sorted(names - words) == []


def test_nothing_reads_settings_without_effect() -> None:
    words = set(re.findall(r"(?<=settings\.)\w+|(?<=table\.)\w+", code()))
    assert sorted(without_effect().keys() & words) == []
    assert "definition.settings.others" not in code()


@pytest.mark.parametrize(("name", "value"), [("max_concurrent_queries", "3"), ("table_disk", "1")])
def test_a_missing_effect_that_could_mislead_is_refused(
    engine: sparktree.Engine, name: str, value: str
) -> None:
    create = f"CREATE TABLE t (a Int32) ENGINE = MergeTree ORDER BY a SETTINGS {name} = {value}"
    with pytest.raises(Error, match=f"The setting {name} is not supported: "):
        engine.query(create)
    assert engine.query("EXISTS t").text() == "0\n"


def test_the_default_of_a_refused_setting_is_accepted(engine: sparktree.Engine) -> None:
    engine.query(
        "CREATE TABLE t (a Int32) ENGINE = MergeTree ORDER BY a SETTINGS max_concurrent_queries = 0"
    )
    with pytest.raises(Error, match="queries of one table are not limited"):
        engine.query("ALTER TABLE t MODIFY SETTING max_concurrent_queries = 5")


def test_the_system_table_says_what_has_no_effect(engine: sparktree.Engine) -> None:
    query = "SELECT description FROM system.merge_tree_settings WHERE name = '{}'"
    assert "only its default is accepted" in engine.query(query.format("table_disk")).text()
    assert "Obsolete in ClickHouse too" in engine.query(query.format("cleanup_threads")).text()
    assert MergeTreeSettings().table_readonly is False
