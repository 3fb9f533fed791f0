"""Where INSERT, merges, mutations and FREEZE put parts."""

from collections.abc import Callable
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from tests.storage.storages import (
    connected,
    disks_of,
    hot_and_cold,
    local,
    policy,
    volume,
)

K = "CREATE TABLE t (k UInt64) ENGINE = MergeTree ORDER BY k SETTINGS storage_policy = 'tiers'"
RANDOM = "SELECT cityHash64(number, {}) FROM numbers({})"
ONE_TASK = {"max_insert_threads": 1, "min_insert_block_size_rows": 10_000_000}


def insert(db: sparktree.Engine, rows: int, seed: int = 0) -> None:
    """Rows of eight bytes that nothing makes smaller."""
    db.query(f"INSERT INTO t {RANDOM.format(seed, rows)}", ONE_TASK)


def limited(size: int) -> str:
    """A first volume with a limit."""
    most = f"<max_data_part_size_bytes>{size}</max_data_part_size_bytes>"
    return policy("tiers", volume("hot", "d1", more=most), volume("cold", "d2"))


@pytest.mark.requirement(
    "MT.Conf.MaxDataPartSize", "MT.Move.VolumeChoice", "MT.Conf.ExampleMoving", "MT.Move.WayMerge"
)
def test_large_parts_skip_a_volume_with_a_limit(tmp_path: Path) -> None:
    with connected(tmp_path, local(tmp_path, "d1", "d2"), limited(2_000_000)) as db:
        db.query("SYSTEM STOP MERGES")
        db.query(K)
        db.query("INSERT INTO t VALUES (1)")
        insert(db, 300_000)
        insert(db, 100_000, 1)
        insert(db, 120_000, 2)
        expected = [("all_1_1_0", "d1"), ("all_2_2_0", "d2"), ("all_3_3_0", "d1")]
        assert disks_of(db, "t") == [*expected, ("all_4_4_0", "d1")]
        db.query("ALTER TABLE t DROP PART 'all_2_2_0'")
        db.query("SYSTEM START MERGES")
        db.query("OPTIMIZE TABLE t FINAL")  # 1.8 MB and a tenth: as large as it may be
        (found,) = disks_of(db, "t")
        assert found[1] == "d1"
        insert(db, 120_000, 3)
        db.query("OPTIMIZE TABLE t FINAL")
        assert [disk for _, disk in disks_of(db, "t")] == ["d2"]
        db.query("OPTIMIZE TABLE t FINAL")  # never up again
        assert [disk for _, disk in disks_of(db, "t")] == ["d2"]
        assert db.query("SELECT count() FROM t").text() == "340001\n"


def test_a_limit_below_a_mebibyte_lets_no_part_in(tmp_path: Path) -> None:
    with connected(tmp_path, local(tmp_path, "d1", "d2"), limited(10_000)) as db:
        db.query(K)
        db.query("INSERT INTO t VALUES (1)")
        assert disks_of(db, "t") == [("all_1_1_0", "d2")]
    with connected(
        tmp_path,
        local(tmp_path, "d1", "d2"),
        policy(
            "tiers",
            volume(
                "hot", "d1", "d2", more="<max_data_part_size_bytes>10000</max_data_part_size_bytes>"
            ),
        ),
    ) as db:
        with pytest.raises(Error, match=r"Cannot reserve 1.00 MiB, not enough space") as caught:
            db.query("INSERT INTO t VALUES (1)")
        assert caught.value.code == 243
        assert not list(tmp_path.glob("d?/store/*/tmp_*"))


