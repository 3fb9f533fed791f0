"""Analysis of a mutation: every expression typed, every subquery computed, once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import Role
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.key_checks import has_array_join
from sparktree.engines.definition.read_columns import read_columns
from sparktree.engines.definition.table import Column, TableDefinition, load_definition
from sparktree.engines.definition.virtual_columns import OF_EVERY_TABLE
from sparktree.engines.mutations.commands import Target, steps_of
from sparktree.engines.mutations.steps import ClearStep, DeleteStep, Step, UpdateStep
from sparktree.errors import Code, Error, not_implemented
from sparktree.parts.virtuals import ROW_EXISTS
from sparktree.planner.environment import Environment
from sparktree.planner.expr import (
    AggregateUse,
    Expr,
    InSet,
    SetTable,
    columns_of,
    is_constant,
    walk,
)
from sparktree.planner.lower import Lowering, fold
from sparktree.sql import ast, format_query
from sparktree.sql.statements.alter import AlterCommand
from sparktree.types import NULL_TYPE, Bool, Float, Integer

# What merges rely on: new values would change which rows are left.
_FIXED = (Role.SIGN, Role.VERSION)
# What no UPDATE changes of a row, unless a column has the name.
_VIRTUAL = {name for name, _ in OF_EVERY_TABLE} - {ROW_EXISTS}


@dataclass(frozen=True, slots=True)
class TypedStep:
    """A step with its expressions analysed; `recomputed` columns follow the new values."""

    step: Step
    condition: Expr | None = None
    values: tuple[tuple[str, Expr], ...] = ()
    recomputed: tuple[str, ...] = ()

    @property
    def changed(self) -> tuple[str, ...]:
        """The columns that get new values."""
        return (*(name for name, _ in self.values), *self.recomputed)

    @property
    def exprs(self) -> tuple[Expr, ...]:
        """All its expressions."""
        condition = () if self.condition is None else (self.condition,)
        return (*condition, *(value for _, value in self.values))


@dataclass(slots=True)
class Prepared:
    """A mutation ready to be applied to any part of its table."""

    record: Table
    definition: TableDefinition
    environment: Environment
    expressions: TableExpressions
    steps: tuple[TypedStep, ...]

    def sets(self) -> list[SetTable]:
        """The rows of all subqueries of IN."""
        found = [e for s in self.steps for expr in s.exprs for e in walk(expr)]
        return [e.table for e in found if isinstance(e, InSet) and e.table is not None]

    def reads(self, exprs: Sequence[Expr]) -> set[str]:
        """The stored and virtual columns that the expressions read, through ALIAS columns too."""
        names: set[str] = set()
        waiting = [c.name for c in columns_of(*exprs).values()]
        while waiting:
            name = waiting.pop()
            column = self.definition.by_name.get(name)
            if column is not None and column.kind == "ALIAS":
                waiting += _default_reads(self.expressions, column)
            else:
                names.add(name)
        return names


def prepare(
    record: Table,
    commands: Sequence[AlterCommand],
    environment: Environment,
    *,
    filters: bool = False,
) -> Prepared:
    """Analyse the commands; what cannot be right is refused here, before anything is changed.

    `filters` if conditions only choose rows, so that messages speak of filters.
    """
    definition = load_definition(record.create_query)
    columns = definition.readable()
    columns += [(n, t) for n, t in OF_EVERY_TABLE if n not in definition.by_name]
    expressions = TableExpressions.over(environment, columns)
    target = Target(definition, environment)
    analysis = _Analysis(definition, expressions, filters)
    steps = tuple(
        analysis.typed(step) for command in commands for step in steps_of(command, target)
    )
    return Prepared(record, definition, environment, expressions, steps)


@dataclass(frozen=True, slots=True)
class _Analysis:
    definition: TableDefinition
    expressions: TableExpressions
    filters: bool

    def typed(self, step: Step) -> TypedStep:
        """The step with its expressions analysed."""
        if isinstance(step, UpdateStep):
            return self._update(step)
        if isinstance(step, DeleteStep):
            return TypedStep(step, self._deletes(step.where))
        if isinstance(step, ClearStep):
            return TypedStep(step, recomputed=tuple(self._dependents([step.column])))
        return TypedStep(step)

    def _update(self, step: UpdateStep) -> TypedStep:
        names = [name for name, _ in step.assignments]
        # A column that is computed anew for all rows is no assignment of the user's.
        if step.where is not None:
            self._check_updatable(names)
        condition = None if step.where is None else self._condition(step.where)
        values = tuple((name, self._value(name, node)) for name, node in step.assignments)
        recomputed = tuple(self._dependents(names))
        return TypedStep(step, condition, values, recomputed)

    def _deletes(self, node: ast.Expression) -> Expr:
        """The condition of rows that are to go."""
        typed = self._analysed(node, Code.ILLEGAL_AGGREGATION)
        if isinstance(typed.type.inner, Integer) and typed.type.inner.bits > 64:
            raise Error(
                Code.ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER,
                f"Invalid type for filter in WHERE: {typed.type}.",
            )
        if not _is_condition(typed):
            raise Error(
                Code.BAD_ARGUMENTS,
                "The argument of function isZeroOrNull must have simple numeric type, possibly"
                " Nullable or Null",
            )
        return typed

    def _analysed(self, node: ast.Expression, code: Code) -> Expr:
        """The typed expression, which must have one value of every row."""
        if has_array_join(node):
            raise Error(Code.UNEXPECTED_EXPRESSION, "arrayJoin is not allowed in mutations")
        typed = self.expressions.analyse(node)
        for part in walk(typed):
            if isinstance(part, AggregateUse):
                text = format_query(node, one_line=True)
                message = f"Aggregate function {part.name} is found in wrong place in query: {text}"
                raise Error(code, message)
        Lowering(self.expressions.environment.context).value(typed)  # what cannot be is known now
        return typed

    def _condition(self, node: ast.Expression) -> Expr:
        typed = self._analysed(node, Code.UNKNOWN_IDENTIFIER)
        if not _is_condition(typed):
            if self.filters:
                raise Error(
                    Code.ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER,
                    f"Illegal type {typed.type} of column {format_query(node, one_line=True)} for"
                    " filter. Must be native integer or float type",
                )
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {typed.type} of first argument (condition) of function if."
                " Must be UInt8",
            )
        return typed

    def _value(self, name: str, node: ast.Expression) -> Expr:
        type_ = self.definition.type_of(name)
        cast = ast.Function("_CAST", (node, ast.Literal(str(type_))))
        typed = self._analysed(cast, Code.UNKNOWN_IDENTIFIER)
        # A constant that does not fit is known now, not when the first part is rewritten.
        return fold(typed, self.expressions.environment.context) if is_constant(typed) else typed

    def _check_updatable(self, names: Sequence[str]) -> None:
        keys = key_columns(self.definition)
        for name in names:
            if names.count(name) > 1:
                raise Error(
                    Code.MULTIPLE_ASSIGNMENTS_TO_COLUMN,
                    f"Multiple assignments in the single statement to column `{name}`",
                )
            column = self.definition.by_name.get(name)
            if name in _VIRTUAL and column is None:
                raise not_implemented(f"Update is not supported for virtual column `{name}` .")
            if name != ROW_EXISTS and (column is None or not column.stored):
                raise Error(Code.NO_SUCH_COLUMN_IN_TABLE, f"There is no column `{name}` in table")
            if column is not None and column.kind == "MATERIALIZED":
                raise Error(
                    Code.CANNOT_UPDATE_COLUMN, f"Cannot UPDATE materialized column `{name}`"
                )
            if name in keys:
                raise Error(Code.CANNOT_UPDATE_COLUMN, f"Cannot UPDATE key column `{name}`")

    def _dependents(self, changed: Sequence[str]) -> Iterator[str]:
        """MATERIALIZED columns that are computed from changed ones, in the table's order."""
        known = set(changed)
        for column in self.definition.columns:
            if column.kind != "MATERIALIZED" or column.name in known:
                continue
            if known & set(_default_reads(self.expressions, column)):
                known.add(column.name)
                yield column.name


def _is_condition(typed: Expr) -> bool:
    own = typed.type.inner
    number = isinstance(own, Integer | Float) and own.bits <= 64
    return number or isinstance(own, Bool) or typed.type == NULL_TYPE


def _default_reads(expressions: TableExpressions, column: Column) -> list[str]:
    assert column.default is not None
    return [c.name for c in columns_of(expressions.analyse(column.default)).values()]


def key_columns(definition: TableDefinition) -> set[str]:
    """The columns on whose values the place of a row depends."""
    nodes = [*definition.partition_key, *(item.expression for item in definition.sorting_key)]
    roles = zip(definition.engine_info.roles, definition.parameters, strict=False)
    nodes += [node for role, node in roles if role in _FIXED]
    return read_columns(definition, nodes)
