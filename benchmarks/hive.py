"""Hive-partitioned folders against plain Spark and DuckDB.

`python -m benchmarks.hive [--partitions 20000] [--megabytes 2000] [--rows 10000000]
[--folders 500] [--runs N]`: a query that needs 3 of many partitions, read from S3 (its requests and
bytes are counted) and from local folders; an aggregate over everything; rows written into many
partitions. Spark reads local folders, as it does not speak to S3 out of the box; nor does DuckDB,
which is lent Arrow's file system for it.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from fsspec.implementations.arrow import ArrowFSWrapper
from pyarrow.fs import S3FileSystem

import sparktree
from benchmarks.common import arguments, best, folder, plain_spark, source, table
from tests.stores.servers import KEY, SECRET, Bucket, proxied, served

WANTED = 3  # partitions
ROWS = 1000  # of a partition of the first comparison
ROW_BYTES = 22  # of a row of the second, about, in files of Spark's own codec
MINIMUM = WANTED * 3  # requests: a listing, a footer and the columns of each


def run() -> None:
    """All three comparisons."""
    options = arguments(10_000_000, partitions="20000", megabytes="2000", folders="500", runs=3)
    spark = plain_spark()
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db:
        few(spark, db, path, int(options.partitions), options.runs)
        everything(spark, db, path, int(options.megabytes), options.runs)
        writing(spark, db, path, options.rows, int(options.folders), options.runs)
    spark.stop()


def few(spark: Any, db: sparktree.Engine, path: Path, partitions: int, runs: int) -> None:
    """A query that needs 3 of the partitions."""
    files = path / "s3" / "bucket" / "t"
    fill(files, partitions)
    values = [f"d{partitions * i // WANTED:06}" for i in range(WANTED)]
    listed = ", ".join(f"'{value}'" for value in values)
    where = f"WHERE day IN ({listed})"
    local = f"SELECT sum(x), count(*) FROM {{}} {where}"
    pattern = f"{files}/day=*/*.parquet"
    view = f"parquet.`{files}`"
    # Nothing changes there, so that the server need not look at the disk for every request.
    server = served(path / "s3", "--dir-cache-time", "1h")
    with server as port, proxied(port, path / "s3", "bucket") as bucket:
        remote = local.format(f"s3({bucket.args('t/day=*/*.parquet', 'Parquet')}, 'x Int64')")
        ways: dict[str, Callable[[], Any]] = {
            "sparktree, S3": lambda: numbers(db, remote),
            "DuckDB, S3": duckdb_over_s3(port, local),
            "sparktree, local": lambda: numbers(
                db, local.format(f"file('{pattern}', 'Parquet', 'x Int64')")
            ),
            "DuckDB, local": lambda: duckdb.sql(local.format(hive(pattern))).fetchall()[0],
            "Spark, local": lambda: tuple(spark.sql(local.format(view)).collect()[0]),
        }
        answers = {name: way() for name, way in ways.items()}
        if len(set(answers.values())) > 1:
            raise SystemExit(f"The answers differ: {answers}")
        asked, read = requests(bucket, ways["sparktree, S3"])
        seconds = {name: best(way, runs) for name, way in ways.items()}
    rows = [
        (name, one, one / seconds[f"sparktree, {name.partition(', ')[2]}"])
        for name, one in seconds.items()
    ]
    title = f"{WANTED} of {partitions:,} partitions, the best of {runs} runs"
    table(title, ("who", "seconds", "times as long as sparktree there"), rows)
    print(f"  S3: {asked} requests ({MINIMUM} are the least), {read / 1e6:.2f} MB")


def hive(pattern: str) -> str:
    """How DuckDB reads the folders."""
    return f"read_parquet('{pattern}', hive_partitioning = true, hive_types_autocast = false)"


class ArrowS3(ArrowFSWrapper):  # type: ignore[misc]
    """Arrow's S3 for DuckDB."""

    protocol = "arrow-s3"

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return path.removeprefix("arrow-s3://").rstrip("/")


def duckdb_over_s3(port: int, query: str) -> Callable[[], Any]:
    """DuckDB's way to the bucket."""
    store = S3FileSystem(
        access_key=KEY,
        secret_key=SECRET,
        endpoint_override=f"127.0.0.1:{port}",
        scheme="http",
        region="us-east-1",
    )
    connection = duckdb.connect()
    connection.register_filesystem(ArrowS3(store))
    text = query.format(hive("arrow-s3://bucket/t/day=*/*.parquet"))
    return lambda: connection.sql(text).fetchall()[0]


