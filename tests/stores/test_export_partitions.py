"""EXPORT PARTITION: commit files, retries, KILL, history, CHECK EXPORT."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import sparktree
from sparktree.engines.storage.faults import held
from tests.oracle import Oracle
from tests.stores.exporting import ALLOWED, destination, error_of, one, parts, rows
from tests.stores.servers import Asked, Bucket

COLUMNS = "p UInt8, k UInt64, v Nullable(String)"
HISTORY = "SELECT partition_id, status, rows, length(files), retries FROM system.partition_exports"


def filled(db: sparktree.Engine, bucket: Bucket) -> None:
    """Two partitions of two parts each, and a destination."""
    db.query(f"CREATE TABLE s ({COLUMNS}) ENGINE = MergeTree PARTITION BY p ORDER BY k")
    db.query("SYSTEM STOP MERGES s")
    for begin in (0, 100):
        db.query(
            f"INSERT INTO s SELECT number % 2, number + {begin}, if(number = 5, NULL, 'x')"
            " FROM numbers(20)"
        )
    destination(db, bucket, COLUMNS, "PARTITION BY p")


def export_partition(db: sparktree.Engine, what: str, **settings: object) -> None:
    """Export, and wait for the end."""
    db.query(f"ALTER TABLE s EXPORT PARTITION {what} TO TABLE d", settings={**ALLOWED, **settings})
    end(db)


def end(db: sparktree.Engine) -> None:
    """Until no partition is being exported."""
    for running in list(db.services.exports.of_partitions.values()):
        assert running.closed.wait(30), rows(db, HISTORY)


def data_files(bucket: Bucket) -> list[str]:
    return [key for key in bucket.objects("d/") if key.endswith(".parquet")]


def commits(bucket: Bucket) -> list[str]:
    return [key for key in bucket.objects("d/") if key.endswith(".json")]


def test_a_commit_names_the_files_of_a_partition(
    engine: sparktree.Engine, bucket: Bucket, oracle: Oracle
) -> None:
    filled(engine, bucket)
    export_partition(engine, "ID '1'")
    (commit,) = commits(bucket)
    told = json.loads((bucket.folder / commit).read_text())
    assert told["rows"] == 20 and told["partition_id"] == "1" and told["source"] == "default.s"
    assert [one_["key"] for one_ in told["files"]] == data_files(bucket)
    # The hashes are such as ClickHouse itself computes.
    for file in told["files"]:
        query = (
            f"SELECT count(), sum(cityHash64(toString(tuple({', '.join(told['columns'])})))) FROM"
            f" file('{bucket.folder / file['key']}', 'Parquet', 'k UInt64, v Nullable(String)')"
        )
        assert oracle.text(query).split() == [str(file["rows"]), str(file["hash"])]
    assert rows(engine, HISTORY) == [["1", "Completed", "20", "2", "0"]]
    # Once is enough.
    again = error_of(engine, "ALTER TABLE s EXPORT PARTITION ID '1' TO TABLE d")
    assert again.name == "BAD_ARGUMENTS" and "already exported" in str(again)
    assert (
        error_of(engine, "ALTER TABLE s EXPORT PARTITION ID '9' TO TABLE d").name == "BAD_ARGUMENTS"
    )
    # ALL is refused as long as one of them was exported, and then replaces everything.
    assert error_of(engine, "ALTER TABLE s EXPORT PARTITION ALL TO TABLE d").name == "BAD_ARGUMENTS"
    engine.query("SYSTEM START MERGES s")
    engine.query("OPTIMIZE TABLE s FINAL")
    export_partition(engine, "ALL", export_merge_tree_partition_force_export=1)
    assert len(data_files(bucket)) == 2 and len(commits(bucket)) == 2
    assert rows(engine, f"{HISTORY} ORDER BY 1") == [
        ["0", "Completed", "20", "1", "0"], ["1", "Completed", "20", "1", "0"],
    ]  # fmt: skip
    query = "SELECT p, count(), sum(k), count(v) FROM {} GROUP BY p ORDER BY p"
    assert rows(engine, query.format("d")) == rows(engine, query.format("s"))
    # The destination is read back.
    check = "CHECK EXPORT s TO TABLE d"
    passed = rows(engine, check)
    assert [(row[0], row[3], row[4], row[5]) for row in passed] == [
        ("0", "20", "1", ""), ("1", "20", "1", ""),
    ]  # fmt: skip
    first, second = data_files(bucket)
    (bucket.folder / first).unlink()
    (bucket.folder / second).unlink()
    key = second.rpartition("/")[2]
    engine.query(
        f"INSERT INTO FUNCTION s3({bucket.args(f'd/p=1/{key}', chr(39) + 'Parquet' + chr(39))})"
        " SELECT number AS k, CAST('y', 'Nullable(String)') AS v FROM numbers(20)"
    )
    found = [(row[0], row[4], row[5]) for row in rows(engine, check)]
    assert found == [
        ("0", "0", "The file is missing"), ("1", "0", "The file has other rows than the part had"),
    ]  # fmt: skip
    assert len(rows(engine, f"{check} PARTITION ID '1'")) == 1
    assert rows(engine, "CHECK EXPORT d TO TABLE d") == []


def test_failures_are_tried_again_and_leave_nothing(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    filled(engine, bucket)
    refused: list[str] = []

    def once(asked: Asked) -> int | None:
        if asked.method == "PUT" and asked.path not in refused:
            refused.append(asked.path)
            return 403
        return None

    bucket.refuse = once
    export_partition(engine, "0")
    # Two parts and the commit.
    assert rows(engine, HISTORY) == [["0", "Completed", "20", "2", "3"]]
    # One part cannot be exported at all: the other's file goes too.
    bad = parts(engine)[-1]
    bucket.refuse = lambda asked: 403 if asked.method == "PUT" and bad in asked.path else None
    export_partition(engine, "1", export_merge_tree_partition_max_retries=1)
    assert [row[:2] for row in rows(engine, f"{HISTORY} ORDER BY 1")] == [
        ["0", "Completed"], ["1", "Failed"],
    ]  # fmt: skip
    assert len(data_files(bucket)) == 2 and len(commits(bucket)) == 1
    exception = "SELECT exception FROM system.partition_exports WHERE status = 'Failed'"
    assert "S3_ERROR" in one(engine, exception)
    bucket.refuse = None
    export_partition(engine, "1")
    assert rows(engine, "SELECT count() FROM d") == [["40"]]


def test_a_partition_that_is_being_exported_can_be_stopped(
    engine: sparktree.Engine, bucket: Bucket
) -> None:
    filled(engine, bucket)
    statement = "ALTER TABLE s EXPORT PARTITION 1 TO TABLE d"
    with held("export_after_write") as point:
        engine.query(statement, settings=ALLOWED)
        assert point.reached.wait(60)
        assert error_of(engine, statement).name == "ABORTED"
        kill = "KILL EXPORT PARTITION WHERE partition_id = '1'"
        wanted = ["default", "s", "default", "d", "1"]
        assert rows(engine, f"{kill} TEST") == [["unknown_status", *wanted]]
        (running,) = engine.services.exports.of_partitions.values()
        running.kill()
        point.released.set()
    assert rows(engine, kill) == []
    record = engine.services.catalog.tables.get("default", "s")
    assert engine.services.background.wait_idle(record.uuid, 60)
    assert rows(engine, "SELECT status FROM system.partition_exports") == [["Cancelled"]]
    assert bucket.objects("d/") == []
    export_partition(engine, "1")
    assert rows(engine, "SELECT count() FROM d") == [["20"]]


VICTIM = """
import sys, sparktree
db = sparktree.connect(sys.argv[1])
db.query("SET allow_experimental_export_merge_tree_part = 1")
db.query("ALTER TABLE s EXPORT PARTITION ALL TO TABLE d")
db.wait_for_exports()
"""
# The parts are gone when the next process looks.
LOSER = """
import os, signal, sys, sparktree
db = sparktree.connect(sys.argv[1])
db.query("SET allow_experimental_export_merge_tree_part = 1")
db.query("SYSTEM STOP MOVES s")
db.query("ALTER TABLE s EXPORT PARTITION ALL TO TABLE d")
db.query("ALTER TABLE s DROP PARTITION 0")
os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(program: str, folder: str, point: str = "") -> None:
    """A process that ends by a signal."""
    environment = {**os.environ, "SPARKTREE_FAULT_POINT": point}
    command = [sys.executable, "-c", program, folder]
    done = subprocess.run(command, env=environment, timeout=120, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


def test_an_export_goes_on_after_its_process_has_died(tmp_path: Path, bucket: Bucket) -> None:
    folder = str(tmp_path / "data")
    with sparktree.connect(folder) as db:
        filled(db, bucket)
        export_partition(db, "1")
    before = bucket.objects("d/")
    with sparktree.connect(folder) as db:
        assert rows(db, HISTORY) == [["1", "Completed", "20", "2", "0"]]
        db.query("DROP TABLE d SYNC")
        destination(db, bucket, COLUMNS, "PARTITION BY p", name="d")
    for key in before:
        (bucket.folder / key).unlink()
    killed(VICTIM, folder, "export_partition_before_commit")
    assert commits(bucket) == []
    with sparktree.connect(folder) as db:
        assert idle(db) == []
        assert statuses(db) == ["Completed", "Completed", "Completed"]
        assert len(data_files(bucket)) == 4 and len(commits(bucket)) == 2
        query = "SELECT p, count(), sum(k), count(v) FROM {} GROUP BY p ORDER BY p"
        assert rows(db, query.format("d")) == rows(db, query.format("s"))
        check = "CHECK EXPORT s TO TABLE d"
        assert [row[4] for row in rows(db, check)] == ["1", "1", "1", "1"]
        db.query("DROP TABLE d SYNC")
        destination(db, bucket, COLUMNS, "PARTITION BY p", name="d")
    # One of the partitions is dropped meanwhile: only the other one can go on.
    for key in bucket.objects("d/"):
        (bucket.folder / key).unlink()
    killed(LOSER, folder)
    with sparktree.connect(folder) as db:
        (failure,) = idle(db)
        assert "No such data part" in failure and "has died" in failure
        assert statuses(db)[-2:] == ["Failed", "Completed"]
        assert rows(db, "SELECT p, count() FROM d GROUP BY p") == [["1", "20"]]
        assert len(data_files(bucket)) == 2 and len(commits(bucket)) == 1


def idle(db: sparktree.Engine) -> list[str]:
    """What failed, after the sweep that comes with the start and all that it went on with."""
    uuid = db.services.catalog.tables.get("default", "s").uuid
    assert db.services.background.wait_idle(uuid, 60)
    return db.wait_for_exports()


def statuses(db: sparktree.Engine) -> list[str]:
    query = "SELECT status FROM system.partition_exports ORDER BY create_time, partition_id"
    return [row[0] for row in rows(db, query)]
