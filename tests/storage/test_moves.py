"""ALTER TABLE ... MOVE PART and PARTITION TO DISK and VOLUME."""

import logging
import threading
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.storage.faults import held
from sparktree.errors import Error
from tests.storage.crashing import run
from tests.storage.storages import (
    connected,
    disks_of,
    hot_and_cold,
    local,
    policy,
    volume,
)

T = (
    "CREATE TABLE t (p UInt8, k UInt32, v String, PROJECTION s (SELECT p, sum(k) GROUP BY p),"
    " INDEX m k TYPE minmax) ENGINE = MergeTree PARTITION BY p ORDER BY k"
    " SETTINGS storage_policy = 'tiers', old_parts_lifetime = 480"
)


def filled(db: sparktree.Engine) -> None:
    db.query("SYSTEM STOP MERGES")
    db.query(T)
    db.query("INSERT INTO t SELECT 1, number, toString(number) FROM numbers(100)")
    db.query("INSERT INTO t SELECT 1, number, toString(number) FROM numbers(200)")
    db.query("INSERT INTO t SELECT 2, number, toString(number) FROM numbers(300)")


def folders(base: Path) -> dict[str, list[str]]:
    """What lies in the folders of tables on each disk."""
    return {
        disk: sorted(p.name for p in base.glob(f"{disk}/store/*/*")) for disk in ("d1", "d2", "d3")
    }


@pytest.mark.requirement(
    "MT.Move.AlterMove", "MT.Dev.MovesBothWays", "MT.Move.SystemParts", "MT.Move.PartLog",
    "MT.Move.ServerLog",
)  # fmt: skip
def test_parts_and_partitions_get_to_disks_and_volumes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with hot_and_cold(tmp_path) as db:
        filled(db)
        total = "SELECT count(), sum(k), sum(cityHash64(v)) FROM t"
        before = db.query(total).text()
        sums = db.query("SELECT p, sum(k) FROM t GROUP BY p ORDER BY p").text()
        with caplog.at_level(logging.INFO, "sparktree.moves"):
            db.query("ALTER TABLE t MOVE PART '1_1_1_0' TO DISK 'd3'")
        assert "Moved part 1_1_1_0 of table default.t" in caplog.text
        assert "from disk d1 to disk d3" in caplog.text
        db.query("ALTER TABLE t MOVE PARTITION 1 TO VOLUME 'cold'")
        db.query("ALTER TABLE t MOVE PARTITION ID '2' TO DISK 'd3'")
        found = dict(disks_of(db, "t"))
        assert found["1_1_1_0"] == "d3" and found["1_2_2_0"] in ("d2", "d3")
        assert found["2_3_3_0"] == "d3"
        assert db.query(total).text() == before
        assert db.query("SELECT p, sum(k) FROM t GROUP BY p ORDER BY p").text() == sums
        assert db.query("CHECK TABLE t", {"check_query_single_value_result": 1}).text() == "1\n"
        assert folders(tmp_path)["d1"] == []  # nobody reads the old files, so they are gone
        inactive = "SELECT count() FROM system.parts WHERE table = 't' AND NOT active"
        assert db.query(inactive).text() == "0\n"
        db.query("ALTER TABLE t MOVE PART '1_1_1_0' TO VOLUME 'hot'")
        assert dict(disks_of(db, "t"))["1_1_1_0"] == "d1"
        log = db.query(
            "SELECT event_type, part_name, disk_name, rows FROM system.part_log"
            " WHERE table = 't' AND event_type = 'MovePart' AND part_name = '1_1_1_0'"
        )
        assert log.text() == "MovePart\t1_1_1_0\td3\t100\nMovePart\t1_1_1_0\td1\t100\n"
        assert db.query("SELECT sum(bytes) FROM (SELECT 0 AS bytes)").text() == "0\n"
        reserved = "SELECT name FROM system.disks WHERE unreserved_space + 1e8 < free_space"
        assert db.query(reserved).text() == ""
    with hot_and_cold(tmp_path) as db:
        assert db.query(total).text() == before


