"""Lists of the kernel: elements changed, chosen and found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sparktree.errors import Code, Error
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Argument, Arguments, Call
from sparktree.kernel import sql
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    Array,
    Float,
    Nothing,
    Type,
    least_supertype,
    remove_low_cardinality,
    remove_nullable,
)


def transform(values: Sql, body: Callable[[Sql], Sql]) -> Sql:
    """The list with every element changed."""
    return sql.call("list_transform", values, sql.closure(body))


def transform_at(values: Sql, body: Callable[[Sql, Sql], Sql]) -> Sql:
    """As `transform`; the body gets the place of the element, from 1, as well."""
    return sql.call("list_transform", values, sql.closure(body, 2))


def filtered(values: Sql, condition: Callable[[Sql], Sql]) -> Sql:
    """The elements for which the condition holds."""
    return sql.call("list_filter", values, sql.closure(condition))


def filtered_at(values: Sql, condition: Callable[[Sql, Sql], Sql]) -> Sql:
    """As `filtered`; the condition gets the place of the element as well."""
    return sql.call("list_filter", values, sql.closure(condition, 2))


def reduced(values: Sql, step: Callable[[Sql, Sql], Sql], *start: Sql) -> Sql:
    """What steps from element to element make of the start, or of the first element."""
    return sql.call("list_reduce", values, sql.closure(step, 2), *start)


def unique(values: Sql) -> Sql:
    """The different elements in their order, NULL as one of them."""

    def distinct(v: Sql) -> Sql:
        return filtered_at(v, lambda item, place: Sql(f"(list_position({v}, {item}) = {place})"))

    return sql.bound(values, distinct)


def size(values: Sql) -> Sql:
    """The number of elements, BIGINT."""
    return sql.call("len", values)


def among(values: Sql, value: Sql) -> Sql:
    """Whether the list has the value; NULL is like any other."""
    return Sql(f"(list_position({values}, {value}) IS NOT NULL)")


def findable(value: Sql, type_: Type) -> list[Sql]:
    """What must be true of a value for elements to be equal to it: NaN is equal to nothing."""
    if not isinstance(type_.inner, Float):
        return []
    return [Sql(f"(NOT isnan(coalesce({value}, 0)))")]


def failing(code: Code, message: str, kernel: str) -> Sql:
    """Raises an error where a value is expected."""
    return sql.cast(sql.call("error", sql.string(raising(code, message))), kernel)


def at_most(count: Sql, most: int, code: Code, message: str) -> Sql:
    """A number of elements; more than so many are an error before any memory is asked for."""
    return sql.case((sql.op(">", count, most), failing(code, message, "BIGINT")), otherwise=count)


_MOST_ELEMENTS = 1 << 30


def array_size(count: Sql) -> Sql:
    """The size of an array, if ClickHouse allows it."""
    message = f"Too large array size, maximum: {_MOST_ELEMENTS}"
    return at_most(count, _MOST_ELEMENTS, Code.TOO_LARGE_ARRAY_SIZE, message)


# --- types ------------------------------------------------------------------------------------


def array_at(name: str, arguments: Sequence[Argument], position: int) -> Array:
    """The array type of an argument, or ClickHouse's error."""
    type_ = remove_low_cardinality(arguments[position].type)
    if not isinstance(type_, Array):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Argument {position} for function {name} must be an array but it has type {type_}",
        )
    return type_


def same_array(arguments: Arguments) -> Type:
    """The rule of functions that give an array of the same type as they get."""
    return array_at(arguments.function, arguments, 0)


def common_element(name: str, arguments: Sequence[Argument], positions: Sequence[int]) -> Type:
    """The type that the elements of all these arrays fit."""
    return least_supertype(array_at(name, arguments, p).of for p in positions)


def as_array(call: Call, position: int, element: Type) -> Sql:
    """An array argument with elements of another type."""
    type_ = call.type(position)
    return convert(call[position], remove_low_cardinality(type_), Array(element), call.context.zone)


def as_element(call: Call, position: int, element: Type) -> Sql:
    """An argument as an element of an array, or of another container."""
    return convert(call[position], call.type(position), element, call.context.zone)


def is_empty_type(type_: Type) -> bool:
    """Whether the array is the literal [], whose elements have no type."""
    return isinstance(type_, Array) and isinstance(remove_nullable(type_.of), Nothing)


# --- arrays side by side ------------------------------------------------------------------------


def zipped(name: str, values: Sequence[Sql], *, first: int = 1) -> Sql:
    """Arrays of one size as a list of rows; fields by place: `row[1]`, `row[2]`, ..."""
    if len(values) == 1:
        return values[0]
    sizes = [size(value) for value in values]
    same = sql.all_of(sql.op("=", sizes[0], other) for other in sizes[1:])
    together = sql.call("list_zip", *values)
    message = raising(
        Code.SIZES_OF_ARRAYS_DONT_MATCH, f"Arrays passed to {name} must have equal size"
    )
    return sql.case((same, together), otherwise=sql.call("error", sql.string(message)))


def fields(row: Sql, count: int) -> list[Sql]:
    """The values of a row that `zipped` made."""
    return [row] if count == 1 else [Sql(f"{row}[{i + 1}]") for i in range(count)]
