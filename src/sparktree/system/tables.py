"""system.tables, detached_tables, dropped_tables, constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from sparktree.catalog.records import NO_UUID, Table, TableState
from sparktree.engines.definition.table import key_text
from sparktree.engines.storage.data_folder import policy_name
from sparktree.engines.tables.merge_tables import NOT_STORED
from sparktree.engines.tables.open import view_target
from sparktree.engines.tables.views import definer_of, dependent_views
from sparktree.errors import Error
from sparktree.sql import ast, format_create, format_query, parse_expression
from sparktree.sql.statements.create import (
    ColumnDeclaration,
    ConstraintDeclaration,
    CreateTable,
    Storage,
)
from sparktree.sql.type_ast import TypeName
from sparktree.system.stored import Stored, stored_tables, tables_in_state, temporary_tables
from sparktree.system.table import (
    SYSTEM_TABLES,
    Reading,
    SystemTable,
    system_table,
)


@dataclass(frozen=True)
class ShownTable:
    """A row of system.tables for a stored table or view."""

    stored: Stored

    @property
    def database(self) -> str:
        """Temporary tables are in no database."""
        return "" if self.is_temporary else self.stored.record.database

    @property
    def name(self) -> str:
        """The name that queries use."""
        return self.stored.temporary or self.stored.record.name

    @property
    def is_temporary(self) -> bool:
        """Whether only this session sees it."""
        return self.stored.temporary is not None

    @cached_property
    def target(self) -> ast.TableName | None:
        """The table that a materialized view fills."""
        view = self.stored.view
        if view is None or not view.materialized:
            return None
        return view_target(self.stored.record)

    @cached_property
    def dependencies(self) -> list[Table]:
        """The materialized views that an INSERT into the table fills."""
        record = self.stored.record
        return dependent_views(self.stored.reading.services.storage, record.database, record.name)

    @property
    def data_paths(self) -> list[str]:
        """Where the data lies."""
        if not self.stored.has_data:
            return []
        storage = self.stored.reading.services.storage
        settings = self.stored.definition.settings
        try:
            names = storage.policy(settings).disks
        except Error:  # the configuration has no such policy any more
            return []
        paths = [storage.disks[name].url("") for name in names if name in storage.disks]
        return [f"{path.rstrip('/')}/store/{self.stored.record.uuid}/" for path in paths]

    @property
    def engine_full(self) -> str:
        """The engine with its clauses."""
        storage = self.stored.table.storage
        if self.stored.view is not None or storage is None:
            return ""
        return format_query(storage, one_line=True).removeprefix("ENGINE = ")

    @property
    def as_select(self) -> str:
        """The query of a view."""
        query = self.stored.query
        return format_query(query, one_line=True) if query is not None else ""

    @property
    def definer(self) -> str:
        """The user with whose rights a view reads."""
        is_view = self.stored.query is not None
        return (definer_of(self.stored.record) or "") if is_view else ""

    @property
    def sorting_key(self) -> str:
        """The sorting key; as ClickHouse, without DESC."""
        items = self.stored.definition.sorting_key
        return key_text([item.expression for item in items])

    @property
    def primary_key(self) -> str:
        """The primary key; of a materialized view the one that its own storage names."""
        storage = self.stored.table.storage
        named = storage is not None and storage.primary_key is not None
        if not self.stored.has_data and not named:
            return ""
        return key_text(self.stored.definition.primary_key)

    @property
    def sampling_key(self) -> str:
        """The expression of SAMPLE BY."""
        key = self.stored.definition.sampling_key
        return key_text([key]) if key is not None else ""

    @property
    def total_rows(self) -> int | None:
        """Rows of the active parts."""
        return self.of_parts(_rows)

    @property
    def total_bytes(self) -> int | None:
        """Bytes on disk of the active parts."""
        return self.of_parts(_bytes)

    @property
    def comment(self) -> str:
        """The comment of CREATE TABLE."""
        return self.stored.table.comment or ""

    def of_parts(self, value: Callable[[Stored], int]) -> int | None:
        """A sum over parts, or NULL for what has none."""
        return value(self.stored) if self.stored.has_data else None


def _rows(stored: Stored) -> int:
    return sum(part.record.rows for part in stored.parts())


def _bytes(stored: Stored) -> int:
    return sum(part.record.bytes_on_disk for part in stored.parts())


def _uncompressed(stored: Stored) -> int:
    return sum(part.record.data_uncompressed_bytes for part in stored.parts())


def _marks(stored: Stored) -> int:
    return sum(part.record.marks for part in stored.parts())


@dataclass(frozen=True, slots=True)
class ShownSystemTable:
    """A row of system.tables for a system table."""

    database: str
    declared: SystemTable[object]
    total_rows: None = None
    total_bytes: None = None

    @property
    def name(self) -> str:
        """The table's name."""
        return self.declared.name

    @property
    def comment(self) -> str:
        """What the table shows."""
        return self.declared.doc

    @property
    def engine(self) -> str:
        """The engine that ClickHouse names."""
        if self.declared.engine:
            return self.declared.engine
        words = self.declared.name.split("_")
        return "System" + "".join(word.capitalize() for word in words)

    @property
    def create(self) -> CreateTable:
        """A CREATE statement with the columns."""
        columns = tuple(
            ColumnDeclaration(
                c.name,
                TypeName(c.type_name),
                default_kind="ALIAS" if c.alias else None,
                default=parse_expression(c.alias) if c.alias else None,
            )
            for c in self.declared.columns
        )
        name = ast.TableName(self.declared.name, self.database)
        storage = Storage(engine=ast.Function(self.engine))
        return CreateTable(name, columns, storage=storage, has_list=True)

    @property
    def create_query(self) -> str:
        """The CREATE statement on one line."""
        return format_create(self.create, one_line=True)


