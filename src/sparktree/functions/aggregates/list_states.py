"""States of aggregates that keep all values of a group, in lists which merging joins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from sparktree.functions.aggregates.declare import Agg, AggregateCall, gathered, joined_lists
from sparktree.functions.core.doubles import to_double
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import FLOAT64, Array, Tuple, Type


class ListState(TypedDict):
    """What an Aggregate says of its state."""

    states: Callable[[AggregateCall], tuple[Type, ...]]
    partial: Callable[[AggregateCall], tuple[Agg, ...]]
    merge: Callable[[AggregateCall, tuple[Sql, ...]], tuple[Agg, ...]]


def list_of(
    item: Callable[[AggregateCall], Type], value: Callable[[AggregateCall], Sql]
) -> ListState:
    """One list, of what a row gives."""
    return ListState(
        states=lambda call: (Array(item(call)),),
        partial=lambda call: (gathered(value(call)),),
        merge=joined_lists,
    )


VALUE_LISTS = list_of(lambda call: call.inner(0), lambda call: call[0])
PAIR_LISTS = list_of(
    lambda call: Tuple((call.inner(0), call.inner(1))), lambda call: sql.struct(call[0], call[1])
)
# A list of each argument, whose values are numbers.
NUMBER_LISTS = ListState(
    states=lambda call: (Array(FLOAT64),) * len(call.arguments),
    partial=lambda call: tuple(
        gathered(to_double(value, call.inner(i))) for i, value in enumerate(call.sqls)
    ),
    merge=joined_lists,
)
