"""NULLs and default values: told apart, replaced, compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error
from sparktree.functions.core.common_types import unmixed_type
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import (
    Argument,
    Arguments,
    Call,
    function,
    illegal_type,
    on_dictionary,
)
from sparktree.functions.logic.comparison import common_type, compare, illegal
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    NULL_TYPE,
    UINT8,
    Bool,
    Decimal,
    Enum,
    FixedString,
    Float,
    Integer,
    LowCardinality,
    Nothing,
    String,
    Tuple,
    Type,
    inside_low_cardinality,
    make_nullable,
    remove_low_cardinality,
    remove_nullable,
)
from sparktree.types.base import typed_null


@function("_null", args=(0, None), returns=NULL_TYPE, nulls="own", folds=False)
def null(call: Call) -> Sql:
    """NULL, whatever the arguments are; the planner puts it above aggregates."""
    return typed_null(NULL_TYPE.kernel)


def _null_if_type(arguments: Arguments) -> Type:
    types = [a.type.inner for a in arguments]
    texts = [isinstance(type_, String | FixedString) for type_ in types]
    numbers = [isinstance(type_, Integer | Float | Decimal | Bool) for type_ in types]
    if any(texts) and any(numbers):
        raise Error(
            Code.NO_COMMON_TYPE,
            f"There is no supertype for types {types[0]}, {types[1]} because some of them are"
            " String/FixedString/Enum and some of them are not",
        )
    first = make_nullable(remove_low_cardinality(arguments[0].type))
    if not first.nullable:
        raise illegal_type(arguments.function, first)
    listed = on_dictionary(arguments) and inside_low_cardinality(first)
    return LowCardinality(first) if listed else first


@function(
    "nullIf",
    args=2,
    returns=_null_if_type,
    nulls="own",
    any_case=True,
    example=("nullIf(1, 1)", "\\N"),
)
def null_if(call: Call) -> Sql:
    """NULL if the arguments are equal, else the first."""
    if call.type(0) == NULL_TYPE or call.type(1) == NULL_TYPE:
        return call[0]
    same = compare(replace(call, name="equals"), "=")
    return sql.case((same, sql.NULL), otherwise=call[0])


def _zero_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type.inner, Integer | Float | Decimal | Bool | Nothing):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"The argument of function {arguments.function} must have simple numeric type,"
            " possibly Nullable or Null",
        )
    type_ = arguments[0].type.inner
    if isinstance(type_, Decimal) or (isinstance(type_, Integer) and type_.bits > 64):
        raise Error(Code.ILLEGAL_COLUMN, f"Illegal column {type_} of function {arguments.function}")
    return UINT8


@function(
    "isZeroOrNull",
    returns=_zero_type,
    nulls="own",
    low_cardinality=True,
    condition=True,
    takes_nothing=True,
    example=("isZeroOrNull(0)", "1"),
)
def is_zero_or_null(call: Call) -> Sql:
    """Whether the argument is zero or NULL."""
    if call.type(0) == NULL_TYPE:
        return sql.TRUE
    zero = sql.op("=", call[0], call.inner(0).default())
    return sql.op("OR", sql.is_null(call[0]), zero) if call.type(0).nullable else zero


def _compared(arguments: Arguments) -> Type:
    name = arguments.function
    left, right = (a.type for a in arguments)
    if NULL_TYPE not in (left, right):
        if not _both_text_or_none(left.inner, right.inner):
            raise illegal(left, right, name)
        common_type(left.inner, right.inner, name)
    return UINT8


def _both_text_or_none(left: Type, right: Type) -> bool:
    """Whether no text would have to be read as a value of another type; names of enums are text."""
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        pairs = zip(left.of, right.of, strict=False)
        return all(_both_text_or_none(a.inner, b.inner) for a, b in pairs)
    if isinstance(left, Enum) or isinstance(right, Enum):
        return True
    return isinstance(left, String | FixedString) == isinstance(right, String | FixedString)


def _same(call: Call) -> Sql:
    """Whether two values are equal, NULL being equal to NULL alone."""
    nulls = [sql.is_null(call[i]) if call.type(i).nullable else sql.FALSE for i in (0, 1)]
    if NULL_TYPE in (call.type(0), call.type(1)):
        return sql.op("AND", *nulls)
    equal = sql.coalesce(compare(replace(call, name="equals"), "="), False)
    return sql.case((sql.op("AND", *nulls), sql.TRUE), otherwise=equal)


@function(
    "isNotDistinctFrom",
    args=2,
    returns=_compared,
    nulls="own",
    low_cardinality=True,
    condition=True,
    example=("isNotDistinctFrom(NULL, NULL)", "1"),
)
def is_not_distinct_from(call: Call) -> Sql:
    """Whether two values are equal, NULL being equal to NULL."""
    return _same(call)


@function(
    "isDistinctFrom",
    args=2,
    returns=_compared,
    nulls="own",
    low_cardinality=True,
    condition=True,
    example=("isDistinctFrom(1, NULL)", "1"),
)
def is_distinct_from(call: Call) -> Sql:
    """Whether two values differ, NULL being equal to NULL."""
    return sql.op("NOT", _same(call))


def _first_type(arguments: Sequence[Argument]) -> Type:
    return unmixed_type(a.type for a in arguments)


@function(
    "firstNonDefault",
    any_case=True,
    args=(1, None),
    returns=_first_type,
    nulls="own",
    example=("firstNonDefault(0, 5)", "5"),
)
def first_non_default(call: Call) -> Sql:
    """The first argument that is neither NULL nor its type's default value, else the last."""
    values = [
        convert(call[i], call.type(i), call.result, call.context.zone) for i in range(len(call))
    ]
    empty = remove_nullable(call.result).default()
    wanted = [  # of a Nullable type NULL is the default value
        (sql.op("NOT", sql.is_null(v)) if call.type(i).nullable else sql.op("<>", v, empty), v)
        for i, v in enumerate(values[:-1])
    ]
    return sql.case(*wanted, otherwise=values[-1]) if wanted else values[0]
