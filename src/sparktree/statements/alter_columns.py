"""ALTER TABLE ... ADD, DROP, MODIFY, RENAME and COMMENT COLUMN."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.engines.ddl.retyping import is_same_form, renumbered
from sparktree.engines.definition.column_settings import check_settings
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.ttl_rules import read_nodes
from sparktree.engines.statistics.declaration import in_order
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql import ast, format_query, transform
from sparktree.sql.statements.alter import (
    AddColumn,
    ClearColumn,
    CommentColumn,
    DropColumn,
    ModifyColumn,
    RenameColumn,
)
from sparktree.sql.statements.create import ColumnDeclaration, CreateTable
from sparktree.statements.alter_checks import refuse_gone, refuse_retyped, refuse_viewed
from sparktree.statements.alter_table import ALTERS, Altering
from sparktree.statements.create_table import declared_columns, with_codec
from sparktree.system.table_columns import names_in
from sparktree.types import Type, Variant, parse_type

_REMOVABLE = {
    "DEFAULT": {"default": None, "default_kind": None},
    "MATERIALIZED": {"default": None, "default_kind": None},
    "ALIAS": {"default": None, "default_kind": None},
    "COMMENT": {"comment": None},
    "CODEC": {"codec": None},
    "TTL": {"ttl": None},
    "SETTINGS": {"settings": ()},
}


def _position(create: CreateTable, name: str) -> int | None:
    return next((i for i, c in enumerate(create.columns) if c.name == name), None)


def _missing(name: str, action: str, what: str = "column name") -> Error:
    return Error(
        Code.NOT_FOUND_COLUMN_IN_BLOCK, f"Wrong {what}. Cannot find column `{name}` to {action}"
    )


def _placed(
    columns: Sequence[ColumnDeclaration],
    new: Sequence[ColumnDeclaration],
    first: bool,
    after: str | None,
) -> tuple[ColumnDeclaration, ...]:
    if first:
        return (*new, *columns)
    if after is None:
        return (*columns, *new)
    places = _range(columns, after)
    if not places:
        raise Error(
            Code.NO_SUCH_COLUMN_IN_TABLE,
            f"Wrong column name. Cannot find column {after} to insert after",
        )
    return (*columns[: places.stop], *new, *columns[places.stop :])


def _range(columns: Sequence[ColumnDeclaration], name: str) -> range:
    """The places of what a name means: the column of just that name; only where there is none,
    those that a Nested column was made into, as far as they stand together."""
    exact = next((i for i, c in enumerate(columns) if c.name == name), None)
    if exact is not None:
        return range(exact, exact + 1)
    parts = [i for i, c in enumerate(columns) if c.name.startswith(f"{name}.")]
    together = [i for nth, i in enumerate(parts) if i == parts[0] + nth]
    return range(parts[0], together[-1] + 1) if parts else range(0)


def _is_nested(create: CreateTable, name: str) -> bool:
    """Whether the name is that of a Nested column, which was made into others."""
    found = _range(create.columns, name)
    return bool(found) and create.columns[found.start].name != name


@ALTERS.declare(AddColumn)
def add_column(create: CreateTable, command: AddColumn, altering: Altering) -> CreateTable:
    """ADD COLUMN: parts from before read its default."""
    if command.column.type is None and not _range(create.columns, command.column.name):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Data type have to be specified for column `{command.column.name}` to add",
        )
    new = declared_columns(command.column, create, altering.context)
    names = (command.column.name, *(column.name for column in new))
    taken = [name for name in names if _range(create.columns, name)]
    if taken and command.if_not_exists:
        return create
    if taken:
        raise Error(
            Code.DUPLICATE_COLUMN,
            f"Cannot add column `{taken[0]}`: column with this name already exists",
        )
    altering.refuse_reserved(command.column.name, "add column")
    columns = _placed(create.columns, new, command.first, command.after)
    return replace(create, columns=columns)


@ALTERS.declare(DropColumn)
def drop_column(create: CreateTable, command: DropColumn, altering: Altering) -> CreateTable:
    """DROP COLUMN: nobody reads it any more, and parts lose it in the background."""
    gone = _named(create, command.name)
    # IF EXISTS asks for the name itself: to ClickHouse a Nested column's is not there.
    if command.if_exists and command.name not in [column.name for column in gone]:
        return create
    if not gone:
        raise _missing(command.name, "drop")
    refuse_viewed(command.name, altering.record, altering.context)
    for column in gone:
        _refuse_dependents([c for c in create.columns if c not in gone], column.name)
        refuse_gone(create, column.name, "DROP")
        altering.refuse_if_mutated(column.name, "drop")
        altering.renamed(column.name, None)
    altering.rewrites.append(command)
    left = tuple(c for c in create.columns if c not in gone)
    if not left:
        raise Error(Code.BAD_ARGUMENTS, "Cannot drop or clear all columns")
    return replace(create, columns=left)


def _named(create: CreateTable, name: str) -> list[ColumnDeclaration]:
    """The column, or those that a Nested column was made into."""
    return [create.columns[place] for place in _range(create.columns, name)]


@ALTERS.declare(ClearColumn)
def clear_column(create: CreateTable, command: ClearColumn, altering: Altering) -> CreateTable:
    """CLEAR COLUMN: the parts' values go, its default stays."""
    cleared = _named(create, command.name)
    if not cleared:
        if command.if_exists:
            return create
        raise _missing(command.name, "drop")
    for column in cleared:
        refuse_gone(create, column.name, "CLEAR")
        altering.rewrites.append(replace(command, name=column.name))
    return create


