"""Suffixes that change an aggregate function: sumIf, uniqState, avgMerge, minOrNull, ..."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.functions.aggregates import Aggregate, find_plain


@dataclass(frozen=True, slots=True)
class Combinator:
    """A suffix and what it means."""

    suffix: str
    doc: str


COMBINATORS: dict[str, Combinator] = {
    c.suffix: c
    for c in (
        Combinator("If", "Takes one more argument, a condition: only rows where it holds count."),
        Combinator("State", "Gives the state of the aggregation instead of the result."),
        Combinator("Merge", "Takes states and gives the result over all their rows."),
        Combinator("MergeState", "Takes states and gives one state over all their rows."),
        Combinator("OrNull", "Gives NULL instead of a default value if there were no rows."),
        Combinator("OrDefault", "Gives the default value of the type if there were no rows."),
        Combinator("Distinct", "Every different combination of arguments counts once."),
        Combinator("Array", "Takes arrays and aggregates their elements."),
        Combinator("SimpleState", "Gives the result as a SimpleAggregateFunction."),
    )
}
_LONGEST_FIRST = sorted(COMBINATORS, key=len, reverse=True)


def resolve(name: str) -> tuple[Aggregate, tuple[str, ...]] | None:
    """The aggregate below the suffixes, and the suffixes from the inside out."""
    plain = find_plain(name)
    if plain is not None:
        return plain, ()
    for suffix in _LONGEST_FIRST:
        if name.endswith(suffix) and len(name) > len(suffix):
            inner = resolve(name.removesuffix(suffix))
            if inner is not None:
                return inner[0], (*inner[1], suffix)
    return None


def is_aggregate(name: str) -> bool:
    """Whether the name is that of an aggregate function, suffixes included."""
    return resolve(name) is not None
