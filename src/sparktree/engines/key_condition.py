"""Conditions over keys: can a range of key values hold a row that satisfies the filter?

A filter becomes a tree of atoms `key op constant`; everything else is unknown, which may be true.
The tree can only ever keep too much, never too little.
"""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sparktree.errors import Error
from sparktree.functions.declare import QueryContext
from sparktree.planner.casting import cast_to
from sparktree.planner.expr import Call, Constant, Expr, InSet, is_constant
from sparktree.planner.lower import fold
from sparktree.types import (
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    Float,
    Integer,
    String,
    Type,
    remove_low_cardinality,
    remove_nullable,
)


@dataclass(frozen=True, slots=True)
class Range:
    """The values of a key between two bounds, both included; None means unbounded."""

    least: Any = None
    greatest: Any = None
    has_null: bool = False
    only_null: bool = False


Ranges = Mapping[Expr, Range]
Test = Callable[[Ranges], tuple[bool, bool]]  # (may be true, may be false)

_ANY = (True, True)
_OPERATORS = {
    "equals": "=",
    "notEquals": "!=",
    "less": "<",
    "greater": ">",
    "lessOrEquals": "<=",
    "greaterOrEquals": ">=",
}
_FLIPPED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def unknown(ranges: Ranges) -> tuple[bool, bool]:
    """A condition that nothing is known of."""
    return _ANY


@dataclass(frozen=True, slots=True)
class KeyCondition:
    """The conjunction of a query's filters as tests over the given keys."""

    tests: tuple[Test, ...]

    @classmethod
    def of(
        cls, filters: Sequence[Expr], keys: Sequence[Expr], context: QueryContext
    ) -> KeyCondition:
        """The tests that say something about the keys."""
        builder = _Builder(tuple(keys), context)
        made = [builder.test(f) for f in filters]
        return cls(tuple(t for t in made if t is not unknown))

    @property
    def useful(self) -> bool:
        """Whether anything can be ruled out."""
        return bool(self.tests)

    def may_be_true(self, ranges: Ranges) -> bool:
        """Whether some row within the ranges can satisfy all filters."""
        return all(test(ranges)[0] for test in self.tests)


@dataclass(frozen=True, slots=True)
class _Builder:
    keys: tuple[Expr, ...]
    context: QueryContext

    def test(self, expr: Expr) -> Test:
        if isinstance(expr, InSet):
            return self._in(expr)
        if isinstance(expr, Constant):
            return self._constant(expr)
        if not isinstance(expr, Call):
            return unknown
        name = expr.function.name
        if name in ("and", "or"):
            return _combined(name, [self.test(a) for a in expr.args])
        if name == "not":
            return _negated(self.test(expr.args[0]))
        if name in _OPERATORS:
            return self._comparison(expr, _OPERATORS[name])
        return unknown

    def _constant(self, expr: Constant) -> Test:
        known = (bool(expr.value), not expr.value)
        return lambda ranges: known

    def _comparison(self, expr: Call, operator: str) -> Test:
        left, right = expr.args
        if is_constant(left):
            left, right, operator = right, left, _FLIPPED[operator]
        if left not in self.keys or not is_constant(right):
            return unknown
        value = self._value(right, left.type)
        if value is None:
            return unknown
        key = left

        def test(ranges: Ranges) -> tuple[bool, bool]:
            found = ranges.get(key)
            return _ANY if found is None else _compare(found, operator, value)

        return test

    def _value(self, constant: Expr, key: Type) -> Any:
        """The constant in the key's terms, None if the two are not comparable here."""
        solid = remove_nullable(remove_low_cardinality(key))
        source = remove_nullable(remove_low_cardinality(constant.type))
        if not isinstance(
            solid, Integer | Float | Decimal | Date | DateTime | DateTime64 | String | Enum
        ):
            return None
        try:
            if (isinstance(source, String) and not isinstance(solid, String)) or isinstance(
                solid, Enum
            ):
                return fold(cast_to(constant, solid), self.context).value
        except Error:
            return None
        numbers = (Integer, Float, Decimal, Bool)
        alike = source == solid or (isinstance(source, numbers) and isinstance(solid, numbers))
        alike = alike or (isinstance(source, Date) and isinstance(solid, Date))
        if isinstance(source, DateTime) and isinstance(solid, DateTime):
            alike = True
        return comparable(fold(constant, self.context).value) if alike else None

    def _in(self, expr: InSet) -> Test:
        if expr.value not in self.keys or expr.table is not None or expr.null_in:
            return unknown
        values = [self._value(v, expr.value.type) for v in expr.values]
        if not values or any(v is None for v in values):
            return unknown
        key, ordered = expr.value, sorted(values)

        def test(ranges: Ranges) -> tuple[bool, bool]:
            found = ranges.get(key)
            if found is None:
                return _ANY
            may = any(_compare(found, "=", v)[0] for v in ordered)
            single = found.least is not None and found.least == found.greatest
            return may, not (may and single) or found.has_null

        return _negated(test) if expr.negated else test


def comparable(value: Any) -> Any:
    """A constant that can be compared with bounds, or None."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float) and value != value:
        return None
    return value if isinstance(value, int | float | str | decimal.Decimal | datetime.date) else None


def _combined(name: str, tests: Sequence[Test]) -> Test:
    if all(t is unknown for t in tests):
        return unknown

    def both(ranges: Ranges) -> tuple[bool, bool]:
        found = [t(ranges) for t in tests]
        if name == "and":
            return all(t for t, _ in found), any(f for _, f in found)
        return any(t for t, _ in found), all(f for _, f in found)

    return both


def _negated(test: Test) -> Test:
    if test is unknown:
        return unknown

    def opposite(ranges: Ranges) -> tuple[bool, bool]:
        may, may_not = test(ranges)
        return may_not, may

    return opposite


def _compare(found: Range, operator: str, value: Any) -> tuple[bool, bool]:
    """Whether `key op value` can be true, and can be false, for keys in the range."""
    if found.only_null:
        return False, True
    least, greatest = found.least, found.greatest
    try:
        below = least is None or least < value  # some key may lie below the value
        above = greatest is None or greatest > value
        equal = (least is None or least <= value) and (greatest is None or greatest >= value)
    except TypeError:
        return _ANY
    may = {
        "=": equal,
        "!=": below or above,
        "<": below,
        ">": above,
        "<=": below or equal,
        ">=": above or equal,
    }
    not_ = {
        "=": below or above,
        "!=": equal,
        "<": above or equal,
        ">": below or equal,
        "<=": above,
        ">=": below,
    }
    return may[operator], not_[operator] or found.has_null
