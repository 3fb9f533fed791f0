"""What no expression of a key or of a skip index may be."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.engines.definition.table import TableDefinition, bare
from sparktree.errors import Code, Error
from sparktree.planner.analysis.special_forms import form_name
from sparktree.sql import ast
from sparktree.sql.walk import children, walk


def refuse_key_parts(node: ast.Expression, definition: TableDefinition) -> None:
    """No subqueries, and no Nested as a whole: only its columns are stored."""
    for part in walk(node):
        if isinstance(part, ast.Subquery):
            raise Error(Code.BAD_ARGUMENTS, "Key expressions cannot contain subqueries")
        if isinstance(part, ast.Identifier):
            _refuse_nested(".".join(part.parts), definition)


def _refuse_nested(name: str, definition: TableDefinition) -> None:
    columns = [c.name for c in definition.columns if c.name.startswith(f"{name}.")]
    if columns and name not in definition.by_name:
        quoted = ", ".join(f"'{column}'" for column in columns)
        raise Error(
            Code.UNKNOWN_IDENTIFIER,
            f"Missing columns: '{name}' while processing: '{name}', required columns: '{name}',"
            f" maybe you meant: {quoted}",
        )


def refuse_duplicates(nodes: Sequence[ast.Expression], definition: TableDefinition) -> None:
    """The same expression twice is a mistake, unless the table allows it."""
    expressions = [bare(node) for node in nodes]
    allowed = definition.settings.allow_suspicious_indices
    if not allowed and len(set(expressions)) != len(expressions):
        raise Error(
            Code.BAD_ARGUMENTS,
            "Primary key or secondary index contains a duplicate expression. To suppress this"
            " exception, rerun the command with setting 'allow_suspicious_indices = 1'",
        )


def has_array_join(node: ast.Node) -> bool:
    """Whether the expression makes several rows of one; what subqueries do is their own."""
    if isinstance(node, ast.Subquery):
        return False
    joins = isinstance(node, ast.Function) and form_name(node.name) == "arrayJoin"
    return joins or any(map(has_array_join, children(node)))
