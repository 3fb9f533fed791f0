"""minmax: blocks are skipped by the extremes of the expressions, as the primary key skips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from sparktree.engines.keys.build import condition_over
from sparktree.engines.keys.condition import Condition
from sparktree.engines.keys.describe import described
from sparktree.engines.keys.domain import Mask, values_of
from sparktree.engines.keys.intervals import Intervals
from sparktree.engines.skip_indexes.kind import (
    KINDS,
    Argument,
    Arguments,
    Content,
    Question,
    literals,
)
from sparktree.errors import Code, Error
from sparktree.planner.variants import holds_variant
from sparktree.sql import ast
from sparktree.types import AggregateFunction, Type
from sparktree.types.base import all_types


class MinMax:
    """Extremes of each expression."""

    ordered = True

    def arguments(self, type_: ast.Function) -> Arguments:
        """ClickHouse takes any parameters and ignores them."""
        found: list[Argument] = [str(value) for value in literals(type_)]
        return tuple(found)

    def check_types(self, types: Sequence[Type]) -> None:
        """Every type has extremes but a Variant, whose values are of several types."""
        for type_ in types:
            if any(isinstance(part, AggregateFunction) for part in all_types(type_)):
                raise Error(
                    Code.BAD_ARGUMENTS,
                    f"Data type of argument for minmax index must be comparable, got {type_} type"
                    " instead",
                )
            if holds_variant(type_):
                raise Error(
                    Code.BAD_ARGUMENTS,
                    f"{type_} data type is not allowed in minmax index because the values of that"
                    " data type can contain values with different data types. Consider using typed"
                    " subcolumns or cast column to a specific data type",
                )

    def condition(self, question: Question) -> Condition:
        """A condition over the expressions as keys."""
        return condition_over(question.filters, question.keys, question.context, question.limits)

    def condition_text(
        self, question: Question, condition: Condition, names: Sequence[str]
    ) -> str | None:
        """The condition over the extremes."""
        return described(condition, names)

    def content(
        self, table: pa.Table, about: dict[str, Any], arguments: Arguments, types: Sequence[Type]
    ) -> Content:
        """Intervals of every expression whose type has an order."""
        found: dict[int, Intervals] = {}
        for number, type_ in enumerate(types):
            least = values_of(table[f"least{number}"], type_)
            greatest = values_of(table[f"greatest{number}"], type_)
            if least is None or greatest is None:
                continue
            none = np.zeros(table.num_rows, dtype=np.bool_)
            found[number] = Intervals(
                least.data,
                greatest.data,
                none,
                none,
                least.null,
                _mask(table, f"null{number}"),
                _mask(table, f"nan{number}"),
            )
        return Content(table.num_rows, found)


def _mask(table: pa.Table, name: str) -> Mask:
    return np.asarray(table[name].to_numpy(), dtype=np.bool_)


KINDS.add("minmax", MinMax())
