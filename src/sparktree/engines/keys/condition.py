"""A filter as a tree over keys: for intervals of the keys it says whether it can be true or false.

Atoms compare one key (or functions over it that keep its order) with constants; everything else is
unknown, which may be anything. The tree can only ever keep too much, never too little.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sparktree.engines.keys.domain import Array
from sparktree.engines.keys.intervals import Both, Bounds, Intervals, in_bounds, in_set
from sparktree.engines.keys.monotonic import Chain


@dataclass(frozen=True, slots=True)
class Box:
    """Intervals of several keys at once; a key that is not there may have any value."""

    count: int
    keys: Mapping[int, Intervals]
    content: Any = None  # of an index that is no intervals

    def anything(self) -> Both:
        """No knowledge."""
        every = np.ones(self.count, dtype=np.bool_)
        return every, every


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that may be true or false for the rows of a box."""

    def evaluate(self, box: Box) -> Both:
        """Whether some row may make it true, and whether some row may make it false."""
        return box.anything()

    def children(self) -> tuple[Condition, ...]:
        """The conditions below."""
        return ()

    def positions(self) -> Iterator[int]:
        """The keys that it reads."""
        for child in self.children():
            yield from child.positions()


@dataclass(frozen=True, slots=True)
class Unknown(Condition):
    """A condition over anything else."""


UNKNOWN = Unknown()


@dataclass(frozen=True, slots=True)
class Constantly(Condition):
    """A condition that is the same for all rows."""

    value: bool

    def evaluate(self, box: Box) -> Both:
        every, none = np.ones(box.count, np.bool_), np.zeros(box.count, np.bool_)
        return (every, none) if self.value else (none, every)


@dataclass(frozen=True, slots=True)
class All(Condition):
    """AND."""

    of: tuple[Condition, ...]

    def children(self) -> tuple[Condition, ...]:
        return self.of

    def evaluate(self, box: Box) -> Both:
        found = [child.evaluate(box) for child in self.of]
        may = np.logical_and.reduce([true for true, _ in found])
        return may, np.logical_or.reduce([false for _, false in found])


@dataclass(frozen=True, slots=True)
class Either(Condition):
    """OR."""

    of: tuple[Condition, ...]

    def children(self) -> tuple[Condition, ...]:
        return self.of

    def evaluate(self, box: Box) -> Both:
        found = [child.evaluate(box) for child in self.of]
        may = np.logical_or.reduce([true for true, _ in found])
        return may, np.logical_and.reduce([false for _, false in found])


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """NOT of an atom; the builder moves every other NOT inwards."""

    of: Condition

    def children(self) -> tuple[Condition, ...]:
        return (self.of,)

    def evaluate(self, box: Box) -> Both:
        true, false = self.of.evaluate(box)
        return false, true


@dataclass(frozen=True, slots=True)
class Atom(Condition):
    """A condition over one key or a chain of functions over it."""

    key: int
    chain: Chain | None

    def positions(self) -> Iterator[int]:
        yield self.key

    def evaluate(self, box: Box) -> Both:
        found = box.keys.get(self.key)
        if found is None:
            return box.anything()
        if self.chain is None:
            return self.test(found)
        mapped = self.chain.mapped(found)
        if mapped is None:
            return box.anything()
        true, false = self.test(mapped[0])
        return true | ~mapped[1], false | ~mapped[1]

    def test(self, found: Intervals) -> Both:
        """The condition over intervals of the values that it compares."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class InBounds(Atom):
    """A comparison: the value lies between constants; negated it is `!=`."""

    bounds: Bounds
    negated: bool = False
    relaxed: bool = False  # implied by the filter only: it can rule out, not confirm

    def test(self, found: Intervals) -> Both:
        true, false = in_bounds(found, self.bounds)
        if self.relaxed:
            return true, np.ones(len(found), dtype=np.bool_)
        false = false | found.nan
        return (false, true) if self.negated else (true, false)


@dataclass(frozen=True, slots=True)
class InValues(Atom):
    """IN a set of constants."""

    values: Array
    negated: bool = False
    relaxed: bool = False

    def test(self, found: Intervals) -> Both:
        true, false = in_set(found, self.values)
        if self.relaxed:
            return true, np.ones(len(found), dtype=np.bool_)
        false = false | found.nan
        return (false, true) if self.negated else (true, false)


@dataclass(frozen=True, slots=True)
class IsNull(Atom):
    """IS NULL."""

    def test(self, found: Intervals) -> Both:
        return found.null, ~found.void | found.nan


@dataclass(frozen=True, slots=True)
class InTuples(Condition):
    """A tuple of which some elements are keys IN a set of tuples."""

    keys: tuple[int, ...]
    columns: tuple[Array, ...]  # the same place of each is one tuple
    negated: bool = False
    most = 512

    def positions(self) -> Iterator[int]:
        yield from self.keys

    def evaluate(self, box: Box) -> Both:
        every = np.ones(box.count, dtype=np.bool_)
        if self.negated:
            return every, every
        known = [(k, c) for k, c in zip(self.keys, self.columns, strict=True) if k in box.keys]
        if not known:
            return box.anything()
        if len(self.columns[0]) > self.most:
            tests = [in_set(box.keys[k], np.unique(c))[0] for k, c in known]
            return np.logical_and.reduce(tests), every
        may = np.zeros(box.count, dtype=np.bool_)
        for row in range(len(self.columns[0])):
            tests = [in_bounds(box.keys[k], Bounds(c[row], c[row]))[0] for k, c in known]
            may |= np.logical_and.reduce(tests)
        return may, every


def simplified(condition: Condition) -> Condition:
    """Without what is not known: an AND keeps what it knows, an OR with an unknown is unknown."""
    if isinstance(condition, All):
        parts = [s for c in condition.of if not isinstance(s := simplified(c), Unknown)]
        parts = [p for p in parts if p != Constantly(True)] or parts[:1]
        return All(tuple(parts)) if len(parts) > 1 else parts[0] if parts else UNKNOWN
    if isinstance(condition, Either):
        parts = [simplified(c) for c in condition.of]
        parts = [p for p in parts if p != Constantly(False)] or parts[:1]
        if Constantly(True) in parts:
            return Constantly(True)
        if any(isinstance(p, Unknown) for p in parts):
            return UNKNOWN
        return Either(tuple(parts)) if len(parts) > 1 else parts[0]
    return condition


def is_useful(condition: Condition) -> bool:
    """Whether anything can be ruled out."""
    return not isinstance(condition, Unknown) and condition != Constantly(True)
