"""What the command line asks of a session, and the session that gives it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from sparktree.cli.options import LocalOptions
from sparktree.cli.outfile import outfile_format, write_outfile
from sparktree.kernel import text as kernel_text
from sparktree.result import Result
from sparktree.session import Engine, Session, connect
from sparktree.sql import Parsed, parse
from sparktree.sql.statements.insert import Insert


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
    def data(self) -> bytes: ...
    def rows(self) -> list[tuple[Any, ...]]: ...


class Statements(Protocol):
    """Runs statements one after another, with settings and temporary tables of its own."""

    def query(
        self,
        sql: str,
        *,
        params: Mapping[str, object] | None = None,
        format: str | None = None,
        data: bytes | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Answer: ...


@dataclass(frozen=True, slots=True)
class LocalAnswer:
    """The result of a statement; what went into a file is not shown."""

    result: Result
    printed: bytes

    @property
    def has_columns(self) -> bool:
        return bool(self.result.columns)

    @property
    def row_count(self) -> int:
        return int(self.result.table.num_rows)

    @property
    def cost(self) -> Cost:
        statistics = self.result.statistics
        return Cost(statistics["rows_read"], statistics["bytes_read"])

    def data(self) -> bytes:
        return self.printed

    def rows(self) -> list[tuple[Any, ...]]:
        return self.result.rows()


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
        data: bytes | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> LocalAnswer:
        parsed = _with_data(parse(sql, _texts(params)), data)
        outfile = parsed.outfile
        if outfile is not None:
            format = outfile_format(outfile) or "TabSeparated"
        result = self.session.execute(parsed, params=params, format=format, on_progress=on_progress)
        printed = result.bytes()
        if outfile is not None:
            write_outfile(outfile, printed)
            printed = printed if outfile.and_stdout else b""
        return LocalAnswer(result, printed)


def _texts(params: Mapping[str, object] | None) -> dict[str, str]:
    return {name: str(value) for name, value in (params or {}).items()}


def _with_data(parsed: Parsed, data: bytes | None) -> Parsed:
    if data is None or not isinstance(parsed.statement, Insert):
        return parsed
    return replace(parsed, statement=replace(parsed.statement, data=kernel_text.escape(data)))


def open_engine(options: LocalOptions) -> Engine:
    """The data folder that the options name, or a temporary one."""
    return connect(
        options.path,
        config=options.config_file,
        user=options.user,
        password=options.password,
        catalog=options.catalog,
    )
