"""Writes that cannot be finished: nothing is left, whoever dies, and nobody else's file is lost."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sparktree
from sparktree.stores.addresses import s3_store
from sparktree.stores.endpoints import Endpoint
from sparktree.stores.signing import Credentials
from sparktree.stores.store import Staged
from tests.partitions.running import eventually
from tests.stores.servers import DROP, KEY, SECRET, Asked, Bucket, proxied, started
from tests.stores.test_hive_writing import open_uploads

pytestmark = [
    pytest.mark.requirement("RQ.HivePartitioning.Writes.WriteFail"),
    pytest.mark.requirement("RQ.HivePartitioning.Writes.WriteFail#1"),
]
ROOT = Path(__file__).resolve().parents[2]
LARGE = "SELECT number % 2, repeat('x', 1000) FROM numbers(20000)"  # two parts for each of two


def error_of(db: sparktree.Engine, query: str) -> sparktree.Error:
    with pytest.raises(sparktree.Error) as caught:
        db.query(query)
    return caught.value


def create(db: sparktree.Engine, bucket: Bucket) -> None:
    args = bucket.args("t", "'CSV'", "partition_strategy = 'hive'")
    db.query(f"CREATE TABLE t (d Int32, s String) ENGINE = S3({args}) PARTITION BY d")
    db.query("INSERT INTO t VALUES (1, 'before')")


def counted(
    step: str, number: int, then: Callable[[], int | None]
) -> Callable[[Asked], int | None]:
    """What a proxy does: from the request of that number on, of those for one step, something
    else. The steps of an upload are `begin`, `part` and `complete`."""
    lock, seen = threading.Lock(), [0]

    def refuse(asked: Asked) -> int | None:
        kind = {"POST": "begin" if "uploads" in asked.query else "complete", "PUT": "part"}
        if kind.get(asked.method) != step:
            return None
        with lock:
            seen[0] += 1
            return then() if seen[0] >= number else None

    return refuse


@pytest.mark.parametrize("how", [403, DROP])
@pytest.mark.parametrize("number", [2, 4])
def test_uploads_of_several_parts(
    engine: sparktree.Engine, bucket: Bucket, number: int, how: int
) -> None:
    create(engine, bucket)
    before = bucket.objects()
    bucket.refuse = counted("part", number, lambda: how)
    assert error_of(engine, f"INSERT INTO t {LARGE}").name == "S3_ERROR"
    bucket.refuse = None
    assert bucket.objects() == before and open_uploads(bucket) == 0
    engine.query(f"INSERT INTO t {LARGE}")
    assert engine.query("SELECT count(), sum(length(s)) FROM t").text() == "20001\t20000006\n"


def workers() -> Iterator[int]:
    """The processes in which Spark runs the tasks of this process."""
    parents, daemons = {}, set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            told = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        parents[int(entry.name)] = int(told[1])
        if b"sparktree.spark.daemon" in command:
            daemons.add(int(entry.name))
    for process in daemons:
        above = parents[process]
        is_worker = above in daemons
        while above not in (0, 1, os.getpid()):
            above = parents.get(above, 0)
        if is_worker and above == os.getpid():
            yield process


@contextmanager
def small_files() -> Iterator[None]:
    """The tasks' processes, of which there are some by now, can write no large file."""
    limited = list(workers())
    assert limited
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    for process in limited:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (1 << 20, hard))
    try:
        yield
    finally:
        for process in set(limited) & set(workers()):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))


def kill_workers(killed: list[int], times: int) -> None:
    """Kill the tasks' processes, unless so many are killed already."""
    for process in workers() if len(killed) < times else ():
        killed.append(process)
        os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("times", [1, 1000])
def test_killed_tasks_leave_nothing(engine: sparktree.Engine, bucket: Bucket, times: int) -> None:
    create(engine, bucket)
    before = bucket.objects()
    killed: list[int] = []
    bucket.refuse = counted("part", 3, lambda: kill_workers(killed, times))
    if times == 1:  # Spark runs the task again: nothing is lost, nothing comes twice
        engine.query(f"INSERT INTO t {LARGE}")
        assert engine.query("SELECT count(), sum(length(s)) FROM t").text() == "20001\t20000006\n"
    else:
        error_of(engine, f"INSERT INTO t {LARGE}")
        assert bucket.objects() == before
    bucket.refuse = None
    assert killed
    assert open_uploads(bucket) == 0
    engine.query("INSERT INTO t VALUES (9, 'after')")
    assert engine.query("SELECT s FROM t WHERE s IN ('before', 'after') ORDER BY d").text() == (
        "before\nafter\n"
    )


