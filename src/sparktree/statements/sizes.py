"""Limits of the statement itself: its length, and the depth and size of its syntax tree."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.settings.query import QuerySettings
from sparktree.sql import ast
from sparktree.sql.outline import outline
from sparktree.sql.statements.base import Parsed
from sparktree.sql.statements.insert import Insert
from sparktree.sql.walk import children

_NODES_OF_A_CHARACTER = 8  # no character of a query makes more nodes of ClickHouse's tree


def check_sizes(parsed: Parsed, settings: QuerySettings) -> None:
    """Refuse a statement that is longer or deeper than the settings allow."""
    statement = parsed.statement
    data = statement.data if isinstance(statement, Insert) else None
    length = len(parsed.text) - len(data or "")
    if settings.max_query_size and length > settings.max_query_size:
        raise Error(
            Code.SYNTAX_ERROR,
            "Max query size exceeded (can be increased with the `max_query_size` setting):"
            f" Syntax error: failed at position {settings.max_query_size + 1}",
        )
    limits = (settings.max_ast_depth, settings.max_ast_elements)
    least = min((limit for limit in limits if limit), default=0)
    if least and length * _NODES_OF_A_CHARACTER > least:
        for query in _queries(statement):
            _check_tree(query, settings)
    most = settings.max_subquery_depth
    if most and parsed.text.count("(", 0, length) > most:  # each subquery is in parentheses
        for query in _queries(statement):
            if _subquery_depth(query) > most:
                raise Error(Code.TOO_DEEP_SUBQUERIES, f"Too deep subqueries. Maximum: {most}")


def _queries(statement: ast.Node) -> list[ast.Query]:
    """The outermost queries of a statement."""
    found: list[ast.Query] = []
    stack = [statement]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Query):
            found.append(node)
        else:
            stack.extend(children(node))
    return found


def _check_tree(query: ast.Query, settings: QuerySettings) -> None:
    tree = outline(query)
    most = settings.max_ast_depth
    if most and tree.depth() > most:
        raise Error(Code.TOO_DEEP_AST, f"AST is too deep. Maximum: {most}")
    most = settings.max_ast_elements
    if most and tree.size() > most:
        raise Error(Code.TOO_BIG_AST, f"AST is too big. Maximum: {most}")


def _subquery_depth(query: ast.Query) -> int:
    """How many subqueries lie inside of each other at most."""
    deepest = 0
    stack: list[tuple[ast.Node, int]] = [(query, 0)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        below = depth + isinstance(node, ast.Subquery)
        stack.extend((child, below) for child in children(node))
    return deepest
