"""What the command line asks of the engine, and how it is opened."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import sparktree
from sparktree.cli.options import LocalOptions


class Statistics(Protocol):
    """What a query cost."""

    @property
    def elapsed(self) -> float: ...
    @property
    def rows_read(self) -> int: ...
    @property
    def bytes_read(self) -> int: ...


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


class Result(Protocol):
    """The answer to one statement."""

    @property
    def columns(self) -> Any: ...
    @property
    def statistics(self) -> Any: ...
    @property
    def row_count(self) -> int: ...
    def data(self) -> bytes: ...
    def rows(self) -> list[tuple[Any, ...]]: ...


class Session(Protocol):
    """Runs statements one after another, with settings and temporary tables of its own."""

    def query(
        self,
        sql: str,
        *,
        settings: Mapping[str, object] | None = None,
        params: Mapping[str, object] | None = None,
        format: str | None = None,
        data: bytes | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Result: ...


class Engine(Protocol):
    """An open data folder."""

    def session(self) -> Session: ...
    def close(self) -> None: ...


def open_engine(options: LocalOptions) -> Engine:
    """The data folder that the options name, or a temporary one."""
    engine: Engine = sparktree.connect(
        options.path,
        config=options.config_file,
        user=options.user,
        password=options.password,
        catalog=options.catalog,
    )
    return engine
