"""EXPORT PART when things go wrong: nothing is left behind, and others go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import sparktree
from sparktree.engines.export.leftovers import UNFINISHED
from tests.stores.exporting import (
    ALLOWED,
    counted,
    destination,
    error_of,
    export,
    failures,
    one,
    parts,
    rows,
    wait,
)
from tests.stores.servers import DROP, LOSE, Asked, Bucket

COLUMNS = "p UInt8, k UInt64, v String"


def filled(db: sparktree.Engine, bucket: Bucket, count: int = 5) -> None:
    """A table s with so many parts, and its destination d."""
    db.query(f"CREATE TABLE s ({COLUMNS}) ENGINE = MergeTree PARTITION BY p ORDER BY k")
    db.query(f"INSERT INTO s SELECT number % {count}, number, hex(number) FROM numbers(100)")
    destination(db, bucket, COLUMNS, "PARTITION BY p")


def uploads(bucket: Bucket) -> int:
    """How many uploads were begun and neither completed nor aborted."""
    begun = sum(a.method == "POST" and "uploads" in a.query for a in bucket.asked)
    done = {a.query["uploadId"] for a in bucket.asked if _ends_an_upload(a)}
    return begun - len(done)


def _ends_an_upload(asked: Asked) -> bool:
    return "uploadId" in asked.query and asked.method in ("POST", "DELETE")


def notes(db: sparktree.Engine) -> int:
    """What the catalog keeps of exports."""
    return len(db.services.catalog.objects.all(UNFINISHED))


def is_put(asked: Asked) -> bool:
    return asked.method == "PUT"


def is_completion(asked: Asked) -> bool:
    return asked.method == "POST" and "uploadId" in asked.query


def is_begin(asked: Asked) -> bool:
    return asked.method == "POST" and "uploads" in asked.query


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.FailureHandling")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.FailureHandling#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.FailureHandling#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.FailureHandling#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.GracefulFailure")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.GracefulFailure#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.GracefulFailure#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.AutomaticCleanup")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.AutomaticCleanup#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.AutomaticCleanup#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.AutomaticCleanup#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.AutomaticCleanup#5")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Idempotency#4")
@pytest.mark.parametrize(
    ("refused", "how"),
    [(is_begin, 403), (is_put, 403), (is_put, DROP), (is_completion, 403), (is_completion, LOSE)],
)
def test_a_store_that_refuses_gets_nothing(
    engine: sparktree.Engine, bucket: Bucket, refused: Callable[[Asked], bool], how: int
) -> None:
    filled(engine, bucket, 1)
    hashes = "SELECT sum(cityHash64(*)) FROM {}"
    before = one(engine, hashes.format("s"))
    bucket.refuse = lambda asked: how if refused(asked) else None
    export(engine)
    assert bucket.objects() == [] and notes(engine) == 0
    if refused is not is_begin:
        assert uploads(bucket) == 0
    (error,) = failures(engine)
    assert "S3_ERROR" in error and counted(engine) == [0, 1, 0]
    assert rows(engine, "SELECT status, exception != '' FROM system.exports") == [["Failed", "1"]]
    assert one(engine, "SELECT value FROM system.metrics WHERE metric = 'Export'") == "0"
    # Exactly one attempt: nothing happens by itself when the store is well again.
    bucket.refuse = None
    wait(engine)
    assert bucket.objects() == [] and len(failures(engine)) == 1
    export(engine)
    assert len(bucket.objects()) == 1 and counted(engine) == [1, 1, 0] and notes(engine) == 0
    assert one(engine, hashes.format("s")) == one(engine, hashes.format("d")) == before
    assert one(engine, "CHECK TABLE s SETTINGS check_query_single_value_result = 1") == "1"


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.GracefulFailure#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.GracefulFailure#4")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.ErrorRecovery.AutomaticCleanup#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.PartTypes")
def test_one_of_several_fails_and_the_others_do_not(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    filled(engine, bucket)
    path = Path(one(engine, "SELECT path FROM system.parts WHERE partition = '0'"))
    damaged = max(path.glob("*.parquet"), key=lambda file: file.stat().st_size)
    data = bytearray(damaged.read_bytes())
    data[len(data) // 3] ^= 255
    damaged.write_bytes(data)
    bucket.refuse = lambda asked: 403 if "/p=1/" in asked.path and is_put(asked) else None
    export(engine)
    found = sorted({key.split("/")[1] for key in bucket.objects()})
    assert found == ["p=2", "p=3", "p=4"] and counted(engine) == [3, 2, 0]
    assert sorted("S3_ERROR" in text for text in failures(engine)) == [False, True]
    assert any("CHECKSUM_DOESNT_MATCH" in text or "Checksum" in text for text in failures(engine))
    bucket.refuse = None
    # A hundred failures: the engine answers, and holds no more files or memory than before.
    bucket.refuse = lambda asked: 403 if asked.method == "POST" else None
    names = [name for name in parts(engine) if name.startswith("1_")]
    for number in range(8):
        destination(engine, bucket, COLUMNS, "PARTITION BY p", name=f"d{number}")
    for turn in range(12):
        for number in range(8):
            statement = f"ALTER TABLE s EXPORT PART '{names[0]}' TO TABLE d{number}"
            engine.query(statement, settings=ALLOWED)
        wait(engine)
        if turn == 5:  # the threads of the pool have their connections by now
            before, memory = len(os.listdir("/proc/self/fd")), resident()
    assert counted(engine) == [3, 98, 0]
    assert len(os.listdir("/proc/self/fd")) <= before + 4
    assert resident() < memory + (64 << 20)
    engine.query("INSERT INTO s VALUES (9, 9, 'nine')")
    assert one(engine, "SELECT v FROM s WHERE p = 9") == "nine"
    bucket.refuse = None
    export(engine, names)
    assert counted(engine) == [4, 98, 0]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Idempotency")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Idempotency#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Idempotency#2")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Settings.OverwriteFile")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Events#3")
def test_a_file_that_is_there_already(engine: sparktree.Engine, bucket: Bucket) -> None:
    filled(engine, bucket, 1)
    export(engine)
    (key,) = bucket.objects()
    before = (bucket.folder / key).stat().st_mtime_ns
    export(engine)
    assert (bucket.folder / key).stat().st_mtime_ns == before
    assert counted(engine) == [1, 1, 1] and "already exists" in failures(engine)[0]
    export(engine, export_merge_tree_part_overwrite_file_if_exists=1)
    assert bucket.objects() == [key] and counted(engine) == [2, 1, 1]
    assert (bucket.folder / key).stat().st_mtime_ns != before
    # A failing overwrite leaves the file that is there.
    kept = (bucket.folder / key).read_bytes()
    bucket.refuse = lambda asked: 403 if is_completion(asked) else None
    export(engine, export_merge_tree_part_overwrite_file_if_exists=1)
    bucket.refuse = None
    assert (bucket.folder / key).read_bytes() == kept and uploads(bucket) == 0
    assert rows(engine, "SELECT count(), sum(k) FROM d") == [["100", "4950"]]
    # In other pieces: the old file goes.
    engine.query(
        "CREATE TABLE r AS s ENGINE = MergeTree PARTITION BY p ORDER BY k"
        " SETTINGS index_granularity = 16"
    )
    engine.query("INSERT INTO r SELECT * FROM s")
    destination(engine, bucket, COLUMNS, "PARTITION BY p", name="e")
    export(engine, to="e", table="r")
    export(
        engine,
        to="e",
        table="r",
        export_merge_tree_part_overwrite_file_if_exists=1,
        export_merge_tree_part_max_rows_per_file=40,
        export_merge_tree_part_copy_column_chunks=0,  # which are of more rows
    )
    names = [k.rpartition("/")[2].split(".")[1:] for k in bucket.objects("e/")]
    assert names == [["1", "parquet"], ["2", "parquet"], ["3", "parquet"]]
    assert rows(engine, "SELECT count(), sum(k) FROM e") == [["100", "4950"]]
    export(engine, to="e", table="r")
    assert len(bucket.objects("e/")) == 3 and "already exists" in failures(engine)[-1]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Concurrency")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Concurrency#1")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Concurrency#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.Concurrency#7")
def test_many_exports_beside_inserts_merges_mutations_and_drops(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    filled(engine, bucket, 20)
    destination(engine, bucket, COLUMNS, "PARTITION BY p", name="e")
    names = parts(engine)
    wanted = rows(
        engine, "SELECT p, count(), sum(k), sum(cityHash64(v)) FROM s GROUP BY p ORDER BY p"
    )

    def alter(name: str) -> None:
        for to in ("d", "e"):
            engine.query(f"ALTER TABLE s EXPORT PART '{name}' TO TABLE {to}", settings=ALLOWED)

    def disturb() -> None:
        engine.query("INSERT INTO s SELECT number % 20, 1000, 'new' FROM numbers(20)")
        engine.query("ALTER TABLE s UPDATE v = 'changed' WHERE p < 10")
        engine.query("OPTIMIZE TABLE s FINAL")
        engine.query("ALTER TABLE s DROP PARTITION 19")

    with ThreadPoolExecutor(32) as pool:
        list(pool.map(alter, names))
        disturb()
    wait(engine)
    assert failures(engine) == [] and counted(engine) == [40, 0, 0]
    for table in ("d", "e"):
        query = f"SELECT p, count(), sum(k), sum(cityHash64(v)) FROM {table} GROUP BY p ORDER BY p"
        assert rows(engine, query) == wanted
    assert rows(engine, "SELECT uniqExact(id), count() FROM system.exports") == [["40", "40"]]


VICTIM = """
import sys, sparktree
db = sparktree.connect(sys.argv[1])
db.query("SET allow_experimental_export_merge_tree_part = 1")
db.query("ALTER TABLE s EXPORT PART '0_1_1_0' TO TABLE d")
db.services.background.wait_idle(db.services.catalog.tables.get("default", "s").uuid, 60)
"""


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.FailureHandling#3")
@pytest.mark.requirement("RQ.ClickHouse.ExportPart.FailureHandling#5")
@pytest.mark.parametrize("point", ["export_after_write", "export_after_publish"])
def test_a_killed_process_leaves_nothing(tmp_path: Path, bucket: Bucket, point: str) -> None:
    folder = str(tmp_path / "data")
    with sparktree.connect(folder) as db:
        filled(db, bucket, 1)
    environment = {**os.environ, "SPARKTREE_FAULT_POINT": point}
    done = subprocess.run(
        [sys.executable, "-c", VICTIM, folder], env=environment, timeout=120, capture_output=True
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert len(bucket.objects()) == (point == "export_after_publish")
    with sparktree.connect(folder) as db:
        assert one(db, "SELECT count() FROM system.exports") == "0"
        wait(db)
        assert bucket.objects() == [] and uploads(bucket) == 0 and notes(db) == 0
        assert ["died" in text for text in failures(db)] == [True]
        export(db)
        assert len(bucket.objects()) == 1 and counted(db) == [1, 0, 0]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.FailureHandling#5")
def test_a_killed_task_leaves_nothing(tmp_path: Path, bucket: Bucket) -> None:
    folder = str(tmp_path / "data")
    with sparktree.connect(folder) as db:
        filled(db, bucket, 1)
    # Every attempt at the task dies with its worker, in the middle of an upload.
    environment = {**os.environ, "SPARKTREE_FAULT_POINT": "export_task_before_end"}
    told = "print(db.query('SELECT status FROM system.exports').text()); db.close()"
    done = subprocess.run(
        [sys.executable, "-c", VICTIM + told, folder],
        env=environment,
        timeout=120,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "Failed"), done.stderr
    assert bucket.objects() == [] and uploads(bucket) <= 0
    with sparktree.connect(folder) as db:
        assert len(failures(db)) == 1 and notes(db) == 0
        export(db)
        assert rows(db, "SELECT count(), sum(k) FROM d") == [["100", "4950"]]


@pytest.mark.requirement("RQ.ClickHouse.ExportPart.FailureHandling#5")
def test_what_could_not_be_cleaned_up_is_cleaned_up_later(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    filled(engine, bucket, 1)
    aborts = threading.Event()

    def refuse(asked: Asked) -> int | None:
        is_abort = asked.method == "DELETE" or ("uploads" in asked.query and asked.method == "GET")
        if is_completion(asked) or (is_abort and not aborts.is_set()):
            return 403
        return None

    bucket.refuse = refuse
    export(engine)
    assert bucket.objects() == [] and notes(engine) == 1
    aborts.set()
    bucket.refuse = None
    engine.services.background.wake(engine.services.catalog.tables.get("default", "s").uuid)
    end = time.monotonic() + 60  # it is tried again after a pause
    while notes(engine) and time.monotonic() < end:
        wait(engine)
    assert notes(engine) == 0 and uploads(bucket) <= 0
    assert error_of(engine, "ALTER TABLE s EXPORT PART 'x' TO TABLE d").name == "NO_SUCH_DATA_PART"
