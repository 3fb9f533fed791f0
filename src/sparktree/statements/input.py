"""The rows of INSERT ... VALUES and INSERT ... FORMAT."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.convert import convert
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.planner.analyze import ExpressionAnalyser, Numbers
from sparktree.planner.lower import Lowering
from sparktree.planner.scope import Scope
from sparktree.planner.select import QueryAnalyser
from sparktree.sql import ast, parse_expression
from sparktree.sql.statements.insert import Insert
from sparktree.statements.context import Context
from sparktree.types import Type


def input_rows(
    statement: Insert, columns: Sequence[tuple[str, Type]], context: Context
) -> list[pa.Table]:
    """The blocks of inline data, in kernel form."""
    if (statement.format or "VALUES").upper() == "VALUES" and statement.data is not None:
        return [values(statement.data, columns, context)]
    raise not_implemented(f"INSERT ... FORMAT {statement.format} is not supported yet.")


def values(text: str, columns: Sequence[tuple[str, Type]], context: Context) -> pa.Table:
    """Rows of VALUES whose elements may be any constant expressions."""
    parsed = parse_expression(f"[{text.strip().rstrip(';')}]")
    assert isinstance(parsed, ast.Function)
    rows = [_row(node, columns, context) for node in parsed.args]
    names = ", ".join(f"i{i}" for i in range(len(columns)))
    with kernel() as cursor:
        return cursor.sql(
            f"SELECT * FROM (VALUES {', '.join(rows)}) AS t({names})"
        ).to_arrow_table()


def _row(node: ast.Expression, columns: Sequence[tuple[str, Type]], context: Context) -> str:
    fields = node.args if isinstance(node, ast.Function) and node.name == "tuple" else (node,)
    if len(fields) != len(columns):
        raise Error(
            Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
            f"Cannot parse VALUES: a row has {len(fields)} elements, the table expects {len(columns)}",
        )
    return (
        "("
        + ", ".join(_field(f, t, context) for f, (_, t) in zip(fields, columns, strict=True))
        + ")"
    )


def _field(node: ast.Expression, type_: Type, context: Context) -> Sql:
    numbers = Numbers()
    queries = QueryAnalyser(context, numbers)
    expr = ExpressionAnalyser(context, Scope(), numbers, queries.analyse).expr(node)
    return convert(Lowering(context.context).value(expr), expr.type, type_, context.zone)
