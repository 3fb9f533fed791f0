"""Calls of lambdas that have a name: CREATE FUNCTION f AS ..., WITH x -> ... AS f."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.errors import Code, Error
from sparktree.sql import ast, format_query, substitute
from sparktree.sql.walk import transform, walk

Definitions = Callable[[str], ast.Lambda | None]


def called(node: ast.Function, body: ast.Lambda, definitions: Definitions) -> ast.Expression:
    """What a call of the lambda stands for."""
    if len(node.args) != len(body.parameters):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Lambda of function {node.name} expects {len(body.parameters)} arguments."
            f" Actual: {len(node.args)}",
        )
    _check_ends(node.name, body, definitions)
    plain = _without_aliases(body.body)
    return substitute(plain, dict(zip(body.parameters, node.args, strict=True)))


def _without_aliases(body: ast.Expression) -> ast.Expression:
    """The body with what its own aliases stand for; they mean nothing outside of it."""
    if any(isinstance(one, ast.Subquery) for one in walk(body)):
        return body
    found = [one for one in walk(body) if isinstance(one, ast.Aliased)]
    aliases = {one.alias: _bare(one.expression) for one in found}
    plain = _bare(body)
    for _ in aliases:  # one may name another
        plain = substitute(plain, aliases)
    return plain


def _bare(body: ast.Expression) -> ast.Expression:
    return transform(body, lambda one: one.expression if isinstance(one, ast.Aliased) else one)


def called_functions(body: ast.Expression) -> set[str]:
    """The names of the functions that an expression calls."""
    return {node.name for node in walk(body) if isinstance(node, ast.Function)}


def _check_ends(name: str, body: ast.Lambda, definitions: Definitions) -> None:
    """An error if the lambda calls itself, maybe by others."""
    seen: set[str] = set()
    ahead = called_functions(body.body)
    while ahead:
        if name in ahead:
            text = format_query(body, one_line=True)
            raise Error(Code.UNSUPPORTED_METHOD, f"Recursive lambda {text}. In scope {text}")
        seen |= ahead
        found = [definitions(one) for one in ahead]
        ahead = {one for b in found if b is not None for one in called_functions(b.body)} - seen
