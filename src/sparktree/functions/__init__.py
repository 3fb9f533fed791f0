"""What every function means: scalar and aggregate functions by family, and combinators."""

from sparktree.functions import (
    arithmetic,
    basic_aggregates,
    comparison,
    conditional,
    conversion,
    date_make,
    date_now,
    date_parts,
    date_rounding,
    date_shift,
    introspection,
    logical,
    tuples,
    wide,
)

__all__ = [
    "arithmetic",
    "basic_aggregates",
    "comparison",
    "conditional",
    "conversion",
    "date_make",
    "date_now",
    "date_parts",
    "date_rounding",
    "date_shift",
    "introspection",
    "logical",
    "tuples",
    "wide",
]
