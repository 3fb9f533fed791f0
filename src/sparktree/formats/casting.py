"""Columns of one type as another, as CAST has them."""

from __future__ import annotations

import duckdb
import pyarrow as pa

from sparktree.functions.core.convert import Conversion
from sparktree.kernel import sql
from sparktree.kernel.connection import connect
from sparktree.kernel.errors import translate
from sparktree.types.base import Type
from sparktree.types.composite import Nullable


def selected(array: pa.Array, expression: str) -> pa.Array:
    """An expression over the column `c`, which the array is."""
    cursor = connect()
    try:
        cursor.register("block", pa.table({"c": array}))
        found = cursor.sql(f"SELECT {expression} AS v FROM block").to_arrow_table().column(0)
        return found.combine_chunks()
    except duckdb.Error as error:
        raise translate(error) from error
    finally:
        cursor.close()


def converted(array: pa.Array, given: Type, wanted: Type, zone: str) -> pa.Array:
    """The values in another type; NULLs of a column without NULL are its defaults."""
    solid = isinstance(given, Nullable) and not wanted.nullable
    source = given.of if solid and isinstance(given, Nullable) else given
    column = sql.name("c")
    expression = Conversion(zone).convert(column, source, wanted)
    if solid:
        expression = sql.case((sql.is_null(column), wanted.default()), otherwise=expression)
    return selected(array, expression)