def fill(files: Path, partitions: int) -> None:
    """One small file for each partition."""
    one = files.parent.parent.parent / "one.parquet"
    pq.write_table(pa.table({"x": range(ROWS), "y": [str(i) for i in range(ROWS)]}), one)
    for number in range(partitions):
        place = files / f"day=d{number:06}"
        place.mkdir(parents=True)
        shutil.copyfile(one, place / "f.parquet")


def numbers(db: sparktree.Engine, query: str) -> tuple[int, ...]:
    """The only row of a result."""
    return tuple(int(text) for text in db.query(query).text().split())


def requests(bucket: Bucket, way: Callable[[], Any]) -> tuple[int, int]:
    """How many requests one run makes, and the bytes of their answers."""
    bucket.asked.clear()
    bucket.answered = 0
    way()
    return len(bucket.asked), bucket.answered


def everything(spark: Any, db: sparktree.Engine, path: Path, megabytes: int, runs: int) -> None:
    """An aggregate over all rows of a table of that size."""
    files = path / "all"
    frame = source(spark, megabytes * 1_000_000 // ROW_BYTES)
    keyed = frame.selectExpr("*", "cast(pmod(id, 50) AS string) AS p")
    keyed.write.partitionBy("p").parquet(str(files))
    size = sum(one.stat().st_size for one in files.rglob("*.parquet"))
    query = "SELECT p, count(*), sum(v), max(u) FROM {} GROUP BY p ORDER BY p"
    ways: dict[str, Callable[[], Any]] = {
        "sparktree": lambda: (
            db.query(query.format(f"file('{files}/p=*/*.parquet', 'Parquet')")).arrow().num_rows
        ),
        "Spark": lambda: len(spark.sql(query.format(f"parquet.`{files}`")).collect()),
    }
    compared(f"An aggregate over {size / 1e6:,.0f} MB", ways, runs)
    shutil.rmtree(files)


def writing(
    spark: Any, db: sparktree.Engine, path: Path, rows: int, folders: int, runs: int
) -> None:
    """The same rows into folders, by both."""
    staged = str(path / "staged")
    frame = source(spark, rows).selectExpr("*", f"cast(pmod(id, {folders}) AS int) AS p")
    frame.write.option("compression", "zstd").parquet(staged)
    structure = "'id Int64, k Int32, s String, u Int64, v Float64, t DateTime64(6), p Int32'"
    places = numbered(path)

    def ours() -> int:
        place = next(places)
        function = f"file('{place}', 'Parquet', {structure}, partition_strategy = 'hive')"
        db.query(
            f"INSERT INTO FUNCTION {function} PARTITION BY p"
            f" SELECT * FROM file('{staged}/*.parquet', 'Parquet', {structure})"
        )
        return written(place)

    def plain() -> int:
        place = next(places)
        read = spark.read.parquet(staged)
        read.write.option("compression", "zstd").partitionBy("p").parquet(str(place))
        return written(place)

    title = f"{rows:,} rows into {folders} partitions"
    compared(title, {"sparktree": ours, "Spark": plain}, runs)
    print(f"  the largest process of a task had {largest_task() / 1e6:,.0f} MB")


def numbered(path: Path) -> Iterator[Path]:
    """A new folder each time."""
    number = 0
    while True:
        number += 1
        yield path / f"written{number}"


def written(place: Path) -> int:
    """The partitions that are there; they are removed."""
    count = len(list(place.glob("p=*")))
    shutil.rmtree(place)
    return count


def compared(title: str, ways: dict[str, Callable[[], Any]], runs: int) -> None:
    """Print the best of each; their answers must be alike."""
    answers = {name: way() for name, way in ways.items()}
    if len(set(answers.values())) > 1:
        raise SystemExit(f"{title}: the answers differ: {answers}")
    seconds = {name: best(way, runs) for name, way in ways.items()}
    ours = seconds["sparktree"]
    rows = [(name, one, one / ours) for name, one in seconds.items()]
    table(f"{title}, the best of {runs} runs", ("who", "seconds", "times"), rows)


def largest_task() -> int:
    """The most bytes that a Python process of Spark ever had."""
    most = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            command = (status.parent / "cmdline").read_bytes()
            lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        except (OSError, ValueError):  # it has ended
            continue
        if b"daemon" in command and b"spark" in command and "VmHWM" in lines:
            most = max(most, int(lines["VmHWM"].split()[0]) * 1024)
    return most


if __name__ == "__main__":
    run()
