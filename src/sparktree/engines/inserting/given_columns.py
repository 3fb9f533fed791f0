"""Rows that arrive with a statement: how their columns are called on the way to a table."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from sparktree.formats.options import InputBlock
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import Type


def with_masks(block: InputBlock, masked: Sequence[int]) -> pa.Table:
    """The block's columns as i0, i1, ..., and where defaults are wanted as n0, n1, ..."""
    table = block.table.rename_columns([f"i{i}" for i in range(block.table.num_columns)])
    for i in masked:
        mask = block.missing[i]
        if mask is None:
            mask = pa.repeat(pa.scalar(False), table.num_rows)
        table = table.append_column(f"n{i}", mask)
    return table


def given_columns(columns: Sequence[tuple[str, Type]]) -> list[tuple[str, Sql, Type]]:
    """Columns that arrive as i0, i1, ..."""
    return [(name, sql.name(f"i{i}"), type_) for i, (name, type_) in enumerate(columns)]
