"""Statements from options, files and pipes run as in clickhouse-local."""

import re
from pathlib import Path

import pytest

from sparktree.cli.local import Runner, output_format, prepare, scripts, wants_shell
from sparktree.cli.options import LocalOptions
from sparktree.errors import Code, Error
from tests.unit.cli.fakes import FakeSession, complained, printed, streams

MISSING = Error(Code.UNKNOWN_TABLE, "Table default.x does not exist.")


def run(session: FakeSession, script: str, stdin: bytes = b"", **options: object) -> str:
    ends = streams(stdin)
    Runner(session, LocalOptions(queries=(script,), **options), ends).run(script)  # type: ignore[arg-type]
    return printed(ends)


def test_results_follow_each_other() -> None:
    assert run(FakeSession(), "A; B") == "A TabSeparated\nB TabSeparated\n"


def test_the_first_error_ends_the_run() -> None:
    session = FakeSession({"A": MISSING})
    with pytest.raises(Error):
        run(session, "A; B")
    assert session.seen == ["A"]


def test_an_ignored_error_is_told_and_the_run_goes_on() -> None:
    ends = streams()
    session = FakeSession({"A": MISSING})
    Runner(session, LocalOptions(ignore_error=True), ends).run("A; B")
    assert printed(ends) == "B TabSeparated\n"
    assert complained(ends) == (
        "Code: 60. DB::Exception: Table default.x does not exist. (UNKNOWN_TABLE)\n"
    )


def test_echo_prints_the_statement_with_its_comments() -> None:
    assert run(FakeSession(), "A; -- why\nB", echo=True) == (
        "A; -- why\nA TabSeparated\nB\nB TabSeparated\n"
    )


def test_backslash_g_is_vertical() -> None:
    assert run(FakeSession(), "A\\G") == "A Vertical\n"


def test_time_goes_to_standard_error() -> None:
    ends = streams()
    Runner(FakeSession(), LocalOptions(time=True), ends).run("A")
    assert re.fullmatch(r"\d+\.\d+\n", complained(ends)) and float(complained(ends)) < 60


def test_an_insert_without_data_reads_standard_input() -> None:
    session = FakeSession()
    run(session, "INSERT INTO t FORMAT RowBinary", b"\x00\xff\n")
    assert session.data == [b"\x00\xff\n"]


def test_other_statements_leave_standard_input_alone() -> None:
    session = FakeSession()
    run(session, "SELECT 1; INSERT INTO t VALUES (1)", b"data")
    assert session.data == [None, None]


def test_a_script_from_standard_input_is_not_data_too() -> None:
    ends = streams(b"INSERT INTO t FORMAT CSV")
    session = FakeSession()
    runner = Runner(session, LocalOptions(), ends)
    for script in scripts(LocalOptions(), ends):
        runner.run(script)
    assert session.data == [None]


def test_bytes_that_are_no_utf8_go_through() -> None:
    ends = streams(b"SELECT '\xff'")
    Runner(FakeSession(), LocalOptions(echo=True), ends).run(next(scripts(LocalOptions(), ends)))
    assert ends.stdout.getvalue().startswith(b"SELECT '\xff'\n")  # type: ignore[attr-defined]


def test_parameters_reach_every_statement() -> None:
    session = FakeSession()
    run(session, "A; B", params={"x": "1"})
    assert session.params == [{"x": "1"}, {"x": "1"}]


def test_settings_and_database_are_set_first() -> None:
    session = FakeSession()
    prepare(session, LocalOptions(settings={"a": "it's"}, database="d"))
    assert session.seen == ["SET `a` = 'it\\'s'", "USE `d`"]


def test_an_unknown_setting_is_an_unrecognized_option() -> None:
    session = FakeSession({"SET `a` = '1'": Error(Code.UNKNOWN_SETTING, "Unknown setting 'a'.")})
    with pytest.raises(Error) as caught:
        prepare(session, LocalOptions(settings={"a": "1"}))
    assert caught.value.code == Code.UNRECOGNIZED_ARGUMENTS


def test_a_missing_file_of_queries_is_named(tmp_path: Path) -> None:
    options = LocalOptions(queries_files=(tmp_path / "no.sql",))
    with pytest.raises(Error, match="no\\.sql does not exist") as caught:
        list(scripts(options, streams()))
    assert caught.value.code == Code.FILE_DOESNT_EXIST


def test_files_and_queries_come_in_order(tmp_path: Path) -> None:
    file = tmp_path / "a.sql"
    file.write_text("A")
    assert list(scripts(LocalOptions(queries_files=(file, file)), streams(b"B"))) == ["A", "A"]
    assert list(scripts(LocalOptions(queries=("C", "D")), streams(b"B"))) == ["C", "D"]
    assert list(scripts(LocalOptions(), streams(b"B"))) == ["B"]


def test_the_shell_opens_on_a_terminal_without_queries() -> None:
    assert wants_shell(LocalOptions(), streams(terminal=True))
    assert not wants_shell(LocalOptions(), streams())
    assert not wants_shell(LocalOptions(queries=("A",)), streams(terminal=True))
    assert wants_shell(LocalOptions(queries=("A",), interactive=True), streams())


@pytest.mark.parametrize(
    ("options", "terminal", "format"),
    [
        (LocalOptions(), False, "TabSeparated"),
        (LocalOptions(), True, "PrettyCompact"),
        (LocalOptions(format="CSV"), True, "CSV"),
        (LocalOptions(format="CSV", output_format="JSON"), False, "JSON"),
        (LocalOptions(format="CSV", vertical=True), False, "Vertical"),
    ],
)
def test_the_output_format(options: LocalOptions, terminal: bool, format: str) -> None:
    assert output_format(options, to_terminal=terminal) == format
