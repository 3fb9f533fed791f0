"""system.functions, aggregate_function_combinators, table_functions, user_defined_functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from sparktree.engines.table_functions.declare import TABLE_FUNCTIONS
from sparktree.functions.aggregates.combinators.resolution import (
    COMBINATORS,
    OTHER_NAMES,
    Combinator,
)
from sparktree.functions.aggregates.declare import AGGREGATES, Aggregate
from sparktree.functions.core.declare import FUNCTIONS, Function, own_name
from sparktree.planner.analysis.special_forms import SPECIAL_FORMS
from sparktree.planner.analysis.windows import WINDOW_FUNCTIONS
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class ShownFunction:
    """A function under one of its names."""

    name: str
    is_aggregate: bool
    any_case: bool = False
    alias_to: str = ""
    create_query: str = ""
    origin: str = "System"
    doc: str = ""
    example: tuple[str, str] | None = None
    family: str = ""
    deterministic: bool | None = None
    higher_order: bool | None = None

    @property
    def examples(self) -> str:
        """A call and what it gives."""
        return f"SELECT {self.example[0]} -- {self.example[1]}" if self.example else ""


def shown_functions(reading: Reading) -> Iterator[ShownFunction]:
    """Functions, aggregates and those made by CREATE FUNCTION."""
    for name, function in FUNCTIONS.items():
        yield _scalar(name, function)
    for form in SPECIAL_FORMS.values():
        if form.doc:
            described = partial(ShownFunction, doc=form.doc, family="other", deterministic=True)
            yield described(form.name, False)
            yield from (described(alias, False, True, form.name) for alias in form.aliases)
    for name, aggregate in AGGREGATES.items():
        yield _aggregate(name, aggregate)
    for name, of in OTHER_NAMES.items():
        yield ShownFunction(name, True, True, of, family="aggregate")
    for name, window in WINDOW_FUNCTIONS.items():
        alias = window.alias_of if name != window.alias_of else ""
        any_case = window.any_case and not alias
        yield ShownFunction(name, True, any_case, alias, doc=window.doc, family="window")
    for stored in reading.services.catalog.objects.all("function"):
        query = f"CREATE FUNCTION {stored.name} AS {stored.payload}"
        yield ShownFunction(stored.name, False, create_query=query, origin="SQLUserDefined")


def _scalar(name: str, function: Function) -> ShownFunction:
    return ShownFunction(
        name,
        False,
        name.lower() in FUNCTIONS.any_case,
        own_name(name) if name != own_name(name) else "",
        doc=function.doc,
        example=function.example,
        family=function.family,
        deterministic=function.deterministic,
        higher_order=function.lambda_parameters is not None,
    )


def _aggregate(name: str, aggregate: Aggregate) -> ShownFunction:
    return ShownFunction(
        name,
        True,
        name.lower() in AGGREGATES.any_case,
        aggregate.name if name != aggregate.name else "",
        doc=aggregate.doc,
        example=aggregate.example,
        family="aggregate",
    )


system_table(
    SystemTable[ShownFunction](
        "functions",
        "The functions and aggregate functions.",
        shown_functions,
        {
            "name": "name",
            "is_aggregate": "is_aggregate",
            "case_insensitive": "any_case",
            "alias_to": "alias_to",
            "create_query": "create_query",
            "origin": "origin",
            "description": "doc",
            "examples": "examples",
            "categories": "family",
            "deterministic": "deterministic",
            "higher_order": "higher_order",
        },
    )
)


def _combinators(_: Reading) -> Iterator[Combinator]:
    yield from COMBINATORS.values()


system_table(
    SystemTable[Combinator](
        "aggregate_function_combinators",
        "The suffixes of aggregate functions.",
        _combinators,
        {"name": "suffix", "description": "doc"},
    )
)


def _table_functions(_: Reading) -> Iterator[tuple[str, str]]:
    return ((name, declared.doc) for name, declared in sorted(TABLE_FUNCTIONS.items()))


system_table(
    SystemTable[tuple[str, str]](
        "table_functions",
        "The functions that give tables.",
        _table_functions,
        {
            "name": lambda row: row[0],
            "description": lambda row: row[1],
            "allow_readonly": lambda _: True,
        },
    )
)

system_table(
    SystemTable("user_defined_functions", "Functions that programs compute; there are none yet.")
)
