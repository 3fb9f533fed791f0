"""Queries that need few of the rows: indexes against Hive-partitioned Parquet and ClickHouse.

`python -m benchmarks.pruning [--rows N] [--runs N]`: an event log as a sparktree table, as Parquet
partitioned by month and sorted the same way, read by plain Spark with its own pruning, and as a
MergeTree table of ClickHouse. Time and bytes, all three in one run.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.common import arguments, best, folder, plain_spark, table
from tests.oracle import Oracle

VECTORED = "parquet.hadoop.vectored.io.enabled"
COUNTERS = 2000
DAYS = 365
LIKES = 8  # words that are looked for
SOURCE = (
    f"cast(pmod(id * 7919, {COUNTERS}) AS int) AS counter",
    f"date_add(date'2024-01-01', cast(pmod(id * 104729, {DAYS}) AS int)) AS date",
    "pmod(id * 1299709, 1000000007) AS user",
    "concat('https://site', cast(pmod(id * 31, 997) AS string), '.example/page/',"
    " sha1(cast(id AS string)), '/view') AS url",
    "cast(pmod(id * 15485863, 1000003) AS double) / 7 AS amount",
    "cast(pmod(id * 32452843, 3600) AS int) AS duration",
)
COLUMNS = "counter UInt32, date Date, user UInt64, url String, amount Float64, duration UInt32"
PARTS = """
    INDEX by_user user TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX by_word url TYPE tokenbf_v1(32768, 4, 0) GRANULARITY 1,
    PROJECTION by_counter (SELECT counter, count(), sum(amount) GROUP BY counter)
