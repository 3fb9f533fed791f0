"""The same rows by a cheaper way: conditions at their tables, joins in a good order."""

from sparktree.planner.optimizing.optimizer import optimized

__all__ = ["optimized"]
