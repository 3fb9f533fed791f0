"""Settings of INSERTs that are collected and written together."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting


@dataclass(frozen=True)
class AsyncInsertSettings:
    """When INSERTs are collected, and when what was collected is written."""

    # ClickHouse has 1 here, and is without the queue where it is embedded: the sessions of a
    # server begin with 1.
    async_insert: bool = setting(
        False,
        "INSERTs with rows of their own are collected, and written together; in a server 1 unless"
        " a profile says otherwise.",
    )
    wait_for_async_insert: bool = setting(
        True, "An INSERT that is collected ends when its rows are written, or fails as they do."
    )
    wait_for_async_insert_timeout: float = setting(
        120.0, "Seconds that an INSERT waits for its rows to be written.", type_="Seconds"
    )
    async_insert_max_data_size: int = setting(
        10_485_760,
        "Bytes that are collected before they are written; a longer INSERT is not collected.",
    )
    async_insert_max_query_number: int = setting(
        450, "INSERTs that are collected before they are written."
    )
    async_insert_busy_timeout_max_ms: int = setting(
        200,
        "Milliseconds that INSERTs wait for others at most.",
        type_="Milliseconds",
        aliases=("async_insert_busy_timeout_ms",),
    )
    async_insert_busy_timeout_min_ms: int = setting(
        50,
        "Milliseconds that they wait at least, where the wait adapts to how often they come.",
        type_="Milliseconds",
    )
    async_insert_use_adaptive_busy_timeout: bool = setting(
        True, "INSERTs that come rarely wait less for others."
    )
    async_insert_busy_timeout_increase_rate: float = setting(
        0.2, "By which share the wait grows while INSERTs come often.", type_="Double"
    )
    async_insert_busy_timeout_decrease_rate: float = setting(
        0.2, "By which share it shrinks while they come rarely.", type_="Double"
    )
    async_insert_deduplicate: bool = setting(
        False,
        "Whether collected INSERTs are deduplicated, if `deduplicate_insert` leaves it to this.",
    )
