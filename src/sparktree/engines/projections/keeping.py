"""Which projections a new part gets, and how: after a merge, and after a mutation."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sparktree.catalog.records import Table
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.ttl_rules import rules_of
from sparktree.engines.projections.analysis import PART_OFFSET
from sparktree.engines.projections.candidates import held
from sparktree.engines.projections.choosing import declared_projections
from sparktree.engines.projections.definition import Projection
from sparktree.engines.projections.making import MissingProjections
from sparktree.engines.storage.part_on_disk import PartOnDisk
from sparktree.errors import Error
from sparktree.parts.description import PartDescription, PartProjection
from sparktree.parts.filename import projection_folder
from sparktree.parts.rewriting import linked_projections
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.planner.environment import Environment

_LOG = logging.getLogger("sparktree.projections")


def of_table(table: Table, environment: Environment) -> list[Projection]:
    """The projections that a table declares."""
    definition = load_definition(table.create_query)
    return declared_projections(table.create_query, definition, environment)


# --- merges --------------------------------------------------------------------------------


def after_merge(
    table: Table,
    environment: Environment,
    sources: Sequence[PartOnDisk],
    made: PartDescription,
    *,
    reduces: bool = False,
) -> MissingProjections | None:
    """What a merged part needs; `reduces` if the merge was told to leave out rows."""
    declared = of_table(table, environment)
    definition = load_definition(table.create_query)
    known = {name for source in sources for name in source.description.projections}
    always = definition.settings.materialize_projections_on_merge
    wished = [one for one in declared if always or one.name in known]
    if not wished or _drops(definition, reduces):
        return None
    same = not reduces and _same_rows(definition, sources, made)
    merged, built = [], []
    for one in wished:
        inside = [held(source, one, environment) for source in sources]
        found = tuple(part for part in inside if part is not None)
        if same and len(found) == len(sources) and PART_OFFSET not in one.reads:
            merged.append((one, found))
        else:
            built.append(one)
    return MissingProjections(made, sources[0].record, tuple(built), tuple(merged))


def _drops(definition: TableDefinition, reduces: bool) -> bool:
    """Whether deduplicate_merge_projection_mode says that merged parts have no projections."""
    mode = definition.settings.deduplicate_merge_projection_mode
    return mode in ("drop", "throw") and (reduces or definition.engine_info.merges_rows)


def _same_rows(
    definition: TableDefinition, sources: Sequence[PartOnDisk], made: PartDescription
) -> bool:
    """Whether the merged part surely has the rows of its sources, none changed."""
    plain = not definition.engine_info.merges_rows and not rules_of(definition)
    masked = any(source.description.column(ROW_EXISTS) is not None for source in sources)
    return plain and not masked and made.rows == sum(s.description.rows for s in sources)


# --- mutations -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """What a mutation does to a part, as far as projections are concerned."""

    columns: Collection[str] = ()  # with new values
    rows: bool = False  # some rows go
    masks: bool = False  # some rows are hidden
    cleared: Collection[str] = ()  # projections that go
    materialized: Collection[str] = ()  # projections that come


def after_mutation(
    table: Table, environment: Environment, part: PartOnDisk, change: Change
) -> tuple[list[Projection], list[Projection]]:
    """The projections that stay as they are, and those that are built anew."""
    declared = of_table(table, environment)
    definition = load_definition(table.create_query)
    mode = definition.settings.lightweight_mutation_projection_mode
    masked = part.description.column(ROW_EXISTS) is not None
    if mode == "drop" and (change.masks or (masked and not change.rows)):
        return [], []
    kept: list[Projection] = []
    built: list[Projection] = []
    for one in declared:
        has = one.name in part.description.projections and one.name not in change.cleared
        fresh = held(part, one, environment) is not None
        touched = change.rows or change.masks or not set(one.reads).isdisjoint(change.columns)
        if has and fresh and not touched:
            kept.append(one)
        elif has or one.name in change.materialized:
            built.append(one)
    return kept, built


def linked(
    part: PartOnDisk, new: PartDescription, kept: Sequence[Projection]
) -> tuple[PartDescription, list[Projection]]:
    """The new part with the projections that stay, and those among them whose files are lost."""
    found: dict[str, PartProjection] = {}
    lost: list[Projection] = []
    for one in kept:
        try:
            found |= linked_projections(part.disk, part.description, new.folder, [one.name])
        except Error as error:
            _LOG.warning(
                "Projection %s of part %s is built anew: %s",
                one.name, part.description.name, error.message,
            )  # fmt: skip
            part.disk.remove(f"{new.folder}/{projection_folder(one.name)}")
            lost.append(one)
    return replace(new, projections=found), lost
