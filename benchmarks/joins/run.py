"""Questions over many tables: sparktree beside ClickHouse, DuckDB and Spark SQL, in one run.

`python -m benchmarks.joins [--suite tpcds] [--scale F] [--beside chdb,duckdb,spark] [--only D5]`.
ClickHouse is chdb, in a process of its own.
"""

import argparse
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sparktree
from benchmarks.common import folder, plain_spark, table, timed
from benchmarks.joins.suite import Suite
from benchmarks.joins.tpcds import TPC_DS
from benchmarks.joins.tpch import TPC_H
from tests.oracle import Oracle

Ask = Callable[[str], str]  # the rows of a query, as text
SUITES = {"tpch": TPC_H, "tpcds": TPC_DS}


@dataclass(slots=True)
class Answer:
    """What an engine made of a query."""

    seconds: float = math.nan
    text: str = ""
    error: str = ""


@dataclass(slots=True)
class Line:
    """One query and what each engine made of it."""

    name: str
    answers: dict[str, Answer] = field(default_factory=dict)

    def ratio(self, other: str) -> float:
        """How many times as long as another engine sparktree takes."""
        return self.answers["sparktree"].seconds / self.answers[other].seconds

    @property
    def verdict(self) -> str:
        """Whether sparktree's answer is ClickHouse's."""
        ours, theirs = self.answers["sparktree"], self.answers.get("chdb")
        if ours.error:
            return ours.error[:60]
        if theirs is None or theirs.error:
            return ""
        return "same" if ours.text == theirs.text else "DIFFERENT"


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.joins", description=__doc__)
    parser.add_argument("--suite", choices=SUITES, default="tpch")
    parser.add_argument("--scale", type=float, default=0.1, help="1 is a gigabyte (default 0.1)")
    parser.add_argument("--runs", type=int, default=2, help="runs of each; the fastest counts")
    parser.add_argument("--timeout", type=int, default=60, help="seconds of a query of ours")
    parser.add_argument("--beside", default="chdb", help="of chdb, duckdb, spark")
    parser.add_argument("--only", default="", help="names of queries, with commas between")
    parser.add_argument("--files", type=Path, help="a folder with the rows, kept for the next run")
    return parser.parse_args()


def statements(suite: Suite, files: Path) -> Iterator[str]:
    """What makes the tables in sparktree and in ClickHouse; merged parts have statistics."""
    yield from suite.settings
    for name, (columns, key) in suite.tables(files).items():
        yield f"CREATE TABLE {name} ({columns}) ENGINE = MergeTree ORDER BY ({key})"
        yield f"INSERT INTO {name} SELECT * FROM file('{files}/{name}.parquet', Parquet)"
        yield f"OPTIMIZE TABLE {name} FINAL"


def plain(text: str) -> str:
    """A query in the words of engines that know no ClickHouse."""
    text = re.sub(r"toDate\(('[^']*')\)", r"DATE \1", text)
    text = text.replace("toYear(", "year(").replace("count()", "count(*)")
    return text.replace("countIf(", "count_if(")


@contextmanager
def ours(suite: Suite, files: Path, place: Path, timeout: int, spark: Any) -> Iterator[Ask]:
    """sparktree over tables of its own."""
    with sparktree.connect(place, spark=spark) as db:
        session = db.session()
        for statement in statements(suite, files):
            session.query(statement)
        session.query(f"SET max_execution_time = {timeout}")
        yield lambda text: session.query(text).text()


@contextmanager
def clickhouse(suite: Suite, files: Path, spark: Any) -> Iterator[Ask]:
    """ClickHouse over tables of its own."""
    with Oracle() as oracle:
        for statement in statements(suite, files):
            oracle.query(statement)
        yield oracle.text


@contextmanager
def duckdb(suite: Suite, files: Path, spark: Any) -> Iterator[Ask]:
    """DuckDB over tables of its own, with as many threads as there are cores."""
    import duckdb as kernel

    with kernel.connect() as connection:
        for name in suite.tables(files):
            connection.execute(f"CREATE TABLE {name} AS FROM '{files}/{name}.parquet'")
        yield lambda text: str(connection.execute(plain(text)).fetchall())


@contextmanager
def spark_sql(suite: Suite, files: Path, spark: Any) -> Iterator[Ask]:
    """Spark SQL over the Parquet files."""
    for name in suite.tables(files):
        spark.read.parquet(f"{files}/{name}.parquet").createOrReplaceTempView(name)
    yield lambda text: str(spark.sql(plain(text)).collect())


BESIDE = {"chdb": clickhouse, "duckdb": duckdb, "spark": spark_sql}


def asked(ask: Ask, text: str, runs: int) -> Answer:
    """The fastest of some runs; one that fails is not asked again."""
    best = Answer()
    for _ in range(runs):
        found = Answer()

        def run(found: Answer = found) -> None:
            found.text = ask(text)

        try:
            found.seconds = timed(run)
        except Exception as error:  # noqa: BLE001 - every engine has its own; the table shows them
            return Answer(error=str(error))
        if not found.seconds >= best.seconds:
            best = found
    return best


def geometric_mean(values: list[float]) -> float:
    """The mean of ratios."""
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def report(lines: list[Line], engines: list[str], title: str) -> None:
    """A line for each query and the means."""
    others = engines[1:]
    header = ["query", *(f"{name}, s" for name in engines), *(f"ours/{o}" for o in others), "rows"]
    cells = [
        [
            line.name,
            *(line.answers[name].seconds for name in engines),
            *(line.ratio(other) for other in others),
            line.verdict,
        ]
        for line in lines
    ]
    table(title, header, cells)
    for other in others:
        ratios = [r for line in lines if not math.isnan(r := line.ratio(other))]
        print(
            f"  ours / {other}: geometric mean {geometric_mean(ratios):.2f} of {len(ratios)},"
            f" {sum(r > 5 for r in ratios)} above 5, {sum(r > 10 for r in ratios)} above 10"
        )


def run() -> None:
    """Generate, fill, ask, print."""
    wanted = options()
    engines = ["sparktree", *filter(None, wanted.beside.split(","))]
    suite = SUITES[wanted.suite]
    with folder() as path:
        files = wanted.files or path / "files"
        files.mkdir(parents=True, exist_ok=True)
        suite.generate(files, wanted.scale)
        texts = suite.queries(files, wanted.scale)
        names = wanted.only.split(",") if wanted.only else list(texts)
        lines = [Line(name) for name in names]
        spark = plain_spark()
        for engine in engines:
            opened = (
                ours(suite, files, path / "db", wanted.timeout, spark)
                if engine == "sparktree"
                else BESIDE[engine](suite, files, spark)
            )
            with opened as ask:
                for line in lines:
                    answer = asked(ask, texts[line.name], wanted.runs)
                    line.answers[engine] = answer
                    shown = answer.error[:200] or f"{answer.seconds:.2f}"
                    print(f"{engine} {line.name}: {shown}", flush=True)
        report(lines, engines, f"{suite.title}, scale {wanted.scale}")
        spark.stop()