def _refuse_dependents(others: Sequence[ColumnDeclaration], name: str) -> None:
    for other in others:
        if other.default is not None and name in names_in([other.default]):
            raise Error(
                Code.ILLEGAL_COLUMN,
                f"Cannot drop column `{name}`, because column `{other.name}` depends on it",
            )


@ALTERS.declare(RenameColumn)
def rename_column(create: CreateTable, command: RenameColumn, altering: Altering) -> CreateTable:
    """RENAME COLUMN: expressions follow, and parts keep their files under the new name."""
    place = _position(create, command.name)
    if place is None:
        if _is_nested(create, command.name):
            raise not_implemented("Cannot rename whole Nested struct")
        if command.if_exists:
            return create
        raise _missing(command.name, "rename")
    _refuse_other_structure(command)
    if _position(create, command.new_name) is not None:
        raise Error(
            Code.DUPLICATE_COLUMN,
            f"Cannot rename to `{command.new_name}`: column with this name already exists",
        )
    if command.name in altering.modified:
        raise _renamed_and_modified(command.name)
    altering.new_names.add(command.new_name)
    altering.refuse_reserved(command.new_name, "rename to")
    refuse_gone(create, command.name, "RENAME")
    altering.refuse_if_mutated(command.name, "rename")
    altering.renamed(command.name, command.new_name)
    altering.rewrites.append(command)
    if command.name in names_in(read_nodes(TableDefinition(create))):
        altering.materialize_ttl()

    def change(node: ast.Node) -> ast.Node:
        if isinstance(node, ast.Identifier) and node.parts == (command.name,):
            return replace(node, parts=(command.new_name,))
        if isinstance(node, ColumnDeclaration) and node.name == command.name:
            return replace(node, name=command.new_name)
        return node

    # A projection keeps its text, so that its columns cannot be renamed.
    return replace(transform(create, change), projections=create.projections)


def _renamed_and_modified(name: str) -> Error:
    return not_implemented(
        f"Cannot rename and modify the same column `{name}` in a single ALTER query"
    )


def _refuse_other_structure(command: RenameColumn) -> None:
    """A column of a Nested structure stays in it."""
    (old, dot, _), (new, new_dot, _) = (
        name.partition(".") for name in (command.name, command.new_name)
    )
    if dot != new_dot:
        message = "Cannot rename column from nested struct to normal column and vice versa"
        raise Error(Code.BAD_ARGUMENTS, message)
    if dot and old != new:
        message = "Cannot rename column from one nested name to another"
        raise Error(Code.BAD_ARGUMENTS, message)


@ALTERS.declare(CommentColumn)
def comment_column(create: CreateTable, command: CommentColumn, altering: Altering) -> CreateTable:
    """COMMENT COLUMN."""
    place = _position(create, command.name)
    if place is None:
        if command.if_exists:
            return create
        raise _missing(command.name, "comment")
    return _with(create, place, replace(create.columns[place], comment=command.comment or None))


def _with(create: CreateTable, place: int, column: ColumnDeclaration) -> CreateTable:
    columns = (*create.columns[:place], column, *create.columns[place + 1 :])
    return replace(create, columns=columns)


