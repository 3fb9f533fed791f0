"""ALTER TABLE ... MODIFY ORDER BY, and SAMPLE BY: parts that are there stay as they are."""

from __future__ import annotations

from dataclasses import replace

from sparktree.engines.definition.table import SortingItem, TableDefinition, bare
from sparktree.errors import Code, Error
from sparktree.sql import ast
from sparktree.sql.names import column_name
from sparktree.sql.statements.alter import ModifyOrderBy, ModifySampleBy, RemoveSampleBy
from sparktree.sql.statements.create import CreateTable, StorageOrderItem
from sparktree.statements.alter_table import ALTERS, Altering, storage_of
from sparktree.system.stored import named
from sparktree.system.table_columns import names_in


@ALTERS.declare(ModifyOrderBy)
def modify_order_by(create: CreateTable, command: ModifyOrderBy, altering: Altering) -> CreateTable:
    """MODIFY ORDER BY: what is added reads only columns that are new, and so empty in all parts."""
    storage = storage_of(create)
    before = TableDefinition(create)
    known = {bare(item.expression): item.descending for item in before.sorting_key}
    primary = storage.primary_key if storage.primary_key is not None else _plain(storage.order_by)
    changed = replace(create, storage=replace(storage, order_by=command.expression))
    items = TableDefinition(changed).sorting_key
    if items == before.sorting_key:
        return create
    for item in items:
        _check_direction(item, known.get(bare(item.expression), item.descending))
    added = [item.expression for item in items if bare(item.expression) not in known]
    for name in sorted(names_in(added)):
        _check_new(name, create, altering)
    return replace(changed, storage=replace(storage_of(changed), primary_key=primary))


def _check_direction(item: SortingItem, before: bool) -> None:
    if item.descending == before:
        return
    old, new = ("DESC", "ASC") if before else ("ASC", "DESC")
    raise Error(
        Code.BAD_ARGUMENTS,
        f"Sort direction of the sorting key column {column_name(item.expression)} would change from"
        f" {old} to {new}. The existing parts are physically sorted in the old direction, so the"
        " table would return wrong results. Changing the sort direction of an existing sorting key"
        " column is not supported; create a new table with the desired ORDER BY and copy the data"
        " with INSERT ... SELECT into it",
    )


def _plain(order_by: ast.Expression | None) -> ast.Expression | None:
    """The sorting key as a primary key: without directions."""
    if isinstance(order_by, StorageOrderItem):
        return order_by.expression
    if isinstance(order_by, ast.Function) and order_by.name == "tuple":
        args = tuple(a.expression if isinstance(a, StorageOrderItem) else a for a in order_by.args)
        return replace(order_by, args=args)
    return order_by


def _check_new(name: str, create: CreateTable, altering: Altering) -> None:
    old = named(altering.record)
    assert isinstance(old, CreateTable)
    if any(column.name == name for column in old.columns):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Existing column {name} is used in the expression that was added to the sorting key."
            " You can add expressions that use only the newly added columns",
        )
    if any(column.name == name and column.default is not None for column in create.columns):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Newly added column {name} has a default expression, so adding expressions that use it"
            " to the sorting key is forbidden",
        )


@ALTERS.declare(ModifySampleBy)
def modify_sample_by(
    create: CreateTable, command: ModifySampleBy, altering: Altering
) -> CreateTable:
    """MODIFY SAMPLE BY."""
    del altering
    return replace(create, storage=replace(storage_of(create), sample_by=command.expression))


@ALTERS.declare(RemoveSampleBy)
def remove_sample_by(
    create: CreateTable, command: RemoveSampleBy, altering: Altering
) -> CreateTable:
    """REMOVE SAMPLE BY."""
    del command, altering
    storage = storage_of(create)
    if storage.sample_by is None:
        raise Error(Code.BAD_ARGUMENTS, "Table doesn't have SAMPLE BY, cannot remove")
    return replace(create, storage=replace(storage, sample_by=None))
