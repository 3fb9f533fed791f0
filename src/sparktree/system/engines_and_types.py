"""System tables of what is declared: engines, types, formats, codecs, words, time zones."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.engines.definition.engines import ENGINES, EngineInfo
from sparktree.formats import FORMATS, Format
from sparktree.sql.keywords import KEYWORDS
from sparktree.system.table import Reading, SystemTable, system_table
from sparktree.types.aliases import ALIASES
from sparktree.types.parse import FAMILIES


def _engines(_: Reading) -> Iterator[EngineInfo]:
    yield from (engine for engine in ENGINES.values() if engine.is_shown)


system_table(
    SystemTable[EngineInfo](
        "table_engines",
        "The table engines.",
        _engines,
        {
            "name": "name",
            "supports_settings": "sorted",
            "supports_skipping_indices": "sorted",
            "supports_projections": "sorted",
            "supports_sort_order": "sorted",
            "supports_ttl": "sorted",
            "supports_replication": "is_replicated",
            "supports_deduplication": "sorted",
            "supports_parallel_insert": "has_parts",
            "description": "doc",
        },
    )
)


@dataclass(frozen=True, slots=True)
class DatabaseEngine:
    """An engine of databases."""

    name: str
    doc: str


def _database_engines(_: Reading) -> Iterator[DatabaseEngine]:
    yield DatabaseEngine("Atomic", "Tables are renamed, exchanged and dropped without locks.")
    yield DatabaseEngine("Ordinary", "As Atomic, under the name that old statements use.")
    yield DatabaseEngine("Memory", "The databases of system tables.")


system_table(
    SystemTable[DatabaseEngine](
        "database_engines",
        "The database engines.",
        _database_engines,
        {"name": "name", "description": "doc"},
    )
)


@dataclass(frozen=True, slots=True)
class TypeName:
    """A name of a type family."""

    name: str
    any_case: bool
    alias_to: str = ""


def _type_names(_: Reading) -> Iterator[TypeName]:
    for name, family in sorted(FAMILIES.items()):
        yield TypeName(name, family.any_case)
    for name, of in sorted(ALIASES.items()):
        yield TypeName(name, True, of)


system_table(
    SystemTable[TypeName](
        "data_type_families",
        "The names of types.",
        _type_names,
        {
            "name": "name",
            "case_insensitive": "any_case",
            "alias_to": "alias_to",
            "syntax": lambda t: "" if t.alias_to else t.name,
        },
    )
)


def _formats(_: Reading) -> Iterator[tuple[str, Format]]:
    yield from sorted(FORMATS.items())


system_table(
    SystemTable[tuple[str, Format]](
        "formats",
        "The formats of input and output.",
        _formats,
        {
            "name": lambda row: row[0],
            "is_input": lambda row: row[1].reader is not None,
            "is_output": lambda row: row[1].writer is not None,
            "content_type": lambda row: row[1].content_type,
            "description": lambda row: row[1].doc,
        },
    )
)


@dataclass(frozen=True, slots=True)
class Codec:
    """A codec of columns."""

    name: str
    compresses: bool
    doc: str


_CODECS = (
    Codec("NONE", False, "No compression."),
    Codec("LZ4", True, "Fast compression, and the default; Parquet's LZ4_RAW."),
    Codec("LZ4HC", True, "LZ4 that takes longer to compress better, at levels 1 to 12."),
    Codec("ZSTD", True, "Good compression at levels 1 to 22."),
    Codec("Delta", False, "Remembered in the table; it changes no bytes."),
    Codec("DoubleDelta", False, "Remembered in the table; it changes no bytes."),
    Codec("Gorilla", False, "Remembered in the table; it changes no bytes."),
    Codec("T64", False, "Remembered in the table; it changes no bytes."),
    Codec("FPC", False, "Remembered in the table; it changes no bytes."),
    Codec("GCD", False, "Remembered in the table; it changes no bytes."),
)


def _codecs(_: Reading) -> Iterator[Codec]:
    yield from _CODECS


system_table(
    SystemTable[Codec](
        "codecs",
        "The codecs of columns.",
        _codecs,
        {
            "name": "name",
            "is_compression": "compresses",
            "is_generic_compression": "compresses",
            "description": "doc",
        },
    )
)


def _keywords(_: Reading) -> Iterator[str]:
    yield from sorted(KEYWORDS)


system_table(
    SystemTable[str]("keywords", "The words of the language.", _keywords, {"keyword": str})
)


def _time_zones(_: Reading) -> Iterator[str]:
    yield from sorted(zoneinfo.available_timezones())


system_table(
    SystemTable[str](
        "time_zones", "The time zones that types can have.", _time_zones, {"time_zone": str}
    )
)
