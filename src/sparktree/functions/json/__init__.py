"""JSON in strings."""

from sparktree.functions.json import (
    functions,
    merging,
    paths,
    simple_json,
)

__all__ = [
    "functions",
    "merging",
    "paths",
    "simple_json",
]
