"""The statement of a request: out of the URL, the body, or both; data for INSERT stays a stream."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import BinaryIO, cast

from sparktree.disks.streams import Joined
from sparktree.errors import Code, Error
from sparktree.kernel import text as kernel_text
from sparktree.sql import Parsed, parse
from sparktree.sql.statements.insert import Insert

_MARGIN = 1 << 16  # bytes read beyond the longest statement, so that data is seen to follow


@dataclass(frozen=True, slots=True)
class Asked:
    """A statement, and the rows that came with it."""

    parsed: Parsed
    data: BinaryIO | None = None


def asked(query: str, body: BinaryIO, parameters: Mapping[str, str], longest: int) -> Asked:
    """The statement that the URL and the body make together: the URL's text comes first."""
    head = query.encode("utf-8", "surrogateescape")
    if head.strip():
        alone = _insert(_parsed(head, parameters)) if _begins_insert(head) else None
        if alone is not None:
            return _with_data(alone, body, head_only=True)
        head += b"\n"
    most = longest + _MARGIN if longest else -1
    head += body.read(most)
    rest = body.read(1) if most > 0 and len(head) > longest else b""
    if not head.strip():
        raise Error(
            Code.SYNTAX_ERROR, "Syntax error: failed at position 1 (end of query): Empty query"
        )
    parsed = parse(kernel_text.escape(head + rest), parameters)
    insert = _insert(parsed)
    return Asked(parsed) if insert is None else _with_data(insert, body, head_only=False)


def _begins_insert(head: bytes) -> bool:
    """Whether it may be an INSERT; what else stands in the URL may go on in the body."""
    return b"insert" in head.lower()


def _parsed(head: bytes, parameters: Mapping[str, str]) -> Parsed | None:
    """The text of the URL as a statement, if it is one without the body."""
    try:
        return parse(kernel_text.escape(head), parameters)
    except Error as error:
        if error.code != Code.SYNTAX_ERROR:
            raise
        return None


def _insert(parsed: Parsed | None) -> Parsed | None:
    """The statement if it is an INSERT that data may follow."""
    if parsed is not None and isinstance(parsed.statement, Insert):
        return parsed if parsed.statement.data is not None else None
    return None


def _with_data(parsed: Parsed, body: BinaryIO, *, head_only: bool) -> Asked:
    """The data that was read with the statement, and then the rest of the body."""
    statement = parsed.statement
    assert isinstance(statement, Insert) and statement.data is not None
    begun = kernel_text.unescape(statement.data)
    if begun.strip() and head_only:
        begun += b"\n"
    elif head_only:
        begun = b""
    text = parsed.text[: len(parsed.text) - len(statement.data)].rstrip()
    bare = replace(parsed, statement=replace(statement, data=""), text=text)
    return Asked(bare, cast(BinaryIO, Joined(begun, body)))
