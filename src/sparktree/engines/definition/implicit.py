"""Indexes and constraints that a table's settings add to those that it declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sparktree.engines.definition.engines import Role
from sparktree.settings.merge_tree import MergeTreeSettings
from sparktree.sql import ast
from sparktree.sql.statements.create import (
    ColumnDeclaration,
    ConstraintDeclaration,
    IndexDeclaration,
)
from sparktree.types import (
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Float,
    Integer,
    SimpleAggregateFunction,
    String,
    Type,
)

PREFIX = "auto_minmax_index_"


def wants_indexes(settings: MergeTreeSettings) -> bool:
    """Whether columns have minmax indexes without being asked for."""
    return (
        settings.add_minmax_index_for_numeric_columns
        or settings.add_minmax_index_for_string_columns
        or settings.add_minmax_index_for_temporal_columns
    )


def implicit_indexes(
    columns: Sequence[tuple[ColumnDeclaration, Type]],
    declared: Sequence[IndexDeclaration],
    settings: MergeTreeSettings,
) -> Iterator[IndexDeclaration]:
    """A minmax index of every fitting column that has none."""
    minmax = [i.expression for i in declared if i.type.name.lower() == "minmax"]
    for column, type_ in columns:
        expression = ast.Identifier(tuple(column.name.split(".")))
        fits = column.default_kind not in ("ALIAS", "EPHEMERAL") and _fits(type_, settings)
        if fits and expression not in minmax:
            name = f"{PREFIX}{column.name}"
            yield IndexDeclaration(name, expression, ast.Function("minmax"))


def _fits(type_: Type, settings: MergeTreeSettings) -> bool:
    inner = type_.of if isinstance(type_, SimpleAggregateFunction) else type_
    if isinstance(inner, Integer | Float | Decimal | Bool):
        return settings.add_minmax_index_for_numeric_columns
    if isinstance(inner, Date | DateTime | DateTime64):
        return settings.add_minmax_index_for_temporal_columns
    return isinstance(inner, String) and settings.add_minmax_index_for_string_columns


def implicit_constraints(
    roles: Sequence[Role], parameters: Sequence[ast.Expression], settings: MergeTreeSettings
) -> Iterator[ConstraintDeclaration]:
    """The sign of collapsing rows."""
    if Role.SIGN in roles and settings.add_implicit_sign_column_constraint_for_collapsing_engine:
        signs = ast.Function("array", (ast.Literal(-1), ast.Literal(1)), operator=True)
        condition = ast.Function("in", (parameters[roles.index(Role.SIGN)], signs), operator=True)
        yield ConstraintDeclaration("_implicit_sign_column_constraint", condition)
