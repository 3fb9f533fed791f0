"""Damaged parts on either side are named before anything changes; CHECK and ATTACH find them."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree

_NUMBERS = itertools.count()
WIDE = "min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0"
COMPACT = "min_rows_for_wide_part = 1000000"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sparktree.Engine]:
    with sparktree.connect(tmp_path_factory.mktemp("damage") / "data") as engine:
        yield engine


def make(db: sparktree.Engine, kind: str) -> tuple[str, str]:
    """A source and a destination with partitions 1 and 2, of parts of that kind."""
    number = next(_NUMBERS)
    source, target = f"s{number}", f"d{number}"
    for name in (source, target):
        settings = COMPACT if kind == "compact" else WIDE
        db.query(
            f"CREATE TABLE {name} (p UInt8, k UInt64, v String, INDEX ix v TYPE minmax)"
            f" ENGINE = MergeTree PARTITION BY p ORDER BY k SETTINGS {settings}"
        )
    insert = "SELECT 1 + number % 2, number, toString(number) FROM numbers({})"
    db.query(f"INSERT INTO {source} {insert.format(20)}")
    db.query(f"INSERT INTO {target} {insert.format(10)}")
    if kind == "mixed":
        for name in (source, target):
            db.query(f"ALTER TABLE {name} MODIFY SETTING {COMPACT}")
        db.query(f"INSERT INTO {source} {insert.format(20)}")
        db.query(f"INSERT INTO {target} {insert.format(10)}")
    return source, target


def folders(db: sparktree.Engine, table: str, part_type: str | None = None) -> list[Path]:
    """The folders of the parts of partition 1."""
    uuid = db.services.catalog.tables.get("default", table).uuid
    parts = [p for p in db.services.catalog.parts.all(uuid) if p.partition_id == "1"]
    wanted = [p for p in parts if part_type in (None, p.part_type)]
    return [Path(db.services.storage.folder) / part.path for part in wanted]


def names(db: sparktree.Engine, table: str) -> list[str]:
    uuid = db.services.catalog.tables.get("default", table).uuid
    return [part.name for part in db.services.catalog.parts.all(uuid)]


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    file.write_bytes(content)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-5])


def remove(file: Path) -> None:
    file.unlink()


DAMAGES = {"flip": flip, "cut": cut, "remove": remove}
CODES = {
    "CHECKSUM_DOESNT_MATCH",
    "BAD_SIZE_OF_FILE_IN_DATA_PART",
    "NO_FILE_IN_DATA_PART",
    "CORRUPTED_DATA",
}


def refused(db: sparktree.Engine, statement: str, file: Path) -> None:
    with pytest.raises(sparktree.Error) as caught:
        db.query(statement)
    assert caught.value.name in CODES
    assert str(file) in str(caught.value) and file.parent.name in str(caught.value)


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Corrupted")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Corrupted#1")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Corrupted#2")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Corrupted#3")
@pytest.mark.parametrize("kind", ["compact", "wide", "mixed"])
def test_every_file_of_either_side_is_looked_at(db: sparktree.Engine, kind: str) -> None:
    source, target = make(db, kind)
    before = names(db, target)
    assert {p.name for p in folders(db, source)[0].iterdir()} >= {"part.json", "primary.arrow"}
    files = [
        file for t in (source, target) for folder in folders(db, t) for file in folder.iterdir()
    ]
    damages = itertools.cycle(DAMAGES.values())
    for file in sorted(files):
        content = file.read_bytes()
        next(damages)(file)
        refused(db, f"ALTER TABLE {target} REPLACE PARTITION 1 FROM {source}", file)
        if file.parent in folders(db, source):
            refused(db, f"ALTER TABLE {target} ATTACH PARTITION 1 FROM {source}", file)
            refused(db, f"ALTER TABLE {source} MOVE PARTITION 1 TO TABLE {target}", file)
        file.write_bytes(content)
    assert names(db, target) == before
    # What is whole again is replaced, and a partition that was never damaged too.
    flip(folders(db, source)[0] / "primary.arrow")
    db.query(f"ALTER TABLE {target} REPLACE PARTITION 2 FROM {source}")
    flip(folders(db, source)[0] / "primary.arrow")
    db.query(f"ALTER TABLE {target} REPLACE PARTITION 1 FROM {source}")
    query = "SELECT count(), sum(k) FROM {} WHERE p = 1"
    assert db.query(query.format(target)).text() == db.query(query.format(source)).text()


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Corrupted#3")
def test_of_mixed_parts_either_kind_is_found(db: sparktree.Engine) -> None:
    source, target = make(db, "mixed")
    statement = f"ALTER TABLE {target} REPLACE PARTITION 1 FROM {source}"
    found = []
    for table, part_type, name in itertools.product(
        (source, target), ("Wide", "Compact"), ("data", "v")
    ):
        (folder,) = folders(db, table, part_type)
        file = folder / f"{name}.parquet"
        if file.exists():
            found.append((table, part_type, name))
            flip(file)
            refused(db, statement, file)
            flip(file)
    kinds = (("Wide", "v"), ("Compact", "data"))
    assert found == [(table, *kind) for table in (source, target) for kind in kinds]
    db.query(statement)


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Corrupted")
def test_check_reports_and_attach_refuses(db: sparktree.Engine) -> None:
    _, table = make(db, "wide")
    (folder,) = folders(db, table)
    checked = db.query(f"CHECK TABLE {table} PARTITION 1").rows()
    assert [row[:2] for row in checked] == [(folder.name, 1)]
    flip(folder / "v.parquet")
    (damaged,) = db.query(f"CHECK TABLE {table} PARTITION 1").rows()
    assert damaged[:2] == (folder.name, 0) and str(folder / "v.parquet") in damaged[2]
    assert db.query(f"CHECK TABLE {table} PART '{folder.name}'").rows() == [damaged]
    assert [row[1] for row in db.query(f"CHECK TABLE {table} PARTITION 2").rows()] == [1]
    single = "SETTINGS check_query_single_value_result = 1"
    assert db.query(f"CHECK TABLE {table} {single}").text() == "0\n"
    assert db.query(f"CHECK TABLE {table} PARTITION 2 {single}").text() == "1\n"
    # A damaged part can be detached and frozen, but not attached; the rest of its partition can.
    db.query(f"INSERT INTO {table} VALUES (1, 1000, 'x')")
    db.query(f"ALTER TABLE {table} DETACH PARTITION 1")
    with pytest.raises(sparktree.Error) as caught:
        db.query(f"ALTER TABLE {table} ATTACH PARTITION 1")
    assert caught.value.name == "CHECKSUM_DOESNT_MATCH" and folder.name in str(caught.value)
    assert db.query(f"SELECT count() FROM {table} WHERE p = 1").text() == "0\n"
    detached = f"SELECT name, reason FROM system.detached_parts WHERE table = '{table}' ORDER BY 2"
    found = db.query(detached).rows()
    assert [reason for _, reason in found] == ["", "broken"]
    assert found[1][0] == f"broken_{folder.name}"
    db.query(f"ALTER TABLE {table} ATTACH PARTITION 1")
    assert db.query(f"SELECT k FROM {table} WHERE p = 1").text() == "1000\n"
    drop = f"ALTER TABLE {table} DROP DETACHED PART '{found[1][0]}'"
    db.query(f"{drop} SETTINGS allow_drop_detached = 1")
    assert db.query(detached).rows() == []


@pytest.mark.slow
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Corrupted")
def test_files_that_nobody_touched_are_not_read(
    db: sparktree.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cost of REPLACE does not grow with the bytes of the partition."""
    source, target = make(db, "compact")
    read: list[str] = []
    monkeypatch.setattr(
        "sparktree.parts.checksums.file_checksum", lambda _, path: read.append(path)
    )
    db.query(f"ALTER TABLE {target} REPLACE PARTITION 1 FROM {source}")
    db.query(f"ALTER TABLE {source} REPLACE PARTITION 1 FROM {target}")
    db.query(f"ALTER TABLE {source} DETACH PARTITION 1")
    db.query(f"ALTER TABLE {source} ATTACH PARTITION 1")
    db.query(f"ALTER TABLE {source} MOVE PARTITION 1 TO TABLE {target}")
    assert read == []
