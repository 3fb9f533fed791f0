"""What ALTER must leave alone: columns of keys, of engines, of projections and indexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sparktree.catalog.records import Table
from sparktree.engines.ddl.retyping import (
    is_relabelled,
    is_safe_for_key,
    is_same_form,
    is_same_number,
)
from sparktree.engines.definition.engines import Role
from sparktree.engines.definition.read_columns import read_columns
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.merging.parameters import listed_columns, parameter
from sparktree.engines.projections.definition import projection
from sparktree.engines.tables.views import dependent_views, load_view
from sparktree.errors import Code, Error
from sparktree.planner.environment import Environment
from sparktree.sql import ast
from sparktree.sql.statements.create import CreateTable
from sparktree.statements.context import Context
from sparktree.system.table_columns import Keys, names_in
from sparktree.types import Bool, Date, Date32, DateTime, DateTime64, Float, Integer, Type


def _role(definition: TableDefinition, name: str) -> Role | None:
    """What the column is to the engine of the table."""
    info = definition.engine_info
    for place, role in enumerate(info.roles):
        if parameter(definition, place) == name:
            return role
    return Role.SUMMED if info.lists_columns and name in listed_columns(definition) else None


def refuse_gone(create: CreateTable, name: str, action: str) -> None:
    """DROP, CLEAR and RENAME of a column that a key or the engine reads."""
    definition = TableDefinition(create)
    role = _role(definition, name)
    if role is not None and not (action == "CLEAR" and role is Role.SUMMED):
        shown = "DROP" if action == "CLEAR" else action
        raise _forbidden(f"Trying to ALTER {shown} {role} ({name}) column")
    keys = Keys(definition)
    if name in keys.partition | keys.sorting | keys.primary | keys.sampling:
        raise _forbidden(
            f"Trying to ALTER {action} key {name} column which is a part of key expression"
        )


def refuse_retyped(create: CreateTable, name: str, old: Type, new: Type) -> None:
    """MODIFY COLUMN to a type by which rows would lie in another order or another partition."""
    definition = TableDefinition(create)
    role = _role(definition, name)
    if role is Role.VERSION:
        _check_version(name, old, new)
        return
    if role in (Role.SIGN, Role.IS_DELETED):
        wanted = "Int8" if role is Role.SIGN else "UInt8"
        raise _forbidden(
            f"Cannot alter {role} column ({name}) to type {new}, because it must have type {wanted}"
        )
    if is_same_form(old, new):
        if is_relabelled(old, new) and name in _in_expressions(definition, _derived(definition)):
            raise _forbidden(f"ALTER of key column {name} is forbidden")
        return
    if name in _in_expressions(definition, _keys(definition)):
        raise _forbidden(f"ALTER of key column {name} is forbidden")
    keys = Keys(definition)
    for columns, key in ((keys.partition, "partition "), (keys.sorting, "")):
        safe = is_safe_for_key(old, new) or (not key and is_same_number(old, new))
        if name in columns and not safe:
            raise _forbidden(
                f"ALTER of {key}key column {name} from type {old} to type {new} is not safe because"
                f" it can change the representation of {key or 'primary '}key"
            )


def refuse_viewed(name: str, record: Table, context: Context) -> None:
    """DROP of a column that a materialized view reads of the rows that are inserted."""
    views = [
        view.name
        for view in dependent_views(context.services.storage, record.database, record.name)
        if name in names_in([load_view(view.create_query).query])
    ]
    if views:
        raise _forbidden(
            f"Trying to ALTER DROP column {name} which is referenced by materialized view {views}"
        )


def refuse_broken_projections(
    old: TableDefinition, new: TableDefinition, environment: Environment
) -> None:
    """Other types of what an aggregating projection groups by, or has states of."""
    for declaration in new.create.projections:
        if declaration not in old.create.projections:
            continue
        before, after = (projection(declaration, d, environment) for d in (old, new))
        types = {name: column.type for name, column in before.columns}
        for name, column in after.columns if after.aggregates else ():
            was = types.get(name, column.type)
            if was == column.type:
                continue
            breaks = f"Cannot apply ALTER because it breaks projection {declaration.name}: "
            if name in after.sorting_key:
                raise _forbidden(breaks + "Cannot ALTER column")
            message = f"{breaks}Conversion from {was} to {column.type} is not supported"
            raise Error(Code.CANNOT_CONVERT_TYPE, message)


def _keys(definition: TableDefinition) -> list[ast.Expression]:
    return [*definition.partition_key, *(item.expression for item in definition.sorting_key)]


def _derived(definition: TableDefinition) -> Iterator[ast.Node]:
    """What parts keep beside the columns: keys, indexes and projections."""
    yield from _keys(definition)
    for index in definition.create.indexes:
        yield index.expression
    yield from definition.create.projections


def _in_expressions(definition: TableDefinition, nodes: Iterable[ast.Node]) -> set[str]:
    """The columns that are read otherwise than as they are."""
    return read_columns(definition, [n for n in nodes if not isinstance(n, ast.Identifier)])


def _check_version(name: str, old: Type, new: Type) -> None:
    """A version may only get more bytes."""
    if not isinstance(new, Integer | Float | Bool | Date | DateTime | DateTime64):
        raise _forbidden(
            f"Cannot alter version column {name} to type {new} because version column must be of an"
            " integer type or of type Date or DateTime"
        )
    why = None
    if _kind(old) != _kind(new):
        why = "new type will change sort order of version column"
    elif _bits(new) < _bits(old):
        why = "new type is smaller than current in the number of bytes"
    if why is not None:
        raise _forbidden(
            f"Cannot alter version column {name} from type {old} to type {new} because {why}. The"
            " only possible conversion is expansion of the number of bytes of the current type"
        )


def _kind(type_: Type) -> object:
    """What a version must stay."""
    if isinstance(type_, Integer | Bool):
        return isinstance(type_, Integer) and type_.signed
    if isinstance(type_, Date):
        return Date32 if isinstance(type_, Date32) else Date
    return type(type_)


def _bits(type_: Type) -> int:
    return getattr(type_, "bits", 8 if isinstance(type_, Bool) else 0)


def _forbidden(message: str) -> Error:
    return Error(Code.ALTER_OF_COLUMN_IS_FORBIDDEN, message)
