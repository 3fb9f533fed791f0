"""A table as its CREATE query declares it; the query is what the catalog keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sparktree.catalog.records import Window
from sparktree.engines.definition.engines import REPLICA_PARAMETERS, EngineInfo, Role, engine_info
from sparktree.engines.definition.implicit import (
    implicit_constraints,
    implicit_indexes,
    wants_indexes,
)
from sparktree.engines.storage.custom_disks import disk_name
from sparktree.errors import Code, Error
from sparktree.settings.merge_tree import MergeTreeSettings
from sparktree.sql import ast, format_query, parse
from sparktree.sql.statements.create import (
    ColumnDeclaration,
    ConstraintDeclaration,
    CreateTable,
    IndexDeclaration,
    StorageOrderItem,
)
from sparktree.types import UINT8, Type, parse_type


@dataclass(frozen=True)
class Column:
    """A column of a table; `kind` is empty for one without a default expression."""

    declaration: ColumnDeclaration
    type: Type

    @property
    def name(self) -> str:
        """The column's name."""
        return self.declaration.name

    @property
    def kind(self) -> str:
        """DEFAULT, MATERIALIZED, ALIAS, EPHEMERAL or nothing."""
        return self.declaration.default_kind or ""

    @property
    def default(self) -> ast.Expression | None:
        """The default expression."""
        return self.declaration.default

    @property
    def stored(self) -> bool:
        """Whether parts hold values of it."""
        return self.kind not in ("ALIAS", "EPHEMERAL")

    @property
    def codec(self) -> str:
        """The codec as declared, e.g. `ZSTD(3)`, or nothing."""
        codec = self.declaration.codec
        return format_query(codec, one_line=True) if codec is not None else ""


@dataclass(frozen=True)
class SortingItem:
    """An element of the sorting key."""

    expression: ast.Expression
    descending: bool = False