@pytest.mark.parametrize("times", [1, 1000])
def test_killed_tasks_of_a_file_that_is_named(
    engine: sparktree.Engine, bucket: Bucket, times: int
) -> None:
    """Its key does not tell whose upload it is: others' uploads stay, the own one goes."""
    function = f"s3({bucket.args('one.csv', chr(39) + 'CSV' + chr(39))}, 'd Int32, s String')"
    store, key = s3_store(f"{bucket.url}/one.csv", Endpoint(credentials=Credentials(KEY, SECRET)))
    others = store.begin(key)
    killed: list[int] = []
    bucket.refuse = counted("part", 2, lambda: kill_workers(killed, times))
    statement = f"INSERT INTO FUNCTION {function} {LARGE}"
    if times == 1:
        engine.query(statement)
        query = f"SELECT count(), sum(length(s)) FROM {function}"
        assert engine.query(query).text() == "20000\t20000000\n"
    else:
        error_of(engine, statement)
        assert bucket.objects() == []
    bucket.refuse = None
    assert killed and open_uploads(bucket) == 1
    store.withdraw(Staged(key, others), shown=False)
    assert open_uploads(bucket) == 0


@pytest.mark.parametrize("times", [1, 1000])
def test_killed_tasks_of_files_that_are_named_by_their_partition(
    engine: sparktree.Engine, bucket: Bucket, times: int
) -> None:
    """Their keys do not tell whose uploads they are, either."""
    csv = "'CSV', 'd Int32, s String'"
    function = f"s3({bucket.args('p/{_partition_id}/f.csv', csv)})"
    store, key = s3_store(f"{bucket.url}/p/0/f.csv", Endpoint(credentials=Credentials(KEY, SECRET)))
    others = store.begin(key)
    killed: list[int] = []
    bucket.refuse = counted("part", 2, lambda: kill_workers(killed, times))
    statement = f"INSERT INTO FUNCTION {function} PARTITION BY d {LARGE}"
    if times == 1:
        engine.query(statement)
        read = f"s3({bucket.args('p/*/f.csv', csv)})"
        query = f"SELECT count(), sum(length(s)), uniq(_path) FROM {read}"
        assert engine.query(query).text() == "20000\t20000000\t2\n"
    else:
        error_of(engine, statement)
        assert bucket.objects() == []
    bucket.refuse = None
    assert killed and open_uploads(bucket) == 1
    store.withdraw(Staged(key, others), shown=False)
    assert open_uploads(bucket) == 0


def test_a_server_that_begins_nothing(engine: sparktree.Engine, bucket: Bucket) -> None:
    csv = "'CSV', 'd Int32, s String'"
    function = f"s3({bucket.args('p/{_partition_id}.csv', csv)})"
    bucket.refuse = counted("begin", 3, lambda: 403)
    statement = f"INSERT INTO FUNCTION {function} PARTITION BY d SELECT number, 'x' FROM numbers(5)"
    assert error_of(engine, statement).name == "S3_ERROR"
    bucket.refuse = None
    assert bucket.objects() == [] and open_uploads(bucket) == 0
    engine.query(statement)
    assert len(bucket.objects()) == 5 and open_uploads(bucket) == 0


def test_killed_tasks_leave_no_hidden_folders(engine: sparktree.Engine, tmp_path: Path) -> None:
    """Local files that are named by their partition are made beside the folders of each."""
    path = tmp_path / "out" / "{_partition_id}" / "f.csv"
    function = f"file('{path}', 'CSV', 'd Int32, s String')"
    earlier = function.replace("/out/", "/earlier/")
    engine.query(f"INSERT INTO FUNCTION {earlier} PARTITION BY d {LARGE}")
    with small_files():
        error_of(engine, f"INSERT INTO FUNCTION {function} PARTITION BY d {LARGE}")
    assert [one for one in (tmp_path / "out").rglob("*") if one.is_file()] == []


def test_a_killed_driver(engine: sparktree.Engine, bucket: Bucket, tmp_path: Path) -> None:
    create(engine, bucket)
    before = bucket.objects()
    args = bucket.args("t", "'CSV'", "'d Int32, s String'", "partition_strategy = 'hive'")
    statement = f"INSERT INTO FUNCTION s3({args}) PARTITION BY d {LARGE}"
    program = "import sys, sparktree; sparktree.connect(sys.argv[1]).query(sys.argv[2])"
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "other"), statement],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    bucket.refuse = counted("part", 4, lambda: process.kill() or DROP)  # type: ignore[func-returns-value]
    try:
        assert process.wait(180) == -signal.SIGKILL
    finally:
        process.kill()
    bucket.refuse = None
    assert bucket.objects() == before
    assert engine.query("SELECT s FROM t").text() == "before\n"


