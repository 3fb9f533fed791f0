"""Disks of buckets: who may use them, what they ask the server for, and what happens then."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

import sparktree
from sparktree.errors import Error
from sparktree.stores.addresses import s3_store
from sparktree.stores.endpoints import endpoint_of
from sparktree.stores.object_disk import ObjectDisk
from tests.storage.object_storages import Objects, files_below, s3
from tests.storage.storages import connected, local
from tests.stores.servers import DROP, KEY, LOSE, SECRET, Asked, Bucket

_KEYS = {"access_key_id": KEY, "secret_access_key": SECRET}
TABLE = "CREATE TABLE {} (k UInt32, v String) ENGINE = MergeTree ORDER BY k SETTINGS {}"


@pytest.fixture
def objects(tmp_path: Path, bucket: Bucket) -> Objects:
    return Objects(tmp_path, s3(bucket), bucket.folder / "root")


def table(db: sparktree.Engine, name: str = "t", where: str = "disk = 'obj'") -> None:
    db.query(TABLE.format(name, where))


def writes(bucket: Bucket) -> list[str]:
    """What was asked for besides reading, by method and the name of the object."""
    return [
        f"{one.method} {one.path.rpartition('/')[2]}"
        for one in bucket.asked
        if one.method not in ("GET", "HEAD")
    ]


@pytest.mark.requirement(
    "MT.DiskType.S3", "MT.S3Disk.type", "MT.S3Disk.endpoint", "MT.S3Disk.access_key_id",
    "MT.S3Disk.secret_access_key",
)  # fmt: skip
def test_the_bucket_is_asked_with_the_keys_of_the_disk(
    objects: Objects, bucket: Bucket, tmp_path: Path
) -> None:
    with objects.open() as db:
        table(db)
        db.query("INSERT INTO t SELECT number, 'x' FROM numbers(10)")
        assert all(key.startswith("root/") for key in bucket.objects())
        columns = "type, object_storage_type, is_remote"
        shown = db.query(f"SELECT {columns} FROM system.disks WHERE name = 'obj'")
        assert shown.text() == "ObjectStorage\tS3\t1\n"
    wrong = s3(bucket).replace(SECRET, "wrong" + SECRET)
    other = tmp_path / "other"
    with connected(
        other, {"bad": wrong, "late": wrong + "<skip_access_check>1</skip_access_check>"}
    ) as db:
        broken = db.query("SELECT name FROM system.disks WHERE is_broken ORDER BY name").text()
        assert broken == "bad\nlate\n"  # the second one cannot read whose it is
        with pytest.raises(Error, match="Disk `bad` cannot be used") as refused:
            table(db, where="disk = 'bad'")
        assert refused.value.name == "S3_ERROR"
        assert SECRET not in str(refused.value)


def test_a_table_declares_its_bucket(
    objects: Objects, bucket: Bucket, caplog: pytest.LogCaptureFixture
) -> None:
    declared = (
        f"disk = disk(type = s3, endpoint = '{bucket.url}/mine/', access_key_id = '{KEY}',"
        f" secret_access_key = '{SECRET}')"
    )
    with caplog.at_level(logging.DEBUG), objects.open() as db:
        table(db, where=declared)
        db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(10)")
        assert db.query("SELECT sum(k), max(v) FROM t").text() == "45\t9\n"
        assert any(key.startswith("mine/store/") for key in bucket.objects())
        db.query("SYSTEM FLUSH LOGS")
        texts = [
            db.query("SHOW CREATE TABLE t").text(),
            db.query("SELECT * FROM system.tables WHERE name = 't'").text(),
            db.query("SELECT * FROM system.disks").text(),
            db.query("SELECT * FROM system.query_log").text(),
            caplog.text,
        ]
        with pytest.raises(Error) as refused:
            table(
                db,
                "u",
                where=declared.replace("type = s3", "type = s3, name = m").replace(
                    str(bucket.port), "1"
                ),
            )
        texts.append(str(refused.value))
        assert not any(SECRET in text for text in texts)
    with objects.open() as db:
        assert db.query("SELECT sum(k), max(v) FROM t").text() == "45\t9\n"
        db.query("DROP TABLE t SYNC")
    assert files_below(bucket.folder / "mine") == ["sparktree-disk.json"]


def test_requests_are_few(objects: Objects, bucket: Bucket) -> None:
    with objects.open() as db:
        table(db)
        db.query("SYSTEM STOP MERGES")
        db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(1000)")
        bucket.asked.clear()
        db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(1000)")
        # One request for each file; the folder's first name is its last.
        assert sorted(writes(bucket)) == [
            "PUT k.parquet", "PUT part.json", "PUT primary.arrow", "PUT v.parquet",
        ]  # fmt: skip
        bucket.asked.clear()
        db.query("SYSTEM START MERGES")
        db.query("ALTER TABLE t MODIFY SETTING old_parts_lifetime = 0")
        db.query("OPTIMIZE TABLE t FINAL")
        bucket.asked.clear()
        db.query("SELECT count() FROM t")
        assert not bucket.asked
        db.query("DROP TABLE t SYNC")
        assert objects.rest() == []
        assert sum(one.startswith("DELETE") for one in writes(bucket)) == 0  # many with one POST


def test_reading_takes_no_request_but_for_what_is_read(objects: Objects, bucket: Bucket) -> None:
    with objects.open() as db:
        table(db)
        db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(1000)")
        db.query("SELECT sum(k) FROM t WHERE k > 5")
        bucket.asked.clear()
        assert db.query("SELECT sum(k) FROM t WHERE k > 5").text() == "499485\n"
        assert {one.method for one in bucket.asked} <= {"GET"}
        assert bucket.listings() == []
        # Once for the process that runs the task, if it is another one than before.
        assert len(bucket.asked) <= 1
        db.query("INSERT INTO t SELECT number, randomPrintableASCII(9) FROM numbers(300000)")
        query = "SELECT length(v) FROM t WHERE k = 150000"
        db.query(query)
        bucket.asked.clear()
        assert db.query(query).text() == "9\n"
        # One row group; where it is, each process asks once.
        assert 1 <= len(bucket.asked) <= 3
        assert all("range" in one.headers for one in bucket.asked)


class _Failing:
    """Some requests fail once each, in turns."""

    def __init__(self, *ways: int) -> None:
        self.ways: Iterator[int] = iter(ways * 1000)
        self.failed: set[tuple[str, str]] = set()

    def __call__(self, asked: Asked) -> int | None:
        one = (asked.method, f"{asked.path}{sorted(asked.query.items())}")
        if one in self.failed or "store/" not in f"{asked.path}{asked.query}":
            return None
        self.failed.add(one)
        return next(self.ways)


@pytest.mark.requirement("MT.S3Disk.retry_attempts")
@pytest.mark.parametrize("way", [503, DROP, LOSE])
def test_a_failed_request_is_made_again(objects: Objects, bucket: Bucket, way: int) -> None:
    with objects.open() as db:
        table(db)
        bucket.refuse = _Failing(way)
        db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(1000)")
        db.query("INSERT INTO t SELECT number + 1000, toString(number) FROM numbers(1000)")
        db.query("OPTIMIZE TABLE t FINAL")
        db.query("ALTER TABLE t UPDATE v = '' WHERE k < 10 SETTINGS mutations_sync = 1")
        assert db.query("SELECT count(), sum(k), countIf(v = '') FROM t").text() == (
            "2000\t1999000\t10\n"
        )
        db.query("DROP TABLE t SYNC")
        assert objects.rest() == []


def test_an_insert_that_the_bucket_refuses_leaves_nothing(objects: Objects, bucket: Bucket) -> None:
    with objects.open() as db:
        table(db)
        for name in ("primary.arrow", "part.json"):
            bucket.refuse = lambda asked, name=name: 403 if asked.path.endswith(name) else None
            with pytest.raises(Error) as refused:
                db.query("INSERT INTO t SELECT number, 'x' FROM numbers(10)")
            assert refused.value.name == "S3_ERROR"
            bucket.refuse = None
            assert db.query("SELECT count() FROM t").text() == "0\n"
            assert objects.rest() == []


def test_large_files_are_uploaded_in_parts(objects: Objects, bucket: Bucket) -> None:
    rows = "SELECT number, randomPrintableASCII(100) FROM numbers(250000)"
    with objects.open() as db:
        table(db)
        db.query(f"INSERT INTO t {rows}")
        assert any("uploadId" in one.query for one in bucket.asked)
        assert db.query("SELECT count(), sum(length(v)) FROM t").text() == "250000\t25000000\n"
        bucket.refuse = lambda one: 403 if one.query.get("partNumber") == "2" else None
        with pytest.raises(Error, match="S3_ERROR"):
            db.query(f"INSERT INTO t {rows}")
        bucket.refuse = None
        db.query("DROP TABLE t SYNC")
    assert files_below(bucket.folder / "root") == ["sparktree-disk.json"]


def test_the_disk_of_another_catalog_is_refused(
    objects: Objects, bucket: Bucket, tmp_path: Path
) -> None:
    with objects.open():
        pass
    with (
        connected(tmp_path / "other", local(tmp_path / "other", "d1") | {"obj": s3(bucket)}) as db,
        pytest.raises(Error, match="belongs to another catalog"),
    ):
        table(db)
    # Nor does a cache over it let this catalog in.
    cache = f"<type>cache</type><disk>obj</disk><path>{tmp_path}/c/</path><max_size>1Mi</max_size>"
    with connected(tmp_path / "third", {"obj": s3(bucket), "cached": cache}) as db:
        with pytest.raises(Error, match=r"`cached` cannot be used: .* another catalog"):
            table(db, where="disk = 'cached'")
        broken = db.query("SELECT name FROM system.disks WHERE is_broken ORDER BY name").text()
        assert broken == "cached\nobj\n"


@pytest.mark.requirement("MT.S3Disk.header", "MT.S3Disk.region", "MT.S3Disk.support_batch_delete")
def test_the_tags_of_a_bucket(tmp_path: Path, bucket: Bucket) -> None:
    tags = (
        "<region>eu-test-1</region><header>X-One: first</header><header>X-Two: second</header>"
        "<support_batch_delete>false</support_batch_delete>"
    )
    with Objects(tmp_path, s3(bucket, tags), bucket.folder / "root").open() as db:
        table(db)
        db.query("INSERT INTO t SELECT number, 'x' FROM numbers(10)")
        assert db.query("SELECT sum(k) FROM t").text() == "45\n"
        db.query("DROP TABLE t SYNC")
    assert all(one.headers["x-one"] == "first" for one in bucket.asked)
    assert all(one.headers["x-two"] == "second" for one in bucket.asked)
    assert all("/eu-test-1/s3/" in one.headers["authorization"] for one in bucket.asked)
    assert not any("delete" in one.query for one in bucket.asked)
    assert files_below(bucket.folder / "root") == ["sparktree-disk.json"]


@pytest.mark.requirement("MT.S3Disk.metadata_path")
def test_planning_reads_copies_of_small_files(tmp_path: Path, bucket: Bucket) -> None:
    copies = tmp_path / "copies"
    tag = f"<metadata_path>{copies}/</metadata_path>"
    objects = Objects(tmp_path, s3(bucket, tag), bucket.folder / "root")
    query = "SELECT length(v) FROM t WHERE k = 150000"
    with objects.open() as db:
        table(db)
        db.query("INSERT INTO t SELECT number, randomPrintableASCII(9) FROM numbers(300000)")
    kept = [Path(path).name for path in files_below(copies)]
    assert sorted(kept) == ["part.json", "primary.arrow"]
    with objects.open() as db:
        bucket.asked.clear()
        assert db.query(query).text() == "9\n"
        assert {key.rpartition("/")[2] for key in bucket.gets()} <= {"k.parquet", "v.parquet"}
        assert bucket.listings() == []
    with objects.open() as db:
        db.query("DROP TABLE t SYNC")
    assert files_below(copies) == []
    (tmp_path / "file").write_text("")
    other = s3(bucket, f"<metadata_path>{tmp_path}/file/x/</metadata_path>")
    with (
        connected(tmp_path / "other", {"obj": other}) as db,
        pytest.raises(Error, match="Disk `obj` cannot be used"),
    ):
        table(db)


def test_uploads_of_the_dead_are_given_up(bucket: Bucket) -> None:
    store, key = s3_store(f"{bucket.url}/root/", endpoint_of(_KEYS), at_root=True)
    disk = ObjectDisk(store, key)
    files = [disk.open_write(f"store/t/tmp_insert_{owner}_1/data.parquet") for owner in "ab"]
    for file in files:
        file.write(bytes(20 << 20))
    disk.forget_unfinished(lambda path: path.startswith("store/t/tmp_insert_a"))
    files[1].close()
    assert disk.size("store/t/tmp_insert_b_1/data.parquet") == 20 << 20
    with pytest.raises(Error):
        files[0].close()
    assert not disk.exists("store/t/tmp_insert_a_1/data.parquet")
    disk.remove("store")
    assert files_below(bucket.folder) == []


def _like_google(asked: Asked) -> int | None:
    """Google's storage in the way of S3: it deletes one object by a request."""
    return 501 if asked.method == "POST" and "delete" in asked.query else None


