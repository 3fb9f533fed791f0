"""Arrays as sets and sequences: distinct elements, intersections, numbering."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core import lists
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Argument, Arguments, Call, Rule, function, illegal_type
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import (
    BOOL,
    UINT8,
    UINT32,
    Array,
    Map,
    Nothing,
    String,
    Tuple,
    Type,
    make_nullable,
    remove_low_cardinality,
    remove_nullable,
)


def _same(arguments: Arguments) -> Type:
    return lists.array_at(arguments.function, arguments, 0)


def first_ones(values: Sql) -> Sql:
    """The elements at the first place where they stand, without NULL."""

    def distinct(v: Sql) -> Sql:
        return lists.filtered_at(
            v,
            lambda item, place: Sql(
                f"({item} IS NOT NULL AND list_position({v}, {item}) = {place})"
            ),
        )

    return sql.bound(values, distinct)


def _distinct_type(arguments: Arguments) -> Type:
    element = remove_low_cardinality(lists.array_at(arguments.function, arguments, 0).of)
    return Array(element if isinstance(element.inner, Nothing) else remove_nullable(element))


@function("arrayDistinct", returns=_distinct_type, example=("arrayDistinct([1, 2, 1])", "[1,2]"))
def array_distinct(call: Call) -> Sql:
    """The different elements."""
    return first_ones(call[0])


def _any_arrays(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        for position in range(len(arguments)):
            lists.array_at(arguments.function, arguments, position)
        return result

    return returns


@function(
    "arrayUniq",
    args=(1, None),
    returns=_any_arrays(UINT32),
    example=("arrayUniq([1, 2, 1])", "2"),
)
def array_uniq(call: Call) -> Sql:
    """The number of different elements, or of different rows of several arrays."""
    rows = lists.zipped(call.name, call.sqls)
    marked = lists.transform(rows, lambda row: sql.struct(row))
    return sql.cast(sql.call("len", sql.call("list_distinct", marked)), "UINTEGER")


@function(
    "arrayCompact",
    returns=_same,
    too_many=Code.ILLEGAL_TYPE_OF_ARGUMENT,
    example=("arrayCompact([1, 1, 2])", "[1,2]"),
)
def array_compact(call: Call) -> Sql:
    """The array without elements equal to the one before."""

    def compact(v: Sql) -> Sql:
        return lists.filtered_at(
            v, lambda item, place: Sql(f"({place} = 1 OR {item} IS DISTINCT FROM {v}[{place} - 1])")
        )

    return sql.bound(call[0], compact)


# --- numbering ----------------------------------------------------------------------------------


@function(
    "arrayEnumerate",
    returns=_any_arrays(Array(UINT32)),
    example=("arrayEnumerate([5, 6])", "[1,2]"),
)
def array_enumerate(call: Call) -> Sql:
    """The places of the elements."""
    return lists.transform_at(call[0], lambda _, place: sql.cast(place, "UINTEGER"))


@function(
    "arrayEnumerateUniq",
    args=(1, None),
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    returns=_any_arrays(Array(UINT32)),
    example=("arrayEnumerateUniq([5, 6, 5])", "[1,1,2]"),
)
def array_enumerate_uniq(call: Call) -> Sql:
    """For every element, how many equal ones have come so far."""

    def numbered(rows: Sql) -> Sql:
        def count(row: Sql, place: Sql) -> Sql:
            before = Sql(f"{rows}[1:{place}]")
            same = lists.filtered(before, lambda v: Sql(f"({v} IS NOT DISTINCT FROM {row})"))
            return sql.cast(sql.call("len", same), "UINTEGER")

        return lists.transform_at(rows, count)

    return sql.bound(lists.zipped(call.name, call.sqls), numbered)


@function(
    "arrayEnumerateDense",
    args=(1, None),
    too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    returns=_any_arrays(Array(UINT32)),
    example=("arrayEnumerateDense([5, 6, 5])", "[1,2,1]"),
)
def array_enumerate_dense(call: Call) -> Sql:
    """For every element, the number of its value in the order of appearance."""

    def numbered(rows: Sql) -> Sql:
        firsts = lists.filtered_at(
            rows, lambda row, place: Sql(f"(list_position({rows}, {row}) = {place})")
        )

        def number(known: Sql) -> Sql:
            return lists.transform(
                rows, lambda row: sql.cast(sql.call("list_position", known, row), "UINTEGER")
            )

        return sql.bound(firsts, number)

    return sql.bound(lists.zipped(call.name, call.sqls), numbered)


# --- side by side -------------------------------------------------------------------------------


def _zip_type(*, nullable: bool = False) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        of = [lists.array_at(name, arguments, i).of for i in range(len(arguments))]
        if nullable and any(isinstance(t, Array | Map) for t in of):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Elements of function {name} cannot be Nullable"
            )
        return Array(Tuple(tuple(make_nullable(t) if nullable else t for t in of)))

    return returns


@function(
    "arrayZip",
    args=(0, None),
    returns=_zip_type(),
    example=("arrayZip([1, 2], ['a', 'b'])", "[(1,'a'),(2,'b')]"),
)
def array_zip(call: Call) -> Sql:
    """Arrays of one size as an array of tuples."""
    return _zipped(call, call.sqls)


def _zipped(call: Call, arrays: Sequence[Sql]) -> Sql:
    assert isinstance(call.result, Array) and isinstance(call.result.of, Tuple)
    row = call.result.of
    if not arrays:
        return sql.cast(Sql("[]"), call.result.kernel)
    rows = lists.zipped(call.name, arrays)
    return lists.transform(rows, lambda item: row.pack(*lists.fields(item, len(arrays))))


def _nested_names(first: Argument) -> tuple[tuple[str, ...], int]:
    """The names of columns, and in how many arrays they stand."""
    if not isinstance(first.type, Array):
        raise wrong("nested", 0, first, "column_names", "const Array(String)")
    if not first.is_constant:
        raise Error(
            Code.ILLEGAL_COLUMN,
            "A value of illegal type was provided as 1st argument 'column_names' to function"
            f" 'nested'. Expected: const Array(String), got: {first.type}",
        )
    type_, names, depth = first.type, first.value, 1
    while isinstance(type_.of, Array):
        assert isinstance(names, list)
        if len(names) != 1:
            raise Error(
                Code.BAD_ARGUMENTS,
                "First argument for function nested must be constant column with N-dimensional"
                " array of strings, where the all arrays except the most inner one must have"
                f" size = 1. The size of array at depth {depth} is {len(names)}",
            )
        type_, names, depth = type_.of, names[0], depth + 1
    if not isinstance(type_.of, String):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "First argument for function nested must be constant array of strings, got"
            f" {first.type}",
        )
    assert isinstance(names, list)
    return tuple(str(name) for name in names), depth


def _nested_type(arguments: Arguments) -> Type:
    for position, argument in enumerate(arguments[1:], 1):
        if not isinstance(argument.type, Array):
            raise illegal_type(arguments.function, argument.type, position)
    names, depth = _nested_names(arguments[0])
    if len(names) != len(arguments) - 1:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Size of nested names array for function {arguments.function} does not match arrays"
            f" arguments size. Actual {len(names)}. Expected {len(arguments) - 1}",
        )
    if "" in names:
        raise Error(Code.BAD_ARGUMENTS, "Names of tuple elements cannot be empty")
    if len({*names}) < len(names):
        raise Error(Code.DUPLICATE_COLUMN, "Names of tuple elements must be unique")
    types = [argument.type for argument in arguments[1:]]
    for level in range(depth):
        if not all(isinstance(type_, Array) for type_ in types):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Arguments for function {arguments.function} must be {depth}-dimensional arrays,"
                f" not {level}",
            )
        types = [type_.of for type_ in types]  # type: ignore[attr-defined]
    result: Type = Tuple(tuple(types), names)
    for _ in range(depth):
        result = Array(result)
    return result


@function(
    "nested",
    args=(2, None),
    returns=_nested_type,
    example=("nested(['a', 'b'], [1, 2], ['x', 'y'])", "[(1,'x'),(2,'y')]"),
)
def nested(call: Call) -> Sql:
    """Arrays of one size as an array of tuples with names, as columns of type Nested are."""
    return _nested_rows(call, call.sqls[1:], call.result)


def _nested_rows(call: Call, arrays: Sequence[Sql], type_: Type) -> Sql:
    if isinstance(type_, Tuple):
        return type_.pack(*arrays)
    assert isinstance(type_, Array)
    of = type_.of
    rows = lists.zipped(call.name, arrays)
    return lists.transform(rows, lambda row: _nested_rows(call, lists.fields(row, len(arrays)), of))


@function(
    "arrayZipUnaligned",
    args=(0, None),
    returns=_zip_type(nullable=True),
    example=("arrayZipUnaligned([1], ['a', 'b'])", "[(1,'a'),(NULL,'b')]"),
)
def array_zip_unaligned(call: Call) -> Sql:
    """Arrays as an array of tuples, shorter ones filled up with NULL."""
    if not call.sqls:
        return sql.cast(Sql("[]"), call.result.kernel)
    return sql.cast(sql.call("list_zip", *call.sqls), call.result.kernel)


# --- sets ---------------------------------------------------------------------------------------


def _except_type(arguments: Arguments) -> Type:
    left, right = (lists.array_at(arguments.function, arguments, n).of.inner for n in range(2))
    if left != right and {left, right} != {BOOL, UINT8}:
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            "Function arrayExcept requires both arrays to have exactly the same element type."
            f" Got Array({left}) and Array({right})",
        )
    return _same(arguments)


@function(
    "arrayExcept",
    args=2,
    returns=_except_type,
    example=("arrayExcept([1, 2], [2])", "[1]"),
)
def array_except(call: Call) -> Sql:
    """The elements of the first array that the second one lacks."""
    return lists.filtered(call[0], lambda v: sql.op("NOT", lists.among(call[1], v)))
