"""Settings about types: those of columns that are declared, and of values without a common type."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting
from sparktree.settings.limits import LimitSettings


@dataclass(frozen=True)
class TypeSettings(LimitSettings):
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
    allow_suspicious_primary_key: bool = setting(
        False, "Allows SimpleAggregateFunction in the sorting key."
    )
    allow_suspicious_fixed_string_types: bool = setting(
        False, "Allows FixedString of more than 256 bytes."
    )
    allow_suspicious_variant_types: bool = setting(
        False, "Allows Variant of types that are alike, such as two sizes of integers."
    )
