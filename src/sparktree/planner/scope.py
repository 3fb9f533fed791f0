"""Names: which columns, aliases, variables and subqueries a query sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

from sparktree.errors import Code, Error
from sparktree.planner.expr import Column, Variable
from sparktree.sql import ast


@dataclass(slots=True)
class TableScope:
    """One table of FROM as names see it."""

    alias: str | None
    name: str | None
    database: str | None
    columns: dict[str, Column]
    hidden: dict[str, Column] = field(default_factory=dict)

    def answers_to(self, qualifier: tuple[str, ...]) -> bool:
        """Whether the qualifier means this table."""
        if len(qualifier) == 1:
            return qualifier[0] in (self.alias, self.name)
        return qualifier == (self.database, self.name)

    def find(self, name: str) -> Column | None:
        """The column of that name."""
        return self.columns.get(name) or self.hidden.get(name)


@dataclass(slots=True)
class CommonTable:
    """A query of WITH, analysed anew wherever it is read, in the scope where it was written."""

    definition: ast.WithQuery
    scope: Scope
    recursive: bool = False


@dataclass(slots=True)
class Scope:
    """What the expressions of one SELECT can name."""

    parent: Scope | None = None
    tables: list[TableScope] = field(default_factory=list)
    aliases: dict[str, ast.Expression] = field(default_factory=dict)
    common: dict[str, CommonTable] = field(default_factory=dict)
    with_expressions: dict[str, ast.Expression] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    resolving: set[str] = field(default_factory=set)
    text: str = ""

    def common_table(self, name: str) -> CommonTable | None:
        """The query of WITH under that name, here or further out."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.common:
                return scope.common[name]
            scope = scope.parent
        return None

    def with_expression(self, name: str) -> ast.Expression | None:
        """The expression of WITH under that name, here or further out."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.with_expressions:
                return scope.with_expressions[name]
            scope = scope.parent
        return None

    def column(self, parts: tuple[str, ...]) -> tuple[Column, tuple[str, ...]] | None:
        """The column that a name means, and what is left of the name (`t.tuple.field`).

        Of several tables with such a column the leftmost counts.
        """
        for length in range(len(parts), 0, -1):
            found = self._matches(parts[:length])
            if found:
                return found[0], parts[length:]
        return None

    def _matches(self, parts: tuple[str, ...]) -> list[Column]:
        whole = ".".join(parts)
        found = [c for t in self.tables if (c := t.find(whole)) is not None]
        if not found:
            for cut in range(1, len(parts)):
                for table in self.tables:
                    if table.answers_to(parts[:cut]):
                        column = table.find(".".join(parts[cut:]))
                        if column is not None:
                            found.append(column)
        return list({column.id: column for column in found}.values())

    def all_columns(self) -> Iterator[tuple[TableScope, str, Column]]:
        """Everything that `*` shows, in order."""
        seen: set[int] = set()
        for table in self.tables:
            for name, column in table.columns.items():
                if column.id not in seen:
                    seen.add(column.id)
                    yield table, name, column

    def unknown(self, name: str) -> Error:
        """UNKNOWN_IDENTIFIER with ClickHouse's words."""
        known = [n for t in self.tables for n in t.columns] + list(self.aliases)
        close = get_close_matches(name, known, n=3, cutoff=0.6)
        hint = f". Maybe you meant: [{', '.join(repr(c) for c in close)}]" if close else ""
        return Error(
            Code.UNKNOWN_IDENTIFIER,
            f"Unknown expression identifier `{name}` in scope {self.text}{hint}",
        )