@ALTERS.declare(ModifyColumn)
def modify_column(create: CreateTable, command: ModifyColumn, altering: Altering) -> CreateTable:
    """MODIFY COLUMN: old parts are converted when they are read, then in the background."""
    place = _position(create, command.column.name)
    if place is None:
        if command.if_exists:
            return create
        raise _missing(command.column.name, "modify", "column")
    if command.column.name in altering.new_names:
        raise _renamed_and_modified(command.column.name)
    altering.modified.add(command.column.name)
    old = create.columns[place]
    if command.modify_settings or command.reset_settings:
        new = _with_settings(old, command)
    elif command.remove is not None:
        new = _removed(old, command.remove)
    else:
        new = _modified(old, command, create, altering)
    if new.codec is not None and (new.codec, new.type) != (old.codec, old.type):
        new = with_codec(new, altering.context)
    changed = _with(create, place, new)
    if not command.first and command.after is None:
        return changed
    others = (*changed.columns[:place], *changed.columns[place + 1 :])
    return replace(changed, columns=_placed(others, [new], command.first, command.after))


def _with_settings(old: ColumnDeclaration, command: ModifyColumn) -> ColumnDeclaration:
    """MODIFY SETTING and RESET SETTING; new parts follow them."""
    check_settings(command.modify_settings)
    kept = {s.name: s for s in old.settings if s.name not in command.reset_settings}
    kept |= {s.name: s for s in command.modify_settings}
    return replace(old, settings=tuple(kept.values()))


def _removed(old: ColumnDeclaration, what: str) -> ColumnDeclaration:
    present = {
        "COMMENT": old.comment, "CODEC": old.codec, "TTL": old.ttl, "SETTINGS": old.settings,
    }.get(what, old.default if old.default_kind == what else None)  # fmt: skip
    if not present and what != "SETTINGS":
        raise Error(
            Code.BAD_ARGUMENTS, f"Column `{old.name}` doesn't have {what}, cannot remove it"
        )
    return replace(old, **_REMOVABLE[what])  # type: ignore[arg-type]


def _modified(
    old: ColumnDeclaration, command: ModifyColumn, create: CreateTable, altering: Altering
) -> ColumnDeclaration:
    given = command.column
    if given.ttl is not None and given.ttl != old.ttl:
        altering.materialize_ttl()
    new = replace(
        old,
        comment=given.comment if given.comment is not None else old.comment,
        codec=given.codec if given.codec is not None else old.codec,
        ttl=given.ttl if given.ttl is not None else old.ttl,
        statistics=in_order(given.statistics) or old.statistics,
        settings=given.settings or old.settings,
    )
    if given.default_kind is not None:
        _note_kind(old, given, altering)
        new = replace(new, default_kind=given.default_kind, default=given.default)
    if given.type is None:
        return new
    typed = declared_columns(given, create, altering.context)[0]
    if _type(typed) == _type(old):
        return new
    refuse_retyped(create, old.name, _type(old), _type(typed))
    altering.refuse_if_mutated(old.name, "modify")
    _check_convertible(old, typed, altering)
    if not is_same_form(_type(old), _type(typed)):
        altering.rewrites.append(command)
    return replace(new, type=typed.type)


def _check_convertible(old: ColumnDeclaration, new: ColumnDeclaration, altering: Altering) -> None:
    """No value of the old type can become one of the new: the error says so."""
    was = _type(old)
    may_be_null = was.nullable and not isinstance(was, Variant)  # whose NULL becomes the default
    if may_be_null and not _type(new).nullable and new.default is None and old.default is None:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Cannot convert column '{old.name}' from nullable type {was} to non-nullable type"
            f" {_type(new)}. Please specify `DEFAULT` expression in ALTER MODIFY COLUMN statement",
        )
    if (moved := renumbered(was, _type(new))) is not None:
        name, before, after = moved
        raise Error(
            Code.CANNOT_CONVERT_TYPE,
            f"Enum conversion changes value for element '{name}' from {before} to {after}",
        )
    value = TableExpressions.over(altering.context, [(old.name, was)])
    cast = ast.Function("_CAST", (ast.Identifier((old.name,)), ast.Literal(str(_type(new)))))
    value.lower_check(value.analyse(cast), _type(new))


def _note_kind(old: ColumnDeclaration, given: ColumnDeclaration, altering: Altering) -> None:
    """What parts hold of a column that is computed from now on must not come back."""
    unstored = ("ALIAS", "EPHEMERAL")
    if old.default_kind not in unstored and given.default_kind in unstored:
        altering.renamed(old.name, None)


def _type(column: ColumnDeclaration) -> Type:
    assert column.type is not None
    return parse_type(format_query(column.type, one_line=True))
