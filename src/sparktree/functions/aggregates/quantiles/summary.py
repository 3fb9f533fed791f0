"""Quantiles by Greenwald and Khanna's summary: which value of the sorted ones it answers with.

Samples of the summary stand for several values each, and how many depends on the number of values
and on the accuracy alone, as long as all values come at once. So a place is computed, and the value
there keeps its own type.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.declare import (
    Aggregate,
    AggregateCall,
    aggregate,
)
from sparktree.functions.aggregates.kinds import FINE_STAMPS, PLAIN_DECIMALS
from sparktree.functions.aggregates.list_states import VALUE_LISTS
from sparktree.functions.aggregates.quantiles.gathered import (
    default_of,
    known_values,
    level_of,
    of_null,
)
from sparktree.functions.core.byte_spans import Places
from sparktree.functions.core.declare import Argument, Value
from sparktree.functions.core.lists import transform
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.types import Array, Type

# --- the summary ----------------------------------------------------------------------------------


def _deltas(count: int, error: float) -> Places:
    """How uncertain the rank of every value is: the first and the last are certain."""
    deltas: Places = np.floor(2 * error * np.arange(1, count + 1)).astype(np.int64)
    deltas[0] = deltas[-1] = 0
    return deltas


@lru_cache(maxsize=1024)
def _samples(count: int, accuracy: int) -> tuple[Places, Places, Places]:
    """The places of the samples among sorted values, the values each stands for, and deltas."""
    error = 1 / accuracy
    deltas = _deltas(count, error)
    threshold = 2 * error * count
    kept, head = [], count - 1
    while head > 0:
        kept.append(head)
        # A sample takes the values before it as long as they and its delta are few enough.
        size = max(1, math.ceil(threshold - int(deltas[head])) - 1)
        head = head - size if head - size >= 1 else 0
    places = np.array([0, *reversed(kept)], np.int64)
    return places, np.diff(places, prepend=-1), deltas[places]


def _rank_of(count: int, accuracy: int, level: float) -> int:
    """Which of so many sorted values lies at a level."""
    if count <= 1 or level <= 1 / accuracy:
        return 0
    if level >= 1 - 1 / accuracy:
        return count - 1
    places, sizes, deltas = _samples(count, accuracy)
    rank, slack = math.ceil(level * count), int((sizes + deltas).max()) // 2
    least = np.cumsum(sizes)
    near = (least + deltas - slack <= rank) & (rank <= least + slack)
    found = np.flatnonzero(near[:-1])
    return int(places[found[0]] if len(found) else places[-1])


@arrow_function("st_summary_places", ("BIGINT", "VARCHAR"), "BIGINT[]")
def _ranks(counts: pa.ChunkedArray, options: pa.ChunkedArray) -> pa.Array:
    if not len(counts):
        return pa.array([], pa.list_(pa.int64()))
    accuracy, *levels = options[0].as_py().split("\0")
    sizes = np.asarray(whole(counts).fill_null(0), np.int64)
    different, which = np.unique(sizes, return_inverse=True)
    found = [[_rank_of(int(n), int(accuracy), float(x)) for x in levels] for n in different]
    flat = np.array(found, np.int64)[which].ravel()
    return pa.ListArray.from_arrays(np.arange(len(sizes) + 1) * len(levels), pa.array(flat))


# --- declaration ----------------------------------------------------------------------------------


def _accuracy(parameters: Sequence[Value]) -> tuple[int, list[float]]:
    """The first parameter, and the levels behind it."""
    if not parameters:
        message = "Aggregate function quantileGK requires at least one param"
        raise Error(Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH, message)
    levels = [level_of(parameter) for parameter in parameters[1:]] or [0.5]
    accuracy = parameters[0]
    if not isinstance(accuracy, int):
        message = "Aggregate function quantileGK requires accuracy parameter with integer type"
        raise Error(Code.ILLEGAL_TYPE_OF_ARGUMENT, message)
    if accuracy <= 0:
        raise Error(Code.BAD_ARGUMENTS, f"Accuracy must be positive, but got {accuracy}")
    return accuracy, levels


def _declare(name: str, *, many: bool) -> None:
    def returns(given: Sequence[Argument], parameters: Sequence[Value]) -> Type:
        _accuracy(parameters)
        return Array(given[0].type) if many else given[0].type

    def final(call: AggregateCall, parts: tuple[Sql, ...]) -> Sql:
        accuracy, levels = _accuracy(call.parameters)
        type_ = call.inner(0)
        options = sql.string("\0".join([str(accuracy), *map(repr, levels)]))

        def picked(values: Sql) -> Sql:
            places = _ranks(Sql(f"len({values})"), options)
            return transform(places, lambda place: Sql(f"{values}[{place} + 1]"))

        found = sql.let(sql.call("list_sort", known_values(parts[0], type_)), picked)
        none = Sql(f"coalesce(len({parts[0]}), 0) = 0")
        nothing = default_of(type_)
        if many:
            return sql.case((none, sql.array(*[nothing] * len(levels))), otherwise=found)
        empty = sql.NULL if call.result.nullable else nothing
        return sql.case((none, empty), otherwise=sql.item(found, 1))

    aggregate(
        Aggregate(
            name,
            returns,
            (1, 1),
            **VALUE_LISTS,
            final=final,
            doc="The value at a level, by Greenwald and Khanna; the first parameter: the accuracy.",
            example=(f"{name}(100, 0.5)(number)", "[4]" if many else "4"),
            aliases=() if many else ("medianGK",),
            parameters=(2, None) if many else (0, 2),
            takes=(PLAIN_DECIMALS | FINE_STAMPS,),
            excess=Code.PARAMETER_OUT_OF_BOUND,
            of_null=of_null(many),
        )
    )


_declare("quantileGK", many=False)
_declare("quantilesGK", many=True)
