"""Parameterized views: `SELECT ... FROM view(name = value)`."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.analysis.constants import typed_parameter
from sparktree.planner.environment import Constants
from sparktree.sql import ast, transform, walk


def has_parameters(query: ast.Query) -> bool:
    """Whether the query has places for values."""
    return any(isinstance(node, ast.QueryParameter) for node in walk(query))


def refuse_without_values(name: str, query: ast.Query) -> None:
    """A parameterized view that is read as a table has no columns."""
    if has_parameters(query):
        raise Error(
            Code.EMPTY_LIST_OF_COLUMNS_QUERIED,
            f"The view {name} has parameters: read it as {name}(name = value, ...)",
        )


def with_values(
    query: ast.Query, call: ast.Function, constants: Constants, context: QueryContext
) -> ast.Query:
    """The view's query with the values of the call in their places."""
    values = dict(_values(call, constants))

    def change(node: ast.Node) -> ast.Node:
        if not isinstance(node, ast.QueryParameter):
            return node
        if node.name not in values:
            raise Error(Code.UNKNOWN_QUERY_PARAMETER, f"Substitution `{node.name}` is not set")
        text = values[node.name]
        typed_parameter(node, text, context)
        return ast.Function("_CAST", (ast.Literal(text), ast.Literal(node.type)))

    return transform(query, change)


def _values(call: ast.Function, constants: Constants) -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = []
    for argument in call.args:
        if not isinstance(argument, ast.Function) or argument.name != "equals":
            continue
        name, value = argument.args
        if isinstance(name, ast.Identifier):
            text = constants.value(ast.Function("toString", (value,)))
            found.append((name.parts[-1], None if text is None else str(text)))
    return found