@pytest.mark.requirement("MT.DiskType.GCS")
def test_google_s_storage_is_a_disk(tmp_path: Path, bucket: Bucket) -> None:
    bucket.refuse = _like_google
    inside = s3(bucket).replace("<type>s3</type>", "<type>gcs</type>")
    other = (
        f"<type>object_storage</type><object_storage_type>gcs</object_storage_type>"
        f"{s3(bucket).replace('/root/', '/other/').replace('<type>s3</type>', '')}"
    )
    with connected(tmp_path, {"obj": inside, "same": other}) as db:
        shown = "SELECT name, type, object_storage_type, metadata_type FROM system.disks"
        assert db.query(f"{shown} WHERE name != 'default' ORDER BY name").text() == (
            "obj\tObjectStorage\tS3\tLocal\nsame\tObjectStorage\tS3\tLocal\n"
        )
        for disk in ("obj", "same"):
            table(db, disk, f"disk = '{disk}', old_parts_lifetime = 0")
            db.query(f"INSERT INTO {disk} SELECT number, toString(number) FROM numbers(1000)")
            db.query(f"INSERT INTO {disk} SELECT number + 1000, 'x' FROM numbers(1000)")
            db.query(f"OPTIMIZE TABLE {disk} FINAL")
            db.query(f"ALTER TABLE {disk} UPDATE v = '' WHERE k < 10 SETTINGS mutations_sync = 1")
            found = db.query(f"SELECT count(), sum(k), countIf(v = '') FROM {disk}").text()
            assert found == "2000\t1999000\t10\n"
            db.query(f"DROP TABLE {disk} SYNC")
    for folder in ("root", "other"):
        assert files_below(bucket.folder / folder) == ["sparktree-disk.json"]
