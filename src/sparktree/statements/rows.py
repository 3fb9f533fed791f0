"""Results that a statement makes itself, without a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from sparktree.sql import ast, parse
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome
from sparktree.statements.select import select
from sparktree.system.values import column_array
from sparktree.types import STRING, UINT8, Type

Header = Sequence[tuple[str, Type]]


def rows(header: Header, values: Sequence[Sequence[Any]]) -> Outcome:
    """A result of known rows."""
    arrays = [
        column_array(type_, [row[i] for row in values]) for i, (_, type_) in enumerate(header)
    ]
    names = [f"c{i}" for i in range(len(header))]
    return Outcome(list(header), [pa.table(arrays, names=names)])


def texts(name: str, lines: Sequence[str]) -> Outcome:
    """A result of one String column."""
    return rows([(name, STRING)], [(line,) for line in lines])


def flag(name: str, value: bool) -> Outcome:
    """A result of one UInt8."""
    return rows([(name, UINT8)], [(value,)])


def query(text: str, context: Context) -> Outcome:
    """The result of a query that a statement stands for."""
    statement = parse(text).statement
    assert isinstance(statement, ast.Query)
    return select(statement, context) or Outcome()
