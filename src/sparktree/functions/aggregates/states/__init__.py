"""What a state of an aggregate function is, as a type and as bytes."""

from sparktree.functions.aggregates.states import (
    bytes,
    function_types,
    simple,
)

__all__ = [
    "bytes",
    "function_types",
    "simple",
]
