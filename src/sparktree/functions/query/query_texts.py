"""Queries as texts: formatQuery and its kin."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from sparktree.errors import Error
from sparktree.functions.core.declare import Argument, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.sql import format_query, parse
from sparktree.sql.statements.base import Parsed
from sparktree.types import STRING, String, Type, make_nullable


def _parsed(text: str) -> Parsed:
    """The statement; of an expression without SELECT, its query."""
    try:
        return parse(text)
    except Error as error:
        try:
            return parse(f"SELECT {text}")
        except Error:
            raise error from None


def _formatted(text: str, one_line: bool, or_null: bool) -> str | None:
    try:
        return format_query(_parsed(text), one_line=one_line)
    except Error as error:
        if or_null:
            return None
        raise ValueError(raising(error.code, error.message)) from error


@arrow_function("st_format_query", ("VARCHAR", "BOOLEAN", "BOOLEAN"), "VARCHAR", handles_null=True)
def _format(
    texts: pa.ChunkedArray, one_line: pa.ChunkedArray, or_null: pa.ChunkedArray
) -> pa.Array:
    """Every different text is parsed once."""
    coded = whole(texts).dictionary_encode()
    options = whole(one_line)[0].as_py(), whole(or_null)[0].as_py()
    found = [_formatted(text, *options) for text in coded.dictionary.to_pylist()]
    return pa.array(found, pa.string()).take(coded.indices)


def _declare(name: str, doc: str, example: tuple[str, str]) -> None:
    one_line, or_null = "SingleLine" in name, name.endswith("OrNull")

    def returns(arguments: Sequence[Argument]) -> Type:
        if not isinstance(arguments[0].type, String):
            raise illegal_type(name, arguments[0].type)
        return make_nullable(STRING) if or_null else STRING

    def lower(call: Call) -> Sql:
        flags = (sql.TRUE if flag else sql.FALSE for flag in (one_line, or_null))
        return _format(call[0], *flags)

    lower.__doc__ = doc
    function(
        name, returns=returns, nulls="guard", example=example,
        refuses_default=not name.endswith("OrNull"),
    )(lower)  # fmt: skip


_declare("formatQuery", "A query as ClickHouse writes it.", ("formatQuery('select 1')", "SELECT 1"))
_declare(
    "formatQueryOrNull",
    "A query as ClickHouse writes it; NULL if it is none.",
    ("formatQueryOrNull('select 1 2')", "\\N"),
)
_declare(
    "formatQuerySingleLine",
    "A query as ClickHouse writes it, on one line.",
    ("formatQuerySingleLine('select 1, 2')", "SELECT 1, 2"),
)
_declare(
    "formatQuerySingleLineOrNull",
    "A query as ClickHouse writes it, on one line; NULL if it is none.",
    ("formatQuerySingleLineOrNull('select 1 2')", "\\N"),
)
