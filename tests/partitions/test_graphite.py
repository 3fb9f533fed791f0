"""REPLACE PARTITION of GraphiteMergeTree, whose rules are in the configuration."""

from pathlib import Path

import pytest

import sparktree

CONFIG = Path(__file__).parents[1] / "background" / "graphite.xml"
COLUMNS = "Path String, Time DateTime('UTC'), Value Float64, Timestamp UInt32"
ORDER = "PARTITION BY toYYYYMM(Time) ORDER BY (Path, Time)"


@pytest.mark.slow
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Prohibited.IncorrectTableEngines#7"
)
def test_graphite_tables_are_replaced(tmp_path: Path) -> None:
    graphite = "GraphiteMergeTree('graphite_rollup')"
    with sparktree.connect(tmp_path / "data", config=str(CONFIG)) as db:
        for name, engine in (("s", graphite), ("d", graphite), ("plain", "MergeTree")):
            db.query(f"CREATE TABLE {name} ({COLUMNS}) ENGINE = {engine} {ORDER}")
        day = "toDateTime('2020-01-01 00:00:00', 'UTC')"
        db.query(f"INSERT INTO s SELECT 'a.max', {day} + number, number, 1 FROM numbers(10)")
        for target in ("d", "plain"):
            db.query(f"INSERT INTO {target} VALUES ('old', '2020-01-01 00:00:00', 5, 1)")
            db.query(f"ALTER TABLE {target} REPLACE PARTITION 202001 FROM s")
        rows = "SELECT * FROM {} ORDER BY ALL"
        replaced = db.query(rows.format("d")).text()
        assert replaced and replaced == db.query(rows.format("s")).text()
        assert db.query(rows.format("plain")).text() == replaced
        for name in ("s", "d"):
            db.query(f"OPTIMIZE TABLE {name} FINAL")
        assert db.query(rows.format("d")).text() == db.query(rows.format("s")).text()
        assert db.query("SELECT count(), max(Value) FROM d").text() == "1\t9\n"
