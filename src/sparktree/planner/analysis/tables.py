"""FROM: tables, table functions, subqueries, joins and ARRAY JOIN."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.analyze import ExpressionAnalyser, element_type
from sparktree.planner.analysis.join_conditions import FromRows
from sparktree.planner.analysis.joins import JoinAnalyser, joined
from sparktree.planner.analysis.recursion import Recursion
from sparktree.planner.analysis.sampling import cuts_tables, sample
from sparktree.planner.analysis.scope import CommonTable, Scope, TableScope
from sparktree.planner.analysis.view_columns import as_declared
from sparktree.planner.casting import unwrapped
from sparktree.planner.environment import Environment, View
from sparktree.planner.expr import Column, Expr, columns_of
from sparktree.planner.join_tables import JoinTable
from sparktree.planner.nodes import (
    ArrayJoin,
    Filter,
    Limit,
    Node,
    Project,
    Query,
    Scan,
    SetOperation,
)
from sparktree.planner.sources import TableSource
from sparktree.sql import ast, column_name, format_query, parse_expression
from sparktree.types import Type


@dataclass(slots=True)
class FromAnalyser:
    """Makes nodes and names of one FROM clause."""

    environment: Environment
    numbers: Numbers
    scope: Scope
    analyse_query: Callable[[ast.Query, Scope], Query]
    expressions: Callable[[Scope], ExpressionAnalyser]
    rows_wanted: int | None = None  # all rows of FROM that a LIMIT lets anybody see

    def item(self, item: ast.FromItem) -> FromRows:
        """The rows of a FROM element and the tables that it names."""
        if isinstance(item, ast.TableExpression):
            return self._table(item)
        if isinstance(item, ast.Join):
            return self._join(item)
        return self._array_join(item)

    # --- one table ------------------------------------------------------------------------

    def _table(self, item: ast.TableExpression) -> FromRows:
        source = item.source
        if isinstance(source, ast.Subquery):
            _refuse_modifiers(item)
            return self._subquery(source.query, item, None)
        if isinstance(source, ast.QueryParameter):
            raise Error(Code.UNKNOWN_QUERY_PARAMETER, f"Substitution `{source.name}` is not set")
        if isinstance(source, ast.TableName):
            common = self.scope.common_table(source.name) if source.database is None else None
            if common is not None:
                _refuse_modifiers(item)
                return self._common_table(common, item, source.name)
            found = self._named(source)
            self.environment.guard.names(source, _columns_of(found))
        else:
            analyser = self.expressions(self.scope)
            found = self.environment.table_function(source, TableArguments(analyser))
        if isinstance(found, View):
            passes_on = found.of_tables or found.of_one
            query = self._passed_on(found, item) if passes_on else found.query
            with self._rights_of(found):
                rows = self._subquery(query, item, found.name, Scope())
            if isinstance(source, ast.TableName):
                self.environment.guard.reads(source, rows.table.columns, rows.node)
            if found.declared_columns and not rows.table.repeated:
                rows = as_declared(rows, found, self.numbers)
            table = rows.table
            table.hidden = {name: table.columns.pop(name) for name in found.hidden}
            table.prewhere = passes_on and _reads_prewhere(rows.node)
            table.not_in_prewhere = found.not_in_prewhere
            return rows
        return self._scan(found, item)

    def _rights_of(self, view: View) -> AbstractContextManager[None]:
        """With whose rights a view reads."""
        guard = self.environment.guard
        if view.definer is not None:
            return guard.on_behalf(view.definer)
        return guard.trusting() if view.trusted else nullcontext()

    def _passed_on(self, view: View, item: ast.TableExpression) -> ast.Query:
        """The view's query with the modifiers of a table on every table that it reads; FINAL on
        those that know it, or on the only one."""

        def changed(query: ast.Query) -> ast.Query:
            if isinstance(query, ast.SetOperation):
                return replace(query, left=changed(query.left), right=changed(query.right))
            if not isinstance(query, ast.Select) or not isinstance(
                query.from_, ast.TableExpression
            ):
                return query
            final = item.final and (view.of_one or self._knows_final(query.from_.source))
            sample, offset = item.sample, item.sample_offset
            table = replace(query.from_, final=final, sample=sample, sample_offset=offset)
            return replace(query, from_=table)

        return changed(view.query)

    def _knows_final(self, source: ast.TableName | ast.Function | object) -> bool:
        """Whether FINAL may be said of a table, though it may mean nothing there."""
        if not isinstance(source, ast.TableName):
            return False
        read = self._named(source)
        if not isinstance(read, View):
            return read.traits.merges_rows
        query = read.query
        if read.of_one and isinstance(query, ast.Select):
            table = query.from_
            return isinstance(table, ast.TableExpression) and self._knows_final(table.source)
        return True

    def _named(self, name: ast.TableName) -> TableSource | View:
        try:
            return self.environment.table(name)
        except Error as error:
            if error.code != Code.UNKNOWN_TABLE:
                raise
            meant = error.message.partition(" does not exist.")[2].replace("?.", "?")
            written = ".".join(filter(None, (name.database, name.name)))
            raise Error(
                Code.UNKNOWN_TABLE,
                f"Unknown table expression identifier '{written}'.{meant}"
                f" In scope {self.scope.text}",
            ) from error

    def _common_table(self, common: CommonTable, item: ast.TableExpression, name: str) -> FromRows:
        if common.recursive:
            recursion = Recursion(
                self.environment, self.analyse_query, self.numbers.column, common, self.rows_wanted
            )
            known = recursion.rows()
            if not recursion.complete:
                return self._scan(known, item)
            common.computed_rows, common.recursive = known, False
        if common.computed_rows is not None:
            return self._scan(common.computed_rows, item)
        definition = common.definition
        named = ast.TableExpression(item.source, column_aliases=definition.columns)
        rows = self._subquery(definition.query, named, name, common.scope)
        table = rows.table
        if definition.columns and len(definition.columns) != len(table.columns):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Number of aliases does not match number of projection columns. Expected"
                f" {len(table.columns)}, got {len(definition.columns)}",
            )
        table.alias = item.alias
        _rename(table, item)
        return rows

    def _scan(self, source: TableSource, item: ast.TableExpression) -> FromRows:
        traits = source.traits
        if traits.only_in_sets and not item.in_set:
            raise not_implemented("Method read is not supported by storage Set")
        join = traits.join
        if join is not None and join.keeps_first and not item.raw:
            if item.final:
                raise _illegal_final(source)
            return self._first_rows(join, item)
        shown = {n: self.numbers.column(n, t) for n, t in source.columns()}
        hidden = {
            n: self.numbers.column(n, t) for n, t in source.virtual_columns() if n not in shown
        }
        if item.final and not traits.merges_rows:
            raise _illegal_final(source)
        final = traits.merges_rows and (item.final or self.environment.settings.final)
        scanned = Scan(source, (*shown.values(), *hidden.values()), final)
        node: Node = scanned
        name = item.source if isinstance(item.source, ast.TableName) else None
        database = (name.database or self.environment.context.database) if name else None
        scope = TableScope(item.alias, name.name if name else None, database, shown, hidden)
        scope.by_paths, scope.join, scope.prewhere = traits.by_paths, join, traits.reads_prewhere
        if item.sample is not None or cuts_tables(self.environment.context):
            analyser = self.expressions(joined(self.scope, [scope]))
            node = sample(scanned, item, analyser)
        if name is not None:
            self.environment.guard.reads(name, {**shown, **hidden}, scanned)
            node = self._filtered(self._allowed(node, name, scope), scope)
        scope.unreadable = traits.unreadable
        _rename(scope, item)
        return FromRows(node, [scope])

    def _first_rows(self, join: JoinTable, item: ast.TableExpression) -> FromRows:
        """A table of the engine Join that keeps one row of each key."""
        assert isinstance(item.source, ast.TableName)
        rows = self._subquery(join.first_rows(item), item, item.source.name, Scope())
        rows.table.database = item.source.database or self.environment.context.database
        rows.table.join = join
        return rows

    def _allowed(self, node: Node, name: ast.TableName, table: TableScope) -> Node:
        """The rows that row policies let whoever asks see."""
        guard = self.environment.guard
        allowed = guard.row_filter(name)
        if allowed is None:
            return node
        condition = self.expressions(joined(Scope(), [table])).expr(allowed)
        guard.passes(condition)
        return Filter(node, condition)

    def _filtered(self, node: Node, table: TableScope) -> Node:
        """The rows that meet what additional_table_filters asks of the table."""
        text = self.environment.settings.additional_table_filters
        if text == "{}":
            return node
        analyser = self.expressions(joined(self.scope, [table]))
        filters: dict[str, str] = literal_eval(text)  # its strings are escaped as Python's are
        for name in filter(None, (table.alias, table.name, f"{table.database}.{table.name}")):
            if condition := filters.get(name):
                node = Filter(node, analyser.expr(parse_expression(condition)))
        return node

    def _subquery(
        self,
        query: ast.Query,
        item: ast.TableExpression,
        name: str | None,
        scope: Scope | None = None,
    ) -> FromRows:
        typed = self.analyse_query(query, scope or self.scope)
        columns: dict[str, Column] = {}
        for column in typed.columns:
            columns.setdefault(column.name, column)
        table = TableScope(item.alias, name, None, columns)
        if len(columns) < len(typed.columns):
            table.repeated = tuple(column.name for column in typed.columns)
        _rename(table, item)
        return FromRows(typed.root, [table], typed.totals)

    # --- joins ----------------------------------------------------------------------------

    def _check_aliases(self, item: ast.Join) -> None:
        """Of two things that are joined, one without a name of its own needs an alias."""
        if item.kind == "PASTE" or not self.environment.settings.joined_subquery_requires_alias:
            return
        for side in (item.left, item.right):
            if not isinstance(side, ast.TableExpression) or side.alias is not None:
                continue
            if not isinstance(side.source, ast.TableName):
                shown = side.source.query if isinstance(side.source, ast.Subquery) else side.source
                raise Error(
                    Code.ALIAS_REQUIRED,
                    "JOIN: no alias for subquery or table function"
                    f" {format_query(shown, one_line=True)}. In scope {self.scope.text}"
                    " (set joined_subquery_requires_alias = 0 to disable restriction)",
                )

    def _join(self, item: ast.Join) -> FromRows:
        self._check_aliases(item)
        left, right = self.item(item.left), self.item(item.right)
        analyser = JoinAnalyser(
            self.environment, self.numbers, self.scope, self.expressions, item, left, right
        )
        node, tables = analyser.join()
        return FromRows(node, tables, analyser.totals(node))

    # --- ARRAY JOIN -----------------------------------------------------------------------

    def _array_join(self, item: ast.ArrayJoin) -> FromRows:
        if item.input is None:
            raise Error(Code.SYNTAX_ERROR, "ARRAY JOIN needs a table before it.")
        rows = self.item(item.input)
        tables = rows.tables
        analyser = self.expressions(joined(self.scope, tables))
        arrays: list[tuple[Column, Expr]] = []
        shown: dict[str, Column] = {}
        for element in item.expressions:
            for name, array in self._arrays(element, analyser, tables):
                column = self.numbers.column(name, element_type(array.type, "ARRAY JOIN"))
                arrays.append((column, array))
                if name in shown:
                    message = f"ARRAY JOIN multiple columns with name {name}"
                    raise Error(Code.BAD_ARGUMENTS, f"{message}. In scope {self.scope.text}")
                shown[name] = column
        own = {e.alias for e in item.expressions if isinstance(e, ast.Aliased)}
        for table in tables:
            table.shadowed |= own  # behind the name of a table they mean its columns as before
        for column, array in arrays:
            if column.name not in own and (found := _holder(column.name, array, tables)):
                table, columns = found
                columns[column.name] = shown.pop(column.name)
                table.elements.add(column.name)
        if shown:
            made = TableScope(None, None, None, {}, shown, of_join=True, elements=set(shown))
            tables = [*tables, made]
        totals = rows.totals
        if totals is not None:
            totals = Limit(ArrayJoin(totals, tuple(arrays), item.left), 1)
        return FromRows(ArrayJoin(rows.node, tuple(arrays), item.left), tables, totals)

    def _arrays(
        self, element: ast.Expression, analyser: ExpressionAnalyser, tables: list[TableScope]
    ) -> list[tuple[str, Expr]]:
        inner = element.expression if isinstance(element, ast.Aliased) else element
        alias = element.alias if isinstance(element, ast.Aliased) else None
        if isinstance(inner, ast.Identifier):
            for table in tables:
                named = len(inner.parts) > 1 and table.answers_to(inner.parts[:1])
                prefix = ".".join(inner.parts[1:] if named else inner.parts) + "."
                nested = [(n, c) for n, c in table.columns.items() if n.startswith(prefix)]
                if nested and analyser.scope.column(inner.parts) is None:
                    shown = alias + "." if alias else prefix
                    return [(shown + n.removeprefix(prefix), c) for n, c in nested]
        expr = analyser.expr(inner)
        shown_as = expr.name if isinstance(expr, Column) else column_name(inner)
        return [(alias or shown_as, unwrapped(expr))]


def _holder(
    name: str, array: Expr, tables: list[TableScope]
) -> tuple[TableScope, dict[str, Column]] | None:
    """The table of which the array is a column, or else the first with one of its name."""
    known = columns_of(array)
    having = [(t, c) for t in tables for c in (t.columns, t.hidden) if name in c]
    own = [(table, columns) for table, columns in having if columns[name].id in known]
    return next(iter(own or having), None)


class TableArguments:
    """The arguments of a table function, computed when asked for."""

    def __init__(self, analyser: ExpressionAnalyser) -> None:
        self.analyser = analyser

    def value(self, expression: ast.Expression) -> object:
        """The value of a constant expression; a bare name that is no alias is its own text."""
        if isinstance(expression, ast.Identifier) and len(expression.parts) == 1:
            (name,) = expression.parts
            scope = self.analyser.scope
            if name not in scope.aliases and scope.with_expression(name) is None:
                return name
        return self.analyser.constant(expression)

    def typed(self, expression: ast.Expression) -> tuple[Type, object]:
        """The type and the value of a constant expression."""
        return self.analyser.expr(expression).type, self.analyser.constant(expression)

    def query(self, query: ast.Query) -> Query:
        """A subquery given as an argument, typed."""
        return self.analyser.analyse_query(query, self.analyser.scope)


def _illegal_final(source: TableSource) -> Error:
    name = source.traits.engine or source.name
    return Error(Code.ILLEGAL_FINAL, f"Storage {name} doesn't support FINAL")


def _reads_prewhere(node: Node) -> bool:
    """Whether all tables below know PREWHERE."""
    if isinstance(node, Scan):
        return node.source.traits.reads_prewhere
    inputs = [root for root, _ in node.inputs] if isinstance(node, SetOperation) else None
    below = [node.input] if inputs is None and isinstance(node, Project | Filter) else inputs or []
    return bool(below) and all(map(_reads_prewhere, below))


def _refuse_modifiers(item: ast.TableExpression) -> None:
    """Only tables know FINAL and SAMPLE."""
    if not item.final and item.sample is None:
        return
    written = " ".join(["FINAL"] * item.final + ["SAMPLE"] * (item.sample is not None))
    shown = item.source.query if isinstance(item.source, ast.Subquery) else item.source
    raise Error(
        Code.UNSUPPORTED_METHOD,
        f"Table expression modifiers {written} are not supported for subquery"
        f" {format_query(shown, one_line=True)}",
    )


def _rename(scope: TableScope, item: ast.TableExpression) -> None:
    """Give the columns the names behind the table's alias."""
    if item.column_aliases:
        if len(item.column_aliases) > len(scope.columns):
            raise Error(Code.BAD_ARGUMENTS, "The table has fewer columns than the alias names.")
        names = [*item.column_aliases, *list(scope.columns)[len(item.column_aliases) :]]
        scope.columns = dict(zip(names, scope.columns.values(), strict=True))


def _columns_of(found: TableSource | View) -> list[str]:
    """The names of the columns of a table; of a view those that it declares."""
    if not isinstance(found, View):
        return [name for name, _ in (*found.columns(), *found.virtual_columns())]
    if found.of_one and isinstance(found.query, ast.Select):
        columns = (column for column in found.query.columns if isinstance(column, ast.Identifier))
        return [column.parts[-1] for column in columns]
    return [name for name, _ in found.declared_columns]
