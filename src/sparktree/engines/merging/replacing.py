"""ReplacingMergeTree: of equal keys the row with the greatest version, of those the last one."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from sparktree.engines.writing.sorted_block import Rows, SortedBlock
from sparktree.kernel.connection import whole
from sparktree.parts.sorting import sort_order


@dataclass(frozen=True, slots=True)
class Replacing:
    """`ReplacingMergeTree([version[, is_deleted]])`."""

    version: str | None = None
    is_deleted: str | None = None
    cleanup: bool = False  # whether deleted rows leave the part: OPTIMIZE ... FINAL CLEANUP

    @property
    def needs(self) -> tuple[str, ...]:
        """The version and the mark of deleted rows."""
        return tuple(name for name in (self.version, self.is_deleted) if name)

    @property
    def shows(self) -> tuple[str, int] | None:
        """FINAL hides deleted rows."""
        return (self.is_deleted, 0) if self.is_deleted else None

    def __call__(self, block: SortedBlock, *, final: bool) -> pa.Table:
        """The newest row of each key."""
        kept = block.take(self._newest(block))
        if self.is_deleted and (final or self.cleanup):
            marks = kept[self.is_deleted].cast(pa.uint8())  # a Bool is one, too
            return kept.filter(pc.equal(marks, 0))
        return kept

    def _newest(self, block: SortedBlock) -> Rows:
        if self.version is None or block.single:
            return block.lasts
        groups = pa.array(block.groups)
        order = sort_order([(groups, False), (whole(block.rows[self.version]), False)])
        return block.lasts if order is None else order[block.lasts].astype("int64")