@pytest.mark.requirement(
    "MT.Move.HardLinks", "MT.Move.WayFreeze", "MT.Move.WayMerge", "MT.Move.OldPartsNotMoved"
)
def test_mutations_and_backups_stay_on_the_disk_of_the_part(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query(
            "CREATE TABLE t (k UInt64, v UInt64) ENGINE = MergeTree ORDER BY k"
            " SETTINGS storage_policy = 'tiers'"
        )
        db.query("INSERT INTO t SELECT number, number FROM numbers(10)")
        db.query("ALTER TABLE t MOVE PARTITION tuple() TO DISK 'd3'")
        (before,) = tmp_path.glob("d3/store/*/all_1_1_0/k.parquet")
        db.query("ALTER TABLE t UPDATE v = 7 WHERE 1 SETTINGS mutations_sync = 1")
        assert disks_of(db, "t") == [("all_1_1_0_2", "d3")]
        (after,) = tmp_path.glob("d3/store/*/all_1_1_0_2/k.parquet")
        assert before.stat().st_ino == after.stat().st_ino
        db.query("ALTER TABLE t FREEZE WITH NAME 'b'")
        (frozen,) = tmp_path.glob("d3/shadow/b/store/*/*/all_1_1_0_2/k.parquet")
        assert frozen.stat().st_ino == after.stat().st_ino
        old = "SELECT name, disk_name FROM system.parts WHERE table = 't' AND NOT active"
        assert db.query(old).text() == "all_1_1_0\td3\n"
        db.query("ALTER TABLE t MOVE PARTITION tuple() TO DISK 'd1'")
        assert db.query(old).text() == "all_1_1_0\td3\n"  # old parts are not moved
        db.query("ALTER TABLE t UNFREEZE WITH NAME 'b'")
        assert not list(tmp_path.glob("d3/shadow/b/store/*/*/*"))


TTL = (
    "CREATE TABLE t (d DateTime, x String) ENGINE = MergeTree ORDER BY x"
    " TTL d + INTERVAL 1 DAY TO VOLUME 'cold', d + INTERVAL 2 DAY TO DISK 'd3'"
    " SETTINGS storage_policy = 'tiers'"
)
ROWS = (
    "(now(), 'a')",
    "(now() - 86400 * 1.5, 'a')",
    "(now() - 86400 * 3, 'a')",
    "(now() - 86400 * 3, 'a'), (now(), 'b')",
    "(now() - 86400 * 3, 'a'), (now() - 86400 * 1.5, 'b')",
)


@pytest.mark.requirement(
    "MT.Conf.TtlMoveOnInsert", "MT.TTL.ToDisk", "MT.TTL.ToVolume", "MT.TTL.TableMoves",
    "MT.Clause.TTLMoveAllRows",
)  # fmt: skip
def test_rows_that_are_old_already_go_where_the_ttl_sends_them(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query("SYSTEM STOP MERGES")
        db.query("SYSTEM STOP MOVES")
        db.query(TTL)
        for rows in ROWS:
            db.query(f"INSERT INTO t VALUES {rows}")
        # As ClickHouse places them.
        assert [disk for _, disk in disks_of(db, "t")] == ["d1", "d3", "d3", "d1", "d2"]
        expressions = "SELECT DISTINCT move_ttl_info.expression FROM system.parts WHERE table = 't'"
        shown = db.query(expressions).text()
        assert shown == "['d + toIntervalDay(1)','d + toIntervalDay(2)']\n"
        db.query("SYSTEM START MERGES")
        db.query("ALTER TABLE t DROP PART 'all_1_1_0'")
        db.query("ALTER TABLE t DROP PART 'all_4_4_0'")
        db.query("OPTIMIZE TABLE t FINAL")  # of the merged rows the youngest counts
        assert [disk for _, disk in disks_of(db, "t")] in (["d2"], ["d3"])
        log = "SELECT count() FROM system.part_log WHERE event_type = 'MovePart'"
        assert db.query(log).text() == "0\n"
        for kind, name in (("DISK", "zz"), ("VOLUME", "zz")):
            with pytest.raises(Error) as caught:
                db.query(f"ALTER TABLE t MODIFY TTL d TO {kind} '{name}'")
            text = f"No such {kind.lower()} `zz` for given storage policy"
            assert (caught.value.code, caught.value.message) == (450, text)
        db.query("ALTER TABLE t MODIFY TTL d TO DISK IF EXISTS 'zz'")
        db.query("INSERT INTO t VALUES (now() - 86400 * 3, 'a')")
        assert disks_of(db, "t")[-1][1] == "d1"


@pytest.mark.requirement(
    "MT.Conf.AlterPolicy", "MT.Dev.StoragePolicySetting", "MT.Conf.CreateWithPolicy"
)
def test_another_policy_must_have_the_volumes_and_disks_of_the_old_one(tmp_path: Path) -> None:
    hot = volume("hot", "d1")
    policies = (
        policy("one", hot)
        + policy("two", hot, volume("cold", "d2", "d3"))
        + policy("less", hot, volume("cold", "d2"))
    )
    with connected(tmp_path, local(tmp_path, "d1", "d2", "d3"), policies) as db:
        db.query("CREATE TABLE t (k UInt8) ENGINE = MergeTree ORDER BY k SETTINGS disk = 'd1'")
        db.query(
            "CREATE OR REPLACE TABLE t (k UInt8) ENGINE = MergeTree ORDER BY k"
            " SETTINGS storage_policy = 'one'"
        )
        db.query("INSERT INTO t VALUES (1)")
        change = "ALTER TABLE t MODIFY SETTING storage_policy = "
        db.query(f"{change}'two'")
        assert "storage_policy = \\'two\\'" in db.query("SHOW CREATE TABLE t").text()
        db.query("ALTER TABLE t MOVE PARTITION tuple() TO VOLUME 'cold'")
        for new, code, text in (
            ("'nope'", 478, "Unknown storage policy `nope`"),
            ("'one'", 36, "New storage policy `one` shall contain volumes of the old storage"
                          " policy `two`"),
            ("'less'", 36, "New storage policy `less` shall contain disks of the old storage"
                           " policy `two`"),
        ):  # fmt: skip
            with pytest.raises(Error) as caught:
                db.query(f"{change}{new}")
            assert (caught.value.code, caught.value.message) == (code, text)
        with pytest.raises(Error, match="New storage policy `default` shall contain volumes"):
            db.query("ALTER TABLE t RESET SETTING storage_policy")  # else the part would be lost
        assert db.query("SELECT * FROM t").text() == "1\n"


@pytest.mark.requirement("MT.Conf.PreferNotToMerge")
def test_parts_of_a_volume_that_prefers_not_to_merge_stay_apart(tmp_path: Path) -> None:
    rest = volume("hot", "d1", more="<prefer_not_to_merge>true</prefer_not_to_merge>")
    tiers = policy("tiers", rest, volume("cold", "d2"))
    with connected(tmp_path, local(tmp_path, "d1", "d2"), tiers) as db:
        db.query(f"{K}, min_age_to_force_merge_seconds = 1")
        for k in range(3):
            db.query(f"INSERT INTO t VALUES ({k})")
        db.query("OPTIMIZE TABLE t")
        uuid = db.query("SELECT uuid FROM system.tables WHERE name = 't'").text().strip()
        db.services.background.wake(uuid)
        assert db.services.background.wait_idle(uuid, 30)
        assert len(disks_of(db, "t")) == 3
        db.query("ALTER TABLE t MOVE PARTITION tuple() TO DISK 'd2'")
        db.query("OPTIMIZE TABLE t")
        assert [disk for _, disk in disks_of(db, "t")] == ["d2"]


@pytest.mark.requirement("MT.Move.RebalanceJbod")
def test_large_merged_parts_are_spread_by_what_disks_have_of_the_partition(
    tmp_path: Path,
) -> None:
    def merged(least: int) -> list[str]:
        db.query(
            "CREATE OR REPLACE TABLE t (p UInt8, k UInt64) ENGINE = MergeTree PARTITION BY p"
            " ORDER BY k SETTINGS storage_policy = 'jbod', max_parts_to_merge_at_once = 2,"
            f" min_bytes_to_rebalance_partition_over_jbod = {least}"
        )
        for seed in range(3):
            db.query("SYSTEM STOP MERGES")
            for half in range(2):
                rows = RANDOM.format(2 * seed + half, 100_000).replace("SELECT ", "SELECT 1, ")
                db.query(f"INSERT INTO t {rows}", ONE_TASK)
            db.query("SYSTEM START MERGES")
            new = [name for name, _ in disks_of(db, "t") if name.endswith("_0")]
            assert len(new) == 2
            db.query("OPTIMIZE TABLE t")
            db.query("SYSTEM STOP MERGES")
        return [disk for _, disk in disks_of(db, "t")]

    with hot_and_cold(tmp_path) as db:
        db.query("SYSTEM STOP MERGES")
        assert sorted(merged(1000)[:2]) == ["d1", "d2"]


@pytest.mark.requirement("MT.Move.DiskChoice", "MT.Conf.KeepFreeSpace", "MT.Move.VolumeChoice")
def test_disks_and_volumes_that_lack_room_are_passed(
    tmp_path: Path, mounted: Callable[[str, int], None]
) -> None:
    mounted("d1", 7)
    mounted("d2", 8)
    kept = "<keep_free_space_bytes>5242880</keep_free_space_bytes>"
    disks = {**local(tmp_path, "d1"), **local(tmp_path, "d2", inside=kept)}
    disks |= local(tmp_path, "d3")
    tiers = policy(
        "tiers",
        volume("hot", "d1", "d2"),
        volume("cold", "d3"),
        more="<move_factor>0</move_factor>",
    )
    with connected(tmp_path, disks, tiers) as db:
        db.query("SYSTEM STOP MERGES")
        db.query(K)
        for seed in range(6):
            insert(db, 250_000, seed)  # 2 MB each
        found = [disk for _, disk in disks_of(db, "t")]
        assert found == ["d1", "d2", "d1", "d1", "d3", "d3"]
        full = db.query("SELECT name FROM system.disks WHERE free_space < 2100000 ORDER BY name")
        assert full.text() == "d1\nd2\n"
        assert db.query("SELECT count() FROM t").text() == "1500000\n"


@pytest.mark.requirement("MT.Move.VolumeChoice")
def test_where_no_disk_has_room_nothing_is_left_behind(
    tmp_path: Path, mounted: Callable[[str, int], None]
) -> None:
    mounted("d1", 4)
    mounted("d2", 4)
    tiers = policy("tiers", volume("hot", "d1"), volume("cold", "d2"))
    with connected(tmp_path, local(tmp_path, "d1", "d2"), tiers) as db:
        db.query(K)
        insert(db, 100_000)
        with pytest.raises(Error) as caught:
            insert(db, 600_000, 1)
        assert caught.value.code == 243
        assert db.query("SELECT count() FROM t").text() == "100000\n"
        assert not list(tmp_path.glob("d?/store/*/tmp_*"))
        assert len(list(tmp_path.glob("d?/store/*/all_*"))) == 1


@pytest.mark.requirement("MT.Conf.LoadBalancing", "MT.Conf.LeastUsedTtl")
def test_the_least_used_disk_is_filled(tmp_path: Path, mounted: Callable[[str, int], None]) -> None:
    mounted("d1", 16)
    mounted("d2", 12)

    def least(ttl: int) -> str:
        more = (
            "<load_balancing>least_used</load_balancing>"
            f"<least_used_ttl_ms>{ttl}</least_used_ttl_ms>"
        )
        return policy("tiers", volume("v", "d1", "d2", more=more))

    with connected(tmp_path, local(tmp_path, "d1", "d2"), least(0)) as db:
        db.query("SYSTEM STOP MERGES")
        db.query(K)
        db.query("INSERT INTO t VALUES (1)")
        db.query("INSERT INTO t VALUES (2)")
        (tmp_path / "d1" / "foreign").write_bytes(bytes(8 << 20))
        db.query("INSERT INTO t VALUES (3)")
        assert [disk for _, disk in disks_of(db, "t")] == ["d1", "d1", "d2"]
        db.query("DROP TABLE t SYNC")
    with connected(tmp_path, local(tmp_path, "d1", "d2"), least(-1)) as db:
        db.query(K)
        db.query("INSERT INTO t VALUES (1)")
        (tmp_path / "d1" / "foreign").unlink()
        db.query("INSERT INTO t VALUES (2)")  # what is free is not asked again
        assert [disk for _, disk in disks_of(db, "t")] == ["d2", "d2"]
        insert(db, 800_000)  # but what was written since is known
        db.query("INSERT INTO t VALUES (3)")
        assert [disk for _, disk in disks_of(db, "t")] == ["d2", "d2", "d2", "d1"]


def test_what_one_process_reserves_others_do_not_take(
    tmp_path: Path, mounted: Callable[[str, int], None]
) -> None:
    mounted("d2", 8)
    tiers = policy("tiers", volume("hot", "d1"), volume("cold", "d2"))
    with connected(tmp_path, local(tmp_path, "d1", "d2"), tiers) as db:
        db.query("SYSTEM STOP MERGES")
        db.query(K)
        insert(db, 250_000)
        with sparktree.connect(config=str(tmp_path / "config.xml")) as other:
            taken = other.services.catalog.reservations.take([("d2", 7 << 20)], 7 << 20)
            assert taken is not None
            shown = db.query(
                "SELECT free_space - unreserved_space FROM system.disks WHERE name = 'd2'"
            )
            assert shown.text() == f"{7 << 20}\n"
            with pytest.raises(Error, match=r"Move is not possible[.] Not enough space on 'd2'"):
                db.query("ALTER TABLE t MOVE PARTITION tuple() TO DISK 'd2'")
        db.query("ALTER TABLE t MOVE PARTITION tuple() TO DISK 'd2'")  # the other one has ended
        assert [disk for _, disk in disks_of(db, "t")] == ["d2"]


@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Disks")
@pytest.mark.requirement("RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Conditions#3")
@pytest.mark.requirement(
    "RQ.SRS-032.ClickHouse.Alter.Table.ReplacePartition.Conditions.Different.StoragePolicy"
)
def test_partitions_between_tables_keep_their_disks_within_one_policy(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        create = "CREATE TABLE {} (p UInt8, k UInt64) ENGINE = MergeTree PARTITION BY p ORDER BY k"
        for name, chosen in (("s", "tiers"), ("t", "tiers"), ("u", "jbod")):
            db.query(f"{create.format(name)} SETTINGS storage_policy = '{chosen}'")
        db.query("INSERT INTO s VALUES (1, 1)")
        db.query("INSERT INTO t VALUES (1, 2)")
        db.query("INSERT INTO u VALUES (1, 3)")
        db.query("ALTER TABLE s MOVE PARTITION 1 TO DISK 'd3'")
        db.query("ALTER TABLE t REPLACE PARTITION 1 FROM s")
        assert [disk for _, disk in disks_of(db, "t")] == ["d3"]
        assert db.query("SELECT k FROM t").text() == "1\n"
        for command in (
            "ALTER TABLE u REPLACE PARTITION 1 FROM s",
            "ALTER TABLE u ATTACH PARTITION 1 FROM s",
            "ALTER TABLE s MOVE PARTITION 1 TO TABLE u",
        ):
            for disk in ("d1", "d3"):  # one that both policies have does not help
                db.query(f"ALTER TABLE s MOVE PARTITION 1 TO DISK '{disk}'")
                with pytest.raises(Error, match="have different storage policies") as refused:
                    db.query(command)
                assert refused.value.name == "BAD_ARGUMENTS"
                assert db.query("SELECT k FROM u").text() == "3\n"
                assert db.query("SELECT k FROM s").text() == "1\n"
        db.query("ALTER TABLE s MOVE PARTITION 1 TO TABLE t")
        assert sorted(disk for _, disk in disks_of(db, "t")) == ["d3", "d3"]