@contextmanager
def own_server(folder: Path) -> Iterator[tuple[Bucket, subprocess.Popen[bytes]]]:
    with started(folder) as (port, process), proxied(port, folder, "own") as bucket:
        yield bucket, process


@pytest.mark.parametrize("step", ["part", "complete"])
def test_a_server_that_dies(engine: sparktree.Engine, tmp_path: Path, step: str) -> None:
    with own_server(tmp_path) as (bucket, process):
        create(engine, bucket)
        before = bucket.objects()

        def kill() -> int:
            if step == "complete":  # the two before are on their way at the same time
                eventually(lambda: len(bucket.objects()) >= len(before) + 2)
            process.kill()
            process.wait(10)
            return DROP

        bucket.refuse = counted(step, 3, kill)
        error = error_of(engine, "INSERT INTO t SELECT number, 'x' FROM numbers(6)")
        assert error.name == "S3_ERROR" and SECRET not in str(error)
        shown = [key for key in bucket.objects() if key not in before]
        # What it had shown it can no longer be asked to remove: the error says so.
        assert ("removed again" in error.message) == bool(shown) == (step == "complete")


def test_a_server_whose_disk_is_full(engine: sparktree.Engine, tmp_path: Path) -> None:
    with own_server(tmp_path) as (bucket, process):
        create(engine, bucket)
        before = bucket.objects()
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        error = error_of(
            engine, f"INSERT INTO t SELECT number, 'x' FROM numbers(6) UNION ALL {LARGE}"
        )
        assert error.name == "S3_ERROR"
        assert bucket.objects() == before
        engine.query("INSERT INTO t VALUES (2, 'small')")
        assert engine.query("SELECT s FROM t ORDER BY d").text() == "before\nsmall\n"


def test_a_local_disk_that_is_full(engine: sparktree.Engine, tmp_path: Path) -> None:
    folder = tmp_path / "k=1" / "table=2"  # the names of folders above the table mean nothing
    function = f"file('{folder}', 'CSV', 'd Int32, s String', partition_strategy = 'hive')"
    engine.query(f"INSERT INTO FUNCTION {function} PARTITION BY d VALUES (1, 'before')")
    before = sorted(tmp_path.rglob("*"))
    with small_files():
        rows = f"SELECT number, 'x' FROM numbers(6) UNION ALL {LARGE}"
        error_of(engine, f"INSERT INTO FUNCTION {function} PARTITION BY d {rows}")
    left = [path for path in sorted(tmp_path.rglob("*")) if "data" not in path.parts]
    assert left == [path for path in before if "data" not in path.parts]


def test_files_of_others_stay(engine: sparktree.Engine, bucket: Bucket) -> None:
    structure = "'CSV', 'x Int8'"
    function = f"s3({bucket.args('one.csv', structure)})"

    def somebody_else() -> int:
        bucket.put("one.csv", "7\n")
        return 412

    bucket.refuse = counted("complete", 1, somebody_else)
    error = error_of(engine, f"INSERT INTO FUNCTION {function} SELECT 1")
    bucket.refuse = None
    assert error.name == "FILE_ALREADY_EXISTS"
    assert engine.query(f"SELECT x FROM {function}").text() == "7\n"
    assert open_uploads(bucket) == 0
    # One that could not be replaced stays, too.
    bucket.refuse = counted("complete", 1, lambda: 403)
    replacing = f"INSERT INTO FUNCTION {function} SETTINGS s3_truncate_on_insert = 1 SELECT 2"
    assert error_of(engine, replacing).name == "S3_ERROR"
    bucket.refuse = None
    assert engine.query(f"SELECT x FROM {function}").text() == "7\n"
    engine.query(replacing)
    assert engine.query(f"SELECT x FROM {function}").text() == "2\n"


def test_slow_answers_are_asked_for_again(bucket: Bucket, tmp_path: Path) -> None:
    config = tmp_path / "config.xml"
    config.write_text(
        f"<clickhouse><s3><b><endpoint>{bucket.url}</endpoint><access_key_id>{KEY}</access_key_id>"
        f"<secret_access_key>{SECRET}</secret_access_key>"
        "<request_timeout_ms>300</request_timeout_ms></b></s3></clickhouse>"
    )
    slow, end = threading.Event(), threading.Event()

    def once(_: Asked) -> int | None:
        if not slow.is_set():
            slow.set()
            end.wait(60)
            return DROP
        return None

    with sparktree.connect(str(tmp_path / "data"), config=str(config)) as db:
        create(db, bucket)
        bucket.refuse = lambda asked: once(asked) if asked.method == "PUT" else None
        db.query("INSERT INTO t SELECT number, 'x' FROM numbers(3)")
        end.set()
        assert slow.is_set()
        assert db.query("SELECT count() FROM t").text() == "4\n"
    assert open_uploads(bucket) == 0
