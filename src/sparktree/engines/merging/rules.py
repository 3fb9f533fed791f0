"""The rule of a table's engine for rows with equal sorting keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.merging.aggregating import aggregating
from sparktree.engines.merging.coalescing import coalescing
from sparktree.engines.merging.collapsing import Collapsing
from sparktree.engines.merging.graphite import check_graphite, graphite
from sparktree.engines.merging.parameters import (
    check_aggregating,
    check_coalescing,
    check_collapsing,
    check_replacing,
    check_summing,
    check_versioned,
    listed_columns,
    parameter,
)
from sparktree.engines.merging.replacing import Replacing
from sparktree.engines.merging.summing import summing
from sparktree.engines.merging.versioned_collapsing import VersionedCollapsing
from sparktree.engines.writing.sorted_block import Merging
from sparktree.errors import Code, Error
from sparktree.planner.environment import Environment


@dataclass(frozen=True, slots=True)
class Rule:
    """What an engine makes of rows with equal keys, and what its parameters must be for that."""

    make: Callable[[TableDefinition, Environment, Collection[str]], Merging]
    check: Callable[[TableDefinition, Environment], None]


def check_parameters(definition: TableDefinition, environment: Environment) -> None:
    """Refuse what the engine could not work with."""
    engine = definition.engine
    known, own = definition.engine_info.parameters, definition.engine_info.own_parameters
    if known is None or own is None:
        return
    if not own.least <= len(definition.parameters) <= len(own.names):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"With extended storage definition syntax storage {engine.name} requires"
            f" {known.count()}",
        )
    rule = RULES.get(definition.engine_info.kind)
    if rule is not None:
        rule.check(definition, environment)


def merging_rule(
    definition: TableDefinition, environment: Environment, wanted: Collection[str] | None = None
) -> Merging | None:
    """The rule, for those of the columns that are wanted; None if rows do not depend on others."""
    rule = RULES.get(definition.engine_info.kind)
    if rule is None:
        return None
    if wanted is None:
        wanted = {c.name for c in definition.columns}
    return rule.make(definition, environment, wanted)


def merging_on_insert(definition: TableDefinition, environment: Environment) -> Merging | None:
    """The rule for the rows of an INSERT, unless optimize_on_insert is off."""
    if not environment.settings.optimize_on_insert:
        return None
    return merging_rule(definition, environment)


def _sign(definition: TableDefinition) -> str:
    sign = parameter(definition, 0)
    assert sign is not None
    return sign


def _replacing(definition: TableDefinition, _: Environment, __: Collection[str]) -> Merging:
    return Replacing(parameter(definition, 0), parameter(definition, 1))


def _collapsing(definition: TableDefinition, _: Environment, __: Collection[str]) -> Merging:
    return Collapsing(_sign(definition))


def _versioned(definition: TableDefinition, _: Environment, __: Collection[str]) -> Merging:
    return VersionedCollapsing(_sign(definition))


def _summing(
    definition: TableDefinition, environment: Environment, wanted: Collection[str]
) -> Merging:
    return summing(definition, environment, wanted, listed_columns(definition))


def _coalescing(
    definition: TableDefinition, environment: Environment, wanted: Collection[str]
) -> Merging:
    return coalescing(definition, environment, wanted, listed_columns(definition))


RULES: Mapping[str, Rule] = {
    "ReplacingMergeTree": Rule(_replacing, check_replacing),
    "CollapsingMergeTree": Rule(_collapsing, check_collapsing),
    "VersionedCollapsingMergeTree": Rule(_versioned, check_versioned),
    "SummingMergeTree": Rule(_summing, check_summing),
    "AggregatingMergeTree": Rule(aggregating, check_aggregating),
    "CoalescingMergeTree": Rule(_coalescing, check_coalescing),
    "GraphiteMergeTree": Rule(graphite, check_graphite),
}
