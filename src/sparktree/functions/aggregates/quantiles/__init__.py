"""Quantiles."""

from sparktree.functions.aggregates.quantiles import (
    gathered,
    sketches,
    summary,
)

__all__ = [
    "gathered",
    "sketches",
    "summary",
]
