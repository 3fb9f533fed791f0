"""Small system tables: build_options, contributors, mutations, indexes, projections."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from sparktree.catalog.records import Mutation, Table
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


@dataclass(frozen=True, slots=True)
class MutationOf:
    """A mutation with its table."""

    table: Table
    mutation: Mutation


def _mutations(reading: Reading) -> Iterator[MutationOf]:
    tables = {table.uuid: table for table in reading.services.catalog.tables.all()}
    for mutation in reading.services.catalog.mutations.all():
        if mutation.table in tables:
            yield MutationOf(tables[mutation.table], mutation)


system_table(
    SystemTable[MutationOf](
        "mutations",
        "The mutations of MergeTree tables and how far they are.",
        _mutations,
        {
            "database": "table.database",
            "table": "table.name",
            "mutation_id": "mutation.id",
            "command": "mutation.command",
            "create_time": lambda m: int(m.mutation.created),
            "is_done": "mutation.is_done",
            "is_killed": "mutation.is_killed",
            "latest_failed_part": "mutation.latest_failed_part",
            "latest_fail_time": lambda m: int(m.mutation.latest_fail_time),
            "latest_fail_reason": "mutation.latest_fail_reason",
            "latest_fail_error_code_name": "mutation.latest_fail_error_code_name",
        },
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
