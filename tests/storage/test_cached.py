"""Cache disks: never larger than they may be, and nothing but faster."""

import fcntl
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import sparktree
from sparktree.disks.cache_folder import CacheFolder
from sparktree.errors import Error
from tests.storage.storages import connected, disks_of, local, policy, volume


def used(folder: Path) -> int:
    """The bytes of all files in the cache, at a moment when nobody takes room or gives it back."""
    try:
        status = os.open(folder / "status", os.O_RDWR)
    except FileNotFoundError:
        return 0
    try:
        fcntl.flock(status, fcntl.LOCK_EX)
        found = 0
        for above, _, names in os.walk(folder):
            for name in names:
                with suppress(FileNotFoundError):  # it just got its name
                    found += os.stat(os.path.join(above, name)).st_size
        return found
    finally:
        os.close(status)


def key(number: int) -> str:
    return f"{number:032x}"


def fill(folder: Path, size: int, first: int) -> None:
    """What one process of several does: it puts and gets pieces of many sizes."""
    cache = CacheFolder(folder, size)
    for number in range(200):
        name = key((first * 7 + number) % 60)
        data = name.encode() * (1 + number % 50)
        found = cache.get(name, 0, 0, len(data))
        if found is None:
            cache.put(name, 0, data, len(data))
        elif found != name.encode() * (len(found) // 32):
            os._exit(3)
    os._exit(0)


@pytest.mark.requirement("MT.CacheDisk.MaxSize")
def test_a_cache_is_never_larger_than_it_may_be(tmp_path: Path) -> None:
    """Four processes fill it at once; it is measured all the time."""
    size = 20_000
    spawn = multiprocessing.get_context("fork")
    processes = [spawn.Process(target=fill, args=(tmp_path / "c", size, n)) for n in range(4)]
    for one in processes:
        one.start()
    most = 0
    while any(one.is_alive() for one in processes):
        most = max(most, used(tmp_path / "c"))
    assert [one.exitcode for one in processes] == [0, 0, 0, 0]
    assert 0 < used(tmp_path / "c") <= size
    assert most <= size


@pytest.mark.requirement("MT.CacheDisk.MaxSize")
def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    cache = CacheFolder(tmp_path, 10_000)
    for number in range(3):
        assert cache.put(key(number), 0, b"x" * 3000, 3000)
    assert cache.get(key(0), 0, 0, 3000) is not None
    assert cache.put(key(3), 0, b"y" * 3000, 3000)
    held = [n for n in range(4) if cache.get(key(n), 0, 0, 3000) is not None]
    assert held == [0, 2, 3]
    assert not cache.put(key(4), 0, b"z" * 10_000, 10_000)  # larger than the cache
    assert [n for n in range(4) if cache.get(key(n), 0, 0, 3000) is not None] == [0, 2, 3]


def test_a_crash_leaves_nothing_for_ever(tmp_path: Path) -> None:
    cache = CacheFolder(tmp_path, 10_000)
    assert cache.put(key(0), 0, b"x" * 3000, 3000)
    left = tmp_path / "000" / key(0) / "1.1.1.tmp"
    left.write_bytes(b"x" * 5000)
    (tmp_path / "status").unlink()
    assert not cache.put(key(1), 0, b"x" * 9000, 9000)  # somebody may still write it
    assert used(tmp_path) <= 10_000
    old = time.time() - 10_000
    os.utime(left, (old, old))
    assert cache.put(key(1), 0, b"x" * 9000, 9000)
    assert not left.exists()


def test_damaged_pieces_go(tmp_path: Path) -> None:
    cache = CacheFolder(tmp_path, 10_000)
    assert cache.put(key(0), 0, b"x" * 3000, 3000)
    (segment,) = cache.segments()
    content = bytearray(segment.path.read_bytes())
    content[100] ^= 1
    segment.path.write_bytes(content)
    assert cache.get(key(0), 0, 0, 3000) is None
    assert list(cache.segments()) == []
    assert cache.put(key(0), 0, b"x" * 3000, 3000)
    assert cache.get(key(0), 0, 1000, 10) == b"x" * 10
    (segment,) = cache.segments()
    assert (segment.hits, segment.size, segment.file_size) == (1, 3000, 3000)
    segment.path.write_bytes(b"short")
    assert cache.get(key(0), 0, 0, 3000) is None


@pytest.mark.parametrize(
    "make", [lambda p: p.write_text("a file"), lambda p: p.symlink_to("/proc/1")]
)
def test_a_folder_that_cannot_be_used_is_passed_by(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "c")
    cache = CacheFolder(tmp_path / "c", 10_000)
    assert not cache.put(key(0), 0, b"x", 1)
    assert cache.get(key(0), 0, 0, 1) is None
    assert cache.size_of(key(0)) is None


# --- disks --------------------------------------------------------------------------------

POLICIES = policy("fast", volume("v", "fast"))
TABLE = (
    "CREATE TABLE t (k UInt32, v String CODEC(NONE)) ENGINE = MergeTree PARTITION BY k % 2"
    " ORDER BY k SETTINGS storage_policy = 'fast', min_bytes_for_wide_part = 0"
)
EVENTS = (
    "SELECT sum(ProfileEvents['CachedReadBufferReadFromCacheHits']),"
    " sum(ProfileEvents['CachedReadBufferReadFromCacheMisses']),"
    " sum(ProfileEvents['CachedReadBufferReadFromSourceBytes'])"
    " FROM system.query_log WHERE type = 'QueryFinish' AND query LIKE '%{}%'"
    " AND query NOT LIKE '%query_log%'"
)


def cached(below: str, folder: Path, size: str, more: str = "") -> str:
    """The element of a cache disk."""
    return (
        f"<type>cache</type><disk>{below}</disk><path>{folder}/</path>"
        f"<max_size>{size}</max_size>{more}"
    )


def opened(
    tmp_path: Path, size: str = "10Mi", more: str = "", kind: str = "local"
) -> sparktree.Engine:
    below = local(tmp_path, "below", inside=f"<type>{kind}</type>")
    disks = {"fast": cached("below", tmp_path / "cache", size, more), **below}
    return connected(tmp_path, disks, POLICIES)


@pytest.mark.requirement(
    "MT.DiskType.Cache", "MT.CacheDisk.Type", "MT.CacheDisk.Disk", "MT.CacheDisk.Path"
)
def test_the_second_read_is_the_cache_s(tmp_path: Path) -> None:
    with opened(tmp_path) as db:
        assert (
            db.query(
                "SELECT path, cache_path, is_broken FROM system.disks WHERE name = 'fast'"
            ).text()
            == f"{tmp_path}/below/\t{tmp_path}/cache/\t0\n"
        )
        db.query(TABLE)
        db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(20000)")
        assert db.query("SELECT sum(k), uniqExact(v) /* first */ FROM t").text() == (
            "199990000\t20000\n"
        )
        assert db.query("SELECT count() > 0 FROM system.filesystem_cache").text() == "1\n"
        assert used(tmp_path / "cache") > 50_000
        again = db.query("SELECT sum(k), uniqExact(v) /* second */ FROM t")
        assert again.text() == "199990000\t20000\n"
        db.query("SYSTEM FLUSH LOGS")
        hits, misses, size = db.query(EVENTS.format("second")).rows()[0]
        assert (hits > 0, misses, size) == (True, 0, 0)
        hits, misses, size = db.query(EVENTS.format("first")).rows()[0]
        assert misses > 0
        assert size > 50_000
        assert (
            db.query(
                "SELECT count() FROM system.events WHERE event LIKE 'CachedReadBuffer%Hits'"
            ).text()
            == "1\n"
        )
        columns = "cache_name, state, any(cache_base_path), sum(cache_hits) > 0, max(file_size) > 0"
        shown = db.query(f"SELECT {columns} FROM system.filesystem_cache GROUP BY 1, 2")
        assert shown.text() == f"fast\tDOWNLOADED\t{tmp_path}/cache/\t1\t1\n"
        with pytest.raises(Error, match="There is no cache by name: other"):
            db.query("SYSTEM DROP FILESYSTEM CACHE 'other'")
        db.query("system Drop filesystem CACHE 'fast'")
        assert db.query("SELECT count() FROM system.filesystem_cache").text() == "0\n"
        assert used(tmp_path / "cache") < 100
        assert db.query("SELECT sum(k) FROM t").text() == "199990000\n"


@pytest.mark.requirement("MT.DiskType.Cache", "MT.CacheDisk.Disk")
@pytest.mark.parametrize("kind", ["local", "local_blob_storage"])
def test_tables_live_on_through_restarts_and_changes(tmp_path: Path, kind: str) -> None:
    """The folder is that of the disk below: neither takes the other's parts for litter."""
    for _ in range(2):
        with opened(tmp_path, "300Ki", kind=kind) as db:
            if not db.query("EXISTS TABLE t").text().startswith("1"):
                db.query(TABLE)
            db.query("INSERT INTO t SELECT number, toString(number) FROM numbers(5000)")
            db.query("ALTER TABLE t UPDATE v = 'new' WHERE k = 7 SETTINGS mutations_sync = 2")
            assert db.query("SELECT count() FROM t WHERE v = 'new'").text() != "0\n"
            db.query("OPTIMIZE TABLE t FINAL")
            assert {disk for _, disk in disks_of(db, "t")} == {"fast"}
            db.query("ALTER TABLE t DETACH PARTITION 1")
            shown = db.query("SELECT DISTINCT disk FROM system.detached_parts WHERE table = 't'")
            assert shown.text() == "fast\n"
            db.query("ALTER TABLE t ATTACH PARTITION 1")
            db.query("ALTER TABLE t FREEZE WITH NAME 'f'")
            db.query("ALTER TABLE t UNFREEZE WITH NAME 'f'")
            before = db.query("SELECT count(), sum(k), uniqExact(v) FROM t").text()
            assert used(tmp_path / "cache") <= 300 << 10
    with opened(tmp_path, kind=kind) as db:
        assert db.query("SELECT count(), sum(k), uniqExact(v) FROM t").text() == before
        db.query("DROP TABLE t SYNC")
        left = [p for p in (tmp_path / "below").rglob("*") if p.is_file()]
        assert [path.name for path in left if "store" in path.parts] == []


@pytest.mark.parametrize("kind", ["local", "local_blob_storage"])
def test_a_cache_and_the_disk_below_are_one_place(tmp_path: Path, kind: str) -> None:
    """There is nothing to move between them; parts go to other disks from both."""
    disks = {
        "fast": cached("below", tmp_path / "cache", "10Mi"),
        **local(tmp_path, "below", inside=f"<type>{kind}</type>"),
        **local(tmp_path, "other"),
    }
    volumes = [volume(name, name) for name in ("fast", "below", "other")]
    with connected(tmp_path, disks, policy("all", *volumes)) as db:
        db.query(
            "CREATE TABLE t (k UInt64, d DateTime) ENGINE = MergeTree ORDER BY k"
            " TTL d + INTERVAL 1 DAY TO DISK 'below' SETTINGS storage_policy = 'all'"
        )
        db.query("INSERT INTO t SELECT number, '2020-01-01 00:00:00' FROM numbers(100)")
        (first,) = {disk for _, disk in disks_of(db, "t")}
        twin = {"fast": "below", "below": "fast"}[first]
        for statement in (f"MOVE PARTITION tuple() TO DISK '{twin}'",
                          f"MOVE PART 'all_1_1_0' TO VOLUME '{twin}'"):  # fmt: skip
            with pytest.raises(Error, match=f"already on (disk|volume) '{twin}'") as caught:
                db.query(f"ALTER TABLE t {statement}")
            assert caught.value.code == 479
        assert db.query("SELECT sum(k) FROM t").text() == "4950\n"
        for target in ("other", twin):
            db.query(f"ALTER TABLE t MOVE PARTITION tuple() TO DISK '{target}'")
            assert {disk for _, disk in disks_of(db, "t")} == {target}
            assert db.query("SELECT sum(k) FROM t").text() == "4950\n"


def test_a_broken_cache_is_passed_by(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    with opened(tmp_path) as db:
        db.query(TABLE)
        db.query("INSERT INTO t SELECT number, 'x' FROM numbers(100)")
        assert db.query("SELECT sum(k) FROM t").text() == "4950\n"
        assert db.query("SELECT count() FROM system.filesystem_cache").text() == "0\n"


@pytest.mark.requirement("MT.CacheDisk.MaxSize")
def test_a_small_cache_stays_small_while_queries_run(tmp_path: Path) -> None:
    with opened(tmp_path, "64Ki") as db:
        db.query(TABLE)
        db.query("INSERT INTO t SELECT number, hex(cityHash64(number)) FROM numbers(50000)")
        most, done = [0], threading.Event()

        def watch() -> None:
            while not done.is_set():
                most[0] = max(most[0], used(tmp_path / "cache"))

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            first = db.query("SELECT uniqExact(v), sum(k) FROM t").text()
            assert db.query("SELECT uniqExact(v), sum(k) FROM t").text() == first
        finally:
            done.set()
            watcher.join()
        assert 0 < most[0] <= 64 << 10


@pytest.mark.requirement("MT.CacheDisk.MaxSize", "MT.CacheDisk.Disk", "MT.CacheDisk.Path")
@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (
            "<disk>below</disk><path>p/</path><max_size>10Xi</max_size>",
            "expected 'eof' before: 'Xi'",
        ),
        ("<disk>below</disk><path>p/</path><max_size>0</max_size>", "non-zero size"),
        ("<disk>zz</disk><path>p/</path><max_size>1Mi</max_size>", "there is no such disk"),
        ("<disk>below</disk><max_size>1Mi</max_size>", "requires non-empty `path` field"),
    ],
)
def test_wrong_declarations_are_refused(tmp_path: Path, inside: str, message: str) -> None:
    disks = {"fast": f"<type>cache</type>{inside}", **local(tmp_path, "below")}
    with pytest.raises(Error, match=message):
        connected(tmp_path, disks)


def test_what_is_not_built_is_said(tmp_path: Path) -> None:
    more = "<cache_on_write_operations>1</cache_on_write_operations>"
    with opened(tmp_path, more=more) as db, pytest.raises(Error, match="NOT_IMPLEMENTED"):
        db.query(TABLE)
