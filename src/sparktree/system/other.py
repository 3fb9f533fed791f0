"""Small system tables: build_options, contributors, indexes."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from sparktree.catalog.records import PartState
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.skip_indexes.definition import SkipIndex
from sparktree.parts.description import PartDescription
from sparktree.system.stored import Stored, all_parts, stored_tables
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
class _Index:
    """A skip index and its bytes in all active parts."""

    stored: Stored
    index: SkipIndex
    compressed: int
    uncompressed: int

    @property
    def is_implicit(self) -> bool:
        """Whether the table's settings made it."""
        return self.index.declaration not in self.stored.table.indexes


def _indexes(reading: Reading) -> Iterator[_Index]:
    held: dict[tuple[str, str], list[PartDescription]] = {}
    for part in all_parts(reading):
        if part.record.state == PartState.ACTIVE:
            for name in part.description.indexes:
                held.setdefault((part.record.table, name), []).append(part.description)
    for stored in stored_tables(reading):
        declared = stored.table.indexes
        has_settings = engine_info(stored.record.engine).sorted
        indexes = stored.definition.indexes if has_settings else declared
        for index in map(SkipIndex, indexes):
            parts = held.get((stored.record.uuid, index.name), [])
            found = [(part.indexes[index.name], part) for part in parts]
            size = sum(one.stored(part) for one, part in found)
            yield _Index(stored, index, size, sum(one.uncompressed for one, _ in found))


system_table(
    SystemTable[_Index](
        "data_skipping_indices",
        "The skip indexes of tables.",
        _indexes,
        {
            "database": lambda row: row.stored.record.database,
            "table": lambda row: row.stored.record.name,
            "name": lambda row: row.index.name,
            "type": lambda row: row.index.type,
            "type_full": lambda row: row.index.type_text,
            "expr": lambda row: ", ".join(row.index.expression_texts),
            "creation": lambda row: "Implicit" if row.is_implicit else "Explicit",
            "granularity": lambda row: row.index.granularity,
            "data_compressed_bytes": lambda row: row.compressed,
            "data_uncompressed_bytes": lambda row: row.uncompressed,
        },
    )
)
