"""Patch parts: what UPDATE writes, and how reads put it over the rows of other parts."""
