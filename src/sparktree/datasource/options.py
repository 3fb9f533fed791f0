"""The options of the data source, and the engine that they lead to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sparktree.errors import Code, Error
from sparktree.session import Engine, connect, parse_table_name
from sparktree.spark.configuration import machine_memory
from sparktree.sql import ast, format_query, parse, parse_expression
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
    "columns",
    "where",
    "limit",
    "partitions",
    "pushdown",
    "partitionoverwritemode",
    "startingoffsets",
)
_SPARKS_OWN = ("checkpointlocation",)  # which come with the others, and are not for us
_OVERWRITE_MODES = ("static", "dynamic")
_STARTS = ("earliest", "latest")
_MACHINE_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Options:
    """What `option(...)` said; all names are case-insensitive.

    `query` is a SELECT, in place of a table; where rows must meet, one task computes all of it.
    `columns` are names with commas between them, `where` is a condition in ClickHouse's SQL,
    `limit` a number of rows. `pushdown` lets Spark's own filters prune parts; not by itself,
    because Spark keeps the filters of one query for the next one of a DataFrame. Mode `overwrite`
    replaces all partitions, or (`partitionOverwriteMode` is dynamic) those that the new rows belong
    to. Streams begin with all rows, or (`startingOffsets` is latest) with those that come.
    """

    table: str = ""
    query: str = ""
    path: str | None = None
    catalog: str | None = None
    config: str | None = None
    user: str | None = None
    password: str | None = None
    columns: str | None = None
    where: str | None = None
    limit: int | None = None
    partitions: int = 0
    pushdown: bool = False
    partitionoverwritemode: str = "static"
    startingoffsets: str = "earliest"

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Options:
        """The options, checked."""
        known = {name.lower(): value for name, value in given.items()}
        for name in _SPARKS_OWN:
            known.pop(name, None)
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
        return cls(**{name: _READ.get(name, _text)(name, text) for name, text in known.items()})

    @contextmanager
    def opened(self, tasks: int = 0) -> Iterator[tuple[Engine, Context]]:
        """The engine and the surroundings of a statement of so many tasks, for a while."""
        with connect(
            self.path, self.config, self.user, self.password, catalog=self.catalog
        ) as engine:
            engine.services.background.stop()  # of merges, those who stay here take care
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

    def selected(self) -> tuple[str, ...]:
        """The columns that are wanted, for SELECT; all if nothing is said."""
        if self.columns is None:
            return ("*",)
        names = [parse_expression(text) for text in self.columns.split(",")]
        if not all(isinstance(name, ast.Identifier) for name in names):
            raise Error(Code.BAD_ARGUMENTS, f"The option columns takes names: {self.columns}")
        return tuple(format_query(name, one_line=True) for name in names)


def _text(name: str, text: str) -> Any:
    return text


def _number(name: str, text: str) -> Any:
    if not text.isdecimal():
        raise Error(Code.BAD_ARGUMENTS, f"The option {name} is no number: {text}")
    return int(text)


def _flag(name: str, text: str) -> Any:
    return _one_of("true", "false")(name, text) == "true"


def _one_of(*values: str) -> Callable[[str, str], Any]:
    def read(name: str, text: str) -> Any:
        if text.lower() not in values:
            message = f"The option {name} is {' or '.join(values)}, not {text}"
            raise Error(Code.BAD_ARGUMENTS, message)
        return text.lower()

    return read


_READ: Mapping[str, Callable[[str, str], Any]] = {
    "limit": _number,
    "partitions": _number,
    "pushdown": _flag,
    "partitionoverwritemode": _one_of(*_OVERWRITE_MODES),
    "startingoffsets": _one_of(*_STARTS),
}


def task_memory() -> int:
    """The bytes that the kernel may use in one of the tasks that share a machine."""
    return int(machine_memory() * _MACHINE_SHARE) // (os.cpu_count() or 1)
