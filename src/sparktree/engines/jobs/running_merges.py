"""A merge that runs: a row of system.merges."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class RunningMerge:
    """What is known of a merge or a mutation of a part while it runs."""

    database: str
    table: str
    result_part_name: str
    partition_id: str
    partition: str
    source_part_names: tuple[str, ...]
    source_part_paths: tuple[str, ...]
    result_part_path: str
    total_rows: int = 0
    total_bytes: int = 0
    total_uncompressed: int = 0
    rows_read: int = 0
    is_mutation: bool = False
    merge_type: str = "Regular"
    started: float = field(default_factory=time.time)

    @property
    def progress(self) -> float:
        """From 0 to 1, by the rows that were read."""
        return min(self.rows_read / self.total_rows, 1.0) if self.total_rows else 0.0
