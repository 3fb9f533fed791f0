"""INSERT."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.sql.ast import Expression, Function, Query, Setting, TableName
from sparktree.sql.statements.base import Statement


@dataclass(frozen=True, slots=True)
class Infile:
    """`FROM INFILE 'path' [COMPRESSION 'x']`."""

    path: str
    compression: str | None = None


@dataclass(frozen=True, slots=True)
class Insert(Statement):
    """INSERT INTO a table or a table function.

    `data` is the text after VALUES or the FORMAT's name, not parsed; None when none can follow.
    """

    table: TableName | None = None
    function: Function | None = None
    partition_by: Expression | None = None
    columns: tuple[Expression, ...] = ()
    query: Query | None = None
    format: str | None = None
    data: str | None = None
    infile: Infile | None = None
    settings: tuple[Setting, ...] = ()
