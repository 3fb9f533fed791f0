"""Constants in the form that parts store, so that they hash as stored values do."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from sparktree.errors import Error
from sparktree.functions.core.declare import QueryContext
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.planner import calls
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import Constant, Expr
from sparktree.planner.lower import fold
from sparktree.types import (
    STRING,
    Array,
    FixedString,
    String,
    Type,
    remove_low_cardinality,
    remove_nullable,
)
from sparktree.types.literal import literal


def solid_type(type_: Type) -> Type:
    """The type without NULL and LowCardinality; of an array that of its elements."""
    if isinstance(type_, Array):
        return solid_type(type_.of)
    return remove_nullable(remove_low_cardinality(type_))


def exact(constant: Expr, target: Type, context: QueryContext) -> Constant | None:
    """The constant as a value of the type; None if not exactly one value can be equal to it."""
    folded = fold(constant, context)
    source = solid_type(constant.type) if not isinstance(constant.type, Array) else constant.type
    if folded.value is None:
        return None
    if isinstance(source, FixedString) and isinstance(target, String):
        return None  # it is equal to several texts, with and without zero bytes at the end
    try:
        if source == target:
            return Constant(target, folded.value)
        if isinstance(source, String):
            return fold(cast_to(Constant(source, folded.value), target), context)
        name = Constant(STRING, str(target))
        plain = Constant(source, folded.value)
        found = fold(calls.call("accurateCastOrNull", [plain, name], context), context)
    except Error:
        return None
    return None if found.value is None else Constant(target, found.value)


def stored_array(constants: Sequence[Constant], type_: Type) -> pa.Array:
    """The constants, all of the type, as parts store them."""
    if not constants:
        return pa.array([], type_.storage)
    listed = ", ".join(literal(type_, c.value) for c in constants)
    value = type_.to_storage(sql.name("b"))
    with kernel() as cursor:
        found = cursor.sql(
            f"SELECT {value} AS b FROM (SELECT unnest([{listed}]) AS b)"
        ).to_arrow_table()
    return _cast(found["b"].combine_chunks(), type_)


def stored_column(column: pa.ChunkedArray, type_: Type) -> pa.Array:
    """A column in the kernel's form as parts store it, without NULLs."""
    solid = solid_type(type_)
    with kernel() as cursor:
        cursor.register("set_rows", pa.table({"b": column}))
        found = cursor.sql(
            f"SELECT {solid.to_storage(sql.name('b'))} AS b FROM set_rows WHERE b IS NOT NULL"
        ).to_arrow_table()
    return _cast(found["b"].combine_chunks(), solid)


def _cast(array: pa.Array | pa.ChunkedArray, type_: Type) -> pa.Array:
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks else pa.array([], type_.storage)
    return array if array.type == type_.storage else array.cast(type_.storage)


def elements(constant: Expr, context: QueryContext) -> list[Constant] | None:
    """The elements of a constant array."""
    folded = fold(constant, context)
    if not isinstance(constant.type, Array) or not isinstance(folded.value, list):
        return None
    return [Constant(constant.type.of, value) for value in folded.value]
