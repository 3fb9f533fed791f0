"""The aliases that the clauses of a SELECT give."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.sql import ast


def written_aliases(select: ast.Select) -> Iterator[ast.Aliased]:
    """All of them, in the order of the clauses; not those inside subqueries."""
    roots: list[ast.Expression] = [*select.columns]
    roots += [e for e in (select.prewhere, select.where, select.having, select.qualify) if e]
    if select.group_by:
        roots += select.group_by.expressions
    roots += [item.expression for item in select.order_by]
    roots += _join_conditions(select.from_)
    for root in roots:
        yield from _aliases(root)


def _join_conditions(item: ast.FromItem | None) -> Iterator[ast.Expression]:
    if isinstance(item, ast.Join):
        yield from _join_conditions(item.left)
        yield from _join_conditions(item.right)
        if item.on is not None:
            yield item.on


def _aliases(node: ast.Node) -> Iterator[ast.Aliased]:
    """The aliases inside an expression, not inside subqueries."""
    if isinstance(node, ast.Aliased):
        yield node
        yield from _aliases(node.expression)
    elif isinstance(node, ast.Function):
        for arg in node.args:
            yield from _aliases(arg)
    elif isinstance(node, ast.Lambda):
        yield from _aliases(node.body)
    elif isinstance(node, ast.Asterisk | ast.Columns):
        for transformer in node.transformers:
            for replacement in transformer.replacements:
                yield from _aliases(replacement.expression)
