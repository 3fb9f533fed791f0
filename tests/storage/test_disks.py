"""Tables whose parts lie on several disks: declared, found, kept apart from those of others."""

import shutil
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from tests.storage.storages import connected, disks_of, hot_and_cold, local, policy, volume

PATHS = "SELECT name, path FROM system.parts WHERE table = 't'"
T = "CREATE TABLE t (k UInt32, v String) ENGINE = MergeTree PARTITION BY k % 2 ORDER BY k"


def dynamic(folder: Path) -> str:
    """Below which folder tables may declare disks."""
    tag = "custom_local_disks_base_directory"
    return f"<{tag}>{folder}/dynamic/</{tag}>"


def code_and_text(caught: pytest.ExceptionInfo[Error]) -> tuple[int, str]:
    return caught.value.code.value, caught.value.message


@pytest.mark.requirement(
    "MT.Conf.Section", "MT.Dev.TermDisk", "MT.Dev.TermDefaultDisk", "MT.Dev.TermVolume",
    "MT.Dev.TermPolicy", "MT.Dev.SystemTables", "MT.Conf.KeepFreeSpace", "MT.Conf.MoveFactor",
    "MT.Conf.LoadBalancing", "MT.Conf.PreferNotToMerge",
)  # fmt: skip
def test_system_tables_tell_disks_and_policies(tmp_path: Path) -> None:
    disks = local(tmp_path, "d2", "d1") | local(
        tmp_path, "kept", inside="<keep_free_space_bytes>1000</keep_free_space_bytes>"
    )
    least = (
        "<load_balancing>least_used</load_balancing><prefer_not_to_merge>1</prefer_not_to_merge>"
    )
    policies = policy("two", volume("hot", "d2", "d1"), volume("cold", "kept", more=least))
    with connected(tmp_path, disks, policies + policy("one", volume("v", "d1"))) as db:
        shown = db.query("SELECT name, path, keep_free_space, type, is_broken FROM system.disks")
        assert shown.text() == (
            f"d1\t{tmp_path}/d1/\t0\tLocal\t0\nd2\t{tmp_path}/d2/\t0\tLocal\t0\n"
            f"default\t{tmp_path}/data/\t0\tLocal\t0\nkept\t{tmp_path}/kept/\t1000\tLocal\t0\n"
        )
        less = db.query("SELECT max(total_space) - min(total_space) FROM system.disks")
        assert less.text() == "1000\n"
        assert db.query("SELECT * FROM system.storage_policies").text() == (
            "default\tdefault\t1\t['default']\tJBOD\t0\t0\t0\t1\tROUND_ROBIN\n"
            "one\tv\t1\t['d1']\tJBOD\t0\t0\t0\t1\tROUND_ROBIN\n"
            "two\thot\t1\t['d2','d1']\tJBOD\t0\t0.1\t0\t1\tROUND_ROBIN\n"
            "two\tcold\t2\t['kept']\tJBOD\t0\t0.1\t1\t1\tLEAST_USED\n"
        )


