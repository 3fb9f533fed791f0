"""`sparktree server`."""

from __future__ import annotations

import os
import sys
from contextlib import closing, suppress
from importlib.util import find_spec
from pathlib import Path

from sparktree.errors import Code, Error
from sparktree.server.options import ServerOptions, build_parser, parse_options
from sparktree.settings.config import Config, load_config
from sparktree.version import VERSION

_LIBRARIES = ("httptools", "clickhouse_cityhash")


def main(arguments: list[str], command: str = "server") -> int:
    """Run the command line."""
    options = parse_options(arguments)
    if options.show == "help":
        sys.stdout.write(build_parser().format_help())
    elif options.show == "version":
        sys.stdout.write(f"sparktree server version {VERSION}.\n")
    else:
        check_libraries()
        serve(options)
    return 0


def check_libraries() -> None:
    """What the server needs beyond the rest of the package."""
    if any(find_spec(name) is None for name in _LIBRARIES):
        raise Error(Code.SUPPORT_IS_DISABLED, "The server needs: pip install 'sparktree[server]'.")


def configuration(options: ServerOptions) -> Config:
    """The configuration file with what the options say over it."""
    loaded = load_config(options.config_file) if options.config_file else Config()
    texts = dict(options.texts)
    if options.path:
        texts["path"] = options.path
    if options.catalog:
        texts["catalog"] = options.catalog
    return loaded.with_texts(texts)


def user_files(config: Config, folder: Path) -> Path:
    """Where the files are that statements may read and write."""
    return (folder / (config.text("user_files_path") or "user_files")).resolve()


def serve(options: ServerOptions) -> None:
    """Serve until a signal ends it."""
    from sparktree.server.listeners import bind, check_closed  # noqa: PLC0415  # --help must not load it all
    from sparktree.server.server import Server  # noqa: PLC0415
    from sparktree.server.serving import log  # noqa: PLC0415
    from sparktree.session import connect  # noqa: PLC0415

    config = configuration(options)
    listening = bind(config)
    with closing(connect(config=config)) as engine:
        check_closed(listening, engine.services.access)
        engine.services.storage.user_files = user_files(config, engine.services.storage.folder)
        server = Server(engine, config, listening, lambda: configuration(options))
        pid_file = options.pid_file or config.text("pid_file")
        if pid_file:
            Path(pid_file).write_text(f"{os.getpid()}\n")
        for one in listening:
            log(f"Listening for {one.protocol.removesuffix('_port')} on [{one.host}]:{one.port}")
        log(f"Ready for connections; data in {engine.services.storage.folder}.")
        try:
            server.run()
        finally:
            if pid_file:
                with suppress(OSError):
                    Path(pid_file).unlink()
        log("Stopped.")
