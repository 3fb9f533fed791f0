"""Arguments of table functions and engines outside of a query."""

from __future__ import annotations

from sparktree.planner.analyze import ExpressionAnalyser, Numbers
from sparktree.planner.scope import Scope
from sparktree.planner.select import QueryAnalyser
from sparktree.planner.tables import TableArguments
from sparktree.statements.context import Context


def constant_arguments(context: Context) -> TableArguments:
    """Computes constants that no query is around."""
    numbers = Numbers()
    queries = QueryAnalyser(context, numbers)
    return TableArguments(ExpressionAnalyser(context, Scope(), numbers, queries.analyse))
