"""LIKE patterns and regular expressions in the kernel's terms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import duckdb

from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.connection import connect
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql


def like_pieces(pattern: str, escape: str | None = None) -> list[str]:
    """The pattern as pieces: `%` and `_` are wildcards, a character behind `=` is itself.

    An escape character of the query's own must not stand before anything else.
    """
    pieces: list[str] = []
    position = 0
    while position < len(pattern):
        character = pattern[position]
        if character == escape:
            position += 1
            pieces.append("=" + _escaped(pattern, position, escape))
        elif character in "%_":
            pieces.append(character)
        elif (
            escape is None
            and character == "\\"
            and pattern[position + 1 : position + 2] in ("%", "_", "\\")
        ):
            position += 1
            pieces.append("=" + pattern[position])
        elif escape is None and character == "\\" and position + 1 == len(pattern):
            message = f"Invalid escape sequence at the end of LIKE pattern '{pattern}'"
            raise Error(Code.CANNOT_PARSE_ESCAPE_SEQUENCE, message)
        else:
            pieces.append("=" + character)
        position += 1
    return pieces


def _escaped(pattern: str, position: int, escape: str) -> str:
    """The character that is escaped at a place."""
    found = pattern[position : position + 1]
    if found and found in ("%", "_", escape):
        return found
    where = f"'{escape}{found}' in" if found else "at the end of"
    raise Error(
        Code.CANNOT_PARSE_ESCAPE_SEQUENCE,
        f"Invalid escape sequence {where} LIKE pattern '{pattern}': the escape character must be"
        " followed by '%', '_', or the escape character itself",
    )


def like(text: Sql, pattern: str, *, ignore_case: bool = False, escape: str | None = None) -> Sql:
    """Whether a text is like a constant pattern."""
    pieces = like_pieces(pattern, escape)
    literal = "".join(p[1:] for p in pieces if p[0] == "=")
    operator = "ILIKE" if ignore_case else "LIKE"
    if not any(c in literal for c in "%_\\"):
        return Sql(
            f"({text} {operator} {sql.string(''.join(p.removeprefix('=') for p in pieces))})"
        )
    mark = next(c for c in "!#~^|\x01" if c not in literal)
    marked = "".join(
        p if p[0] != "=" else (mark + p[1:] if p[1:] in ("%", "_") else p[1:]) for p in pieces
    )
    return Sql(f"({text} {operator} {sql.string(marked)} ESCAPE {sql.string(mark)})")


_ESCAPE = "\x01"


def like_any(text: Sql, pattern: Sql, *, ignore_case: bool, escape: str | None = None) -> Sql:
    """Whether a text is like a pattern that may differ from row to row."""
    # Between pairs of backslashes, which are one each, only those before a wildcard escape it.
    mark = escape or "\\"
    changed = Sql('"_p"')
    for old, new in (
        (_ESCAPE, _ESCAPE * 2),
        (f"{mark}%", _ESCAPE + "%"),
        (f"{mark}_", _ESCAPE + "_"),
    ):
        changed = sql.call("replace", changed, sql.string(old), sql.string(new))
    wrong = raising(Code.CANNOT_PARSE_ESCAPE_SEQUENCE, "Invalid escape sequence in LIKE pattern")
    failed = sql.call("error", sql.string(wrong))
    if escape is not None:
        changed = sql.case(
            (sql.call("contains", changed, sql.string(escape)), failed), otherwise=changed
        )
    pieces = sql.call("string_split", pattern, sql.string(mark * 2))
    escaped = sql.call("list_transform", pieces, sql.function(["_p"], changed))
    whole = sql.call("array_to_string", escaped, sql.string(mark))
    if escape is None:
        last = sql.call("list_extract", pieces, Sql("-1"))
        whole = sql.case((sql.call("ends_with", last, sql.string(mark)), failed), otherwise=whole)
    operator = "ILIKE" if ignore_case else "LIKE"
    return Sql(f"({text} {operator} {whole} ESCAPE {sql.string(_ESCAPE)})")


@lru_cache(maxsize=256)
def check_regexp(pattern: str, code: Code = Code.CANNOT_COMPILE_REGEXP) -> str:
    """The pattern, or an error, which is a bad argument to some functions."""
    cursor = connect()
    try:
        cursor.execute(f"SELECT regexp_matches('', {sql.string(pattern)})").fetchone()
    except duckdb.Error as error:
        reason = str(error).removeprefix("Invalid Input Error: ")
        if code is Code.BAD_ARGUMENTS:
            message = f"The pattern argument is not a valid re2 pattern: {reason}"
            raise Error(code, message) from None
        raise Error(
            code,
            f"OptimizedRegularExpression: cannot compile re2: {pattern}, error: {reason}. Look at"
            " https://github.com/google/re2/wiki/Syntax for reference. Please note that if you"
            " specify regex as an SQL string literal, the slashes have to be additionally escaped."
            " For example, to match an opening brace, write '\\(' -- the first slash is for SQL"
            " and the second one is for regex",
        ) from None
    finally:
        cursor.close()
    return pattern


def _group_places(pattern: str) -> Iterator[tuple[int, int]]:
    """Of every capturing group where it begins, and where its pattern does."""
    in_class, position = False, 0
    while position < len(pattern):
        character = pattern[position]
        if character == "\\":
            position += 1
        elif in_class:
            in_class = character != "]"
        elif character == "[":
            in_class = True
        elif character == "(":
            rest = pattern[position + 1 : position + 3]
            if rest in ("?P", "?<"):
                yield position, pattern.index(">", position) + 1
            elif not rest.startswith("?"):
                yield position, position + 1
        position += 1


@lru_cache(maxsize=256)
def group_count(pattern: str) -> int:
    """How many capturing groups a pattern has."""
    return sum(1 for _ in _group_places(pattern))


_MOST_GROUPS = 9  # that the kernel tells apart


def at_group(pattern: str, group: int) -> tuple[Sql, Sql]:
    """A pattern and the number of one of its groups as the kernel takes them: of a group with a
    large number all the others are no longer groups."""
    if group <= _MOST_GROUPS:
        return sql.string(pattern), Sql(str(group))
    pieces, end = [], 0
    for number, (begin, inside) in enumerate(_group_places(pattern), 1):
        pieces += [pattern[end:begin], "(" if number == group else "(?:"]
        end = inside
    return sql.string("".join((*pieces, pattern[end:]))), Sql("1")
