"""SELECT: from the syntax tree of a query to relational nodes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.aliases import written_aliases
from sparktree.planner.analysis.analyser import Correlated, Numbers
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.asterisk import replaced_names
from sparktree.planner.analysis.collation import collation
from sparktree.planner.analysis.correlation import attach, refuse_in_aggregates
from sparktree.planner.analysis.fills import Fills, interpolations
from sparktree.planner.analysis.limits import limit_and_offset, limited, rows_wanted, written_limits
from sparktree.planner.analysis.naming import SubqueryNames
from sparktree.planner.analysis.nondeterministic_calls import Draws
from sparktree.planner.analysis.parameter_names import parameter_name
from sparktree.planner.analysis.projecting import Projecting
from sparktree.planner.analysis.rewriting import (
    Above,
    ArrayJoins,
    Block,
    GroupKeys,
    Rewriter,
    WindowCollector,
    check_place,
    keys_of_all,
    needed_before,
)
from sparktree.planner.analysis.row_numbers import Clauses
from sparktree.planner.analysis.scope import Scope, add_shared, add_with, several_expressions
from sparktree.planner.analysis.set_operations import SetAnalyser
from sparktree.planner.analysis.tables import FromAnalyser
from sparktree.planner.analysis.windows import Windows, named_windows, sort_item
from sparktree.planner.casting import unwrapped
from sparktree.planner.environment import Environment
from sparktree.planner.expr import (
    AggregateUse,
    Column,
    Constant,
    Expr,
    SortItem,
    columns_of,
    is_constant,
    walk,
)
from sparktree.planner.nodes import (
    Aggregate,
    ArrayJoin,
    Distinct,
    Filter,
    Limit,
    LimitBy,
    Node,
    OneRow,
    Project,
    Query,
    Sort,
    Totals,
    produced,
)
from sparktree.planner.prewhere import check_prewhere
from sparktree.planner.rewritten_calls import call_name
from sparktree.planner.variants import check_key, check_selected
from sparktree.sql import ast, column_name
from sparktree.sql import walk as walk_tree
from sparktree.types import STRING, UINT8, AggregateFunction, Float, Integer, Nothing, Tuple


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

    @property
    def numbers(self) -> Numbers:
        """Numbers for new columns."""
        return self.queries.numbers

    def _expressions(self, scope: Scope) -> ExpressionAnalyser:
        return ExpressionAnalyser(
            self.queries.environment, scope, self.queries.numbers, self.queries.analyse
        )

    # --- the clauses in their order -------------------------------------------------------

    def analyse(self) -> Query:
        """The nodes of the whole block."""
        select = self.select
        add_with(self.scope, select.with_, select.recursive)
        add_shared(self.scope)
        self._collect_aliases()
        node, below = self._from()
        self._name_replaced()
        where = self._conditions()
        early = self._correlated()
        outputs = self._outputs()
        group = self._group_keys(outputs)
        having = self._condition(select.having, "HAVING")
        if having is not None and select.having is not None:
            check_place(having, select.having, "HAVING", aggregates=True)
        qualify = self._condition(select.qualify, "QUALIFY")
        late = self._correlated()
        above = Above(
            outputs,
            having,
            qualify,
            self._order(outputs),
            self._limit_by_keys(outputs),
            interpolations(self.analyser, select.interpolate or ()),
        )
        if self._correlated():
            raise not_implemented("Correlated subqueries in ORDER BY are not supported.")
        clauses = Clauses(self.numbers, node, below, where, group, above)
        self._filter(clauses, early)
        below, above = clauses.totals, clauses.above
        rewrite = Rewriter(self._block(), clauses.node, clauses.group, self.analyser.array_joins)
        rewrite.columns.update((one.result, one.result) for one in late)
        some = self._some_rows(above.expressions(), clauses.group)
        aggregated = rewrite.aggregate([*above.expressions(), *some])
        self._check_totals(aggregated, having)
        refuse_in_aggregates([e for e, _ in outputs], late)
        if aggregated:
            above, below = self._grouped(rewrite, above, some, late)
        moved = rewrite.after if aggregated else None
        node, below = self._with_subqueries(rewrite.node, below, late, moved)
        if above.having is not None:
            node = Filter(node, above.having)
        windows = WindowCollector(self.numbers)
        above = replace(above, having=None).mapped(windows.replace)
        node = windows.over(node)
        below = None if below is None else windows.over(below)
        if above.qualify is not None:
            node = Filter(node, above.qualify)
        return self._finish(node, below, above)

    def _filter(self, clauses: Clauses, early: list[Correlated]) -> None:
        """Make the rows of arrayJoin() and leave those for which the conditions hold."""
        arrays = self.analyser.array_joins
        first = needed_before(arrays, clauses.where, clauses.group, clauses.above.expressions())
        if arrays:
            clauses.number(all_rows=True)
        node, below = self._with_array_joins(clauses.node, clauses.totals, first)
        clauses.node, clauses.totals = self._with_subqueries(node, below, early)
        clauses.draw()
        clauses.filter()

    def _grouped(
        self, rewrite: Rewriter, above: Above, some: list[Expr], late: list[Correlated]
    ) -> tuple[Above, Node | None]:
        """What is computed over groups, in their columns, and the row of totals below it."""
        above = above.mapped(rewrite.after)
        below = self._own_totals(rewrite.node, above.having, late)
        rewrite.node, below = self._with_array_joins(rewrite.node, below, rewrite.unfolded)
        for condition in some:
            rewrite.node = Filter(rewrite.node, rewrite.after(condition))
        draws = Draws(self.numbers)
        draws.find(above.expressions())
        rewrite.node = draws.below(rewrite.node)
        return above.mapped(draws.put), None if below is None else draws.below(below)

    def _some_rows(self, exprs: Sequence[Expr], group: GroupKeys | None) -> list[Expr]:
        """A condition that leaves no group of no rows, if the settings want none."""
        wanted = self.queries.environment.settings.empty_result_for_aggregation_by_empty_set
        if not wanted or group is not None:
            return []
        if not any(isinstance(part, AggregateUse) for expr in exprs for part in walk(expr)):
            return []
        used = self.analyser.aggregate(ast.Function("count"))
        assert used is not None
        return [self.analyser.call("greater", [used, Constant(UINT8, 0)])]

    def _block(self) -> Block:
        use_nulls = self.queries.environment.settings.group_by_use_nulls
        number = next(self.numbers.counter) if self.select.with_totals else None
        context = self.queries.environment.context
        return Block(self.numbers, self.scope, context, use_nulls, number)

    def _correlated(self) -> list[Correlated]:
        """The correlated subqueries that were met since the last call."""
        found = self.analyser.correlated or []
        self.analyser.correlated = []
        return found

    def _with_array_joins(
        self, node: Node, below: Node | None, array_joins: ArrayJoins
    ) -> tuple[Node, Node | None]:
        """The rows of arrayJoin(), each of which multiplies them; totals stay one row."""
        for array_join in array_joins:
            node = ArrayJoin(node, (array_join,))
            below = None if below is None else Limit(ArrayJoin(below, (array_join,)), 1)
        return node, below

    def _with_subqueries(
        self,
        node: Node,
        below: Node | None,
        found: list[Correlated],
        moved: Callable[[Expr], Expr] | None = None,
    ) -> tuple[Node, Node | None]:
        """The rows with the values of correlated subqueries, and the totals beside them."""
        for one in found:
            node = attach(node, one, self.numbers, moved)
            below = None if below is None else self._with_default(below, one.result)
        return node, below

    def _with_default(self, below: Node, column: Column) -> Node:
        """Totals have no value of a correlated subquery."""
        name = Constant(STRING, str(column.type))
        value = self.analyser.call("defaultValueOfTypeName", [name])
        return Project(below, (*((c, c) for c in produced(below).values()), (column, value)))

    def _check_totals(self, aggregated: bool, having: Expr | None) -> None:
        """Refuse WITH TOTALS and the like where ClickHouse does."""
        group = self.select.group_by
        modified = group is not None and group.kind != "PLAIN"
        if not aggregated and (self.select.with_totals or modified):
            raise not_implemented(
                "WITH TOTALS, ROLLUP, CUBE or GROUPING SETS are not supported without aggregation"
            )
        if not self.select.with_totals:
            return
        if group is not None and len(group.sets) > 1:
            raise not_implemented("WITH TOTALS and GROUPING SETS are not supported together")
        if group is not None and group.kind in ("ROLLUP", "CUBE") and having is not None:
            raise not_implemented(
                "WITH TOTALS and WITH ROLLUP or CUBE are not supported together in presence of"
                " HAVING"
            )

    def _own_totals(self, node: Node, having: Expr | None, late: list[Correlated]) -> Node | None:
        if not self.select.with_totals:
            return None
        assert isinstance(node, Aggregate)
        if self.queries.environment.settings.totals_mode == "before_having":
            return Totals(node)
        if having is not None and columns_of(having).keys() & {one.result.id for one in late}:
            raise not_implemented(
                "Correlated subqueries in HAVING are not supported together with WITH TOTALS."
            )
        return Totals(node, having)

    def _finish(self, node: Node, below: Node | None, above: Above) -> Query:
        select = self.select
        projecting = Projecting(self.numbers, above.outputs)
        columns, place = projecting.shown, projecting.place
        filled = [item.fill is not None for item in select.order_by]
        items = tuple(
            replace(item, expr=place(item.expr, always=always))
            for item, always in zip(above.order, filled or [False] * len(above.order), strict=True)
        )
        keys = tuple(place(e) for e in above.limit_by)
        fills = Fills(self.analyser, select, projecting, items) if any(filled) else None
        interpolated = () if fills is None else fills.interpolated(above.interpolated)
        projected = tuple(projecting.columns)
        node = Project(node, projected)
        totals = None if below is None else Project(below, projected)
        if select.distinct:
            node = Distinct(node, columns)
        if items:
            node = Sort(node, items)
        if select.limit_by is not None:
            by = select.limit_by
            limit, offset = limit_and_offset(self.analyser, by.limit, by.offset, "LIMIT BY ")
            assert limit is not None
            node = LimitBy(node, keys, limit, offset, items)
        if fills is not None:
            node = fills.fill(node, interpolated)
        return Query(self._limit(node, items), columns, totals)

    def _limit(self, node: Node, items: tuple[SortItem, ...]) -> Node:
        select = self.select
        limit, offset = limit_and_offset(self.analyser, select.limit, select.offset)
        if limit is None and not offset:
            return node
        if select.with_ties and not items:
            raise Error(Code.WITH_TIES_WITHOUT_ORDER_BY, "Can not use WITH TIES without ORDER BY")
        return Limit(node, limit, offset, items if select.with_ties else ())

    # --- names ----------------------------------------------------------------------------

    def _collect_aliases(self) -> None:
        for found in written_aliases(self.select):
            known = self.scope.aliases.get(found.alias)
            known = known or self.scope.with_expressions.get(found.alias)
            if known is not None and known != found.expression:
                raise several_expressions(found.alias, found.expression, known, self.scope)
            self.scope.aliases[found.alias] = found.expression

    def _name_replaced(self) -> None:
        """What REPLACE puts in the place of a column has its name in all clauses; the replacements
        themselves still name columns."""
        found = replaced_names(self.select.columns, self.scope)
        made = {name: self.analyser.expr(expression) for name, expression in found.items()}
        for name, expr in made.items():
            self.analyser.aliases.known[name, id(self.scope)] = expr, set()
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
            wanted=rows_wanted(self.select),
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

    # --- expressions of the clauses -------------------------------------------------------

    def _conditions(self) -> list[Expr]:
        found = []
        for clause, node in (("PREWHERE", self.select.prewhere), ("WHERE", self.select.where)):
            if node is None:
                continue
            expr = self._condition(node, clause)
            assert expr is not None
            check_place(expr, node, clause)
            if clause == "PREWHERE":
                check_prewhere(expr, self.scope)
            found.append(expr)
        return found

    def _condition(self, node: ast.Expression | None, clause: str) -> Expr | None:
        if node is None:
            return None
        if isinstance(node, ast.Asterisk | ast.Columns):
            raise Error(
                Code.UNEXPECTED_EXPRESSION,
                f"Unexpected expression '{column_name(node)}' in filter in {clause}."
                f" In query {self.scope.text}",
            )
        expr = self.analyser.expr(node)
        kernel = expr.type.inner
        if (
            isinstance(kernel, Nothing)
            or str(kernel) in ("UInt8", "Bool")
            or (isinstance(kernel, Integer | Float) and kernel.bits <= 64)
        ):
            return expr
        raise Error(
            Code.ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER,
            f"Invalid type for filter in {clause}: {expr.type}. In query {self.scope.text}",
        )

    def _outputs(self) -> list[tuple[Expr, str]]:
        outputs: list[tuple[Expr, str]] = []
        for node in self.select.columns:
            inner = node.expression if isinstance(node, ast.Aliased) else node
            if isinstance(inner, ast.Asterisk | ast.Columns):
                outputs += [(self.analyser.expr(e), n) for e, n in self.analyser.expanded(inner)]
            elif isinstance(inner, ast.Function) and inner.name == "untuple":
                outputs += self._untuple(inner, node)
            else:
                expr = self.analyser.expr(node)
                check_selected(node, expr)
                outputs.append((expr, self._name(node)))
        if not outputs:
            raise Error(
                Code.EMPTY_LIST_OF_COLUMNS_QUERIED,
                f"Empty list of columns in projection. In scope {self.scope.text}",
            )
        if any(isinstance(e.type, Nothing) for e, _ in outputs):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Invalid projection column with type Nothing. In scope {self.scope.text}",
            )
        return outputs

    def _name(self, node: ast.Expression) -> str:
        """An alias, the last part of a plain column, or the text of the expression."""
        return column_name(node, self._known_name)

    def _known_name(self, node: ast.Expression) -> str | None:
        if isinstance(node, ast.Subquery):
            return self.queries.subqueries.of(node)
        if isinstance(node, ast.QueryParameter):
            return parameter_name(self.analyser.parameter(node))
        if isinstance(node, ast.Asterisk | ast.Columns):
            return ", ".join(name for _, name in self.analyser.expanded(node))
        if isinstance(node, ast.Function):
            return call_name(node, self.analyser.answers, self._known_name)
        return self._identifier_name(node) if isinstance(node, ast.Identifier) else None

    def _identifier_name(self, node: ast.Identifier) -> str:
        found = None if len(node.parts) == 1 else self.scope.column(node.parts)
        if found is None:
            return ".".join(node.parts)
        column, rest = found
        plain = self.scope.means(column.name, column) and self._unaliased(column)
        return ".".join((column.name, *rest) if plain else node.parts)

    def _unaliased(self, column: Column) -> bool:
        """Whether no alias that means something else has the column's name."""
        alias = self.scope.own_alias(column.name)
        if isinstance(alias, ast.Identifier):
            return self.scope.column(alias.parts) == (column, ())
        return alias is None

    def _untuple(self, call: ast.Function, node: ast.Expression) -> list[tuple[Expr, str]]:
        if len(call.args) != 1:
            raise Error(Code.UNSUPPORTED_METHOD, "Function 'untuple' must have 1 argument")
        value = unwrapped(self.analyser.expr(call.args[0]))
        if not isinstance(value.type, Tuple):
            message = f"Function 'untuple' argument must have compound type. Got {value.type}"
            raise Error(Code.UNSUPPORTED_METHOD, message)
        names = value.type.names or [str(i) for i in range(1, len(value.type.of) + 1)]
        index = (Constant(UINT8, i) for i in itertools.count(1))

        def shown(name: str) -> str:
            if isinstance(node, ast.Aliased):
                return f"{node.alias}.{name}"
            return f"tupleElement({self._name(call.args[0])}, {column_name(ast.Literal(name))})"

        return [
            (self.analyser.call("tupleElement", [value, position]), shown(name))
            for name, position in zip(names, index, strict=False)
        ]

    def _positional(self, node: ast.Expression, outputs: list[tuple[Expr, str]]) -> Expr | None:
        """`ORDER BY 2`, `GROUP BY 1`: the place in SELECT."""
        if (
            not isinstance(node, ast.Literal)
            or not isinstance(node.value, int)
            or isinstance(node.value, bool)
        ):
            return None
        if not self.queries.environment.settings.enable_positional_arguments:
            return None
        place = node.value if node.value > 0 else len(outputs) + 1 + node.value
        if not 1 <= place <= len(outputs):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Positional argument out of bounds: {node.value}"
                f" (expected in range [1, {len(outputs)}]",
            )
        return outputs[place - 1][0]

    def _group_keys(self, outputs: list[tuple[Expr, str]]) -> GroupKeys | None:
        group = self.select.group_by
        if group is None:
            return None
        if group.kind == "SETS":
            sets = [[self._key(e, outputs) for e in one] for one in group.sets]
            keys = list(dict.fromkeys(e for one in sets for e in one))
            return GroupKeys(keys, [tuple(keys.index(e) for e in one) for one in sets])
        keys = self._plain_keys(group, outputs)
        if group.all and not keys:
            return None
        positions = range(len(keys))
        if group.kind == "ROLLUP":
            chosen = [tuple(positions[:n]) for n in range(len(keys), -1, -1)]
            return GroupKeys(keys, chosen, subtotals=True)
        if group.kind == "CUBE":
            chosen = [
                c for n in range(len(keys), -1, -1) for c in itertools.combinations(positions, n)
            ]
            return GroupKeys(keys, chosen, subtotals=True)
        return GroupKeys(keys)

    def _plain_keys(self, group: ast.GroupBy, outputs: list[tuple[Expr, str]]) -> list[Expr]:
        if group.all:
            return keys_of_all((e for e, _ in outputs), self.analyser.array_joins)
        keys = [self._key(e, outputs) for e in self.analyser.listed(group.expressions)]
        settings = self.queries.environment.settings
        gives_none = settings.empty_result_for_aggregation_by_constant_keys_on_empty_set
        if not gives_none and all(is_constant(key) for key in keys):
            return []
        return keys

    def _key(self, node: ast.Expression, outputs: list[tuple[Expr, str]]) -> Expr:
        expr = self._positional(node, outputs) or self.analyser.expr(node)
        check_place(expr, node, "GROUP BY")
        if isinstance(expr.type, AggregateFunction):
            raise Error(Code.ILLEGAL_COLUMN, f"Values of type {expr.type} cannot be grouped by.")
        check_key(expr.type, "GROUP BY", self.analyser.context)
        return expr

    def _order(self, outputs: list[tuple[Expr, str]]) -> list[SortItem]:
        every = self.select.order_by_all
        by_name = not self.queries.environment.settings.enable_order_by_all
        if every is not None and by_name:
            item = replace(every, expression=ast.Identifier(("all",)))
            return [sort_item(self.analyser, item)]
        if every is not None:
            _check_no_all(outputs)
            for expr, _ in outputs:
                check_key(expr.type, "ORDER BY", self.analyser.context)
            return [SortItem(e, every.descending, bool(every.nulls_first)) for e, _ in outputs]
        items = []
        for item in self.select.order_by:
            place = self._positional(item.expression, outputs)
            if place is not None:
                check_key(place.type, "ORDER BY", self.analyser.context)
                locale = collation(item.collate, place.type)
                items.append(SortItem(place, item.descending, bool(item.nulls_first), locale))
            else:
                items.append(sort_item(self.analyser, item))
        return items

    def _limit_by_keys(self, outputs: list[tuple[Expr, str]]) -> list[Expr]:
        if self.select.limit_by is None:
            return []
        if self.select.limit_by.all:
            keys = [e for e, _ in outputs if not any(isinstance(p, AggregateUse) for p in walk(e))]
            if not keys:
                raise Error(
                    Code.SYNTAX_ERROR,
                    "LIMIT BY ALL requires at least one non-aggregate expression in SELECT",
                )
            return keys
        return [
            self._positional(e, outputs) or self.analyser.expr(e)
            for e in self.analyser.listed(self.select.limit_by.expressions)
        ]


def _check_no_all(outputs: list[tuple[Expr, str]]) -> None:
    """ORDER BY ALL beside a column of that name could mean either."""
    if any(name.lower() == "all" for _, name in outputs):
        raise Error(
            Code.UNEXPECTED_EXPRESSION,
            "Cannot use ORDER BY ALL to sort a column with name 'all', please disable setting"
            " `enable_order_by_all` and try again",
        )


# What a SELECT without FROM reads.
_ONE_ROW = ast.TableExpression(ast.TableName("one", "system"))
