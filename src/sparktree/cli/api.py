"""What the command line asks of a session, and the session that gives it."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol, cast

from sparktree.cli.options import LocalOptions
from sparktree.formats.outfile import check_outfile, opened_outfile, outfile_format
from sparktree.result import Stream
from sparktree.session import Engine, Session, connect
from sparktree.sql import parse
from sparktree.sql.statements.base import Outfile


class Progress(Protocol):
    """How far a running query is."""

    @property
    def tasks_done(self) -> int: ...
    @property
    def tasks_total(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def bytes(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Cost:
    """What a statement read."""

    rows_read: int = 0
    bytes_read: int = 0


class Answer(Protocol):
    """What a statement gave, ready to be shown."""

    @property
    def has_columns(self) -> bool: ...
    @property
    def row_count(self) -> int: ...
    @property
    def cost(self) -> Cost: ...
    def write(self, out: BinaryIO) -> None: ...
    def rows(self) -> list[tuple[Any, ...]]: ...


class Statements(Protocol):
    """Runs statements one after another, with settings and temporary tables of its own."""

    def query(
        self,
        sql: str,
        *,
        params: Mapping[str, object] | None = None,
        format: str | None = None,
        data: BinaryIO | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Answer: ...


@dataclass(slots=True)
class LocalAnswer:
    """A running statement; its rows are written while they come, those for a file into it."""

    stream: Stream
    outfile: Outfile | None = None

    @property
    def has_columns(self) -> bool:
        return bool(self.stream.columns)

    @property
    def row_count(self) -> int:
        return self.stream.rows_given

    @property
    def cost(self) -> Cost:
        statistics = self.stream.statistics
        return Cost(statistics["rows_read"], statistics["bytes_read"])

    def write(self, out: BinaryIO) -> None:
        with self.stream:
            if self.outfile is None:
                self.stream.write(out)
                return
            with opened_outfile(self.outfile) as file:
                both = self.outfile.and_stdout
                self.stream.write(cast(BinaryIO, Tee(file, out)) if both else file)

    def rows(self) -> list[tuple[Any, ...]]:
        with self.stream:
            return list(self.stream.rows())


class Tee(io.RawIOBase):
    """Writes the same into several streams."""

    def __init__(self, *streams: BinaryIO) -> None:
        self._streams = streams

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        for stream in self._streams:
            stream.write(data)
        return len(data)


@dataclass(frozen=True, slots=True)
class LocalSession:
    """A session with what is the client's part: data from a pipe, results into files."""

    session: Session

    def query(
        self,
        sql: str,
        *,
        params: Mapping[str, object] | None = None,
        format: str | None = None,
        data: BinaryIO | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> LocalAnswer:
        """Run the statement up to its first rows."""
        parsed = parse(sql, _texts(params))
        outfile = parsed.outfile
        if outfile is not None:
            check_outfile(outfile)
            format = outfile_format(outfile) or "TabSeparated"
        stream = self.session.stream(
            parsed, params=params, format=format, data=data, on_progress=on_progress
        )
        stream.start()
        return LocalAnswer(stream, outfile)


def _texts(params: Mapping[str, object] | None) -> dict[str, str]:
    return {name: str(value) for name, value in (params or {}).items()}


def open_engine(options: LocalOptions) -> Engine:
    """The data folder that the options name, or a temporary one."""
    return connect(
        options.path,
        config=options.config_file,
        user=options.user,
        password=options.password,
        catalog=options.catalog,
    )
