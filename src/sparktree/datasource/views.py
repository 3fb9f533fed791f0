"""Every table of a data folder as a view of a Spark session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sparktree.datasource.options import Options
from sparktree.datasource.source import schema_of
from sparktree.errors import Code, Error
from sparktree.session import Engine
from sparktree.sql.printers.base import back_quote

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.types import StructType

_DEFAULT = "default"
_TABLES = """SELECT database, name FROM system.tables
WHERE NOT is_temporary AND lower(database) NOT IN ('system', 'information_schema')
AND NOT startsWith(name, '.inner') ORDER BY database, name"""


def register_views(spark: SparkSession, options: Mapping[str, str]) -> list[str]:
    """Make a temporary view of every table that the user may see; the views' names.

    A table of the database `default` gives its name to its view, others put the database's name and
    `_` before it.
    """
    found = _found(options)
    for view, (table, schema) in found.items():
        reader = spark.read.format("sparktree").schema(schema)
        reader.options(**{**options, "table": table}).load().createOrReplaceTempView(view)
    return list(found)


def _found(options: Mapping[str, str]) -> dict[str, tuple[str, StructType]]:
    """The name of each view, with its table and what Spark sees of it; nothing is made if two
    tables would have one name."""
    found: dict[str, tuple[str, StructType]] = {}
    with Options.of({**options, "query": "SELECT 1"}).opened() as (engine, context):
        for database, name in _tables(engine):
            table = f"{back_quote(database)}.{back_quote(name)}"
            view = name if database == _DEFAULT else f"{database}_{name}"
            if view.lower() in (other.lower() for other in found):  # Spark's names have no case
                raise Error(
                    Code.BAD_ARGUMENTS,
                    f"Two tables would be the view {view}, {table} is one. Make views of single"
                    " tables: spark.read.format('sparktree').option('table', ...).load(path)"
                    ".createOrReplaceTempView(...)",
                )
            found[view] = table, schema_of(Options.of({**options, "table": table}), context)
    return found


def _tables(engine: Engine) -> list[tuple[Any, ...]]:
    return engine.query(_TABLES).rows()
