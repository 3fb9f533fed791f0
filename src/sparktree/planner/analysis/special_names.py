"""Functions that are more than a computation of values: their names, and what is said of them."""

from __future__ import annotations

_IN = "Whether a value is among those of a list, a table or a subquery"
_NULL_TOO = "NULL being a value like others"
_GLOBAL = "As `{}`: what is among is computed once for all tasks anyway."

# What system.functions shows; an alias tells what it is the same as.
DESCRIBED: dict[str, str] = {
    "arrayJoin": "A row for every element of an array.",
    "in": f"{_IN}.",
    "notIn": f"{_IN}, denied.",
    "nullIn": f"{_IN}, {_NULL_TOO}.",
    "notNullIn": f"{_IN}, {_NULL_TOO}, denied.",
    "globalIn": _GLOBAL.format("in"),
    "globalNotIn": _GLOBAL.format("notIn"),
    "globalNullIn": _GLOBAL.format("nullIn"),
    "globalNotNullIn": _GLOBAL.format("notNullIn"),
    "joinGet": "The value of a column in a table of the engine Join, by its keys.",
    "joinGetOrNull": "As joinGet, but NULL where there are no such keys.",
    "hasColumnInTable": "Whether a table has a column: by the names of database, table, column.",
    "getSubcolumn": "A part of a value, by its name: an element, a size, keys, whether it is NULL.",
}
ALIASES = {"unnest": "arrayJoin"}
WINDOW_ALIASES = {"dense_rank": "denseRank", "percent_rank": "percentRank"}
# The forms that are found in any case; the others, as `in` and `arrayJoin`, in one only.
_ANY_CASE = {**ALIASES, "cast": "CAST", "grouping": "grouping"}


def form_name(name: str) -> str:
    """The form's own name for a name as it was written, which may mean no form at all."""
    return _ANY_CASE.get(name.lower(), name)
