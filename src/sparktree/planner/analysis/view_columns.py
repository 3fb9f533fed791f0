"""The columns of a view, which stay as they were when it was created."""

from __future__ import annotations

from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.join_conditions import FromRows
from sparktree.planner.casting import cast_to
from sparktree.planner.environment import View
from sparktree.planner.expr import Column, Expr
from sparktree.planner.nodes import Project
from sparktree.sql import ast, walk


def as_declared(rows: FromRows, view: View, numbers: Numbers) -> FromRows:
    """The rows of a view, and their totals, with its columns; the scope shows these."""
    made = rows.table.columns
    if [(name, column.type) for name, column in made.items()] == list(view.declared_columns):
        return rows
    columns: list[tuple[Column, Expr]] = []
    for name, type_ in view.declared_columns:
        column = made.get(name)
        if column is None:
            raise Error(
                Code.UNKNOWN_IDENTIFIER,
                f"Unknown expression identifier `{name}` in the query of view {view.name}",
            )
        if column.type.nullable and not type_.nullable and _joins(view.query):
            raise Error(
                Code.INCORRECT_QUERY,
                f"Query from view {view.name} returned Nullable column having not Nullable type in"
                " structure. If query from view has JOIN, it may be cause by different values of"
                " 'join_use_nulls' setting. You may explicitly specify 'join_use_nulls' in 'CREATE"
                " VIEW' query to avoid this error",
            )
        cast = cast_to(column, type_)
        columns.append((column if cast is column else numbers.column(name, type_), cast))
    rows.table.columns = {column.name: column for column, _ in columns}
    shown = tuple(columns)
    totals = None if rows.totals is None else Project(rows.totals, shown)
    return replace(rows, node=Project(rows.node, shown), totals=totals)


def _joins(query: ast.Query) -> bool:
    return any(isinstance(node, ast.Join) for node in walk(query))
