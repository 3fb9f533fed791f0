"""Statements that are kept: they mean the same tables whoever runs them, and whenever."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from sparktree.sql import ast, transform, walk

_IN = frozenset({"in", "notIn", "globalIn", "globalNotIn"})
_Node = TypeVar("_Node", bound=ast.Node)


def qualified(node: _Node, database: str) -> _Node:
    """The node with a database before every table of its queries and every set that is a table."""
    own = {one.name for one in walk(node) if isinstance(one, ast.WithQuery | ast.WithExpression)}
    own |= {one.alias for one in walk(node) if isinstance(one, ast.Aliased)}

    def change(one: ast.Node) -> ast.Node:
        if isinstance(one, ast.TableExpression) and isinstance(one.source, ast.TableName):
            name = one.source
            if name.database is None and name.name not in own:
                return replace(one, source=ast.TableName(name.name, database))
        if isinstance(one, ast.Function) and one.name in _IN:
            value, among = one.args
            if isinstance(among, ast.Identifier) and among.parts[0] not in own:
                parts = (database, *among.parts) if len(among.parts) == 1 else among.parts
                return replace(one, args=(value, replace(among, parts=parts)))
        return one

    return transform(node, change)
