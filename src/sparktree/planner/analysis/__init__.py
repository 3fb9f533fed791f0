"""From a syntax tree to a typed query: names, types, aliases, subqueries."""

# Modules that declare special forms.
from sparktree.planner.analysis import (
    analyze,
    join_get,
    row_texts,
    sets,
    subcolumns,
    subqueries,
    table_questions,
)

__all__ = [
    "analyze",
    "join_get",
    "row_texts",
    "sets",
    "subcolumns",
    "subqueries",
    "table_questions",
]
