"""What of the stored tables the user of a statement may read, and know of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from sparktree.access.access import Access, right
from sparktree.access.entities import RowPolicy
from sparktree.catalog.hints import closest_table, dotted
from sparktree.catalog.records import Table
from sparktree.engines.services import Services
from sparktree.errors import Code, Error
from sparktree.planner.expr import Column, Expr
from sparktree.planner.nodes import Node, Query
from sparktree.planner.sources import TableSource
from sparktree.sql import ast, parse_expression
from sparktree.statements.table_reads import TableRead, key_of, wanted_below
from sparktree.system.open import is_system_database


def _joined(word: str, conditions: list[str]) -> str:
    return f" {word} ".join(f"({condition})" for condition in conditions)


@dataclass(slots=True)
class TableGuard:
    """Of one statement; `access` is None for who may do everything."""

    access: Access | None
    services: Services
    database: str  # of names that tell none
    temporary: Callable[[ast.TableName], Table | None]  # the session's own tables
    other_rows: Mapping[tuple[str, str], TableSource]  # tables with other rows than the stored ones
    waiting: list[TableRead] = field(default_factory=list)  # tables that queries have named
    policies: set[int] = field(default_factory=set)  # conditions of row policies
    trusts: bool = False

    def names(self, name: ast.TableName, columns: Sequence[str]) -> None:
        """A query names a table or view with these columns: ACCESS_DENIED at once if the user may
        know of none of them, since errors to come would tell of them."""
        access = self._restricting(name)
        path = (name.database or self.database, name.name)
        if access is None or access.sees("SHOW COLUMNS", *path):
            return
        if columns and not any(access.sees("SHOW COLUMNS", *path, one) for one in columns):
            access.check_any_column("SELECT", path, columns)

    def reads(self, name: ast.TableName, columns: Mapping[str, Column], node: Node) -> None:
        """A query reads a table or view."""
        access = self._restricting(name)
        if access is not None:
            path = (name.database or self.database, name.name)
            names = {column.id: shown_name for shown_name, column in columns.items()}
            self.waiting.append(TableRead(path, names, node, access))

    def _restricting(self, name: ast.TableName) -> Access | None:
        """By what the user may do, if the table is not one that needs no right."""
        path = (name.database or self.database, name.name)
        if self.trusts or path in self.other_rows or self.temporary(name) is not None:
            return None
        return self.access

    @contextmanager
    def trusting(self) -> Iterator[None]:
        """Tables that are named meanwhile need no right."""
        before, self.trusts = self.trusts, True
        try:
            yield
        finally:
            self.trusts = before

    @contextmanager
    def on_behalf(self, user: str) -> Iterator[None]:
        """Tables that are named meanwhile are read with the rights of a user."""
        before = self.access, self.trusts
        self.access, self.trusts = self.services.access.access(user, None), False
        try:
            yield
        finally:
            self.access, self.trusts = before

    def check_inserts(self, database: str, table: str, columns: Sequence[str]) -> None:
        """ACCESS_DENIED unless whoever asks may insert these columns."""
        if self.access is not None and not self.trusts:
            self.access.check(right("INSERT", database, table, columns=columns))

    def check(self, query: Query, whole: bool = False) -> None:
        """ACCESS_DENIED unless the user may read what the query wants; of tables that are not in
        it (`whole`: of the statement) any column will do."""
        if not self.waiting:
            return
        found = wanted_below(query, self.policies)
        places = {key: place for place, key in enumerate(found)}
        read = [one for one in self.waiting if key_of(one.node) in found]
        left = [one for one in self.waiting if key_of(one.node) not in found]
        read.sort(key=lambda one: (one.is_shown, places[key_of(one.node)]))
        for one in read:
            one.check(found[key_of(one.node)])
        for one in left if whole else ():
            one.check(())
        self.waiting = [] if whole else left

    # --- rows -----------------------------------------------------------------------------

    def row_filter(self, name: ast.TableName) -> ast.Expression | None:
        """Which rows of a table the user may see: those of any permissive policy that is meant for
        it, if there is one, and of all restrictive ones."""
        access = self.access
        if access is None or self.trusts or self.temporary(name) is not None:
            return None
        database = name.database or self.database
        policies = [
            policy
            for policy in self.services.access.known().all(RowPolicy)
            if policy.database == database
            and policy.table in (None, name.name)
            and policy.using is not None
            and policy.to.has(*access.ids)
        ]
        permissive = [p.using for p in policies if p.using and not p.restrictive]
        restrictive = [p.using for p in policies if p.using and p.restrictive]
        if not policies:
            return None
        conditions = [_joined("or", permissive)] if permissive else []
        return parse_expression(_joined("and", conditions + restrictive))

    def passes(self, condition: Expr) -> None:
        """A condition of a row policy: what it reads needs no right."""
        self.policies.add(id(condition))

    # --- what is there --------------------------------------------------------------------

    def sees(self, database: str, table: str) -> bool:
        """Whether the user may know of the table."""
        return self.access is None or self.access.sees("SHOW TABLES", database, table)

    def check_shown(self, database: str, table: str) -> None:
        """ACCESS_DENIED if the user may not know of the table's columns."""
        if self.access is not None:
            self.access.check(right("SHOW COLUMNS", database, table))

    def unknown(self, database: str, name: str) -> Error:
        """There is no such table; the hint names only what the user may see."""
        catalog = self.services.catalog
        if not is_system_database(database) and catalog.databases.find(database) is None:
            return Error(Code.UNKNOWN_DATABASE, f"Database {dotted(database)} does not exist.")
        tables: dict[str, list[str]] = {}
        for record in catalog.tables.all():
            if self.sees(record.database, record.name):
                tables.setdefault(record.database, []).append(record.name)
        hint = closest_table(database, name, tables)
        tail = f". Maybe you meant {dotted(*hint)}?" if hint else ""
        return Error(Code.UNKNOWN_TABLE, f"Table {dotted(database, name)} does not exist{tail}.")
