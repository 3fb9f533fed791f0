"""Places on the Earth and shapes on a plane."""

from sparktree.functions.geo import (
    curves,
    distances,
    earth_distances,
    geohash,
    polygons,
    wkb,
    wkt_reading,
)

__all__ = [
    "curves",
    "distances",
    "earth_distances",
    "geohash",
    "polygons",
    "wkb",
    "wkt_reading",
]
