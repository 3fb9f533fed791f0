"""What subqueries without an alias are called: `_subquery_1`, as they are met."""

from __future__ import annotations

from dataclasses import dataclass, field

from sparktree.sql import ast
from sparktree.sql.walk import children

_Common = dict[str, ast.WithQuery]


@dataclass(slots=True)
class SubqueryNames:
    """The numbers of the subqueries of a statement, counted when the first is asked for.

    ClickHouse meets the tables of a SELECT before its columns, and those before its conditions; a
    query of WITH is met wherever it is read.
    """

    root: ast.Query | None = None
    _numbers: dict[int, int] = field(default_factory=dict)
    _counted: int = 0
    _inside: dict[int, int] = field(default_factory=dict)  # how many a query of WITH holds

    def of(self, node: ast.Subquery) -> str | None:
        """The name of a subquery of the statement; None for one that was made elsewhere."""
        if not self._numbers and self.root is not None:
            self._query(self.root, {})
        number = self._numbers.get(id(node))
        return None if number is None else f"_subquery_{number}"

    def _query(self, query: ast.Query, common: _Common) -> None:
        if isinstance(query, ast.SetOperation):
            common = _with(query.with_, common)
            self._query(query.left, common)
            self._query(query.right, common)
        elif isinstance(query, ast.Select):
            common = _with(query.with_, common)
            named = {w.name: w for w in query.with_ if isinstance(w, ast.WithExpression)}
            if query.from_ is not None:
                self._below(query.from_, common, named)
            first = (*query.columns, query.prewhere, query.where, query.group_by, query.having)
            for part in (*first, query.qualify, *query.order_by, query.limit_by):
                if part is not None:
                    self._below(part, common, named)

    def _below(self, node: ast.Node, common: _Common, named: dict[str, ast.WithExpression]) -> None:
        if isinstance(node, ast.Subquery):
            self._counted += 1
            self._numbers[id(node)] = self._counted
            self._query(node.query, common)
            return
        if isinstance(node, ast.TableName) and node.database is None and node.name in common:
            self._read(common[node.name], common)
        if isinstance(node, ast.Identifier) and node.parts[0] in named:
            self._below(named.pop(node.parts[0]).expression, common, named)
        for child in children(node):
            self._below(child, common, named)
        if isinstance(node, ast.Function) and node.name == "exists":
            self._counted += 1  # it is answered by a query around the subquery

    def _read(self, definition: ast.WithQuery, common: _Common) -> None:
        """A query of WITH as a table: walked once, counted each time."""
        before = self._counted
        self._counted += 1 + self._inside.get(id(definition), 0)
        if id(definition) not in self._inside:
            visible = {n: d for n, d in common.items() if d is not definition}
            self._query(definition.query, visible)
            self._inside[id(definition)] = self._counted - before - 1


def _with(with_: tuple[ast.WithQuery | ast.WithExpression, ...], common: _Common) -> _Common:
    return {**common, **{w.name: w for w in with_ if isinstance(w, ast.WithQuery)}}
