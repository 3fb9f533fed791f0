"""SAMPLE: the rows whose sampling key lies in a share of its type's range."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from sparktree.errors import Code, Error
from sparktree.functions.core.declare import QueryContext
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.expr import Constant, Expr
from sparktree.planner.nodes import Filter, Node, Scan
from sparktree.planner.sources import Sampling
from sparktree.sql import ast
from sparktree.types import UINT8, Integer


def sample(node: Scan, item: ast.TableExpression, analyser: ExpressionAnalyser) -> Node:
    """The rows of the sample, of them those of this replica if several share the sample."""
    source = node.source
    sampling = source.traits.sampling
    if sampling is None and item.sample is None:
        return node
    if sampling is None:
        raise Error(Code.SAMPLING_NOT_SUPPORTED, f"Storage {source.name} doesn't support sampling.")
    share, offset = _sample_of(item, sampling, analyser)
    node = replace(node, sample_factor=float(1 / share) if share else 1.0)
    replicas = analyser.context.settings.parallel_replicas_count
    if replicas > 1:
        share = (share or Fraction(1)) / replicas
        offset += share * analyser.context.settings.parallel_replica_offset
    if share in (0, 1):
        if offset:
            raise Error(
                Code.ARGUMENT_OUT_OF_BOUND, "Sampling offset is incorrect because no sampling"
            )
        return node
    return _between(node, analyser.expr(sampling.key), offset, offset + share, analyser)


def _sample_of(
    item: ast.TableExpression, sampling: Sampling, analyser: ExpressionAnalyser
) -> tuple[Fraction, Fraction]:
    """The share of the rows and where it begins; numbers beyond 1 mean so many rows."""
    nodes = (item.sample, item.sample_offset)
    parts = [Fraction(0) if n is None else _fraction(analyser.constant(n)) for n in nodes]
    rows = sampling.rows() if any(part > 1 for part in parts) else 1
    share, offset = (min(p / max(rows, 1), Fraction(1)) if p > 1 else p for p in parts)
    return share, offset


def cuts_tables(context: QueryContext) -> bool:
    """Whether a query without SAMPLE reads a part of the tables with a sampling key."""
    settings = context.settings
    return (
        settings.parallel_replicas_mode == "sampling_key"
        and settings.enable_parallel_replicas > 0
        and settings.parallel_replicas_count > 0
        and settings.max_parallel_replicas > 1
    )


def _between(
    node: Node, key: Expr, low: Fraction, high: Fraction, analyser: ExpressionAnalyser
) -> Node:
    type_ = key.type
    assert isinstance(type_, Integer)
    size = type_.maximum + 1
    if low >= 1:
        return Filter(node, Constant(UINT8, 0))
    if low:
        bound = Constant(type_, int(low * size))
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
