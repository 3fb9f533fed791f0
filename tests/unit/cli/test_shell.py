"""The shell: what Enter does, what is printed, how one leaves."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from sparktree.cli.aliases import expand
from sparktree.cli.api import Cost
from sparktree.cli.completion import SqlCompleter, Vocabulary, Word
from sparktree.cli.highlight import SqlLexer, coloured
from sparktree.cli.options import LocalOptions
from sparktree.cli.prompt import build_prompt, is_complete, open_history
from sparktree.cli.shell import Shell
from sparktree.errors import Code, Error
from tests.unit.cli.fakes import FakeResult, FakeSession, printed, streams


def reader(*lines: str | type[BaseException]) -> Callable[[], str]:
    source: Iterator[str | type[BaseException]] = iter(lines)

    def read() -> str:
        line = next(source, EOFError)
        if isinstance(line, str):
            return line
        raise line

    return read


def session_of(session: FakeSession, *lines: str | type[BaseException]) -> str:
    ends = streams()
    Shell(session, LocalOptions(), ends, reader(*lines), lambda: None).loop()
    return printed(ends)


def test_a_result_is_followed_by_its_summary() -> None:
    result = FakeResult(b"table\n", row_count=3, cost=Cost(rows_read=3))
    shown = session_of(FakeSession({"SELECT 1": result}), "SELECT 1;")
    assert shown.startswith("\ntable\n\n3 rows in set. Elapsed: 0.0")
    assert shown.endswith(" sec. \n\nBye.\n")


def test_results_are_pretty_by_default() -> None:
    assert "SELECT 1 PrettyCompact" in session_of(FakeSession(), "SELECT 1")


def test_a_statement_without_a_result_says_ok() -> None:
    session = FakeSession({"CREATE TABLE t": FakeResult(b"", has_columns=False, row_count=0)})
    assert session_of(session, "CREATE TABLE t").startswith("\nOk.\n\n0 rows in set.")


def test_an_error_is_told_and_the_shell_goes_on() -> None:
    session = FakeSession({"A": Error(Code.UNKNOWN_TABLE, "No x.")})
    shown = session_of(session, "A; B", "C")
    assert "Received exception:\nCode: 60. DB::Exception: No x. (UNKNOWN_TABLE)\n" in shown
    assert session.seen == ["A", "C"]


def test_ctrl_c_cancels_the_query_alone() -> None:
    session = FakeSession({"A": KeyboardInterrupt()})
    assert "Query was cancelled." in session_of(session, "A", "B")
    assert session.seen == ["A", "B"]


def test_ctrl_c_at_the_prompt_drops_the_line() -> None:
    session = FakeSession()
    session_of(session, KeyboardInterrupt, "A")
    assert session.seen == ["A"]


@pytest.mark.parametrize("word", ["exit", "quit", "QUIT", "q", "\\q", "exit;"])
def test_words_that_leave(word: str) -> None:
    session = FakeSession()
    assert session_of(session, word, "A") == "Bye.\n"
    assert session.seen == []


@pytest.mark.parametrize(
    ("typed", "sql"),
    [
        ("\\l", "SHOW DATABASES"),
        ("\\d", "SHOW TABLES"),
        ("\\d;", "SHOW TABLES"),
        ("\\d db.t", "DESCRIBE TABLE `db`.`t`"),
        ("\\c db", "USE `db`"),
        ("SELECT 1", "SELECT 1"),
    ],
)
def test_short_forms_stand_for_statements(typed: str, sql: str) -> None:
    assert expand(typed) == sql


def test_names_are_read_anew_after_ddl() -> None:
    calls: list[str] = []
    ends = streams()
    lines = reader("SELECT 1", "create table t", "INSERT INTO t")
    Shell(FakeSession(), LocalOptions(), ends, lines, lambda: calls.append("x")).loop()
    assert calls == ["x"]


@pytest.mark.parametrize(
    ("text", "single", "multi"),
    [
        ("SELECT 1", True, False),
        ("SELECT 1;", True, True),
        ("SELECT 1\\G", True, True),
        ("SELECT (1", False, False),
        ("SELECT 'a;", False, False),
        ("exit", True, True),
        ("\\d", True, True),
        ("", True, True),
        ("SELECT 1; SELECT 2", True, False),
    ],
)
def test_what_enter_runs(text: str, single: bool, multi: bool) -> None:
    assert is_complete(text, multiline=False) == single
    assert is_complete(text, multiline=True) == multi


@contextmanager
def editor(
    *, multiline: bool = False, words: tuple[Word, ...] = ()
) -> Iterator[tuple[PromptSession[str], PipeInput]]:
    """The line editor, with its keys coming from a pipe."""
    with create_pipe_input() as pipe:
        yield (
            build_prompt(
                Vocabulary(words),
                multiline=multiline,
                history=InMemoryHistory(),
                input=pipe,
                output=DummyOutput(),
            ),
            pipe,
        )


def typed(keys: str, *, multiline: bool = False) -> str:
    """What the editor returns."""
    with editor(multiline=multiline) as (prompt, pipe):
        pipe.send_text(keys)
        return prompt.prompt()


def test_enter_goes_on_in_an_open_bracket() -> None:
    assert typed("SELECT (1\r+ 2)\r") == "SELECT (1\n+ 2)"


def test_multiline_waits_for_the_delimiter() -> None:
    assert typed("SELECT 1\r+ 2;\r", multiline=True) == "SELECT 1\n+ 2;"


def test_alt_enter_always_starts_a_line() -> None:
    assert typed("SELECT 1\x1b\r+ 2\r") == "SELECT 1\n+ 2"


def test_tab_completes_the_only_candidate() -> None:
    with editor(words=(Word("uniqExact", "function"),)) as (prompt, pipe):

        def go_on_when_completed() -> None:
            end = time.monotonic() + 20
            while not prompt.default_buffer.text.endswith("uniqExact") and time.monotonic() < end:
                time.sleep(0.01)
            pipe.send_text("(1)\r")

        pipe.send_text("SELECT uniqEx\t")
        Thread(target=go_on_when_completed).start()
        assert prompt.prompt() == "SELECT uniqExact(1)"


WORDS = (
    Word("hits", "table", "web"),
    Word("hits", "table", "other"),
    Word("url", "column", "hits"),
    Word("web", "database"),
)


def offered(text: str) -> list[str]:
    completer = SqlCompleter(Vocabulary(WORDS))
    found = completer.get_completions(Document(text), CompleteEvent())
    return [completion.text for completion in found]


def test_names_complete_after_their_owner() -> None:
    assert offered("SELECT * FROM web.h") == ["hits"]
    assert offered("SELECT hits.") == ["url"]
    assert offered("SELECT web.u") == []


def test_keywords_follow_the_case_of_the_user() -> None:
    assert "prewhere" in offered("prew")
    assert "PREWHERE" in offered("PREW")


def test_nothing_is_offered_before_something_is_typed() -> None:
    assert offered("SELECT ") == []


def test_vocabulary_is_read_from_the_system_tables() -> None:
    session = FakeSession(
        {
            "SELECT name FROM system.databases": FakeResult(b"", values=(("web",),)),
            "SELECT name, database FROM system.tables": FakeResult(b"", values=(("hits", "web"),)),
            "SELECT name FROM system.formats": Error(Code.ACCESS_DENIED, "No."),
        }
    )
    vocabulary = Vocabulary()
    vocabulary.load(session)
    assert list(vocabulary.matching("web.")) == [Word("hits", "table", "web")]


def test_colours_keep_the_text() -> None:
    text = "SELECT count(), 'a' -- why\nFROM `t` WHERE x = 1.5 /* open"
    pieces = coloured(text)
    assert "".join(piece[1] for piece in pieces) == text
    classes = {piece[1].strip(): piece[0] for piece in pieces}
    assert classes["SELECT"] == "class:sql.keyword"
    assert classes["count"] == "class:sql.function"
    assert classes["'a'"] == "class:sql.string"
    assert classes["-- why"] == "class:sql.comment"
    assert classes["`t`"] == "class:sql.quoted"
    assert classes["1.5"] == "class:sql.number"


def test_an_escape_half_typed_keeps_the_text() -> None:
    assert "".join(piece[1] for piece in coloured("SELECT '\\x'")) == "SELECT '\\x'"


def test_lines_are_coloured_one_by_one() -> None:
    line = SqlLexer().lex_document(Document("SELECT 1,\n2"))
    assert "".join(piece[1] for piece in line(1)) == "2"
    assert line(5) == []


def test_history_lasts_where_it_can_be_written(tmp_path: Path) -> None:
    history = open_history(str(tmp_path / "history"))
    history.append_string("SELECT 1")
    assert "SELECT 1" in (tmp_path / "history").read_text()
    assert isinstance(open_history(str(tmp_path / "no" / "history")), InMemoryHistory)
    assert isinstance(open_history(str(tmp_path)), InMemoryHistory)
