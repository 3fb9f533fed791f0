"""Settings about types: of declared columns, of values without a common type, as DESCRIBE shows."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting


@dataclass(frozen=True)
class TypeSettings:
    """Which types a query may use, and which ones it gets."""

    use_variant_as_common_type: bool = setting(
        True,
        "Whether if, multiIf, coalesce, ifNull, array, map and UNION give a Variant where their"
        " values have no common type.",
    )
    cast_string_to_variant_use_inference: bool = setting(
        True, "Whether text that is converted to a Variant becomes the type that it looks like."
    )
    variant_throw_on_type_mismatch: bool = setting(
        True,
        "Whether a function fails on values of a Variant whose type it does not take; otherwise it"
        " gives NULL.",
    )
    use_variant_default_implementation_for_comparisons: bool = setting(
        True, "Whether Variants are compared with other types, by the type of each value."
    )
    allow_suspicious_types_in_order_by: bool = setting(
        False, "Allows Variants in ORDER BY, which sorts them by type first."
    )
    allow_suspicious_types_in_group_by: bool = setting(False, "Allows Variants in GROUP BY.")
    data_type_default_nullable: bool = setting(
        False, "Columns of CREATE TABLE are Nullable unless they say otherwise."
    )
    flatten_nested: bool = setting(
        True, "A Nested column becomes an array column for each of its parts."
    )
    allow_suspicious_low_cardinality_types: bool = setting(
        False, "Allows LowCardinality of small types."
    )
    compatibility_ignore_auto_increment_in_create_table: bool = setting(
        False, "Whether AUTO_INCREMENT of a column is passed over instead of refused."
    )
    allow_suspicious_primary_key: bool = setting(
        False, "Allows SimpleAggregateFunction in the sorting key."
    )
    allow_suspicious_fixed_string_types: bool = setting(
        False, "Allows FixedString of more than 256 bytes."
    )
    allow_suspicious_variant_types: bool = setting(
        False, "Allows Variant of types that are alike, such as two sizes of integers."
    )
    extract_key_value_pairs_max_pairs_per_row: int = setting(
        1000,
        "More pairs than this in a text are an error of extractKeyValuePairs; 0 means no limit.",
        aliases=("extract_kvp_max_pairs_per_row",),
    )
    describe_compact_output: bool = setting(False, "DESCRIBE shows names and types alone.")
    describe_include_subcolumns: bool = setting(False, "DESCRIBE shows subcolumns too.")
    describe_include_virtual_columns: bool = setting(False, "DESCRIBE shows virtual columns too.")
    print_pretty_type_names: bool = setting(
        True, "DESCRIBE and toTypeName write nested types over several lines."
    )
