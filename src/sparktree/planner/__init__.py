"""From a syntax tree to a typed query, and from there to stages of kernel SQL."""

from sparktree.planner import row_texts  # functions of its own, which tasks find by name

__all__ = ["row_texts"]
