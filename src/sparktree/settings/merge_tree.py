"""Settings of MergeTree tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sparktree.errors import Code, Error, not_implemented
from sparktree.settings.declare import Declared, as_text, by_name, parse, setting
from sparktree.settings.inert_settings import known_table_settings, refused_table_settings


@dataclass(frozen=True)
class MergeTreeSettings:
    """The table settings that have an effect; `others` holds ClickHouse's remaining ones."""

    assign_part_uuids: bool = setting(False, "Whether `_part_uuid` shows the identifiers of parts.")
    index_granularity: int = setting(8192, "Most rows of a granule.")
    index_granularity_bytes: int = setting(
        10_485_760, "Most bytes of a granule; 0 means that only rows count."
    )
    min_index_granularity_bytes: int = setting(
        1024, "index_granularity_bytes may not be less, unless it is 0."
    )
    # The documentation: "If none of these settings is set, data parts are stored in Wide format."
    # ClickHouse 26.9 itself has 10485760 here.
    min_bytes_for_wide_part: int = setting(0, "Parts with fewer bytes are Compact.")
    min_rows_for_wide_part: int = setting(0, "Parts with fewer rows are Compact.")
    allow_nullable_key: bool = setting(False, "Allows Nullable expressions in the keys.")
    allow_suspicious_indices: bool = setting(
        False, "Allows the same expression twice in the sorting key or in a skip index."
    )
    allow_floating_point_partition_key: bool = setting(
        False, "Allows floating-point numbers in PARTITION BY."
    )
    allow_commit_order_projection: bool = setting(
        False, "Allows projections that are indexes of the type commit_order."
    )
    allow_summing_columns_in_partition_or_order_key: bool = setting(
        False, "Allows columns that SummingMergeTree sums in the keys."
    )
    allow_coalescing_columns_in_partition_or_order_key: bool = setting(
        False, "Allows columns that CoalescingMergeTree fills in the keys."
    )
    check_sample_column_is_correct: bool = setting(
        True, "Whether SAMPLE BY must be an unsigned integer."
    )
    compatibility_allow_sampling_expression_not_in_primary_key: bool = setting(
        False, "Allows SAMPLE BY that is not in the primary key."
    )
    async_insert: bool = setting(
        False, "Whether INSERTs into the table are collected without being asked to."
    )
    table_readonly: bool = setting(
        False, "Whether nothing may change the table's rows or columns; merges rest, too."
    )
    add_minmax_index_for_numeric_columns: bool = setting(
        False, "Whether columns of numbers have minmax indexes without being asked for."
    )
    add_minmax_index_for_string_columns: bool = setting(
        False, "Whether columns of strings have minmax indexes without being asked for."
    )
    add_minmax_index_for_temporal_columns: bool = setting(
        False, "Whether columns of dates and times have minmax indexes without being asked for."
    )
    add_implicit_sign_column_constraint_for_collapsing_engine: bool = setting(
        False, "Whether CollapsingMergeTree refuses rows whose sign is neither 1 nor -1."
    )
    default_compression_codec: str = setting("", "Codec of columns without CODEC.")
    min_compress_block_size: int = setting(
        0, "Least bytes that are compressed together where a granule ends; 0 means one granule."
    )
    max_compress_block_size: int = setting(
        0, "Most bytes that are compressed together; 0 means whatever a granule takes."
    )
    old_parts_lifetime: int = setting(
        480, "Seconds for which parts that were replaced are kept.", type_="Seconds"
    )
    finished_mutations_to_keep: int = setting(
        100,
        "How many of the last finished mutations are kept in system.mutations; 0 means all.",
    )
    max_file_name_length: int = setting(127, "Longer names of column files are hashed.")
    fsync_after_insert: bool = setting(False, "Whether the files of a new part are synced to disk.")
    fsync_part_directory: bool = setting(
        False, "Whether the folder of a new part is synced to disk."
    )
    min_rows_to_fsync_after_merge: int = setting(
        0, "Merged parts with at least so many rows are synced to disk; 0 means none."
    )
    min_compressed_bytes_to_fsync_after_merge: int = setting(
        0, "Merged parts with at least so many bytes are synced to disk; 0 means none."
    )
    storage_policy: str = setting("default", "Name of the storage policy.")
    disk: str = setting("", "Name of the only disk of the table's parts, instead of a policy.")
    min_bytes_to_rebalance_partition_over_jbod: int = setting(
        0, "Merged parts of so many bytes go to the disk of a volume with least of the partition."
    )
    parts_to_throw_insert: int = setting(
        3000, "More active parts in a partition make INSERT fail; 0 means no limit."
    )

    parts_to_delay_insert: int = setting(
        1000, "More active parts in a partition make INSERT slower; 0 means no limit."
    )
    inactive_parts_to_throw_insert: int = setting(
        0, "More parts of a partition that wait to be removed make INSERT fail; 0 means no limit."
    )
    inactive_parts_to_delay_insert: int = setting(
        0, "More parts of a partition that wait to be removed make INSERT slower; 0: no limit."
    )
    max_avg_part_size_for_too_many_parts: int = setting(
        1_073_741_824, "Parts that are larger on average are never too many; 0 means always."
    )
    max_table_size_rows: int = setting(
        0, "INSERT fails once the active parts have more rows; 0 means no limit."
    )
    max_table_size_bytes_compressed: int = setting(
        0, "INSERT fails once all parts have more bytes on disk; 0 means no limit."
    )
    max_table_size_bytes_uncompressed: int = setting(
        0, "INSERT fails once all parts have more bytes uncompressed; 0 means no limit."
    )
    min_free_disk_bytes_to_perform_insert: int = setting(
        0, "INSERT fails while less is free on the disk; 0 leaves it to the query."
    )
    min_free_disk_ratio_to_perform_insert: float = setting(
        0.0, "INSERT fails while a smaller share of the disk is free; 0 leaves it to the query."
    )
    max_partitions_to_read: int = setting(
        -1, "Reading more partitions is an error, unless the query has its own limit; -1: none."
    )
    number_of_mutations_to_throw: int = setting(
        1000, "With so many mutations that are not done others are refused; 0 means no limit."
    )
    number_of_mutations_to_delay: int = setting(
        500, "With so many mutations that are not done others begin later; 0 means no limit."
    )
    min_delay_to_mutate_ms: int = setting(
        10, "Least milliseconds by which a mutation begins later."
    )
    max_delay_to_mutate_ms: int = setting(
        1000, "Most milliseconds by which a mutation begins later."
    )
    max_delay_to_insert: int = setting(
        1, "Most seconds by which an INSERT is delayed.", type_="Seconds"
    )
    min_delay_to_insert_ms: int = setting(10, "Least milliseconds by which an INSERT is delayed.")
    max_parts_in_total: int = setting(100_000, "More active parts in all make INSERT fail.")
    max_bytes_to_merge_at_max_space_in_pool: int = setting(
        161_061_273_600, "Most bytes of a merge while there are many free threads."
    )
    max_bytes_to_merge_at_min_space_in_pool: int = setting(
        1_048_576, "Most bytes of a merge while there are few free threads."
    )
    number_of_free_entries_in_pool_to_lower_max_size_of_merge: int = setting(
        8, "With fewer free threads merges get smaller."
    )
    number_of_free_entries_in_pool_to_execute_mutation: int = setting(
        0, "With fewer free threads no mutation begins."
    )
    number_of_free_entries_in_pool_to_execute_optimize_entire_partition: int = setting(
        0, "With fewer free threads no whole partition is merged for its age."
    )
    materialize_skip_indexes_on_merge: bool = setting(
        True, "Whether merges write skip indexes into the parts that they make."
    )
    exclude_materialize_skip_indexes_on_merge: str = setting(
        "", "Names of skip indexes, separated by commas, that merges do not write."
    )
    enforce_index_structure_match_on_partition_manipulation: bool = setting(
        False, "Whether parts come only from tables with the very same indexes and projections."
    )
    merge_selector_base: float = setting(
        5.0, "How many times its largest part the parts of a merge must have, while they are few."
    )
    max_parts_to_merge_at_once: int = setting(100, "Most parts of a merge; 0 means no limit.")
    min_age_to_force_merge_seconds: int = setting(
        0, "Parts that are all older than this are merged whatever their sizes; 0 means never."
    )
    min_age_to_force_merge_on_partition_only: bool = setting(
        False, "Whether that age counts for whole partitions only."
    )
    allow_dimensions_outside_sorting_key: bool = setting(
        False, "Allows plain columns outside the sorting key of AggregatingMergeTree."
    )
    allow_experimental_replacing_merge_with_cleanup: bool = setting(
        False, "Allows OPTIMIZE ... FINAL CLEANUP of ReplacingMergeTree."
    )

    non_replicated_deduplication_window: int = setting(
        0, "How many inserted blocks are remembered, so that they are not inserted again."
    )
    replicated_deduplication_window: int = setting(10_000, "The same of replicated tables.")
    replicated_deduplication_window_seconds: int = setting(
        3600, "For how many seconds replicated tables remember them."
    )
    enable_block_number_column: bool = setting(
        False,
        "Whether merged parts keep `_block_number` of their rows.",
        aliases=("allow_experimental_block_number_column",),
    )
    enable_block_offset_column: bool = setting(
        False, "Whether merged parts keep `_block_offset` of their rows."
    )
    materialize_ttl_recalculate_only: bool = setting(
        False,
        "Whether MATERIALIZE TTL only tells parts when their rows expire; merges apply it then.",
    )
    merge_with_ttl_timeout: int = setting(
        14_400, "Seconds before a partition is merged again for its TTL alone.", type_="Int64"
    )
    merge_with_recompression_ttl_timeout: int = setting(
        14_400, "Seconds before a partition is merged again to recompress it.", type_="Int64"
    )
    max_number_of_merges_with_ttl_in_pool: int = setting(
        2, "Most merges for the TTL alone that run at a time."
    )
    ttl_only_drop_parts: bool = setting(
        False, "Whether merges for the TTL alone only drop parts all of whose rows expired."
    )

    materialize_projections_on_insert: bool = setting(
        True, "Whether INSERT writes the projections of its parts."
    )
    materialize_projections_on_merge: bool = setting(
        False, "Whether merges write projections that none of the parts has."
    )
    max_projections: int = setting(25, "Most projections of the table.")
    deduplicate_merge_projection_mode: str = setting(
        "throw",
        "What becomes of projections where merges leave out rows: the table cannot have any"
        " (`throw`), they go (`drop`), they are built anew (`rebuild`, `ignore`).",
        type_="DeduplicateMergeProjectionMode",
    )
    lightweight_mutation_projection_mode: str = setting(
        "throw",
        "What becomes of projections by DELETE FROM: it is refused (`throw`), they go (`drop`),"
        " they are built anew (`rebuild`).",
        type_="LightweightMutationProjectionMode",
    )
    auto_statistics_types: str = setting(
        "basic, uniq_v2", "Kinds of statistics that every column of a fitting type has by itself."
    )
    materialize_statistics_on_merge: bool = setting(
        True, "Whether merges write statistics into the parts that they make."
    )
    apply_patches_on_merge: bool = setting(
        True, "Whether merged parts have the values that UPDATE wrote; else reads go on joining."
    )
    max_uncompressed_bytes_in_patches: int = setting(
        32_212_254_720,
        "UPDATE is refused if all patch parts would have more bytes in memory; 0 means no limit.",
    )

    others: Mapping[str, str] = field(default_factory=dict)

    def changed(self, changes: Mapping[str, object]) -> MergeTreeSettings:
        """The settings with others."""
        own: dict[str, Any] = {}
        others = dict(self.others)
        for name, value in changes.items():
            declaration = _declared().get(name)
            if declaration is not None:
                own[declaration.name] = parse(declaration, value)
            elif name in known_table_settings():
                others[name] = as_text(parse(known_table_settings()[name], value))
            else:
                raise Error(
                    Code.UNKNOWN_SETTING, f"Unknown setting '{name}': for storage MergeTree"
                )
        return replace(self, **own, others=others)

    def texts(self) -> Mapping[str, str]:
        """The value of every setting that ClickHouse has, as text."""
        known = {n: as_text(parse(one, one.default)) for n, one in known_table_settings().items()}
        own = {one.name: as_text(getattr(self, one.name)) for one in _declared().values()}
        return {**known, **own, **self.others}


def refuse_without_effect(changes: Mapping[str, object]) -> None:
    """NOT_IMPLEMENTED for settings whose missing effect could lose, hide or mislead."""
    refused = refused_table_settings()
    for name in changes.keys() & refused.keys() - _declared().keys():
        known = known_table_settings()[name]
        if as_text(parse(known, changes[name])) != as_text(parse(known, known.default)):
            raise not_implemented(f"The setting {name} is not supported: {refused[name]}")


@lru_cache(maxsize=1)
def _declared() -> Mapping[str, Declared]:
    return by_name(MergeTreeSettings)


def declared_settings() -> Mapping[str, Declared]:
    """The table settings that have an effect."""
    return _declared()