def _of_merge(wanted: Callable[[str, str], bool]) -> Iterator[Table]:
    """System tables that a Merge reads."""
    for (database, name), declared in sorted(SYSTEM_TABLES.items()):
        if wanted(database, name):
            shown = ShownSystemTable(database, declared)
            yield Table(NO_UUID, database, name, "SystemTable", shown.create_query)


NOT_STORED.append(_of_merge)

TableRow = ShownTable | ShownSystemTable


def shown_tables(reading: Reading) -> Iterator[TableRow]:
    """The tables that the session may see by database and name, then its temporary ones."""
    found: list[tuple[str, str, TableRow]] = []
    found += [(t.record.database, t.record.name, ShownTable(t)) for t in stored_tables(reading)]
    found += [(d, n, ShownSystemTable(d, t)) for (d, n), t in SYSTEM_TABLES.items()]
    yield from (row for _, _, row in sorted(found, key=lambda one: one[:2]))
    yield from (ShownTable(stored) for stored in temporary_tables(reading))


def _of(
    value: Callable[[ShownTable], object], of_system: Callable[[ShownSystemTable], object]
) -> Callable[[TableRow], object]:
    return lambda row: value(row) if isinstance(row, ShownTable) else of_system(row)


def _stored(
    value: Callable[[ShownTable], object], otherwise: object = ""
) -> Callable[[TableRow], object]:
    return _of(value, lambda _: otherwise)


def _key(value: Callable[[ShownTable], str]) -> Callable[[TableRow], object]:
    return _stored(lambda row: value(row) if row.stored.has_data else "")


system_table(
    SystemTable[TableRow](
        "tables",
        "The tables and views of all databases.",
        shown_tables,
        {
            "database": "database",
            "name": "name",
            "uuid": _stored(lambda t: t.stored.record.uuid, NO_UUID),
            "engine": _of(lambda t: t.stored.engine, lambda s: s.engine),
            "is_temporary": _stored(lambda t: t.is_temporary, False),
            "data_paths": _stored(lambda t: t.data_paths, ()),
            "metadata_modification_time": _stored(lambda t: int(t.stored.record.modified), 0),
            "metadata_version": _stored(lambda t: t.stored.record.metadata_version, 0),
            "dependencies_database": _stored(lambda t: [d.database for d in t.dependencies], ()),
            "dependencies_table": _stored(lambda t: [d.name for d in t.dependencies], ()),
            "create_table_query": _of(lambda t: t.stored.create_query, lambda s: s.create_query),
            "engine_full": _of(lambda t: t.engine_full, lambda s: s.engine),
            "definer": _stored(lambda t: t.definer),
            "as_select": _stored(lambda t: t.as_select),
            "partition_key": _key(lambda t: t.stored.definition.partition_text),
            "sorting_key": _key(lambda t: t.sorting_key),
            "primary_key": _stored(lambda t: t.primary_key),
            "sampling_key": _key(lambda t: t.sampling_key),
            "skipping_indices_types": _stored(
                lambda t: sorted({index.type.name.lower() for index in t.stored.table.indexes}), ()
            ),
            "storage_policy": _key(lambda t: policy_name(t.stored.definition.settings)),
            "total_rows": "total_rows",
            "total_bytes": "total_bytes",
            "total_bytes_uncompressed": _stored(lambda t: t.of_parts(_uncompressed), None),
            "parts": _stored(lambda t: t.of_parts(lambda s: len(s.every_part())), None),
            "active_parts": _stored(lambda t: t.of_parts(lambda s: len(s.parts())), None),
            "total_marks": _stored(lambda t: t.of_parts(_marks), None),
            "comment": "comment",
            "has_own_data": _of(lambda t: t.stored.has_data, lambda _: True),
            "target_database": _stored(lambda t: t.target.database if t.target else ""),
            "target_table": _stored(lambda t: t.target.name if t.target else ""),
        },
    )
)


def _detached(reading: Reading) -> Iterator[Stored]:
    return tables_in_state(reading, TableState.DETACHED, TableState.DETACHED_PERMANENTLY)


system_table(
    SystemTable[Stored](
        "detached_tables",
        "Tables that were detached and can be attached again.",
        _detached,
        {
            "database": "record.database",
            "table": "record.name",
            "uuid": "record.uuid",
            "is_permanently": lambda t: t.record.state == TableState.DETACHED_PERMANENTLY,
        },
    )
)


def _dropped(reading: Reading) -> Iterator[tuple[int, Stored]]:
    return enumerate(tables_in_state(reading, TableState.DROPPED))


system_table(
    SystemTable[tuple[int, Stored]](
        "dropped_tables",
        "Tables that were dropped and whose data is not removed yet.",
        _dropped,
        {
            "index": lambda row: row[0],
            "database": lambda row: row[1].record.database,
            "table": lambda row: row[1].record.name,
            "uuid": lambda row: row[1].record.uuid,
            "engine": lambda row: row[1].record.engine,
            "table_dropped_time": lambda row: int(row[1].record.dropped or 0),
        },
    )
)


def _constraints(reading: Reading) -> Iterator[tuple[Stored, ConstraintDeclaration]]:
    return ((t, c) for t in stored_tables(reading) for c in t.table.constraints)


system_table(
    SystemTable[tuple[Stored, ConstraintDeclaration]](
        "constraints",
        "The constraints of tables.",
        _constraints,
        {
            "database": lambda row: row[0].record.database,
            "table": lambda row: row[0].record.name,
            "name": lambda row: row[1].name,
            "type": lambda row: row[1].kind,
            "expression": lambda row: format_query(row[1].expression, one_line=True),
        },
    )
)
