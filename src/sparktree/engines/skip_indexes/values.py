"""set(max_rows): the filter itself is computed over the different values of each block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from sparktree.engines.keys.build import condition_over
from sparktree.engines.keys.condition import UNKNOWN, Box, Condition, is_useful
from sparktree.engines.keys.describe import described
from sparktree.engines.keys.implied_filters import implied
from sparktree.engines.keys.intervals import Both
from sparktree.engines.skip_indexes.kind import KINDS, Arguments, Content, Question, literals
from sparktree.errors import Code, Error
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.planner.expr import Column, Expr, InSet, columns_of, transform, walk
from sparktree.planner.lower import Lowering
from sparktree.sql import ast
from sparktree.types import Type


@dataclass(frozen=True, slots=True)
class SetContent:
    """Values with the numbers of their blocks, and the blocks that had too many."""

    values: pa.Table
    full: tuple[int, ...]
    types: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class AmongValues(Condition):
    """The part of the filters that reads only the index's expressions, as kernel SQL."""

    holds: Sql
    sets: tuple[tuple[str, pa.Table], ...] = ()

    def evaluate(self, box: Box) -> Both:
        """Blocks with a value that satisfies the filter."""
        content = box.content
        assert isinstance(content, SetContent)
        keep = np.zeros(box.count, dtype=np.bool_)
        keep[list(content.full)] = True
        stored = [t.from_storage(sql.name(f"v{i}")) for i, t in enumerate(content.types)]
        items = ", ".join(f"{value} AS {_name(i)}" for i, value in enumerate(stored))
        with kernel() as cursor:
            cursor.register("index_values", content.values)
            for name, table in self.sets:
                cursor.register(name, table)
            found = cursor.execute(
                f"SELECT DISTINCT block FROM (SELECT block, {items} FROM index_values)"
                f" WHERE {self.holds}"
            ).fetchnumpy()["block"]
        keep[np.asarray(found, dtype=np.int64)] = True
        return keep, np.ones(box.count, dtype=np.bool_)


def _name(position: int) -> str:
    return f"e{position}"


class Values:
    """The different values of a block."""

    ordered = False

    def arguments(self, type_: ast.Function) -> Arguments:
        """The greatest number of values that a block may have; 0 is any."""
        found = literals(type_)
        if len(found) != 1:
            raise Error(Code.INCORRECT_QUERY, "Set index must have exactly one argument")
        most = found[0]
        if not isinstance(most, int) or isinstance(most, bool) or most < 0:
            raise Error(Code.INCORRECT_QUERY, "Set index argument must be positive integer")
        return (most,)

    def check_types(self, types: Sequence[Type]) -> None:
        """Every type has values."""

    def condition(self, question: Question) -> Condition:
        """What of the filters the expressions alone decide."""
        places = {
            key: Column(key.type, -1 - position, _name(position))
            for position, key in enumerate(question.keys)
        }

        def known(expr: Expr) -> Expr | None:
            placed = transform(expr, places.get)
            numbers = columns_of(placed)
            return placed if numbers and all(n < 0 for n in numbers) else None

        names: dict[object, Sql] = {c.id: sql.name(c.name) for c in places.values()}
        lowering = Lowering(question.context, names)
        found = implied(question.filters, known, lowering)
        if not found:
            return UNKNOWN
        tables = {
            e.table.name: e.table.table
            for f in question.filters
            for e in walk(f)
            if isinstance(e, InSet) and e.table is not None
        }
        return AmongValues(sql.all_of(found), tuple(tables.items()))

    def condition_text(
        self, question: Question, condition: Condition, names: Sequence[str]
    ) -> str | None:
        """The condition as one over keys."""
        over = condition_over(question.filters, question.keys, question.context, question.limits)
        return described(over, names) if is_useful(over) else None

    def content(
        self, table: pa.Table, about: dict[str, Any], arguments: Arguments, types: Sequence[Type]
    ) -> Content:
        """The values of all blocks."""
        blocks = sum(count for _, count in about["blocks"])
        return Content(blocks, SetContent(table, tuple(about["full"]), tuple(types)))


KINDS.add("set", Values())
