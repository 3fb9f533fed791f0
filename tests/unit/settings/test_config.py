"""Configuration files as ClickHouse writes them."""

from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from sparktree.settings.config import load_config

MAIN = """<clickhouse>
    <path>/data</path>
    <timezone>Europe/Amsterdam</timezone>
    <spark><spark.master>local[3]</spark.master></spark>
    <logger><level>trace</level><log>/x.log</log></logger>
    <macros><shard>1</shard></macros>
</clickhouse>"""


def test_pieces_of_config_d_are_merged_in_order(tmp_path: Path) -> None:
    (tmp_path / "config.xml").write_text(MAIN)
    (tmp_path / "config.d").mkdir()
    (tmp_path / "config.d" / "a.xml").write_text(
        "<clickhouse><logger><level>error</level></logger><macros remove='1'/></clickhouse>"
    )
    (tmp_path / "config.d" / "b.xml").write_text(
        "<clickhouse><logger replace='1'><console>1</console></logger></clickhouse>"
    )
    config = load_config(tmp_path / "config.xml")
    assert config.text("path") == "/data"
    assert config.text("logger.console") == "1"
    assert config.text("logger.level") is None
    assert config.text("macros.shard") is None
    assert config.pairs("spark") == {"spark.master": "local[3]"}


def test_a_value_can_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.xml").write_text('<c><timezone from_env="SOME_ZONE"/></c>')
    with pytest.raises(Error, match="SOME_ZONE"):
        load_config(tmp_path / "config.xml")
    monkeypatch.setenv("SOME_ZONE", "Asia/Tokyo")
    assert load_config(tmp_path / "config.xml").text("timezone") == "Asia/Tokyo"


@pytest.mark.parametrize("text", ["<a><b></a>", "no xml"])
def test_a_file_that_is_no_xml_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.xml").write_text(text)
    with pytest.raises(Error, match="CANNOT_LOAD_CONFIG"):
        load_config(tmp_path / "config.xml")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Error, match=r"nothing\.xml"):
        load_config(tmp_path / "nothing.xml")


def test_the_engine_takes_zone_and_folder_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "config.xml"
    file.write_text(MAIN.replace("/data", str(tmp_path / "data")))
    with sparktree.connect(config=str(file)) as db:
        assert db.query("SELECT toDateTime(0)").text() == "1970-01-01 01:00:00\n"
        assert (tmp_path / "data" / "catalog.db").exists()


def test_what_is_not_built_is_refused_not_ignored(tmp_path: Path) -> None:
    file = tmp_path / "config.xml"
    file.write_text("<c><zookeeper/></c>")
    with sparktree.connect(config=str(file)) as db:  # an empty section asks for nothing
        db.close()
    file.write_text("<c><zookeeper><node><host>h</host></node></zookeeper></c>")
    with pytest.raises(Error, match="NOT_IMPLEMENTED"):
        sparktree.connect(config=str(file))
