"""Every kind of skip index."""

from sparktree.engines.skip_indexes import bloom, minmax, text, token_blooms, values, vector

__all__ = ["bloom", "minmax", "text", "token_blooms", "values", "vector"]
