"""From a query's filters to a condition over keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sparktree.engines.keys.condition import (
    UNKNOWN,
    All,
    Condition,
    Constantly,
    Either,
    InBounds,
    InTuples,
    InValues,
    IsNull,
    Not,
    Unknown,
    simplified,
)
from sparktree.engines.keys.constants import (
    key_constant,
    prefix_bounds,
    regexp_prefix,
    tuple_columns,
    wanted_rows,
)
from sparktree.engines.keys.curves import joined, on_curve
from sparktree.engines.keys.domain import Array, constant_of, is_discrete, sorted_set
from sparktree.engines.keys.intervals import Bounds
from sparktree.engines.keys.monotonic import Chain, chain, one_value
from sparktree.errors import Error
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.expr import (
    Call,
    Constant,
    Expr,
    InSet,
    is_constant,
    is_deterministic,
    walk,
)
from sparktree.planner.lower import fold
from sparktree.types import UINT8, Bool, FixedString, Float, Integer, String, Tuple, remove_nullable
from sparktree.types import Array as ArrayType

_OPERATORS = {
    "equals": "=",
    "notEquals": "!=",
    "less": "<",
    "greater": ">",
    "lessOrEquals": "<=",
    "greaterOrEquals": ">=",
}
_FLIPPED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
_RELAXED = {"=": "=", "<": "<=", "<=": "<=", ">": ">=", ">=": ">="}


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a set may be for an index to look at it; 0 is any size."""

    subqueries: bool = True
    rows: int = 0


def condition_over(
    filters: Sequence[Expr],
    keys: Sequence[Expr],
    context: QueryContext,
    limits: Limits | None = None,
) -> Condition:
    """The conjunction of the filters as a condition over the keys."""
    builder = Builder(tuple(keys), context, limits or Limits())
    return simplified(_all([builder.build(f) for f in filters])) if filters else UNKNOWN