ERRORS = {
    "PARTITION 1 TO DISK 'x'": (479, "No such disk `x` in storage policy `tiers`"),
    "PARTITION 1 TO VOLUME 'x'": (548, "No such volume `x` in storage policy `tiers`"),
    "PART 'nonsense' TO VOLUME 'cold'": (233, "Unexpected part name: nonsense"),
    "PART '9_9_9_0' TO VOLUME 'cold'": (232, "Part 9_9_9_0 is not exists or not active"),
    "PART '1_1_1_0' TO DISK 'd1'": (479, "Part '1_1_1_0' is already on disk 'd1'"),
    "PART '1_1_1_0' TO VOLUME 'hot'": (479, "Part '1_1_1_0' is already on volume 'hot'"),
    "PARTITION 1 TO DISK 'd1'": (479, "All parts of partition '1' are already on disk 'd1'"),
    "PARTITION 1 TO VOLUME 'hot'": (479, "All parts of partition '1' are already on volume 'hot'"),
    "PARTITION 7 TO VOLUME 'cold'": (232, "Nothing to move (check that the partition exists)."),
    "PARTITION 7 TO DISK 'd2'": (479, "All parts of partition '7' are already on disk 'd2'"),
    "PARTITION ALL TO DISK 'd2'": (
        344,
        "Only support DROP/DETACH/ATTACH PARTITION ALL currently.",
    ),
}


