"""ALTER TABLE ... settings, comment, constraints and TTL of the table itself."""

from __future__ import annotations

from dataclasses import replace

from sparktree.engines.ddl.check_settings import check_changed, check_pool
from sparktree.engines.definition.table import TableDefinition, with_disk_name
from sparktree.errors import Code, Error
from sparktree.settings.inert_settings import known_table_settings
from sparktree.settings.merge_tree import (
    MergeTreeSettings,
    declared_settings,
    refuse_without_effect,
)
from sparktree.sql import ast
from sparktree.sql.statements.alter import (
    AddConstraint,
    DropConstraint,
    ModifyComment,
    ModifySetting,
    ModifyTtl,
    RemoveTtl,
    ResetSetting,
)
from sparktree.sql.statements.create import CreateTable
from sparktree.statements.alter_table import ALTERS, Altering, storage_of

# What is fixed when the table is made.
READONLY_SETTINGS = frozenset(
    {
        "add_minmax_index_for_numeric_columns",
        "add_minmax_index_for_string_columns",
        "add_minmax_index_for_temporal_columns",
        "enable_mixed_granularity_parts",
        "index_granularity",
        "index_granularity_bytes",
        "table_disk",
    }
)


@ALTERS.declare(ModifySetting)
def modify_setting(create: CreateTable, command: ModifySetting, altering: Altering) -> CreateTable:
    """MODIFY SETTING."""
    names = {setting.name for setting in command.settings}
    for name in sorted(names & READONLY_SETTINGS):
        raise Error(
            Code.READONLY_SETTING,
            f"Setting '{name}' is readonly for storage '{altering.record.engine}'",
        )
    changes = with_disk_name({setting.name: setting.value for setting in command.settings})
    MergeTreeSettings().changed(changes)
    refuse_without_effect(changes)
    check_pool(MergeTreeSettings().changed(changes), altering.context.services.background.threads)
    storage = storage_of(create)
    kept = {setting.name: setting for setting in storage.settings}
    kept |= {setting.name: setting for setting in command.settings}
    changed = replace(create, storage=replace(storage, settings=tuple(kept.values())))
    check_changed(TableDefinition(changed).settings, names)
    return changed


@ALTERS.declare(ResetSetting)
def reset_setting(create: CreateTable, command: ResetSetting, altering: Altering) -> CreateTable:
    """RESET SETTING."""
    for name in command.names:
        if name not in declared_settings() and name not in known_table_settings():
            raise Error(
                Code.BAD_ARGUMENTS,
                f"Cannot reset setting '{name}' because it doesn't exist for MergeTree engines"
                " family",
            )
        if name in READONLY_SETTINGS:
            raise Error(
                Code.READONLY_SETTING,
                f"Setting '{name}' is readonly for storage '{altering.record.engine}'",
            )
    storage = storage_of(create)
    left: tuple[ast.Setting, ...] = tuple(
        s for s in storage.settings if s.name not in command.names
    )
    return replace(create, storage=replace(storage, settings=left))


@ALTERS.declare(ModifyComment)
def modify_comment(create: CreateTable, command: ModifyComment, altering: Altering) -> CreateTable:
    """MODIFY COMMENT."""
    return replace(create, comment=command.comment or None)


@ALTERS.declare(AddConstraint)
def add_constraint(create: CreateTable, command: AddConstraint, altering: Altering) -> CreateTable:
    """ADD CONSTRAINT: rows that are there already are not checked."""
    name = command.constraint.name
    if any(constraint.name == name for constraint in create.constraints):
        if command.if_not_exists:
            return create
        raise Error(
            Code.ILLEGAL_COLUMN,
            f"Cannot add constraint {name}: constraint with this name already exists",
        )
    return replace(create, constraints=(*create.constraints, command.constraint))


@ALTERS.declare(DropConstraint)
def drop_constraint(
    create: CreateTable, command: DropConstraint, altering: Altering
) -> CreateTable:
    """DROP CONSTRAINT."""
    left = tuple(c for c in create.constraints if c.name != command.name)
    if len(left) == len(create.constraints) and not command.if_exists:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Wrong constraint name. Cannot find constraint `{command.name}` to drop",
        )
    return replace(create, constraints=left)


@ALTERS.declare(ModifyTtl)
def modify_ttl(create: CreateTable, command: ModifyTtl, altering: Altering) -> CreateTable:
    """MODIFY TTL: parts that are there follow, unless materialize_ttl_after_modify is off."""
    altering.materialize_ttl()
    return replace(create, storage=replace(storage_of(create), ttl=command.elements))


@ALTERS.declare(RemoveTtl)
def remove_ttl(create: CreateTable, command: RemoveTtl, altering: Altering) -> CreateTable:
    """REMOVE TTL."""
    storage = storage_of(create)
    if not storage.ttl:
        raise Error(
            Code.BAD_ARGUMENTS, "Table doesn't have any table TTL expression, cannot remove"
        )
    return replace(create, storage=replace(storage, ttl=()))