@dataclass(frozen=True, slots=True)
class Builder:
    """Builds conditions over some keys."""

    keys: tuple[Expr, ...]
    context: QueryContext
    limits: Limits = field(default_factory=Limits)

    def build(self, expr: Expr, negated: bool = False) -> Condition:
        """The expression, or its opposite, as a condition."""
        if isinstance(expr, InSet):
            return self._in(expr, negated != expr.negated)
        if isinstance(expr, Constant):
            return constantly(expr, negated)
        if not isinstance(expr, Call):
            return self._truth(expr, negated)
        name = expr.function.name
        if name in ("and", "or"):
            parts = tuple(self.build(a, negated) for a in expr.args)
            return _all(parts) if (name == "and") != negated else Either(parts)
        if name == "not":
            return self.build(expr.args[0], not negated)
        if name in _OPERATORS:
            operator = _OPERATORS[name]
            return self._comparison(expr, operator, negated)
        return self._function(expr, name, negated)

    def _function(self, expr: Call, name: str, negated: bool) -> Condition:
        if name in ("isNull", "isNotNull"):
            return self._null(expr.args[0], negated == (name == "isNull"))
        if name in ("like", "notLike", "startsWith"):
            return self._prefix(expr, name, negated)
        if name == "match" and not negated:
            return self._match(expr)
        if name in ("isNotDistinctFrom", "isDistinctFrom"):
            return self._distinct(expr, negated != (name == "isDistinctFrom"))
        if name == "has" and is_constant(expr.args[0]):
            return self._has(expr, negated)
        if name in ("empty", "notEmpty"):
            return self._empty(expr.args[0], (name == "empty") != negated)
        return UNKNOWN

    def _empty(self, text: Expr, equal: bool) -> Condition:
        inner = text.type.inner
        if not isinstance(inner, String | FixedString):
            return UNKNOWN
        nothing = bytes(inner.size) if isinstance(inner, FixedString) else b""
        return self._compared(text, "=" if equal else "!=", nothing)

    def _distinct(self, expr: Call, negated: bool) -> Condition:
        """`a <=> 5` is `a = 5` that is false for NULL, so that its opposite is true there."""
        constants = [fold(arg, self.context).value for arg in expr.args if is_constant(arg)]
        if negated or not constants:
            return UNKNOWN
        if constants[0] is None:
            return self._null(next(arg for arg in expr.args if not is_constant(arg)), negated)
        return self._comparison(expr, "=", negated)

    def _has(self, expr: Call, negated: bool) -> Condition:
        """has([1, 5], a) is a IN (1, 5) without NULL."""
        array, value = expr.args
        items = fold(array, self.context).value
        if not isinstance(array.type, ArrayType) or not isinstance(items, list):
            return UNKNOWN
        if value.type.nullable or any(item is None for item in items):
            return UNKNOWN
        solid = tuple(Constant(remove_nullable(array.type.of), item) for item in items)
        return self._in(InSet(UINT8, value, False, solid), negated)

    def _truth(self, expr: Expr, negated: bool) -> Condition:
        """A number as a condition: whether it is not zero."""
        if not isinstance(expr.type.inner, Integer | Bool):
            return UNKNOWN
        return self._compared(expr, "=" if negated else "!=", 0)

    def _null(self, expr: Expr, negated: bool) -> Condition:
        if expr not in self.keys:
            return UNKNOWN
        atom = IsNull(self.keys.index(expr), None)
        return Not(atom) if negated else atom

    def _prefix(self, expr: Call, name: str, negated: bool) -> Condition:
        value, pattern = expr.args[:2]
        if not is_constant(pattern) or value not in self.keys:
            return UNKNOWN
        text = fold(pattern, self.context).value
        found = prefix_bounds(text, value.type, is_pattern=name != "startsWith")
        if found is None:
            return UNKNOWN
        bounds, exact = found
        turned = negated != (name == "notLike")
        atom = InBounds(self.keys.index(value), None, bounds, relaxed=not exact)
        if turned:
            return Not(atom) if exact else UNKNOWN
        return atom

    def _match(self, expr: Call) -> Condition:
        """A regular expression with a fixed beginning leaves those values that begin so."""
        value, pattern = expr.args[:2]
        if not is_constant(pattern) or value not in self.keys:
            return UNKNOWN
        prefix = regexp_prefix(fold(pattern, self.context).value)
        found = prefix_bounds(prefix, value.type, is_pattern=False) if prefix else None
        if found is None:
            return UNKNOWN
        return InBounds(self.keys.index(value), None, found[0], relaxed=True)

    # --- comparisons ----------------------------------------------------------------------

    def _comparison(self, expr: Call, operator: str, negated: bool) -> Condition:
        left, right = expr.args
        if is_constant(left):
            left, right, operator = right, left, _FLIPPED[operator]
        if not is_constant(right):
            return UNKNOWN
        if isinstance(left, Call) and left.function.name == "tuple":
            return self._tuples(left, operator, right, negated)
        value = key_constant(right, left.type, self.context)
        if value is None:
            return UNKNOWN
        if not negated:
            return self._compared(left, operator, value)
        if isinstance(left.type.inner, Float) or operator in ("=", "!="):
            positive = self._compared(left, operator, value)
            return _turned(positive)
        return self._compared(left, _OPPOSITE[operator], value)

    def _compared(self, expr: Expr, operator: str, value: Any) -> Condition:
        place = self._key_of(expr)
        if place is None:
            return self._behind(expr, operator, value)
        bounds = _bounds(operator, value, expr)
        return InBounds(*place, bounds, operator == "!=")

    def _key_of(self, expr: Expr) -> tuple[int, Chain | None] | None:
        """The key that the expression is, or that it is a chain of functions over."""
        if expr in self.keys:
            return self.keys.index(expr), None
        over = chain(expr, self.keys, self.context)
        return None if over is None else (self.keys.index(over.key), over)

    def _behind(self, expr: Expr, operator: str, value: Any) -> Condition:
        """Keys that are functions over the compared expression: `ts > x` of a key toDate(ts) says
        toDate(ts) >= toDate(x), and `u = x` of a key hash(u) says hash(u) = hash(x)."""
        relaxed = _RELAXED.get(operator)
        bounds = _bounds(operator, value, expr)
        atoms: list[Condition] = list(on_curve(self.keys, expr, bounds, relaxed is None))
        if relaxed is None:
            return _all(atoms) if atoms else UNKNOWN
        for position, key in enumerate(self.keys):
            turned = self._direction(key, expr, relaxed)
            image = None if turned is None else self._image(key, expr, value)
            if turned is not None and image is not None:
                bounds = _bounds(turned, image, key)
                atoms.append(InBounds(position, None, bounds, relaxed=True))
        return All(tuple(atoms)) if len(atoms) > 1 else atoms[0] if atoms else UNKNOWN

    def _direction(self, key: Expr, expr: Expr, operator: str) -> str | None:
        """How the key compares if the expression compares so; None if nothing follows."""
        if key == expr or not any(e == expr for e in walk(key)):
            return None
        if operator == "=":
            alone = is_deterministic(key) and _reads_only(key, expr)
            return "=" if alone and not key.type.nullable else None
        over = chain(key, (expr,), self.context)
        if over is None or any(s.how not in ("rising", "falling") for s in over.steps):
            return None
        falls = sum(s.how == "falling" for s in over.steps) % 2
        return _FLIPPED[operator] if falls else operator

    def _image(self, key: Expr, expr: Expr, value: Any) -> Any:
        constant = _as_constant(value, expr)
        if constant is None:
            return None
        try:
            found = one_value(key, expr, constant, self.context)
        except Error:
            return None
        return constant_of(found, key.type)

    def _tuples(self, left: Call, operator: str, right: Expr, negated: bool) -> Condition:
        """(a, b) > (1, 2) is a > 1 OR (a = 1 AND b > 2)."""
        if not isinstance(right.type, Tuple) or len(right.type.of) != len(left.args):
            return UNKNOWN
        values = tuple_columns(right, self.context)
        if values is None:
            return UNKNOWN
        operator = _OPPOSITE[operator] if negated else operator
        pairs = list(zip(left.args, values, strict=True))
        found = [(e, key_constant(c, e.type, self.context)) for e, c in pairs]
        # NULL and NaN inside tuples compare in ways of their own.
        if any(v is None or e.type.nullable or isinstance(e.type.inner, Float) for e, v in found):
            return UNKNOWN
        if operator in ("=", "!="):
            parts = tuple(self._compared(e, operator, v) for e, v in found)
            return All(parts) if operator == "=" else Either(parts)
        return self._lexicographic(found, operator)

    def _lexicographic(self, found: Sequence[tuple[Expr, Any]], operator: str) -> Condition:
        (expr, value), rest = found[0], found[1:]
        if not rest:
            return self._compared(expr, operator, value)
        beyond = self._compared(expr, operator[0], value)
        equal = self._compared(expr, "=", value)
        return Either((beyond, All((equal, self._lexicographic(rest, operator)))))

    # --- sets -----------------------------------------------------------------------------

    def _in(self, expr: InSet, negated: bool) -> Condition:
        if expr.null_in:
            return self._in_with_null(expr, negated)
        rows = wanted_rows(expr, self.context, self.limits.rows if self.limits.subqueries else -1)
        if rows is None:
            return UNKNOWN
        if not rows[0]:
            return Constantly(negated)
        if isinstance(expr.value, Call) and expr.value.function.name == "tuple":
            return self._in_tuples(expr.value, rows, negated)
        if any(v is None for v in rows[0]):
            return UNKNOWN
        values = sorted_set(rows[0])
        place = self._key_of(_unwidened(expr.value))
        if place is not None:
            return InValues(*place, values, negated)
        return UNKNOWN if negated else self._in_behind(expr.value, values)

    def _in_with_null(self, expr: InSet, negated: bool) -> Condition:
        """transform_null_in: NULL is a value like others, and found where the set has one."""
        if expr.table is not None or negated:
            return UNKNOWN
        solid = tuple(value for value in expr.values if not _is_null(value))
        parts = [self._in(replace(expr, values=solid, null_in=False), negated)] if solid else []
        if len(solid) < len(expr.values):
            parts.append(self._null(expr.value, negated=False))
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _in_behind(self, expr: Expr, values: Array) -> Condition:
        atoms: list[Condition] = []
        for position, key in enumerate(self.keys):
            if self._direction(key, expr, "=") is None or len(values) > 1000:
                continue
            images = [self._image(key, expr, v) for v in values.tolist()]
            if all(i is not None for i in images):
                atoms.append(InValues(position, None, sorted_set(images), relaxed=True))
        return All(tuple(atoms)) if len(atoms) > 1 else atoms[0] if atoms else UNKNOWN

    def _in_tuples(self, value: Call, columns: list[list[Any]], negated: bool) -> Condition:
        used = [
            (self.keys.index(e), sorted_like(column))
            for e, column in zip(value.args, columns, strict=True)
            if e in self.keys and not any(v is None for v in column)
        ]
        if not used:
            return UNKNOWN
        return InTuples(tuple(k for k, _ in used), tuple(c for _, c in used), negated)


