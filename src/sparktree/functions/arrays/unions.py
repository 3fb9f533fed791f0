"""Arrays as sets: what they have in common, what some of them have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Argument, Arguments, Call, function
from sparktree.functions.core.lists import unique
from sparktree.functions.core.subtypes import most_subtype
from sparktree.functions.hashes.hash_order import in_order
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    Array,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Integer,
    Map,
    Nothing,
    Tuple,
    Type,
    least_supertype,
    make_nullable,
)

# --- in all arrays ------------------------------------------------------------------------------


def _elements(arguments: Sequence[Argument], name: str) -> list[Type]:
    return [lists.array_at(name, arguments, i).of for i in range(len(arguments))]


def _intersect_type(arguments: Sequence[Argument]) -> Type:
    """With the literal [] nothing is left, not even a type; NULL is left if all may have it."""
    elements = _elements(arguments, "arrayIntersect")
    empty = [of for of in elements if isinstance(of, Nothing)]
    return Array(empty[0] if empty else most_subtype(elements))


@function(
    "arrayIntersect",
    args=(1, None),
    returns=_intersect_type,
    example=("arrayIntersect([1, 2], [2, 3])", "[2]"),
)
def array_intersect(call: Call) -> Sql:
    """The elements that all arrays have."""
    assert isinstance(call.result, Array)
    return _intersection(call, call.result.of)


def _intersection(call: Call, element: Type) -> Sql:
    if isinstance(element, Nothing):
        return Array(element).default()
    shared = element
    if isinstance(element, Array | Tuple | Map):
        shared = most_subtype(_elements(call.arguments, call.name), with_nulls=True)
    first, *others = [_narrowed(call, i, shared) for i in range(len(call))]
    common = lists.filtered(first, lambda v: sql.all_of(lists.among(o, v) for o in others))
    found = unique(common if others else first)
    if shared != element:
        return convert(found, Array(shared), Array(element), call.context.zone)
    if element.nullable or isinstance(element, Array | Tuple | Map):
        return found
    return lists.filtered(found, lambda v: sql.is_known(v))


def _narrowed(call: Call, position: int, element: Type) -> Sql:
    """The array with elements of the common type; those that do not fit are left out."""
    own = lists.array_at(call.name, call.arguments, position).of
    plain, inner, zone = own.inner, element.inner, call.context.zone
    if isinstance(inner, Array | Tuple | Map):
        return lists.as_array(call, position, element)
    values = call[position]
    fits = _fitting(plain, inner, zone)
    if fits is not None:
        values = lists.filtered(values, lambda v: sql.op("OR", sql.is_null(v), fits(v)))
    given, target = (Array(make_nullable(t) if own.nullable else t) for t in (plain, inner))
    return convert(values, given, target, zone)


def _fitting(source: Type, target: Type, zone: str) -> Callable[[Sql], Sql] | None:
    """Whether a value is the same in the other type; None where that does not matter."""
    if source == target:
        return None
    if isinstance(source, Integer) and isinstance(target, Integer):
        low, high = max(source.minimum, target.minimum), min(source.maximum, target.maximum)
        return lambda v: sql.op(
            "AND", sql.op(">=", v, source.literal(low)), sql.op("<=", v, source.literal(high))
        )
    if isinstance(source, Date | DateTime | DateTime64):
        return lambda v: sql.op(
            "=", v, convert(convert(v, source, target, zone), target, source, zone)
        )
    return None


def _index_type(arguments: Sequence[Argument]) -> Type:
    _intersect_type(arguments)
    if all(lists.is_empty_type(argument.type) for argument in arguments):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "array aggregate functions cannot be performed on two empty arrays",
        )
    return FLOAT64


@function(
    "arrayJaccardIndex",
    args=2,
    returns=_index_type,
    example=("arrayJaccardIndex([1, 2], [2, 3])", "0.3333333333333333"),
)
def array_jaccard_index(call: Call) -> Sql:
    """The size of the intersection over that of the union."""
    result = _intersect_type(call.arguments)
    assert isinstance(result, Array)
    both = lists.size(_intersection(call, result.of))
    sizes = [lists.size(unique(call[i])) for i in (0, 1)]

    def index(common: Sql) -> Sql:
        return Sql(f"(CAST({common} AS DOUBLE) / ({sizes[0]} + {sizes[1]} - {common}))")

    return sql.bound(both, index)


# --- in some arrays -----------------------------------------------------------------------------


def _set_type(arguments: Arguments) -> Type:
    name = arguments.function
    elements = _elements(arguments, name)
    known = [of.inner for of in elements if not isinstance(of, Nothing)]
    decimals = [isinstance(of, Decimal) for of in known]
    if name == "arrayUnion" and any(decimals) and not all(decimals):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal types of arguments for function {name}: {known[0]} and {known[1]}",
        )
    try:
        return Array(least_supertype(elements))
    except Error as error:
        raise Error(Code.NO_COMMON_TYPE, error.message.replace("supertype", "subtype")) from error


def _ordered(call: Call, values: Sql) -> Sql:
    """Different elements in ClickHouse's order: that of hashes, NULL behind all others."""
    assert isinstance(call.result, Array)
    element = call.result.of
    if not element.nullable:
        return in_order(values, element.inner)

    def parted(v: Sql) -> Sql:
        known = lists.filtered(v, lambda item: sql.is_known(item))
        nulls = lists.filtered(v, lambda item: sql.is_null(item))
        return sql.call("list_concat", in_order(known, element.inner), nulls)

    return sql.bound(values, parted)


def _converted(call: Call) -> list[Sql]:
    assert isinstance(call.result, Array)
    return [lists.as_array(call, i, call.result.of) for i in range(len(call))]


@function(
    "arrayUnion",
    args=(1, None),
    returns=_set_type,
    example=("arrayUnion([1], [1])", "[1]"),
)
def array_union(call: Call) -> Sql:
    """The elements that some array has."""
    return _ordered(call, unique(sql.call("list_concat", *_converted(call))))


@function(
    "arraySymmetricDifference",
    args=(1, None),
    returns=_set_type,
    example=("arraySymmetricDifference([1, 2], [2])", "[1]"),
)
def array_symmetric_difference(call: Call) -> Sql:
    """The elements that some but not all arrays have."""
    arrays = _converted(call)
    everything = unique(sql.call("list_concat", *arrays))
    return lists.filtered(
        _ordered(call, everything),
        lambda v: sql.op("NOT", sql.all_of(lists.among(a, v) for a in arrays)),
    )
