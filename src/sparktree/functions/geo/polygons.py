"""Polygons on a plane: their areas and perimeters, and shapes as well-known text.

A ring is an array of points, a polygon one of rings (the first around it, the others its holes), a
multipolygon one of polygons. As in ClickHouse a ring is not closed by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.declare import Argument, Arguments, Call, function
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, STRING, Array, Tuple, Type

Floats = npt.NDArray[np.float64]

_POINT = (FLOAT64, FLOAT64)
_RINGS = "STRUCT(f1 DOUBLE, f2 DOUBLE)[][]"
_ODD_POINT = "Point's component must not be NaN or infinite"


def _depth(type_: Type) -> int | None:
    """How many arrays there are around points; None if these are none."""
    if isinstance(type_, Tuple):
        return 0 if type_.of == _POINT else None
    if not isinstance(type_, Array):
        return None
    inner = _depth(type_.of)
    return None if inner is None or inner == 3 else inner + 1


def _shape(type_: Type) -> int:
    depth = _depth(type_)
    if depth is None:
        raise Error(Code.BAD_ARGUMENTS, f"Unknown geometry type {type_}")
    return depth


def _measure_type(arguments: Arguments) -> Type:
    name = arguments.function
    if _shape(arguments[0].type) == 0:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"The argument of function {name} must not be Point"
        )
    return FLOAT64


def _declare(name: str, kernel: ArrowFunction, doc: str, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        depth = _shape(call.inner(0))
        rings = {1: sql.array(call[0]), 2: call[0]}.get(depth, sql.call("flatten", call[0]))
        return kernel(sql.cast(rings, _RINGS))

    lower.__doc__ = doc
    function(name, returns=_measure_type, nulls="guard", example=example)(lower)


def _register(
    kernel: str, measure: Callable[[list[Floats], list[Floats]], Floats], least: int
) -> ArrowFunction:
    """A number of every shape: of all its rings together, those with fewer points being nothing."""

    @arrow_function(kernel, (_RINGS,), "DOUBLE")
    def measured(column: pa.ChunkedArray) -> pa.Array:
        shapes = whole(column)
        rings = shapes.flatten()
        points = rings.flatten()
        counts, sizes = (
            np.asarray(lists_.value_lengths().fill_null(0), np.int64) for lists_ in (shapes, rings)
        )
        axes = [np.asarray(points.field(name), np.float64) for name in ("f1", "f2")]
        if not all(np.isfinite(axis).all() for axis in axes):
            raise ValueError(raising(Code.ILLEGAL_TYPE_OF_ARGUMENT, _ODD_POINT))
        ring = np.repeat(np.arange(len(sizes)), sizes)
        edges = np.flatnonzero(ring[1:] == ring[:-1]) if len(ring) else np.zeros(0, np.int64)
        parts = measure([axis[edges] for axis in axes], [axis[edges + 1] for axis in axes])
        totals = np.bincount(ring[edges], parts, minlength=len(sizes))
        totals = np.where(sizes >= least, totals, 0.0)
        row = np.repeat(np.arange(len(counts)), counts)
        return pa.array(np.bincount(row, totals, minlength=len(counts)).astype(np.float64))

    return measured


def _trapezoids(starts: list[Floats], ends: list[Floats]) -> Floats:
    return (starts[0] + ends[0]) * (starts[1] - ends[1]) / 2


def _lengths(starts: list[Floats], ends: list[Floats]) -> Floats:
    across, up = (end - start for start, end in zip(starts, ends, strict=True))
    return np.asarray(np.sqrt(across * across + up * up), np.float64)


def _radians(axes: list[Floats]) -> list[Floats]:
    return [np.asarray(np.radians(axis), np.float64) for axis in axes]


def _excesses(starts: list[Floats], ends: list[Floats]) -> Floats:
    """What the sphere has between an edge and the equator, by the shorter way around."""
    (x, y), (u, v) = _radians(starts), _radians(ends)
    across = u - x
    across -= 2 * np.pi * np.round(across / (2 * np.pi))
    low, high = np.tan(y / 2), np.tan(v / 2)
    share = (low + high) / (1 + low * high)
    return np.asarray(2 * np.arctan(share * np.tan(across / 2)), np.float64)


def _arcs(starts: list[Floats], ends: list[Floats]) -> Floats:
    """Distances on a sphere of radius 1, by haversines."""
    (x, y), (u, v) = _radians(starts), _radians(ends)
    up, across = np.sin((v - y) / 2), np.sin((u - x) / 2)
    return np.asarray(2 * np.arcsin(np.sqrt(up * up + np.cos(y) * np.cos(v) * across * across)))


_AREA = _register("st_polygon_area", _trapezoids, 4)
_EXCESS = _register("st_polygon_excess", _excesses, 4)
_ARCS = _register("st_polygon_arcs", _arcs, 0)
_PERIMETER = _register("st_polygon_perimeter", _lengths, 0)
_SQUARE = "[[[(0., 0.), (0., 5.), (5., 5.), (5., 0.), (0., 0.)]]]"
_declare(
    "polygonAreaCartesian",
    _AREA,
    "The area of a ring, a polygon or several of them; clockwise it is positive.",
    (f"polygonAreaCartesian({_SQUARE})", "25"),
)
_declare(
    "polygonPerimeterCartesian",
    _PERIMETER,
    "The length of all borders of a ring, a polygon or several of them.",
    (f"polygonPerimeterCartesian({_SQUARE})", "20"),
)
_declare(
    "polygonAreaSpherical",
    _EXCESS,
    "The area of a ring, a polygon or several of them on a sphere of radius 1, by degrees of"
    " longitude and latitude.",
    (f"round(polygonAreaSpherical({_SQUARE}), 10)", "0.0076105671"),
)
_declare(
    "polygonPerimeterSpherical",
    _ARCS,
    "The length of all borders on a sphere of radius 1, by degrees of longitude and latitude.",
    (f"round(polygonPerimeterSpherical({_SQUARE}), 10)", "0.3487335655"),
)


# --- well-known text ------------------------------------------------------------------------------


def _text_type(arguments: Sequence[Argument]) -> Type:
    _shape(arguments[0].type)
    return STRING


def _point_text(point: Sql) -> Sql:
    fields = (sql.field(point, place) for place in (1, 2))
    return sql.call("format", sql.string("{:g} {:g}"), *fields)


def _joined(values: Sql, text: Callable[[Sql], Sql]) -> Sql:
    return sql.call("array_to_string", lists.transform(values, text), sql.string(","))


def _ring_text(ring: Sql) -> Sql:
    """The points of a ring; nothing if there are none."""
    shown = sql.op("||", sql.string("("), _joined(ring, _point_text), sql.string(")"))
    return sql.case((Sql(f"len({ring}) = 0"), sql.string("")), otherwise=shown)


def _polygon_text(polygon: Sql) -> Sql:
    """The rings of a polygon, which are closed here."""

    def closed(ring: Sql) -> Sql:
        ends = Sql(f"{ring}[1] IS DISTINCT FROM {ring}[-1]")
        return _ring_text(sql.case((ends, Sql(f"list_append({ring}, {ring}[1])")), otherwise=ring))

    return sql.op("||", sql.string("("), _joined(polygon, closed), sql.string(")"))


def _line_text(line: Sql) -> Sql:
    return sql.op("||", sql.string("("), _joined(line, _point_text), sql.string(")"))


def _single_text(point: Sql) -> Sql:
    return sql.op("||", sql.string("("), _point_text(point), sql.string(")"))


_TEXTS: tuple[Callable[[Sql], Sql], ...] = (
    lambda v: sql.op("||", sql.string("POINT("), _point_text(v), sql.string(")")),
    lambda v: sql.op("||", sql.string("POLYGON("), _ring_text(v), sql.string(")")),
    lambda v: sql.op("||", sql.string("POLYGON"), _polygon_text(v)),
    lambda v: sql.op("||", sql.string("MULTIPOLYGON("), _joined(v, _polygon_text), sql.string(")")),
)
_BY_NAME: dict[str, Callable[[Sql], Sql]] = {
    "LineString": lambda v: sql.op("||", sql.string("LINESTRING"), _line_text(v)),
    "MultiPoint": lambda v: sql.op(
        "||", sql.string("MULTIPOINT("), _joined(v, _single_text), sql.string(")")
    ),
    "MultiLineString": lambda v: sql.op(
        "||", sql.string("MULTILINESTRING("), _joined(v, _line_text), sql.string(")")
    ),
}


@function(
    "wkt",
    returns=_text_type,
    aliases=("WKT",),
    nulls="guard",
    example=("wkt((0., 0.5))", "POINT(0 0.5)"),
)
def wkt(call: Call) -> Sql:
    """A point, a line, a ring, a polygon or several of them as well-known text."""
    write = _BY_NAME.get(str(call.inner(0)), _TEXTS[_shape(call.inner(0))])
    text = sql.let(call[0], write)
    odd = refusal(Code.ILLEGAL_TYPE_OF_ARGUMENT, _ODD_POINT)
    return sql.let(
        text, lambda v: sql.case((Sql(f"regexp_matches({v}, 'nan|inf')"), odd), otherwise=v)
    )
