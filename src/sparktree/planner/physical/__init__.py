"""The planner with all that it can visit."""

from sparktree.planner.physical import (
    aggregation,
    combining,
    filling,
    joining,
    limiting,
    row_nodes,
    scanning,
    totalling,
    windowing,
)
from sparktree.planner.physical.planner import Plan, Planner

__all__ = [
    "Plan",
    "Planner",
    "aggregation",
    "combining",
    "filling",
    "joining",
    "limiting",
    "row_nodes",
    "scanning",
    "totalling",
    "windowing",
]
