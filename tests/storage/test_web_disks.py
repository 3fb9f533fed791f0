"""Disks of type `web`: tables that are read from a web server, and the command that writes them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.cli.main import run as command
from sparktree.errors import Error
from tests.storage.object_storages import files_below, s3
from tests.storage.storages import connected, local, policy, volume
from tests.stores.servers import Bucket, free_port
from tests.stores.web import Web, serving

T = (
    "CREATE TABLE t (p UInt8, k UInt32, v String, old UInt8, first String DEFAULT 'x',"
    " INDEX m v TYPE bloom_filter, PROJECTION s (SELECT p, sum(k) GROUP BY p))"
    " ENGINE = MergeTree PARTITION BY p ORDER BY k SETTINGS {}"
)
CLOSED = "TABLE_IS_PERMANENTLY_READ_ONLY"
TOTALS = (
    "SELECT count(), sum(k), sum(cityHash64(v)), any(e) FROM t",
    "SELECT p, sum(k) FROM t GROUP BY p ORDER BY p",
    "SELECT k, v FROM t WHERE v = 'w77'",
    "SELECT v FROM t WHERE k IN (3, 555) AND p = 1 ORDER BY k",
)


def filled(db: sparktree.Engine, settings: str) -> str:
    """A table with a past; its uuid."""
    db.query("SYSTEM STOP MERGES")
    db.query(T.format(settings))
    db.query("INSERT INTO t SELECT number % 3, number, toString(number), 1, 'x' FROM numbers(900)")
    db.query("INSERT INTO t SELECT 1, number, toString(number), 2, 'x' FROM numbers(600)")
    db.query("SYSTEM START MERGES")
    db.query("ALTER TABLE t RENAME COLUMN first TO e")
    db.query("ALTER TABLE t UPDATE v = concat('w', v) WHERE k < 100 SETTINGS mutations_sync = 1")
    db.query("ALTER TABLE t DROP COLUMN old")
    return db.query("SELECT uuid FROM system.tables WHERE name = 't'").text().strip()


def answers(db: sparktree.Engine) -> list[str]:
    return [db.query(query).text() for query in TOTALS]


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    (tmp_path / "www").mkdir()
    with serving(tmp_path / "www") as web:
        yield web


def published(
    folder: Path, web: Web, capsys: pytest.CaptureFixture[str], *more: str
) -> Callable[[str], str]:
    """The table's files are put where the server shows them: what attaches it."""
    options = ["--config-file", str(folder / "config.xml"), "--table", "t"]
    options += ["--output-dir", str(web.folder), "--url", f"{web.url}/", *more]
    assert command(["static-files-disk-uploader", *options]) == 0
    head, _, statement = capsys.readouterr().out.partition("\n")
    assert head.startswith("-- Parts: ")
    return lambda disk: (
        statement.strip()
        .rstrip(";")
        .replace(f"disk = disk(type = web, endpoint = '{web.url}/')", disk)
    )


def refused(db: sparktree.Engine, statement: str) -> str:
    with pytest.raises(Error) as error:
        db.query(statement)
    return error.value.name


def of_kind(kind: str, folder: Path, request: pytest.FixtureRequest) -> dict[str, str]:
    if kind == "local":
        return local(folder, "d1")
    if kind == "encrypted":
        key = "<type>encrypted</type><disk>below</disk><key>1234567812345678</key>"
        return local(folder, "below") | {"d1": key}
    bucket: Bucket = request.getfixturevalue("bucket")
    return {"d1": s3(bucket)}