@dataclass(frozen=True)
class TableDefinition:
    """All that CREATE TABLE says, taken apart."""

    create: CreateTable

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Every column in its order."""
        return tuple(_column(c) for c in self.create.columns)

    @cached_property
    def by_name(self) -> dict[str, Column]:
        """The columns by name."""
        return {c.name: c for c in self.columns}

    @property
    def engine(self) -> ast.Function:
        """The engine and its arguments."""
        storage = self.create.storage
        assert storage is not None and storage.engine is not None
        return storage.engine

    @property
    def parameters(self) -> tuple[ast.Expression, ...]:
        """The engine's arguments, but for the path and the name of a replica."""
        return self.engine.args[len(REPLICA_PARAMETERS) if self.engine_info.is_replicated else 0 :]

    @property
    def deduplication_window(self) -> Window:
        """How many inserted blocks the table remembers, and for how many seconds."""
        settings = self.settings
        if not self.engine_info.is_replicated:
            return Window(settings.non_replicated_deduplication_window)
        seconds = settings.replicated_deduplication_window_seconds
        return Window(settings.replicated_deduplication_window, seconds)

    @property
    def engine_info(self) -> EngineInfo:
        """What is known of its engine."""
        return engine_info(self.engine.name)

    @cached_property
    def sorting_key(self) -> tuple[SortingItem, ...]:
        """The expressions by which parts are sorted."""
        storage = self.create.storage
        assert storage is not None
        node = storage.order_by if storage.order_by is not None else storage.primary_key
        items = tuple(_sorting_item(e) for e in key_elements(node))
        return (*items, *self._version_item(items))

    def _version_item(self, items: tuple[SortingItem, ...]) -> tuple[SortingItem, ...]:
        """Some engines sort by the version too, after all else."""
        info = self.engine_info
        if not info.sorts_by_version or len(self.parameters) != len(info.roles):
            return ()
        version = SortingItem(self.parameters[info.roles.index(Role.VERSION)])
        return () if version.expression in [i.expression for i in items] else (version,)

    @cached_property
    def primary_key(self) -> tuple[ast.Expression, ...]:
        """The expressions of the sparse index: a prefix of the sorting key."""
        storage = self.create.storage
        assert storage is not None
        if storage.primary_key is None:
            return tuple(_sorting_item(e).expression for e in key_elements(storage.order_by))
        return key_elements(storage.primary_key)

    @cached_property
    def partition_key(self) -> tuple[ast.Expression, ...]:
        """The expressions whose values tell partitions apart."""
        storage = self.create.storage
        return key_elements(storage.partition_by if storage else None)

    @property
    def partition_text(self) -> str:
        """The partition key as it was written, brackets included."""
        storage = self.create.storage
        if storage is None or storage.partition_by is None:
            return ""
        return format_query(storage.partition_by, one_line=True)

    @cached_property
    def sampling_key(self) -> ast.Expression | None:
        """The expression of SAMPLE BY."""
        return self.create.storage.sample_by if self.create.storage else None

    @cached_property
    def settings(self) -> MergeTreeSettings:
        """The table's settings."""
        storage = self.create.storage
        given = {s.name: s.value for s in storage.settings} if storage else {}
        if self.engine_info.own_settings:
            given = {}
        return MergeTreeSettings().changed(with_disk_name(given))

    @cached_property
    def indexes(self) -> tuple[IndexDeclaration, ...]:
        """The skip indexes, those that settings add included."""
        declared = self.create.indexes
        if not wants_indexes(self.settings):
            return declared
        columns = [(c.declaration, c.type) for c in self.columns]
        return (*declared, *implicit_indexes(columns, declared, self.settings))

    @cached_property
    def constraints(self) -> tuple[ConstraintDeclaration, ...]:
        """The constraints, those that settings add included."""
        storage = self.create.storage
        if storage is None or storage.engine is None:  # files that a table function writes
            return self.create.constraints
        return (
            *self.create.constraints,
            *implicit_constraints(self.engine_info.roles, self.parameters, self.settings),
        )

    def readable(self) -> list[tuple[str, Type]]:
        """The columns that SELECT can name."""
        return [(c.name, c.type) for c in self.columns if c.kind != "EPHEMERAL"]

    def asterisk_columns(
        self, *, materialized: bool = False, aliases: bool = False
    ) -> list[tuple[str, Type]]:
        """The columns of SELECT *: not EPHEMERAL ones, nor MATERIALIZED and ALIAS ones unless
        asked for."""
        kinds = ("", "DEFAULT", "MATERIALIZED") if materialized else ("", "DEFAULT")
        found = [c for c in self.columns if c.kind in kinds]
        found += [c for c in self.columns if aliases and c.kind == "ALIAS"]
        return [(c.name, c.type) for c in found]

    def type_of(self, name: str) -> Type:
        """The type of a column, UInt8 of the mask that deletes rows."""
        column = self.by_name.get(name)
        return UINT8 if column is None else column.type

    def column(self, name: str, table: str) -> Column:
        """The column of that name, or NO_SUCH_COLUMN_IN_TABLE."""
        if name not in self.by_name:
            raise Error(
                Code.NO_SUCH_COLUMN_IN_TABLE,
                f"No such column {name} in table {table}",
            )
        return self.by_name[name]


def with_disk_name(settings: Mapping[str, object]) -> Mapping[str, object]:
    """The settings with the name of the disk, where a call of disk(...) declares it."""
    if "disk" not in settings:
        return settings
    return {**settings, "disk": disk_name(settings["disk"])}


def _column(declaration: ColumnDeclaration) -> Column:
    assert declaration.type is not None
    return Column(declaration, parse_type(format_query(declaration.type, one_line=True)))


def key_elements(node: ast.Expression | None) -> tuple[ast.Expression, ...]:
    """The expressions of a key: those of a tuple, or the one that stands alone."""
    if node is None:
        return ()
    if isinstance(node, ast.Function) and node.name == "tuple":
        return node.args
    return (node,)


def bare(node: ast.Expression) -> ast.Expression:
    """An element of a key without its alias; brackets make no difference to `==`."""
    return bare(node.expression) if isinstance(node, ast.Aliased) else node


def _sorting_item(node: ast.Expression) -> SortingItem:
    if isinstance(node, StorageOrderItem):
        return SortingItem(node.expression, node.descending)
    return SortingItem(node)


@lru_cache(maxsize=1024)
def load_definition(create_query: str) -> TableDefinition:
    """The definition behind a stored CREATE query."""
    statement = parse(create_query).statement
    if not isinstance(statement, CreateTable):
        raise Error(Code.LOGICAL_ERROR, f"The stored query creates no table: {create_query}")
    return TableDefinition(statement)


def key_text(elements: Sequence[ast.Expression]) -> str:
    """A key as system.tables shows it."""
    return ", ".join(format_query(e, one_line=True) for e in elements)
