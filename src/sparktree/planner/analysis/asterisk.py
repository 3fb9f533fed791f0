"""`*`, `t.*` and COLUMNS(...) as the columns that they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from sparktree.errors import Code, Error
from sparktree.planner.analysis.scope import Scope, TableScope
from sparktree.planner.expr import Column
from sparktree.sql import ast, column_name, substitute
from sparktree.sql.printers.base import Style, prints
from sparktree.types import Array, Nullable, Tuple, Type


@dataclass(frozen=True, slots=True)
class Bound(ast.Expression):
    """A column that no name means, in a tree of which the rest is not analysed yet."""

    column: Column


@prints(Bound)
def _bound(node: Bound, style: Style) -> str:
    return node.column.name


@dataclass(frozen=True, slots=True)
class _Expansion:
    """One expression: what it is shown as, and the column's own name, which transformers use."""

    expression: ast.Expression
    header: str
    column: str
    changed: bool = False  # no column any more: EXCEPT and REPLACE pass over it
    replaced: bool = False  # shown by the name of the column that it replaces


def expand(
    node: ast.Asterisk | ast.Columns,
    scope: Scope,
    type_of: Callable[[ast.Identifier], Type] | None = None,
) -> list[tuple[ast.Expression, str]]:
    """The expressions and their names, transformers applied; `type_of` lets tuples be taken
    apart."""
    found = _columns(node, scope, type_of)
    for transformer in node.transformers:
        found = _transform(found, transformer, scope)
    return [(one.expression, one.header) for one in found]


def _columns(
    node: ast.Asterisk | ast.Columns,
    scope: Scope,
    type_of: Callable[[ast.Identifier], Type] | None,
) -> list[_Expansion]:
    if isinstance(node, ast.Columns) and node.names:
        return [_listed(name, node.qualifier, scope) for name in node.names]
    tables = [t for t in scope.tables if not node.qualifier or t.answers_to(node.qualifier)]
    if node.qualifier and not tables:
        return _fields(node, scope, type_of)
    if not scope.tables:
        raise Error(Code.UNSUPPORTED_METHOD, "Asterisk without a table: the query has no FROM.")
    shown: list[_Expansion] = []
    seen: set[int] = set()
    for table in tables:
        before = frozenset(seen)
        for name in table.repeated or table.columns:
            column = table.columns[name]
            if column.id in before or not _is_chosen(node, name) or _covered(node, table, name):
                continue
            seen.add(column.id)
            shown.append(_expansion(name, table, scope))
    return shown


def _fields(
    node: ast.Asterisk | ast.Columns,
    scope: Scope,
    type_of: Callable[[ast.Identifier], Type] | None,
) -> list[_Expansion]:
    """`column.*`: the elements of a tuple, or of the tuples of an array."""
    whole = ast.Identifier(node.qualifier)
    written = ".".join(node.qualifier)
    try:
        type_ = None if type_of is None else type_of(whole)
    except Error as error:
        if error.code != Code.UNKNOWN_IDENTIFIER:
            raise
        type_ = None
    if type_ is None:
        raise Error(
            Code.UNKNOWN_IDENTIFIER,
            f"Qualified matcher {written}.* does not find table. In scope {scope.text}",
        )
    tuple_ = type_.of if isinstance(type_, Array | Nullable) else type_
    if not isinstance(tuple_, Tuple):
        raise Error(
            Code.UNSUPPORTED_METHOD,
            f"Qualified matcher {written}.* found a non-compound expression {written} with type"
            f" {type_}. Expected a tuple or an array of tuples. In scope {scope.text}",
        )
    names = tuple_.names or tuple(str(i) for i in range(1, len(tuple_.of) + 1))
    return [
        _Expansion(ast.Identifier((*node.qualifier, name)), f"{written}.{name}", name)
        for name in names
        if _is_chosen(node, name)
    ]


def _is_chosen(node: ast.Asterisk | ast.Columns, name: str) -> bool:
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


def _expansion(name: str, table: TableScope, scope: Scope) -> _Expansion:
    """A column by a name that means it, and the name under which `*` shows it."""
    holders = [c for t in scope.tables if (c := t.find_plain(name)) is not None]
    column = table.columns[name]
    only = all(c.id == column.id for c in holders)
    free = scope.own_alias(name) is None
    if holders and only and free:
        return _Expansion(ast.Identifier((name,)), name, name)
    prefix = table.alias or table.name
    if prefix is None:
        return _Expansion(Bound(column), name, name)
    first = bool(holders) and holders[0].id == column.id and (only or not scope.several_joins)
    shown = name if first and free else f"{prefix}.{name}"
    meant = scope.column((prefix, name))
    own = meant is not None and meant[0].id == column.id
    return _Expansion(ast.Identifier((prefix, name)) if own else Bound(column), shown, name)


