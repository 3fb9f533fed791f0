"""Shapes as well-known binary, written and read over whole columns.

A shape is a byte for the order of bytes (1: the lowest first), its kind in 4 bytes, and what it is
made of: two floats, or a number in 4 bytes and so many points, rings or shapes. Reading goes from
one element to the next in all rows at once, as only reading tells where an element ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.columns import binary_of
from sparktree.functions.core.declare import Argument, Call, Rule, function
from sparktree.functions.core.text_arguments import is_text
from sparktree.functions.core.text_functions import bad
from sparktree.functions.geo.wkt_reading import with_border
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, escaped_text, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import NULL_TYPE, STRING, Type, geo

Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]
AnyShape = geo.Point | geo.Shape

_POINT_SIZE, _NUMBER_SIZE, _HEAD_SIZE = 16, 4, 5
_KINDS: dict[str, int] = {
    "Point": 1,
    "LineString": 2,
    "Polygon": 3,
    "MultiPoint": 4,
    "MultiLineString": 5,
    "MultiPolygon": 6,
}
_ALIASES = {
    "Point": "ST_PointFromWKB",
    "LineString": "ST_LineFromWKB",
    "Polygon": "ST_PolyFromWKB",
    "MultiPoint": "ST_MPointFromWKB",
    "MultiLineString": "ST_MLineFromWKB",
    "MultiPolygon": "ST_MPolyFromWKB",
}
_SHAPES = {str(shape): shape for shape in geo.SHAPES if str(shape) in _KINDS}


# --- writing --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Written:
    """The bytes of some elements, one behind the other, and how many each has."""

    data: Bytes
    sizes: Counts

    def together(self, counts: Counts) -> _Written:
        """So many successive elements as one, each time."""
        ends = np.concatenate([[0], np.cumsum(self.sizes)])
        bounds = ends[np.concatenate([[0], np.cumsum(counts)])]
        return _Written(self.data, np.diff(bounds))

    def behind(self, heads: Bytes) -> _Written:
        """Every element behind bytes of its own."""
        width = heads.shape[1]
        sizes = self.sizes + width
        starts = np.cumsum(sizes) - sizes
        body = np.ones(int(sizes.sum()), np.bool_)
        places = starts[:, None] + np.arange(width)
        body[places] = False
        data = np.empty(len(body), np.uint8)
        data[places], data[body] = heads, self.data
        return _Written(data, sizes)


def _numbers(values: Counts) -> Bytes:
    return values.astype("<u4").view(np.uint8).reshape(-1, _NUMBER_SIZE)


def _heads(kind: int, counts: Counts) -> Bytes:
    """The beginning of shapes of a kind that are made of so many elements."""
    head = np.array([1, kind, 0, 0, 0], np.uint8)
    return np.concatenate([np.tile(head, (len(counts), 1)), _numbers(counts)], axis=1)


def _points(array: pa.Array) -> _Written:
    axes = [np.asarray(array.field(name), np.float64) for name in ("f1", "f2")]
    data = np.stack(axes, axis=1).astype("<f8").view(np.uint8).reshape(-1)
    return _Written(data, np.full(len(array), _POINT_SIZE, np.int64))


def _counts(array: pa.Array) -> Counts:
    return np.asarray(array.value_lengths().fill_null(0), np.int64)


def _with_points(counts: Counts, sizes: Counts) -> tuple[Counts, Counts]:
    """The rings of polygons, and their points; one without a point is written as having none."""
    first = np.cumsum(counts) - counts
    lone = counts == 1
    lone[lone] = sizes[first[lone]] == 0
    return np.where(lone, 0, counts), np.delete(sizes, first[lone])


def _written(array: pa.Array, name: str) -> _Written:
    """The shapes of an array."""
    if name == "Point":
        points = _points(array)
        head = np.array([1, 1, 0, 0, 0], np.uint8)
        return points.behind(np.tile(head, (len(array), 1)))
    counts, below = _counts(array), array.flatten()
    if name == "LineString":
        inside = _points(below)
    elif name == "Polygon":
        counts, sizes = _with_points(counts, _counts(below))
        inside = _points(below.flatten()).together(sizes).behind(_numbers(sizes))
    else:
        inside = _written(below, name.removeprefix("Multi"))
    return inside.together(counts).behind(_heads(_KINDS[name], counts))


# --- reading --------------------------------------------------------------------------------------


def _refuse(code: Code, message: str) -> ValueError:
    return ValueError(raising(code, message))


@dataclass(slots=True)
class _Reader:
    """Goes through the bytes of all rows; what it finds is kept with the path to it."""

    data: Bytes
    ends: Counts
    places: Counts  # of every row: what is read next
    levels: dict[int, list[tuple[Counts, Counts]]] = field(default_factory=dict)
    points: list[tuple[Counts, Counts, Counts]] = field(default_factory=list)

    def take(self, rows: Counts, size: int) -> Bytes:
        """The next bytes of some rows."""
        places = self.places[rows]
        if (places + size > self.ends[rows]).any():
            raise _refuse(Code.CANNOT_READ_ALL_DATA, f"Cannot read all data. Expected: {size}")
        self.places[rows] += size
        return np.asarray(self.data[places[:, None] + np.arange(size)], np.uint8)

    def number(self, rows: Counts, big: Counts) -> Counts:
        """The next number of some rows, in their order of bytes."""
        taken = self.take(rows, _NUMBER_SIZE)
        ordered = np.where(big[:, None] == 1, taken[:, ::-1], taken)
        return np.ascontiguousarray(ordered).view("<u4")[:, 0].astype(np.int64)

    def head(self, rows: Counts, kind: int) -> Counts:
        """Whether the highest byte comes first, behind which such a shape begins."""
        if (self.places[rows] >= self.ends[rows]).any():
            raise _refuse(
                Code.BAD_ARGUMENTS, "Error while reading WKB format: Incorrect first flag"
            )
        flags = self.take(rows, 1)[:, 0]
        if (flags > 1).any():
            raise _refuse(
                Code.BAD_ARGUMENTS, "Error while reading WKB format: Incorrect first flag"
            )
        big = (flags == 0).astype(np.int64)
        found = self.number(rows, big)
        if (found != kind).any():
            other = int(found[found != kind][0])
            raise _refuse(Code.BAD_ARGUMENTS, f"Incorrect geometry type {other}, expected {kind}")
        return np.asarray(big, np.int64)

    def shapes(self, name: str, paths: Counts) -> None:
        """The shapes that begin at the places of the rows, which paths begin with."""
        big = self.head(paths[:, 0], _KINDS[name])
        if name == "Point":
            self.several_points(paths, big, np.ones(len(paths), np.int64))
        elif name == "LineString":
            self.several_points(paths, big, self.counted(paths, big))
        else:
            self.elements(name, paths, big)

    def counted(self, paths: Counts, big: Counts) -> Counts:
        """How many elements follow, which is kept."""
        counts = self.number(paths[:, 0], big)
        self.levels.setdefault(paths.shape[1], []).append((paths, counts))
        return counts

    def elements(self, name: str, paths: Counts, big: Counts) -> None:
        """The rings of polygons, or the shapes of several."""
        counts = self.counted(paths, big)
        least = _NUMBER_SIZE if name == "Polygon" else _HEAD_SIZE
        rows = paths[:, 0]
        if (counts * least > self.ends[rows] - self.places[rows]).any():
            raise _refuse(Code.CANNOT_READ_ALL_DATA, "Cannot read all data")
        for step in range(int(counts.max(initial=0))):
            active = counts > step
            own = paths[active]
            below = np.column_stack([own, np.full(len(own), step)])
            if name == "Polygon":
                self.several_points(below, big[active], self.counted(below, big[active]))
            else:
                self.shapes(name.removeprefix("Multi"), below)

    def several_points(self, paths: Counts, big: Counts, counts: Counts) -> None:
        """Successive points."""
        rows = paths[:, 0]
        if (counts * _POINT_SIZE > self.ends[rows] - self.places[rows]).any():
            raise _refuse(Code.CANNOT_READ_ALL_DATA, "Cannot read all data")
        item = np.repeat(np.arange(len(rows)), counts)
        index = np.arange(len(item)) - np.repeat(np.cumsum(counts) - counts, counts)
        self.points.append((paths[item], index * _POINT_SIZE + self.places[rows][item], big[item]))
        self.places[rows] += counts * _POINT_SIZE

    def coordinates(self) -> pa.Array:
        """All points in the order of their paths."""
        if not self.points:
            return pa.array([], geo.POINT.storage)
        paths, places, big = (np.concatenate(parts) for parts in zip(*self.points, strict=True))
        order = np.lexsort((places, *paths.T[::-1]))
        taken = self.data[places[order][:, None] + np.arange(_POINT_SIZE)].reshape(-1, 2, 8)
        ordered = np.where(big[order][:, None, None] == 1, taken[:, :, ::-1], taken)
        values = np.ascontiguousarray(ordered).view("<f8").reshape(-1, 2)
        axes = [pa.array(np.ascontiguousarray(values[:, axis])) for axis in (0, 1)]
        return pa.StructArray.from_arrays(axes, ["f1", "f2"])

    def sizes(self, level: int) -> Counts:
        """The sizes of the lists at a level, in the order of their paths."""
        known = self.levels.get(level)
        if known is None:
            return np.zeros(0, np.int64)
        paths, counts = (np.concatenate(parts) for parts in zip(*known, strict=True))
        return np.asarray(counts[np.lexsort(paths.T[::-1])], np.int64)


def _read(column: pa.ChunkedArray, name: str, depth: int) -> pa.Array:
    array = whole(column)
    known = np.flatnonzero(np.asarray(array.is_valid()))
    texts = Texts.of(array.take(pa.array(known)))
    reader = _Reader(texts.data, texts.starts + texts.sizes, texts.starts.copy())
    if len(known):
        reader.shapes(name, np.arange(len(known))[:, None])
    made = reader.coordinates()
    for level in range(depth, 0, -1):
        # A point of several has a path, but no number before it.
        bounds = np.concatenate([[0], np.cumsum(reader.sizes(level))]).astype(np.int32)
        made = pa.ListArray.from_arrays(pa.array(bounds), made)
    rows = np.full(len(array), -1, np.int64)
    rows[known] = np.arange(len(known))
    return made.take(pa.array(rows, mask=rows < 0))


# --- the functions --------------------------------------------------------------------------------


def _depth(shape: Type) -> int:
    return 1 + _depth(shape.of) if isinstance(shape, geo.Shape) else 0


def _register(name: str, shape: AnyShape) -> tuple[ArrowFunction, ArrowFunction]:
    """The kernel functions that write and read a shape."""
    kernel = name.lower()

    @arrow_function(f"st_wkb_{kernel}", (shape.kernel,), "BLOB")
    def write(column: pa.ChunkedArray) -> pa.Array:
        made = _written(whole(column), name)
        return binary_of(made.data, np.concatenate([[0], np.cumsum(made.sizes)]))

    @arrow_function(f"st_read_wkb_{kernel}", ("VARCHAR",), shape.kernel, handles_null=True)
    def read(column: pa.ChunkedArray) -> pa.Array:
        return _read(column, name, _depth(shape))

    return write, read


_KERNELS = {name: _register(name, shape) for name, shape in _SHAPES.items()}


def _wkb_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if str(type_) not in _SHAPES:
        raise bad(f"wkb function is not supported for type {type_}")
    return STRING


@function(
    "wkb",
    returns=_wkb_type,
    aliases=("WKB",),
    nulls="guard",
    example=("hex(wkb((1., 2.)::Point))", "0101000000000000000000F03F0000000000000040"),
)
def wkb(call: Call) -> Sql:
    """A point, a line, a polygon or several of them as well-known binary."""
    write, _ = _KERNELS[str(call.inner(0))]
    return escaped_text(write(call[0]))


def _reading_type(shape: AnyShape) -> Rule:
    def returns(arguments: Sequence[Argument]) -> Type:
        if arguments[0].type != NULL_TYPE and not is_text(arguments[0].type):
            raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, "First argument should be String")
        return shape

    return returns


def _declare(name: str, shape: AnyShape, example: tuple[str, str]) -> None:
    def lower(call: Call) -> Sql:
        found = _KERNELS[name][1](call[0])
        if name == "Polygon":
            return sql.bound(found, with_border)
        return lists.transform(found, with_border) if name == "MultiPolygon" else found

    lower.__doc__ = f"A {name} out of well-known binary."
    function(
        f"readWKB{name}", returns=_reading_type(shape), aliases=(_ALIASES[name],),
        low_cardinality=False, example=(f"readWKB{name}({example[0]})", example[1]),
    )(lower)  # fmt: skip


_EXAMPLES = {
    "Point": "(1,2)",
    "LineString": "[(1,2),(3,4)]",
    "Polygon": "[[(1,2),(3,4),(5,6),(1,2)]]",
    "MultiPoint": "[(1,2),(3,4)]",
    "MultiLineString": "[[(1,2),(3,4)]]",
    "MultiPolygon": "[[[(1,2),(3,4),(5,6),(1,2)]]]",
}
for _name, _shape in _SHAPES.items():
    _declare(_name, _shape, (f"wkb({_EXAMPLES[_name]}::{_name})", _EXAMPLES[_name]))