"""
CREATE = (
    f"CREATE TABLE events ({COLUMNS}, {PARTS}) ENGINE = MergeTree PARTITION BY toYYYYMM(date)"
    " ORDER BY (counter, date, user)"
)


@dataclass(frozen=True, slots=True)
class Question:
    """A query of all three; what it aims at besides never being slower than Parquet."""

    name: str
    text: str
    times: float = 1.0  # faster than Parquet
    bytes: bool = False  # at most 1.2 times ClickHouse's
    more: tuple[str, ...] = ()  # whose bytes count too, where chance decides about a single query

    @property
    def aim(self) -> str:
        """The aim as text."""
        found = f"{self.times:.0f}x Parquet"
        return f"{found}, bytes <= 1.2x" if self.bytes else found


def questions(rows: int) -> list[Question]:
    """The queries; constants are those of one row in the middle."""
    middle = rows // 2
    user = middle * 1299709 % 1000000007
    counter = middle * 7919 % COUNTERS
    return [
        Question(
            "point of the key",
            f"SELECT * FROM events WHERE counter = {counter} AND user = {user}", bytes=True,
        ),
        Question(
            "range of the key",
            f"SELECT sum(amount) FROM events WHERE counter BETWEEN {counter} AND {counter + 5}",
            bytes=True,
        ),
        Question(
            "key and date",
            f"SELECT count(*), max(duration) FROM events WHERE counter = {counter}"
            " AND date BETWEEN '2024-03-10' AND '2024-03-20'", bytes=True,
        ),
        Question(
            "skip index, =", f"SELECT * FROM events WHERE user = {user}", times=3, bytes=True
        ),
        Question(
            "skip index, LIKE", _like(middle), times=3, bytes=True,
            more=tuple(_like(rows * i // LIKES) for i in range(1, LIKES)),
        ),
        Question(
            "first 10 by key",
            "SELECT * FROM events ORDER BY counter, date, user LIMIT 10", times=3, bytes=True,
        ),
        Question(
            "aggregate of a partition",
            "SELECT counter, sum(amount) FROM events WHERE date >= '2024-05-01'"
            " AND date < '2024-06-01' GROUP BY counter",
        ),
        Question(
            "aggregate by projection",
            "SELECT counter, count(*), sum(amount) FROM events GROUP BY counter", times=3,
        ),
        Question(
            "full scan",
            "SELECT duration, count(*), sum(amount), max(user) FROM events GROUP BY duration",
            times=3,
        ),
    ]  # fmt: skip


def _like(row: int) -> str:
    """Who has a word of the URL of a row: also granules that a filter takes for it are read."""
    word = hashlib.sha1(str(row).encode()).hexdigest()
    return f"SELECT counter, url FROM events WHERE url LIKE '%/{word}/%'"


class Peers:
    """The three, filled with the same rows."""

    def __init__(self, db: sparktree.Engine, spark: Any, oracle: Oracle, path: Path) -> None:
        self.db, self.spark, self.oracle, self.path = db, spark, oracle, path

    def fill(self, rows: int) -> None:
        """One Parquet source for all; every month becomes one part, or one file."""
        staged = str(self.path / "staged")
        self.spark.range(rows).selectExpr(*SOURCE).write.parquet(staged)
        source = self.spark.read.parquet(staged)
        self.db.query(CREATE)
        self.db.insert("events", source)
        self.db.query("OPTIMIZE TABLE events FINAL")
        self.oracle.query(CREATE)
        self.oracle.query(f"INSERT INTO events SELECT * FROM file('{staged}/*.parquet', Parquet)")
        self.oracle.query("OPTIMIZE TABLE events FINAL")
        monthly = source.selectExpr("*", "date_format(date, 'yyyyMM') AS month")
        sorted_ = monthly.repartition("month").sortWithinPartitions("counter", "date", "user")
        hive = str(self.path / "hive")
        sorted_.write.option("compression", "zstd").partitionBy("month").parquet(hive)
        self.spark.read.parquet(hive).drop("month").createOrReplaceTempView("events")

    def ours(self, text: str) -> tuple[int, int]:
        """Rows of the result and bytes read."""
        result = self.db.query(text)
        return result.arrow().num_rows, result.statistics["bytes_read"]

    def clickhouse(self, text: str) -> tuple[int, int]:
        """The same of ClickHouse."""
        answer = json.loads(self.oracle.text(text, "JSONCompact"))
        return answer["rows"], answer["statistics"]["bytes_read"]

    def parquet(self, text: str) -> tuple[int, int]:
        """The same of Spark: compressed bytes, which is what it counts."""
        before = self._read()
        rows = self.spark.sql(text).toArrow().num_rows
        return rows, self._read() - before

    def _read(self) -> int:
        context = self.spark.sparkContext
        context._jsc.sc().listenerBus().waitUntilEmpty()
        none = context._gateway.new_array(context._jvm.double, 0)
        stages = context._jsc.sc().statusStore().stageList(None, False, False, none, None)
        return sum(stages.apply(i).inputBytes() for i in range(stages.size()))


def measured(peers: Peers, question: Question, runs: int) -> tuple[object, ...]:
    """Seconds and bytes of all three; their results must be alike."""
    seconds, sizes, rows = [], [], []
    for ask in (peers.ours, peers.clickhouse, peers.parquet):
        # Spark does not count what it reads in this way, so that it is off for the counted run.
        peers.spark.conf.set(VECTORED, "false")
        found = [ask(text) for text in (question.text, *question.more)]
        peers.spark.conf.set(VECTORED, "true")
        rows.append(sum(count for count, _ in found))
        sizes.append(sum(size for _, size in found) / len(found))
        seconds.append(best(_asking(ask, question.text), runs))
    if len(set(rows)) > 1:
        raise SystemExit(f"{question.name}: {rows} rows")
    faster = seconds[2] / seconds[0]
    bytes_ = sizes[0] / max(sizes[1], 1)
    met = faster >= question.times and (not question.bytes or bytes_ <= 1.2)
    return (
        question.name,
        *seconds,
        f"{faster:.1f}x",
        f"{seconds[0] / seconds[1]:.1f}x",
        *(f"{size / 1e6:.2f}" for size in sizes),
        f"{bytes_:.2f}x",
        question.aim,
        "yes" if met else "no",
    )


def _asking(ask: Callable[[str], object], text: str) -> Callable[[], object]:
    return lambda: ask(text)


def run() -> None:
    """Fill, compare, print."""
    options = arguments(50_000_000)
    spark = plain_spark()
    with folder() as path, sparktree.connect(path / "data", spark=spark) as db, Oracle() as oracle:
        peers = Peers(db, spark, oracle, path)
        peers.fill(options.rows)
        rows = [measured(peers, one, options.runs) for one in questions(options.rows)]
    header = (
        "query", "sparktree, s", "ClickHouse, s", "Parquet, s", "Parquet / sparktree",
        "sparktree / ClickHouse", "MB", "ClickHouse MB", "Parquet MB (compressed)",
        "bytes / ClickHouse", "aim", "met",
    )  # fmt: skip
    table(f"{options.rows:,} rows, the best of {options.runs}", header, rows)
    spark.stop()


if __name__ == "__main__":
    run()
