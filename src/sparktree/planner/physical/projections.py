"""Projections in plans: an aggregation reads states that parts keep instead of their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sparktree.functions.aggregates.combinators import resolution
from sparktree.functions.core.declare import Value
from sparktree.planner.analysis.join_conditions import conjuncts
from sparktree.planner.calls import aggregate
from sparktree.planner.expr import (
    AggregateUse,
    Column,
    Expr,
    InSet,
    columns_of,
    is_constant,
    is_deterministic,
    transform,
    walk,
)
from sparktree.planner.nodes import Aggregate, Distinct, Filter, Node, Project, Scan
from sparktree.planner.optimizing.pushdown import substituted
from sparktree.planner.physical.planner import Planner
from sparktree.planner.sources import Match, Offer, Use
from sparktree.types import AggregateFunction


def aggregated(
    planner: Planner, node: Aggregate, uses: Sequence[Use]
) -> tuple[Aggregate, Sequence[Use]] | None:
    """The aggregation over a projection of its table, if one answers it with less reading."""
    flat = _flat(node, uses)
    if flat is None:
        return None
    scan, keys, calls, filters = flat
    projected = scan.source.traits.projections
    if projected is None or scan.final or scan.sample_factor != 1:
        return None
    offers = projected.offers(scan.columns, [use for _, use in calls], filters, planner.new_column)
    found = [_match(planner, offer, keys, calls, filters) for offer in offers]
    matches = [match for match in found if match is not None]
    if not matches:
        return None
    choice = projected.best(scan.columns, filters, matches)
    planner.scans.add(scan.source, (), choice.report)
    best = choice.match
    if best is None:
        return None
    columns = tuple(c for c, _ in (*best.offer.columns, *best.offer.states))
    below: Node = Scan(best.offer.source, columns)
    for condition in best.filters:
        below = Filter(below, condition)
    over = tuple(zip((c for c, _ in node.keys), best.keys, strict=True))
    return replace(node, input=below, keys=over, aggregates=best.uses), best.uses


def distinct(planner: Planner, node: Distinct) -> Aggregate | None:
    """DISTINCT over a projection of its table: its values are keys of groups."""
    if not isinstance(node.input, Project):
        return None
    values = {column.id: expr for column, expr in node.input.columns}
    if not all(column.id in values for column in node.columns):
        return None
    keys = tuple((column, values[column.id]) for column in node.columns)
    found = aggregated(planner, Aggregate(node.input.input, keys, ()), ())
    return None if found is None else found[0]


_Flat = tuple[Scan, list[Expr], list[Use], list[Expr]]


def _flat(node: Aggregate, uses: Sequence[Use]) -> _Flat | None:
    """Keys, aggregates and conditions over the columns of the scan below, if nothing else is."""
    keys, calls = [e for _, e in node.keys], list(uses)
    filters: list[Expr] = []
    below = node.input
    while not isinstance(below, Scan):
        if isinstance(below, Filter):
            filters += conjuncts(below.condition)
        elif isinstance(below, Project):
            values = {c.id: e for c, e in below.columns}
            keys = [substituted(e, values) for e in keys]
            calls = [(c, _substituted_use(u, values)) for c, u in calls]
            filters = [substituted(e, values) for e in filters]
        else:
            return None
        below = below.input
    exprs = [*keys, *(u for _, u in calls), *filters]
    return (below, keys, calls, filters) if all(map(is_deterministic, exprs)) else None


def _substituted_use(use: AggregateUse, values: Mapping[int, Expr]) -> AggregateUse:
    found = substituted(use, values)
    assert isinstance(found, AggregateUse)
    return found


def _match(
    planner: Planner,
    offer: Offer,
    keys: Sequence[Expr],
    uses: Sequence[Use],
    filters: Sequence[Expr],
) -> Match | None:
    """The aggregation over the offer's columns; None if they do not say enough."""
    if any(condition not in filters for condition in offer.filters):
        return None
    if keys and not offer.columns:  # groups of no rows are none, but a count of 0 is a row
        return None
    left = [condition for condition in filters if condition not in offer.filters]
    held = {expr: column for column, expr in offer.columns}
    states = {call_key(use): column for column, use in offer.states}
    moved_keys = [_moved(key, held) for key in keys]
    moved_filters = [_moved(condition, held) for condition in left]
    moved_uses = [(c, _moved_use(planner, use, states)) for c, use in uses]
    if None in moved_keys or None in moved_filters or any(u is None for _, u in moved_uses):
        return None
    return Match(
        offer,
        tuple(e for e in moved_keys if e is not None),
        tuple((c, u) for c, u in moved_uses if u is not None),
        tuple(e for e in moved_filters if e is not None),
    )


def _moved(expr: Expr, held: Mapping[Expr, Column]) -> Expr | None:
    """The expression over the columns that an offer has."""
    if any(isinstance(e, InSet) and e.table is not None for e in walk(expr)):
        return None
    moved = transform(expr, lambda e: None if is_constant(e) else held.get(e))
    own = {column.id for column in held.values()}
    return moved if columns_of(moved).keys() <= own else None


def _moved_use(
    planner: Planner, use: AggregateUse, states: Mapping[object, Column]
) -> AggregateUse | None:
    """The call over states."""
    column = states.get(call_key(use)) if use.mode in ("value", "state") else None
    if column is None or use.order_by:
        return None
    parameters: tuple[Value, ...] = ()
    if isinstance(column.type, AggregateFunction):
        parameters = use.parameters
        suffix = "Merge" if use.mode == "value" else "MergeState"
        name = f"{column.type.function}{suffix}"
    elif use.mode == "value":  # values of several rows: counts add up, the least is the least
        name = "sum" if use.aggregate.name == "count" else use.name
    else:
        return None
    found = aggregate(name, [column], parameters, planner.context)
    return None if found is None else replace(found, type=use.type)


def call_key(use: AggregateUse) -> object:
    """What is equal for calls that have the same state."""
    name = resolution.canonical(use.name)
    if use.mode == "state":
        name = name.removesuffix("State")
    args = use.args
    if use.aggregate.name == "count" and not any(arg.type.nullable for arg in args):
        args = ()  # every row counts, whatever is in it
    parameters = tuple(map(repr, use.parameters))  # lists among them have no hash
    return name, args, parameters, use.condition, use.distinct
