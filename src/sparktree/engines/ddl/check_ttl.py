"""What CREATE TABLE and ALTER refuse of a TTL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sparktree.disks.policies import StoragePolicy
from sparktree.engines.ddl.check_columns import refuse_aggregates
from sparktree.engines.ddl.codecs import spelled_codec
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.definition.ttl_rules import Kind, Moments, Rule, of_kind, rules_of
from sparktree.engines.merging.summing import required_columns
from sparktree.errors import Code, Error
from sparktree.planner.environment import Environment
from sparktree.planner.expr import (
    AggregateUse,
    Call,
    Expr,
    children,
    columns_of,
    is_constant,
    walk,
)
from sparktree.planner.lower import Lowering
from sparktree.sql import ast, format_query
from sparktree.sql import walk as walk_nodes
from sparktree.sql.statements.create import TtlElement
from sparktree.types import STRING, Date, DateTime, DateTime64


def check_ttl(definition: TableDefinition, environment: Environment, policy: StoragePolicy) -> None:
    """Every check of the TTL of a table."""
    rules = rules_of(definition)
    if not rules:
        return
    stored = [(c.name, c.type) for c in definition.columns if c.stored]
    expressions = TableExpressions.over(environment, stored)
    _refuse_keys(rules, definition, environment)
    moments = Moments(environment, stored)
    for rule in rules:
        _check_moment(rule, moments, environment.settings.allow_suspicious_ttl_expressions)
        if rule.where is not None:
            refuse_aggregates(rule.where)
            Lowering(environment.context).condition(expressions.analyse(rule.where))
    if len(of_kind(rules, Kind.DELETE)) > 1:
        raise _bad("More than one DELETE TTL expression without WHERE expression is not allowed")
    for rule in of_kind(rules, Kind.GROUP_BY):
        assert rule.element is not None
        _check_prefix(rule.element, definition)
        _check_assignments(rule.element, definition, expressions)
    for rule in of_kind(rules, Kind.RECOMPRESS):
        assert rule.element is not None and rule.element.codec is not None
        spelled_codec(rule.element.codec, STRING, environment)
    for rule in of_kind(rules, Kind.MOVE):
        assert rule.element is not None
        _check_destination(rule.element, policy)


def _bad(message: str) -> Error:
    return Error(Code.BAD_TTL_EXPRESSION, message)


def _refuse_keys(
    rules: Sequence[Rule], definition: TableDefinition, environment: Environment
) -> None:
    keys = required_columns(definition, environment)
    for rule in of_kind(rules, Kind.COLUMN):
        if rule.column in keys:
            raise Error(Code.ILLEGAL_COLUMN, f"Trying to set TTL for key column {rule.column}")


def _check_moment(rule: Rule, moments: Moments, suspicious: bool) -> None:
    for node in walk_nodes(rule.expression):
        if isinstance(node, ast.Subquery):
            raise Error(Code.BAD_ARGUMENTS, "Key expressions cannot contain subqueries")
    refuse_aggregates(rule.expression)
    typed = moments.typed(rule)
    if not suspicious:
        _check_dependence(rule, typed)
    if typed.type.nullable or not isinstance(typed.type.inner, Date | DateTime | DateTime64):
        raise _bad(
            "TTL expression result column should have Date, Date32, DateTime or DateTime64"
            f" type, but has {typed.type}"
        )


def _check_dependence(rule: Rule, typed: Expr) -> None:
    """The same row must expire at the same moment whenever it is looked at."""
    if not columns_of(typed):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"TTL expression {rule.text} does not depend on any of the columns of the table",
        )
    for one in _not_folded(typed):
        if isinstance(one, Call) and not one.function.deterministic:
            raise Error(
                Code.BAD_ARGUMENTS,
                "TTL expression cannot contain non-deterministic functions, but contains function"
                f" {one.function.name}",
            )


def _not_folded(expr: Expr) -> Iterator[Expr]:
    """The parts of an expression down to those that are constant: as ClickHouse, which sees no
    further, we take today() - 10 for the day on which the TTL is applied."""
    yield expr
    if not is_constant(expr):
        for child in children(expr):
            yield from _not_folded(child)


def _check_prefix(element: TtlElement, definition: TableDefinition) -> None:
    keys = [format_query(node, one_line=True) for node in element.group_by]
    primary = [format_query(node, one_line=True) for node in definition.primary_key]
    if keys != primary[: len(keys)]:
        raise _bad("TTL Expression GROUP BY key should be a prefix of primary key")


def _check_assignments(
    element: TtlElement, definition: TableDefinition, expressions: TableExpressions
) -> None:
    names = [one.column for one in element.assignments]
    for one in element.assignments:
        column = definition.by_name.get(one.column)
        if column is None or not column.stored:
            raise Error(
                Code.NO_SUCH_COLUMN_IN_TABLE,
                f"There is no physical column {one.column} in table.",
            )
        if names.count(one.column) > 1:
            raise _bad("Multiple aggregations set for one column in TTL Expression")
        typed = expressions.analyse(one.value)
        if not any(isinstance(part, AggregateUse) for part in walk(typed)):
            raise _bad(
                f"Invalid expression for assignment of column {one.column}. Should contain an"
                " aggregate function"
            )


def _check_destination(element: TtlElement, policy: StoragePolicy) -> None:
    kind, name = element.destination, element.destination_name
    known = policy.has(str(kind), str(name))
    if not element.if_exists and not known:
        raise _bad(f"No such {str(kind).lower()} `{name}` for given storage policy")
