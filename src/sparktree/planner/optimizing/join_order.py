"""The order of joins by cost: searched among all for few tables, found step by step for many.

A set of tables is a number with a bit for each. Costs are rows: those that are read from both
sides, those of the right side once more, as they are built into a table, and those that come of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from random import Random
from typing import NamedTuple

# A table, or two orders that are joined: rows of the left one look up those of the right one.
Shape = int | tuple["Shape", "Shape"]

_MOST_PAIRS = 10_000  # of sets that are tried; where there are more, step by step is good enough
_BUILD = 2.0  # what a row of the right side costs more than one of the left side


@dataclass(frozen=True, slots=True)
class Equal:
    """Values that are equal in all tables that have one: how many different ones each has."""

    distinct: Mapping[int, float]  # by table


@dataclass(frozen=True, slots=True)
class Tables:
    """What is known of the tables of some joins."""

    rows: Sequence[float]
    whole: Sequence[float]  # their rows without conditions
    equal: Sequence[Equal]
    # Other conditions: the tables that they read, and which share of the rows they leave.
    others: Sequence[tuple[int, float]] = ()


def invented(known: Tables, seed: int) -> Tables:
    """The same tables with sizes that are not true, for tests that joins may have any order."""
    drawn = Random(seed)
    rows = [10 ** drawn.uniform(0, 7) for _ in known.rows]
    equal = [Equal({t: drawn.uniform(1, rows[t]) for t in one.distinct}) for one in known.equal]
    return Tables(rows, rows, equal, known.others)


class CostedOrder(NamedTuple):
    """An order of some tables, with its cost and its rows."""

    cost: float
    rows: float
    shape: Shape


@dataclass(slots=True)
class Search:
    """Looks for the order of the joins of some tables."""

    tables: Tables
    near: list[int] = field(init=False)  # the tables that each table has equal values with
    around: dict[int, int] = field(default_factory=dict)  # the tables beside a set
    pairs: int = 0  # of sets that were tried

    def __post_init__(self) -> None:
        self.near = [0] * len(self.tables.rows)
        for one in self.tables.equal:
            mask = sum(1 << table for table in one.distinct)
            for table in one.distinct:
                self.near[table] |= mask & ~(1 << table)

    # --- single joins -----------------------------------------------------------------------

    def alone(self, table: int) -> CostedOrder:
        """A table."""
        return CostedOrder(0.0, max(self.tables.rows[table], 1.0), table)

    def joined(self, left: CostedOrder, a: int, right: CostedOrder, b: int) -> CostedOrder:
        """Two sets of tables joined, the smaller one at the right."""
        return _together(left, right, self._rows(left, a, right, b))

    def _rows(self, left: CostedOrder, a: int, right: CostedOrder, b: int) -> float:
        """The rows of two sets that are joined."""
        rows = left.rows * right.rows / self._apart(a, b)
        for mask, share in self.tables.others:
            if mask & a and mask & b and not mask & ~(a | b):
                rows *= share
        return max(rows, 1.0)

    def _apart(self, a: int, b: int) -> float:
        """How many times fewer pairs of rows meet than there are."""
        factors, wholes = [], [set[int](), set[int]()]
        for one in self.tables.equal:
            sides = [[t for t in one.distinct if mask >> t & 1] for mask in (a, b)]
            if not all(sides):
                continue
            factors.append(max(min(one.distinct[t] for t in side) for side in sides))
            for whole, side in zip(wholes, sides, strict=True):
                whole.update(side[:1])
        if len(factors) < 2:
            return max(factors, default=1.0)
        # Values of several columns are seldom all that could be: no more than there are rows.
        most = (prod(max(self.tables.whole[t], 1.0) for t in whole) for whole in wholes)
        return max(min(prod(factors), *most), *factors)

    def meets(self, a: int, b: int) -> bool:
        """Whether tables of both sets have equal values."""
        if a not in self.around:
            self.around[a] = self._around(a)
        return bool(self.around[a] & b)

    # --- orders -----------------------------------------------------------------------------

    def cost(self, shape: Shape) -> tuple[CostedOrder, int]:
        """A given order, sides as they are, and its tables."""
        if isinstance(shape, int):
            return self.alone(shape), 1 << shape
        (left, a), (right, b) = self.cost(shape[0]), self.cost(shape[1])
        return self.joined(left, a, right, b)._replace(shape=shape), a | b

    def best(self, most: int) -> CostedOrder:
        """The cheapest order, of up to so many tables; a cheap one of more."""
        parts = []
        for component in self._components():
            few = component.bit_count() <= most
            found = (few and self._all_orders(component)) or self._step_by_step(component)
            parts.append((found, component))
        parts.sort(key=lambda part: part[0].rows)
        (found, mask), *rest = parts
        for other, component in rest:
            found = self.joined(found, mask, other, component)
            mask |= component
        return found

    def _components(self) -> Iterator[int]:
        """The sets of tables that equal values connect."""
        left = (1 << len(self.near)) - 1
        while left:
            component, edge = 0, left & -left
            while edge:
                component |= edge
                edge = self._around(component)
            yield component
            left &= ~component

    def _around(self, mask: int) -> int:
        """The tables beside a set."""
        found = 0
        for table in members(mask):
            found |= self.near[table]
        return found & ~mask

    def _all_orders(self, component: int) -> CostedOrder | None:
        """The cheapest of all orders without pairs of rows that have nothing in common; None if
        they are too many."""
        self.pairs = 0
        known = {1 << table: self.alone(table) for table in members(component)}
        tables = list(members(component))
        for number in range(3, 1 << len(tables)):
            if number & (number - 1) == 0:
                continue
            mask = sum(1 << t for i, t in enumerate(tables) if number >> i & 1)
            found = self._cheapest(mask, known)
            if self.pairs > _MOST_PAIRS:
                return None
            if found is not None:
                known[mask] = found
        return known[component]

    def _cheapest(self, mask: int, known: Mapping[int, CostedOrder]) -> CostedOrder | None:
        """The cheapest way to make a set of two smaller ones."""
        best: CostedOrder | None = None
        rows: float | None = None  # of whichever two sets the whole one is made
        first = mask & -mask
        part = (mask - 1) & mask
        while part:
            rest = mask & ~part
            if part & first and part in known and rest in known and self.meets(part, rest):
                self.pairs += 1
                left, right = known[part], known[rest]
                if rows is None:
                    rows = self._rows(left, part, right, rest)
                found = _together(left, right, rows)
                if best is None or found.cost < best.cost:
                    best = found
            part = (part - 1) & mask
        return best

    def _step_by_step(self, component: int) -> CostedOrder:
        """Again and again the two sets whose join gives fewest rows."""
        known = {1 << table: self.alone(table) for table in members(component)}
        while len(known) > 1:
            masks = list(known)
            pairs = (
                (self.joined(known[a], a, known[b], b), a, b)
                for i, a in enumerate(masks)
                for b in masks[i + 1 :]
                if self.meets(a, b)
            )
            found, a, b = min(pairs, key=lambda pair: (pair[0].rows, pair[0].cost))
            del known[a], known[b]
            known[a | b] = found
        return known[component]


def _together(left: CostedOrder, right: CostedOrder, rows: float) -> CostedOrder:
    """Two sets joined into so many rows, the smaller one at the right."""
    if left.rows < right.rows:
        left, right = right, left
    cost = left.cost + right.cost + left.rows + _BUILD * right.rows + rows
    return CostedOrder(cost, rows, (left.shape, right.shape))


def members(mask: int) -> Iterator[int]:
    """The tables of a set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
