"""Suffixes that change an aggregate function: sumIf, uniqState, avgMerge, minOrNull, ...

The outermost -If, -Distinct, -State, -Merge and -MergeState are part of a call (planner/calls.py);
everything else, and those inside other suffixes, makes a new aggregate function out of the inner
one. Suffixes that regroup rows (-Array, -ForEach, -Map, -ArgMin, -ArgMax, -Resample, -Distinct)
gather the rows of a group in a list and aggregate the list's elements in a subquery.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.aggregates.combinators import regrouping, state_suffixes, wrapping
from sparktree.functions.aggregates.declare import AGGREGATES, Aggregate

Derive = Callable[[Aggregate], Aggregate]


@dataclass(frozen=True, slots=True)
class Combinator:
    """A suffix, what it means, and the aggregate that it makes of another."""

    suffix: str
    doc: str
    derive: Derive | None = None


COMBINATORS: dict[str, Combinator] = {
    c.suffix: c
    for c in (
        Combinator(
            "If",
            "Takes one more argument, a condition: only rows where it holds count.",
            wrapping.conditional,
        ),
        Combinator(
            "State",
            "Gives the state of the aggregation instead of the result.",
            state_suffixes.state_of,
        ),
        Combinator(
            "Merge",
            "Takes states and gives the result over all their rows.",
            state_suffixes.merged,
        ),
        Combinator(
            "MergeState",
            "Takes states and gives one state over all their rows.",
            state_suffixes.merged_state,
        ),
        Combinator(
            "OrNull",
            "Gives NULL instead of a default value if there were no rows.",
            wrapping.or_null,
        ),
        Combinator(
            "OrDefault",
            "Gives the default value of the type if there were no rows.",
            wrapping.or_default,
        ),
        Combinator("Null", "Skips NULLs, as all aggregate functions do.", wrapping.same),
        Combinator(
            "Distinct",
            "Every different combination of arguments counts once.",
            regrouping.distinct,
        ),
        Combinator("Array", "Takes arrays and aggregates their elements.", regrouping.array),
        Combinator(
            "ForEach",
            "Takes arrays and aggregates the elements of each position.",
            regrouping.for_each,
        ),
        Combinator("Map", "Takes maps and aggregates the values of each key.", regrouping.of_map),
        Combinator(
            "ArgMin",
            "Takes one more argument: only rows where it is least count.",
            regrouping.arg_min,
        ),
        Combinator(
            "ArgMax",
            "Takes one more argument: only rows where it is greatest count.",
            regrouping.arg_max,
        ),
        Combinator(
            "Resample",
            "Takes one more argument: rows are divided into intervals by it.",
            regrouping.resample,
        ),
        Combinator(
            "SimpleState",
            "Gives the result as a SimpleAggregateFunction.",
            state_suffixes.simple,
        ),
    )
}
OTHER_NAMES = {"array_concat_agg": "groupArrayArray"}  # of aggregates with a suffix, in any case
_LONGEST_FIRST = sorted(COMBINATORS, key=len, reverse=True)
_OUTERMOST = ("If", "Distinct", "State", "Merge", "MergeState", "SimpleState")
_OF_STATES = ("State", "Merge", "MergeState")
_NESTS = ("Array", "OrNull", "OrDefault")  # what may follow itself


def split(name: str) -> tuple[Aggregate, tuple[str, ...]] | None:
    """The aggregate below the suffixes, and the suffixes from the inside out."""
    plain = AGGREGATES.find(name)
    if plain is not None:
        return plain, ()
    if name.lower() in OTHER_NAMES:
        return split(OTHER_NAMES[name.lower()])
    for suffix in _LONGEST_FIRST:
        if name.endswith(suffix) and len(name) > len(suffix):
            below = name.removesuffix(suffix)
            inner = split(below)
            if inner is not None:
                if suffix == "Null":
                    raise Error(
                        Code.UNKNOWN_AGGREGATE_FUNCTION,
                        "Aggregate function combinator 'Null' is only for internal usage",
                    )
                if below.endswith(suffix) and suffix not in _NESTS:
                    raise Error(
                        Code.ILLEGAL_AGGREGATION,
                        f"Nested identical combinator '{suffix}' is not supported",
                    )
                return inner[0], (*inner[1], suffix)
    return None


def resolve(name: str) -> tuple[Aggregate, tuple[str, ...]] | None:
    """The aggregate with its inner suffixes applied, and the outer ones that a call deals with."""
    found = split(name)
    if found is None:
        return None
    declared, suffixes = found
    suffixes = _moved(declared, suffixes)
    outer = len(suffixes)
    while outer and suffixes[outer - 1] in _OUTERMOST and not _is_distinct_state(found, outer - 1):
        if suffixes[outer - 1] in suffixes[outer:]:
            break  # a call has one condition
        outer -= 1
    for suffix in suffixes[:outer]:
        derive = COMBINATORS[suffix].derive
        if derive is None:
            return None
        declared = derive(declared)
    return declared, suffixes[outer:]


def _moved(declared: Aggregate, suffixes: tuple[str, ...]) -> tuple[str, ...]:
    """-OrNull at the end, behind what is about states, is about the rows of these; elsewhere it and
    -OrDefault mean nothing to a state."""
    for place in range(len(suffixes) - 1):
        of_state, other = suffixes[place : place + 2]
        last = place + 2 == len(suffixes)
        moved: tuple[str, ...] = (of_state, other)
        if of_state in _OF_STATES and last and other == "OrNull" and declared.of_null != "default":
            moved = (other, of_state)
        elif of_state == "State" and other in ("OrNull", "OrDefault"):
            moved = (of_state,)
        if moved != (of_state, other):
            return _moved(declared, (*suffixes[:place], *moved, *suffixes[place + 2 :]))
    return suffixes


def resolve_state(name: str) -> tuple[Aggregate, tuple[str, ...]] | None:
    """What resolve gives for the aggregate whose states are meant: they remember -Distinct."""
    found = resolve(f"{name}State")
    return None if found is None else (found[0], found[1][:-1])


def inside(name: str, *outside: str) -> str:
    """The function below the last of some suffixes: whose states are given or taken."""
    found = split(name)
    assert found is not None
    plain, suffixes = found[0], _moved(*found)
    last = max(place for place, suffix in enumerate(suffixes) if suffix in outside)
    return plain.name + "".join(suffixes[:last])


def _is_distinct_state(found: tuple[Aggregate, tuple[str, ...]], place: int) -> bool:
    """Whether -Distinct makes an aggregate of its own: states remember which rows are distinct."""
    declared, suffixes = found[0], _moved(*found)
    if suffixes[place] != "Distinct":
        return False
    return place + 1 < len(suffixes) or place > 0 or not declared.plain_distinct


def canonical(name: str) -> str:
    """The name with the aggregate's own instead of an alias, as types show it."""
    found = split(name)
    return name if found is None else found[0].name + "".join(found[1])


def is_aggregate(name: str) -> bool:
    """Whether the name is that of an aggregate function, suffixes included."""
    return split(name) is not None


def alias_in_capitals(name: str) -> str | None:
    """The part of an unknown name that is another spelling of an aggregate's alias in small
    letters: ClickHouse takes it for an aggregate, which it then does not find."""
    small = name.lower()
    if small in AGGREGATES and AGGREGATES[small].name != small:
        return name
    stems = (name.removesuffix(s) for s in _LONGEST_FIRST if name.endswith(s))
    return next((found for stem in stems if (found := alias_in_capitals(stem))), None)


def respecting_nulls(name: str) -> str:
    """The name of the aggregate, with its combinators, that takes NULLs as values."""
    changed = _RESPECTING.sub(r"\1_respect_nulls", name)
    if changed == name or not is_aggregate(changed):
        raise not_implemented(f"Function {name} does not support RESPECT NULLS")
    return changed


_RESPECTING = re.compile(r"^(anyLast|any|(?i:any_value|first_value|last_value))(?=[A-Z]|$)")
