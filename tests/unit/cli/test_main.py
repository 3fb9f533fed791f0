"""The command itself: its subcommands, messages and exit codes."""

import tomllib
from pathlib import Path

import pytest

from sparktree.cli.main import COMMANDS, exit_code, main
from sparktree.errors import Code, Error
from sparktree.version import VERSION


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == main([]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in COMMANDS)


def test_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())
    declared = project["tool"]["setuptools"]["dynamic"]["version"]["attr"]
    assert declared == "sparktree.version.VERSION"
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"sparktree version {VERSION}.\n"


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["locale"]) == Code.BAD_ARGUMENTS
    assert "There is no command locale" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("code", "status"),
    [(Code.UNKNOWN_TABLE, 60), (Code.QUERY_WAS_CANCELLED, 138), (Code.UNRECOGNIZED_ARGUMENTS, 40)],
)
def test_exit_codes_are_cut_as_the_system_cuts_them(code: Code, status: int) -> None:
    assert exit_code(Error(code, "x")) == status
