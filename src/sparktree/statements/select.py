"""SELECT."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa

from sparktree.engines.generators import Rows
from sparktree.planner.nodes import Query
from sparktree.planner.select import QueryAnalyser
from sparktree.sql import ast, transform, walk
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
    return QueryAnalyser(context).analyse(statement)


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
