"""if, multiIf and what deals with NULL."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core.common_types import chosen_type
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    function,
    is_condition,
    on_dictionary,
)
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    NULL_TYPE,
    UINT8,
    AggregateFunction,
    Array,
    FixedString,
    LowCardinality,
    Map,
    Nullable,
    String,
    Tuple,
    Type,
    Variant,
    inside_low_cardinality,
    make_nullable,
    remove_low_cardinality,
    remove_nullable,
    without_dictionaries,
)


def _if_type(arguments: Arguments) -> Type:
    if not is_condition(arguments[0].type):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[0].type} of first argument (condition) of function"
            f" {arguments.function}."
            " Must be UInt8",
        )
    return chosen_type((remove_low_cardinality(a.type) for a in arguments[1:]), arguments)


def _as_result(call: Call, position: int) -> Sql:
    return convert(call[position], _chosen(call, position), call.result, call.context.zone)


def _chosen(call: Call, position: int) -> Type:
    """The type of what may be chosen: a Variant of choices has none with dictionaries inside."""
    type_ = call.type(position)
    return without_dictionaries(type_) if isinstance(call.result, Variant) else type_


@function(
    "if",
    args=3,
    returns=_if_type,
    nulls="own",
    refuses_null=True,
    any_case=True,
    takes_nothing=True,
    example=("if(1, 'yes', 'no')", "yes"),
)
def condition(call: Call) -> Sql:
    """The second argument where the first is non-zero, else the third; NULL counts as zero."""
    then, otherwise = (_with_zeros(call, position, call.result) for position in (1, 2))
    return sql.case((call.condition(0), then), otherwise=otherwise)


def _with_zeros(call: Call, position: int, result: Type) -> Sql:
    """The argument as the result's type; a FixedString keeps its zeros, which CAST cuts off."""
    if isinstance(call.inner(position), FixedString) and isinstance(result.inner, String):
        return call[position]
    type_ = _chosen(call, position)
    source = make_nullable(type_) if result.nullable else type_
    return convert(call[position], source, result, call.context.zone)


def _multi_if_type(arguments: Arguments) -> Type:
    if len(arguments) % 2 == 0:
        message = "Invalid number of arguments for function multiIf"
        raise Error(Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH, message)
    for argument in arguments[:-1:2]:
        if not is_condition(argument.type):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {argument.type} of argument (condition) of function"
                f" {arguments.function}."
                " Must be UInt8",
            )
    values = [*arguments[1::2], arguments[-1]]
    return chosen_type((remove_low_cardinality(a.type) for a in values), arguments)


@function(
    "multiIf",
    args=(3, None),
    returns=_multi_if_type,
    nulls="own",
    refuses_null=True,
    aliases=("caseWithoutExpression", "caseWithoutExpr"),
    takes_nothing=True,
    example=("multiIf(0, 'a', 1, 'b', 'c')", "b"),
)
def multi_if(call: Call) -> Sql:
    """The value behind the first condition that is non-zero, else the last argument."""
    last = len(call) - 1
    branches = [(call.condition(i), _as_result(call, i + 1)) for i in range(0, last, 2)]
    return sql.case(*branches, otherwise=_as_result(call, last))


@function(
    "isNull",
    returns=UINT8,
    nulls="own",
    condition=True,
    any_case=True,
    example=("isNull(NULL)", "1"),
)
def is_null(call: Call) -> Sql:
    """Whether the value is NULL."""
    return sql.is_null(call[0]) if call.type(0).nullable else sql.FALSE


@function(
    "isNotNull",
    returns=UINT8,
    nulls="own",
    condition=True,
    example=("isNotNull(1)", "1"),
)
def is_not_null(call: Call) -> Sql:
    """Whether the value is not NULL."""
    return sql.op("NOT", sql.is_null(call[0])) if call.type(0).nullable else sql.TRUE


def _useful(types: Sequence[Type]) -> list[int]:
    """Where values can come from: no literal NULL, nothing behind what is never NULL."""
    found = []
    for position, type_ in enumerate(types):
        if type_ != NULL_TYPE:
            found.append(position)
        if not type_.nullable:
            break
    return found or [0]


def _coalesce_type(arguments: Sequence[Argument]) -> Type:
    if not arguments:
        return NULL_TYPE
    types = [remove_low_cardinality(a.type) for a in arguments]
    useful = [types[i] for i in _useful(types)]
    common = chosen_type(useful, arguments)
    if any(not type_.nullable for type_ in useful):
        common = remove_nullable(common)
    low = on_dictionary(arguments) and inside_low_cardinality(common)
    return LowCardinality(common) if low else common


@function(
    "coalesce",
    args=(0, None),
    returns=_coalesce_type,
    nulls="own",
    any_case=True,
    example=("coalesce(NULL, 2)", "2"),
)
def coalesce(call: Call) -> Sql:
    """The first argument that is not NULL."""
    if not call.sqls:
        return sql.NULL
    wide = make_nullable(call.result)
    kept = _useful([argument.type for argument in call.arguments])
    values = [_with_zeros(call, i, wide) for i in kept]
    return sql.coalesce(*values) if len(values) > 1 else values[0]


@function(
    "ifNull",
    args=2,
    returns=_coalesce_type,
    nulls="own",
    any_case=True,
    example=("ifNull(NULL, 2)", "2"),
)
def if_null(call: Call) -> Sql:
    """The first argument, or the second where the first is NULL."""
    return coalesce(call)


@function(
    "assumeNotNull",
    returns=lambda a: remove_nullable(a[0].type),
    nulls="own",
    example=("assumeNotNull(toNullable(1))", "1"),
)
def assume_not_null(call: Call) -> Sql:
    """The value as one that cannot be NULL; the default value in the place of a NULL."""
    return sql.coalesce(call[0], call.result.default()) if call.type(0).nullable else call[0]


def _nullable_type(arguments: Sequence[Argument]) -> Type:
    type_ = arguments[0].type
    if isinstance(type_, Array | Map | AggregateFunction | Variant):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Nested type {type_} cannot be inside Nullable type"
        )
    return Nullable(type_) if isinstance(type_, Tuple) else make_nullable(type_)


@function(
    "toNullable",
    returns=_nullable_type,
    nulls="own",
    takes_nothing=True,
    example=("toNullable(10)", "10"),
)
def to_nullable(call: Call) -> Sql:
    """The value with a type that has NULL."""
    return call[0]
