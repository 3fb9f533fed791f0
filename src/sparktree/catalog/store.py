"""Transactions on the catalog's database: SQLite in the data folder, or PostgreSQL by URL."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
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
    def begin_write(self, connection: Connection, durable: bool, locks: Locks) -> None: ...
    def writing(self) -> AbstractContextManager[object]: ...
    def now(self) -> float: ...
    def synchronise(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Locks:
    """Subjects that a transaction has for itself until it ends, and such that it shares.

    Rows that a transaction reads to change what follows from them are locked as rows
    (`with_for_update`), those of tables first and in the order of their UUIDs. These are for what
    has no row yet, or many.
    """

    exclusive: Collection[str] = ()
    shared: Collection[str] = ()

    def in_order(self) -> list[tuple[str, bool]]:
        """Every subject once, in an order that is the same for everybody, and whether alone."""
        alone = set(self.exclusive)
        return [(name, name in alone) for name in sorted(alone | set(self.shared))]


NO_LOCKS = Locks()


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
    def write(self, *, durable: bool = True, locks: Locks = NO_LOCKS) -> Iterator[Connection]:
        """Committed at the end, undone by an exception. Others write meanwhile, but for the locks
        and the rows that this one locks or changes.

        A durable transaction survives a power failure; the others survive the end of the process.
        """
        with translated(), self._backend.writing(), self._connect() as connection:
            self._backend.begin_write(connection, durable, locks)
            yield connection
            connection.commit()

    def now(self) -> float:
        """Seconds since the epoch, by the one clock that all who open this catalog go by."""
        with translated():
            return self._backend.now()

    def synchronise(self) -> None:
        """Set that clock anew; to be called now and then."""
        with translated():
            self._backend.synchronise()

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

    def begin_write(self, connection: Connection, durable: bool, locks: Locks) -> None:
        """The only writer of the whole file, whatever is to be locked."""
        level = "FULL" if durable else "NORMAL"
        connection.exec_driver_sql(f"PRAGMA synchronous = {level}")
        _attempt(lambda: connection.exec_driver_sql("BEGIN IMMEDIATE"))

    def now(self) -> float:
        """The machine's time: all processes are on it."""
        return time.time()

    def synchronise(self) -> None:
        """Nothing: the machine's clock is the clock."""


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
    """One database for several machines, whose clocks may differ: its own is what counts.

    The time is asked for once and goes on by this machine's monotonic clock, which nobody sets.
    """

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url, pool_size=4, max_overflow=-1, pool_pre_ping=True)
        self._ahead: float | None = None  # of the monotonic clock

    def writing(self) -> AbstractContextManager[object]:
        return nullcontext()

    def begin_read(self, connection: Connection) -> None:
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))

    def begin_write(self, connection: Connection, durable: bool, locks: Locks) -> None:
        if not durable:
            connection.execute(text("SET LOCAL synchronous_commit TO OFF"))
        for name, alone in locks.in_order():
            connection.execute(_EXCLUSIVE if alone else _SHARED, {"name": name})

    def now(self) -> float:
        if self._ahead is None:
            self.synchronise()
        return time.monotonic() + (self._ahead or 0.0)

    def synchronise(self) -> None:
        """Of the moments between question and answer the middle is taken for the answer's."""
        with self.engine.connect() as connection:
            connection.execute(_NOTHING)  # connected by now
            asked = time.monotonic()
            answer = connection.scalar(_TIME)
            answered = time.monotonic()
        self._ahead = float(answer or 0.0) - (asked + answered) / 2


_NOTHING = text("SELECT 1")
_TIME = text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision)")
# Several catalogs may be in one database, each in a schema of its own.
_KEY = "hashtextextended('sparktree/' || current_schema() || '/' || :name, 0)"
_EXCLUSIVE = text(f"SELECT pg_advisory_xact_lock({_KEY})")
_SHARED = text(f"SELECT pg_advisory_xact_lock_shared({_KEY})")


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
    ("deadlock detected", Code.DEADLOCK_AVOIDED, "Changes waited for each other: try again"),
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
