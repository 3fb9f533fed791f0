"""CollapsingMergeTree: a row of state and the row that cancels it leave together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sparktree.engines.writing.sorted_block import Rows, SortedBlock
from sparktree.errors import Code, Error


@dataclass(frozen=True, slots=True)
class Collapsing:
    """`CollapsingMergeTree(sign)`: 1 marks a row of state, -1 one that cancels."""

    sign: str

    @property
    def needs(self) -> tuple[str, ...]:
        """The sign."""
        return (self.sign,)

    @property
    def shows(self) -> tuple[str, int] | None:
        """FINAL shows rows of state only."""
        return self.sign, 1

    def __call__(self, block: SortedBlock, *, final: bool) -> pa.Table:
        """Of each key the first cancelling row, the last row of state, both or none."""
        if not block.rows.num_rows:
            return block.rows
        signs = block.column(self.sign)
        wrong = signs[np.abs(signs) != 1]
        if len(wrong) and not final:
            message = f"Incorrect data: Sign = {wrong[0]} (must be 1 or -1)."
            raise Error(Code.INCORRECT_DATA, message)
        positive = signs == 1
        rows = np.arange(block.rows.num_rows)
        states = np.add.reduceat(positive.astype(np.int64), block.starts)
        cancels = np.diff(np.append(block.starts, len(rows))) - states
        first_cancel = np.minimum.reduceat(np.where(positive, len(rows), rows), block.starts)
        last_state = np.maximum.reduceat(np.where(positive, rows, -1), block.starts)
        kept = positive[block.lasts] | (states != cancels)
        with_state = last_state[kept & (states >= cancels)]
        if final:
            return block.take(with_state)
        with_cancel = first_cancel[kept & (states <= cancels)]
        return block.take(_in_order(with_cancel, with_state, block))


def _in_order(cancels: Rows, states: Rows, block: SortedBlock) -> Rows:
    """By key; of one key the cancelling row first."""
    groups = block.groups
    chosen = np.concatenate([cancels, states])
    order = np.argsort(groups[chosen], kind="stable")
    picked: Rows = chosen[order]
    return picked
