"""Data from a file or a pipe as a table that queries read, as in clickhouse-local."""

import tempfile
from pathlib import Path

from sparktree.cli.api import Statements
from sparktree.cli.options import LocalOptions
from sparktree.cli.quoting import quoted_name, quoted_text
from sparktree.cli.streams import Streams

_STANDARD_INPUT = ("-", "stdin")


def create_input_table(session: Statements, options: LocalOptions, streams: Streams) -> None:
    """A temporary table of the data; its columns are read from the data if not described."""
    format = options.input_format or options.format or "TabSeparated"
    if options.file is not None and options.file not in _STANDARD_INPUT:
        _create(session, options, Path(options.file).resolve(), format)
        return
    with tempfile.NamedTemporaryFile(prefix="sparktree-input-") as spool:
        while block := streams.stdin.read(1 << 20):
            spool.write(block)
        spool.flush()
        _create(session, options, Path(spool.name), format)


def _create(session: Statements, options: LocalOptions, data: Path, format: str) -> None:
    arguments = [str(data), format, *([options.structure] if options.structure else [])]
    source = ", ".join(quoted_text(argument) for argument in arguments)
    table = quoted_name(options.table)
    session.query(f"CREATE TEMPORARY TABLE {table} AS SELECT * FROM file({source})")
