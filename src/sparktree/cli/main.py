"""The `sparktree` command: finds the subcommand and runs it."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.loading import load
from sparktree.version import VERSION


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand; its module is loaded when it is called, so that a query starts at once."""

    module: str
    summary: str


COMMANDS = {
    "local": Command("sparktree.cli.local", "run SQL on a data folder; a shell without a query"),
    "demo": Command("sparktree.cli.demo", "a five-minute tour"),
    "rebuild-catalog": Command(
        "sparktree.cli.rebuild_catalog", "make a lost catalog anew from the data folder"
    ),
    "doctor": Command("sparktree.cli.doctor", "say what a cluster lacks, and what to do"),
    "static-files-disk-uploader": Command(
        "sparktree.cli.static_files", "write a table as files for a web server and its web disks"
    ),
    "server": Command("sparktree.server.main", "serve a data folder to ClickHouse's clients"),
    "client": Command("sparktree.cli.client", "run SQL on a server; a shell without a query"),
}


def usage() -> str:
    lines = [f"  {name:<28}{command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "Usage: sparktree COMMAND [OPTIONS]",
            "",
            *lines,
            "",
            "sparktree COMMAND --help tells the options of a command.",
        ]
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the result is the exit code of the process."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return run(arguments)
    except Error as error:
        sys.stderr.write(f"{error}\n")
        return exit_code(error)
    except BrokenPipeError:
        # The reader has gone; Python must not complain about it when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    except KeyboardInterrupt:
        sys.stderr.write("Query was cancelled.\n")
        return exit_code(Error(Code.QUERY_WAS_CANCELLED, "Query was cancelled."))


def run(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("--help", "-h", "help"):
        sys.stdout.write(usage() + "\n")
        return 0
    if arguments[0] in ("--version", "-V"):
        sys.stdout.write(f"sparktree version {VERSION}.\n")
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        raise Error(Code.BAD_ARGUMENTS, f"There is no command {name}.\n{usage()}")
    code: int = load(COMMANDS[name].module).main(rest, name)
    return code


def exit_code(error: Error) -> int:
    """ClickHouse's: the error's number as the system cuts it, never 0."""
    return error.code % 256 or 1
