"""SELECT."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa

from sparktree.engines.generators import Rows
from sparktree.planner.analyze import ExpressionAnalyser
from sparktree.planner.nodes import Count, Filter, Limit, Query
from sparktree.planner.scope import Scope, TableScope
from sparktree.planner.select import QueryAnalyser
from sparktree.settings.query import QuerySettings
from sparktree.sql import ast, parse_expression, transform, walk
from sparktree.sql.statements.other import Explain
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, execute, handles


@handles(ast.Select, ast.SetOperation)
def select(statement: ast.Query, context: Context) -> Outcome:
    """Run a query; its rows come as they are ready."""
    query = typed(statement, context)
    plan = context.plan(query)
    header = [(c.name, c.type) for c in query.columns]
    totals: list[pa.Table] = []
    return Outcome(header, context.rows(plan, totals.append), totals=totals)


def typed(statement: ast.Query, context: Context) -> Query:
    """The query analysed."""
    if any(isinstance(node, Explain) for node in walk(statement)):
        statement, context = _explained(statement, context)
    analyser = QueryAnalyser(context)
    return _by_settings(analyser.analyse(statement), analyser, context.settings)


def _by_settings(query: Query, analyser: QueryAnalyser, settings: QuerySettings) -> Query:
    """The rows of a result that the settings leave."""
    root = query.root
    if settings.additional_result_filter:
        shown = TableScope(None, None, None, {column.name: column for column in query.columns})
        condition = parse_expression(settings.additional_result_filter)
        over = ExpressionAnalyser(
            analyser.environment, Scope(tables=[shown]), analyser.numbers, analyser.analyse
        )
        root = Filter(root, over.expr(condition))
    if settings.limit or settings.offset:
        root = Limit(root, _count(settings.limit) or None, _count(settings.offset))
    return replace(query, root=root)


def _count(number: float) -> Count:
    return int(number) if number.is_integer() else number


_EXPLAINED = "_explained"  # a database that no name can mean


def _explained(statement: ast.Query, context: Context) -> tuple[ast.Query, Context]:
    """The query with what EXPLAIN in its FROM says as tables."""
    sources = dict(context.sources)

    def change(node: ast.Node) -> ast.Node:
        if not isinstance(node, ast.TableExpression) or not isinstance(node.source, ast.Subquery):
            return node
        if not isinstance(node.source.query, Explain):
            return node
        outcome = execute(node.source.query, context)
        name = ast.TableName(str(len(sources)), _EXPLAINED)
        table = pa.concat_tables(list(outcome.blocks))
        sources[_EXPLAINED, name.name] = Rows("EXPLAIN", tuple(outcome.header), table)
        return replace(node, source=name)

    return transform(statement, change), replace(context, sources=sources)
