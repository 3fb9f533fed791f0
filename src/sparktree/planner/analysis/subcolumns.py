"""Subcolumns: what `column.name` reads of a value: elements, sizes, keys, whether it is NULL."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import QueryContext, wrong_arity
from sparktree.planner.analysis.analyser import Analyser
from sparktree.planner.analysis.special_forms import special_form
from sparktree.planner.calls import call
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import Constant, Expr, Lambda, Variable, is_constant
from sparktree.sql import ast
from sparktree.types import (
    STRING,
    UINT8,
    UINT64,
    Array,
    LowCardinality,
    Map,
    Nested,
    Nullable,
    SimpleAggregateFunction,
    String,
    Tuple,
    Type,
    Variant,
    make_nullable,
    remove_low_cardinality,
    remove_nullable,
)

_ELEMENT = "_element"
_KEY = "key_"


def subcolumns(type_: Type) -> Iterator[tuple[str, Type]]:
    """All subcolumns of a type, in the order in which ClickHouse lists them."""
    if isinstance(type_, SimpleAggregateFunction):
        yield from subcolumns(type_.of)
    elif isinstance(type_, Nullable):
        yield "null", UINT8
        if isinstance(type_.of, String):
            yield "size", make_nullable(UINT64)
    elif isinstance(type_, String):
        yield "size", UINT64
    elif isinstance(type_, Array):
        yield "size0", UINT64
        for name, inner in subcolumns(type_.of):
            yield _of_elements(name), Array(inner)
    elif isinstance(type_, Map):
        yield "size0", UINT64
        for name, side in (("keys", Array(type_.key)), ("values", Array(type_.value))):
            yield name, side
            yield from ((f"{name}.{n}", t) for n, t in subcolumns(side) if n != "size0")
    elif isinstance(type_, Variant):
        yield from _of_variant(type_)
    elif isinstance(type_, Tuple):
        names = type_.names or tuple(str(i) for i in range(1, len(type_.of) + 1))
        for name, inner in zip(names, type_.of, strict=True):
            yield name, inner
            yield from ((f"{name}.{n}", t) for n, t in subcolumns(inner))


def _of_variant(type_: Variant) -> Iterator[tuple[str, Type]]:
    """The values of each type with their parts, then whether they are NULL."""
    last = []
    for member in type_.of:
        shown = make_nullable(member)
        yield str(member), shown
        for name, inner in subcolumns(shown):
            found = (f"{member}.{name}", inner)
            if name == "null":
                last.append(found)
            else:
                yield found
    yield from last


def _of_elements(name: str) -> str:
    """The size of a list in a list has the next number."""
    depth = _depth(name)
    return name if depth is None else f"size{depth + 1}"


def _depth(name: str) -> int | None:
    digits = name.removeprefix("size")
    return int(digits) if digits != name and digits.isdecimal() else None


def subcolumn(base: Expr, name: str, context: QueryContext) -> Expr | None:
    """What `base.name` reads; None if there is no such part."""
    if isinstance(base.type, SimpleAggregateFunction):
        return subcolumn(cast_to(base, base.type.of), name, context)
    if name == "null" and isinstance(base.type, Nullable):
        return call("isNull", [base], context)
    type_ = remove_low_cardinality(base.type)
    if isinstance(type_, Nested) and isinstance(type_.form, Array):
        type_ = type_.form
    if name == "size" and isinstance(remove_nullable(type_), String):
        return None if isinstance(base.type, LowCardinality) else call("length", [base], context)
    if isinstance(type_, Map):
        return _of_map(base, type_, name, context)
    if isinstance(type_, Variant):
        known = any(str(member) == name for member in type_.of)
        element = [base, Constant(STRING, name)]
        return call("variantElement", element, context) if known else None
    if isinstance(remove_nullable(type_), Tuple):
        return _element(base, name, context)
    if isinstance(type_, Array):
        of_tuples = isinstance(type_.of, Tuple) and name != "size0"
        make = _element if of_tuples else _of_array
        return make(base, name, context)
    return None


def _element(base: Expr, name: str, context: QueryContext) -> Expr | None:
    type_ = remove_low_cardinality(base.type)
    of = type_.of if isinstance(type_, Array | Nullable) else type_
    if not isinstance(of, Tuple):
        return None
    if name not in (of.names or ()) and not (name.isdigit() and 1 <= int(name) <= len(of.of)):
        return None
    key = Constant(UINT8, int(name)) if name.isdigit() else Constant(STRING, name)
    return call("tupleElement", [base, key], context)


@special_form(
    "getSubcolumn",
    "A part of a value, by its name: an element, a size, keys, whether it is NULL.",
)
def get_subcolumn(analyser: Analyser, node: ast.Function) -> Expr:
    """getSubcolumn(value, 'name'): what `value.name` reads."""
    if len(node.args) != 2:
        raise wrong_arity(node.name, len(node.args), 2, 2)
    base, name = (analyser.expr(arg) for arg in node.args)
    if not is_constant(name) or not isinstance(name.type, String):
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"The second argument of function {node.name} should be a constant string with the"
            " name of a subcolumn",
        )
    wanted = str(analyser.constant(node.args[1]))
    found: Expr | None = base
    for part in wanted.split("."):
        found = found and subcolumn(found, part, analyser.context)
    if found is None:
        message = f"There is no subcolumn {wanted} in type {base.type}"
        raise Error(Code.ILLEGAL_COLUMN, message)
    return found


def _of_map(base: Expr, type_: Map, name: str, context: QueryContext) -> Expr | None:
    if name == "size0":
        return call("length", [base], context)
    if name in ("keys", "values"):
        return call("mapKeys" if name == "keys" else "mapValues", [base], context)
    if name.startswith(_KEY) and isinstance(type_.key.inner, String):
        return call("arrayElement", [base, Constant(STRING, name.removeprefix(_KEY))], context)
    return None


def _of_array(base: Expr, name: str, context: QueryContext) -> Expr | None:
    type_, depth = base.type.inner, _depth(name)
    assert isinstance(type_, Array)
    if depth == 0:
        return call("length", [base], context)
    element = Variable(type_.of, _ELEMENT)
    inner = subcolumn(element, name if depth is None else f"size{depth - 1}", context)
    if inner is None:
        return None
    return call("arrayMap", [Lambda(inner.type, (element,), inner), base], context)
