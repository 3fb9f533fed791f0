"""Every combination of partitions with compact, wide, mixed, no and empty parts."""

import itertools
from collections.abc import Iterator

import pytest

import sparktree

KINDS = ["compact", "wide", "mixed", "none", "empty"]
WIDE = "min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0"
COMPACT = "min_rows_for_wide_part = 100"
TYPES = {"compact": {"Compact"}, "wide": {"Wide"}, "mixed": {"Compact", "Wide"}}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    """Five sources; partition 1 of each is of one kind, 2 has a row that must stay."""
    with sparktree.connect(tmp_path_factory.mktemp("types") / "data") as engine:
        engine.query("SYSTEM STOP MERGES")
        for kind in KINDS:
            make(engine, f"s_{kind}", kind, 5)
        engine.query("SYSTEM START MERGES")
        engine.query("DELETE FROM s_empty WHERE p = 1")
        yield engine


def make(db: sparktree.Engine, name: str, kind: str, rows: int) -> None:
    settings = COMPACT if kind == "compact" else WIDE
    db.query(
        f"CREATE TABLE {name} (p UInt8, k UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY k"
        f" SETTINGS {settings}"
    )
    values = ", ".join(f"(1, {row})" for row in range(rows))
    db.query(f"INSERT INTO {name} VALUES {'' if kind == 'none' else values + ','} (2, 0)")
    if kind == "mixed":
        db.query(f"ALTER TABLE {name} MODIFY SETTING {COMPACT}")
        db.query(f"INSERT INTO {name} VALUES {values}")


def keys(db: sparktree.Engine, table: str) -> list[int]:
    return [row[0] for row in db.query(f"SELECT k FROM {table} WHERE p = 1 ORDER BY k").rows()]


def part_types(db: sparktree.Engine, table: str) -> set[str]:
    uuid = db.services.catalog.tables.get("default", table).uuid
    return {p.part_type for p in db.services.catalog.parts.all(uuid) if p.partition_id == "1"}


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.PartitionTypes")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.PartitionTypes#1")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.PartitionTypes#2")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.PartitionTypes#3")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.PartitionTypes#4")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.PartitionTypes#5")
@pytest.mark.parametrize("target", KINDS)
def test_every_kind_of_table_takes_the_place_of_every_other(
    db: sparktree.Engine, target: str
) -> None:
    """One destination of the kind, replaced from each source in turn by way of a copy."""
    make(db, f"d_{target}", target, 3)
    if target == "empty":
        db.query("DELETE FROM d_empty WHERE p = 1")
    expected = {
        "compact": list(range(5)),
        "wide": list(range(5)),
        "mixed": sorted([*range(5)] * 2),
        "empty": [],
    }
    before = keys(db, f"d_{target}")
    for number, kind in enumerate(KINDS):
        name = f"d_{target}_{number}"
        db.query(f"CREATE TABLE {name} AS d_{target}")
        db.query(f"ALTER TABLE {name} ATTACH PARTITION ALL FROM d_{target}")
        statement = f"ALTER TABLE {name} REPLACE PARTITION 1 FROM s_{kind}"
        if kind == "none":
            with pytest.raises(sparktree.Error, match="has no parts in partition 1"):
                db.query(statement)
            assert keys(db, name) == before
        else:
            db.query(statement)
            assert keys(db, name) == expected[kind]
            assert part_types(db, name) == TYPES.get(kind, {"Wide"})
        assert db.query(f"SELECT k FROM {name} WHERE p = 2").text() == "0\n"


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.PartitionTypes#6")
def test_the_limits_of_compact_parts(db: sparktree.Engine) -> None:
    cases = [
        ("min_rows_for_wide_part = 10, min_bytes_for_wide_part = 0", 9, "Compact"),
        ("min_rows_for_wide_part = 10, min_bytes_for_wide_part = 0", 10, "Wide"),
        ("min_bytes_for_wide_part = 80, min_rows_for_wide_part = 0", 9, "Compact"),
        ("min_bytes_for_wide_part = 80, min_rows_for_wide_part = 0", 10, "Wide"),
        ("min_bytes_for_wide_part = 80, min_rows_for_wide_part = 11", 10, "Compact"),
    ]
    for number, (settings, rows, part_type) in enumerate(cases):
        name = f"limits_{number}"
        db.query(
            f"CREATE TABLE {name} (k UInt64) ENGINE = MergeTree ORDER BY k SETTINGS {settings}"
        )
        db.query(f"INSERT INTO {name} SELECT number FROM numbers({rows})")
        found = db.query(f"SELECT part_type FROM system.parts WHERE table = '{name}' AND active")
        assert found.text() == f"{part_type}\n", (settings, rows)


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.KeepData")
def test_the_source_keeps_its_very_files(db: sparktree.Engine) -> None:
    catalog = db.services.catalog

    def source() -> list[tuple[str, str, str]]:
        parts = catalog.parts.all(catalog.tables.get("default", "s_mixed").uuid)
        return [(part.name, part.path, part.meta) for part in parts]

    before = source()
    db.query("CREATE TABLE keeps AS s_mixed")
    db.query("ALTER TABLE keeps REPLACE PARTITION 1 FROM s_mixed")
    assert source() == before
    db.query("ALTER TABLE keeps DROP PARTITION 1")
    assert keys(db, "s_mixed") == sorted([*range(5)] * 2)
    assert list(itertools.chain(keys(db, "keeps"))) == []