@pytest.mark.requirement("MT.Move.AlterMoveErrors")
def test_what_is_refused(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        filled(db)
        before = disks_of(db, "t")
        for command, (code, text) in ERRORS.items():
            with pytest.raises(Error) as caught:
                db.query(f"ALTER TABLE t MOVE {command}")
            assert (caught.value.code, caught.value.message[: len(text)]) == (code, text)
        db.query("SYSTEM STOP MOVES t")
        with pytest.raises(Error) as caught:
            db.query("ALTER TABLE t MOVE PARTITION 1 TO VOLUME 'cold'")
        assert caught.value.message == "Cannot move parts because moves are manually disabled."
        db.query("SYSTEM START MOVES t")
        assert disks_of(db, "t") == before
        db.query("ALTER TABLE t MOVE PARTITION 1 TO VOLUME 'cold'")


def test_a_part_too_large_for_the_volume_is_refused(tmp_path: Path) -> None:
    small = volume("small", "d1", more="<max_data_part_size_bytes>2000</max_data_part_size_bytes>")
    limited = policy("tiers", volume("rest", "d2"), small)
    with connected(tmp_path, local(tmp_path, "d1", "d2"), limited) as db:
        filled(db)
        with pytest.raises(Error) as caught:
            db.query("ALTER TABLE t MOVE PARTITION 2 TO VOLUME 'small'")
        assert caught.value.code == 243
        assert caught.value.message == "Move is not possible. Not enough space on 'small'"
        assert folders(tmp_path)["d1"] == []
        db.query("ALTER TABLE t MOVE PARTITION 2 TO DISK 'd1'")  # a disk has no such limit


def test_damage_is_not_carried_along(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        filled(db)
        (file,) = tmp_path.glob("d1/store/*/1_1_1_0/v.parquet")
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
        with pytest.raises(Error, match=r"Checksum mismatch for file .*v.parquet"):
            db.query("ALTER TABLE t MOVE PARTITION 1 TO VOLUME 'cold'")
        assert folders(tmp_path)["d2"] == folders(tmp_path)["d3"] == []
        assert dict(disks_of(db, "t"))["1_2_2_0"] == "d1"


def test_a_query_reads_on_where_it_began(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        filled(db)
        snapshot = db.services.catalog.snapshot(
            db.query("SELECT uuid FROM system.tables WHERE name = 't'").text().strip()
        )
        with snapshot:
            db.query("ALTER TABLE t MOVE PART '1_1_1_0' TO DISK 'd2'")
            assert "1_1_1_0" in folders(tmp_path)["d1"]
            with pytest.raises(Error, match="queries still read it"):
                db.query("ALTER TABLE t MOVE PART '1_1_1_0' TO DISK 'd1'")
        db.query("ALTER TABLE t MOVE PART '1_1_1_0' TO DISK 'd1'")
        assert folders(tmp_path)["d2"] == []


@pytest.mark.requirement("MT.Move.AlterMoveAtOnce")
def test_moves_are_seen_while_they_run_and_others_wait(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        filled(db)
        with held("move_after_copy") as hold:
            move = "ALTER TABLE t MOVE PARTITION 1 TO DISK 'd2'"
            moving = threading.Thread(target=db.session().query, args=(move,))
            moving.start()
            assert hold.reached.wait(60)
            shown = db.query(
                "SELECT table, part_name, target_disk_name, part_size > 0 FROM system.moves"
                " ORDER BY part_name"
            )
            assert shown.text() == "t\t1_1_1_0\td2\t1\nt\t1_2_2_0\td2\t1\n"
            assert [disk for _, disk in disks_of(db, "t")] == ["d1"] * 3
            db.query("INSERT INTO t VALUES (1, 7, 'x')")
            hold.released.set()
            moving.join()
        assert db.query("SELECT count() FROM system.moves").text() == "0\n"
        assert [disk for _, disk in disks_of(db, "t")] == ["d2", "d2", "d1", "d1"]
        assert db.query("SELECT count() FROM t").text() == "601\n"


def test_mutations_patches_and_merges_of_parts_that_were_moved(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query("SYSTEM STOP MERGES")
        db.query(
            "CREATE TABLE t (k UInt32, v UInt32) ENGINE = MergeTree ORDER BY k SETTINGS"
            " storage_policy = 'tiers', enable_block_number_column = 1,"
            " enable_block_offset_column = 1"
        )
        db.query("INSERT INTO t SELECT number, 0 FROM numbers(10)")
        db.query("UPDATE t SET v = 1 WHERE k < 5")
        db.query("ALTER TABLE t MOVE PARTITION tuple() TO DISK 'd2'")
        assert db.query("SELECT sum(v) FROM t").text() == "5\n"
        db.query("SYSTEM START MERGES")
        db.query("ALTER TABLE t UPDATE v = v + 1 WHERE k = 0 SETTINGS mutations_sync = 1")
        assert db.query("SELECT sum(v) FROM t").text() == "6\n"
        (found,) = disks_of(db, "t")
        assert found[1] == "d2"  # a mutation stays where the part is
        db.query("OPTIMIZE TABLE t FINAL")
        assert db.query("SELECT sum(v) FROM t").text() == "6\n"


POINTS = (
    "move_after_prepare",
    "move_after_copy",
    "move_after_rename",
    "partition_before_commit",
    "partition_after_commit",
    "move_after_delete",
)


@pytest.mark.parametrize("point", POINTS)
def test_a_part_is_in_one_place_wherever_the_process_dies(tmp_path: Path, point: str) -> None:
    with hot_and_cold(tmp_path) as db:
        filled(db)
    assert run(tmp_path, ["ALTER TABLE t MOVE PARTITION 1 TO DISK 'd2'"], point) == -9
    with hot_and_cold(tmp_path) as db:
        moved = point in POINTS[4:]
        place = "d2" if moved else "d1"
        assert disks_of(db, "t") == [("1_1_1_0", place), ("1_2_2_0", place), ("2_3_3_0", "d1")]
        here, there = ["1_1_1_0", "1_2_2_0"], ["2_3_3_0"]
        expected = {"d1": there, "d2": here} if moved else {"d1": [*here, *there], "d2": []}
        assert folders(tmp_path) == expected | {"d3": []}
        assert db.query("SELECT count() FROM t").text() == "600\n"
        assert db.query("CHECK TABLE t", {"check_query_single_value_result": 1}).text() == "1\n"
        assert not db.services.catalog.reservations.sums()
