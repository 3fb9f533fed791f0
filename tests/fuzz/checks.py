"""The comparisons: a random thing in, a difference out."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from hypothesis import strategies as st

from tests.fuzz.compare import Pair
from tests.fuzz.expressions import Expression
from tests.fuzz.selects import Statement

T = TypeVar("T")
Found = tuple[str, str]
_ERROR = re.compile(r": +error [A-Z_]+")
EDGES = "edges"  # the table that holds every type's edges


def constant_query(expression: Expression) -> str:
    """The expression over constants, with its type."""
    return f"SELECT {expression}, toTypeName({expression})"


def column_query(expressions: Sequence[Expression]) -> str:
    """Expressions over the columns of the table of edges, each with its type."""
    items = [f"{e}, toTypeName({e})" for e in expressions]
    return f"SELECT {', '.join(items)} FROM {EDGES} ORDER BY n"


def several(strategy: st.SearchStrategy[T]) -> st.SearchStrategy[list[T]]:
    """Things that are checked together: hypothesis makes its next example of the last one."""
    return st.lists(strategy, min_size=8, max_size=8)


def constant_differences(pair: Pair, expressions: Sequence[Expression]) -> Iterator[Found]:
    """Of each expression the smallest part that differs: what to call it, and the difference."""
    for expression in expressions:
        if pair.difference(constant_query(expression)) is not None:
            yield from _smallest(expression, lambda part: pair.difference(constant_query(part)))


def column_differences(pair: Pair, expressions: Sequence[Expression]) -> Iterator[Found]:
    """As for constants; the expressions share one query unless it fails."""
    if pair.difference(column_query(expressions)) is None and not pair.failed:
        return
    for expression in expressions:
        if pair.difference(column_query([expression])) is not None:
            yield from _smallest(expression, lambda part: pair.difference(column_query([part])))


def _smallest(
    expression: Expression, difference: Callable[[Expression], str | None]
) -> Iterator[Found]:
    for part in expression.inside():
        found = difference(part)
        if found is not None:
            # Differences of one template are alike when their errors are.
            yield " ".join([part.template, *_ERROR.findall(found)]), found
            return


# The same query with its input and its joins cut over several tasks.
SPREAD = {
    "merge_tree_min_rows_for_concurrent_read": 1,
    "max_threads": 3,
    "parallel_hash_join_threshold": 0,
}
_PATIENCE = {"max_execution_time": 60}


def select_differences(pair: Pair, statements: Sequence[Statement]) -> Iterator[Found]:
    """How queries differ from ClickHouse, in one task and in several."""
    for statement in statements:
        for where, settings in (("one task", _PATIENCE), ("several tasks", SPREAD | _PATIENCE)):
            found = pair.difference(statement.sql, ordered=statement.ordered, settings=settings)
            if found is not None:
                yield f"{where}: {statement.sql}", found
