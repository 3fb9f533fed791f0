"""What every function means: scalar and aggregate functions by family, and combinators."""

from sparktree.functions import (
    arithmetic,
    basic_aggregates,
    comparison,
    conditional,
    conversion,
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
    "logical",
    "tuples",
    "wide",
]
