"""Shapes out of well-known text: readWKTPoint, readWKTPolygon and so on.

A text that has the form of its shape is written anew as the kernel writes lists of structs, and
read as such: points become structs, round brackets square ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import String, Type, geo

_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?|\.[0-9]+(?:e[-+]?[0-9]+)?|nan|inf)"
_POINT = rf"\s*{_NUMBER}(?:\s+{_NUMBER})?\s*"


def _list_of(one: str) -> str:
    """The pattern of such things between brackets and with commas; the last may be missing."""
    return rf"\s*\((?:\s*|{one}(?:,{one})*,?\s*)\)\s*"


_LINE = _list_of(_POINT)
_LINES = _list_of(_LINE)
_LONE = rf"\s*\({_POINT}\)\s*"
_FORMS: tuple[tuple[geo.Point | geo.Shape, str, str, str], ...] = (
    (geo.POINT, "POINT", rf"\s*\({_POINT}\)\s*", "POINT (1.2 3.4)"),
    (geo.MULTI_POINT, "MULTIPOINT", rf"(?:{_LINE}|{_list_of(_LONE)})", "MULTIPOINT (1 1, 2 2)"),
    (geo.LINE_STRING, "LINESTRING", _LINE, "LINESTRING (1 1, 2 2)"),
    (geo.MULTI_LINE_STRING, "MULTILINESTRING", _LINES, "MULTILINESTRING ((1 1, 2 2))"),
    (geo.RING, "POLYGON", rf"\s*\({_LINE}\)\s*", "POLYGON ((1 1, 2 2, 3 3, 1 1))"),
    (geo.POLYGON, "POLYGON", _LINES, "POLYGON ((1 1, 2 2, 3 3, 1 1))"),
    (geo.MULTI_POLYGON, "MULTIPOLYGON", _list_of(_LINES), "MULTIPOLYGON (((1 1, 2 2, 3 3, 1 1)))"),
)
_SHOWN = {
    "Point": "(1.2,3.4)",
    "MultiPoint": "[(1,1),(2,2)]",
    "LineString": "[(1,1),(2,2)]",
    "MultiLineString": "[[(1,1),(2,2)]]",
    "Ring": "[(1,1),(2,2),(3,3),(1,1)]",
    "Polygon": "[[(1,1),(2,2),(3,3),(1,1)]]",
    "MultiPolygon": "[[[(1,1),(2,2),(3,3),(1,1)]]]",
}


def _structs(text: Sql, shape: geo.Point | geo.Shape) -> Sql:
    """The brackets of a shape as the kernel's text of structs and lists."""
    body = sql.call("regexp_replace", text, sql.string("^[^(]*"), sql.string(""))
    if shape == geo.MULTI_POINT:  # with or without brackets around each point
        body = sql.op(
            "||",
            sql.string("("),
            sql.call("regexp_replace", body, sql.string("[()]"), sql.string(""), sql.string("g")),
            sql.string(")"),
        )
    body = sql.call(
        "regexp_replace", body, sql.string(",\\s*\\)"), sql.string(")"), sql.string("g")
    )
    pair = rf"({_NUMBER})(?:\s+({_NUMBER}))?"
    points = sql.call(
        "regexp_replace",
        body,
        sql.string(pair),
        sql.string("{f1: \\1, f2: 0\\2}"),
        sql.string("gi"),
    )
    # A second coordinate that is missing is 0; the 0 before another one goes again.
    points = sql.call(
        "regexp_replace",
        points,
        sql.string("f2: 0([-+0-9.in])"),
        sql.string("f2: \\1"),
        sql.string("gi"),
    )
    if isinstance(shape, geo.Point):
        return sql.call("trim", sql.call("translate", points, sql.string("()"), sql.string("")))
    listed = sql.call("translate", points, sql.string("()"), sql.string("[]"))
    if shape == geo.RING:
        listed = sql.call(
            "regexp_replace",
            listed,
            sql.string("^\\s*\\[(.*)\\]\\s*$"),
            sql.string("\\1"),
            sql.string("s"),
        )
    return listed


def with_border(polygon: Sql) -> Sql:
    """A polygon has a ring around it, even if nothing is in it."""
    nothing = sql.cast(Sql("[[]]"), geo.POLYGON.kernel)
    return sql.case((Sql(f"len({polygon}) = 0"), nothing), otherwise=polygon)


def _read(text: Sql, shape: geo.Point | geo.Shape) -> Sql:
    """A text that is known to have the form of the shape."""
    made = sql.cast(_structs(text, shape), shape.kernel)
    if shape == geo.POLYGON:
        return sql.bound(made, with_border)
    return lists.transform(made, with_border) if shape == geo.MULTI_POLYGON else made


def _declare(shape: geo.Point | geo.Shape, tag: str, form: str, sample: str) -> None:
    name = f"readWKT{shape}"

    def returns(arguments: Sequence[Argument]) -> Type:
        if not isinstance(arguments[0].type, String):
            raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, "First argument should be String")
        return shape

    def lower(call: Call) -> Sql:
        def read(text: Sql) -> Sql:
            fits = sql.call("regexp_matches", text, sql.string(rf"(?is)^\s*{tag}{form}$"))
            empty = sql.call("regexp_matches", text, sql.string(rf"(?is)^\s*{tag}\s+EMPTY\s*$"))
            wrong = refusal(Code.CANNOT_PARSE_TEXT, "Cannot parse WKT string: ", text)
            cases = [(sql.is_null(text), sql.NULL), (fits, _read(text, shape))]
            if not isinstance(shape, geo.Point):
                nothing = shape.default()
                cases.append((empty, with_border(nothing) if shape == geo.POLYGON else nothing))
            return sql.case(*cases, otherwise=sql.cast(wrong, shape.kernel))

        return sql.let(call[0], read)

    lower.__doc__ = f"A {shape} out of well-known text that begins with {tag}."
    function(
        name, returns=returns, low_cardinality=False,
        example=(f"{name}('{sample}')", _SHOWN[str(shape)]),
    )(lower)  # fmt: skip


for _shape, _tag, _form, _sample in _FORMS:
    _declare(_shape, _tag, _form, _sample)
