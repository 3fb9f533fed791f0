"""Plans of an INSERT whose tasks run without a driver: what they write, and the views behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

from sparktree.catalog.records import Table
from sparktree.engines.definition.computed import Computed
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.inserting.feeding_sink import FED, FedView, FeedingSink
from sparktree.engines.inserting.feeding_views import rows_of_view, too_deep
from sparktree.engines.inserting.given_columns import Given, query_rows
from sparktree.engines.inserting.insert_context import InsertContext
from sparktree.engines.inserting.target import Target
from sparktree.engines.merging.rules import merging_on_insert
from sparktree.engines.projections.rows import with_projections
from sparktree.engines.tables.views import dependent_views
from sparktree.engines.writing.part_sink import PartSink
from sparktree.engines.writing.rows_for_table import RowsForTable
from sparktree.errors import not_implemented
from sparktree.kernel import sql
from sparktree.parts.store import STORE
from sparktree.planner.fragment import Fragment
from sparktree.planner.sources import PlainSource, ScanRequest, ScanResult, ScanTask, SourceTraits
from sparktree.types import Type

_LIKELY_ROWS = 1 << 20


@dataclass(slots=True)
class Progress:
    """How far the planning of a view is."""

    analysed: bool = False  # before that no task runs, and so there are no rows


@dataclass(frozen=True, slots=True, eq=False)
class FedRows(PlainSource):
    """The rows that a task writes, as a view reads them: in the form in which parts store them."""

    record: Table
    definition: TableDefinition
    context: InsertContext
    progress: Progress

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.record.database}.{self.record.name}"

    @property
    def traits(self) -> SourceTraits:
        """What a query may say of the table."""
        info = self.definition.engine_info
        return SourceTraits(info.name, merges_rows=info.merges_rows, reads_prewhere=info.sorted)

    def columns(self) -> list[tuple[str, Type]]:
        """Columns of SELECT *."""
        return self.definition.asterisk_columns()

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """Columns that only a query that names them sees."""
        shown = {name for name, _ in self.columns()}
        return [(n, t) for n, t in self.definition.readable() if n not in shown]

    def scan(self, request: ScanRequest) -> ScanResult:
        """All rows of the task."""
        if not self.progress.analysed:
            raise not_implemented(
                f"The data source cannot write into {self.name}: a materialized view behind it"
                " computes a subquery over the inserted rows first. Use"
                " sparktree.connect(...).insert(...) instead."
            )
        if request.final:
            raise not_implemented(f"A materialized view behind {self.name} reads it with FINAL.")
        known = {
            c.name: c.type.from_storage(sql.name(c.name))
            for c in self.definition.columns
            if c.stored
        }
        computed = Computed(self.definition, self.context, known)
        items = [f"{computed.value(n)} AS {sql.quote_name(a)}" for n, a in request.columns]
        text = f"SELECT {', '.join(items) or '1 AS _none'} FROM {FED}"
        return ScanResult((ScanTask(text, _LIKELY_ROWS),), rows=_LIKELY_ROWS)


@dataclass(slots=True)
class Filling:
    """The tables that an INSERT fills, in one task after the other: the first is its target."""

    context: InsertContext
    prefix: str  # of temporary folders
    memory: int
    tables: list[Table] = field(default_factory=list)
    merged: list[bool] = field(default_factory=list)  # whether their rows are merged on the way in
    disks: list[tuple[str, ...]] = field(default_factory=list)

    def sink(
        self,
        target: Target,
        source: str,
        given: Given,
        *,
        strict: bool = False,
        feeds: bool = True,
        depth: int = 0,
    ) -> tuple[str, FeedingSink]:
        """The SQL of rows to write into the target, and what writes them; it feeds the views, too,
        unless nobody is to hear of the rows."""
        number = len(self.tables)
        rows = RowsForTable(target.definition, self.context, self.context.settings, strict=strict)
        text = rows.select(source, given)
        sink = self._parts(target, rows, number)
        views = self._fed_views(target.record, depth) if feeds else ()
        return text, FeedingSink(number, sink, views, self.memory)

    def _parts(self, target: Target, rows: RowsForTable, number: int) -> PartSink | None:
        """What writes the rows of a table; nothing for one that forgets them."""
        self.tables.append(target.record)
        self.disks.append(tuple(target.policy.disks))
        merging = merging_on_insert(target.definition, self.context)
        self.merged.append(merging is not None)
        if engine_info(target.record.engine).forgets_rows:
            return None
        automatic = self.context.settings.materialize_statistics_on_insert
        version = target.record.metadata_version
        layout = rows.layout(version, automatic_statistics=automatic)
        layout = with_projections(layout, target.definition, self.context)
        folder, prefix = f"{STORE}/{target.record.uuid}", f"{self.prefix}_{number}"
        return PartSink(layout, target.placement(), folder, prefix, merging)

    def _fed_views(self, table: Table, depth: int) -> tuple[FedView, ...]:
        """The views that read the table, as it is called."""
        found = dependent_views(self.context.storage, table.database, table.name)
        if found:
            too_deep(depth)
        return tuple(self._fed_view(view, table, depth) for view in found)

    def _fed_view(self, view: Table, table: Table, depth: int) -> FedView:
        context, progress = self.context, Progress()
        fed = FedRows(table, load_definition(table.create_query), context, progress)
        filled, query = rows_of_view(view, table, fed, context)
        progress.analysed = True
        columns = [column.name for column in query.columns]
        planner, fragment, given = query_rows(query, columns, context)
        fragment = planner.meet(fragment, ())
        target = Target.of(filled, context)
        text, sink = self.sink(target, fragment.sql, given, depth=depth + 1)
        plan = planner.sink(Fragment(text, fragment.inputs, 1, fragment.rows), sink)
        ignores = bool(context.settings.materialized_views_ignore_errors)
        return FedView(tuple(plan.stages), ignores)
