"""Projections: rows of a part kept once more, in another order or aggregated."""
