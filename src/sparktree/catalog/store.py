"""Transactions on the catalog's database: SQLite in the data folder, or PostgreSQL by URL."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from sparktree.errors import Code, Error

FILE_NAME = "catalog.db"
BUSY_SECONDS = 20.0
BEGIN_ATTEMPTS = 3


class Backend(Protocol):
    """What the two databases do differently."""

    engine: Engine

    def begin_read(self, connection: Connection) -> None: ...
    def begin_write(self, connection: Connection, durable: bool) -> None: ...
    def writing(self) -> AbstractContextManager[object]: ...


class Store:
    """Short transactions, each on a connection of its own; safe to use from several threads."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._closed = False
        self.engine = backend.engine

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One consistent view of everything committed before."""
        with translated(), self._connect() as connection:
            self._backend.begin_read(connection)
            yield connection
            connection.rollback()

    @contextmanager
    def write(self, *, durable: bool = True) -> Iterator[Connection]:
        """The only writer meanwhile; committed at the end, undone by an exception.

        A durable transaction survives a power failure; the others survive the end of the process.
        """
        with translated(), self._backend.writing(), self._connect() as connection:
            self._backend.begin_write(connection, durable)
            yield connection
            connection.commit()

    def close(self) -> None:
        self._closed = True
        self.engine.dispose()

    def _connect(self) -> Connection:
        # The engine itself would silently open new connections.
        if self._closed:
            raise Error(Code.ABORTED, "The catalog is closed.")
        return self.engine.connect()


class Sqlite:
    """A file in write-ahead mode: readers never wait, writers wait for each other."""

    def __init__(self, file: Path) -> None:
        # Connections are opened later too, wherever the process may be by then.
        url = URL.create("sqlite+pysqlite", database=str(file.absolute()))
        # One more connection is cheap, a statement that waits for one is not.
        self.engine = create_engine(
            url, pool_size=4, max_overflow=-1, connect_args={"timeout": BUSY_SECONDS}
        )
        event.listen(self.engine, "connect", _set_up_sqlite)
        # SQLite's own waiting is polling without an order; threads of one process queue here.
        self._turn = threading.Lock()

    def writing(self) -> AbstractContextManager[object]:
        return self._turn

    def begin_read(self, connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    def begin_write(self, connection: Connection, durable: bool) -> None:
        level = "FULL" if durable else "NORMAL"
        connection.exec_driver_sql(f"PRAGMA synchronous = {level}")
        _attempt(lambda: connection.exec_driver_sql("BEGIN IMMEDIATE"))


def _set_up_sqlite(connection: SqliteConnection, _record: object) -> None:
    """Transactions begin where we say so, not where the driver guesses."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = OFF")
    mode = connection.execute("PRAGMA journal_mode").fetchone()
    if mode[0] != "wal":
        connection.execute("PRAGMA journal_mode = WAL")


def _attempt(begin: Callable[[], object]) -> None:
    """Begin, however busy: every attempt waits for BUSY_SECONDS by itself."""
    for left in reversed(range(BEGIN_ATTEMPTS)):
        try:
            begin()
            return
        except DBAPIError as error:
            if not left or "locked" not in str(error.orig):
                raise
            time.sleep(0.05)


class Postgres:
    """One database for several machines; an advisory lock lets one writer in at a time."""

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url, pool_size=4, max_overflow=-1, pool_pre_ping=True)

    def writing(self) -> AbstractContextManager[object]:
        return nullcontext()

    def begin_read(self, connection: Connection) -> None:
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))

    def begin_write(self, connection: Connection, durable: bool) -> None:
        if not durable:
            connection.execute(text("SET LOCAL synchronous_commit TO OFF"))
        lock = "SELECT pg_advisory_xact_lock(1936744818, hashtext(current_schema()))"
        connection.execute(text(lock))


def open_store(url: str | None, folder: Path) -> Store:
    """The store at the URL, or the SQLite file of the data folder."""
    if url is not None:
        return Store(_backend_of(url))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Error(
            Code.CANNOT_CREATE_DIRECTORY, f"Cannot open data folder {folder}: {error.strerror}."
        ) from error
    return Store(Sqlite(folder / FILE_NAME))


def _backend_of(text_url: str) -> Backend:
    try:
        url = make_url(text_url)
    except ArgumentError as error:
        raise Error(Code.BAD_ARGUMENTS, f"Cannot parse catalog URL {text_url!r}.") from error
    family = url.get_backend_name()
    if family == "sqlite" and url.database:
        return Sqlite(Path(url.database))
    if family in ("postgresql", "postgres"):
        return _postgres(url.set(drivername="postgresql+psycopg"))
    raise Error(
        Code.BAD_ARGUMENTS,
        f"Unknown catalog database {family!r}: use postgresql://... or sqlite:///file.",
    )


def _postgres(url: URL) -> Postgres:
    try:
        return Postgres(url)
    except ModuleNotFoundError as error:
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            "A catalog in PostgreSQL needs psycopg: pip install 'sparktree[postgres]'.",
        ) from error


# What the databases say, in the order of looking, and what it means to the user.
_MEANINGS: tuple[tuple[str, Code, str], ...] = (
    ("database is locked", Code.TIMEOUT_EXCEEDED, "The catalog is busy"),
    ("disk is full", Code.NOT_ENOUGH_SPACE, "No space left for the catalog"),
    ("readonly database", Code.CANNOT_OPEN_FILE, "The catalog is read-only"),
    ("unable to open database file", Code.CANNOT_OPEN_FILE, "Cannot open the catalog"),
    ("disk i/o error", Code.CANNOT_READ_FROM_FILE_DESCRIPTOR, "Cannot read the catalog"),
    ("not a database", Code.CORRUPTED_DATA, "The catalog's file is damaged"),
    ("malformed", Code.CORRUPTED_DATA, "The catalog's file is damaged"),
    ("nul (0x00)", Code.BAD_ARGUMENTS, "The catalog's database cannot store this text"),
    ("connection", Code.NETWORK_ERROR, "Cannot reach the catalog's database"),
    ("server closed", Code.NETWORK_ERROR, "Cannot reach the catalog's database"),
)


@contextmanager
def translated() -> Iterator[None]:
    """Turns the failures of the database that users can act on into errors of ours."""
    try:
        yield
    except DBAPIError as error:
        said = str(error.orig).strip()
        for phrase, code, meaning in _MEANINGS:
            if phrase in said.lower():
                raise Error(code, f"{meaning}: {said}.") from error
        raise


def values_of(record: Any) -> dict[str, Any]:
    """The columns of a record, by name."""
    return {name: getattr(record, name) for name in record.__slots__}
