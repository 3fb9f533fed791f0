"""What the planner needs from the rooms above it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import pyarrow as pa

from sparktree.functions.core.declare import QueryContext
from sparktree.planner.expr import Column, Expr
from sparktree.planner.nodes import Node, Query
from sparktree.planner.sources import TableSource
from sparktree.settings.query import QuerySettings
from sparktree.sql import ast
from sparktree.types import Type


@dataclass(frozen=True, slots=True)
class View:
    """A table that is a query.

    One `of_tables` unites tables: FINAL and SAMPLE concern each of them that knows these. One
    `of_one` is another table under its name: what that one refuses it refuses, too.
    """

    name: str
    query: ast.Query
    hidden: tuple[str, ...] = ()  # columns that only a query that names them sees
    of_tables: bool = False
    not_in_prewhere: frozenset[str] = frozenset()  # columns that tables have in several types
    of_one: bool = False
    # Its columns, if the query may give others by now.
    declared_columns: tuple[tuple[str, Type], ...] = ()
    trusted: bool = False  # who may read it may read what it reads
    definer: str | None = None  # the user with whose rights it reads, if that is not who asks


class Guard(Protocol):
    """Which tables, columns and rows whoever asks may read."""

    def names(self, name: ast.TableName, columns: Sequence[str]) -> None:
        """A query names a table or view: ACCESS_DENIED before anything about it shows in another
        error, if whoever asks may know of none of these columns."""
        ...

    def reads(self, name: ast.TableName, columns: Mapping[str, Column], node: Node) -> None:
        """A query reads a table or view: what of its columns is wanted must be allowed."""
        ...

    def trusting(self) -> AbstractContextManager[None]:
        """Tables that are named meanwhile are read without a right of whoever asks."""
        ...

    def on_behalf(self, user: str) -> AbstractContextManager[None]:
        """Tables that are named meanwhile are read with the rights of a user."""
        ...

    def check(self, query: Query) -> None:
        """ACCESS_DENIED unless what the query wants of the tables that were named is allowed."""
        ...

    def check_inserts(self, database: str, table: str, columns: Sequence[str]) -> None:
        """ACCESS_DENIED unless whoever asks may insert these columns."""
        ...

    def row_filter(self, name: ast.TableName) -> ast.Expression | None:
        """Which rows of a table may be seen; None: all."""
        ...

    def passes(self, condition: Expr) -> None:
        """A condition that comes of `row_filter`: nobody needs a right to what it reads."""
        ...

    def sees(self, database: str, table: str) -> bool:
        """Whether it may be known that there is such a table."""
        ...

    def check_shown(self, database: str, table: str) -> None:
        """ACCESS_DENIED if the table's columns may not be known."""
        ...


class Environment(Protocol):
    """Tables, functions and settings as one query sees them."""

    @property
    def context(self) -> QueryContext:
        """What functions may know."""
        ...

    def table(self, name: ast.TableName) -> TableSource | View:
        """The table, or UNKNOWN_TABLE."""
        ...

    def table_function(self, call: ast.Function, constants: Constants) -> TableSource | View:
        """The table that a table function gives."""
        ...

    def user_function(self, name: str) -> ast.Lambda | None:
        """The body of a function made by CREATE FUNCTION."""
        ...

    def configuration(self, section: str) -> Mapping[str, Any] | None:
        """A section of the engine's configuration, None if there is none."""
        ...

    def parameter(self, name: str) -> str | None:
        """The text of a query parameter `{name:Type}`, None if it is not set."""
        ...

    @property
    def settings(self) -> QuerySettings:
        """The settings of the query."""
        ...

    @property
    def guard(self) -> Guard:
        """What may be read."""
        ...

    def within(self, settings: Mapping[str, object]) -> Environment:
        """What a subquery with settings of its own sees: itself if they change nothing."""
        ...

    def read_within(self, query: Query) -> None:
        """A subquery with settings of its own was analysed: they may limit what it reads."""
        ...

    def run(self, query: Query) -> pa.Table:
        """The rows of a subquery that must be known before the query around it is planned."""
        ...


class Constants(Protocol):
    """How a table function learns the values of its arguments."""

    def value(self, expression: ast.Expression) -> object:
        """The value of a constant expression."""
        ...

    def typed(self, expression: ast.Expression) -> tuple[Type, object]:
        """The type and the value of a constant expression."""
        ...

    def query(self, query: ast.Query) -> Query:
        """A subquery given as an argument, typed."""
        ...
