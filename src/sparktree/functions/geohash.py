"""Geohashes: a point on the Earth as a short text, whole columns at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from sparktree.functions.basic_aggregates import to_double
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.hash_arrays import Texts
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, STRING, FixedString, Float, Integer, String, Tuple, Type

_LETTERS = np.frombuffer(b"0123456789bcdefghjkmnpqrstuvwxyz", np.uint8)
_LONGEST = 12
_VALUES = np.full(256, 255, np.uint8)
_VALUES[_LETTERS] = np.arange(32)
_VALUES[np.frombuffer(b"BCDEFGHJKMNPQRSTUVWXYZ", np.uint8)] = np.arange(10, 32)


def _bits(values: np.ndarray, low: float, high: float, count: int) -> np.ndarray:
    """Coordinates as whole numbers of so many bits."""
    scaled = np.floor((values - low) / (high - low) * float(1 << count))
    return np.clip(scaled, 0, (1 << count) - 1).astype(np.int64)


@arrow_function("st_geohash", ("DOUBLE", "DOUBLE", "BIGINT"), "VARCHAR")
def _encode(lons: pa.ChunkedArray, lats: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    lon, lat, size = (
        np.asarray(whole(c).to_numpy(zero_copy_only=False)) for c in (lons, lats, sizes)
    )
    size = np.where((size < 1) | (size > _LONGEST), _LONGEST, size).astype(np.int64)
    east, north = _bits(lon, -180.0, 180.0, 30), _bits(lat, -90.0, 90.0, 30)
    letters = np.empty((len(lon), _LONGEST), np.uint8)
    for letter in range(_LONGEST):
        value = np.zeros(len(lon), np.int64)
        for bit in range(letter * 5, letter * 5 + 5):
            source = east if bit % 2 == 0 else north
            value = (value << 1) | ((source >> (29 - bit // 2)) & 1)
        letters[:, letter] = _LETTERS[value]
    texts = letters.tobytes().decode("ascii")
    return pa.array(
        [texts[i * _LONGEST : i * _LONGEST + n] for i, n in enumerate(size.tolist())], pa.string()
    )


@arrow_function("st_geohash_point", ("VARCHAR",), "STRUCT(f1 DOUBLE, f2 DOUBLE)")
def _decode(hashes: pa.ChunkedArray) -> pa.Array:
    texts = Texts.of(whole(hashes))
    sizes = np.minimum(texts.sizes, _LONGEST)
    middles = [np.zeros(len(sizes)), np.zeros(len(sizes))]
    halves = [np.full(len(sizes), 180.0), np.full(len(sizes), 90.0)]
    for letter in range(_LONGEST):
        value = _VALUES[texts.data[np.minimum(texts.starts + letter, len(texts.data) - 1)]]
        used = (letter < sizes) & (value < 32)
        for bit in range(5):
            axis = (letter * 5 + bit) % 2
            halves[axis] = np.where(used, halves[axis] / 2, halves[axis])
            up = (value >> (4 - bit)) & 1 == 1
            step = np.where(up, halves[axis], -halves[axis])
            middles[axis] = np.where(used, middles[axis] + step, middles[axis])
    return pa.StructArray.from_arrays([pa.array(m) for m in middles], ["f1", "f2"])


def _encode_type(arguments: Sequence[Argument]) -> Type:
    for argument in arguments[:2]:
        if not isinstance(argument.type, Float):
            raise illegal_type("geohashEncode", argument.type)
    if len(arguments) > 2 and not isinstance(arguments[2].type, Integer):
        raise illegal_type("geohashEncode", arguments[2].type)
    return STRING


@function(
    "geohashEncode",
    args=(2, 3),
    returns=_encode_type,
    family="geo",
    example=("geohashEncode(-5.60302734375, 42.593994140625, 5)", "ezs42"),
)
def geohash_encode(call: Call) -> Sql:
    """The geohash of a longitude and a latitude, of 12 characters or as many as asked for."""
    lon, lat = (to_double(call[i], call.inner(i)) for i in (0, 1))
    size = sql.cast(call[2], "BIGINT") if len(call) > 2 else Sql("CAST(12 AS BIGINT)")
    return sql.call("st_geohash", lon, lat, size)


def _decode_type(arguments: Sequence[Argument]) -> Type:
    if not isinstance(arguments[0].type, String | FixedString):
        raise illegal_type("geohashDecode", arguments[0].type)
    return Tuple((FLOAT64, FLOAT64), ("longitude", "latitude"))


@function(
    "geohashDecode",
    returns=_decode_type,
    family="geo",
    example=("geohashDecode('ezs42')", "(-5.60302734375,42.60498046875)"),
)
def geohash_decode(call: Call) -> Sql:
    """The longitude and latitude in the middle of a geohash's area."""
    return sql.call("st_geohash_point", call[0])
