"""Truth values, comparisons, NULL, and choices among values."""

from sparktree.functions.logic import (
    choices,
    comparison,
    conditional,
    logical,
    nulls,
)

__all__ = [
    "choices",
    "comparison",
    "conditional",
    "logical",
    "nulls",
]
