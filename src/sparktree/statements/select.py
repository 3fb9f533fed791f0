"""SELECT and EXPLAIN."""

from __future__ import annotations

from sparktree.planner.nodes import Query
from sparktree.planner.select import QueryAnalyser
from sparktree.sql import ast
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles


@handles(ast.Select, ast.SetOperation)
def select(statement: ast.Query, context: Context) -> Outcome:
    """Run a query; its rows come as they are ready."""
    query = typed(statement, context)
    plan = context.plan(query)
    header = [(c.name, c.type) for c in query.columns]
    return Outcome(header, context.rows(plan))


def typed(statement: ast.Query, context: Context) -> Query:
    """The query analysed."""
    return QueryAnalyser(context).analyse(statement)
