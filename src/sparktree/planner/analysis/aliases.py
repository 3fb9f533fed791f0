"""The aliases that the clauses of a SELECT give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from sparktree.sql import ast
from sparktree.sql.walk import children


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


def circular(aliases: Mapping[str, ast.Expression]) -> frozenset[str]:
    """The aliases that are named, by way of others, in what they stand for."""
    others = {
        name: {n for n in _names(meaning) if n in aliases and n != name}
        for name, meaning in aliases.items()
    }
    try:
        TopologicalSorter(others).prepare()
    except CycleError:
        return frozenset(name for name in aliases if name in _reached(name, others))
    return frozenset()


def _reached(name: str, others: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    open_ = set(others[name])
    while open_:
        found |= open_
        open_ = {one for other in open_ for one in others[other]} - found
    return found


def _names(node: ast.Node) -> Iterator[str]:
    """The names in an expression, not those inside subqueries."""
    if isinstance(node, ast.Identifier):
        yield node.parts[0]
    elif not isinstance(node, ast.Subquery):
        for child in children(node):
            yield from _names(child)


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
