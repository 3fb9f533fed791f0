"""PREWHERE: which conditions a table can read by before its other columns."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.planner.analysis.scope import Scope
from sparktree.planner.expr import Expr, columns_of


def check_prewhere(expr: Expr, scope: Scope) -> None:
    """ILLEGAL_PREWHERE unless it reads one table, of an engine that knows it, and columns that all
    tables of this one have in one type."""
    read = columns_of(expr)
    tables = [t for t in scope.tables if not read or read.keys() & t.ids()]
    if not any(t.prewhere and read.keys() <= t.ids() for t in tables):
        raise Error(
            Code.ILLEGAL_PREWHERE,
            "PREWHERE takes columns of a single table whose storage supports PREWHERE."
            f" In query {scope.text}",
        )
    for table in tables:
        for column in read.values():
            if column.name in table.not_in_prewhere:
                raise Error(
                    Code.ILLEGAL_PREWHERE,
                    f"Table expression {table.alias or table.name} does not support column"
                    f" {column.name} in PREWHERE. In query {scope.text}",
                )
