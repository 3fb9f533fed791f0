"""Columns of a structure that are computed: ALIAS, and the defaults of what the data leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.environment import View
from sparktree.sql import ast, format_query, parse
from sparktree.sql.statements.create import ColumnDeclaration, CreateTable
from sparktree.types import Type, make_nullable, parse_type

_HIDDEN = ("ALIAS", "MATERIALIZED")


def missing(name: str) -> str:
    """The virtual column that tells whether the data gives a row no value of a column."""
    return f"_missing_{name}"


def columns_of_structure(text: str) -> tuple[ColumnDeclaration, ...]:
    """The columns of a text such as `a UInt8, b Array(String) DEFAULT [a]`."""
    create = parse(f"CREATE TABLE t ({text}) ENGINE = Memory").statement
    assert isinstance(create, CreateTable)
    return create.columns


def structure(text: str) -> tuple[tuple[str, Type], ...]:
    """The names and types of the columns that rows hold values of."""
    held = (c for c in columns_of_structure(text) if c.default_kind != "ALIAS")
    return tuple((c.name, _type(c)) for c in held)


def plain_structure(text: str) -> tuple[tuple[str, Type], ...]:
    """As `structure`, where files are read, which compute no columns."""
    for column in columns_of_structure(text):
        if column.default_kind == "DEFAULT":
            raise not_implemented(
                f"Values of DEFAULT for column {column.name}, where a file has none, are not"
                " supported: leave DEFAULT out, or create a table and INSERT the file."
            )
        if column.default_kind is not None:
            raise Error(
                Code.BAD_ARGUMENTS,
                "Table functions over files don't support special columns like MATERIALIZED, ALIAS"
                " or EPHEMERAL.",
            )
    return structure(text)


def with_computed(
    name: str, args: Sequence[ast.Expression], position: int, text: str, *, defaults: bool
) -> View | None:
    """The call of a table function over its plain columns, and the others beside them; None if
    the structure at the position has none. `defaults` if the data may leave values out."""
    columns = columns_of_structure(text)
    kinds = ("ALIAS", "DEFAULT", "MATERIALIZED", "EPHEMERAL") if defaults else ("ALIAS",)
    if not any(column.default_kind in kinds for column in columns):
        return None
    plain = [
        replace(c, default_kind=None, default=None) for c in columns if c.default_kind != "ALIAS"
    ]
    held = ", ".join(format_query(column, one_line=True) for column in plain)
    inner = ast.Function(name, (*args[:position], ast.Literal(held), *args[position + 1 :]))
    shown = tuple(
        ast.Aliased(_value(column, defaults), column.name)
        for column in columns
        if column.default_kind != "EPHEMERAL"
    )
    hidden = tuple(c.name for c in columns if c.default_kind in _HIDDEN)
    return View(name, ast.Select(shown, from_=ast.TableExpression(inner)), hidden)


def _value(column: ColumnDeclaration, defaults: bool) -> ast.Expression:
    own = ast.Identifier((column.name,))
    if column.default is None or (not defaults and column.default_kind != "ALIAS"):
        return own
    made = column.default
    if column.type is not None:
        made = ast.Function("_CAST", (made, ast.Literal(str(_type(column)))))
    if column.default_kind == "ALIAS":
        return made
    return ast.Function("if", (ast.Identifier((missing(column.name),)), made, own))


def _type(column: ColumnDeclaration) -> Type:
    if column.type is None:
        raise Error(Code.BAD_ARGUMENTS, f"The structure gives no type for {column.name}.")
    type_ = parse_type(format_query(column.type, one_line=True))
    return make_nullable(type_) if column.nullable else type_
