"""What every function means: scalar and aggregate functions, a package a family."""

from sparktree.functions import (
    aggregates,
    arrays,
    conversion,
    core,
    dates,
    geo,
    hashes,
    json,
    logic,
    network,
    numbers,
    query,
    strings,
)

__all__ = [
    "aggregates",
    "arrays",
    "conversion",
    "core",
    "dates",
    "geo",
    "hashes",
    "json",
    "logic",
    "network",
    "numbers",
    "query",
    "strings",
]
