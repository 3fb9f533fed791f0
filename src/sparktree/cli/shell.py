"""The interactive shell."""

import re
import time
from collections.abc import Callable

from sparktree.cli.aliases import EXITS, HELP, HELP_TEXT, expand
from sparktree.cli.api import Answer, Statements
from sparktree.cli.bar import ProgressBar
from sparktree.cli.completion import Vocabulary
from sparktree.cli.local import output_format
from sparktree.cli.options import Options
from sparktree.cli.progress import summary
from sparktree.cli.prompt import build_prompt, open_history
from sparktree.cli.script import Statement, statements
from sparktree.cli.streams import Streams
from sparktree.errors import Error
from sparktree.version import VERSION

_CHANGES_NAMES = re.compile(
    r"\s*(CREATE|DROP|RENAME|EXCHANGE|ALTER|ATTACH|DETACH)\b", re.IGNORECASE
)


def run_shell(
    session: Statements,
    options: Options,
    streams: Streams,
    another: Callable[[], Statements],
    command: str,
) -> None:
    """Read and run statements until the user leaves; `another` session reads the names."""
    vocabulary = Vocabulary()
    vocabulary.load_in_background(another())
    history = open_history(options.history_file)
    prompt = build_prompt(vocabulary, multiline=options.multiline, history=history)
    streams.write(f"sparktree {command} version {VERSION}. Type help for help.\n\n".encode())

    def names_changed() -> None:
        vocabulary.load_in_background(another())

    Shell(session, options, streams, prompt.prompt, names_changed).loop()
    vocabulary.finish()


class Shell:
    """Runs what is typed and shows what comes of it."""

    def __init__(
        self,
        session: Statements,
        options: Options,
        streams: Streams,
        read: Callable[[], str],
        names_changed: Callable[[], None],
    ) -> None:
        self._session = session
        self._options = options
        self._streams = streams
        self._read = read
        self._names_changed = names_changed
        self._format = output_format(options, to_terminal=True)

    def loop(self) -> None:
        while True:
            try:
                text = self._read()
            except KeyboardInterrupt:
                continue
            except EOFError:
                break
            if text.strip().lower() in EXITS:
                break
            self.run(text)
        self._print("Bye.\n")

    def run(self, text: str) -> None:
        """Run the statements of one entry; the first error drops the rest of it."""
        if text.strip().lower() in HELP:
            self._print(HELP_TEXT)
            return
        for statement in statements(expand(text)):
            if not self._run_statement(statement):
                return

    def _run_statement(self, statement: Statement) -> bool:
        begin = time.monotonic()
        try:
            result = self._query(statement)
            self._show(result, begin)
        except Error as error:
            self._print(f"\nElapsed: {time.monotonic() - begin:.3f} sec. \n\n")
            self._print(f"Received exception:\n{error}\n\n")
            return False
        except KeyboardInterrupt:
            self._print("\nQuery was cancelled.\n\n")
            return False
        if _CHANGES_NAMES.match(statement.text):
            self._names_changed()
        return True

    def _query(self, statement: Statement) -> Answer:
        with ProgressBar() as bar:
            return self._session.query(
                statement.text,
                params=self._options.params,
                format="Vertical" if statement.vertical else self._format,
                on_progress=bar.show,
            )

    def _show(self, result: Answer, begin: float) -> None:
        elapsed = time.monotonic() - begin
        self._print("\n")
        if result.has_columns:
            result.write(self._streams.stdout)
            self._streams.stdout.flush()
        else:
            self._print("Ok.\n")
        read = result.cost
        line = summary(result.row_count, elapsed, read.rows_read, read.bytes_read)
        self._print(f"\n{line}\n\n")

    def _print(self, text: str) -> None:
        self._streams.write(text.encode("utf-8", "backslashreplace"))
