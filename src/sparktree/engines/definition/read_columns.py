"""Which stored columns expressions of a table read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sparktree.engines.definition.table import TableDefinition
from sparktree.sql import ast, walk


def read_columns(definition: TableDefinition, roots: Iterable[ast.Node]) -> set[str]:
    """The stored columns behind the expressions: through ALIAS columns, and of parts of tuples."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        for name in _names(waiting.pop()):
            column = definition.by_name.get(name)
            if column is None or name in seen:
                continue
            seen.add(name)
            if column.kind == "ALIAS" and column.default is not None:
                waiting.append(column.default)
            else:
                found.add(name)
    return found


def _names(root: ast.Node) -> Iterator[str]:
    """What identifiers may name: `t.x` is a column of that name, or the part of a tuple `t`."""
    for node in walk(root):
        if isinstance(node, ast.Identifier):
            for length in range(1, len(node.parts) + 1):
                yield ".".join(node.parts[:length])
