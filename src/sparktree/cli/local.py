"""`sparktree local`: statements from options, files or standard input."""

import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO

from sparktree.cli.api import LocalSession, Statements, open_engine
from sparktree.cli.input_table import create_input_table
from sparktree.cli.options import LocalOptions, Options, build_parser, parse_options
from sparktree.cli.progress import NoProgress, ProgressReport
from sparktree.cli.quoting import quoted_name, quoted_text
from sparktree.cli.script import Statement, statements
from sparktree.cli.streams import Streams
from sparktree.errors import Code, Error
from sparktree.kernel import text as kernel_text
from sparktree.session import Engine
from sparktree.version import VERSION


def main(arguments: list[str], command: str = "local") -> int:
    """Run the command line; errors are raised, the last one decides the exit code."""
    options = parse_options(arguments)
    streams = Streams.standard()
    if options.show == "help":
        streams.write(build_parser().format_help().encode())
    elif options.show == "version":
        streams.write(f"sparktree local version {VERSION}.\n".encode())
    else:
        run(options, streams)
    return 0


def run(options: LocalOptions, streams: Streams) -> None:
    with closing(open_engine(options)) as engine:
        session = LocalSession(engine.session())
        prepare(session, options)
        if options.has_input_table:
            create_input_table(session, options, streams)
        if run_scripts(session, options, streams) and not wants_shell(options, streams):
            end_exports(engine)
        if wants_shell(options, streams):
            open_shell(session, options, streams, lambda: LocalSession(engine.session()), "local")
            if engine.services.exports.running():
                streams.complain("Waiting for exports; Ctrl+C stops them.")
                with suppress(KeyboardInterrupt):
                    end_exports(engine)


def open_shell(
    session: Statements,
    options: Options,
    streams: Streams,
    another: Callable[[], Statements],
    command: str,
) -> None:
    """The shell; its libraries are loaded for it alone: a query must start at once."""
    shell = importlib.import_module("sparktree.cli.shell")
    shell.run_shell(session, options, streams, another, command)


def run_scripts(session: Statements, options: Options, streams: Streams) -> bool:
    """Run the statements that the options name, or that come; whether there were to be any."""
    given = bool(options.queries or options.queries_files)
    if not given and wants_shell(options, streams):
        return False
    runner = Runner(session, options, streams)
    for script in scripts(options, streams):
        runner.run(script)
    return True


def end_exports(engine: Engine) -> None:
    """Exports go on in the background, which ends with the process: wait, and tell what failed."""
    failed = engine.wait_for_exports()
    if failed:
        raise Error(Code.ABORTED, "\n".join(failed))


def wants_shell(options: Options, streams: Streams) -> bool:
    has_queries = bool(options.queries or options.queries_files)
    return options.interactive or (not has_queries and streams.stdin.isatty())


def prepare(session: Statements, options: Options) -> None:
    """Settings and the current database hold for the whole session."""
    for name, value in options.settings.items():
        try:
            session.query(f"SET {quoted_name(name)} = {quoted_text(value)}")
        except Error as error:
            if error.code != Code.UNKNOWN_SETTING:
                raise
            option = f"--{name}"
            raise Error(Code.UNRECOGNIZED_ARGUMENTS, f"Unrecognized option '{option}'.") from error
    if options.database:
        session.query(f"USE {quoted_name(options.database)}")


def scripts(options: Options, streams: Streams) -> Iterator[str]:
    """The texts to run, in order."""
    yield from options.queries
    for file in options.queries_files:
        yield read_script(file)
    if not options.queries and not options.queries_files:
        yield streams.read_script()


def read_script(file: Path) -> str:
    try:
        return kernel_text.escape(file.read_bytes())
    except FileNotFoundError as error:
        raise Error(Code.FILE_DOESNT_EXIST, f"File {file} does not exist.") from error
    except OSError as error:
        raise Error(Code.CANNOT_OPEN_FILE, f"Cannot open file {file}: {error.strerror}.") from error


class Runner:
    """Runs scripts without a terminal to talk to."""

    def __init__(self, session: Statements, options: Options, streams: Streams) -> None:
        self._session = session
        self._options = options
        self._streams = streams
        self._format = output_format(options, to_terminal=streams.stdout.isatty())
        self._data_is_free = bool(options.queries or options.queries_files)

    def run(self, script: str) -> None:
        """Run every statement; the first error ends the run unless errors are ignored."""
        for statement in statements(script):
            if self._options.echo:
                self._streams.write(kernel_text.unescape(statement.full) + b"\n")
            try:
                self._run_statement(statement)
            except Error as error:
                if not self._options.ignore_error:
                    raise
                self._streams.complain(error)

    def _run_statement(self, statement: Statement) -> None:
        begin = time.monotonic()
        with self._progress() as report:
            result = self._session.query(
                statement.text,
                params=self._options.params,
                format="Vertical" if statement.vertical else self._format,
                data=self._rows_of_insert(statement),
                on_progress=report.show,
            )
        result.write(self._streams.stdout)
        self._streams.stdout.flush()
        if self._options.time:
            self._streams.complain(f"{time.monotonic() - begin:.3f}")

    def _progress(self) -> AbstractContextManager[ProgressReport]:
        if not self._options.wants_progress:
            return nullcontext(NoProgress())
        bar: AbstractContextManager[ProgressReport] = importlib.import_module(
            "sparktree.cli.bar"
        ).ProgressBar()
        return bar

    def _rows_of_insert(self, statement: Statement) -> BinaryIO | None:
        """The rows of an INSERT that does not hold them itself."""
        if not statement.awaits_data or not self._data_is_free or self._streams.stdin.isatty():
            return None
        return self._streams.stdin


def output_format(options: Options, *, to_terminal: bool) -> str:
    """The format of results when a statement does not name one."""
    if options.vertical:
        return "Vertical"
    default = "PrettyCompact" if to_terminal else "TabSeparated"
    return options.output_format or options.format or default