def _all(parts: Sequence[Condition]) -> Condition:
    """AND, also of what is an AND itself."""
    flat = [c for part in parts for c in (part.of if isinstance(part, All) else (part,))]
    return All(tuple(joined(flat)))


def constantly(expr: Constant, negated: bool) -> Condition:
    """A constant, or its opposite, as a condition; NULL is never true, nor is NOT NULL."""
    if expr.value is None:
        return Constantly(False)
    return (
        Constantly(bool(expr.value) != negated) if isinstance(expr.value, int | float) else UNKNOWN
    )


def sorted_like(values: list[Any]) -> Array:
    """A column of tuples, in their order."""
    kinds = sorted_set(values)
    if kinds.dtype != object:
        return np.array(values, dtype=kinds.dtype)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _is_null(expr: Expr) -> bool:
    """Whether the expression is the constant NULL."""
    return isinstance(expr, Constant) and expr.value is None


def _turned(condition: Condition) -> Condition:
    if isinstance(condition, Unknown):
        return UNKNOWN
    if isinstance(condition, InBounds) and not condition.relaxed:
        if condition.bounds.low == condition.bounds.high:
            return InBounds(condition.key, condition.chain, condition.bounds, not condition.negated)
        return Not(condition)
    return UNKNOWN


def _bounds(operator: str, value: Any, expr: Expr) -> Bounds:
    """What an operator asks for; whole numbers beyond one start at the next."""
    discrete = isinstance(value, int) and is_discrete(expr.type)
    if operator in ("=", "!="):
        return Bounds(value, value)
    if operator == "<":
        return Bounds(high=value - 1) if discrete else Bounds(high=value, high_open=True)
    if operator == ">":
        return Bounds(low=value + 1) if discrete else Bounds(low=value, low_open=True)
    return Bounds(high=value) if operator == "<=" else Bounds(low=value)


def _unwidened(expr: Expr) -> Expr:
    """The integer below a cast to a wider type, which changes no value."""
    if not isinstance(expr, Call) or expr.function.name != "_CAST":
        return expr
    source, result = expr.args[0].type.inner, expr.type.inner
    if not isinstance(source, Integer) or not isinstance(result, Integer):
        return expr
    fits = source.minimum >= result.minimum and source.maximum <= result.maximum
    return expr.args[0] if fits else expr


def _reads_only(key: Expr, expr: Expr) -> bool:
    """Whether the key is made of the expression and constants alone."""
    if key == expr or is_constant(key):
        return True
    return isinstance(key, Call) and all(_reads_only(a, expr) for a in key.args)


def _as_constant(value: Any, expr: Expr) -> Constant | None:
    """A comparable value as a constant of the expression's type; None if it is no such value."""
    solid = remove_nullable(expr.type)
    inner = solid.inner
    if isinstance(value, bytes):
        value = value.decode()
    if isinstance(inner, Integer) and not (
        isinstance(value, int) and inner.minimum <= value <= inner.maximum
    ):
        return None
    return Constant(solid, value)
