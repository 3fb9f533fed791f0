"""Who runs the statements: sparktree itself, or real ClickHouse in a child process."""

import re
from typing import Protocol

import sparktree
from tests.oracle import Oracle, OracleError


class StatementError(Exception):
    """A statement was refused with an error of ClickHouse's list."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Executor(Protocol):
    """Runs the statements of one test after another, each test in a database of its own."""

    def begin(self, database: str) -> None: ...

    def run(self, sql: str) -> bytes:
        """What clickhouse-client prints for the statement; raises StatementError."""

    def end(self, database: str) -> None: ...


class SparktreeExecutor:
    """All tests in one engine, each in its own session, which may begin with settings."""

    def __init__(self, engine: sparktree.Engine, settings: str = "") -> None:
        self._engine = engine
        self._settings = settings
        self._session = engine.session()

    def begin(self, database: str) -> None:
        self._session = self._engine.session()
        if self._settings:
            self.run(f"SET {self._settings}")
        self.run(f"DROP DATABASE IF EXISTS {database}")
        self.run(f"CREATE DATABASE {database}")
        self.run(f"USE {database}")

    def run(self, sql: str) -> bytes:
        try:
            return self._session.query(sql).bytes()
        except sparktree.Error as error:
            raise StatementError(int(error.code), str(error)) from error

    def end(self, database: str) -> None:
        self._engine.query(f"DROP DATABASE IF EXISTS {database}")


class OracleExecutor:
    """Each test in a ClickHouse process of its own, since settings last as long as the process."""

    def __init__(self) -> None:
        self._oracle: Oracle | None = None

    def begin(self, database: str) -> None:
        self._oracle = Oracle()
        self.run(f"CREATE DATABASE {database}")
        self.run(f"USE {database}")

    def run(self, sql: str) -> bytes:
        assert self._oracle is not None
        try:
            return self._oracle.query(sql)
        except OracleError as error:
            code = re.search(r"Code: (\d+)", str(error))
            raise StatementError(int(code.group(1)) if code else 0, str(error)) from error

    def end(self, database: str) -> None:
        assert self._oracle is not None
        self._oracle.close()
