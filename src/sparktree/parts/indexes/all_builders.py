"""Every kind of skip index that parts can hold."""

from sparktree.parts.indexes import blooms, minmax, postings, values

__all__ = ["blooms", "minmax", "postings", "values"]
