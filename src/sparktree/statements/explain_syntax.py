"""EXPLAIN SYNTAX: the query as it was understood, every operator a function."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sparktree.planner.analysis.select import QueryAnalyser
from sparktree.sql import ast, transform
from sparktree.sql.operators import IN_FUNCTIONS
from sparktree.statements.context import Context


def understood(query: ast.Node, context: Context) -> ast.Node:
    """The statement with functions for operators, and values in brackets with their types."""
    if isinstance(query, ast.Query):
        return transform(query, _Plain(context).change)
    return query


@dataclass(frozen=True, slots=True)
class _Plain:
    context: Context

    def change(self, node: ast.Node) -> ast.Node:
        if isinstance(node, ast.Join) and node.kind not in ("CROSS", "PASTE"):
            return replace(node, strictness=node.strictness or "ALL")
        if isinstance(node, ast.Select) and node.from_ is None:
            return replace(node, from_=ast.TableExpression(ast.TableName("one", "system")))
        if isinstance(node, ast.SetOperation):
            return _combined(node)
        return self._expression(node) if isinstance(node, ast.Expression) else node

    def _expression(self, node: ast.Expression) -> ast.Expression:
        if node.parens:
            node = replace(node, parens=False)
        if isinstance(node, ast.Literal) and node.value is None:
            return self._typed(node)
        if isinstance(node, ast.Lambda):
            names = tuple(ast.Identifier((name,)) for name in node.parameters)
            return ast.Function("lambda", (ast.Function("tuple", names), node.body))
        if not isinstance(node, ast.Function):
            return node
        if node.operator and _is_collection(node):
            values = [_value(argument, node.name) for argument in node.args]
            if None not in values:
                return self._typed(replace(node, args=tuple(v for v in values if v is not None)))
        if node.name in IN_FUNCTIONS and len(node.args) == 2:
            listed = _value(node.args[1], "tuple")
            node = replace(node, args=(node.args[0], listed or node.args[1]))
        return replace(node, operator=False) if node.operator else node

    def _typed(self, value: ast.Expression) -> ast.Expression:
        held = ast.Function("identity", (value,))  # alone, it must have no Variant
        found = QueryAnalyser(self.context).analyse(ast.Select((held,)))
        return ast.Function("_CAST", (value, ast.Literal(str(found.columns[0].type))))


def _combined(node: ast.SetOperation) -> ast.SetOperation:
    """Every SELECT in parentheses, with the mode that counts."""
    left, quantifier = node.left, node.quantifier
    if node.operator == "UNION" and quantifier == "DISTINCT":
        left = _distinct(left)
    if node.operator != "UNION" and quantifier is None:
        quantifier = "ALL"
    return replace(node, left=left, quantifier=quantifier, brackets=True)


def _distinct(query: ast.Query) -> ast.Query:
    """Of a chain of UNIONs a DISTINCT governs all that come before it."""
    if not isinstance(query, ast.SetOperation) or query.parens or query.operator != "UNION":
        return query
    return replace(query, left=_distinct(query.left), quantifier="DISTINCT")


def _is_collection(node: ast.Function) -> bool:
    return node.name == "array" or (node.name == "tuple" and len(node.args) != 1)


def _value(node: ast.Expression, kind: str) -> ast.Expression | None:
    """What the parser takes as one value inside a collection: a scalar or one of the same kind."""
    if isinstance(node, ast.Literal):
        return node
    if isinstance(node, ast.Function) and node.name == "_CAST":
        inner = node.args[0]
        if isinstance(inner, ast.Literal):
            return inner if inner.value is None else None
        if isinstance(inner, ast.Function) and inner.operator and inner.name == kind:
            return inner
    return None
