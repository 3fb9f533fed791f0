"""system.merges, moves: merges, mutations and moves of parts that run now."""

from __future__ import annotations

import time
from collections.abc import Iterator

from sparktree.engines.jobs.running_merges import RunningMerge
from sparktree.engines.jobs.running_moves import RunningMove
from sparktree.system.table import Reading, SystemTable, system_table


def _merges(reading: Reading) -> Iterator[RunningMerge]:
    yield from list(reading.services.jobs.merges.values())


system_table(
    SystemTable[RunningMerge](
        "merges",
        "Merges and mutations of parts that run now.",
        _merges,
        {
            "database": "database",
            "table": "table",
            "elapsed": lambda m: time.time() - m.started,
            "progress": "progress",
            "num_parts": lambda m: len(m.source_part_names),
            "source_part_names": lambda m: list(m.source_part_names),
            "result_part_name": "result_part_name",
            "source_part_paths": lambda m: list(m.source_part_paths),
            "result_part_path": "result_part_path",
            "partition_id": "partition_id",
            "partition": "partition",
            "is_mutation": "is_mutation",
            "total_size_bytes_compressed": "total_bytes",
            "total_size_bytes_uncompressed": "total_uncompressed",
            "rows_read": "rows_read",
            "bytes_read_uncompressed": lambda m: int(m.total_uncompressed * m.progress),
            "merge_type": lambda m: "" if m.is_mutation else m.merge_type,
            "merge_algorithm": lambda m: "" if m.is_mutation else "Horizontal",
        },
    )
)


def _moves(reading: Reading) -> Iterator[RunningMove]:
    yield from list(reading.services.jobs.moves.values())


system_table(
    SystemTable[RunningMove](
        "moves",
        "Parts that are on their way to other disks now.",
        _moves,
        {
            "database": "database",
            "table": "table",
            "elapsed": lambda m: time.time() - m.started,
            "target_disk_name": "target_disk_name",
            "target_disk_path": "target_disk_path",
            "part_name": "part_name",
            "part_size": "part_size",
            "thread_id": "thread_id",
        },
    )
)
