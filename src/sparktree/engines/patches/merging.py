"""Patches of the same columns merged into one: of each row the last values are left."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from sparktree.catalog.records import Part, Table
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.patches.writing import (
    PARTITION,
    SYSTEM_COLUMNS,
    PatchSink,
    patch_layout,
)
from sparktree.engines.reading.overlay import NUMBER, OFFSET, VERSION, patch_rows
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_descriptions import described
from sparktree.kernel import sql
from sparktree.parts.description import PartDescription, from_report
from sparktree.parts.reader import Patch, ReadColumn
from sparktree.parts.store import STORE
from sparktree.planner.environment import Environment
from sparktree.spark.queries import RunOptions
from sparktree.spark.stages import Gather, SqlRelation, Stage


@dataclass(slots=True)
class PatchMergeJob:
    """One merge of patches of one partition; `watch` is told the id of the Spark job."""

    storage: DataFolder
    table: Table
    patches: Sequence[Part]
    environment: Environment
    watch: Callable[[str], None]
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def run(self) -> PartDescription:
        """The new patch in a temporary folder; `sweep` must follow."""
        query_id = str(uuid.uuid4())
        self.watch(query_id)
        sink = self._sink()
        rows = sum(patch.rows for patch in self.patches)
        stage = Stage("SELECT * FROM t", ({"t": SqlRelation(self._sql(), rows)},), Gather(), sink)
        (report,) = self.storage.spark.run_sink([stage], RunOptions(query_id))
        made, first = from_report(report), self.patches[0]
        sources = {name for patch in self.patches for name in described(patch).sources}
        return replace(
            made,
            partition_id=first.partition_id,
            partition=first.partition,
            partition_values=(),
            sources=tuple(sorted(sources)),
        )

    def sweep(self) -> None:
        """Remove the folder if it has not got its name."""
        self._sink().sweep(self.storage, self.patches[0].disk)

    @property
    def _changed(self) -> list[str]:
        """The columns with new values."""
        known = {*SYSTEM_COLUMNS, VERSION}
        return [c.name for c in described(self.patches[0]).columns if c.name not in known]

    def _sink(self) -> PatchSink:
        """All rows in one block: patches that are merged are small enough."""
        rows, storage = sum(patch.rows for patch in self.patches), self.storage
        layout = replace(
            patch_layout(self.table, self.environment, self._changed, merged=True),
            max_insert_block_size=rows,
            min_insert_block_size_rows=rows,
            min_insert_block_size_bytes=0,
        )
        folder, prefix = f"{STORE}/{self.table.uuid}", f"{storage.catalog.owner}_{self.id}"
        return PatchSink(layout, storage.disks[self.patches[0].disk], folder, prefix)

    def _sql(self) -> str:
        names = [*self._changed, *SYSTEM_COLUMNS]
        columns = [ReadColumn(name, f"r{i}") for i, name in enumerate(names)]
        aliases = {column.name: column.alias for column in columns} | {VERSION: "version"}
        texts = [
            patch_rows(Patch(described(p), self.storage.disks[p.disk]), columns, "version")
            for p in self.patches
        ]
        row = f"{aliases[NUMBER]}, {aliases[OFFSET]}"
        last = (
            f"SELECT * FROM ({' UNION ALL '.join(texts)})"
            f" QUALIFY row_number() OVER (PARTITION BY {row} ORDER BY version DESC) = 1"
        )
        definition = load_definition(self.table.create_query)
        items = [f"{_stored(definition, n, a)} AS {sql.quote_name(n)}" for n, a in aliases.items()]
        return f"SELECT {', '.join(items)}, '' AS {PARTITION} FROM ({last})"


def _stored(definition: TableDefinition, name: str, alias: str) -> str:
    column = definition.by_name.get(name)
    return alias if column is None else column.type.to_storage(sql.name(alias))
