"""Moves in the background: by TTL and by move_factor, in a pool of their own."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

import sparktree
from sparktree.background.moving import largest
from sparktree.catalog.records import Part
from sparktree.engines.storage.faults import held
from tests.storage.crashing import run
from tests.storage.storages import (
    connected,
    disks_of,
    hot_and_cold,
    local,
    policy,
    volume,
)

DAY = 86_400
ROWS = "INSERT INTO t SELECT cityHash64(number, {}) FROM numbers({})"
ONE_TASK = {"max_insert_threads": 1, "min_insert_block_size_rows": 10_000_000}


def eventually(db: sparktree.Engine, wanted: list[str], table: str = "t") -> None:
    """The parts of the table get to those disks, and stay there."""
    uuid = db.query(f"SELECT uuid FROM system.tables WHERE name = '{table}'").text().strip()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        db.services.background.wake(uuid)
        db.services.background.wait_idle(uuid, 30)
        if [disk for _, disk in disks_of(db, table)] == wanted:
            return
        time.sleep(0.05)
    assert [disk for _, disk in disks_of(db, table)] == wanted


@pytest.mark.requirement(
    "MT.TTL.ExampleMoves", "MT.TTL.TableMoves", "MT.TTL.ToDisk", "MT.TTL.ToVolume",
    "MT.Clause.TTLActions", "MT.Clause.TTLMoveAllRows", "MT.Dev.MovesBothWays", "MT.Move.PartLog",
)  # fmt: skip
def test_parts_grow_old_on_their_way_through_the_volumes(tmp_path: Path) -> None:
    tiers = policy("tiers", volume("hot", "d1"), volume("aaa", "d2"), volume("last", "bbb"))
    with connected(tmp_path, local(tmp_path, "d1", "d2", "bbb"), tiers) as db:
        db.query(
            "CREATE TABLE t (d DateTime, a Int) ENGINE = MergeTree PARTITION BY a"
            " ORDER BY d TTL d + INTERVAL 1 MONTH DELETE, d + INTERVAL 1 WEEK TO VOLUME 'aaa',"
            " d + INTERVAL 2 WEEK TO DISK 'bbb' SETTINGS storage_policy = 'tiers',"
            " merge_with_ttl_timeout = 0, old_parts_lifetime = 0"
        )
        db.query("SYSTEM STOP MERGES")
        db.query("INSERT INTO t VALUES (now(), 1)")
        db.query("INSERT INTO t VALUES (now(), 2), (now() + 8 * 86400, 2)")
        clock = db.services.storage.clock
        for days, wanted in ((3, ["d1", "d1"]), (10, ["d2", "d1"]), (17, ["bbb", "d2"])):
            clock.ahead = days * DAY
            eventually(db, wanted)
        log = db.query(
            "SELECT part_name, disk_name, merged_from FROM system.part_log"
            " WHERE event_type = 'MovePart' ORDER BY event_time_microseconds, part_name"
        ).rows()
        assert sorted(disk for _, disk, _ in log) == ["bbb", "d2", "d2"]
        assert all(sources == [name] for name, _, sources in log)
        db.query("SYSTEM START MERGES")
        clock.ahead = 100 * DAY
        eventually(db, [])
        assert db.query("SELECT count() FROM t").text() == "0\n"


@pytest.mark.requirement("MT.Conf.TtlMoveOnInsertOff")
def test_a_volume_that_takes_no_new_parts_gets_them_right_after(tmp_path: Path) -> None:
    slow = "<perform_ttl_move_on_insert>false</perform_ttl_move_on_insert>"
    tiers = policy("tiers", volume("hot", "d1"), volume("cold", "d2", more=slow))
    with connected(tmp_path, local(tmp_path, "d1", "d2"), tiers) as db:
        db.query(
            "CREATE TABLE t (d DateTime) ENGINE = MergeTree ORDER BY d"
            " TTL d + INTERVAL 1 DAY TO VOLUME 'cold' SETTINGS storage_policy = 'tiers'"
        )
        db.query("INSERT INTO t VALUES (now() - 7 * 86400)")
        eventually(db, ["d2"])
        log = db.query(
            "SELECT event_type, disk_name FROM system.part_log WHERE table = 't'"
            " AND event_type IN ('NewPart', 'MovePart') ORDER BY event_time_microseconds"
        )
        assert log.text() == "NewPart\td1\nMovePart\td2\n"


def part(name: str, size: int) -> Part:
    return Part("t", name, "all", 1, 1, name, uuid=name, bytes_on_disk=size)


@pytest.mark.requirement("MT.Conf.MoveFactorSelection", "MT.Conf.MoveFactorAll")
def test_the_fewest_largest_parts_are_chosen() -> None:
    parts = [part("a", 1), part("b", 10), part("c", 5)]
    for needed, names in ((0, ""), (4, "b"), (10, "b"), (11, "bc"), (15.5, "bca"), (99, "bca")):
        assert "".join(one.name for one in largest(parts, needed)) == names


@pytest.mark.requirement(
    "MT.Conf.MoveFactor", "MT.Move.BackgroundByFactor", "MT.Move.NeverBack", "MT.Conf.VolumeOrder",
    "MT.Conf.ExampleMoving", "MT.Conf.MoveFactorAll",
)  # fmt: skip
def test_a_disk_that_becomes_full_is_relieved(
    tmp_path: Path, mounted: Callable[[str, int], None]
) -> None:
    mounted("d1", 16)
    mounted("d2", 64)
    factor = "<move_factor>0.5</move_factor>"
    tiers = policy("tiers", volume("hot", "d1"), volume("cold", "d2"), volume("last", "d3"),
                   more=factor)  # fmt: skip
    with connected(tmp_path, local(tmp_path, "d1", "d2", "d3"), tiers) as db:
        db.query("SYSTEM STOP MERGES")
        db.query(
            "CREATE TABLE t (k UInt64) ENGINE = MergeTree ORDER BY k"
            " SETTINGS storage_policy = 'tiers'"
        )
        db.query(ROWS.format(1, 100_000), ONE_TASK)
        db.query(ROWS.format(2, 400_000), ONE_TASK)
        db.query(ROWS.format(3, 200_000), ONE_TASK)
        eventually(db, ["d1", "d1", "d1"])
        db.query(ROWS.format(4, 400_000), ONE_TASK)  # 8.8 of 16.8 MB: less than half is free
        eventually(db, ["d1", "d2", "d1", "d1"])
        (tmp_path / "d1" / "foreign").write_bytes(bytes(8 << 20))
        eventually(db, ["d2", "d2", "d2", "d2"])  # all of them are too little
        (tmp_path / "d1" / "foreign").unlink()
        eventually(db, ["d2", "d2", "d2", "d2"])  # never back
        assert db.query("SELECT count() FROM t").text() == "1100000\n"


@pytest.mark.requirement("MT.Conf.MovePoolSize", "MT.Move.AlterMoveAtOnce")
def test_the_pool_of_moves_has_its_size_and_statements_do_not_wait_for_it(tmp_path: Path) -> None:
    more = "<background_move_pool_size>1</background_move_pool_size>"
    with hot_and_cold(tmp_path, more) as db:
        shown = "SELECT value FROM system.server_settings WHERE name = 'background_move_pool_size'"
        assert db.query(shown).text() == "1\n"
        db.query("SYSTEM STOP MERGES")
        db.query(
            "CREATE TABLE t (d DateTime) ENGINE = MergeTree ORDER BY d"
            " TTL d + INTERVAL 1 DAY TO DISK 'd2' SETTINGS storage_policy = 'tiers'"
        )
        db.query("CREATE TABLE u (k UInt8) ENGINE = MergeTree ORDER BY k"
                 " SETTINGS storage_policy = 'tiers'")  # fmt: skip
        db.query("INSERT INTO u VALUES (1)")
        for _ in range(2):
            db.query("INSERT INTO t VALUES (now())")
        with held("move_after_copy") as hold:
            db.services.storage.clock.ahead = 2 * DAY
            uuid = db.query("SELECT uuid FROM system.tables WHERE name = 't'").text().strip()
            db.services.background.wake(uuid)
            assert hold.reached.wait(60)
            assert db.query("SELECT count() FROM system.moves").text() == "1\n"
            db.query("ALTER TABLE u MOVE PARTITION tuple() TO DISK 'd3'")
            assert disks_of(db, "u") == [("all_1_1_0", "d3")]
        eventually(db, ["d2", "d2"])


def test_moves_can_be_stopped(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query("SYSTEM STOP MOVES")
        db.query(
            "CREATE TABLE t (d DateTime) ENGINE = MergeTree ORDER BY d"
            " TTL d + INTERVAL 1 DAY TO DISK 'd2' SETTINGS storage_policy = 'tiers'"
        )
        db.query("INSERT INTO t VALUES (now())")
        db.services.storage.clock.ahead = 2 * DAY
        eventually(db, ["d1"])
        db.query("SYSTEM START MOVES")
        eventually(db, ["d2"])


POINTS = ("move_after_prepare", "move_after_rename", "move_before_commit", "move_after_commit")


@pytest.mark.parametrize("point", POINTS)
def test_a_process_dies_while_it_moves(tmp_path: Path, point: str) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query(
            "CREATE TABLE t (d DateTime) ENGINE = MergeTree ORDER BY d"
            " TTL d + INTERVAL 1 DAY TO DISK 'd2' SETTINGS storage_policy = 'tiers'"
        )
        db.query("INSERT INTO t VALUES (now())")
    assert run(tmp_path, ["SELECT sleep(3)"] * 20, point, ahead=2 * DAY) == -9
    with hot_and_cold(tmp_path) as db:
        moved = point == "move_after_commit"
        assert disks_of(db, "t") == [("all_1_1_0", "d2" if moved else "d1")]
        left = [file.parts[-4] for file in tmp_path.glob("d?/store/*/*")]
        assert left == ["d2" if moved else "d1"]
        assert db.query("SELECT count() FROM t").text() == "1\n"


@pytest.mark.requirement("MT.Move.OldPartsLifetime", "MT.Move.OldPartsNotMoved")
def test_what_was_merged_stays_for_its_lifetime_where_it_is(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query(
            "CREATE TABLE t (k UInt8) ENGINE = MergeTree ORDER BY k"
            " SETTINGS storage_policy = 'tiers', old_parts_lifetime = 3600"
        )
        db.query("INSERT INTO t VALUES (1)")
        db.query("INSERT INTO t VALUES (2)")
        db.query("OPTIMIZE TABLE t FINAL")
        db.query("ALTER TABLE t MOVE PARTITION tuple() TO DISK 'd2'")
        inactive = "SELECT name, disk_name FROM system.parts WHERE NOT active"
        old = f"{inactive} AND table = 't' ORDER BY name"
        assert db.query(old).text() == "all_1_1_0\td1\nall_2_2_0\td1\n"
        assert len(list(tmp_path.glob("d1/store/*/*"))) == 2
        db.query("ALTER TABLE t MODIFY SETTING old_parts_lifetime = 0")
        uuid = db.query("SELECT uuid FROM system.tables WHERE name = 't'").text().strip()
        end = time.monotonic() + 30
        while db.query(old).text() and time.monotonic() < end:
            db.services.background.wake(uuid)
            db.services.background.wait_idle(uuid, 30)
        assert not list(tmp_path.glob("d1/store/*/*"))
        assert disks_of(db, "t") == [("all_1_2_1", "d2")]
