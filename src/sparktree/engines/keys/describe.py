"""Conditions over keys as EXPLAIN shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sparktree.engines.keys.condition import (
    All,
    Atom,
    Condition,
    Constantly,
    Either,
    InBounds,
    InTuples,
    InValues,
    IsNull,
    Not,
)
from sparktree.engines.keys.curves import OnCurve
from sparktree.planner.expr import Call, Column, Constant, Expr
from sparktree.types import quoted


def described(condition: Condition, names: Sequence[str]) -> str:
    """ClickHouse's text of a condition; `names` are the keys'."""
    if isinstance(condition, All | Either):
        name = "and" if isinstance(condition, All) else "or"
        found = described(condition.of[0], names)
        for child in condition.of[1:]:
            found = f"{name}({described(child, names)}, {found})"
        return found
    if isinstance(condition, Not):
        if isinstance(condition.of, IsNull):
            return f"({_key_text(condition.of, names)} isNotNull)"
        return f"not({described(condition.of, names)})"
    if isinstance(condition, Constantly):
        return "true" if condition.value else "false"
    if isinstance(condition, InTuples):
        keys = ", ".join(names[k] for k in condition.keys)
        keys = f"({keys})" if len(condition.keys) > 1 else keys
        return f"({keys} {_in(condition.negated)} {len(condition.columns[0])}-element set)"
    if isinstance(condition, OnCurve):
        return _curved(condition, names[condition.key])
    return _atom(condition, names) if isinstance(condition, Atom) else "true"


def _atom(atom: Atom, names: Sequence[str]) -> str:
    place = _key_text(atom, names)
    if isinstance(atom, IsNull):
        return f"({place} isNull)"
    if isinstance(atom, InValues):
        return f"({place} {_in(atom.negated)} {len(atom.values)}-element set)"
    assert isinstance(atom, InBounds)
    bounds = atom.bounds
    low = (
        "(-Inf" if bounds.low is None else f"{'(' if bounds.low_open else '['}{_value(bounds.low)}"
    )
    ends = ")" if bounds.high_open or bounds.high is None else "]"
    high = "+Inf" if bounds.high is None else _value(bounds.high)
    return f"({place} {'not in' if atom.negated else 'in'} {low}, {high}{ends})"


def _curved(condition: OnCurve, name: str) -> str:
    """The coordinates that are asked for; of `!=` the one that it compares."""
    coordinates = [_coordinates(one) for one in condition.ranges]
    if not condition.negated:
        return f"({name} has args in {' × '.join(coordinates)})"
    place = next(i for i, text in enumerate(coordinates) if text != _ANY)
    return f"(argument {place} of {name} not in {coordinates[place]})"


def _coordinates(of: tuple[int, int]) -> str:
    low, high = of
    first = "(-Inf" if low == 0 else f"[{low}"
    return f"{first}, +Inf)" if high == (1 << 32) - 1 else f"{first}, {high}]"


_ANY = "(-Inf, +Inf)"


def _in(negated: bool) -> str:
    return "notIn" if negated else "in"


def _key_text(atom: Atom, names: Sequence[str]) -> str:
    if atom.chain is None:
        return names[atom.key]
    return expression_text(atom.chain.result, {atom.chain.key: names[atom.key]})


def expression_text(expr: Expr, names: dict[Expr, str]) -> str:
    """An expression as functions over names."""
    if expr in names:
        return names[expr]
    if isinstance(expr, Call):
        args = ", ".join(expression_text(a, names) for a in expr.args)
        return f"{'CAST' if expr.function.name == '_CAST' else expr.function.name}({args})"
    if isinstance(expr, Constant):
        return _constant(expr.value)
    return expr.name if isinstance(expr, Column) else "?"


def _constant(value: Any) -> str:
    return quoted(value) if isinstance(value, str) else str(value)


def _value(value: Any) -> str:
    if isinstance(value, bytes):
        return quoted(value.decode())
    if isinstance(value, float) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def exact_range(condition: Condition) -> bool:
    """Whether the wanted granules follow one another, so that a binary search finds them: equal
    values of the first keys, then bounds of one more."""
    atoms = condition.of if isinstance(condition, All) else (condition,)
    ranged: dict[int, bool] = {}
    for atom in atoms:
        if not isinstance(atom, InBounds) or atom.negated or atom.chain is not None:
            return False
        point = atom.bounds.low is not None and atom.bounds.low == atom.bounds.high
        ranged[atom.key] = ranged.get(atom.key, False) or not point
    keys = sorted(ranged)
    return keys == list(range(len(keys))) and not any(ranged[k] for k in keys[:-1])
