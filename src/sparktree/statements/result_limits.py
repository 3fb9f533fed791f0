"""Limits of the rows of a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.settings.query import QuerySettings
from sparktree.statements.context import Context
from sparktree.statements.limits import readable


def counted(blocks: Iterable[pa.Table], context: Context) -> Iterator[pa.Table]:
    """The blocks of a result up to its limits; what goes beyond is an error, or the end."""
    settings, size = context.settings, 0
    breaks = settings.result_overflow_mode == "break"
    for block in _cut(blocks, settings.max_block_size) if breaks else blocks:
        context.result_rows += block.num_rows
        size += block.nbytes
        context.result_bytes = size
        context.use_quota()
        reached = _reached(context.result_rows, size, settings)
        if reached and not breaks:
            raise Error(Code.TOO_MANY_ROWS_OR_BYTES, f"Limit for result exceeded, {reached}")
        yield block
        if reached:
            return


def _cut(blocks: Iterable[pa.Table], rows: int) -> Iterator[pa.Table]:
    """Blocks of so many rows; the last ones of a block may be fewer."""
    for block in blocks:
        for begin in range(0, max(1, block.num_rows), rows):
            yield block.slice(begin, rows)


def _reached(rows: int, size: int, settings: QuerySettings) -> str:
    """Which limit of a result is exceeded, in an error's words; to end it is enough to reach it."""
    most_rows, most_bytes = settings.max_result_rows, settings.max_result_bytes
    more = 0 if settings.result_overflow_mode == "break" else 1
    if most_rows and rows >= most_rows + more:
        return f"max rows: {readable(most_rows)}, current rows: {readable(rows)}"
    if most_bytes and size >= most_bytes + more:
        return f"max bytes: {most_bytes} B, current bytes: {size} B"
    return ""