@pytest.mark.requirement(
    "MT.Dev.MultipleDevices", "MT.Dev.PartIsUnit", "MT.Dev.StoragePolicySetting",
    "MT.Move.WayInsert", "MT.Move.SystemParts", "MT.Conf.ExampleInOrder",
    "MT.Conf.DiskOrderInVolume",
)  # fmt: skip
def test_parts_of_one_table_lie_on_several_disks(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query(f"{T} SETTINGS storage_policy = 'jbod'")
        for k in (1, 3, 5, 7):
            db.query(f"INSERT INTO t VALUES ({k}, 'a')")
        found = disks_of(db, "t")
        assert [disk for _, disk in found] == ["d1", "d2", "d1", "d2"]
        paths = db.query(
            "SELECT name, path FROM system.parts WHERE table = 't' ORDER BY name"
        ).rows()
        uuid = db.query("SELECT uuid FROM system.tables WHERE name = 't'").text().strip()
        for (name, disk), (_, path) in zip(found, paths, strict=True):
            assert path == f"{tmp_path}/{disk}/store/{uuid}/{name}/"
            assert any(Path(path).iterdir())
        counts = db.query("SELECT _disk_name, count(), sum(k) FROM t GROUP BY ALL ORDER BY ALL")
        assert counts.text() == "d1\t2\t6\nd2\t2\t10\n"
        db.query("ALTER TABLE t DETACH PART '1_2_2_0'")
        detached = db.query("SELECT name, disk FROM system.detached_parts WHERE table = 't'")
        assert detached.text() == "1_2_2_0\td2\n"
    with hot_and_cold(tmp_path) as db:  # the same after a start
        assert db.query("SELECT sum(k) FROM t").text() == "13\n"
        db.query("ALTER TABLE t ATTACH PART '1_2_2_0'")
        assert db.query("SELECT sum(k) FROM t").text() == "16\n"
        db.query("DROP TABLE t SYNC")
        assert not list(tmp_path.glob("d?/store/*"))


@pytest.mark.requirement("MT.Conf.DefaultPolicy", "MT.Conf.CreateWithPolicy")
def test_a_table_names_its_policy_or_its_disk(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query(T)
        db.query("INSERT INTO t VALUES (1, 'a')")
        assert disks_of(db, "t") == [("1_1_1_0", "default")]
        policies = "SELECT name, storage_policy FROM system.tables WHERE database = 'default'"
        assert db.query(policies).text() == "t\tdefault\n"
        db.query(
            "CREATE OR REPLACE TABLE t (k UInt32) ENGINE = MergeTree ORDER BY k"
            " SETTINGS disk = 'd2'"
        )
        db.query("INSERT INTO t VALUES (1)")
        assert disks_of(db, "t") == [("all_1_1_0", "d2")]
        assert db.query(policies).text() == "t\t__d2\n"
        assert "SETTINGS disk = \\'d2\\'" in db.query("SHOW CREATE TABLE t").text()
        volumes = "SELECT volume_name, volume_type FROM system.storage_policies"
        assert (
            db.query(f"{volumes} WHERE policy_name = '__d2'").text() == "_volume_d2\tSINGLE_DISK\n"
        )


REFUSED = {
    "storage_policy = 'zz'": (478, "Unknown storage policy `zz`"),
    "disk = 'd9'": (479, "Unknown disk d9"),
    "storage_policy = 'tiers', disk = 'd1'": (
        36,
        "MergeTree settings `storage_policy` and `disk` cannot be specified at the same time",
    ),
    "disk = disk(type = local, path = '/elsewhere/')": (
        36,
        "Path of the custom local disk must be inside `{base}/dynamic/` directory: While processing"
        " disk(type = local, path = '[HIDDEN]')",
    ),
    "disk = disk(name = 'd1', type = local, path = '{base}/dynamic/x/')": (
        36,
        "Disk `d1` already exists and is described by the config. It is impossible to redefine it:"
        " While processing disk(name = 'd1', type = local, path = '[HIDDEN]')",
    ),
    "disk = disk(name = 'f', type = floppy)": (
        137,
        "DiskFactory: the disk 'f' has unknown disk type: floppy: While processing disk(name = 'f',"
        " type = floppy)",
    ),
}


@pytest.mark.requirement("MT.Dev.StoragePolicySetting", "MT.Conf.QuerySettings")
def test_what_create_refuses(tmp_path: Path) -> None:
    more = dynamic(tmp_path)
    with hot_and_cold(tmp_path, more) as db:
        for settings, (code, text) in REFUSED.items():
            with pytest.raises(Error) as caught:
                db.query(f"{T} SETTINGS {settings.format(base=tmp_path)}")
            assert code_and_text(caught) == (code, text.format(base=tmp_path))
        assert db.query("SELECT count() FROM system.disks").text() == "4\n"
        assert db.query("EXISTS t").text() == "0\n"


@pytest.mark.requirement("MT.Conf.QuerySettings")
def test_disks_that_tables_declare(tmp_path: Path) -> None:
    more = dynamic(tmp_path)
    declared = f"disk(name = 'mine', type = 'local', path = '{tmp_path}/dynamic/a/')"
    with hot_and_cold(tmp_path, more) as db:
        db.query(f"{T} SETTINGS disk = {declared}")
        db.query("INSERT INTO t VALUES (1, 'a')")
        assert disks_of(db, "t") == [("1_1_1_0", "mine")]
        shown = db.query("SHOW CREATE TABLE t").text()
        assert f"{tmp_path}" not in shown and "[HIDDEN]" in shown
        db.query(T.replace("TABLE t", "TABLE same") + f" SETTINGS disk = {declared}")
        for settings, text in {
            f"disk = disk(name = 'mine', type = 'local', path = '{tmp_path}/dynamic/b/')": (
                "The disk `mine` is already configured as a custom disk in another table. It can't"
                " be redefined with different settings"
            ),
            "disk = 'mine'": "Disk name `mine` is a custom disk that is used in other table",
        }.items():
            with pytest.raises(Error) as caught:
                db.query(T.replace("TABLE t", "TABLE u") + f" SETTINGS {settings}")
            assert caught.value.code == 36 and caught.value.message.startswith(text)
        unnamed = T.replace("TABLE t", "TABLE v") + (
            f" SETTINGS disk = disk(type = local, path = '{tmp_path}/dynamic/v/')"
        )
        db.query(unnamed)
        db.query("INSERT INTO v VALUES (1, 'a')")
        assert disks_of(db, "v")[0][1].startswith("__tmp_internal_")
    with hot_and_cold(tmp_path, more) as db:
        assert db.query("SELECT count() FROM t").text() == "1\n"
        assert db.query("SELECT count() FROM v").text() == "1\n"
        db.query("INSERT INTO same VALUES (1, 'a')")
        assert disks_of(db, "same") == [("1_1_1_0", "mine")]


def test_a_disk_that_cannot_be_used_leaves_the_others_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    s3 = (
        "<type>s3</type><endpoint>http://127.0.0.1:1/bucket/x/</endpoint>"
        "<retry_attempts>0</retry_attempts>"
    )
    disks = local(tmp_path, "d1") | {"bad": f"<path>{tmp_path}/file/x/</path>", "s3": s3}
    policies = policy("p", volume("v", "bad", "d1")) + policy("objects", volume("v", "s3"))
    with connected(tmp_path, disks, policies) as db:
        broken = db.query("SELECT name, type FROM system.disks WHERE is_broken")
        assert broken.text() == "bad\tLocal\ns3\tObjectStorage\n"
        db.query(f"{T} SETTINGS storage_policy = 'p'")
        db.query("INSERT INTO t VALUES (1, 'a')")
        assert disks_of(db, "t") == [("1_1_1_0", "d1")]
        with pytest.raises(Error, match=r"Disk `s3` cannot be used.*S3_ERROR"):
            db.query(T.replace("TABLE t", "TABLE o") + " SETTINGS storage_policy = 'objects'")
        with pytest.raises(Error, match="Disk `bad` cannot be used"):
            db.query(T.replace("TABLE t", "TABLE o") + " SETTINGS disk = 'bad'")


def test_a_disk_that_is_gone_is_told_where_its_parts_are_asked_for(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query(f"{T} SETTINGS storage_policy = 'jbod'")
        db.query("INSERT INTO t VALUES (1, 'a')")
        db.query("INSERT INTO t VALUES (2, 'a')")
        db.query("CREATE TABLE u (k UInt8) ENGINE = MergeTree ORDER BY k")
        db.query("INSERT INTO u VALUES (1)")
    (tmp_path / "d2").rename(tmp_path / "away")
    with hot_and_cold(tmp_path) as db:  # as if its file system were not mounted
        assert db.query("SELECT * FROM u").text() == "1\n"
        with pytest.raises(Error, match=r"Disk `d2` cannot be used.*is it mounted"):
            db.query("SELECT * FROM t")
        db.query("INSERT INTO t VALUES (3, 'a')")
        assert [disk for _, disk in disks_of(db, "u")] == ["default"]
        db.query("DROP TABLE t SYNC")  # its files stay until the disk is back
    assert list((tmp_path / "away" / "store").iterdir())
    (tmp_path / "d2").rmdir()
    (tmp_path / "away").rename(tmp_path / "d2")
    with hot_and_cold(tmp_path):
        assert not list((tmp_path / "d2" / "store").iterdir())


def test_a_disk_of_another_catalog_is_refused(tmp_path: Path) -> None:
    disks = local(tmp_path, "shared")
    with connected(tmp_path / "one", disks) as db:
        db.query(f"{T} SETTINGS disk = 'shared'")
        db.query("INSERT INTO t VALUES (1, 'a')")
    with connected(tmp_path / "two", disks) as db:
        assert db.query("SELECT is_broken FROM system.disks WHERE name = 'shared'").text() == "1\n"
        with pytest.raises(Error, match="belongs to another catalog"):
            db.query(f"{T} SETTINGS disk = 'shared'")
    twice = disks | {"again": f"<path>{tmp_path}/shared/</path>"}
    with connected(tmp_path / "one", twice) as db:  # nor are there two disks in one folder
        assert db.query("SELECT count() FROM t").text() == "1\n"
        with pytest.raises(Error, match="it is this catalog's disk `shared`"):
            db.query(f"CREATE OR REPLACE {T[7:]} SETTINGS disk = 'again'")


def test_the_catalog_is_made_anew_from_all_disks(tmp_path: Path) -> None:
    with hot_and_cold(tmp_path) as db:
        db.query(f"{T} SETTINGS storage_policy = 'jbod'")
        for k in range(4):
            db.query(f"INSERT INTO t VALUES ({k}, 'a')")
        before = disks_of(db, "t")
        db.query("ALTER TABLE t DROP PART '1_4_4_0'")
    for file in (tmp_path / "data").glob("catalog.db*"):
        file.unlink()
    config = str(tmp_path / "config.xml")
    with pytest.raises(Error, match="rebuild-catalog"):
        sparktree.connect(config=config)
    from sparktree.cli.rebuild_catalog import main

    assert main(["--path", str(tmp_path / "data"), "--config", config], "rebuild-catalog") == 0
    with hot_and_cold(tmp_path) as db:
        assert disks_of(db, "t") == before[:3]
        assert db.query("SELECT sum(k) FROM t").text() == "3\n"


def test_a_dead_disk_is_replaced_by_an_empty_one(tmp_path: Path) -> None:
    """What the page on operations says."""
    with hot_and_cold(tmp_path) as db:
        db.query(f"{T} SETTINGS storage_policy = 'jbod'")
        db.query("INSERT INTO t VALUES (1, 'a')")
        db.query("INSERT INTO t VALUES (2, 'a')")
        lost = "SELECT name FROM system.parts WHERE active AND disk_name = 'd2'"
        assert db.query(lost).text() == "0_2_2_0\n"
    marker = (tmp_path / "d2" / "sparktree-disk.json").read_text()
    shutil.rmtree(tmp_path / "d2")
    (tmp_path / "d2").mkdir()
    (tmp_path / "d2" / "sparktree-disk.json").write_text(marker)
    with hot_and_cold(tmp_path) as db:
        with pytest.raises(Error):
            db.query("SELECT * FROM t")
        db.query("ALTER TABLE t DROP PART '0_2_2_0'")
        assert db.query("SELECT * FROM t").text() == "1\ta\n"
        db.query("INSERT INTO t VALUES (2, 'a')")
        assert db.query("SELECT count() FROM t").text() == "2\n"


def test_two_hosts_of_one_catalog_know_the_disks_that_tables_declare(tmp_path: Path) -> None:
    with (
        hot_and_cold(tmp_path, dynamic(tmp_path)) as db,
        hot_and_cold(tmp_path, dynamic(tmp_path)) as other,
    ):
        disk = f"disk(name = 'mine', type = local, path = '{tmp_path}/dynamic/a/')"
        db.query(f"{T} SETTINGS disk = {disk}")
        db.query("INSERT INTO t VALUES (1, 'a')")
        assert other.query("SELECT * FROM t").text() == "1\ta\n"
        other.query("INSERT INTO t VALUES (2, 'b')")
        assert db.query("SELECT count() FROM t").text() == "2\n"
