"""Stored tables and views with their CREATE queries taken apart, as system tables show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from sparktree.catalog.records import Part, PartState, Table, TableState
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.virtual_columns import partition_types
from sparktree.engines.partitions.freezing import frozen_parts
from sparktree.engines.services import Services
from sparktree.engines.storage.data_folder import TEMPORARY_DATABASE
from sparktree.engines.storage.part_descriptions import described
from sparktree.engines.tables.rowless_engines import shown_engine
from sparktree.parts.description import PartDescription
from sparktree.parts.partition import partition_text
from sparktree.planner.analysis.secrets import without_secrets
from sparktree.sql import ast, format_create, parse
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.views import CreateView
from sparktree.system.table import Reading
from sparktree.types import Type

SHOWN_STATES = (PartState.ACTIVE, PartState.OUTDATED)


@lru_cache(maxsize=1024)
def created(create_query: str) -> CreateTable | CreateView:
    """The statement that made a table."""
    statement = parse(create_query).statement
    assert isinstance(statement, CreateTable | CreateView)
    return statement


def named(record: Table) -> CreateTable | CreateView:
    """The statement that made a table, under the name that the table has now."""
    create = created(record.create_query)
    if record.database == TEMPORARY_DATABASE:
        return create
    name = ast.TableName(record.name, record.database)
    if isinstance(create, CreateView):
        return replace(create, table=replace(create.table, name=name))
    return replace(create, name=name)


@dataclass(frozen=True)
class PartOfTable:
    """A part with its description, parsed when first asked for."""

    table: Stored
    record: Part

    @cached_property
    def description(self) -> PartDescription:
        """The content of part.json."""
        return described(self.record)

    @property
    def partition(self) -> str:
        """The values of its partition; those of Enums under the names that they have today."""
        types = self.table.named_partition
        if not types:
            return self.record.partition
        return partition_text(self.description.partition_values, types)


@dataclass(frozen=True)
class AllParts:
    """The parts of every table, read from the catalog when first asked for."""

    services: Services

    @cached_property
    def by_table(self) -> dict[str, list[Part]]:
        """Active and outdated parts by the table's UUID."""
        found: dict[str, list[Part]] = {}
        for part in self.services.catalog.parts.all(states=SHOWN_STATES, patches=True):
            if not part.is_leftover:
                found.setdefault(part.table, []).append(part)
        return found


@dataclass(frozen=True)
class Stored:
    """A stored table or view."""

    record: Table
    reading: Reading
    all_parts: AllParts

    @cached_property
    def create(self) -> CreateTable | CreateView:
        """Its CREATE statement, under the name that it has now, and what is secret hidden."""
        return without_secrets(named(self.record))

    @property
    def table(self) -> CreateTable:
        """The table part of the statement: name, columns, storage, comment."""
        return self.create.table if isinstance(self.create, CreateView) else self.create

    @property
    def view(self) -> CreateView | None:
        """The statement, if it makes a view."""
        return self.create if isinstance(self.create, CreateView) else None

    @cached_property
    def definition(self) -> TableDefinition:
        """Columns, and of a table with data also keys and settings."""
        return TableDefinition(self.table)

    @property
    def engine(self) -> str:
        """The name of its engine."""
        return shown_engine(self.record)

    @cached_property
    def named_partition(self) -> tuple[Type, ...]:
        """The types of its partition key, if an Enum is among them: its values can get other
        names when parts have been written."""
        if not self.definition.partition_key or not _has_enum(
            c.type for c in self.definition.columns
        ):
            return ()
        types = partition_types(self.definition, self.reading.environment)
        return types if _has_enum(types) else ()

    @cached_property
    def frozen(self) -> frozenset[tuple[str, str]]:
        """Disk and name of the parts that backups have."""
        return frozen_parts(self.reading.services.storage, self.record)

    @property
    def has_data(self) -> bool:
        """Whether parts belong to it."""
        return engine_info(self.record.engine).has_parts

    @property
    def temporary(self) -> str | None:
        """The name that the session knows a temporary table by."""
        for table in self.reading.temporary:
            if table.uuid == self.record.uuid:
                return self.table.name.name
        return None

    @property
    def create_query(self) -> str:
        """The CREATE query on one line."""
        return format_create(self.create, one_line=True)

    @property
    def query(self) -> ast.Query | None:
        """The query of a view."""
        return self.create.query if isinstance(self.create, CreateView) else None

    def parts(self) -> list[PartOfTable]:
        """Its active parts; patches have no rows of their own."""
        active = (p for p in self.every_part() if p.record.state == PartState.ACTIVE)
        return [part for part in active if not part.record.is_patch]

    def every_part(self) -> list[PartOfTable]:
        """Its active and outdated parts, patches too."""
        found = self.all_parts.by_table.get(self.record.uuid, [])
        return [PartOfTable(self, part) for part in found]


def _has_enum(types: Iterable[Type]) -> bool:
    return any("Enum" in str(type_) for type_ in types)


def stored_tables(reading: Reading) -> Iterator[Stored]:
    """The attached tables and views that the session may see, by database and name."""
    parts = AllParts(reading.services)
    for record in reading.services.catalog.tables.all():
        if record.database != TEMPORARY_DATABASE:
            yield Stored(record, reading, parts)


def tables_in_state(reading: Reading, *states: TableState) -> Iterator[Stored]:
    """Tables that queries cannot see any more."""
    parts = AllParts(reading.services)
    for record in reading.services.catalog.tables.all(states=states):
        if record.database != TEMPORARY_DATABASE:
            yield Stored(record, reading, parts)


def temporary_tables(reading: Reading) -> Iterator[Stored]:
    """The temporary tables of the session."""
    parts = AllParts(reading.services)
    for record in reading.temporary:
        yield Stored(record, reading, parts)


def all_parts(reading: Reading) -> Iterator[PartOfTable]:
    """Every part, active or outdated, of every MergeTree table that the session may see."""
    for table in stored_tables(reading):
        if not engine_info(table.record.engine).keyless:
            yield from table.every_part()


def dropped_parts(reading: Reading) -> Iterator[PartOfTable]:
    """The parts of MergeTree tables that were dropped and are still there."""
    for table in tables_in_state(reading, TableState.DROPPED):
        if not engine_info(table.record.engine).keyless:
            yield from table.every_part()
