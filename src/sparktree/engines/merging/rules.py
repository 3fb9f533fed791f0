"""The rule of a table's engine for rows with equal sorting keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.merging.aggregating import aggregating
from sparktree.engines.merging.coalescing import coalescing
from sparktree.engines.merging.collapsing import Collapsing
from sparktree.engines.merging.graphite import graphite
from sparktree.engines.merging.parameters import listed_columns, parameter
from sparktree.engines.merging.replacing import Replacing
from sparktree.engines.merging.summing import summing
from sparktree.engines.merging.versioned_collapsing import VersionedCollapsing
from sparktree.engines.writing.sorted_block import Merging
from sparktree.planner.environment import Environment

Make = Callable[[TableDefinition, Environment, Collection[str]], Merging]


def merging_rule(
    definition: TableDefinition, environment: Environment, wanted: Collection[str] | None = None
) -> Merging | None:
    """The rule, for those of the columns that are wanted; None if rows do not depend on others."""
    make = RULES.get(definition.engine.name)
    if make is None:
        return None
    if wanted is None:
        wanted = {c.name for c in definition.columns}
    return make(definition, environment, wanted)


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


RULES: Mapping[str, Make] = {
    "ReplacingMergeTree": _replacing,
    "CollapsingMergeTree": _collapsing,
    "VersionedCollapsingMergeTree": _versioned,
    "SummingMergeTree": _summing,
    "AggregatingMergeTree": aggregating,
    "CoalescingMergeTree": _coalescing,
    "GraphiteMergeTree": graphite,
}
