"""Structured Streaming: `writeStream` and `readStream` of tables."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.streaming.query import StreamingQuery

import sparktree

SCRIPT = Path(__file__).with_name("streaming_session.py")
NUMBERS = "SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def db(folder: Path) -> Iterator[sparktree.Engine]:
    with sparktree.connect(folder) as engine:
        yield engine


@pytest.fixture(scope="module")
def spark(db: sparktree.Engine) -> SparkSession:
    session = db.services.spark.session()
    assert sparktree.register(session) == []
    return session


def files(source: Path, *batches: list[int]) -> None:
    source.mkdir(exist_ok=True)
    there = len(list(source.iterdir()))
    for number, batch in enumerate(batches, there):
        rows = "".join(f'{{"a": {value}}}\n' for value in batch)
        file = source / f"{number}.json"
        file.write_text(rows)
        moment = time.time() - 1000 + number  # Spark takes the oldest first
        os.utime(file, (moment, moment))


def write(
    spark: SparkSession, source: Path, checkpoint: Path, folder: Path, table: str, mode: str
) -> StreamingQuery:
    rows = spark.readStream.schema("a long").option("maxFilesPerTrigger", 1).json(str(source))
    if mode == "complete":
        rows = rows.groupBy((rows.a % 2).alias("a")).count().withColumnRenamed("count", "n")
    writer = rows.writeStream.format("sparktree").outputMode(mode).trigger(availableNow=True)
    writer = writer.options(table=table, checkpointLocation=str(checkpoint))
    query = writer.start(str(folder))
    query.awaitTermination()
    return query


def temporary(folder: Path) -> list[str]:
    return [path.name for path in folder.glob("store/*/tmp_*")]


def test_epochs_are_written_once(
    db: sparktree.Engine, spark: SparkSession, folder: Path, tmp_path: Path
) -> None:
    db.query("CREATE TABLE w (a Int64) ENGINE = MergeTree ORDER BY a")
    db.query("CREATE TABLE sums (s Int64) ENGINE = MergeTree ORDER BY s")
    db.query("CREATE MATERIALIZED VIEW v TO sums AS SELECT sum(a) AS s FROM w")
    source, checkpoint = tmp_path / "in", tmp_path / "checkpoint"
    files(source, [1, 2], [3])
    write(spark, source, checkpoint, folder, "w", "append")
    assert db.query("SELECT count(), sum(a) FROM w").text() == "3\t6\n"
    assert db.query("SELECT sum(s) FROM sums").text() == "6\n"
    # Spark did not get as far as to note that the last epoch is done: it comes again.
    for note in [checkpoint / "commits" / "1", checkpoint / "commits" / ".1.crc"]:
        note.unlink()
    files(source, [4])
    write(spark, source, checkpoint, folder, "w", "append")
    assert db.query("SELECT count(), sum(a) FROM w").text() == "4\t10\n"
    assert db.query("SELECT sum(s) FROM sums").text() == "10\n"
    # Another checkpoint is another query, to which the files are new.
    write(spark, source, tmp_path / "other", folder, "w", "append")
    assert db.query("SELECT count() FROM w").text() == "8\n"
    assert temporary(folder) == []
    assert len(db.services.catalog.owners.all()) == 1


def test_complete_replaces_all(
    db: sparktree.Engine, spark: SparkSession, folder: Path, tmp_path: Path
) -> None:
    db.query("CREATE TABLE c (a Int64, n Int64) ENGINE = MergeTree ORDER BY a PARTITION BY a")
    source = tmp_path / "in"
    spark.conf.set("spark.sql.shuffle.partitions", "1")
    files(source, [1, 2, 3], [5])
    write(spark, source, tmp_path / "checkpoint", folder, "c", "complete")
    assert db.query("SELECT a, n FROM c ORDER BY a").text() == "0\t1\n1\t3\n"


def test_bad_columns_are_told(
    db: sparktree.Engine, spark: SparkSession, folder: Path, tmp_path: Path
) -> None:
    db.query("CREATE TABLE bad (b Int64) ENGINE = MergeTree ORDER BY b")
    files(tmp_path / "in", [1])
    with pytest.raises(PySparkException, match="No such column a"):
        write(spark, tmp_path / "in", tmp_path / "checkpoint", folder, "bad", "append")
    assert temporary(folder) == []
    assert len(db.services.catalog.owners.all()) == 1


def read(
    spark: SparkSession, folder: Path, checkpoint: Path, out: Path, options: dict[str, str]
) -> list[int]:
    """All rows that came out of a stream over the table r, over all of its runs."""
    stream = spark.readStream.format("sparktree").options(table="r", **options).load(str(folder))
    writer = stream.select("a").writeStream.format("parquet").trigger(availableNow=True)
    query = writer.option("checkpointLocation", str(checkpoint)).start(str(out))
    query.awaitTermination()
    return sorted(row.a for row in spark.read.parquet(str(out)).collect())


def test_new_rows_are_read_once_however_parts_are_merged(
    db: sparktree.Engine, spark: SparkSession, folder: Path, tmp_path: Path
) -> None:
    db.query(f"CREATE TABLE r (a Int64, k UInt8) ENGINE = MergeTree ORDER BY a {NUMBERS}")
    places = tmp_path / "checkpoint", tmp_path / "out"
    db.query("INSERT INTO r SELECT number, 1 FROM numbers(3)")
    db.query("INSERT INTO r VALUES (3, 1)")
    assert read(spark, folder, *places, {}) == [0, 1, 2, 3]
    # What was read is merged with what was not.
    db.query("INSERT INTO r VALUES (4, 1), (5, 2)")
    db.query("OPTIMIZE TABLE r FINAL")
    db.query("INSERT INTO r VALUES (6, 1)")
    assert read(spark, folder, *places, {}) == [0, 1, 2, 3, 4, 5, 6]
    db.query("ALTER TABLE r UPDATE k = 3 WHERE 1 SETTINGS mutations_sync = 2")
    db.query("OPTIMIZE TABLE r FINAL")
    assert read(spark, folder, *places, {}) == [0, 1, 2, 3, 4, 5, 6]
    latest = tmp_path / "checkpoint2", tmp_path / "out2"
    options = {"startingOffsets": "latest", "where": "a != 8", "columns": "a"}
    assert read(spark, folder, *latest, options) == []
    db.query("INSERT INTO r VALUES (7, 1), (8, 1)")
    assert read(spark, folder, *latest, options) == [7]
    db.query("DROP TABLE r SYNC")
    db.query(f"CREATE TABLE r (a Int64, k UInt8) ENGINE = MergeTree ORDER BY a {NUMBERS}")
    with pytest.raises(PySparkException, match="The checkpoint is of another table"):
        read(spark, folder, *places, {})


def test_a_stream_waits_for_blocks_that_are_on_their_way(db: sparktree.Engine) -> None:
    from sparktree.catalog.records import NewPart

    db.query("CREATE TABLE wait (a Int64) ENGINE = MergeTree ORDER BY a")
    db.query("INSERT INTO wait VALUES (1)")
    parts = db.services.catalog.parts
    table = db.services.catalog.tables.get("default", "wait").uuid
    assert parts.settled_block(table) == 1
    waiting = parts.allocate(table, [NewPart("all")])
    db.query("INSERT INTO wait VALUES (2)")
    assert parts.settled_block(table) == 1
    parts.abort(waiting)
    assert parts.settled_block(table) == 3
    db.query("OPTIMIZE TABLE wait FINAL")
    assert parts.settled_block(table) == 3


def test_a_table_that_cannot_be_streamed_says_so(
    db: sparktree.Engine, spark: SparkSession, folder: Path, tmp_path: Path
) -> None:
    db.query("CREATE OR REPLACE TABLE r (a Int64) ENGINE = MergeTree ORDER BY a")
    with pytest.raises(PySparkException, match="MODIFY SETTING enable_block_number_column = 1"):
        read(spark, folder, tmp_path / "checkpoint", tmp_path / "out", {})


def _run(folder: Path, source: Path, checkpoint: Path, fault: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(SCRIPT.parents[2] / "src")}
    environment["SPARKTREE_FAULT_POINT"] = fault
    command = [sys.executable, str(SCRIPT), str(folder), str(source), str(checkpoint)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
def test_crashes_in_the_middle_of_an_epoch(tmp_path: Path) -> None:
    folder, source, checkpoint = tmp_path / "data", tmp_path / "in", tmp_path / "checkpoint"
    with sparktree.connect(folder) as db:
        db.query("CREATE TABLE t (a Int64) ENGINE = MergeTree ORDER BY a")
    files(source, [1, 2], [3])
    for fault, rows in (("insert_before_commit", "0\n"), ("insert_after_commit", "2\n")):
        assert _run(folder, source, checkpoint, fault) == "failed\n"
        with sparktree.connect(folder) as db:  # what the dead left is removed
            assert db.query("SELECT count() FROM t").text() == rows
        assert temporary(folder) == []
    assert _run(folder, source, checkpoint, "") == "ended\n"
    with sparktree.connect(folder) as db:
        assert (
            db.query("SELECT groupArray(a) FROM (SELECT a FROM t ORDER BY a)").text() == "[1,2,3]\n"
        )
