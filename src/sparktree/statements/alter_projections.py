"""ALTER TABLE ... ADD and DROP PROJECTION."""

from __future__ import annotations

from dataclasses import replace

from sparktree.engines.storage.part_descriptions import described
from sparktree.errors import Code, Error
from sparktree.sql.statements.alter import AddProjection, ClearProjection, DropProjection
from sparktree.sql.statements.create import CreateTable
from sparktree.statements.alter_table import ALTERS, Altering


@ALTERS.declare(AddProjection)
def add_projection(create: CreateTable, command: AddProjection, altering: Altering) -> CreateTable:
    """ADD PROJECTION: parts that are there get it by MATERIALIZE PROJECTION, or when merged."""
    names = [one.name for one in create.projections]
    if command.projection.name in names and command.if_not_exists:
        return create
    place = 0 if command.first else len(names)
    if command.after in names:
        place = names.index(command.after) + 1
    found = (*create.projections[:place], command.projection, *create.projections[place:])
    return replace(create, projections=found)


@ALTERS.declare(DropProjection)
def drop_projection(
    create: CreateTable, command: DropProjection, altering: Altering
) -> CreateTable:
    """DROP PROJECTION: its files go out of the parts, too."""
    left = tuple(one for one in create.projections if one.name != command.name)
    if len(left) == len(create.projections):
        if command.if_exists:
            return create
        raise Error(
            Code.NO_SUCH_PROJECTION_IN_TABLE, f"There is no projection {command.name} in table"
        )
    parts = altering.context.services.catalog.parts.all(altering.record.uuid)
    if any(command.name in described(part).projections for part in parts):
        altering.rewrites.append(ClearProjection(command.name))
    return replace(create, projections=left)
