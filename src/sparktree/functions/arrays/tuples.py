"""Tuples and arrays as values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.common_types import chosen_type
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Argument, Arguments, Call, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    INT64,
    NOTHING,
    NULL_TYPE,
    UINT64,
    Array,
    Bool,
    Enum,
    FixedString,
    Float,
    Integer,
    IPv4,
    LowCardinality,
    Map,
    Nothing,
    Nullable,
    String,
    Tuple,
    Type,
    make_nullable,
    remove_low_cardinality,
)


@function(
    "tuple",
    args=(0, None),
    returns=lambda a: Tuple(tuple(x.type for x in a)),
    nulls="own",
    takes_nothing=True,
    example=("tuple(1, 'a')", "(1,'a')"),
)
def tuple_(call: Call) -> Sql:
    """The arguments as one value."""
    assert isinstance(call.result, Tuple)
    return call.result.pack(*call.sqls)


def _array_type(arguments: Sequence[Argument]) -> Type:
    return Array(chosen_type((a.type for a in arguments), arguments) if arguments else NOTHING)


@function(
    "array",
    args=(0, None),
    returns=_array_type,
    nulls="own",
    takes_nothing=True,
    example=("array(1, 2)", "[1,2]"),
)
def array(call: Call) -> Sql:
    """The arguments as an array of their common type."""
    assert isinstance(call.result, Array)
    of = call.result.of
    items = [convert(v, call.type(i), of, call.context.zone) for i, v in enumerate(call.sqls)]
    return sql.array(*items) if items else call.result.zero()


def _element_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    inner = type_.of if isinstance(type_, Array | Nullable) else type_
    if not isinstance(inner, Tuple):
        raise illegal_type(arguments.function, type_, 0)
    _check_index(arguments[1])
    if _lacks(inner, arguments):
        return arguments[2].type
    found = inner.of[_position(inner, arguments[1].value)]
    if isinstance(type_, Nullable):
        return make_nullable(found)
    return Array(found) if isinstance(type_, Array) else found


def _check_index(index: Argument) -> None:
    """A place is a number of at most 64 bits, a name is a String; neither has a NULL."""
    type_ = index.type
    wide = isinstance(type_, Integer) and type_.bits > 64
    if wide or isinstance(type_, Nullable | LowCardinality | FixedString | IPv4):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Second argument to tupleElement must be a constant UInt or String, got {type_}",
        )


def _lacks(type_: Tuple, arguments: Sequence[Argument]) -> bool:
    """Whether the third argument stands in for an element that the tuple does not have."""
    if len(arguments) < 3:
        return False
    try:
        _position(type_, arguments[1].value)
    except Error:
        return True
    return False


def _position(type_: Tuple, key: object) -> int:
    if isinstance(key, str):
        # Elements without a name have their number as one.
        names = type_.names or tuple(str(place) for place in range(1, len(type_.of) + 1))
        if key not in names:
            raise Error(Code.BAD_ARGUMENTS, f"Tuple doesn't have element with name '{key}'")
        return names.index(key)
    if isinstance(key, date):
        key = (key - date(1970, 1, 1)).days  # the number inside
    if not isinstance(key, int):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "Second argument to tupleElement must be a constant integer or a name",
        )
    number = int(key)
    if number < 0:
        number += len(type_.of) + 1
    if not 1 <= number <= len(type_.of):
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, f"Tuple doesn't have element with index '{key}'")
    return number - 1


@function(
    "tupleElement",
    refuses_null=True,
    args=(2, 3),
    returns=_element_type,
    nulls="own",
    constant_arguments=(1,),
    example=("tupleElement((1, 'a'), 2)", "a"),
)
def tuple_element(call: Call) -> Sql:
    """The element of a tuple at a place or under a name."""
    type_ = call.type(0)
    inner = type_.of if isinstance(type_, Array | Nullable) else type_
    assert isinstance(inner, Tuple)
    if _lacks(inner, call.arguments):
        return call[2]
    if isinstance(type_, Array):
        assert isinstance(type_.of, Tuple)
        place = _position(type_.of, call.value(1)) + 1
        return type_.map(call[0], lambda item: sql.field(item, place))
    return sql.field(call[0], _position(inner, call.value(1)) + 1)


def _item_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, Map):
        if not _may_be_key(type_.key, arguments[1].type):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal types of arguments: {type_}, {arguments[1].type} for function"
                " arrayElement",
            )
        return type_.value
    if not isinstance(type_, Array):
        raise illegal_type("arrayElement", type_, 0)
    place = remove_low_cardinality(arguments[1].type).inner
    several = isinstance(place, Array)
    single = place.of.inner if isinstance(place, Array) else place
    native = isinstance(single, Bool) or (isinstance(single, Integer) and single.bits <= 64)
    if not native and not isinstance(place, Nothing):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "Second argument for function arrayElement must be integer, or an array of integers,"
            f" got {arguments[1].type}",
        )
    return Array(type_.of) if several else type_.of


def _may_be_key(key: Type, given: Type) -> bool:
    """Texts are looked up by texts, integers by integers."""
    own, other = remove_low_cardinality(key).inner, remove_low_cardinality(given).inner
    if isinstance(other, String | FixedString):
        return isinstance(own, String | FixedString | Enum)
    if isinstance(own, String | FixedString):
        return isinstance(other, Nothing)
    return not (isinstance(own, Integer) and isinstance(other, Float))


@function(
    "arrayElement",
    args=2,
    returns=_item_type,
    nulls="guard",
    example=("arrayElement([5, 6], 2)", "6"),
)
def array_element(call: Call) -> Sql:
    """The element at an index from 1 (from -1 backwards), else the default; a map's value."""
    type_ = call.inner(0)
    if isinstance(type_, Array):
        array, place = call.arguments
        if place.is_constant and place.value == 0 and not array.is_constant:
            raise Error(Code.ZERO_ARRAY_OR_TUPLE_INDEX, "Array indices are 1-based")
        return _at(call, type_.of)
    assert isinstance(type_, Map)
    value = _under_key(call, type_)
    return value if type_.value.nullable else sql.coalesce(value, call.result.zero())


