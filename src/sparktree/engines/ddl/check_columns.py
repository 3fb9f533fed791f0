"""What CREATE TABLE refuses of columns: types, defaults, constraints and codecs."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.engines.definition.column_settings import check_settings
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.key_checks import has_array_join
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.virtual_columns import RESERVED
from sparktree.errors import Code, Error
from sparktree.functions.aggregates.combinators.resolution import is_aggregate
from sparktree.hints import maybe
from sparktree.parts.codecs import compression
from sparktree.planner.casting import cast_to
from sparktree.planner.environment import Environment
from sparktree.planner.expr import columns_of, is_constant
from sparktree.planner.lower import fold
from sparktree.planner.variants import check_suspicious
from sparktree.sql import ast, format_query
from sparktree.sql.statements.create import ConstraintDeclaration
from sparktree.sql.walk import children, walk
from sparktree.types import FixedString, Nothing, Type
from sparktree.types.base import all_types

_LONG = 256  # bytes: a FixedString above that is mostly padding


def check_columns(definition: TableDefinition, environment: Environment) -> None:
    """Every check of the columns and of what is said about their values."""
    _check_kinds(definition)
    for column in definition.columns:
        check_type(column.name, column.type, environment)
        if column.codec:
            compression(column.codec)
        check_settings(column.declaration.settings)
    _Defaults(definition, environment).check()
    for constraint in definition.create.constraints:
        check_constraint(constraint, definition)


def refuse_persistent(definition: TableDefinition) -> None:
    """Names of columns that MergeTree tables store beside those that are declared."""
    for column in definition.columns:
        if column.name in RESERVED:
            raise Error(
                Code.ILLEGAL_COLUMN,
                f"Cannot create table with column '{column.name}' for MergeTree engines because it"
                " is reserved for persistent virtual column",
            )


def _check_kinds(definition: TableDefinition) -> None:
    kinds = {column.kind for column in definition.columns}
    for what, without in (
        ("physical", {"ALIAS", "EPHEMERAL"}),
        ("insertable", {"ALIAS", "MATERIALIZED"}),
    ):
        if kinds <= without:
            message = f"Cannot CREATE table without {what} columns"
            raise Error(Code.EMPTY_LIST_OF_COLUMNS_PASSED, message)


def check_type(name: str, type_: Type, environment: Environment) -> None:
    """No types that are a mistake in nearly every table."""
    check_suspicious(type_, environment.context)
    for part in all_types(type_):
        if isinstance(part, Nothing):
            raise Error(
                Code.DATA_TYPE_CANNOT_BE_USED_IN_TABLES,
                f"Data type {type_} of column '{name}' cannot be used in tables",
            )
        if isinstance(part, FixedString) and part.size > _LONG:
            _suspect(
                environment,
                "allow_suspicious_fixed_string_types",
                Code.ILLEGAL_COLUMN,
                f"Cannot create column with type '{part}' because fixed string with size >"
                f" {_LONG} is suspicious. Set setting allow_suspicious_fixed_string_types = 1 in"
                " order to allow it",
            )


def _suspect(environment: Environment, setting: str, code: Code, message: str) -> None:
    if not environment.settings.is_on(setting):
        raise Error(code, message)


class _Defaults:
    """Default expressions must exist, fit and lead to an end."""

    def __init__(self, definition: TableDefinition, environment: Environment) -> None:
        self.definition = definition
        self.environment = environment
        every = [(column.name, column.type) for column in definition.columns]
        self.expressions = TableExpressions.over(environment, every)

    def check(self) -> None:
        for column in self.definition.columns:
            if column.default is None:
                continue
            _refuse_rows(column.default)
            self._no_cycle(column.name, ())
            typed = self.expressions.analyse(column.default)
            self.expressions.lower_check(typed, column.type)
            if is_constant(typed):
                fold(cast_to(typed, column.type), self.environment.context)

    def _no_cycle(self, name: str, before: tuple[str, ...]) -> None:
        """Defaults may read other columns' defaults, but not in a circle."""
        if name in before:
            raise Error(
                Code.CYCLIC_ALIASES,
                f"Cyclic alias detected in column DEFAULT expressions: {' -> '.join(before)}",
            )
        column = self.definition.by_name.get(name)
        if column is None or column.default is None:
            return
        typed = self.expressions.analyse(column.default)
        for read in columns_of(typed).values():
            self._no_cycle(read.name, (*before, name))


def _refuse_rows(default: ast.Expression) -> None:
    """A default is a value of its row: nothing over other rows."""
    if any(isinstance(node, ast.Subquery) for node in walk(default)):
        raise Error(
            Code.THERE_IS_NO_DEFAULT_VALUE,
            "Select query is not allowed in columns DEFAULT expression",
        )
    if has_array_join(default):
        raise Error(
            Code.THERE_IS_NO_DEFAULT_VALUE,
            "Unsupported default value that requires ARRAY JOIN action",
        )
    refuse_aggregates(default)


def check_constraint(constraint: ConstraintDeclaration, definition: TableDefinition) -> None:
    """A constraint names columns of the table and speaks of one row at a time."""
    refuse_aggregates(constraint.expression)
    shown = format_query(constraint.expression, one_line=True)
    text = f"{constraint.name} {constraint.kind} {shown}"
    known = [name for name, _ in definition.readable()]
    for parts in _names(constraint.expression, ()):
        if not any(".".join(parts[:size]) in known for size in range(1, len(parts) + 1)):
            name = ".".join(parts)
            raise Error(
                Code.UNKNOWN_IDENTIFIER,
                f"Missing columns: '{name}' while processing: '{text}', required columns:"
                f" '{name}'{maybe(name, known, 1)}",
            )
    if has_array_join(constraint.expression):
        raise Error(
            Code.INCORRECT_QUERY,
            f"Constraint `{constraint.name}` cannot contain arrayJoin, because it changes the"
            " number of rows",
        )


def _names(node: ast.Node, bound: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The names of columns in an expression: neither a lambda's own, nor those of a subquery."""
    if isinstance(node, ast.Identifier) and node.parts[0] not in bound:
        yield node.parts
    if isinstance(node, ast.Lambda):
        bound = (*bound, *node.parameters)
    if not isinstance(node, ast.Subquery):
        for child in children(node):
            yield from _names(child, bound)


def refuse_aggregates(expression: ast.Expression) -> None:
    """Where a value of one row is wanted there is no place for functions over many."""
    for node in walk(expression):
        if isinstance(node, ast.Function) and (is_aggregate(node.name) or node.over is not None):
            raise Error(
                Code.ILLEGAL_AGGREGATION,
                f"Aggregate function {format_query(node, one_line=True)} is found"
                " in wrong place in query",
            )
