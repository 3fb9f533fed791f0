"""Arrays cut, turned and ranked: shingles, transposition, the greatest and the least elements."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.arrays.higher_order import (
    Rows,
    element_types,
    has_lambda,
    plain_arrays,
    rows_of,
    sorted_rows,
)
from sparktree.functions.core import lists
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Argument, Arguments, Call, function
from sparktree.functions.core.number_types import is_native
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import INT64, UINT64, Array, Bool, Integer, Type, remove_nullable

# --- shingles -------------------------------------------------------------------------------------


def _shingles_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, Array):
        raise wrong(arguments.function, 0, arguments[0], "array", "Array")
    if not isinstance(arguments[1].type, Integer | Bool):
        raise wrong(arguments.function, 1, arguments[1], "length", "Integer")
    if arguments[0].is_constant and not arguments[1].is_constant:
        message = "Length of function arrayShingles must be constant beside a constant array"
        raise Error(Code.ILLEGAL_COLUMN, message)
    if isinstance(arguments[1].type, Integer) and arguments[1].type.bits > 64:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Illegal type {arguments[1].type} of the length of function {arguments.function}",
        )
    return Array(arguments[0].type)


@function(
    "arrayShingles",
    args=2,
    returns=_shingles_type,
    example=("arrayShingles([1, 2, 3, 4], 3)", "[[1,2,3],[2,3,4]]"),
)
def array_shingles(call: Call) -> Sql:
    """All pieces of so many neighbouring elements."""
    what = "Shingle argument of function arrayShingles must"
    too_small = refusal(Code.BAD_ARGUMENTS, f"{what} be a positive integer")
    too_large = refusal(Code.BAD_ARGUMENTS, f"{what} less or equal than the array length")

    def pieces(array: Sql, length: Sql) -> Sql:
        firsts = Sql(f"range(1, len({array}) - {length} + 2)")
        made = lists.transform(firsts, lambda n: Sql(f"{array}[{n}:{n} + {length} - 1]"))
        return sql.case(
            (sql.is_null(array), sql.NULL),
            (sql.is_null(length), sql.NULL),
            (sql.op("<=", length, 0), too_small),
            (sql.op(">", length, lists.size(array)), too_large),
            otherwise=made,
        )

    length = convert(call[1], call.inner(1), INT64)
    return sql.bound(call[0], lambda a: sql.bound(length, lambda n: pieces(a, n)))


# --- one value for each element -------------------------------------------------------------------


def _replicated_type(arguments: Arguments) -> Type:
    for place, argument in enumerate(arguments[1:], 1):
        if not isinstance(argument.type, Array):
            raise wrong(arguments.function, min(place, 4), argument, "array", "Array")
    return Array(arguments[0].type)


@function(
    "replicate",
    args=(2, None),
    returns=_replicated_type,
    nulls="own",
    refuses_null=True,
    example=("replicate(1, ['a', 'b'])", "[1,1]"),
)
def replicate(call: Call) -> Sql:
    """The value as often as the array has elements."""
    return lists.transform(call[1], lambda _: call[0])


# --- rows and columns -----------------------------------------------------------------------------


def _transposed_type(arguments: Arguments) -> Type:
    type_ = arguments[0].type
    if not isinstance(type_, Array) or not isinstance(type_.of, Array):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Argument of function {arguments.function} must be Array(Array(T)), got {type_}",
        )
    return type_


@function(
    "arrayTranspose",
    returns=_transposed_type,
    example=("arrayTranspose([[1, 2], [3, 4]])", "[[1,3],[2,4]]"),
)
def array_transpose(call: Call) -> Sql:
    """The columns of an array of rows of one size."""
    uneven = refusal(
        Code.SIZES_OF_ARRAYS_DONT_MATCH,
        f"All inner arrays in argument of function {call.name} must have equal sizes",
    )

    def turned(rows: Sql) -> Sql:
        sizes = lists.transform(rows, lists.size)
        places = Sql(f"range(1, coalesce(len({rows}[1]), 0) + 1)")
        columns = lists.transform(
            places, lambda n: lists.transform(rows, lambda row: sql.item(row, n))
        )
        return sql.case((Sql(f"len(list_distinct({sizes})) > 1"), uneven), otherwise=columns)

    return sql.bound(call[0], turned)


def _flattened_type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, Array):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[0].type} of argument of function {arguments.function},"
            " expected Array",
        )
    return UINT64


@function(
    "arrayFlattenedLength",
    returns=_flattened_type,
    example=("arrayFlattenedLength([[1, 2], [3]])", "3"),
)
def array_flattened_length(call: Call) -> Sql:
    """How many elements the arrays inside of an array have, at any depth."""
    flat, type_ = call[0], call.inner(0)
    assert isinstance(type_, Array)
    while isinstance(type_.of, Array):
        flat, type_ = sql.call("flatten", flat), type_.of
    return sql.cast(lists.size(flat), "UBIGINT")


# --- the greatest and the least -------------------------------------------------------------------


def _best(name: str, word: str, *, descending: bool, shown: str) -> None:
    def plain(arguments: Sequence[Argument]) -> list[Argument]:
        return [a for a in arguments if a.parameters is None]

    def parameters(arguments: Sequence[Argument]) -> tuple[Type, ...]:
        return element_types(name)(plain(arguments)[1:])

    def returns(arguments: Sequence[Argument]) -> Type:
        count, *arrays = plain(arguments)
        if not arrays:
            raise Error(
                Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
                f"Function {name} needs at least 2 arguments, passed {len(arguments)}",
            )
        first = plain_arrays(name, arrays)[0].type
        if not is_native(count.type):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {count.type} of the K argument of function {name} (must be a native"
                " integer: UInt8/16/32/64 or Int8/16/32/64)",
            )
        assert isinstance(first, Array)
        return Array(remove_nullable(first.of))

    def lower(call: Call) -> Sql:
        start = 1 if has_lambda(call.arguments) else 0
        rows, count = rows_of(call, skip=1), call[start]
        array = call.inner(start + 1)
        assert isinstance(array, Array)
        type_ = call.type(0) if start else array.of
        kept = lists.filtered(
            rows.values,
            lambda row: Sql(f"({rows.value(row)} IS NOT NULL AND {rows.first(row)} IS NOT NULL)"),
        )
        ordered = sorted_rows(
            Rows(rows.call, kept, rows.count, rows.body), type_, descending=descending
        )
        negative = refusal(
            Code.BAD_ARGUMENTS, f"Argument K of function {name} must be non-negative, got ",
            sql.cast(count, "VARCHAR"),
        )  # fmt: skip
        last = sql.cast(Sql(f"least({count}, {1 << 62})"), "BIGINT")
        nulls = sql.any_of(sql.is_null(value) for value in call.sqls[start : start + 2])
        return sql.case(
            (nulls, sql.NULL),
            (sql.op("<", count, 0), negative),
            otherwise=sql.call("list_slice", ordered, 1, last),
        )

    lower.__doc__ = (
        f"The {word} elements, as many as asked for, by themselves or by the lambda's values;"
        " NULL is left out."
    )
    function(
        name, args=(1, None), returns=returns, low_cardinality=False,
        lambda_parameters=parameters, example=(f"{name}(3, [1, 5, 2, 7, 3])", shown),
    )(lower)  # fmt: skip


_best("arrayTopK", "greatest", descending=True, shown="[7,5,3]")
_best("arrayBottomK", "least", descending=False, shown="[1,2,3]")
