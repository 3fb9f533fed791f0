"""SELECT."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa

from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.limits import limited
from sparktree.planner.analysis.scope import Scope, TableScope
from sparktree.planner.analysis.select import QueryAnalyser
from sparktree.planner.nodes import Filter, Query
from sparktree.settings.query import QuerySettings
from sparktree.sql import ast, parse_expression
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles, nothing
from sparktree.statements.rows_before import counting_rows_before


@handles(ast.Select, ast.SetOperation, needs=nothing)
def select(statement: ast.Query, context: Context) -> Outcome:
    """Run a query; its rows come as they are ready."""
    query = typed(statement, context)
    plan = context.plan(query)
    header = [(c.name, c.type) for c in query.columns]
    totals: list[pa.Table] = []
    blocks = counting_rows_before(context.result(plan, totals.append), query, plan.scans, context)
    return Outcome(header, blocks, totals=totals)


def typed(statement: ast.Query, context: Context) -> Query:
    """The query analysed, and what the user may not read refused."""
    analyser = QueryAnalyser(context)
    query = _by_settings(analyser.analyse(statement), analyser, context.settings)
    context.guard.check(query, whole=True)
    return query


def analysed(query: ast.Query, context: Context) -> Query:
    """A query in a statement, and what the user may not read refused."""
    found = QueryAnalyser(context).analyse(query)
    context.guard.check(found, whole=True)
    return found


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
    return limited(replace(query, root=root), settings.limit, settings.offset)
