"""From a syntax tree to a typed query, and from there to stages of kernel SQL."""

from sparktree.planner.analysis import row_texts

__all__ = ["row_texts"]
