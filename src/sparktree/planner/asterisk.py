"""`*`, `t.*` and COLUMNS(...) as the columns that they stand for."""

from __future__ import annotations

import re
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.planner.scope import Scope, TableScope
from sparktree.sql import ast


def expand(node: ast.Asterisk | ast.Columns, scope: Scope) -> list[tuple[ast.Expression, str]]:
    """The expressions and their names, transformers applied."""
    found = _columns(node, scope)
    for transformer in node.transformers:
        found = _transform(found, transformer)
    return found


def _columns(node: ast.Asterisk | ast.Columns, scope: Scope) -> list[tuple[ast.Expression, str]]:
    if isinstance(node, ast.Columns) and node.names:
        return [(name, _last(name)) for name in node.names]
    if not scope.tables:
        raise Error(Code.UNSUPPORTED_METHOD, "Asterisk without a table: the query has no FROM.")
    tables = [t for t in scope.tables if not node.qualifier or t.answers_to(node.qualifier)]
    if not tables:
        raise Error(
            Code.UNKNOWN_IDENTIFIER,
            f"Qualified matcher {'.'.join(node.qualifier)}.* does not find table."
            f" In scope {scope.text}",
        )
    shown: list[tuple[ast.Expression, str]] = []
    seen: set[int] = set()
    for table in tables:
        for name, column in table.columns.items():
            if column.id in seen or not _wanted(node, name) or _covered(node, table, name):
                continue
            seen.add(column.id)
            shown.append(_shown(name, table, scope))
    return shown


def _wanted(node: ast.Asterisk | ast.Columns, name: str) -> bool:
    if isinstance(node, ast.Asterisk) or node.pattern is None:
        return True
    return _pattern(node.pattern).search(name) is not None


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise Error(
            Code.CANNOT_COMPILE_REGEXP, f"COLUMNS pattern {text} cannot be compiled: {error}"
        ) from None


def _covered(node: ast.Asterisk | ast.Columns, table: TableScope, name: str) -> bool:
    """Whether the column is shown already, as one of USING."""
    return not node.qualifier and name in table.covered


def _shown(name: str, table: TableScope, scope: Scope) -> tuple[ast.Identifier, str]:
    """A column by a name that means it, and the name under which `*` shows it."""
    holders = [c for t in scope.tables if (c := t.find_plain(name)) is not None]
    column = table.columns[name]
    only = all(c.id == column.id for c in holders)
    prefix = table.alias or table.name
    if prefix is None or (holders and only and name not in scope.aliases):
        return ast.Identifier((name,)), name
    first = bool(holders) and holders[0].id == column.id and (only or not scope.several_joins)
    return ast.Identifier((prefix, name)), name if first else f"{prefix}.{name}"


def _last(node: ast.Expression) -> str:
    return node.parts[-1] if isinstance(node, ast.Identifier) else ""


def _transform(
    found: list[tuple[ast.Expression, str]], transformer: ast.Transformer
) -> list[tuple[ast.Expression, str]]:
    if transformer.kind == "EXCEPT":
        return _except(found, transformer)
    if transformer.kind == "REPLACE":
        return _replace(found, transformer)
    return [_apply(expression, name, transformer) for expression, name in found]


def _except(
    found: list[tuple[ast.Expression, str]], transformer: ast.Transformer
) -> list[tuple[ast.Expression, str]]:
    names = {name for _, name in found}
    missing = [name for name in transformer.names if name not in names]
    if transformer.strict and missing:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Strict EXCEPT column transformer EXCEPT {', '.join(transformer.names)} expects"
            f" following column(s) : {', '.join(missing)}",
        )
    if transformer.pattern is not None:
        return [(e, n) for e, n in found if not _pattern(transformer.pattern or "").search(n)]
    return [(e, n) for e, n in found if n not in transformer.names]


def _replace(
    found: list[tuple[ast.Expression, str]], transformer: ast.Transformer
) -> list[tuple[ast.Expression, str]]:
    replaced = {r.alias: r.expression for r in transformer.replacements}
    if len(replaced) < len(transformer.replacements):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "Expressions in column transformer replace should not contain same replacement more"
            " than once",
        )
    missing = [name for name in replaced if name not in {n for _, n in found}]
    if transformer.strict and missing:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Strict REPLACE column transformer REPLACE expects"
            f" following column(s) : {', '.join(missing)}",
        )
    return [(replaced.get(name, expression), name) for expression, name in found]


def _apply(
    expression: ast.Expression, name: str, transformer: ast.Transformer
) -> tuple[ast.Expression, str]:
    function = transformer.function
    if isinstance(function, ast.Lambda):
        return _bind(function, expression), f"{name}"
    assert function is not None
    shown = function.name
    if function.parameters:
        shown += f"({', '.join(str(getattr(p, 'value', p)) for p in function.parameters)})"
    return replace(function, args=(expression, *function.args)), f"{shown}({name})"


def _bind(function: ast.Lambda, argument: ast.Expression) -> ast.Expression:
    def change(node: ast.Expression) -> ast.Expression:
        if isinstance(node, ast.Identifier) and node.parts == (function.parameters[0],):
            return argument
        if isinstance(node, ast.Function):
            return replace(node, args=tuple(change(a) for a in node.args))
        return node

    return change(function.body)