@pytest.mark.requirement("MT.DiskType.Web", "MT.Conf.QuerySettings")
@pytest.mark.parametrize("kind", ["local", "s3", "encrypted"])
def test_a_table_is_read_from_a_web_server(
    kind: str,
    tmp_path: Path,
    web: Web,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    home, there = tmp_path / "home", tmp_path / "there"
    with connected(home, of_kind(kind, home, request)) as db:
        uuid = filled(db, "disk = 'd1'")
        expected = answers(db)
    attach = published(home, web, capsys)
    assert f"ATTACH TABLE t UUID '{uuid}'" in attach("")
    shutil.rmtree(home)
    declared = f"disk = disk(type = web, endpoint = '{web.url}/')"
    with connected(there, {}) as db:
        db.query(attach(declared))
        assert answers(db) == expected
        web.asked.clear()
        assert db.query("SELECT count() FROM t WHERE p = 1").text() == "900\n"
        assert web.asked == []
        db.query("SELECT v FROM t WHERE k = 5 AND p = 2")
        assert {method for method, *_ in web.asked} == {"GET"}
        columns = "type, object_storage_type, metadata_type, is_read_only, is_write_once, is_remote"
        shown = db.query(f"SELECT {columns} FROM system.disks WHERE name != 'default'")
        assert shown.text() == "ObjectStorage\tWeb\tStaticWeb\t1\t1\t1\n"
        assert db.query("CHECK TABLE t", {"check_query_single_value_result": 1}).text() == "1\n"
        before = files_below(web.folder)
        for statement in (
            "INSERT INTO t (k) VALUES (1)", "OPTIMIZE TABLE t FINAL", "TRUNCATE TABLE t",
            "ALTER TABLE t DROP PARTITION 1", "ALTER TABLE t ADD COLUMN z UInt8",
            "ALTER TABLE t DELETE WHERE 1", "ALTER TABLE t UPDATE v = '' WHERE 1",
            "ALTER TABLE t FREEZE",
        ):  # fmt: skip
            assert refused(db, statement) == CLOSED, statement
        db.query("CREATE TABLE own AS t ENGINE = MergeTree PARTITION BY p ORDER BY k")
        db.query("INSERT INTO own SELECT * FROM t")
        sums = "SELECT count(), sum(k), sum(cityHash64(v)) FROM {}"
        assert db.query(sums.format("own")).text() == db.query(sums.format("t")).text()
    with connected(there, {}) as db:  # the catalog knows it
        assert answers(db) == expected
        db.query("DETACH TABLE t")
        db.query("ATTACH TABLE t")
        assert answers(db) == expected
        db.query("DROP TABLE t SYNC")
        assert files_below(web.folder) == before
        assert not list((there / "data" / "disks").rglob("*.json"))
        db.query(attach(declared))  # it can be attached again
        assert answers(db) == expected


@pytest.mark.requirement("MT.DiskType.Web", "MT.DiskType.Cache")
def test_a_web_disk_of_the_configuration_is_cached(
    tmp_path: Path, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    home, there = tmp_path / "home", tmp_path / "there"
    with connected(home, local(home, "d1", "d2"), policy("two", volume("v", "d1", "d2"))) as db:
        filled(db, "storage_policy = 'two'")  # parts of it are on each
        expected = answers(db)
    attach = published(home, web, capsys)
    disks = {
        "far": f"<type>web</type><endpoint>{web.url}/</endpoint>",
        "near": "<type>cache</type><disk>far</disk><path>c/</path><max_size>100Mi</max_size>",
        "lost": f"<type>web</type><endpoint>http://127.0.0.1:{free_port()}/</endpoint>",
    }
    policies = policy("web", volume("v", "near")) + policy("gone", volume("v", "lost"))
    with connected(there, disks, policies) as db:
        web.ranges = False  # of a server that knows none whole files come
        db.query(attach("storage_policy = 'web'"))
        assert answers(db) == expected
        web.ranges = True
        asked = len(web.asked)
        assert answers(db) == expected
        assert len(web.asked) == asked
        # Another server that does not answer is in nobody's way.
        again = attach("storage_policy = 'gone'").replace("TABLE t", "TABLE u")
        with pytest.raises(Error, match=r"Cannot read http://127\.0\.0\.1") as error:
            db.query(again)
        assert error.value.name == "NETWORK_ERROR"
        assert answers(db) == expected
        assert db.query("SELECT name FROM system.disks WHERE is_broken").text() == ""


def test_what_is_not_there_is_told(
    tmp_path: Path, web: Web, capsys: pytest.CaptureFixture[str]
) -> None:
    home, there = tmp_path / "home", tmp_path / "there"
    with connected(home, local(home, "d1")) as db:
        uuid = filled(db, "disk = 'd1'")
        db.query("CREATE TABLE m (k UInt8) ENGINE = Memory")
    options = ["--config-file", str(home / "config.xml"), "--output-dir", str(web.folder)]
    for name, code in (("nothing", "UNKNOWN_TABLE"), ("m", "BAD_ARGUMENTS")):
        with pytest.raises(Error) as error:
            command(["static-files-disk-uploader", *options, "--table", name])
        assert error.value.name == code
    attach = published(home, web, capsys)
    before = files_below(web.folder)
    with pytest.raises(Error) as error:
        command(["static-files-disk-uploader", *options, "--table", "t"])
    assert error.value.name == "FILE_ALREADY_EXISTS"
    assert files_below(web.folder) == before
    declared = "disk = disk(type = web, endpoint = '{}/')"
    with connected(there, {}) as db:
        with pytest.raises(Error, match="static-files-disk-uploader") as error:
            db.query(attach(declared.format(f"{web.url}/elsewhere")))
        assert error.value.name == "FILE_DOESNT_EXIST"
        part = next((web.folder / "store" / uuid).glob("1_*"))
        description = (part / "part.json").read_bytes()
        (part / "part.json").write_bytes(description[:-10])
        assert refused(db, attach(declared.format(web.url))) == "CORRUPTED_DATA"
        assert db.query("EXISTS TABLE t").text() == "0\n"
        (part / "part.json").write_bytes(description)
        db.query(attach(declared.format(web.url)))
        shutil.rmtree(web.folder / "store" / uuid)
        with pytest.raises(Error) as error:
            db.query("SELECT sum(k), max(v) FROM t")
        assert web.url in error.value.message
    with connected(tmp_path / "third", {}) as db:
        assert refused(db, attach(declared.format(f"{web.url}/x")[:-3] + "')")) == "BAD_ARGUMENTS"


@pytest.mark.requirement("MT.DiskType.S3Plain")
def test_tables_on_plain_buckets_are_attached(
    tmp_path: Path, web: Web, capsys: pytest.CaptureFixture[str], bucket: Bucket
) -> None:
    home, there = tmp_path / "home", tmp_path / "there"
    with connected(home, local(home, "d1")) as db:
        filled(db, "disk = 'd1'")
        expected = answers(db)
    attach = published(home, web, capsys)
    shutil.copytree(web.folder, bucket.folder / "root")
    before = files_below(bucket.folder / "root")
    plain = s3(bucket).replace("<type>s3</type>", "<type>s3_plain</type>")
    with connected(there, {"plain": plain}) as db:
        db.query(attach("disk = 'plain'"))
        assert answers(db) == expected
        assert refused(db, "INSERT INTO t (k) VALUES (1)") == CLOSED
    with connected(there, {"plain": plain}) as db:  # nothing is swept there
        assert answers(db) == expected
        db.query("DROP TABLE t SYNC")
    assert files_below(bucket.folder / "root") == sorted([*before, "sparktree-disk.json"])
