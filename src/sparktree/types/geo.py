"""Shapes on a plane: a point, and arrays of points that have names of their own.

They are tuples and arrays in everything but their names, which functions of shapes go by.
"""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.types.composite import Array, Tuple
from sparktree.types.numeric import FLOAT64


@dataclass(frozen=True, slots=True)
class Point(Tuple):
    """Two coordinates."""

    def __str__(self) -> str:
        return "Point"


@dataclass(frozen=True, slots=True)
class Shape(Array):
    """Points, or shapes, under a name."""

    name: str

    def __str__(self) -> str:
        return self.name


POINT = Point((FLOAT64, FLOAT64))
MULTI_POINT = Shape(POINT, "MultiPoint")
RING = Shape(POINT, "Ring")
LINE_STRING = Shape(POINT, "LineString")
MULTI_LINE_STRING = Shape(LINE_STRING, "MultiLineString")
POLYGON = Shape(RING, "Polygon")
MULTI_POLYGON = Shape(POLYGON, "MultiPolygon")
SHAPES = (POINT, MULTI_POINT, RING, LINE_STRING, MULTI_LINE_STRING, POLYGON, MULTI_POLYGON)
