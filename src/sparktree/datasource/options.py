"""The options of the data source, and the engine that they lead to."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.session import Engine, connect, parse_table_name
from sparktree.spark.configuration import machine_memory
from sparktree.sql import ast, format_query, parse
from sparktree.sql.printers.base import back_quote
from sparktree.statements.context import Context

_KNOWN = (
    "path",
    "table",
    "query",
    "catalog",
    "config",
    "user",
    "password",
    "where",
    "partitions",
    "pushdown",
)
_MACHINE_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Options:
    """What `option(...)` said; all names are case-insensitive.

    `query` is a SELECT, in place of a table; where rows must meet, one task computes all of it.
    `where` is a condition in ClickHouse's SQL. `pushdown` lets Spark's own filters prune parts; not
    by itself, because Spark keeps the filters of one query for the next one of a DataFrame.
    """

    table: str = ""
    query: str = ""
    path: str | None = None
    catalog: str | None = None
    config: str | None = None
    user: str | None = None
    password: str | None = None
    where: str | None = None
    partitions: int = 0
    pushdown: bool = False

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Options:
        """The options, checked."""
        known = {name.lower(): value for name, value in given.items()}
        for name in known:
            if name not in _KNOWN:
                raise Error(
                    Code.BAD_ARGUMENTS,
                    f"Unknown option {name} of the data source; there are {', '.join(_KNOWN)}.",
                )
        if ("table" in known) == ("query" in known) or not ("path" in known or "config" in known):
            raise Error(
                Code.BAD_ARGUMENTS,
                "The options path (or config) are needed, and one of table and query.",
            )
        count = known.pop("partitions", "0")
        if not count.isdigit():
            raise Error(Code.BAD_ARGUMENTS, f"The option partitions is no number: {count}")
        pushdown = known.pop("pushdown", "false").lower() == "true"
        return cls(**known, partitions=int(count), pushdown=pushdown)

    @contextmanager
    def opened(self, tasks: int = 0) -> Iterator[tuple[Engine, Context]]:
        """The engine and the surroundings of a statement of so many tasks, for a while."""
        with connect(
            self.path, self.config, self.user, self.password, catalog=self.catalog
        ) as engine:
            state = engine.session().state
            settings = state.settings.changed({"max_threads": tasks or self.tasks()})
            context = Context(engine.services, state, settings)
            try:
                yield engine, context
            finally:
                context.release()

    def name(self) -> ast.TableName:
        """The table's name; a query has none, and cannot be written to."""
        if self.query:
            raise Error(Code.BAD_ARGUMENTS, "Rows are written to a table, not to a query.")
        return parse_table_name(self.table)

    def source(self) -> str:
        """What stands behind FROM."""
        if self.query:
            statement = parse(self.query).statement
            if not isinstance(statement, ast.Query):
                raise Error(Code.BAD_ARGUMENTS, "The option query takes a SELECT.")
            return f"({format_query(statement, one_line=True)})"
        name = self.name()
        database = f"{back_quote(name.database)}." if name.database else ""
        return f"{database}{back_quote(name.name)}"

    def tasks(self) -> int:
        """Into how many partitions a table is cut at most."""
        return self.partitions or os.cpu_count() or 1


def task_memory() -> int:
    """The bytes that the kernel may use in one of the tasks that share a machine."""
    return int(machine_memory() * _MACHINE_SHARE) // (os.cpu_count() or 1)
