"""From text to statements."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from sparktree.errors import Code, Error
from sparktree.sql.ast import Expression
from sparktree.sql.cursor import Cursor, SyntaxFailure, too_deep
from sparktree.sql.grammar.expressions import element
from sparktree.sql.grammar.grants import configured_grant
from sparktree.sql.grammar.statement import RULES, has_data, parsed
from sparktree.sql.lexer import Kind
from sparktree.sql.statements.access import Grant, Revoke
from sparktree.sql.statements.base import Parsed
from sparktree.sql.statements.insert import Insert
from sparktree.sql.syntax_errors import multiple_statements, syntax_error

_T = TypeVar("_T")

# ClickHouse allows 1,000 levels of nesting, and a level takes several calls here and elsewhere.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))


def parse(text: str, parameters: Mapping[str, str] | None = None) -> Parsed:
    """One statement; a semicolon may end it.

    `parameters` gives the values of `{name:Identifier}`, which name tables and columns.
    """
    result, _ = _run(text, 0, parameters, parsed, _end_of_query)
    return result


def parse_expression(text: str) -> Expression:
    """An expression, perhaps with an alias."""
    result, _ = _run(text, 0, None, element, _end_of_query)
    return result


def parse_grant(text: str) -> Grant | Revoke:
    """GRANT or REVOKE without those that it is meant for, as configurations have it."""
    result, _ = _run(text, 0, None, configured_grant, _end_of_query)
    return result


def split(text: str, parameters: Mapping[str, str] | None = None) -> Iterator[Parsed]:
    """The statements of a text, one after the other, each parsed when it is asked for."""
    position = 0
    while (position := _skip_empty(text, position)) < len(text):
        result, position = _run(text, position, parameters, parsed, _end_of_statement)
        if has_data(result.statement):
            result, position = _cut_data(text, result)
        yield result


def _run(
    text: str,
    start: int,
    parameters: Mapping[str, str] | None,
    rule: Callable[[Cursor], _T],
    ending: Callable[[Cursor, object], int],
) -> tuple[_T, int]:
    """Parse; after a failure parse again, remembering what was expected where."""
    try:
        c = Cursor(text, RULES, start, parameters)
        result = rule(c)
        return result, ending(c, result)
    except SyntaxFailure:
        pass
    except RecursionError:
        raise too_deep() from None
    tracing = Cursor(text, RULES, start, parameters, trace=True)
    try:
        ending(tracing, rule(tracing))
    except SyntaxFailure:
        raise syntax_error(tracing) from None
    raise Error(Code.LOGICAL_ERROR, "A statement parsed only on the second attempt.")


def _end_of_query(c: Cursor, result: object) -> int:
    if isinstance(result, Parsed) and has_data(result.statement):
        return len(c.text)
    semicolon = c.token
    end = _end_of_statement(c, result)
    while c.accept(";"):
        pass
    if c.token.kind is not Kind.END:
        raise multiple_statements(c, semicolon)
    return end


def _end_of_statement(c: Cursor, result: object) -> int:
    if isinstance(result, Parsed) and has_data(result.statement):
        return c.tokens[c.index - 1].end
    if c.token.key == ";":
        return c.advance().end
    if c.token.kind is not Kind.END:
        c.fail("end of query")
    return c.token.start


# --- many statements -----------------------------------------------------------------------

_EMPTY = re.compile(r"(?:[\s;]+|--[^\n]*|#[ !][^\n]*|/\*.*?\*/)*", re.DOTALL)
_LINE = re.compile(r"[^\n]*")
_VALUES = re.compile(
    r"(?:[^;'\"`]+|'(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\"|`[^`]*`|['\"`])*+", re.DOTALL
)


def _skip_empty(text: str, position: int) -> int:
    match = _EMPTY.match(text, position)
    return match.end() if match else position


def _cut_data(text: str, result: Parsed) -> tuple[Parsed, int]:
    """Where the inline data of one of many statements ends, as clickhouse-client sees it.

    VALUES end at the semicolon. Other formats cannot tell, so their data is one line.
    """
    node = result.statement
    if not isinstance(node, Insert) or node.data is None:
        return result, len(text)
    start = len(text) - len(node.data)
    match = (_VALUES if node.format == "Values" else _LINE).match(text, start)
    end = match.end() if match else len(text)
    first = len(text) - len(result.text)
    data = replace(node, data=text[start:end])
    return replace(result, statement=data, text=text[first:end]), end + 1
