"""Options of the command line are read as clickhouse-local reads them."""

import shlex
from pathlib import Path

import pytest

from sparktree.cli.options import parse_options
from sparktree.errors import Code, Error


def test_queries_may_be_given_several_times() -> None:
    assert parse_options(["-q", "SELECT 1", "--query=SELECT 2"]).queries == ("SELECT 1", "SELECT 2")


def test_a_query_may_begin_with_a_comment() -> None:
    assert parse_options(["-q", "-- one\nSELECT 1"]).queries == ("-- one\nSELECT 1",)
    assert parse_options(["--query", "--one\nSELECT 1"]).queries == ("--one\nSELECT 1",)


def test_a_query_needs_no_option() -> None:
    assert parse_options(["SELECT 1", "--path", "d"]).queries == ("SELECT 1",)


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        (["--max_threads=3"], {"max_threads": "3"}),
        (["--max_threads", "3"], {"max_threads": "3"}),
        (["--max-threads", "3"], {"max_threads": "3"}),
        (["--final", "-q", "SELECT 1"], {"final": "1"}),
        (["--x", "-1"], {"x": "-1"}),
        (["--x=a=b"], {"x": "a=b"}),
    ],
)
def test_any_other_option_is_a_setting(arguments: list[str], settings: dict[str, str]) -> None:
    assert parse_options(arguments).settings == settings


def test_query_parameters_are_no_settings() -> None:
    options = parse_options(["--param_x=1", "--param_y", "a b", "-q", "SELECT {x:Int8}"])
    assert options.params == {"x": "1", "y": "a b"}
    assert options.settings == {}


def test_progress_may_have_a_value() -> None:
    assert parse_options(["--progress"]).wants_progress
    assert parse_options(["--progress=err"]).wants_progress
    assert not parse_options(["--progress=off"]).wants_progress
    assert not parse_options([]).wants_progress


def test_every_plain_option_is_read() -> None:
    line = (
        "--path d -f CSV --output-format TSV --input-format JSON -N t -S a -F f -E -m -t --echo "
        "--ignore-error -C c.xml -u me --password p --catalog c -d db --history-file h"
    )
    options = parse_options(shlex.split(line))
    assert (options.path, options.format, options.output_format) == ("d", "CSV", "TSV")
    assert (options.input_format, options.table, options.structure) == ("JSON", "t", "a")
    assert (options.file, options.vertical, options.multiline, options.time) == ("f", 1, 1, 1)
    assert (options.echo, options.ignore_error, options.config_file) == (1, 1, "c.xml")
    assert (options.user, options.password, options.catalog) == ("me", "p", "c")
    assert (options.database, options.history_file) == ("db", "h")
    assert options.settings == {}


def test_files_of_queries() -> None:
    assert parse_options(["--queries-file", "a.sql"]).queries_files == (Path("a.sql"),)


@pytest.mark.parametrize(
    "arguments",
    [["-q", "SELECT 1", "--queries-file", "f"], ["--path"], ["-q", "1", "2", "3"], ["-Z"]],
)
def test_wrong_use_is_refused(arguments: list[str]) -> None:
    with pytest.raises(Error) as caught:
        parse_options(arguments)
    assert caught.value.code == Code.BAD_ARGUMENTS