def _under_key(call: Call, type_: Map) -> Sql:
    """The value of the key that the second argument is, or NULL."""
    key = convert(call[1], call.type(1), type_.key, call.context.zone)
    match = sql.op("=", sql.field(sql.name("_p"), 1), key)
    found = sql.call("list_filter", call[0], sql.function(["_p"], match))
    return sql.field(sql.item(found, 1), 2)


def _at(call: Call, element: Type) -> Sql:
    """The element at a place, or those at a list of places: defaults where there is none."""
    place = call.inner(1)

    def found(at: Sql, of: Type) -> Sql:
        if of == UINT64:
            at = sql.call("least", at, INT64.maximum)  # no place is so far behind
        value = Sql(f"{call[0]}[CAST({at} AS BIGINT)]")
        return value if element.nullable else sql.coalesce(value, element.zero())

    if isinstance(place, Array):
        one = place.of
        return lists.transform(call[1], lambda at: found(at, one))
    return found(call[1], place)


def _item_or_null_type(arguments: Sequence[Argument]) -> Type:
    if arguments[1].type == NULL_TYPE:
        return NULL_TYPE
    found = _item_type(arguments)
    if isinstance(remove_low_cardinality(arguments[1].type), Array):
        assert isinstance(found, Array)
        return Array(make_nullable(found.of))
    return make_nullable(found)


@function(
    "arrayElementOrNull",
    args=2,
    returns=_item_or_null_type,
    nulls="own",
    low_cardinality=True,
    example=("arrayElementOrNull([5, 6], 3)", "\\N"),
)
def array_element_or_null(call: Call) -> Sql:
    """The element at an index, NULL beyond."""
    if call.result == NULL_TYPE:
        return sql.NULL
    type_ = call.inner(0)
    if isinstance(type_, Map):
        return _under_key(call, type_)
    assert isinstance(type_, Array)
    return _at(call, make_nullable(type_.of))
