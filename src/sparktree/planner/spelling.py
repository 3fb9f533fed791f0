"""ClickHouse's own names in what is stored: `LOWER(x)`, `lcase(x)`, `lower(x)` declare the same.

A query keeps the names that were typed, for they are in its header; each call finds what it means
by itself. What tables, views and functions declare is stored under the names that are not aliases.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from sparktree.functions.aggregates.combinators.resolution import OTHER_NAMES, canonical
from sparktree.functions.aggregates.declare import AGGREGATES
from sparktree.functions.core.declare import FUNCTIONS, own_name
from sparktree.planner.analysis.special_forms import form_name
from sparktree.planner.analysis.windows import find_window
from sparktree.sql import ast, transform
from sparktree.sql.statements.create import ColumnDeclaration, Storage, TtlElement

N = TypeVar("N", bound=ast.Node)

# Where names are no functions: engines, codecs, and functions that APPLY names.
_OTHER_NAMES = frozenset(
    {
        (Storage, "engine"),
        (ColumnDeclaration, "type"),
        (ColumnDeclaration, "codec"),
        (ColumnDeclaration, "statistics"),
        (ColumnDeclaration, "settings"),
        (TtlElement, "codec"),
        (ast.Transformer, "function"),
    }
)


def canonical_name(name: str) -> str:
    """The function's own name, if the name holds in any case; any other name stays."""
    lower = name.lower()
    if lower in FUNCTIONS.any_case:
        return own_name(FUNCTIONS.any_case[lower])
    if lower in AGGREGATES.any_case or lower in OTHER_NAMES:
        return canonical(name)
    window = find_window(name)
    if window is not None:
        return window.alias_of or window.name
    return form_name(name)


def with_own_names(node: N) -> N:
    """The declaration with the functions' own names."""
    return transform(node, _renamed, _OTHER_NAMES)


def _renamed(node: ast.Node) -> ast.Node:
    if not isinstance(node, ast.Function):
        return node
    name = canonical_name(node.name)
    return node if name == node.name else replace(node, name=name)
