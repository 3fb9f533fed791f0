"""CAST, the family of to*, reinterpret, and the time of day as a value."""

from sparktree.functions.conversion import (
    cast,
    or_default,
    reinterpretation,
    time_of_day,
    variants,
)

__all__ = [
    "cast",
    "or_default",
    "reinterpretation",
    "time_of_day",
    "variants",
]
