"""How much arrays differ: edit distances of their elements, plain or with weights."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.arrays.scores import floats
from sparktree.functions.core import lists
from sparktree.functions.core.declare import Arguments, Call, Rule, function
from sparktree.functions.core.list_rows import Floats, ListRows
from sparktree.functions.strings.distances import Letters, edit_distances
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.types import (
    FLOAT64,
    UINT32,
    Array,
    Bool,
    Float,
    Integer,
    Type,
    least_supertype,
)

_ROLES = ("from", "to", "from_weights", "to_weights")


def _letters(column: pa.ChunkedArray) -> Letters:
    array = whole(column)
    sizes = np.asarray(array.value_lengths().fill_null(0), np.int64)
    return Letters(np.asarray(array.flatten(), np.int64), sizes)


@arrow_function("st_array_edit", ("INTEGER[]", "INTEGER[]"), "UINTEGER")
def _edit(left: pa.ChunkedArray, right: pa.ChunkedArray) -> pa.Array:
    if not len(left):
        return pa.array([], pa.uint32())
    return pa.array(edit_distances(_letters(left), _letters(right)).astype(np.uint32))


@arrow_function(
    "st_array_weighted",
    ("INTEGER[]", "INTEGER[]", "DOUBLE[]", "DOUBLE[]", "VARCHAR"),
    "STRUCT(f1 DOUBLE, f2 DOUBLE)",
)
def _weighted(
    left: pa.ChunkedArray, right: pa.ChunkedArray, left_weights: pa.ChunkedArray,
    right_weights: pa.ChunkedArray, names: pa.ChunkedArray,
) -> pa.Array:  # fmt: skip
    """The distance, and the sum of all weights."""
    letters = _letters(left), _letters(right)
    weights = ListRows.of(left_weights), ListRows.of(right_weights)
    for place, (of, known) in enumerate(zip(letters, weights, strict=True)):
        if (of.sizes != known.sizes).any():
            name = whole(names)[0].as_py()
            message = f"Arguments {place + 1} and {place + 3} of function {name} must be arrays of"
            raise ValueError(raising(Code.SIZES_OF_ARRAYS_DONT_MATCH, f"{message} the same size"))
    totals = weights[0].total(weights[0].values) + weights[1].total(weights[1].values)
    found = _distances(*letters, *weights)
    return pa.StructArray.from_arrays([pa.array(found), pa.array(totals)], ["f1", "f2"])


def _distances(a: Letters, b: Letters, out: ListRows, into: ListRows) -> Floats:
    """The table of all rows at once, line by line: an element is taken out or put in."""
    longest, widest = (int(v.sizes.max(initial=0)) for v in (a, b))
    first, second = a.lines(longest), b.lines(widest)
    costs, gains = (_lines(w, width) for w, width in ((out, longest), (into, widest)))
    line = np.concatenate([np.zeros((len(a.sizes), 1)), np.cumsum(gains, axis=1)], axis=1)
    rows = np.arange(len(a.sizes))
    found = np.where(a.sizes == 0, line[rows, b.sizes], 0.0)
    for i in range(longest):
        before, line = line, np.empty_like(line)
        line[:, 0] = before[:, 0] + costs[:, i]
        for j in range(widest):
            moved = np.minimum(before[:, j + 1] + costs[:, i], line[:, j] + gains[:, j])
            same = first[:, i] == second[:, j]
            line[:, j + 1] = np.where(same, np.minimum(before[:, j], moved), moved)
        done = a.sizes == i + 1
        found[done] = line[done, b.sizes[done]]
    return found


def _lines(weights: ListRows, width: int) -> Floats:
    """A line of weights for each row, filled up with zeros."""
    made = np.zeros((len(weights.sizes), width))
    rows = weights.rows
    made[rows, np.arange(len(rows)) - weights.starts[rows]] = weights.values
    return made


# --- declarations ---------------------------------------------------------------------------------


def _arrays(result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        for position, argument in enumerate(arguments):
            type_ = argument.type
            if not isinstance(type_, Array):
                raise Error(
                    Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"Argument {position + 1} ({_ROLES[position]}) of function {name} must be"
                    f" array, got {type_}",
                )
            if position > 1 and not isinstance(type_.of, Integer | Float | Bool):
                raise Error(
                    Code.ILLEGAL_TYPE_OF_ARGUMENT,
                    f"Argument {position + 1} ({_ROLES[position]}) of function {name} must be"
                    f" array of numbers, got {type_}",
                )
        if len(arguments) == 4 and arguments[2].type != arguments[3].type:
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Weights of function {name} must be of one type, got {arguments[2].type} and"
                f" {arguments[3].type}",
            )
        return result

    return returns


def _coded(call: Call, body: Callable[[Sql, Sql], Sql]) -> Sql:
    """The elements of both arrays as numbers: equal ones have the same."""
    try:
        common = least_supertype(lists.array_at(call.name, call.arguments, i).of for i in (0, 1))
    except Error:  # elements of types that cannot be equal
        left = lists.transform_at(call[0], lambda _, place: place)
        right = lists.transform_at(call[1], lambda _, place: Sql(f"(-{place})"))
        return body(_numbers(left), _numbers(right))
    arrays = [lists.as_array(call, i, common) for i in (0, 1)]

    def numbered(known: Sql, array: Sql) -> Sql:
        return _numbers(lists.transform(array, lambda v: sql.call("list_position", known, v)))

    def both(left: Sql, right: Sql) -> Sql:
        known = sql.call("list_concat", left, right)
        return sql.bound(known, lambda k: body(numbered(k, left), numbered(k, right)))

    return sql.bound(arrays[0], lambda a: sql.bound(arrays[1], lambda b: both(a, b)))


def _numbers(values: Sql) -> Sql:
    return sql.cast(values, "INTEGER[]")


@function(
    "arrayLevenshteinDistance",
    args=2,
    returns=_arrays(UINT32),
    example=("arrayLevenshteinDistance([1, 2, 4], [1, 2, 3])", "1"),
)
def array_levenshtein_distance(call: Call) -> Sql:
    """How many elements must be put in, taken out or changed to make one array of the other."""
    return _coded(call, lambda a, b: _edit(a, b))


def _weighted_call(call: Call) -> Sql:
    name = sql.string(call.name)
    return _coded(
        call,
        lambda a, b: _weighted(a, b, floats(call, 2), floats(call, 3), name),
    )


@function(
    "arrayLevenshteinDistanceWeighted",
    args=4,
    returns=_arrays(FLOAT64),
    example=(
        "arrayLevenshteinDistanceWeighted(['A', 'B'], ['A', 'K'], [1.0, 2], [3.0, 4])",
        "6",
    ),
)
def array_levenshtein_distance_weighted(call: Call) -> Sql:
    """The weights of the elements that must be taken out or put in to make an array of another."""
    return sql.field(_weighted_call(call), 1)


@function(
    "arraySimilarity",
    args=4,
    returns=_arrays(FLOAT64),
    example=(
        "arraySimilarity(['A', 'B', 'C'], ['A', 'K', 'L'], [1.0, 2, 3], [3.0, 4, 5])",
        "0.2222222222222222",
    ),
)
def array_similarity(call: Call) -> Sql:
    """How similar two arrays are, from 0 to 1: by the weighted distance over all weights."""

    def share(found: Sql) -> Sql:
        distance, total = sql.field(found, 1), sql.field(found, 2)
        return sql.case(
            (sql.op("=", total, 0), Sql("1.0::DOUBLE")), otherwise=Sql(f"1 - {distance} / {total}")
        )

    return sql.bound(_weighted_call(call), share)
