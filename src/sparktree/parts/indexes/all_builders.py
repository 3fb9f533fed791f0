"""Every kind of skip index that parts can hold."""

from sparktree.parts.indexes import blooms, graphs, minmax, postings, values

__all__ = ["blooms", "graphs", "minmax", "postings", "values"]
