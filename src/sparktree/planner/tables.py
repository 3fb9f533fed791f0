"""FROM: tables, table functions, subqueries, joins and ARRAY JOIN."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sparktree.errors import Code, Error
from sparktree.planner.analyze import (
    ExpressionAnalyser,
    Numbers,
    element_type,
)
from sparktree.planner.casting import cast_to
from sparktree.planner.environment import Environment, View
from sparktree.planner.expr import Call, Column, Expr, columns_of
from sparktree.planner.nodes import ArrayJoin, Join, JoinKind, Node, Query, Scan, TableSource
from sparktree.planner.scope import Scope, TableScope
from sparktree.sql import ast, column_name
from sparktree.types import Type, least_supertype, make_nullable


@dataclass(slots=True)
class FromAnalyser:
    """Makes nodes and names of one FROM clause."""

    environment: Environment
    numbers: Numbers
    scope: Scope
    analyse_query: Callable[[ast.Query, Scope], Query]
    expressions: Callable[[Scope], ExpressionAnalyser]
    anonymous: int = field(default=0)

    def item(self, item: ast.FromItem) -> tuple[Node, list[TableScope]]:
        """The rows of a FROM element and the tables that it names."""
        if isinstance(item, ast.TableExpression):
            node, table = self._table(item)
            return node, [table]
        if isinstance(item, ast.Join):
            return self._join(item)
        return self._array_join(item)

    # --- one table ------------------------------------------------------------------------

    def _table(self, item: ast.TableExpression) -> tuple[Node, TableScope]:
        source = item.source
        if isinstance(source, ast.Subquery):
            return self._subquery(source.query, item, None)
        if isinstance(source, ast.QueryParameter):
            raise Error(Code.UNKNOWN_QUERY_PARAMETER, f"Substitution `{source.name}` is not set")
        if isinstance(source, ast.TableName):
            common = self.scope.common_table(source.name) if source.database is None else None
            if common is not None:
                if common.recursive:
                    raise Error(Code.NOT_IMPLEMENTED, "WITH RECURSIVE is not supported yet.")
                query = common.definition.query
                return self._subquery(query, item, source.name, common.scope)
            found = self.environment.table(source)
        else:
            analyser = self.expressions(self.scope)
            found = self.environment.table_function(source, TableArguments(analyser))
        if isinstance(found, View):
            return self._subquery(found.query, item, found.name, Scope())
        return self._scan(found, item)

    def _scan(self, source: TableSource, item: ast.TableExpression) -> tuple[Node, TableScope]:
        shown = {n: self.numbers.column(n, t) for n, t in source.columns()}
        hidden = {
            n: self.numbers.column(n, t) for n, t in source.virtual_columns() if n not in shown
        }
        sample = self._sample(item)
        node = Scan(source, (*shown.values(), *hidden.values()), item.final, sample)
        name = item.source if isinstance(item.source, ast.TableName) else None
        database = (name.database or self.environment.context.database) if name else None
        scope = TableScope(item.alias, name.name if name else None, database, shown, hidden)
        return node, _renamed(scope, item)

    def _sample(self, item: ast.TableExpression) -> tuple[float, float] | None:
        if item.sample is None:
            return None
        analyser = self.expressions(self.scope)
        share = float(str(analyser.constant(item.sample)))
        offset = (
            0.0 if item.sample_offset is None else float(str(analyser.constant(item.sample_offset)))
        )
        return share, offset

    def _subquery(
        self,
        query: ast.Query,
        item: ast.TableExpression,
        name: str | None,
        scope: Scope | None = None,
    ) -> tuple[Node, TableScope]:
        typed = self.analyse_query(query, scope or self.scope)
        columns: dict[str, Column] = {}
        for column in typed.columns:
            columns.setdefault(column.name, column)
        table = TableScope(item.alias, name, None, columns)
        return typed.root, _renamed(table, item)

    # --- joins ----------------------------------------------------------------------------

    def _join(self, item: ast.Join) -> tuple[Node, list[TableScope]]:
        left, left_tables = self.item(item.left)
        right, right_tables = self.item(item.right)
        kind, any_ = join_kind(item)
        if item.kind == "PASTE":
            raise Error(Code.NOT_IMPLEMENTED, "PASTE JOIN is not supported yet.")
        left_keys, right_keys, rest = self._conditions(item, left_tables, right_tables)
        use_nulls = bool(self.environment.setting("join_use_nulls"))
        columns: list[tuple[Column, Column]] = []
        fills_left = kind in ("RIGHT", "FULL", "RIGHT ANTI", "RIGHT SEMI")
        fills_right = kind in ("LEFT", "FULL", "ANTI", "ASOF LEFT", "SEMI")
        shown_left = [self._side(t, fills_left and use_nulls, columns) for t in left_tables]
        shown_right = [self._side(t, fills_right and use_nulls, columns) for t in right_tables]
        inequality = None
        if item.strictness == "ASOF":
            inequality, rest = self._asof(rest, left_tables)
            kind = "ASOF LEFT" if kind == "LEFT" else "ASOF"
        node = Join(
            left, right, kind, tuple(zip(left_keys, right_keys, strict=True)), rest,
            tuple(columns), any_, inequality, use_nulls,
        )  # fmt: skip
        tables = [*shown_left, *shown_right]
        if item.using:
            tables = self._merge_using(item, tables, len(shown_left), kind)
        return node, tables

    def _side(
        self, table: TableScope, nullable: bool, columns: list[tuple[Column, Column]]
    ) -> TableScope:
        def shown(name: str, column: Column) -> Column:
            type_ = make_nullable(column.type) if nullable else column.type
            new = self.numbers.column(name, type_)
            columns.append((new, column))
            return new

        return TableScope(
            table.alias,
            table.name,
            table.database,
            {n: shown(n, c) for n, c in table.columns.items()},
            {n: shown(n, c) for n, c in table.hidden.items()},
        )

    def _conditions(
        self, item: ast.Join, left: list[TableScope], right: list[TableScope]
    ) -> tuple[list[Expr], list[Expr], Expr | None]:
        if item.using:
            return self._using(item, left, right)
        if item.on is None:
            return [], [], None
        analyser = self.expressions(_joined(self.scope, [*left, *right]))
        left_ids = {c.id for t in left for c in (*t.columns.values(), *t.hidden.values())}
        right_ids = {c.id for t in right for c in (*t.columns.values(), *t.hidden.values())}
        lefts: list[Expr] = []
        rights: list[Expr] = []
        others: list[Expr] = []
        for conjunct in conjuncts(analyser.expr(item.on)):
            pair = _key_pair(conjunct, left_ids, right_ids)
            if pair is None:
                others.append(conjunct)
            else:
                a, b = same_type(*pair, analyser)
                lefts.append(a)
                rights.append(b)
        rest = None
        for other in others:
            rest = other if rest is None else analyser.call("and", [rest, other])
        return lefts, rights, rest

    def _using(
        self, item: ast.Join, left: list[TableScope], right: list[TableScope]
    ) -> tuple[list[Expr], list[Expr], Expr | None]:
        lefts: list[Expr] = []
        rights: list[Expr] = []
        for node in item.using:
            at_left = self.expressions(_joined(self.scope, left))
            at_right = self.expressions(_joined(self.scope, right))
            a, b = same_type(at_left.expr(node), at_right.expr(node), at_left)
            lefts.append(a)
            rights.append(b)
        return lefts, rights, None

    def _merge_using(
        self, item: ast.Join, tables: list[TableScope], lefts: int, kind: JoinKind
    ) -> list[TableScope]:
        """A USING column is shown once: the left one, or the right one of a RIGHT join."""
        for node in item.using:
            name = node.parts[-1] if isinstance(node, ast.Identifier) else column_name(node)
            keep_right = kind in ("RIGHT", "RIGHT SEMI", "RIGHT ANTI")
            kept = next(
                (
                    t.columns[name]
                    for t in (tables[lefts:] if keep_right else tables)
                    if name in t.columns
                ),
                None,
            )
            for table in tables:
                if name in table.columns and kept is not None:
                    table.columns[name] = kept
        return tables

    def _asof(
        self, rest: Expr | None, left: list[TableScope]
    ) -> tuple[tuple[str, Expr, Expr], Expr | None]:
        names = {"greaterOrEquals": ">=", "greater": ">", "lessOrEquals": "<=", "less": "<"}
        flipped = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}
        if not isinstance(rest, Call) or rest.function.name not in names:
            raise Error(
                Code.INVALID_JOIN_ON_EXPRESSION,
                "ASOF JOIN needs exactly one inequality beside its equalities.",
            )
        ids = {c.id for t in left for c in t.columns.values()}
        first, second = rest.args
        operator = names[rest.function.name]
        if not columns_of(first).keys() <= ids:
            first, second, operator = second, first, flipped[operator]
        return (operator, first, second), None

    # --- ARRAY JOIN -----------------------------------------------------------------------

    def _array_join(self, item: ast.ArrayJoin) -> tuple[Node, list[TableScope]]:
        if item.input is None:
            raise Error(Code.SYNTAX_ERROR, "ARRAY JOIN needs a table before it.")
        node, tables = self.item(item.input)
        analyser = self.expressions(_joined(self.scope, tables))
        arrays: list[tuple[Column, Expr]] = []
        shown: dict[str, Column] = {}
        for element in item.expressions:
            for name, array in self._arrays(element, analyser, tables):
                column = self.numbers.column(name, element_type(array.type, "ARRAY JOIN"))
                arrays.append((column, array))
                shown[name] = column
        for table in tables:
            for name in list(table.columns):
                if name in shown:
                    table.columns[name] = shown.pop(name)
        if shown:
            tables = [*tables, TableScope(None, None, None, {}, shown)]
        return ArrayJoin(node, tuple(arrays), item.left), tables

    def _arrays(
        self, element: ast.Expression, analyser: ExpressionAnalyser, tables: list[TableScope]
    ) -> list[tuple[str, Expr]]:
        inner = element.expression if isinstance(element, ast.Aliased) else element
        alias = element.alias if isinstance(element, ast.Aliased) else None
        if isinstance(inner, ast.Identifier):
            prefix = ".".join(inner.parts) + "."
            nested = [(n, c) for t in tables for n, c in t.columns.items() if n.startswith(prefix)]
            if nested and analyser.scope.column(inner.parts) is None:
                shown = alias + "." if alias else prefix
                return [(shown + n.removeprefix(prefix), c) for n, c in nested]
        name = alias or (
            inner.parts[-1] if isinstance(inner, ast.Identifier) else column_name(inner)
        )
        return [(name, analyser.expr(inner))]


class TableArguments:
    """The arguments of a table function, computed when asked for."""

    def __init__(self, analyser: ExpressionAnalyser) -> None:
        self.analyser = analyser

    def value(self, expression: ast.Expression) -> object:
        """The value of a constant expression; a bare name is its own text."""
        if isinstance(expression, ast.Identifier) and len(expression.parts) == 1:
            return expression.parts[0]
        return self.analyser.constant(expression)

    def typed(self, expression: ast.Expression) -> tuple[Type, object]:
        """The type and the value of a constant expression."""
        return self.analyser.expr(expression).type, self.analyser.constant(expression)

    def query(self, query: ast.Query) -> Query:
        """A subquery given as an argument, typed."""
        return self.analyser.analyse_query(query, self.analyser.scope)


def _renamed(scope: TableScope, item: ast.TableExpression) -> TableScope:
    if item.column_aliases:
        if len(item.column_aliases) > len(scope.columns):
            raise Error(Code.BAD_ARGUMENTS, "The table has fewer columns than the alias names.")
        names = [*item.column_aliases, *list(scope.columns)[len(item.column_aliases) :]]
        scope.columns = dict(zip(names, scope.columns.values(), strict=True))
    return scope


def _joined(scope: Scope, tables: list[TableScope]) -> Scope:
    return Scope(parent=scope, tables=tables, text=scope.text, aliases=dict(scope.aliases))


def join_kind(item: ast.Join) -> tuple[JoinKind, bool]:
    """The kind of join and whether it takes any one match only."""
    if item.kind == "CROSS":
        return "CROSS", False
    if item.strictness in ("SEMI", "ANTI"):
        side = "RIGHT " if item.kind == "RIGHT" else ""
        return f"{side}{item.strictness}", False  # type: ignore[return-value]
    return item.kind, item.strictness == "ANY"  # type: ignore[return-value]


def conjuncts(expr: Expr) -> list[Expr]:
    """The parts of an AND."""
    if isinstance(expr, Call) and expr.function.name == "and":
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


def _key_pair(expr: Expr, left: set[int], right: set[int]) -> tuple[Expr, Expr] | None:
    if not isinstance(expr, Call) or expr.function.name != "equals":
        return None
    first, second = expr.args
    a, b = columns_of(first).keys(), columns_of(second).keys()
    if a and b and a <= left and b <= right:
        return first, second
    if a and b and a <= right and b <= left:
        return second, first
    return None


def same_type(left: Expr, right: Expr, analyser: ExpressionAnalyser) -> tuple[Expr, Expr]:
    """Both sides in one type, so that equal values are equal."""
    if left.type.inner == right.type.inner:
        return left, right
    common = least_supertype((left.type, right.type))
    return cast_to(left, common), cast_to(right, common)
