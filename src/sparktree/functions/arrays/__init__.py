"""Arrays, maps, tuples and vectors."""

from sparktree.functions.arrays import (
    basic,
    cuts,
    distance,
    higher_order,
    map_numbers,
    maps,
    math,
    outliers,
    ranks,
    scores,
    sets,
    shapes,
    tuple_elements,
    tuples,
    unions,
    vectors,
)

__all__ = [
    "basic",
    "cuts",
    "distance",
    "higher_order",
    "map_numbers",
    "maps",
    "math",
    "outliers",
    "ranks",
    "scores",
    "sets",
    "shapes",
    "tuple_elements",
    "tuples",
    "unions",
    "vectors",
]
