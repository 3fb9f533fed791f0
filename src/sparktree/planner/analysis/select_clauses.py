"""The expressions of the clauses of a SELECT, typed: conditions, outputs, keys, orderings."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

from sparktree.errors import Code, Error
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.collation import collation
from sparktree.planner.analysis.naming import SubqueryNames
from sparktree.planner.analysis.parameter_names import parameter_name
from sparktree.planner.analysis.prewhere import check_prewhere
from sparktree.planner.analysis.rewriting import (
    GroupKeys,
    check_place,
    keys_of_all,
)
from sparktree.planner.analysis.rewritten_calls import call_name
from sparktree.planner.analysis.scope import Scope
from sparktree.planner.analysis.windows import sort_item
from sparktree.planner.expr import (
    AggregateUse,
    Column,
    Expr,
    SortItem,
    is_constant,
    walk,
)
from sparktree.planner.variants import check_key, check_selected
from sparktree.sql import ast, column_name
from sparktree.types import AggregateFunction, Float, Integer, Nothing


@dataclass(frozen=True, slots=True)
class ClauseTyping:
    """Types the expressions of the clauses of one SELECT."""

    subqueries: SubqueryNames
    select: ast.Select
    analyser: ExpressionAnalyser

    @property
    def scope(self) -> Scope:
        """What the names in the clauses mean."""
        return self.analyser.scope

    def conditions(self) -> list[Expr]:
        found = []
        for clause, node in (("PREWHERE", self.select.prewhere), ("WHERE", self.select.where)):
            if node is None:
                continue
            expr = self.condition(node, clause)
            assert expr is not None
            check_place(expr, node, clause)
            if clause == "PREWHERE":
                check_prewhere(expr, self.scope)
            found.append(expr)
        return found

    def condition(self, node: ast.Expression | None, clause: str) -> Expr | None:
        if node is None:
            return None
        spreads = isinstance(node, ast.Function) and node.name == "untuple"
        if spreads or isinstance(node, ast.Asterisk | ast.Columns):
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

    def outputs(self) -> list[tuple[Expr, str]]:
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
            return self.subqueries.of(node)
        if isinstance(node, ast.QueryParameter):
            return parameter_name(self.analyser.parameter(node))
        if isinstance(node, ast.Asterisk | ast.Columns):
            return ", ".join(name for _, name in self.analyser.expanded(node))
        if isinstance(node, ast.Function) and node.name == "untuple":
            return ", ".join(self._name(element) for element, _ in self.analyser.elements(node))
        if isinstance(node, ast.Function):
            return call_name(node, self.analyser.answers, self._known_name)
        return self._identifier_name(node) if isinstance(node, ast.Identifier) else None

    def _identifier_name(self, node: ast.Identifier) -> str:
        found = None if len(node.parts) == 1 else self.scope.column(node.parts)
        if found is None:
            return ".".join(node.parts)
        column, rest = found
        if any(
            t.find(column.name) == column for t in self.scope.tables if column.name in t.elements
        ):
            return ".".join(node.parts)  # of ARRAY JOIN
        plain = self.scope.means(column.name, column) and self._unaliased(column)
        return ".".join((column.name, *rest) if plain else node.parts)

    def _unaliased(self, column: Column) -> bool:
        """Whether no alias that means something else has the column's name."""
        alias = self.scope.own_alias(column.name)
        if isinstance(alias, ast.Identifier):
            return self.scope.column(alias.parts) == (column, ())
        return alias is None

    def _untuple(self, call: ast.Function, node: ast.Expression) -> list[tuple[Expr, str]]:
        alias = node.alias if isinstance(node, ast.Aliased) else None
        return [
            (self.analyser.expr(element), self._name(element) if alias is None else f"{alias}.{n}")
            for element, n in self.analyser.elements(call)
        ]

    def _positional(self, node: ast.Expression, outputs: list[tuple[Expr, str]]) -> Expr | None:
        """`ORDER BY 2`, `GROUP BY 1`: the place in SELECT."""
        if (
            not isinstance(node, ast.Literal)
            or not isinstance(node.value, int)
            or isinstance(node.value, bool)
        ):
            return None
        if not self.analyser.environment.settings.enable_positional_arguments:
            return None
        place = node.value if node.value > 0 else len(outputs) + 1 + node.value
        if not 1 <= place <= len(outputs):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Positional argument out of bounds: {node.value}"
                f" (expected in range [1, {len(outputs)}]",
            )
        return outputs[place - 1][0]

    def group_keys(self, outputs: list[tuple[Expr, str]]) -> GroupKeys | None:
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
        settings = self.analyser.environment.settings
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

    def order(self, outputs: list[tuple[Expr, str]]) -> list[SortItem]:
        every = self.select.order_by_all
        by_name = not self.analyser.environment.settings.enable_order_by_all
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

    def limit_by_keys(self, outputs: list[tuple[Expr, str]]) -> list[Expr]:
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
