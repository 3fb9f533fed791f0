"""The options of `sparktree server`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from sparktree.errors import Code, Error


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """What the user asked `sparktree server` for; `texts` go over the configuration."""

    config_file: str | None = None
    path: str | None = None
    catalog: str | None = None
    pid_file: str | None = None
    texts: dict[str, str] = field(default_factory=dict)
    show: str | None = None


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Error(Code.BAD_ARGUMENTS, f"{message[:1].upper()}{message[1:]}.")


def build_parser() -> argparse.ArgumentParser:
    """Every option that is not one of the configuration."""
    parser = _Parser(
        prog="sparktree server",
        description="Serve a data folder to ClickHouse's clients.",
        epilog="What the configuration may say is an option too: --http_port=8124"
        " --listen_host=::1 --prometheus.port=9363.",
        allow_abbrev=False,
        add_help=False,
    )
    parser.add_argument("-C", "--config-file", metavar="FILE", help="configuration (XML or YAML)")
    parser.add_argument("--path", metavar="DIR", help="data folder; a temporary one by default")
    parser.add_argument("--catalog", metavar="URL", help="catalog database, as postgresql://...")
    parser.add_argument("--pid-file", metavar="FILE", help="where the process id is written")
    parser.add_argument("-V", "--version", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    return parser


def parse_options(arguments: Sequence[str]) -> ServerOptions:
    """The options of a command line."""
    found, rest = build_parser().parse_known_args([a for a in arguments if a != "--"])
    texts = {}
    for argument in rest:
        name, equals, value = argument.partition("=")
        if not name.startswith("--") or not equals or not name[2:]:
            raise Error(Code.UNRECOGNIZED_ARGUMENTS, f"Unrecognized option '{argument}'.")
        texts[name[2:]] = value
    return ServerOptions(
        found.config_file,
        found.path,
        found.catalog,
        found.pid_file,
        texts,
        "help" if found.help else "version" if found.version else None,
    )
