"""Aggregates that numpy computes out of the numbers of all groups at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from sparktree.errors import Code
from sparktree.functions.aggregates.declare import (
    Aggregate,
    AggregateCall,
    aggregate,
)
from sparktree.functions.aggregates.kinds import Kinds
from sparktree.functions.aggregates.list_states import NUMBER_LISTS
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.list_rows import ListRows
from sparktree.functions.core.lists import transform
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function
from sparktree.kernel.sql import Sql
from sparktree.types import Array, Tuple, Type

Apply = Callable[[list[ListRows], list[str]], ListRows]
Returns = Callable[[Sequence[Argument], Sequence[Value]], Type]


def register(name: str, columns: int, apply: Apply) -> ArrowFunction:
    """A kernel function over lists of DOUBLEs and the parameters as one text: the answers of all
    groups, which it computes at once."""

    def groups(lists: list[ListRows], options: pa.ChunkedArray) -> pa.Array:
        if not len(options):
            return pa.array([], pa.list_(pa.float64()))
        with np.errstate(all="ignore"):
            found = apply(lists, options[0].as_py().split("\0"))
        return found.array()

    # The kernel reads the number of arguments off the function itself.
    def one(x: pa.ChunkedArray, options: pa.ChunkedArray) -> pa.Array:
        return groups([ListRows.of(x)], options)

    def two(x: pa.ChunkedArray, y: pa.ChunkedArray, options: pa.ChunkedArray) -> pa.Array:
        return groups([ListRows.of(x), ListRows.of(y)], options)

    parameters = ("DOUBLE[]",) * columns + ("VARCHAR",)
    declare = arrow_function(f"st_group_{name}", parameters, "DOUBLE[]")
    return declare(one if columns == 1 else two)


def answer(kernel: ArrowFunction, parts: Sequence[Sql], parameters: Sequence[Value]) -> Sql:
    """What the kernel function gives for the lists of a group."""
    lists = [sql.coalesce(part, sql.cast(Sql("[]"), "DOUBLE[]")) for part in parts]
    options = sql.string("\0".join(str(p) for p in parameters))
    return kernel(*lists, options)


def shaped(found: Sql, type_: Type) -> Sql:
    """The numbers of an answer as a value of the result's type: a number, a tuple, an array."""
    if isinstance(type_, Tuple):
        return sql.let(
            found, lambda v: sql.struct(*(Sql(f"{v}[{i + 1}]") for i in range(len(type_.of))))
        )
    if isinstance(type_, Array) and isinstance(type_.of, Tuple):
        width = len(type_.of.of)

        def tuples(values: Sql) -> Sql:
            def one_tuple(place: Sql) -> Sql:
                places = (Sql(f"{place} * {width} + {n + 1}") for n in range(width))
                return sql.struct(*(sql.item(values, place) for place in places))

            return transform(Sql(f"range(len({values}) // {width})"), one_tuple)

        return sql.bound(found, tuples)
    return found if isinstance(type_, Array) else sql.item(found, 1)


def over_numbers(
    name: str,
    returns: Returns,
    columns: int,
    apply: Apply,
    doc: str,
    example: tuple[str, str],
    *,
    parameters: tuple[int, int | None] = (0, 0),
    aliases: tuple[str, ...] = (),
    any_case: bool = False,
    keeps_null: bool = True,
    shape: Callable[[AggregateCall, Sql], Sql] | None = None,
    takes: tuple[Kinds, ...] = (),
    refused: Code = Code.ILLEGAL_TYPE_OF_ARGUMENT,
    excess: Code = Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
    unread: Kinds = frozenset(),
    wrong_arity: tuple[tuple[int, Code], ...] = (),
) -> Aggregate:
    """An aggregate of so many columns of numbers, which are gathered as DOUBLEs."""
    kernel = register(name, columns, apply)

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        found = answer(kernel, parts, call.parameters)
        value = shape(call, found) if shape else shaped(found, call.result.inner)
        if not call.result.nullable:
            return value
        return sql.case((Sql(f"len({parts[0]}) > 0"), value))

    return aggregate(
        Aggregate(
            name,
            returns,
            (columns, columns),
            **NUMBER_LISTS,
            final=final,
            doc=doc,
            example=example,
            parameters=parameters,
            aliases=aliases,
            any_case=any_case,
            keeps_null=keeps_null,
            takes=takes,
            refused=refused,
            excess=excess,
            unread=unread,
            wrong_arity=wrong_arity,
        )
    )
