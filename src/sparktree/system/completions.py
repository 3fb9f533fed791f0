"""system.completions: the words that an editor may offer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sparktree.functions.aggregates.combinators.resolution import COMBINATORS
from sparktree.functions.aggregates.declare import AGGREGATES
from sparktree.system.table import Reading, SystemTable, system_table, visible_rows

# Which table has the words, which column, and the column of what they belong to.
_SOURCES = (
    ("database", "databases", "name", None),
    ("table", "tables", "name", "database"),
    ("column", "columns", "name", "table"),
    ("function", "functions", "name", None),
    ("table engine", "table_engines", "name", None),
    ("format", "formats", "name", None),
    ("table function", "table_functions", "name", None),
    ("data type", "data_type_families", "name", None),
    ("merge tree setting", "merge_tree_settings", "name", None),
    ("setting", "settings", "name", None),
    ("keyword", "keywords", "keyword", None),
    ("policy", "storage_policies", "policy_name", None),
)


class _Word(NamedTuple):
    text: str
    context: str
    owner: str | None = None


def _words(reading: Reading) -> Iterator[_Word]:
    """What the user may know of; nothing twice."""
    for context, table, column, owner in _SOURCES:
        names = (column,) if owner is None else (column, owner)
        found = dict.fromkeys(visible_rows(table, names, reading))
        yield from (_Word(text, context, *of) for text, *of in found)
    for aggregate in AGGREGATES:
        for combinator in COMBINATORS.values():
            yield _Word(f"{aggregate}{combinator.suffix}", "aggregate function combinator pair")


system_table(
    SystemTable[_Word](
        "completions",
        "The words that an editor may offer.",
        _words,
        {"word": "text", "context": "context", "belongs": "owner"},
    )
)
