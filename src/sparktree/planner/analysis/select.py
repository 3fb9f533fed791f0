"""SELECT: from the syntax tree of a query to relational nodes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.aliases import circular, written_aliases
from sparktree.planner.analysis.analyser import Correlated, Numbers
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.asterisk import replaced_names
from sparktree.planner.analysis.fills import interpolations
from sparktree.planner.analysis.limits import limited, rows_wanted, written_limits
from sparktree.planner.analysis.naming import SubqueryNames
from sparktree.planner.analysis.rewriting import (
    Above,
    check_place,
)
from sparktree.planner.analysis.scope import Scope, add_shared, add_with, several_expressions
from sparktree.planner.analysis.select_clauses import ClauseTyping
from sparktree.planner.analysis.select_steps import STEPS, Clauses
from sparktree.planner.analysis.selected import Selected
from sparktree.planner.analysis.set_operations import SetAnalyser
from sparktree.planner.analysis.tables import FromAnalyser
from sparktree.planner.analysis.windows import Windows, named_windows
from sparktree.planner.environment import Environment
from sparktree.planner.nodes import (
    Node,
    OneRow,
    Query,
)
from sparktree.sql import ast
from sparktree.sql import walk as walk_tree


@dataclass(slots=True)
class QueryAnalyser:
    """Makes typed queries; one for a statement, so that column numbers are unique in it."""

    environment: Environment
    numbers: Numbers = field(default_factory=Numbers)
    subqueries: SubqueryNames = field(default_factory=SubqueryNames)

    def analyse(self, query: ast.Query, scope: Scope | None = None) -> Query:
        """The typed query."""
        self.subqueries.root = self.subqueries.root or query
        made = self._analyse(query, scope)
        if query is self.subqueries.root:
            return made  # whoever runs it knows its settings
        return limited(made, *written_limits(query))

    def _analyse(self, query: ast.Query, scope: Scope | None) -> Query:
        own = self._environment(query)
        if own is not self.environment:
            made = replace(self, environment=own)._analyse(query, scope)
            own.read_within(made)
            return made
        if isinstance(query, ast.Select):
            return SelectAnalyser(self, query, scope).analyse()
        if isinstance(query, ast.SetOperation):
            return SetAnalyser(self.environment, self.numbers, self._analyse).of(query, scope)
        raise Error(Code.LOGICAL_ERROR, f"{type(query).__name__} is no query.")

    def _environment(self, query: ast.Query) -> Environment:
        """What the query sees: its SETTINGS are for itself and for what is inside of it."""
        written = query.settings if isinstance(query, ast.Select | ast.SetOperation) else ()
        own = {s.name: s.value for s in written if not s.name.startswith("param_")}
        return self.environment.within(own) if own else self.environment


@dataclass(slots=True)
class SelectAnalyser:
    """The analysis of one SELECT block."""

    queries: QueryAnalyser
    select: ast.Select
    outer: Scope | None
    scope: Scope = field(init=False)
    analyser: ExpressionAnalyser = field(init=False)

    def __post_init__(self) -> None:
        self.scope = Scope(parent=self.outer, node=self.select)
        self.analyser = self._expressions(self.scope)
        self.analyser.windows = Windows(named_windows(self.select.windows, self.scope))
        self.analyser.correlated = []

    def _expressions(self, scope: Scope) -> ExpressionAnalyser:
        return ExpressionAnalyser(
            self.queries.environment, scope, self.queries.numbers, self.queries.analyse
        )

    def analyse(self) -> Query:
        """The nodes of the whole block."""
        add_with(self.scope, self.select.with_, self.select.recursive)
        add_shared(self.scope)
        self._collect_aliases()
        node, totals = self._from()
        self._name_replaced()
        typed = self._clauses()
        rows = Selected(node, totals, typed.where, typed.group, typed.above)
        for step in STEPS:
            rows = step(typed, rows)
        return Query(rows.node, rows.columns, rows.totals)

    def _clauses(self) -> Clauses:
        """The clauses, typed in the order in which ClickHouse looks at them."""
        select = self.select
        typing = ClauseTyping(self.queries.subqueries, select, self.analyser)
        if self.scope.circular:  # they mean what the columns find them to mean
            typing.outputs()
        where = typing.conditions()
        early = self._correlated()
        outputs = typing.outputs()
        group = typing.group_keys(outputs)
        having = typing.condition(select.having, "HAVING")
        if having is not None and select.having is not None:
            check_place(having, select.having, "HAVING", aggregates=True)
        qualify = typing.condition(select.qualify, "QUALIFY")
        late = self._correlated()
        above = Above(
            outputs,
            having,
            qualify,
            typing.order(outputs),
            typing.limit_by_keys(outputs),
            interpolations(self.analyser, select.interpolate or ()),
        )
        if self._correlated():
            raise not_implemented("Correlated subqueries in ORDER BY are not supported.")
        return Clauses(select, self.analyser, where, group, above, early, late)

    def _correlated(self) -> list[Correlated]:
        """The correlated subqueries that were met since the last call."""
        found = self.analyser.correlated or []
        self.analyser.correlated = []
        return found

    # --- names ----------------------------------------------------------------------------

    def _collect_aliases(self) -> None:
        for found in written_aliases(self.select):
            known = self.scope.aliases.get(found.alias)
            known = known or self.scope.with_expressions.get(found.alias)
            if known is not None and known != found.expression:
                raise several_expressions(found.alias, found.expression, known, self.scope)
            self.scope.aliases[found.alias] = found.expression
        self.scope.circular = circular(self.scope.aliases)

    def _name_replaced(self) -> None:
        """What REPLACE puts in the place of a column has its name in all clauses; the replacements
        themselves still name columns."""
        found = replaced_names(self.select.columns, self.scope)
        made = {name: self.analyser.expr(expression) for name, expression in found.items()}
        for name, expr in made.items():
            self.analyser.aliases.known[name, id(self.scope)] = expr
        self.scope.aliases |= found

    def _from(self) -> tuple[Node, Node | None]:
        """The rows of FROM, and the row of totals of a subquery there."""
        from_ = self.select.from_
        if from_ is None and self._names_dummy():
            from_ = _ONE_ROW
        if from_ is None:
            return OneRow(), None
        analyser = FromAnalyser(
            self.queries.environment,
            self.queries.numbers,
            self.scope,
            self.queries.analyse,
            self._expressions,
            rows_wanted=rows_wanted(self.select),
        )
        rows = analyser.item(from_)
        self.scope.tables = rows.tables
        return rows.node, rows.totals

    def _names_dummy(self) -> bool:
        """Whether a SELECT without FROM asks for the one column that it has."""
        clauses = (*self.select.columns, self.select.where, *self._grouped_by())
        return any(
            isinstance(node, ast.Asterisk | ast.Columns) or node == ast.Identifier(("dummy",))
            for clause in clauses
            if clause is not None
            for node in walk_tree(clause)
        )

    def _grouped_by(self) -> tuple[ast.Expression, ...]:
        return self.select.group_by.expressions if self.select.group_by else ()


# What a SELECT without FROM reads.
_ONE_ROW = ast.TableExpression(ast.TableName("one", "system"))
