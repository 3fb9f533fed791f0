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
    "!": "Exclamation mark can only occur in != operator",
}


def syntax_error(c: Cursor) -> Error:
    """The error for the furthest token that the parser reached."""
    _read_all(c)
    if c.tokens[0].kind is Kind.END or c.tokens[0].key == ";":
        return Error(Code.SYNTAX_ERROR, "Empty query")
    token = c.tokens[c.furthest]
    broken = next((t for t in c.tokens if t.kind is Kind.ERROR), None)
    if broken is not None:
        return _lexical(c, broken)
    unmatched = _unmatched(c)
    if unmatched is not None:
        shown = _rest_of_text(c, unmatched[0] if token.kind is Kind.END else token)
        note = _unmatched_note(c, *unmatched)
        return Error(Code.SYNTAX_ERROR, f"{_failed_at(c, token)}: {shown}. {note}.")
    return Error(
        Code.SYNTAX_ERROR, f"{_failed_at(c, token)}: {_rest_of_text(c, token)}. {_expected(c)}."
    )


def _read_all(c: Cursor) -> None:
    while c.tokens[-1].kind is not Kind.END and c.tokens[-1].key != ";":
        c.tokens.append(c.lexer.next())


def _lexical(c: Cursor, token: Token) -> Error:
    note = _UNCLOSED.get(token.text[:1], "Unrecognized token")
    return Error(Code.SYNTAX_ERROR, f"{note}: {_failed_at(c, token)}: {_rest_of_text(c, token)}. .")


def _failed_at(c: Cursor, token: Token) -> str:
    """`Syntax error: failed at position N (token) (line L, col C)`."""
    shown = "end of query" if token.kind is Kind.END else c.text[token.start : token.end]
    position, _, line = _position(c, token).partition(" (")
    return f"Syntax error: failed at {position} ({shown})" + (f" ({line}" if line else "")


def _position(c: Cursor, token: Token) -> str:
    """`position N`, and line and column in a text of several lines; positions count bytes."""
    before = c.text[c.start : token.start]
    text = f"position {len(before.encode()) + 1}"
    if "\n" in c.text[c.start :].rstrip():
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        text += f" (line {line}, col {column})"
    return text


def _rest_of_text(c: Cursor, token: Token) -> str:
    rest = c.text[token.start :]
    return rest[:_SHOWN] + ("..." if len(rest) > _SHOWN else "")


def _unmatched_note(c: Cursor, bracket: Token, partner: Token | None) -> str:
    text = f"Unmatched parentheses: '{bracket.key}' at {_position(c, bracket)}"
    if bracket.key in _PAIRS:
        return f"{text} is never closed"
    if partner is None:
        return f"{text} has no matching opening bracket"
    return f"{text} does not match '{partner.key}' at {_position(c, partner)}"


def _unmatched(c: Cursor) -> tuple[Token, Token | None] | None:
    """A bracket without its partner, and for a closing one the bracket it wrongly closes."""
    stack: list[Token] = []
    for token in c.tokens:
        if token.kind is Kind.END or token.key == ";":
            break
        if token.key in _PAIRS:
            stack.append(token)
        elif token.key in _PAIRS.values():
            if not stack or _PAIRS[stack[-1].key] != token.key:
                return token, stack[-1] if stack else None
            stack.pop()
    return (stack[0], None) if stack else None


def _expected(c: Cursor) -> str:
    words = c.expected.get(c.furthest, [])
    if not words:
        return "Expected end of query"
    return f"Expected {words[0]}" if len(words) == 1 else f"Expected one of: {', '.join(words)}"


def multiple_statements(c: Cursor, semicolon: Token) -> Error:
    """The error for a second statement where one is wanted."""
    _, _, place = _position(c, semicolon).partition(" ")
    note = f"Syntax error (Multi-statements are not allowed): failed at position {place}"
    rest = _rest_of_text(c, semicolon)
    return Error(Code.SYNTAX_ERROR, f"{note} (end of query): {rest}. .")
