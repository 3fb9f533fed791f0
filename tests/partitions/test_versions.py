"""Parts that older versions of the program wrote; what may stand behind the statement."""

import tarfile
from pathlib import Path

import pytest

import sparktree
from tests.partitions.keep import KEPT, ROWS, TABLE

SETTINGS = "min_bytes_for_wide_part = 0"
VERSIONS = sorted(KEPT.glob("*.tar.gz"))


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Versions")
@pytest.mark.parametrize("kept", VERSIONS, ids=lambda path: path.name)
def test_kept_parts_are_attached_and_replaced(engine: sparktree.Engine, kept: Path) -> None:
    for name in ("old", "new", "expected"):
        engine.query(TABLE.format(name=name, settings=SETTINGS))
    uuid = engine.services.catalog.tables.get("default", "old").uuid
    with tarfile.open(kept) as archive:
        archive.extractall(
            Path(engine.services.storage.folder) / "store" / uuid / "detached", filter="data"
        )
    engine.query("ALTER TABLE old ATTACH PARTITION ALL")
    engine.query("INSERT INTO new (p, k) VALUES (1, 1000), (2, 2000), (3, 3000)")
    engine.query("ALTER TABLE new REPLACE PARTITION 1 FROM old, REPLACE PARTITION 2 FROM old")
    for partition, rows in ((1, 20), (1, 5), (2, 6)):
        engine.query(f"INSERT INTO expected {ROWS.format(partition=partition, rows=rows)}")
    everything = "SELECT * FROM {} WHERE p < 3 ORDER BY ALL"
    expected = engine.query(everything.format("expected")).text()
    assert engine.query(everything.format("old")).text() == expected
    assert engine.query(everything.format("new")).text() == expected
    grouped = "SELECT p, count() FROM {} GROUP BY p ORDER BY p"
    assert engine.query(grouped.format("old")).text() == "1\t25\n2\t6\n"
    engine.query("OPTIMIZE TABLE new FINAL")
    assert engine.query(everything.format("new")).text() == expected


def test_there_is_a_kept_version() -> None:
    assert VERSIONS


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.IntoOutfile")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Format")
def test_clauses_behind_the_statement_change_nothing(
    engine: sparktree.Engine, tmp_path: Path
) -> None:
    for name in "sd":
        engine.query(f"CREATE TABLE {name} (p UInt8) ENGINE = MergeTree PARTITION BY p ORDER BY p")
    engine.query("INSERT INTO s VALUES (1), (1)")
    engine.query("INSERT INTO d VALUES (1)")
    file = tmp_path / "out.tsv"
    result = engine.query(f"ALTER TABLE d REPLACE PARTITION 1 FROM s INTO OUTFILE '{file}'")
    assert result.text() == ""
    assert engine.query("SELECT count() FROM d").text() == "2\n"
    assert engine.query("ALTER TABLE d REPLACE PARTITION 1 FROM s FORMAT JSON").text() == ""
    assert engine.query("SELECT count() FROM d").text() == "2\n"
