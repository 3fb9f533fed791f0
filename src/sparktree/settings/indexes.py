"""Settings of what tells which rows need not be read: keys, indexes, statistics, projections."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting


@dataclass(frozen=True)
class IndexSettings:
    """Which of them are used."""

    allow_statistics_optimize: bool = setting(
        False,
        "Conditions are read first that leave fewest rows by the statistics of columns.",
        aliases=("use_statistics",),
    )
    use_statistics_for_part_pruning: bool = setting(
        True, "Parts are left out whose statistics say that no row can meet the conditions."
    )
    use_statistics_for_min_max_aggregation: bool = setting(
        True, "min and max of whole columns, and count(), are taken from the statistics of parts."
    )
    optimize_use_projections: bool = setting(
        True,
        "Queries read projections of a table where that means fewer granules.",
        aliases=("allow_experimental_projection_optimization",),
    )
    query_plan_optimize_projection: bool = setting(
        True, "The same, for plans of queries: both must be on."
    )
    optimize_use_projection_filtering: bool = setting(
        True, "Parts and rows are left out where the key of a projection tells that none is wanted."
    )
    min_table_rows_to_use_projection_index: int = setting(
        1_000_000, "From so many rows on a projection with their places tells which ones to read."
    )
    max_projection_rows_to_use_projection_index: int = setting(
        1_000_000, "The most rows that are read of a projection to tell which rows to read."
    )
    optimize_use_implicit_projections: bool = setting(
        True, "Rows, and bounds of partition columns, are told by the descriptions of parts."
    )
    force_optimize_projection: bool = setting(
        False, "A query that uses no projection of its tables is an error."
    )
    force_optimize_projection_name: str = setting(
        "", "The projection that a query must use; no other is considered."
    )
    preferred_optimize_projection_name: str = setting(
        "", "The projection that is chosen among several that would do."
    )
    force_index_by_date: bool = setting(
        False, "A query that cannot use the partition key of a table is an error."
    )
    force_primary_key: bool = setting(
        False, "A query that cannot use the primary key of a table is an error."
    )
    force_data_skipping_indices: str = setting(
        "", "Skip indexes, separated by commas, that a query must use."
    )
    ignore_data_skipping_indices: str = setting(
        "", "Skip indexes, separated by commas, that a query does not use."
    )
    use_primary_key: bool = setting(True, "Whether granules are left out by the primary key.")
    use_partition_pruning: bool = setting(
        True, "Whether parts are left out by the partition key and the bounds of its columns."
    )
    use_skip_indexes: bool = setting(True, "Whether skip indexes are used.")
    use_skip_indexes_if_final: bool = setting(True, "Whether skip indexes are used with FINAL.")
    query_plan_try_use_vector_search: bool = setting(
        True, "Whether ORDER BY a distance with LIMIT asks a vector similarity index."
    )
    max_limit_for_vector_search_queries: int = setting(
        1000, "With a greater LIMIT vector similarity indexes are not asked."
    )
    hnsw_candidate_list_size_for_search: int = setting(
        256, "Candidates that a search in a vector similarity index keeps: more find more exactly."
    )
    vector_search_filter_strategy: str = setting(
        "auto",
        "Whether filters are applied before the search, which then reads all that they leave"
        " (prefilter), or to what a vector similarity index tells (postfilter, auto).",
        type_="VectorSearchFilterStrategy",
    )
    vector_search_index_fetch_multiplier: float = setting(
        1.0,
        "Under filters or with rescoring so many times LIMIT neighbours are asked for.",
        aliases=("vector_search_postfilter_multiplier",),
    )
    vector_search_with_rescoring: bool = setting(
        False, "Distances are always computed of the rows; this asks for more neighbours."
    )
    use_index_for_in_with_subqueries: bool = setting(
        True, "Whether indexes are used for IN with a subquery."
    )
    use_index_for_in_with_subqueries_max_values: int = setting(
        0, "Indexes are not used for sets of more values than this; 0 means no limit."
    )
