"""Distances on the Earth as ClickHouse approximates them: by tables, on a plane if they are short.

Points whose longitudes are near each other lie on a plane that touches the Earth between them; for
others the haversine formula is taken. Cosines and arc sines come from tables, interpolated. All of
it is done in the width of the result, Float32 or Float64.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.kernel.connection import ArrowFunction, arrow_function, whole

Numbers = npt.NDArray[Any]  # of Float32 or of Float64
_DIAMETER = 2 * 6371007.180918475  # of the sphere that has the area of the Earth, in metres
_NEAR = 13  # degrees of longitude
_COSINES, _ARC_SINES, _METRICS = 1024, 512, 1024  # entries of the tables
_PLACES = 2.0**64


class _Tables:
    """The tables in one width."""

    def __init__(self, kind: npt.DTypeLike) -> None:
        wide: Any = np.dtype(kind).type
        self.kind = wide
        # By the library that ClickHouse has: numpy's last digits are others.
        cosine = np.vectorize(math.cos)
        roots = np.sqrt(np.arange(_ARC_SINES + 1) / _ARC_SINES)
        self.cosines = cosine(2 * np.pi * np.arange(_COSINES + 1) / _COSINES).astype(kind)
        self.arc_sines = np.vectorize(math.asin)(roots).astype(kind)
        latitude = np.arange(_METRICS + 1) * (np.pi / _METRICS) - np.pi * 0.5
        one, two, three, four, five = (cosine(n * latitude) for n in range(1, 6))
        degree = _DIAMETER * np.pi / 360
        ellipsoid_lat = 111132.09 - 566.05 * two + 1.20 * four
        ellipsoid_lon = 111415.13 * one - 94.55 * three + 0.12 * five
        same = np.ones(_METRICS + 1)
        square = np.square(wide(_DIAMETER) * wide(np.pi) / wide(360))
        # Of a degree of latitude and of longitude, squared, by the latitude.
        self.metrics = {
            "angle": (same.astype(kind), np.square(one).astype(kind)),
            "sphere": (
                (same * square).astype(kind),
                np.square(degree * one).astype(kind),
            ),
            "ellipsoid": (
                np.square(ellipsoid_lat).astype(kind),
                np.square(ellipsoid_lon).astype(kind),
            ),
        }

    def cosine(self, angle: Numbers, quarters: int = 0) -> Numbers:
        """The cosine; that of so many quarters of a turn less."""
        place = np.abs(angle) * (self.kind(_COSINES) / self.kind(np.pi) / self.kind(2))
        index, rest = _split(place)
        index = (index - quarters * _COSINES // 4) & (_COSINES - 1)
        low = self.cosines[index]
        return np.asarray(low + (self.cosines[index + 1] - low) * rest)

    def arc_sine_of_root(self, value: Numbers) -> Numbers:
        """The arc sine of the square root of a value: a series, a table, or as it is."""
        root = np.sqrt(value)
        series = (
            root
            + value * root * self.kind(0.166666666666666)
            + value * value * root * self.kind(0.075)
            + value * value * value * root * self.kind(0.044642857142857)
        )
        index, rest = _split(value * self.kind(_ARC_SINES))
        index = np.clip(index, 0, _ARC_SINES - 1)
        low = self.arc_sines[index]
        found = low + (self.arc_sines[index + 1] - low) * rest
        exact = np.arcsin(root)
        return np.where(
            value < self.kind(0.122), series, np.where(value < self.kind(0.948), found, exact)
        )


@lru_cache
def _tables(kind: str) -> _Tables:
    return _Tables(kind)


def _split(place: Numbers) -> tuple[npt.NDArray[np.int64], Numbers]:
    """The entry of a table before a place, and how far the place is behind it.

    A place that no unsigned number of 64 bits counts is at the last one, where processors put it.
    """
    counted = (place > -1) & (place < _PLACES)
    before = np.where(counted, np.trunc(place), place.dtype.type(_PLACES))
    index = np.where(counted, before, 0).astype(np.uint64).view(np.int64)
    return np.where(counted, index, -1), place - before


def _apart(one: Numbers, other: Numbers) -> Numbers:
    """How many degrees two angles are apart."""
    apart = np.abs(one - other)
    return np.asarray(np.where(apart > 180, apart.dtype.type(360) - apart, apart))


def _distances(method: str, points: list[Numbers], tables: _Tables) -> Numbers:
    lon1, lat1, lon2, lat2 = points
    kind = tables.kind
    lat, lon = _apart(lat1, lat2), _apart(lon1, lon2)
    place = (lat1 + lat2 + kind(180)) * kind(_METRICS) / kind(360)
    index, _ = _split(place)
    index &= _METRICS - 1
    rest = place - index.astype(place.dtype)
    scales = [m[index] + (m[index + 1] - m[index]) * rest for m in tables.metrics[method]]
    near = np.sqrt(scales[0] * lat * lat + scales[1] * lon * lon)
    half, full = kind(np.pi / 360), kind(np.pi / 180)
    chord = np.square(tables.cosine(lat * half, 1)) + tables.cosine(lat1 * full) * tables.cosine(
        lat2 * full
    ) * np.square(tables.cosine(lon * half, 1))
    unit = kind(360) / kind(np.pi) if method == "angle" else kind(_DIAMETER)
    return np.asarray(np.where(lon < _NEAR, near, unit * tables.arc_sine_of_root(chord)))


def _register(kernel: str, arrow: pa.DataType, kind: str) -> ArrowFunction:
    @arrow_function(f"st_geo_{kernel.lower()}", ("VARCHAR", *(kernel,) * 4), kernel)
    def distances(
        method: pa.ChunkedArray,
        lon1: pa.ChunkedArray,
        lat1: pa.ChunkedArray,
        lon2: pa.ChunkedArray,
        lat2: pa.ChunkedArray,
    ) -> pa.Array:
        if not len(method):
            return pa.array([], arrow)
        points = [
            np.asarray(whole(c).fill_null(0).to_numpy(zero_copy_only=False), kind)
            for c in (lon1, lat1, lon2, lat2)
        ]
        with np.errstate(all="ignore"):
            return pa.array(_distances(whole(method)[0].as_py(), points, _tables(kind)), arrow)

    return distances


DISTANCES = {  # by the kernel type of the coordinates
    "FLOAT": _register("FLOAT", pa.float32(), "float32"),
    "DOUBLE": _register("DOUBLE", pa.float64(), "float64"),
}
