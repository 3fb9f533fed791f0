"""EXPORT PART to S3 and to disk against rclone copying the same bytes, and against plain Spark.

`python -m benchmarks.export [--megabytes 2000] [--runs N]`: one Compact part, whose column chunks
are copied, and one Wide part with a column that has to be decoded. rclone copies the part's own
data files to the same place; Spark reads these and writes Hive-partitioned Parquet to local disk.
The memory is that of Python's processes. Every comparison is made in one run.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.common import arguments, best, folder, plain_spark, source, table
from benchmarks.insert import Memory
from tests.stores.exporting import destination, export, failures
from tests.stores.servers import KEY, SECRET, Bucket, find_rclone, served

COLUMNS = "p UInt8, id UInt64, k UInt32, s String, u UInt64, v Float64"
ROW_BYTES = 20  # of a row in a part, about
BIG = 1 << 50


def run() -> None:
    """Both parts."""
    options = arguments(0, megabytes="2000")
    rows = int(options.megabytes) * 1_000_000 // ROW_BYTES
    spark = plain_spark()
    lines = []
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db:
        (path / "s3" / "bucket").mkdir(parents=True)
        with served(path / "s3") as port:
            bucket = Bucket(port, name="bucket", folder=path / "s3" / "bucket")
            for name, limit, extra in (("Compact", BIG, ""), ("Wide", 0, ", t DateTime")):
                fill(spark, db, name, limit, extra, rows)
                lines += measured(spark, db, bucket, name, extra, options.runs)
    header = ("part", "to", "MB", "sparktree, s", "rclone, s", "Spark, s", "to rclone")
    header += ("Spark / ours", "peak, MB")
    table(f"EXPORT PART, the best of {options.runs} runs", header, lines)
    spark.stop()


def fill(spark: Any, db: sparktree.Engine, name: str, limit: int, extra: str, rows: int) -> None:
    """A table with one part."""
    settings = f"min_bytes_for_wide_part = {limit}, max_bytes_to_merge_at_max_space_in_pool = {BIG}"
    db.query(
        f"CREATE TABLE s{name} ({COLUMNS}{extra}) ENGINE = MergeTree PARTITION BY p ORDER BY id"
        f" SETTINGS {settings}"
    )
    wanted = ["1 AS p", "id", "k", "s", "u", "v"] + (["t"] if extra else [])
    db.insert(f"s{name}", source(spark, rows).selectExpr(*wanted))
    db.query(f"OPTIMIZE TABLE s{name} FINAL")


def measured(
    spark: Any, db: sparktree.Engine, bucket: Bucket, name: str, extra: str, runs: int
) -> Iterator[tuple[object, ...]]:
    """For S3 and disk: megabytes, the best seconds of each way, how they compare, and memory."""
    columns, folder = f"{COLUMNS}{extra}", bucket.folder.parents[1]
    destination(db, bucket, columns, "PARTITION BY p", name=f"S3{name}")
    local = f"File(Parquet, '{folder / name}', partition_strategy = 'hive')"
    db.query(f"CREATE TABLE disk{name} ({columns}) ENGINE = {local} PARTITION BY p")
    where = f"WHERE table = 's{name}' AND active"
    part = Path(db.query(f"SELECT path FROM system.parts {where}").text().strip())
    size = int(db.query(f"SELECT sum(bytes_on_disk) FROM system.parts {where}").text())
    plain = best(lambda: rewritten(spark, part, folder / "spark"), runs)
    for place, remote in {"S3": on_server(bucket.port), "disk": str(folder / "rclone")}.items():
        with Memory() as memory:
            ours = best(lambda place=place: exported(db, name, place), runs)
        rclone = best(lambda remote=remote: copied(part, remote), runs)
        query = "SELECT count(), sum(id), sum(u) FROM {}"
        same = {db.query(query.format(f"{one}{name}")).text() for one in ("s", place)}
        assert len(same) == 1 and failures(db) == []
        compared = (ours / rclone, plain / ours, memory.peak >> 20)
        yield name, place, size / 1e6, ours, rclone, plain, *compared


def exported(db: sparktree.Engine, name: str, place: str) -> None:
    """The part, over what an earlier run left."""
    overwrite = {"export_merge_tree_part_overwrite_file_if_exists": 1}
    export(db, to=f"{place}{name}", table=f"s{name}", **overwrite)


def on_server(port: int) -> str:
    """Where rclone puts its copy on the server."""
    return (
        f":s3,provider=Other,access_key_id={KEY},secret_access_key={SECRET},"
        f"endpoint='http://127.0.0.1:{port}':bucket/rclone"
    )


def copied(part: Path, remote: str) -> None:
    """The part's data files, by rclone."""
    command = [find_rclone(), "copy", "--ignore-times", "--include", "*.parquet", str(part), remote]
    subprocess.run(command, check=True, capture_output=True)


def rewritten(spark: Any, part: Path, target: Path) -> None:
    """The part's columns, by Spark into folders of Parquet."""
    files = sorted(str(file) for file in part.glob("*.parquet"))
    if len(files) > 1 and not (part / "data.parquet").exists():
        # Columns in files of their own: Spark has no reader for that, so it gets one file each.
        for number, file in enumerate(files):
            spark.read.parquet(file).write.mode("overwrite").parquet(f"{target}/{number}")
        return
    frame = spark.read.parquet(*files)
    frame.write.mode("overwrite").partitionBy("p").parquet(str(target))


if __name__ == "__main__":
    run()
