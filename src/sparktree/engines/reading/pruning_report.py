"""What each index did for a query: for EXPLAIN and for the query log."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.engines.keys.condition import Condition, is_useful
from sparktree.engines.keys.describe import described, exact_range
from sparktree.engines.skip_indexes.definition import SkipIndex
from sparktree.planner.scan_reports import Counts


@dataclass(frozen=True, slots=True)
class IndexUse:
    """One index: its condition, its keys, and what there was before and after it."""

    kind: str  # Min-Max, Partition, Statistics, PrimaryKey, Skip
    condition: Condition
    names: tuple[str, ...]
    before: Counts
    after: Counts
    index: SkipIndex | None = None
    condition_text: str | None = None  # a skip index's condition

    @property
    def name(self) -> str | None:
        """The name of a skip index."""
        return None if self.index is None else self.index.name

    @property
    def description(self) -> str | None:
        """Type and granularity of a skip index."""
        index = self.index
        return None if index is None else f"{index.type} GRANULARITY {index.granularity}"

    @property
    def keys(self) -> list[str]:
        """The keys that the condition reads."""
        used = set(self.condition.positions())
        return [name for number, name in enumerate(self.names) if number in used]

    @property
    def text(self) -> str | None:
        """The condition; None for indexes that do not show theirs."""
        if self.index is not None or self.kind == "Statistics":
            return self.condition_text
        return described(self.condition, self.names)

    @property
    def search(self) -> str | None:
        """How granules were searched for."""
        if self.kind != "PrimaryKey" or not is_useful(self.condition):
            return None
        return "binary search" if exact_range(self.condition) else "generic exclusion search"


@dataclass(frozen=True, slots=True)
class PruningReport:
    """Every index of one scan, in the order of their use, and what was left at last."""

    uses: tuple[IndexUse, ...] = ()
    parts: int = 0
    granules: int = 0
    ranges: int = 0
