"""`sparktree demo`: a tour of a partitioned MergeTree table, from a million rows to its files."""

import argparse
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from rich.console import Console
from rich.markup import escape
from rich.syntax import Syntax
from rich.text import Text

from sparktree.cli.api import Engine, Result, Session, open_engine
from sparktree.cli.options import LocalOptions
from sparktree.cli.progress import readable_quantity

ROWS = 1_000_000


@dataclass(frozen=True, slots=True)
class Step:
    """One stop of the tour: what it shows, and the statement that shows it."""

    title: str
    text: str
    sql: str
    tells_reading: bool = False
    """Whether the rows that were read are the point of it."""
    format: str = "PrettyCompact"


def steps(rows: int) -> tuple[Step, ...]:
    """The tour over a table of so many rows."""
    return (
        Step(
            "A table",
            "Rows are kept sorted by (site, time) inside one set of parts for each month. "
            "This is metadata alone: Spark has not started yet.",
            """
CREATE TABLE visits
(
    time     DateTime('UTC'),
    site     UInt32,
    page     LowCardinality(String),
    duration Float64
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (site, time)""",
        ),
        Step(
            f"{readable_quantity(rows)} rows",
            "Spark tasks make the rows, split them by month, sort them and write the parts; "
            "one catalog transaction makes them all visible. The first job also starts Spark.",
            f"""
INSERT INTO visits
SELECT
    toDateTime('2025-01-01 00:00:00', 'UTC') + number * 31 % (365 * 86400),
    number * 7919 % 1000,
    concat('/page/', toString(number % 97)),
    number % 3000 / 10
FROM numbers({rows})""",
        ),
        Step(
            "Parts",
            "Each part is a folder of Parquet that any engine can read. Its name says the "
            "partition, the blocks that went into it and how often it was merged.",
            """
SELECT partition, name, part_type, rows, marks, formatReadableSize(bytes_on_disk) AS size
FROM system.parts
WHERE active AND database = currentDatabase() AND table = 'visits'
ORDER BY name""",
        ),
        Step(
            "All rows",
            "Every granule is read: each Spark task aggregates its share, "
            "and the partial results meet in one last task.",
            """
SELECT
    toYYYYMM(time) AS month,
    count() AS visits,
    uniqExact(site) AS sites,
    round(avg(duration), 2) AS seconds
FROM visits
GROUP BY month
ORDER BY month""",
            tells_reading=True,
        ),
        Step(
            "One month",
            "The partitions that cannot hold such a time are not opened.",
            """
SELECT page, count() AS visits
FROM visits
WHERE time >= '2025-03-01 00:00:00' AND time < '2025-04-01 00:00:00'
GROUP BY page
ORDER BY visits DESC, page
LIMIT 5""",
            tells_reading=True,
        ),
        Step(
            "One site",
            "The rows of a site lie together: "
            "the primary index leaves a granule or two in each part.",
            """
SELECT count() AS visits, min(time) AS first, max(time) AS last, round(sum(duration)) AS seconds
FROM visits
WHERE site = 42""",
            tells_reading=True,
        ),
        Step(
            "One site in one month",
            "Both at once.",
            """
SELECT time, page, duration
FROM visits
WHERE site = 42 AND toYYYYMM(time) = 202503
ORDER BY duration DESC, time
LIMIT 3""",
            tells_reading=True,
        ),
        Step(
            "How it is done",
            "EXPLAIN shows what the index left, the stages, and the kernel SQL of each.",
            "EXPLAIN SELECT page, count() FROM visits WHERE site = 42 GROUP BY page",
            format="TabSeparatedRaw",
        ),
    )


class Tour:
    """Takes the visitor from step to step."""

    def __init__(self, session: Session, console: Console, rows: int) -> None:
        self._session = session
        self._console = console
        self._rows = rows

    def run(self) -> None:
        self._session.query("DROP TABLE IF EXISTS visits")
        for number, step in enumerate(steps(self._rows), start=1):
            self._show(number, step)

    def _show(self, number: int, step: Step) -> None:
        console = self._console
        console.print()
        console.rule(f"[bold]{number}. {escape(step.title)}[/bold]", align="left")
        console.print(escape(step.text), highlight=False)
        console.print()
        console.print(
            Syntax(step.sql.strip(), "sql", theme="ansi_dark", background_color="default")
        )
        console.print()
        begin = time.monotonic()
        result = self._session.query(step.sql, format=step.format)
        elapsed = time.monotonic() - begin
        output = result.data().decode("utf-8", "replace").rstrip("\n")
        if output:
            console.print(Text(output), soft_wrap=True)
        console.print(f"[dim]{self._cost(step, result, elapsed)}[/dim]", highlight=False)

    def _cost(self, step: Step, result: Result, elapsed: float) -> str:
        line = f"{elapsed:.3f} s"
        if not step.tells_reading:
            return line
        read = result.statistics.rows_read
        return f"{line}, {read:,} of {self._rows:,} rows read ({read / self._rows:.1%})"


def main(arguments: Sequence[str], command: str = "demo") -> int:
    """Run the tour in a temporary folder, or in one that is kept."""
    parser = argparse.ArgumentParser(prog="sparktree demo", description=__doc__)
    parser.add_argument("--path", metavar="DIR", help="data folder to keep; temporary by default")
    parser.add_argument("--rows", type=int, default=ROWS, metavar="N", help="rows to make")
    options = parser.parse_args(arguments)
    console = Console()
    console.print("[bold]sparktree[/bold]: ClickHouse's MergeTree tables for Spark users")
    with closing(open_engine(LocalOptions(path=options.path))) as engine:
        take_tour(engine, console, options.rows)
    console.print()
    console.rule("[bold]Go on[/bold]", align="left")
    console.print(f"sparktree local --path {options.path or 'DIR'}", highlight=False)
    return 0


def take_tour(engine: Engine, console: Console, rows: int) -> None:
    Tour(engine.session(), console, rows).run()
