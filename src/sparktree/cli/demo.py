"""`sparktree demo`: a tour of a partitioned MergeTree table, from a million rows to its files."""

import argparse
import time
from collections.abc import Sequence
from contextlib import closing
from io import BytesIO

from rich.console import Console
from rich.markup import escape
from rich.syntax import Syntax
from rich.text import Text

from sparktree.cli.api import Answer, LocalSession, Statements, open_engine
from sparktree.cli.options import LocalOptions
from sparktree.cli.tour import STEPS, Step
from sparktree.session import Engine

ROWS = 1_000_000


class Tour:
    """Takes the visitor from step to step."""

    def __init__(self, session: Statements, console: Console, rows: int) -> None:
        self._session = session
        self._console = console
        self._rows = rows

    def run(self) -> None:
        self._session.query("DROP TABLE IF EXISTS visits")
        for number, step in enumerate(STEPS, start=1):
            self._show(number, step)

    def _show(self, number: int, step: Step) -> None:
        console = self._console
        title = step.title.format(rows=self._rows)
        sql = step.sql.strip().format(rows=self._rows)
        console.print()
        console.rule(f"[bold]{number}. {escape(title)}[/bold]", align="left")
        console.print(escape(step.text), highlight=False)
        console.print()
        console.print(
            Syntax(sql, "sql", theme="ansi_dark", background_color="default", word_wrap=True)
        )
        console.print()
        begin = time.monotonic()
        result = self._session.query(sql, format=step.format)
        out = BytesIO()
        result.write(out)
        elapsed = time.monotonic() - begin
        output = out.getvalue().decode("utf-8", "replace").rstrip("\n")
        if output:
            console.print(Text(output), soft_wrap=True)
        console.print(f"[dim]{self._cost(step, result, elapsed)}[/dim]", highlight=False)

    def _cost(self, step: Step, result: Answer, elapsed: float) -> str:
        line = f"{elapsed:.3f} s"
        if not step.tells_reading:
            return line
        read = result.cost.rows_read
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
    Tour(LocalSession(engine.session()), console, rows).run()
