"""`sparktree demo`: a tour of a partitioned MergeTree table, from a million rows to its files."""

import argparse
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.util import find_spec
from io import BytesIO
from urllib.parse import quote

from rich.console import Console
from rich.markup import escape
from rich.syntax import Syntax
from rich.text import Text

from sparktree.cli.api import Answer, LocalSession, Statements, open_engine
from sparktree.cli.options import LocalOptions
from sparktree.cli.tour import STEPS, Step
from sparktree.errors import Code, Error
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
        show_server(str(engine.services.storage.folder), console)
    console.print()
    console.rule("[bold]Go on[/bold]", align="left")
    for command in ("local", "server"):
        console.print(f"sparktree {command} --path {options.path or 'DIR'}", highlight=False)
    return 0


def take_tour(engine: Engine, console: Console, rows: int) -> None:
    Tour(LocalSession(engine.session()), console, rows).run()


# What the server is asked: metadata has the answer, so that its Spark need not start.
_ASKED = "SELECT count() FROM visits"


def show_server(path: str, console: Console) -> None:
    """The same folder, served for a moment to a client over HTTP."""
    console.print()
    console.rule(f"[bold]{len(STEPS) + 1}. A server[/bold]", align="left")
    if find_spec("httptools") is None or find_spec("clickhouse_cityhash") is None:
        console.print("The server needs: pip install 'sparktree[server]'.", markup=False)
        return
    console.print(
        "sparktree server gives the folder to ClickHouse's clients, over HTTP and the native"
        " protocol: clickhouse-connect, clickhouse-driver, dbt, curl, sparktree client, ...",
        highlight=False,
    )
    console.print()
    begin = time.monotonic()
    with served(path) as url:
        ready = time.monotonic() - begin
        address = f"{url}/?query={quote(_ASKED)}"
        console.print(f"curl '{address}'", highlight=False, markup=False, soft_wrap=True)
        with urllib.request.urlopen(address, timeout=60) as answer:
            console.print(Text(answer.read().decode().rstrip("\n")))
    console.print(f"[dim]{ready:.3f} s until it was ready[/dim]", highlight=False)


@contextmanager
def served(path: str) -> Iterator[str]:
    """A server of the folder on a port that is free, and its address; it ends with the block."""
    command = [sys.executable, "-m", "sparktree", "server", "--path", path]
    ports = ["--http_port=0", "--tcp_port=0", "--listen_host=127.0.0.1"]
    with subprocess.Popen([*command, *ports], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            told: list[str] = []
            for line in process.stderr:
                told.append(line)
                if "Ready for connections" in line:
                    break
            else:
                raise Error(Code.NETWORK_ERROR, f"The server did not start: {''.join(told)}")
            listening = next(line for line in told if "for http on" in line)
            yield f"http://localhost:{listening.rsplit(':', 1)[1].strip()}"
        finally:
            process.terminate()