def _listed(node: ast.Expression, qualifier: tuple[str, ...], scope: Scope) -> _Expansion:
    """An element of COLUMNS(a, t.b): shown without the table where the name alone means it."""
    if not isinstance(node, ast.Identifier):
        return _Expansion(node, "", "")
    node = ast.Identifier((*qualifier, *node.parts))
    last = node.parts[-1]
    found = scope.column(node.parts) if len(node.parts) > 1 else None
    plain = found is None or (scope.means(last, found[0]) and scope.own_alias(last) is None)
    return _Expansion(node, last if plain else ".".join(node.parts), last)


def _transform(
    found: list[_Expansion], transformer: ast.Transformer, scope: Scope
) -> list[_Expansion]:
    if transformer.kind == "EXCEPT":
        return _except(found, transformer)
    if transformer.kind == "REPLACE":
        return _replace(found, transformer, scope)
    return [_apply(one, transformer) for one in found]


def _except(found: list[_Expansion], transformer: ast.Transformer) -> list[_Expansion]:
    names = {one.column for one in found if not one.changed}
    missing = [name for name in transformer.names if name not in names]
    if transformer.strict and missing:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Strict EXCEPT column transformer EXCEPT {', '.join(transformer.names)} expects"
            f" following column(s) : {', '.join(missing)}",
        )
    if transformer.pattern is not None:
        pattern = _pattern(transformer.pattern)
        return [one for one in found if one.changed or not pattern.search(one.column)]
    return [one for one in found if one.changed or one.column not in transformer.names]


def replaced_names(columns: Iterable[ast.Expression], scope: Scope) -> dict[str, ast.Expression]:
    """What REPLACE puts in the place of columns, by their names, if nothing else is called so."""
    found: dict[str, ast.Expression] = {}
    several: set[str] = set(scope.aliases)
    matchers = [c for c in columns if isinstance(c, ast.Asterisk | ast.Columns)]
    for replacement in (r for m in matchers for t in m.transformers for r in t.replacements):
        if found.setdefault(replacement.alias, replacement.expression) != replacement.expression:
            several.add(replacement.alias)
    shown = {name for table in scope.tables for name in table.columns}
    return {n: e for n, e in found.items() if n in shown and n not in several}


def _replace(
    found: list[_Expansion], transformer: ast.Transformer, scope: Scope
) -> list[_Expansion]:
    replaced: dict[str, ast.Expression] = {
        r.alias: r if scope.aliases.get(r.alias) == r.expression else r.expression
        for r in transformer.replacements
    }
    if len(replaced) < len(transformer.replacements):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "Expressions in column transformer replace should not contain same replacement more"
            " than once",
        )
    missing = [name for name in replaced if name not in {one.column for one in found}]
    if transformer.strict and missing:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Strict REPLACE column transformer REPLACE expects"
            f" following column(s) : {', '.join(missing)}",
        )
    return [
        _Expansion(replaced[one.column], one.column, one.column, changed=True, replaced=True)
        if one.column in replaced and not one.changed
        else one
        for one in found
    ]


def _apply(one: _Expansion, transformer: ast.Transformer) -> _Expansion:
    """The function over the expression; its name is made of the name that it had."""
    function = transformer.function
    assert function is not None
    named = _unnamed(one.expression) if one.replaced else ast.Aliased(one.expression, one.header)
    if isinstance(function, ast.Lambda):
        shown = column_name(_bind(function, named))
        return _Expansion(_bind(function, one.expression), shown, one.column, changed=True)
    shown = column_name(replace(function, args=(named, *function.args)))
    applied = replace(function, args=(one.expression, *function.args))
    return _Expansion(applied, shown, one.column, changed=True)


def _unnamed(node: ast.Expression) -> ast.Expression:
    return node.expression if isinstance(node, ast.Aliased) else node


def _bind(function: ast.Lambda, argument: ast.Expression) -> ast.Expression:
    return substitute(function.body, {function.parameters[0]: argument})
