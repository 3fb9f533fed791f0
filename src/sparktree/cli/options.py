"""The options of `sparktree local` and `client`, named as ClickHouse's."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from sparktree.errors import Code, Error

_OFF = frozenset({"off", "no", "0", "false"})


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asked for, wherever the data is."""

    queries: tuple[str, ...] = ()
    queries_files: tuple[Path, ...] = ()
    database: str | None = None
    user: str | None = None
    password: str | None = None
    format: str | None = None
    output_format: str | None = None
    vertical: bool = False
    multiline: bool = False
    echo: bool = False
    time: bool = False
    progress: str = ""
    ignore_error: bool = False
    interactive: bool = False
    history_file: str | None = None
    settings: dict[str, str] = field(default_factory=dict)
    params: dict[str, str] = field(default_factory=dict)
    show: str | None = None

    @property
    def wants_progress(self) -> bool:
        return bool(self.progress) and self.progress not in _OFF


@dataclass(frozen=True, slots=True)
class LocalOptions(Options):
    """What the user asked `sparktree local` for."""

    path: str | None = None
    config_file: str | None = None
    catalog: str | None = None
    input_format: str | None = None
    table: str = "table"
    structure: str | None = None
    file: str | None = None

    @property
    def has_input_table(self) -> bool:
        """The user described data that queries read as a table."""
        return any((self.structure, self.input_format, self.file))


@dataclass(frozen=True, slots=True)
class ClientOptions(Options):
    """What the user asked `sparktree client` for."""

    host: str = "localhost"
    port: int | None = None
    secure: bool = False
    accept_invalid_certificate: bool = False
    ask_password: bool = False
    compression: bool = True
    query_id: str = ""


class _Parser(argparse.ArgumentParser):
    """Wrong use is an error with ClickHouse's code, not argparse's exit."""

    def error(self, message: str) -> NoReturn:
        raise Error(Code.BAD_ARGUMENTS, f"{message[:1].upper()}{message[1:]}.")


def build_parser() -> argparse.ArgumentParser:
    """Every option that is not a setting or a parameter."""
    parser = _Parser(
        prog="sparktree local",
        description="Run SQL on a data folder. Without a query: from standard input, "
        "or a shell when that is a terminal.",
        epilog="Any setting of ClickHouse is an option too (--max_threads=2), "
        "and --param_NAME=VALUE sets the query parameter {NAME:Type}.",
        allow_abbrev=False,
        add_help=False,
    )
    _add_queries(parser)
    _add_storage(parser)
    _add_input(_add_formats(parser))
    _add_behaviour(parser)
    return parser


def build_client_parser() -> argparse.ArgumentParser:
    """The same for a client of a server."""
    parser = _Parser(
        prog="sparktree client",
        description="Run SQL on a server, over ClickHouse's native protocol. Without a query: from"
        " standard input, or a shell when that is a terminal.",
        epilog="Any setting of ClickHouse is an option too (--max_threads=2), "
        "and --param_NAME=VALUE sets the query parameter {NAME:Type}.",
        allow_abbrev=False,
        add_help=False,
    )
    _add_queries(parser)
    _add_server(parser)
    _add_formats(parser)
    _add_behaviour(parser)
    return parser


