"""Arguments of table functions and engines outside of a query."""

from __future__ import annotations

from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.scope import Scope
from sparktree.planner.analysis.select import QueryAnalyser
from sparktree.planner.analysis.tables import TableArguments
from sparktree.statements.context import Context


def constant_arguments(context: Context) -> TableArguments:
    """Computes constants that no query is around."""
    numbers = Numbers()
    queries = QueryAnalyser(context, numbers)
    return TableArguments(ExpressionAnalyser(context, Scope(), numbers, queries.analyse))
