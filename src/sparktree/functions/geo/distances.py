"""Distances on the Earth, points in shapes."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Arguments, Call, Rule, function, illegal_type
from sparktree.functions.core.doubles import to_double
from sparktree.functions.core.number_arrays import doubles
from sparktree.functions.geo.earth_distances import DISTANCES
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT32,
    FLOAT64,
    UINT8,
    Array,
    Bool,
    Decimal,
    Float,
    Integer,
    Tuple,
    Type,
)


def _numbers(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        for argument in arguments:
            if not isinstance(argument.type.inner, Integer | Float | Decimal | Bool):
                raise illegal_type(arguments.function, argument.type)
        return result

    return returns


def _distance_type(arguments: Arguments) -> Type:
    """Float32, unless a coordinate is a Float64."""
    _numbers(FLOAT64)(arguments)
    return FLOAT64 if any(a.type == FLOAT64 for a in arguments) else FLOAT32


def _declare_distance(name: str, method: str, doc: str) -> None:
    def lower(call: Call) -> Sql:
        kernel = call.result.inner.kernel
        points = [sql.cast(to_double(call[i], call.inner(i)), kernel) for i in range(4)]
        return DISTANCES[kernel](sql.string(method), *points)

    lower.__doc__ = doc
    function(
        name, args=4, returns=_distance_type, nulls="guard",
        example=(f"{name}(0, 0, 0, 0)", "0"),
    )(lower)  # fmt: skip


_declare_distance(
    "greatCircleDistance",
    "sphere",
    "The distance in metres of two points, given by longitude and latitude, on a sphere.",
)
_declare_distance(
    "greatCircleAngle",
    "angle",
    "The angle in degrees between two points, given by longitude and latitude.",
)
_declare_distance(
    "geoDistance", "ellipsoid", "The distance in metres of two points on the WGS-84 ellipsoid."
)


# --- points in shapes ---------------------------------------------------------------------------


def _ellipses_type(arguments: Arguments) -> Type:
    if len(arguments) < 6 or (len(arguments) - 2) % 4:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Incorrect number of arguments of function {arguments.function}."
            " Should be 2 for your point plus 4 * N for ellipses (x_i, y_i, a_i, b_i).",
        )
    for place, argument in enumerate(arguments):
        if argument.type != FLOAT64 or (place > 1 and not argument.is_constant):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {argument.type} of argument {place + 1} of function"
                f" {arguments.function}."
                " The point must be of Float64, the ellipses constants of it.",
            )
    if arguments[0].is_constant != arguments[1].is_constant:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Arguments 1, 2 of function {arguments.function} must both be either const or vector",
        )
    return UINT8


@function(
    "pointInEllipses",
    args=(6, None),
    returns=_ellipses_type,
    condition=True,
    example=("pointInEllipses(10., 10., 10., 9.1, 1., 0.9999)", "1"),
)
def point_in_ellipses(call: Call) -> Sql:
    """Whether a point lies in some ellipse, each given by its centre and half its axes."""
    values = [to_double(call[i], call.inner(i)) for i in range(len(call))]
    x, y = values[:2]
    inside = []
    for i in range(2, len(values), 4):
        cx, cy, a, b = values[i : i + 4]
        # The box around the ellipse first: none is around one with a negative axis.
        box = f"{x} BETWEEN {cx} - {a} AND {cx} + {a} AND {y} BETWEEN {cy} - {b} AND {cy} + {b}"
        inside.append(f"{box} AND pow(({x} - {cx}) / {a}, 2) + pow(({y} - {cy}) / {b}, 2) <= 1")
    return sql.any_of(Sql(f"({one})") for one in inside)


def _polygon_type(arguments: Arguments) -> Type:
    point, *rings = (a.type for a in arguments)
    if not isinstance(point, Tuple):
        raise illegal_type(arguments.function, point, 0)
    if len(point.of) != 2:
        raise Error(Code.BAD_ARGUMENTS, "The point of pointInPolygon must have two coordinates")
    if not all(isinstance(of, Integer | Float | Decimal | Bool) for of in point.of):
        raise illegal_type(arguments.function, point, 0)
    for place, ring in enumerate(rings, 1):
        inner = ring.of if isinstance(ring, Array) and isinstance(ring.of, Array) else ring
        if not (isinstance(inner, Array) and isinstance(inner.of, Tuple)):
            raise illegal_type(arguments.function, ring, place)
    return UINT8


@function(
    "pointInPolygon",
    args=(2, None),
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    returns=_polygon_type,
    example=("pointInPolygon((3., 3.), [(6, 0), (8, 4), (5, 8), (0, 2)])", "1"),
)
def point_in_polygon(call: Call) -> Sql:
    """Whether a point lies in a polygon; more rings are its holes."""
    point = call.inner(0)
    assert isinstance(point, Tuple)
    x, y = (to_double(sql.field(call[0], i), point.of[i - 1].inner) for i in (1, 2))
    rings = []
    for i in range(1, len(call)):
        type_ = call.type(i)
        assert isinstance(type_, Array)
        nested = isinstance(type_.of, Array)
        rings.append(call[i] if nested else sql.array(call[i]))
    joined = sql.call("list_concat", *rings) if len(rings) > 1 else rings[0]
    shape = sql.cast(joined, "STRUCT(f1 DOUBLE, f2 DOUBLE)[][]")
    # As in ClickHouse the border of a constant polygon belongs to it.
    constant = all(argument.is_constant for argument in call.arguments[1:])
    border = sql.TRUE if constant else sql.FALSE
    return sql.cast(_in_polygon(x, y, shape, border), "UTINYINT")


@arrow_function(
    "st_in_polygon", ("DOUBLE", "DOUBLE", "STRUCT(f1 DOUBLE, f2 DOUBLE)[][]", "BOOLEAN"), "BOOLEAN"
)
def _in_polygon(
    xs: pa.ChunkedArray, ys: pa.ChunkedArray, shapes: pa.ChunkedArray, border: pa.ChunkedArray
) -> pa.Array:
    """In the first ring and in none of the others; the edges of all rows at once."""
    polygons = whole(shapes)
    rings = polygons.flatten()
    points = rings.flatten()
    counts, sizes = _lengths(polygons), _lengths(rings)
    row = np.repeat(np.arange(len(counts)), counts)  # of every ring
    ring = np.repeat(np.arange(len(sizes)), sizes)  # of every point
    starts = [np.asarray(points.field(name), np.float64) for name in ("f1", "f2")]
    following = np.arange(1, len(ring) + 1)
    begins = np.cumsum(sizes) - sizes
    following[(begins + sizes - 1)[sizes > 0]] = begins[sizes > 0]
    x, y = (doubles(column)[row][ring] for column in (xs, ys))
    ends = [axis[following] for axis in starts]
    odd = _crossings(x, y, starts, ends)
    inside = np.bincount(ring, odd, minlength=len(sizes)) % 2 == 1
    first = np.zeros(len(sizes), np.bool_)
    first[(np.cumsum(counts) - counts)[counts > 0]] = True
    if len(border) and border[0].as_py():
        touched = np.bincount(ring, _on_edge(x, y, starts, ends), minlength=len(sizes)) > 0
        inside |= first & touched
    wrong = np.bincount(row, inside != first, minlength=len(counts))
    return pa.array((wrong == 0) & (counts > 0))


def _crossings(
    x: np.ndarray, y: np.ndarray, starts: list[np.ndarray], ends: list[np.ndarray]
) -> np.ndarray:
    """Whether a ray from the point crosses the edge."""
    spans = (starts[1] > y) != (ends[1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (ends[0] - starts[0]) / (ends[1] - starts[1])
        return np.asarray(spans & (starts[0] + (y - starts[1]) * slope > x), np.bool_)


def _on_edge(
    x: np.ndarray, y: np.ndarray, starts: list[np.ndarray], ends: list[np.ndarray]
) -> np.ndarray:
    """Whether the point is on the edge."""
    along = [end - start for start, end in zip(starts, ends, strict=True)]
    to_point = [x - starts[0], y - starts[1]]
    straight = along[0] * to_point[1] == along[1] * to_point[0]
    for axis, place in enumerate((x, y)):
        straight &= place >= np.minimum(starts[axis], ends[axis])
        straight &= place <= np.maximum(starts[axis], ends[axis])
    return np.asarray(straight, np.bool_)


def _lengths(lists: pa.Array) -> np.ndarray:
    return np.asarray(lists.value_lengths().fill_null(0), np.int64)
