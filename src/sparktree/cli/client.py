"""`sparktree client`: statements on a server, from options, files, standard input or a shell."""

from __future__ import annotations

import getpass
from contextlib import closing

from sparktree.cli.local import open_shell, prepare, run_scripts, wants_shell
from sparktree.cli.options import ClientOptions, build_client_parser, parse_client_options
from sparktree.cli.remote import RemoteSession
from sparktree.cli.streams import Streams
from sparktree.protocol.client import Address
from sparktree.version import VERSION

_PORT, _SECURE_PORT = 9000, 9440


def main(arguments: list[str], command: str = "client") -> int:
    """Run the command line; errors are raised, the last one decides the exit code."""
    options = parse_client_options(arguments)
    streams = Streams.standard()
    if options.show == "help":
        streams.write(build_client_parser().format_help().encode())
    elif options.show == "version":
        streams.write(f"sparktree client version {VERSION}.\n".encode())
    else:
        run(options, streams)
    return 0


def run(options: ClientOptions, streams: Streams) -> None:
    """Connect, run what is to be run, and open the shell if it is wanted."""
    address = address_of(options)

    def another() -> RemoteSession:
        return RemoteSession(address, compress=options.compression)

    session = RemoteSession(address, compress=options.compression, query_id=options.query_id)
    with closing(session):
        session.connect()
        prepare(session, options)
        run_scripts(session, options, streams)
        if wants_shell(options, streams):
            open_shell(session, options, streams, another, "client")


def address_of(options: ClientOptions) -> Address:
    """The server, and who asks."""
    password = options.password or ""
    if options.ask_password:
        password = getpass.getpass(f"Password for user ({options.user or 'default'}): ")
    return Address(
        options.host,
        options.port or (_SECURE_PORT if options.secure else _PORT),
        options.user or "default",
        password,
        options.database or "",
        options.secure,
        not options.accept_invalid_certificate,
    )
