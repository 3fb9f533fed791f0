"""Tuples as such: joined, with their names, flattened."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import Argument, Arguments, Call, function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    STRING,
    Array,
    Map,
    Nullable,
    Tuple,
    Type,
    make_nullable,
    remove_nullable,
)


def tuple_at(name: str, arguments: Sequence[Argument], position: int) -> Tuple:
    type_ = remove_nullable(arguments[position].type)
    if not isinstance(type_, Tuple):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Argument {position} of function {name} should be tuples, got {type_}",
        )
    return type_


def _joined_type(arguments: Arguments) -> Type:
    tuples = [tuple_at(arguments.function, arguments, i) for i in range(len(arguments))]
    joined = Tuple(tuple(t for one in tuples for t in one.of))
    return make_nullable(joined) if any(a.type.nullable for a in arguments) else joined


@function(
    "tupleConcat",
    args=(1, None),
    returns=_joined_type,
    nulls="own",
    example=("tupleConcat((1, 2), ('a',))", "(1,2,'a')"),
)
def tuple_concat(call: Call) -> Sql:
    """The elements of the tuples as one tuple."""
    result = remove_nullable(call.result)
    assert isinstance(result, Tuple)
    values = [
        sql.field(call[i], n + 1)
        for i in range(len(call))
        for n in range(len(tuple_at(call.name, call.arguments, i).of))
    ]
    nulls = [sql.is_null(call[i]) for i in range(len(call)) if call.type(i).nullable]
    joined = result.pack(*values)
    return sql.case((sql.any_of(nulls), sql.NULL), otherwise=joined) if nulls else joined


def names_of(type_: Tuple) -> list[str]:
    """The names of a tuple's elements; numbers for those without."""
    return list(type_.names or (str(i + 1) for i in range(len(type_.of))))


@function(
    "tupleNames",
    returns=lambda a: (tuple_at("tupleNames", a, 0), Array(STRING))[1],
    nulls="own",
    refuses_null=True,
    takes_nothing=True,
    example=("tupleNames((1, 2))", "['1','2']"),
)
def tuple_names(call: Call) -> Sql:
    """The names of a tuple's elements."""
    names = names_of(tuple_at(call.name, call.arguments, 0))
    return sql.array(*(sql.string(name) for name in names))


def _named_type(arguments: Arguments) -> Type:
    type_ = tuple_at(arguments.function, arguments, 0)
    if not type_.of:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"The argument tuple for function {arguments.function} must not be empty",
        )
    if any(element != type_.of[0] for element in type_.of):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"The argument of function {arguments.function} should be a tuple with elements of one"
            " type",
        )
    nullable = arguments[0].type.nullable and not isinstance(type_.of[0], Array | Map)
    return Array(Tuple((STRING, make_nullable(type_.of[0]) if nullable else type_.of[0])))


@function(
    "tupleToNameValuePairs",
    refuses_null=True,
    returns=_named_type,
    nulls="own",
    example=("tupleToNameValuePairs((1, 2))", "[('1',1),('2',2)]"),
)
def tuple_to_name_value_pairs(call: Call) -> Sql:
    """The names and values of a tuple's elements."""
    assert isinstance(call.result, Array) and isinstance(call.result.of, Tuple)
    names, element = names_of(tuple_at(call.name, call.arguments, 0)), call.result.of.of[1]
    fields = [sql.field(call[0], i) for i in range(1, len(names) + 1)]
    if not element.nullable:
        fields = [sql.coalesce(field, element.default()) for field in fields]
    pairs = [sql.struct(sql.string(n), v) for n, v in zip(names, fields, strict=True)]
    return sql.cast(sql.array(*pairs), call.result.kernel)


def _leaves(type_: Type, value: Sql, path: str) -> list[tuple[str, Type, Sql]]:
    if not isinstance(type_, Tuple):
        return [(path, type_, value)]
    found = []
    for i, (name, element) in enumerate(zip(names_of(type_), type_.of, strict=True), 1):
        inner = f"{path}.{name}" if path else name
        found += _leaves(element, sql.field(value, i), inner)
    return found


def _flat_type(arguments: Arguments) -> Type:
    type_ = tuple_at(arguments.function, arguments, 0)
    nullable = arguments[0].type.nullable
    if type_.names is None:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Tuple argument for function 'flattenTuple' must be named. Got '{type_}'",
        )
    leaves = _leaves(type_, Sql(""), "")
    flat = Tuple(tuple(t for _, t, _ in leaves), tuple(name for name, _, _ in leaves))
    return Nullable(flat) if nullable else flat


@function(
    "flattenTuple",
    refuses_null=True,
    returns=_flat_type,
    nulls="own",
    example=(
        "flattenTuple((1 AS a, (2, 3))::Tuple(a UInt8, b Tuple(c UInt8, d UInt8)))",
        "(1,2,3)",
    ),
)
def flatten_tuple(call: Call) -> Sql:
    """The elements of nested tuples as one tuple."""
    flat = call.result.inner
    assert isinstance(flat, Tuple)
    packed = flat.pack(*(v for _, _, v in _leaves(remove_nullable(call.type(0)), call[0], "")))
    if not call.type(0).nullable:
        return packed
    return sql.case((sql.is_null(call[0]), sql.NULL), otherwise=packed)
