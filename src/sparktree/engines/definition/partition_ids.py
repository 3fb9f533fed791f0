"""The partition that `PARTITION x` of a statement means."""

from __future__ import annotations

import re
from typing import Any

from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import TableDefinition, key_elements
from sparktree.errors import Code, Error
from sparktree.functions.core.convert import convert
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.parts.partition import partition_id
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Expr, is_constant
from sparktree.planner.lower import Lowering
from sparktree.sql import ast
from sparktree.sql.statements.alter import Partition
from sparktree.types import Tuple, Type


def partition_id_of(
    partition: Partition, definition: TableDefinition, environment: Environment
) -> str | None:
    """The id of the partition; None means all of them."""
    if partition.all:
        return None
    if partition.id is not None:
        return _checked(constant_text(partition.id, environment))
    assert partition.expression is not None
    types = key_types(definition, environment)
    elements = key_elements(partition.expression)
    if len(elements) != len(types):
        raise Error(
            Code.INVALID_PARTITION_VALUE,
            f"Wrong number of fields in the partition expression: {len(elements)}, must be:"
            f" {len(types)}",
        )
    values = [
        _converted(_constant(node, environment), type_, environment)
        for node, type_ in zip(elements, types, strict=True)
    ]
    return partition_id(values, types)


def _converted(expr: Expr, target: Type, environment: Environment) -> Any:
    """The value as one of the key, or TYPE_MISMATCH."""
    try:
        return _python(expr, target, environment)
    except Error as error:
        raise Error(
            Code.TYPE_MISMATCH, f"Cannot convert the value of the partition to {target}"
        ) from error


def constant_text(node: ast.Expression, environment: Environment) -> str:
    """A name in the statement, which may be a query parameter."""
    return str(_python(_constant(node, environment), None, environment))


def _checked(partition: str) -> str:
    if not partition:
        raise Error(Code.INVALID_PARTITION_VALUE, "Partition id is empty")
    if re.fullmatch(r"[A-Za-z0-9-]+", partition) is None:
        raise Error(Code.INVALID_PARTITION_VALUE, f"Invalid partition format: {partition}")
    return partition


def key_types(definition: TableDefinition, environment: Environment) -> list[Type]:
    """The types of the partition key's expressions."""
    expressions = TableExpressions.over(environment, definition.readable())
    return [expressions.analyse(node).type for node in definition.partition_key]


def _constant(node: ast.Expression, environment: Environment) -> Expr:
    typed = TableExpressions.over(environment, ()).analyse(node)
    if not is_constant(typed):
        raise Error(Code.INVALID_PARTITION_VALUE, "Partition expression must be a constant.")
    return typed


def _python(expr: Expr, target: Type | None, environment: Environment) -> Any:
    """The value in stored form, as Arrow gives it."""
    value = Lowering(environment.context).value(expr)
    if target is not None and not (isinstance(expr.type, Tuple) and expr.type == target):
        value = Sql(convert(value, expr.type, target, environment.context.zone))
    stored = (target or expr.type).to_storage(value)
    with kernel() as cursor:
        return cursor.sql(f"SELECT {stored} AS v").to_arrow_table()["v"][0].as_py()
