"""VersionedCollapsingMergeTree: rows of one key and version cancel each other in pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sparktree.engines.writing.sorted_block import SortedBlock


@dataclass(frozen=True, slots=True)
class VersionedCollapsing:
    """`VersionedCollapsingMergeTree(sign, version)`; the version is the sorting key's last item."""

    sign: str

    @property
    def needs(self) -> tuple[str, ...]:
        """The sign."""
        return (self.sign,)

    @property
    def shows(self) -> tuple[str, int] | None:
        """FINAL shows whatever has no pair."""
        return None

    def __call__(self, block: SortedBlock, *, final: bool) -> pa.Table:
        """A row takes away the row of the other sign before it, as brackets close.

        What is left has one sign. A row with a balance of n stays if no later row of its key
        brings the balance below n again.
        """
        if not block.rows.num_rows:
            return block.rows
        signs = np.where(block.column(self.sign) > 0, 1, -1)
        total = np.cumsum(signs)
        groups = block.groups
        before = np.concatenate([[0], total])[block.starts]
        balance = total - before[groups]
        side = np.where(balance[block.lasts] >= 0, 1, -1)[groups]
        height = balance * side
        # Keys are kept apart by a distance that no balance reaches.
        apart = groups * (2 * len(signs) + 1)
        lowest_later = np.minimum.accumulate((height + apart)[::-1])[::-1] - apart
        stays = (signs == side) & (height >= 1) & (lowest_later >= height)
        return block.take(np.flatnonzero(stays))
