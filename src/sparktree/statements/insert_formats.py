"""The rows of INSERT ... VALUES and INSERT ... FORMAT."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from sparktree import formats
from sparktree.disks.compression import decompressed, method_of
from sparktree.errors import Code, Error
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import FormatOptions, InputBlock
from sparktree.functions.core.convert import convert
from sparktree.functions.core.convert_fields import convert_field
from sparktree.kernel import sql, text
from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql
from sparktree.planner.analysis.analyser import Numbers
from sparktree.planner.analysis.analyze import ExpressionAnalyser
from sparktree.planner.analysis.scope import Scope
from sparktree.planner.analysis.select import QueryAnalyser
from sparktree.planner.lower import Lowering
from sparktree.sql import parse_expression
from sparktree.sql.statements.insert import Insert
from sparktree.statements.context import Context
from sparktree.types import NULL_TYPE, Type, make_nullable

Columns = Sequence[tuple[str, Type]]


def input_rows(statement: Insert, columns: Columns, context: Context) -> Iterator[InputBlock]:
    """The blocks of inline data, of a file or of the caller, in kernel form."""
    inline = statement.infile is not None or (statement.data or "").strip()
    if context.given_rows is not None and not inline:
        return context.given_rows(list(columns))
    name = statement.format or "Values"
    return formats.read(name, source_of(statement, context), list(columns), format_options(context))


def format_options(context: Context) -> FormatOptions:
    """How the statement reads rows."""
    settings = format_settings(context.settings, context.zone)
    return FormatOptions(settings=settings, evaluate=Evaluation(context).rows)


def source_of(statement: Insert, context: Context) -> BinaryIO:
    """The data of an INSERT: inline, of a file, or what came with the statement."""
    if statement.infile is not None:
        method = method_of(statement.infile.path, statement.infile.compression)
        path = Path(statement.infile.path)
        if not path.is_file():
            raise Error(Code.FILE_DOESNT_EXIST, f"File {path} does not exist")
        return decompressed(path.open("rb"), method)
    if context.data is not None and not (statement.data or "").strip():
        return context.data
    if statement.data is None:
        raise Error(Code.NO_DATA_TO_INSERT, "No data to insert")
    return io.BytesIO(text.unescape(statement.data))


class Evaluation:
    """Computes rows of VALUES whose fields are expressions."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def rows(self, rows: list[list[str | tuple[Sql, Sql]]], columns: Columns) -> InputBlock:
        """The rows in kernel form, and where a default is wanted."""
        fields = [
            [self._field(field, type_) for field, (_, type_) in zip(row, columns, strict=True)]
            for row in rows
        ]
        lines = [f"({', '.join([*(v for v, _ in row), *(m for _, m in row)])})" for row in fields]
        width = len(columns)
        names = [*(f"c{i}" for i in range(width)), *(f"m{i}" for i in range(width))]
        with kernel() as cursor:
            query = f"SELECT * FROM (VALUES {', '.join(lines)}) AS t({', '.join(names)})"
            found = cursor.sql(query).to_arrow_table()
        masks = [_mask(found.column(width + i)) for i in range(width)]
        return InputBlock(found.select(range(width)), tuple(masks))

    def _field(self, field: str | tuple[Sql, Sql], type_: Type) -> tuple[Sql, Sql]:
        """The value, and whether the column's default is wanted instead."""
        if not isinstance(field, str):
            return field
        if field.strip().upper() == "DEFAULT":
            return type_.default(), sql.TRUE
        numbers = Numbers()
        queries = QueryAnalyser(self.context, numbers)
        analyser = ExpressionAnalyser(self.context, Scope(), numbers, queries.analyse)
        expr = analyser.expr(parse_expression(field))
        value = Lowering(self.context.context).value(expr)
        zone = self.context.zone
        as_default = self.context.settings.input_format_null_as_default
        if expr.type.nullable and not type_.nullable and as_default:
            solid = convert(value, expr.type, make_nullable(type_), zone)
            return sql.coalesce(solid, type_.default()), sql.is_null(value)
        if expr.type == NULL_TYPE and not type_.nullable:
            message = f"Cannot insert NULL value into a column of type '{type_}'"
            raise Error(Code.TYPE_MISMATCH, message)
        return convert_field(value, expr.type, type_, zone), sql.FALSE


def _mask(column: pa.ChunkedArray) -> pa.Array | None:
    mask = column.combine_chunks()
    mask = (mask.storage if isinstance(mask, pa.ExtensionArray) else mask).cast(pa.bool_())
    return mask if mask.true_count else None
