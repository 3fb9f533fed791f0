"""Settings about joins: what they mean, and how they are run."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting

ALGORITHMS = "direct,parallel_hash,hash,ie_join"  # of joins, unless a query names others


@dataclass(frozen=True)
class JoinSettings:
    """Which rows a join gives."""

    join_use_nulls: bool = setting(
        False, "Rows without a partner show NULL instead of default values."
    )
    join_any_take_last_row: bool = setting(
        False, "ANY and SEMI joins take the last of several partners on the right side."
    )
    enable_unaligned_array_join: bool = setting(
        False, "ARRAY JOIN of arrays of several sizes fills the shorter ones with default values."
    )
    # ClickHouse has 100000 here; between machines an exchange of both sides costs more.
    parallel_hash_join_threshold: int = setting(
        1_000_000,
        "A join's side of up to this many rows is sent whole to every task; of two larger ones"
        " rows with equal keys meet in one task.",
    )
    joined_subquery_requires_alias: bool = setting(
        True, "Subqueries and table functions that are joined need an alias."
    )
    join_algorithm: str = setting(
        ALGORITHMS,
        "Algorithms of ClickHouse, of which one has to be able to do a join; which one is used here"
        " does not depend on it.",
        type_="JoinAlgorithm",
    )
    join_default_strictness: str = setting(
        "ALL",
        "What JOIN without ALL or ANY means; if empty, it is an error.",
        type_="JoinStrictness",
    )
    any_join_distinct_right_table_keys: bool = setting(
        False, "ANY INNER JOIN takes a row at the right for every row at the left."
    )
    enable_join_runtime_filters: bool = setting(
        True,
        "A small right side of a join is computed first, so that of a large left side only what can"
        " meet it is read.",
    )
    join_runtime_filter_exact_values_limit: int = setting(
        10_000, "The rows that a side of a join may have that is computed first."
    )
    # ClickHouse has 1000 here; computing a side first is a job of its own.
    join_runtime_filter_min_probe_rows: int = setting(
        500_000,
        "The rows that a table must have for the side of a join that meets it to come first.",
    )
    query_plan_optimize_join_order_limit: int = setting(
        10,
        "Of up to so many tables that are joined the best order is searched for, of more a good one"
        " is found step by step; below 2 joins are made as they are written.",
    )
    query_plan_optimize_join_order_randomize: int = setting(
        0,
        "The order of joins is chosen by invented sizes of their tables, made of this number: for"
        " tests that it changes no answer.",
    )
    query_plan_join_swap_table: bool | str = setting(
        "auto",
        "Which side of a join is kept while rows of the other look it up: 'false' the right one,"
        " 'true' the left one, 'auto' the smaller one.",
        type_="BoolAuto",
    )
