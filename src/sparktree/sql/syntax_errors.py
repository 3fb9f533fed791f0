"""The text of a syntax error, as ClickHouse words it."""

from __future__ import annotations

from sparktree.errors import Code, Error
from sparktree.sql.cursor import Cursor
from sparktree.sql.lexer import Kind, Token

_SHOWN = 160  # characters of the query after the failure
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_UNCLOSED = {
    "'": "Single quoted string is not closed",
    '"': "Double quoted string is not closed",
    "`": "Back quoted string is not closed",
    "/": "Multiline comment is not closed",
}


def syntax_error(c: Cursor) -> Error:
    """The error for the furthest token that the parser reached."""
    _read_all(c)
    if all(token.kind is Kind.END for token in c.tokens):
        return Error(Code.SYNTAX_ERROR, "Syntax error: Empty query")
    token = c.tokens[c.furthest]
    broken = next((t for t in c.tokens if t.kind is Kind.ERROR), None)
    if broken is not None:
        return _lexical(c, broken)
    unmatched = _unmatched(c)
    if unmatched is not None:
        bracket, closes = unmatched
        what = "has no opening bracket" if closes else "is never closed"
        position = bracket.start - c.start + 1
        note = f"Unmatched parentheses: '{bracket.key}' at position {position} {what}"
        return Error(Code.SYNTAX_ERROR, f"{_place(c, token)}: {_rest(c, token)}. {note}.")
    return Error(Code.SYNTAX_ERROR, f"{_place(c, token)}: {_rest(c, token)}. {_expected(c)}.")


def _read_all(c: Cursor) -> None:
    while c.tokens[-1].kind is not Kind.END and c.tokens[-1].key != ";":
        c.tokens.append(c.lexer.next())


def _lexical(c: Cursor, token: Token) -> Error:
    note = _UNCLOSED.get(token.text[:1], "Unrecognized token")
    return Error(Code.SYNTAX_ERROR, f"{note}: {_place(c, token)}: {_rest(c, token)}. .")


def _place(c: Cursor, token: Token) -> str:
    """`Syntax error: failed at position N (token) (line L, col C)`."""
    position = len(c.text[c.start : token.start].encode()) + 1
    shown = "end of query" if token.kind is Kind.END else c.text[token.start : token.end]
    text = f"Syntax error: failed at position {position} ({shown})"
    before = c.text[c.start : token.start]
    if "\n" in c.text[c.start :].rstrip():
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        text += f" (line {line}, col {column})"
    return text


def _rest(c: Cursor, token: Token) -> str:
    rest = c.text[token.start :]
    return rest[:_SHOWN] + ("..." if len(rest) > _SHOWN else "")


def _unmatched(c: Cursor) -> tuple[Token, bool] | None:
    """A bracket without its partner, and whether it is a closing one."""
    stack: list[Token] = []
    for token in c.tokens:
        if token.kind is Kind.END or token.key == ";":
            break
        if token.key in _PAIRS:
            stack.append(token)
        elif token.key in _PAIRS.values():
            if not stack or _PAIRS[stack[-1].key] != token.key:
                return token, True
            stack.pop()
    return (stack[0], False) if stack else None


def _expected(c: Cursor) -> str:
    words = c.expected.get(c.furthest, [])
    if not words:
        return "Expected end of query"
    return f"Expected {words[0]}" if len(words) == 1 else f"Expected one of: {', '.join(words)}"
