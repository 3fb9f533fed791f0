"""Small system tables: build_options, contributors, indexes, projections."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from sparktree.sql import format_query
from sparktree.sql.statements.create import IndexDeclaration, ProjectionDeclaration
from sparktree.system.stored import Stored, stored_tables
from sparktree.system.table import Reading, SystemTable, system_table
from sparktree.version import CLICKHOUSE_VERSION, VERSION


def _build_options(_: Reading) -> Iterator[tuple[str, str]]:
    yield "VERSION_FULL", f"sparktree {VERSION}"
    yield "VERSION_DESCRIBE", VERSION
    yield "VERSION_NAME", "sparktree"
    yield "CLICKHOUSE_VERSION", CLICKHOUSE_VERSION
    yield "PYTHON_VERSION", platform.python_version()
    yield "SYSTEM", platform.system()
    yield "SYSTEM_PROCESSOR", platform.machine()
    yield "BYTE_ORDER", sys.byteorder
    for package in ("pyspark", "duckdb", "pyarrow", "SQLAlchemy"):
        try:
            yield f"{package.upper()}_VERSION", version(package)
        except PackageNotFoundError:  # pyspark may come from a Spark installation
            continue


system_table(
    SystemTable[tuple[str, str]](
        "build_options",
        "Versions of sparktree and of what it stands on.",
        _build_options,
        {"name": lambda row: row[0], "value": lambda row: row[1]},
    )
)


def _contributors(_: Reading) -> Iterator[str]:
    yield "The sparktree authors"


system_table(
    SystemTable[str](
        "contributors", "Who made sparktree.", _contributors, {"name": lambda name: name}
    )
)


def _indexes(reading: Reading) -> Iterator[tuple[Stored, IndexDeclaration]]:
    return ((t, index) for t in stored_tables(reading) for index in t.table.indexes)


system_table(
    SystemTable[tuple[Stored, IndexDeclaration]](
        "data_skipping_indices",
        "The skip indexes of tables.",
        _indexes,
        {
            "database": lambda row: row[0].record.database,
            "table": lambda row: row[0].record.name,
            "name": lambda row: row[1].name,
            "type": lambda row: row[1].type.name,
            "type_full": lambda row: format_query(row[1].type, one_line=True),
            "expr": lambda row: format_query(row[1].expression, one_line=True),
            "granularity": lambda row: row[1].granularity,
        },
    )
)


def _projections(reading: Reading) -> Iterator[tuple[Stored, ProjectionDeclaration]]:
    return ((t, one) for t in stored_tables(reading) for one in t.table.projections)


def _projection_type(row: tuple[Stored, ProjectionDeclaration]) -> str:
    query = row[1].query
    return "Aggregate" if query is not None and query.group_by is not None else "Normal"


def _projection_query(row: tuple[Stored, ProjectionDeclaration]) -> str:
    query = row[1].query
    return format_query(query, one_line=True) if query is not None else ""


def _projection_key(row: tuple[Stored, ProjectionDeclaration]) -> list[str]:
    query = row[1].query
    if query is None:
        return []
    return [format_query(item.expression, one_line=True) for item in query.order_by]


system_table(
    SystemTable[tuple[Stored, ProjectionDeclaration]](
        "projections",
        "The projections of tables.",
        _projections,
        {
            "database": lambda row: row[0].record.database,
            "table": lambda row: row[0].record.name,
            "name": lambda row: row[1].name,
            "type": _projection_type,
            "sorting_key": _projection_key,
            "query": _projection_query,
        },
    )
)