def _add_queries(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("queries")
    group.add_argument("positional", nargs="?", metavar="QUERY", help="the same as --query")
    group.add_argument("-q", "--query", action="append", default=[], metavar="SQL",
                       help="statements to run; may be given several times")  # fmt: skip
    group.add_argument("--queries-file", action="append", default=[], type=Path, metavar="FILE",
                       help="a file of statements; may be given several times")  # fmt: skip
    group.add_argument("-n", "--multiquery", action="store_true", help="always on; accepted")
    group.add_argument("-m", "--multiline", action="store_true",
                       help="in the shell, Enter runs only what ends with ;")  # fmt: skip
    group.add_argument("--interactive", action="store_true",
                       help="open the shell, after the queries if there are any")  # fmt: skip
    group.add_argument("--history-file", "--history_file", metavar="FILE",
                       help="where the shell keeps its history")  # fmt: skip


def _add_storage(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where the data is")
    group.add_argument("--path", metavar="DIR", help="data folder; a temporary one by default")
    group.add_argument("-C", "--config-file", metavar="FILE", help="configuration (XML or YAML)")
    group.add_argument("--catalog", metavar="URL", help="catalog database, as postgresql://...")
    _add_user(group)


def _add_server(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where the server is")
    group.add_argument("--host", default="localhost", metavar="NAME", help="(localhost)")
    group.add_argument("--port", type=int, metavar="NUMBER",
                       help="(9000, with --secure 9440)")  # fmt: skip
    group.add_argument("-s", "--secure", action="store_true", help="encrypt the connection (TLS)")
    group.add_argument("--accept-invalid-certificate", action="store_true",
                       help="with --secure: whoever answers is believed")  # fmt: skip
    group.add_argument("--ask-password", action="store_true", help="ask for the password")
    group.add_argument("--compression", type=int, default=1, metavar="0|1",
                       help="compress what is sent (1)")  # fmt: skip
    group.add_argument("--query-id", "--query_id", default="", metavar="TEXT")
    _add_user(group)


def _add_user(group: argparse._ArgumentGroup) -> None:
    group.add_argument("-d", "--database", metavar="NAME", help="current database")
    group.add_argument("-u", "--user", metavar="NAME")
    group.add_argument("--password", metavar="TEXT")


def _add_formats(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    group = parser.add_argument_group("formats and input data")
    group.add_argument("-f", "--format", metavar="NAME", help="of output, and of input data")
    group.add_argument("--output-format", metavar="NAME")
    group.add_argument("-E", "--vertical", action="store_true", help="the same as -f Vertical")
    return group


def _add_input(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--input-format", metavar="NAME")
    group.add_argument("-N", "--table", default="table", metavar="NAME",
                       help="name of the table of input data (table)")  # fmt: skip
    group.add_argument("-S", "--structure", metavar="COLUMNS",
                       help="columns of the input data, as 'a Int64, b String'")  # fmt: skip
    group.add_argument("-F", "--file", metavar="FILE",
                       help="file of the input data; standard input by default")  # fmt: skip


def _add_behaviour(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("behaviour")
    group.add_argument("--echo", action="store_true", help="print each statement before it runs")
    group.add_argument("--verbose", action="store_true", help="the same as --echo")
    group.add_argument("-t", "--time", action="store_true",
                       help="print the seconds of each statement to standard error")  # fmt: skip
    group.add_argument("--progress", nargs="?", const="on", default="", metavar="on|off|err",
                       help="show progress on standard error")  # fmt: skip
    group.add_argument("--ignore-error", action="store_true", help="go on after an error")
    group.add_argument("-V", "--version", action="store_true")
    group.add_argument("-h", "--help", action="store_true")


def parse_options(arguments: Sequence[str]) -> LocalOptions:
    """Options, settings and parameters of a command line of `sparktree local`."""
    found, common = _parsed(build_parser(), arguments)
    return LocalOptions(
        **common,
        path=found.path,
        config_file=found.config_file,
        catalog=found.catalog,
        input_format=found.input_format,
        table=found.table,
        structure=found.structure,
        file=found.file,
    )


def parse_client_options(arguments: Sequence[str]) -> ClientOptions:
    """The same of `sparktree client`."""
    found, common = _parsed(build_client_parser(), arguments)
    return ClientOptions(
        **common,
        host=found.host,
        port=found.port,
        secure=found.secure,
        accept_invalid_certificate=found.accept_invalid_certificate,
        ask_password=found.ask_password,
        compression=bool(found.compression),
        query_id=found.query_id,
    )


def _parsed(
    parser: argparse.ArgumentParser, arguments: Sequence[str]
) -> tuple[argparse.Namespace, dict[str, Any]]:
    """What was found, and of it the fields that all commands have."""
    known, settings, params = _split(parser, list(arguments))
    found = parser.parse_args(known)
    queries = [*found.query, *([found.positional] if found.positional else [])]
    if queries and found.queries_file:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Options '--query' and '--queries-file' cannot be specified at the same time.",
        )
    return found, {
        "queries": tuple(queries),
        "queries_files": tuple(found.queries_file),
        "database": found.database,
        "user": found.user,
        "password": found.password,
        "format": found.format,
        "output_format": found.output_format,
        "vertical": found.vertical,
        "multiline": found.multiline,
        "echo": found.echo or found.verbose,
        "time": found.time,
        "progress": found.progress,
        "ignore_error": found.ignore_error,
        "interactive": found.interactive,
        "history_file": found.history_file,
        "settings": settings,
        "params": params,
        "show": "help" if found.help else "version" if found.version else None,
    }


def _split(
    parser: argparse.ArgumentParser, arguments: list[str]
) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """What the parser knows, the settings, and the query parameters."""
    known: list[str] = []
    settings: dict[str, str] = {}
    params: dict[str, str] = {}
    takes_value = _options_with_value(parser)
    rest = list(reversed(arguments))
    while rest:
        argument = rest.pop()
        name, equals, value = argument.partition("=")
        if name in takes_value or not argument.startswith("--"):
            has_value = takes_value.get(name, False) and not equals and rest
            known.append(_joined(argument, rest.pop()) if has_value else argument)
            continue
        if not equals:
            value = rest.pop() if rest and not _is_option(rest[-1]) else "1"
        key = name[2:].replace("-", "_")
        if key.startswith("param_"):
            params[key.removeprefix("param_")] = value
        else:
            settings[key] = value
    return known, settings, params


def _joined(option: str, value: str) -> str:
    """As one word, so that a value that begins with a dash is not taken for an option."""
    return f"{option}={value}" if option.startswith("--") else f"{option}{value}"


def _is_option(word: str) -> bool:
    return re.match(r"--?[A-Za-z]", word) is not None


def _options_with_value(parser: argparse.ArgumentParser) -> dict[str, bool]:
    """Every option, and whether the next word is its value."""
    return {
        name: action.nargs is None for action in parser._actions for name in action.option_strings
    }
