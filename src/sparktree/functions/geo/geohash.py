"""Geohashes: a point on the Earth as a short text, whole columns at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Argument, Arguments, Call, function, illegal_type
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.number_arrays import doubles
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    BOOL,
    FLOAT32,
    FLOAT64,
    INT64,
    STRING,
    UINT8,
    Array,
    FixedString,
    Float,
    Integer,
    String,
    Tuple,
    Type,
)

_LETTERS = np.frombuffer(b"0123456789bcdefghjkmnpqrstuvwxyz", np.uint8)
_LONGEST = 12
_VALUES = np.full(256, 31, np.uint8)  # ClickHouse does not check: others count as the last letter
_VALUES[_LETTERS] = np.arange(32)
_MOST = 10_000_000  # geohashes of a box

Numbers = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


def _bits(values: Numbers, low: float, high: float, count: int) -> Counts:
    """Coordinates as whole numbers of so many bits."""
    inside = np.clip(np.nan_to_num(values, nan=low), low, high)
    scaled = np.floor((inside - low) / (high - low) * float(1 << count))
    return np.minimum(scaled, (1 << count) - 1).astype(np.int64)


def _encoded(lon: Numbers, lat: Numbers, sizes: Counts) -> pa.Array:
    """The geohashes of points, each of so many letters."""
    east, north = _bits(lon, -180.0, 180.0, 30), _bits(lat, -90.0, 90.0, 30)
    letters = np.empty((len(lon), _LONGEST), np.uint8)
    for letter in range(_LONGEST):
        value = np.zeros(len(lon), np.int64)
        for bit in range(letter * 5, letter * 5 + 5):
            source = east if bit % 2 == 0 else north
            value = (value << 1) | ((source >> (29 - bit // 2)) & 1)
        letters[:, letter] = _LETTERS[value]
    shown = np.arange(_LONGEST) < sizes[:, None]
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    return binary_of(letters[shown], bounds).cast(pa.string())


def _sizes(column: pa.ChunkedArray) -> Counts:
    """How many letters are wanted: 12 for what is no such number."""
    given = np.asarray(whole(column).fill_null(0), np.int64)
    return np.where((given < 1) | (given > _LONGEST), _LONGEST, given)


@arrow_function("st_geohash", ("DOUBLE", "DOUBLE", "BIGINT"), "VARCHAR")
def _encode(lons: pa.ChunkedArray, lats: pa.ChunkedArray, sizes: pa.ChunkedArray) -> pa.Array:
    return _encoded(doubles(lons), doubles(lats), _sizes(sizes))


@arrow_function("st_geohash_box", ("DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE", "BIGINT"), "VARCHAR[]")
def _in_box(
    west: pa.ChunkedArray,
    south: pa.ChunkedArray,
    east: pa.ChunkedArray,
    north: pa.ChunkedArray,
    letters: pa.ChunkedArray,
) -> pa.Array:
    """The cells of a grid, column by column of each box, as points at their lower left ends."""
    sizes = _sizes(letters)
    lon, lat = (doubles(west), doubles(east)), (doubles(south), doubles(north))
    known = (lon[0] <= lon[1]) & (lat[0] <= lat[1])
    columns = _cells(*lon, 180.0, sizes * 5 - sizes * 5 // 2)
    rows = _cells(*lat, 90.0, sizes * 5 // 2)
    counts = np.where(known, np.maximum(columns[2] * rows[2], 1), 0)
    if (counts > _MOST).any():
        message = (
            f"geohashesInBox would produce {counts.max()} array elements, which is bigger than the"
            f" allowed maximum of {_MOST}"
        )
        raise ValueError(raising(Code.TOO_LARGE_ARRAY_SIZE, message))
    box = np.repeat(np.arange(len(counts)), counts)
    cell = np.arange(len(box)) - np.repeat(np.cumsum(counts) - counts, counts)
    height = np.maximum(rows[2], 1)[box]
    points = (
        columns[0][box] + columns[1][box] * (cell // height),
        rows[0][box] + rows[1][box] * (cell % height),
    )
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), _encoded(*points, sizes[box]))


def _cells(
    low: Numbers, high: Numbers, end: float, bits: Counts
) -> tuple[Numbers, Numbers, Counts]:
    """Where the cells of a box begin, how wide they are and how many they are, in one direction."""
    step = np.ldexp(2 * end, -bits)
    first, last = (np.clip(np.nan_to_num(side), -end, end) / step for side in (low, high))
    begin = np.floor(first)
    return begin * step, step, np.maximum(np.ceil(last) - begin, 0).astype(np.int64)


@arrow_function("st_geohash_point", ("VARCHAR",), "STRUCT(f1 DOUBLE, f2 DOUBLE)")
def _decode(hashes: pa.ChunkedArray) -> pa.Array:
    texts = Texts.of(whole(hashes))
    sizes = np.minimum(texts.sizes, _LONGEST)
    middles = [np.zeros(len(sizes)), np.zeros(len(sizes))]
    halves = [np.full(len(sizes), 180.0), np.full(len(sizes), 90.0)]
    for letter in range(_LONGEST):
        value = _VALUES[texts.data[np.minimum(texts.starts + letter, len(texts.data) - 1)]]
        used = letter < sizes
        for bit in range(5):
            axis = (letter * 5 + bit) % 2
            halves[axis] = np.where(used, halves[axis] / 2, halves[axis])
            up = (value >> (4 - bit)) & 1 == 1
            step = np.where(up, halves[axis], -halves[axis])
            middles[axis] = np.where(used, middles[axis] + step, middles[axis])
    return pa.StructArray.from_arrays([pa.array(m) for m in middles], ["f1", "f2"])


def _encode_type(arguments: Arguments) -> Type:
    for argument in arguments[:2]:
        if not isinstance(argument.type, Float):
            raise illegal_type(arguments.function, argument.type)
    if len(arguments) > 2 and not isinstance(arguments[2].type, Integer):
        raise illegal_type(arguments.function, arguments[2].type)
    return STRING


@function(
    "geohashEncode",
    args=(2, 3),
    returns=_encode_type,
    example=("geohashEncode(-5.60302734375, 42.593994140625, 5)", "ezs42"),
)
def geohash_encode(call: Call) -> Sql:
    """The geohash of a longitude and a latitude, of 12 characters or as many as asked for."""
    lon, lat = (to_double(call[i], call.inner(i)) for i in (0, 1))
    size = Sql("CAST(12 AS BIGINT)")
    if len(call) > 2:
        size = number(call[2], call.inner(2), INT64)  # which is how ClickHouse takes it
    return _encode(lon, lat, size)


_BOX = ("longitute_min", "latitude_min", "longitude_max", "latitude_max", "precision")


def _box_type(arguments: Sequence[Argument]) -> Type:
    name = "geohashesInBox"
    for place, argument in enumerate(arguments[:4]):
        if argument.type not in (FLOAT32, FLOAT64):
            raise wrong(name, place, argument, _BOX[place], "Float32 or Float64")
    if arguments[4].type not in (UINT8, BOOL):
        raise wrong(name, 4, arguments[4], _BOX[4], "UInt8")
    if any(argument.type != arguments[0].type for argument in arguments[1:4]):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type of argument of {name} all coordinate arguments must have the same type",
        )
    return Array(STRING)


@function(
    "geohashesInBox",
    args=5,
    returns=_box_type,
    nulls="guard",
    example=(
        "geohashesInBox(24.48, 40.56, 24.785, 40.81, 4)",
        "['sx1q','sx1r','sx32','sx1w','sx1x','sx38']",
    ),
)
def geohashes_in_box(call: Call) -> Sql:
    """The geohashes, of so many characters, that cover a box: longitudes and latitudes of its
    lower left and its upper right corner."""
    corners = [to_double(call[i], call.inner(i)) for i in range(4)]
    return _in_box(*corners, sql.cast(call[4], "BIGINT"))


def _decode_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, String | FixedString):
        raise illegal_type(arguments.function, arguments[0].type)
    return Tuple((FLOAT64, FLOAT64), ("longitude", "latitude"))


@function(
    "geohashDecode",
    returns=_decode_type,
    example=("geohashDecode('ezs42')", "(-5.60302734375,42.60498046875)"),
)
def geohash_decode(call: Call) -> Sql:
    """The longitude and latitude in the middle of a geohash's area."""
    return _decode(call[0])
