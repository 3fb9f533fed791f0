"""Settings that limit what a query may read, hold and give, and what happens beyond a limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sparktree.settings.declare import setting


class ReadLimit(NamedTuple):
    """How much may be read (0: any amount), by the settings of this ending."""

    ending: str
    rows: int
    bytes: int
    breaks: bool


@dataclass(frozen=True)
class LimitSettings:
    """The limits of a query. `break` ends a step behind the block that reaches the limit."""

    max_block_size: int = setting(
        65_409,
        "Rows of a block: where a limit ends a step instead of failing, it ends behind a block.",
        type_="NonZeroUInt64",
    )
    max_concurrent_queries_for_user: int = setting(
        0, "More statements of the user at once than this are an error; 0 means no limit."
    )
    max_concurrent_queries_for_all_users: int = setting(
        0, "A statement beside which more run than this is an error; 0 means no limit."
    )
    priority: int = setting(
        0,
        "Statements wait while others with a lower number run; 0: neither wait nor be waited for.",
    )
    low_priority_query_wait_time_ms: int = setting(
        1000,
        "Milliseconds that a statement waits for others of a higher priority, before each of its"
        " steps.",
        type_="Milliseconds",
    )
    workload: str = setting(
        "default",
        "Statements of a workload share the machine fairly with the users and other workloads.",
    )
    max_execution_time: float = setting(
        0.0, "Seconds after which a query is stopped; 0 means never.", type_="Seconds"
    )
    timeout_overflow_mode: str = setting(
        "throw",
        "Whether a query that takes too long fails, or gives what it makes of the rows read so far"
        " (break), for which it has as long again, or 10 seconds.",
        type_="OverflowMode",
    )
    max_rows_to_read: int = setting(0, "Reading more rows than this is an error; 0 means no limit.")
    max_bytes_to_read: int = setting(
        0, "Reading more bytes than this is an error; 0 means no limit."
    )
    read_overflow_mode: str = setting(
        "throw",
        "Whether reading too much is an error, or a query goes on with the rows read so far"
        " (break).",
        type_="OverflowMode",
    )
    max_rows_to_read_leaf: int = setting(
        0, "As max_rows_to_read; in ClickHouse for the servers that a query is sent to."
    )
    max_bytes_to_read_leaf: int = setting(
        0, "As max_bytes_to_read; in ClickHouse for the servers that a query is sent to."
    )
    read_overflow_mode_leaf: str = setting(
        "throw", "As read_overflow_mode, for the limits of a leaf.", type_="OverflowMode"
    )
    max_columns_to_read: int = setting(
        0, "Reading more columns of a table than this is an error; 0 means no limit."
    )
    max_partitions_to_read: int = setting(
        -1,
        "Reading more partitions of a table than this is an error; -1 means no limit.",
        type_="Int64",
    )
    max_result_rows: int = setting(0, "More rows in a result are an error; 0 means no limit.")
    max_result_bytes: int = setting(
        0, "More bytes in a result, before a format, are an error; 0 means no limit."
    )
    result_overflow_mode: str = setting(
        "throw",
        "Whether too large a result is an error, or ends behind the block that reaches the limit"
        " (break).",
        type_="OverflowMode",
    )
    max_rows_to_group_by: int = setting(
        0, "More groups than this in one task are an error; 0 means no limit."
    )
    group_by_overflow_mode: str = setting(
        "throw",
        "Whether too many groups are an error, rows of others than the first ones are left out"
        " (any), or all rows behind the block that reached the limit (break).",
        type_="OverflowModeGroupBy",
    )
    max_rows_to_sort: int = setting(
        0, "Sorting more rows than this in one task is an error; 0 means no limit."
    )
    max_bytes_to_sort: int = setting(
        0, "Sorting more bytes than this in one task is an error; 0 means no limit."
    )
    sort_overflow_mode: str = setting(
        "throw",
        "Whether too many rows to sort are an error, or only the first ones are sorted (break).",
        type_="OverflowMode",
    )
    max_rows_in_distinct: int = setting(
        0, "More different rows of DISTINCT in one task are an error; 0 means no limit."
    )
    max_bytes_in_distinct: int = setting(
        0, "More bytes in the different rows of DISTINCT are an error; 0 means no limit."
    )
    distinct_overflow_mode: str = setting(
        "throw", "Whether too many different rows are an error or cut off.", type_="OverflowMode"
    )
    max_rows_in_set: int = setting(
        0, "More different rows in the set of an IN are an error; 0 means no limit."
    )
    max_bytes_in_set: int = setting(
        0, "More bytes in the set of an IN are an error; 0 means no limit."
    )
    set_overflow_mode: str = setting(
        "throw", "Whether too large a set is an error or cut off.", type_="OverflowMode"
    )
    max_rows_in_join: int = setting(
        0, "More rows of a join's right side in one task are an error; 0 means no limit."
    )
    max_bytes_in_join: int = setting(
        0, "More bytes of a join's right side in one task are an error; 0 means no limit."
    )
    join_overflow_mode: str = setting(
        "throw", "Whether too many rows to join are an error or cut off.", type_="OverflowMode"
    )

    exact_rows_before_limit: bool = setting(
        False, "The rows before LIMIT that formats such as JSON tell are all, not at least so many."
    )
    rows_before_aggregation: bool = setting(
        False, "Formats such as JSON tell how many rows were aggregated."
    )

    min_free_disk_bytes_to_perform_insert: int = setting(
        0, "INSERT into MergeTree tables without a limit of their own fails while less is free."
    )
    min_free_disk_ratio_to_perform_insert: float = setting(
        0.0, "The same for the share of the disk that is free."
    )

    number_of_mutations_to_throw: int = setting(
        0, "With so many mutations that are not done others are refused; 0 leaves it to the table."
    )
    number_of_mutations_to_delay: int = setting(
        0, "With so many mutations that are not done others begin later; 0 leaves it to the table."
    )
    parts_to_throw_insert: int = setting(
        0, "More active parts in a partition make INSERT fail; 0 leaves it to the table."
    )
    parts_to_delay_insert: int = setting(
        0, "More active parts in a partition make INSERT slower; 0 leaves it to the table."
    )

    def read_limits(self) -> list[ReadLimit]:
        """The limits of reading: those of the query and those of a leaf."""
        found = []
        for ending in ("", "_leaf"):
            rows = int(getattr(self, f"max_rows_to_read{ending}"))
            size = int(getattr(self, f"max_bytes_to_read{ending}"))
            breaks = getattr(self, f"read_overflow_mode{ending}") == "break"
            if rows or size:
                found.append(ReadLimit(ending, rows, size, breaks))
        return found
