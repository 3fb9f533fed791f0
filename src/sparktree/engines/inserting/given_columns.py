"""Rows that arrive with a statement: how their columns are called on the way to a table."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from sparktree.engines.inserting.insert_context import InsertContext
from sparktree.errors import Code, Error
from sparktree.formats.options import InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.planner.fragment import Fragment
from sparktree.planner.nodes import Query
from sparktree.planner.physical import Planner
from sparktree.types import Type

Given = list[tuple[str, Sql, Type]]  # columns of a table, by kernel SQL over the rows that come


def check_widths(given: int, wanted: int) -> None:
    """NUMBER_OF_COLUMNS_DOESNT_MATCH for rows that do not fit."""
    if given != wanted:
        raise Error(
            Code.NUMBER_OF_COLUMNS_DOESNT_MATCH,
            f"Number of columns doesn't match (source: {given} and result: {wanted})",
        )


def query_rows(
    query: Query, columns: Sequence[str], context: InsertContext
) -> tuple[Planner, Fragment, Given]:
    """The rows of a query that are to be the columns of a table."""
    check_widths(len(query.columns), len(columns))
    planner = context.planner()
    named = [(sql.name(column.kernel_name), column) for column in query.columns]
    fragment = planner.output(query, named)
    context.check_output(query, planner)
    given = [(name, piece, c.type) for name, (piece, c) in zip(columns, named, strict=True)]
    return planner, fragment, given


def with_masks(block: InputBlock, masked: Sequence[int]) -> pa.Table:
    """The block's columns as i0, i1, ..., and where defaults are wanted as n0, n1, ..."""
    table = block.table.rename_columns([f"i{i}" for i in range(block.table.num_columns)])
    for i in masked:
        mask = block.missing[i]
        if mask is None:
            mask = pa.repeat(pa.scalar(False), table.num_rows)
        table = table.append_column(f"n{i}", mask)
    return table


def given_columns(columns: Sequence[tuple[str, Type]]) -> Given:
    """Columns that arrive as i0, i1, ..."""
    return [(name, sql.name(f"i{i}"), type_) for i, (name, type_) in enumerate(columns)]
