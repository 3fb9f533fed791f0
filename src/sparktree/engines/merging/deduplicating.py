"""OPTIMIZE ... DEDUPLICATE: of rows that are equal in some columns the first stays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sparktree.engines.writing.sorted_block import Merging, SortedBlock
from sparktree.kernel.connection import whole
from sparktree.parts.sorting import sorted_groups


@dataclass(frozen=True, slots=True)
class Deduplicating:
    """The engine's own rule, then one row of those equal in the columns."""

    columns: tuple[str, ...]  # the sorting key's among them: equal rows are in one range
    rule: Merging | None = None

    @property
    def needs(self) -> tuple[str, ...]:
        """All columns that are compared."""
        return self.columns

    @property
    def shows(self) -> tuple[str, int] | None:
        """No reader sees it."""
        return None

    def __call__(self, block: SortedBlock, *, final: bool) -> pa.Table:
        """The rows in their order without repetitions."""
        rows = block.rows if self.rule is None else self.rule(block, final=final)
        if not rows.num_rows:
            return rows
        rows = rows.combine_chunks()
        order, starts = sorted_groups(
            [(whole(rows[c]), False) for c in self.columns], rows.num_rows
        )
        firsts = starts if order is None else np.sort(order[starts]).astype(np.int64)
        return rows.take(pa.array(firsts))
