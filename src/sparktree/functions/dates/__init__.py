"""Dates, times and intervals."""

from sparktree.functions.dates import (
    durations,
    format,
    ids,
    interval_functions,
    make,
    now,
    parse,
    parts,
    rounding,
    shift,
)

__all__ = [
    "durations",
    "format",
    "ids",
    "interval_functions",
    "make",
    "now",
    "parse",
    "parts",
    "rounding",
    "shift",
]
