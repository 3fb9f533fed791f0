"""SAMPLE: the rows whose sampling key lies in a share of its type's range."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Protocol, runtime_checkable

from sparktree.errors import Code, Error
from sparktree.planner.analyze import ExpressionAnalyser
from sparktree.planner.expr import Constant, Expr
from sparktree.planner.nodes import Filter, Node, TableSource
from sparktree.sql import ast
from sparktree.types import Integer


@runtime_checkable
class Sampled(Protocol):
    """A table that may have a sampling key; it shows the factor of the sample to queries."""

    sample_factor: float

    def sampling_key(self) -> ast.Expression | None:
        """The expression of SAMPLE BY."""
        ...

    def total_rows(self) -> int:
        """How many rows it has, for samples of so many rows."""
        ...


def sample(
    node: Node, source: TableSource, item: ast.TableExpression, analyser: ExpressionAnalyser
) -> Node:
    """The rows of the sample."""
    assert item.sample is not None
    key = source.sampling_key() if isinstance(source, Sampled) else None
    if key is None or not isinstance(source, Sampled):
        raise Error(Code.SAMPLING_NOT_SUPPORTED, f"Storage {source.name} doesn't support sampling.")
    share = _fraction(analyser.constant(item.sample))
    offset = Fraction(0)
    if item.sample_offset is not None:
        offset = _fraction(analyser.constant(item.sample_offset))
    if share > 1:
        share = min(share / max(source.total_rows(), 1), Fraction(1))
    if offset > 1:
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, "Sample offset must be less than 1")
    source.sample_factor = float(1 / share) if share else 1.0
    if not share or share == 1:
        return node
    return _between(node, analyser.expr(key), offset, offset + share, analyser)


def _between(
    node: Node, key: Expr, low: Fraction, high: Fraction, analyser: ExpressionAnalyser
) -> Node:
    type_ = key.type
    assert isinstance(type_, Integer)
    size = type_.maximum + 1
    if low:
        bound = Constant(type_, min(int(low * size), type_.maximum))
        node = Filter(node, analyser.call("greaterOrEquals", [key, bound]))
    if high < 1:
        node = Filter(node, analyser.call("less", [key, Constant(type_, int(high * size))]))
    return node


def _fraction(value: object) -> Fraction:
    """The number that was meant: a share such as 1/3 comes as a float."""
    if isinstance(value, int):
        return Fraction(value)
    number = float(str(value))
    if not math.isfinite(number):
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, f"The share of a sample is no number: {number}")
    return Fraction(number).limit_denominator(1_000_000_000)
