"""Conditions over keys: can a range of key values hold a row that satisfies the filter?

A filter becomes a tree of atoms `key op constant`; everything else is unknown, which may be true.
The tree can only ever keep too much, never too little.
"""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sparktree.engines.monotonic import Chain, chain
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
    has_nan: bool = False  # a value that no comparison holds for, except !=


Ranges = Mapping[Expr, Range]
Test = Callable[[Ranges], tuple[bool, bool]]  # (may be true, may be false)
Compare = Callable[[Range], tuple[bool, bool]]

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
    chains: tuple[Chain, ...] = ()

    @classmethod
    def of(
        cls, filters: Sequence[Expr], keys: Sequence[Expr], context: QueryContext
    ) -> KeyCondition:
        """The tests that say something about the keys."""
        builder = _Builder(tuple(keys), context)
        made = [builder.test(f) for f in filters]
        return cls(tuple(t for t in made if t is not unknown), tuple(builder.chains))

    def prepare(self, ranges: Sequence[Ranges]) -> None:
        """Compute at once what the tests of all these ranges will ask for."""
        for one in self.chains:
            found = [r[one.column] for r in ranges if one.column in r]
            one.prepare(bound for r in found for bound in (r.least, r.greatest))

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
    chains: list[Chain] = field(default_factory=list)

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
        if not is_constant(right):
            return unknown
        value = self._value(right, left.type)
        if value is None:
            return unknown
        return self._key_test(left, lambda found: _compare(found, operator, value)) or _all_of(
            self._behind_keys(left, operator, value)
        )

    def _key_test(self, expr: Expr, compare: Compare) -> Test | None:
        """A test of the ranges of a key, or of functions over a key that keep its order."""
        if expr in self.keys:
            return lambda ranges: compare(ranges[expr]) if expr in ranges else _ANY
        over = chain(expr, self.context)
        if over is None or over.column not in self.keys:
            return None
        self.chains.append(over)

        def test(ranges: Ranges) -> tuple[bool, bool]:
            found = ranges.get(over.column)
            mapped = None if found is None else _mapped(found, over)
            return _ANY if mapped is None else compare(mapped)

        return test

    def _behind_keys(self, expr: Expr, operator: str, value: Any) -> list[Test]:
        """Tests of keys that are functions over the compared column: `ts > x` of a key toDate(ts)
        says toDate(ts) >= toDate(x)."""
        relaxed = {"=": "=", "<": "<=", "<=": "<=", ">": ">=", ">=": ">="}.get(operator)
        if relaxed is None or not _fits(value, expr.type):
            return []
        tests: list[Test] = []
        for key in self.keys:
            over = chain(key, self.context)
            if over is not None and over.column == expr:
                tests.append(_relaxed(key, relaxed, over.at(value)))
        return tests

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
        if {type(source), type(solid)} == {Float, Decimal}:
            return None  # the kernel compares those as floats
        numbers = (Integer, Float, Decimal, Bool)
        alike = source == solid or (isinstance(source, numbers) and isinstance(solid, numbers))
        alike = alike or (isinstance(source, Date) and isinstance(solid, Date))
        if isinstance(source, DateTime) and isinstance(solid, DateTime):
            alike = True
        return comparable(fold(constant, self.context).value) if alike else None

    def _in(self, expr: InSet) -> Test:
        if expr.table is not None or expr.null_in:
            return unknown
        values = [self._value(v, expr.value.type) for v in expr.values]
        if not values or any(v is None for v in values):
            return unknown

        def compare(found: Range) -> tuple[bool, bool]:
            may = any(_compare(found, "=", v)[0] for v in values)
            single = found.least is not None and found.least == found.greatest
            return may, not (may and single) or found.has_null or found.has_nan

        test = self._key_test(expr.value, compare)
        if test is None:
            equal = [_all_of(self._behind_keys(expr.value, "=", v)) for v in values]
            test = unknown if any(t is unknown for t in equal) else _combined("or", equal)
        return _negated(test) if expr.negated else test


def _all_of(tests: Sequence[Test]) -> Test:
    return _combined("and", tests) if tests else unknown


def _mapped(found: Range, over: Chain) -> Range | None:
    """The range of a chain's values; None if nothing is known of it."""
    least, greatest = comparable(over.at(found.least)), comparable(over.at(found.greatest))
    if least is not None and greatest is not None and least > greatest:
        return None
    return replace(found, least=least, greatest=greatest)


def _relaxed(key: Expr, operator: str, value: Any) -> Test:
    """A test that can only rule out."""

    def test(ranges: Ranges) -> tuple[bool, bool]:
        found = ranges.get(key)
        return _ANY if found is None else (_compare(found, operator, value)[0], True)

    return test


def _fits(value: Any, type_: Type) -> bool:
    """Whether the constant is a value of the column's type."""
    solid = type_.inner
    if isinstance(solid, Integer):
        return isinstance(value, int) and solid.minimum <= value <= solid.maximum
    if isinstance(solid, DateTime):
        return isinstance(value, int) and 0 <= value < 2**32
    return isinstance(solid, Date) and isinstance(value, datetime.date)


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
    odd = found.has_nan and operator != "!="
    return (
        may[operator] or (found.has_nan and operator == "!="),
        not_[operator] or found.has_null or odd,
    )
