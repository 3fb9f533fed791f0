"""Aggregates over events in time."""

from sparktree.functions.aggregates.events import (
    next_nodes,
    sequences,
)

__all__ = [
    "next_nodes",
    "sequences",
]
