"""The rows of INSERT ... VALUES and INSERT ... FORMAT."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from sparktree import formats
from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.from_settings import format_settings
from sparktree.formats.input import InputBlock
from sparktree.formats.options import FormatOptions
from sparktree.functions.convert import convert
from sparktree.kernel import text
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

Columns = Sequence[tuple[str, Type]]


def input_rows(statement: Insert, columns: Columns, context: Context) -> Iterator[InputBlock]:
    """The blocks of inline data or of a file, in kernel form."""
    name = statement.format or "Values"
    source = _source(statement)
    if name.lower() == "values":
        return iter([_values(text.escape(source.read()), columns, context)])
    options = FormatOptions(settings=format_settings(context.settings, context.zone))
    return formats.read(name, source, list(columns), options)


def _source(statement: Insert) -> BinaryIO:
    if statement.infile is not None:
        if statement.infile.compression not in (None, "none", "auto"):
            raise not_implemented("Compressed files of FROM INFILE are not supported yet.")
        path = Path(statement.infile.path)
        if not path.is_file():
            raise Error(Code.FILE_DOESNT_EXIST, f"File {path} does not exist")
        return path.open("rb")
    if statement.data is None:
        raise Error(Code.NO_DATA_TO_INSERT, "No data to insert")
    return io.BytesIO(text.unescape(statement.data))


def _values(data: str, columns: Columns, context: Context) -> InputBlock:
    """Rows of VALUES whose elements may be any constant expressions."""
    parsed = parse_expression(f"[{data.strip().rstrip(';')}]")
    assert isinstance(parsed, ast.Function)
    rows = [_row(node, columns, context) for node in parsed.args]
    names = ", ".join(f"i{i}" for i in range(len(columns)))
    if not rows:
        raise Error(Code.NO_DATA_TO_INSERT, "No data to insert")
    with kernel() as cursor:
        query = f"SELECT * FROM (VALUES {', '.join(rows)}) AS t({names})"
        table = cursor.sql(query).to_arrow_table()
    return InputBlock(table, (None,) * len(columns))


def _row(node: ast.Expression, columns: Columns, context: Context) -> str:
    fields = node.args if isinstance(node, ast.Function) and node.name == "tuple" else (node,)
    if len(fields) != len(columns):
        raise Error(
            Code.SYNTAX_ERROR,
            f"Cannot parse expression of VALUES: a row has {len(fields)} elements,"
            f" the table expects {len(columns)}",
        )
    items = [_field(f, t, context) for f, (_, t) in zip(fields, columns, strict=True)]
    return f"({', '.join(items)})"


def _field(node: ast.Expression, type_: Type, context: Context) -> Sql:
    numbers = Numbers()
    queries = QueryAnalyser(context, numbers)
    expr = ExpressionAnalyser(context, Scope(), numbers, queries.analyse).expr(node)
    return convert(Lowering(context.context).value(expr), expr.type, type_, context.zone)
