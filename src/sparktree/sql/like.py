"""Patterns of LIKE as regular expressions."""

from __future__ import annotations

import re

from sparktree.errors import Code, Error

_PIECES = re.compile(r"\\[%_\\]|.", re.DOTALL)
_SPECIAL = frozenset("^$.[|()?*+{")


def like_as_regexp(pattern: str) -> str:
    """The regular expression as ClickHouse writes it: open at the ends where the pattern is."""
    inner = pattern.lstrip("%")
    start = "^" if inner == pattern else ""
    pieces = _PIECES.findall(inner)
    if pieces and pieces[-1] == "\\":
        message = f"Invalid escape sequence at the end of LIKE pattern '{pattern}'"
        raise Error(Code.CANNOT_PARSE_ESCAPE_SEQUENCE, message)
    if pieces and pieces[-1] == "%":
        return start + "".join(map(_regexp, pieces[:-1]))
    return start + "".join(map(_regexp, pieces)) + "$"


def _regexp(piece: str) -> str:
    if piece in ("%", "_"):
        return ".*" if piece == "%" else "."
    if piece in ("\\%", "\\_"):
        return piece[1]
    if piece == "\\":
        return "\\\\"
    return f"\\{piece}" if piece in _SPECIAL else piece
