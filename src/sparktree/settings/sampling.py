"""Settings by which several readers share a sample."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting


@dataclass(frozen=True)
class SamplingSettings:
    """Who reads which part of a sample; nothing is sent to other servers."""

    parallel_replicas_count: int = setting(
        0, "Into how many equal parts a sample is cut, of which the query reads one."
    )
    parallel_replica_offset: int = setting(
        0, "Which of the parts of a sample the query reads, counted from 0."
    )
    enable_parallel_replicas: int = setting(
        0,
        "With parallel_replicas_mode = 'sampling_key', whether a table is cut by its sampling key"
        " without SAMPLE, too.",
        aliases=("allow_experimental_parallel_reading_from_replicas",),
    )
    parallel_replicas_mode: str = setting(
        "read_tasks",
        "sampling_key: tables are cut by their sampling key; other values have no effect.",
        type_="ParallelReplicasMode",
    )
    max_parallel_replicas: int = setting(
        1000,
        "More than 1 lets tables be cut by their sampling key without SAMPLE.",
        type_="NonZeroUInt64",
    )
