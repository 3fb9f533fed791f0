"""Kernel SQL of a projection's rows out of the rows of its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.projections.analysis import PART_OFFSET
from sparktree.engines.projections.definition import Projection, projections
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.layout import PartLayout, ProjectionLayout
from sparktree.parts.projected import OFFSET, SOURCE
from sparktree.planner.environment import Environment
from sparktree.planner.lower import Lowering
from sparktree.planner.nodes import Aggregate, OneRow
from sparktree.planner.physical import Planner
from sparktree.planner.physical.aggregation import Grouping
from sparktree.settings.query import QuerySettings


@dataclass(frozen=True, slots=True)
class ProjectedSql:
    """Makes the rows of one projection."""

    projection: Projection
    environment: Environment

    def kernel(self, source: str, names: Mapping[str, Sql]) -> str:
        """The projection's columns in kernel form, under their kernel names.

        `names` are the table's columns as the source has them, in kernel form.
        """
        query = self.projection.query
        items = [f"{names[c.name]} AS {c.kernel_name}" for c in query.reads]
        text = f"SELECT {', '.join(items) or '0 AS _none'} FROM ({source})"
        if query.filters:
            lowering = Lowering(self.environment.context)
            where = sql.all_of(map(lowering.condition, query.filters))
            text = f"SELECT * FROM ({text}) WHERE {where}"
        if not query.grouped:
            return text
        planner = Planner(self.environment.context, 1)
        node = Aggregate(OneRow(), query.keys, query.states)
        grouped = Grouping(planner, node, query.states).whole(text)
        # Without keys an aggregation of no rows has a row; a projection of no rows has none.
        return grouped if query.keys else f"SELECT * FROM ({grouped}) WHERE EXISTS ({text})"

    def stored(self, source: str, names: Mapping[str, Sql]) -> tuple[str, PartLayout]:
        """The same in stored form with the sorting key beside, and how it becomes a part."""
        rows = RowsForTable(self.projection.definition, self.environment, QuerySettings())
        aliases = {name: column.kernel_name for name, column in self.projection.columns}
        items = ", ".join(rows.kept_items(aliases))
        return f"SELECT {items} FROM ({self.kernel(source, names)})", rows.layout()

    def layout(self) -> ProjectionLayout:
        """What a task that writes a part of the table must know."""
        names: dict[str, Sql] = {}
        for column in self.projection.query.reads:
            offset = column.name == PART_OFFSET
            held = sql.name(OFFSET if offset else column.name)
            names[column.name] = held if offset else column.type.from_storage(held)
        text, layout = self.stored(f"SELECT * FROM {SOURCE}", names)
        reads = tuple(OFFSET if n == PART_OFFSET else n for n in self.projection.reads)
        return ProjectionLayout(
            self.projection.name, self.projection.signature, text, reads, layout
        )


def with_projections(
    layout: PartLayout, definition: TableDefinition, environment: Environment
) -> PartLayout:
    """The layout of parts that an INSERT writes, with the projections of the table in them."""
    if not definition.settings.materialize_projections_on_insert:
        return layout
    found = projections(definition, environment)
    inside = tuple(ProjectedSql(one, environment).layout() for one in found)
    return replace(layout, projections=inside)
