"""The table that an INSERT fills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sparktree.catalog.records import Table
from sparktree.disks.placement import Placement
from sparktree.disks.policies import StoragePolicy
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.inserting.insert_context import InsertContext
from sparktree.engines.tables.open import inserts_into
from sparktree.engines.tables.rowless_engines import shown_engine
from sparktree.engines.tables.views import dependent_views
from sparktree.engines.writing.commit import Written
from sparktree.engines.writing.placing import placement
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.asterisk import expand
from sparktree.planner.analysis.scope import Scope, TableScope
from sparktree.planner.expr import Column
from sparktree.sql import ast


@dataclass(slots=True)
class Target:
    """The table that an INSERT fills."""

    record: Table
    definition: TableDefinition
    context: InsertContext
    parts: list[Written] = field(default_factory=list)

    @classmethod
    def of(cls, record: Table, context: InsertContext) -> Target:
        """The table itself; behind a materialized view the one that it fills."""
        other = inserts_into(record)
        if other is not None:
            return cls.of(context.record(other), context)
        if not engine_info(record.engine).has_parts:
            engine = shown_engine(record)
            raise not_implemented(f"Method write is not supported by storage {engine}")
        return cls(record, load_definition(record.create_query), context)

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"{self.record.database}.{self.record.name}"

    @property
    def deduplicates(self) -> bool:
        """Whether it, or a table behind it, may remember what was inserted."""
        return bool(self.definition.deduplication_window.blocks) or self.feeds_views

    @property
    def feeds_views(self) -> bool:
        """Whether materialized views read what is inserted."""
        record = self.record
        return bool(dependent_views(self.context.storage, record.database, record.name))

    @property
    def policy(self) -> StoragePolicy:
        """Which disks new parts may go to."""
        return self.context.storage.policy(self.definition.settings)

    def placement(self) -> Placement:
        """Which of them they go to."""
        return placement(self.context.storage, self.record)

    def insert_columns(self, listed: Sequence[ast.Expression]) -> list[str]:
        """The columns that the rows have, in their order."""
        own = self.definition
        if not listed:
            return [name for name, _ in own.asterisk_columns()]
        names: list[str] = []
        for node in listed:
            if isinstance(node, ast.Asterisk | ast.Columns):
                shown = {n: Column(t, 0, n) for n, t in own.asterisk_columns()}
                scope = Scope(tables=[TableScope(None, None, None, shown)])
                shown_ids = {n: Column(t, i, n) for i, (n, t) in enumerate(own.asterisk_columns())}
                scope.tables[0].columns = shown_ids
                names += [name for _, name in expand(node, scope)]
            elif isinstance(node, ast.Identifier):
                names.append(".".join(node.parts))
        for name in names:
            kind = own.column(name, self.name).kind
            if kind == "ALIAS":
                raise Error(
                    Code.NO_SUCH_COLUMN_IN_TABLE, f"No such column {name} in table {self.name}"
                )
            if kind == "MATERIALIZED":
                raise Error(
                    Code.ILLEGAL_COLUMN,
                    f"Cannot insert column {name}, because it is {kind} column",
                )
        if len(set(names)) != len(names):
            twice = next(n for n in names if names.count(n) > 1)
            raise Error(Code.DUPLICATE_COLUMN, f"Column {twice} specified more than once")
        return names
