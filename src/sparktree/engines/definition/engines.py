"""The table engines by name."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.registry import Registry


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What is known of an engine without opening a table of it."""

    name: str
    doc: str
    has_parts: bool = False

    @property
    def sorted(self) -> bool:
        """Whether it is of the MergeTree family."""
        return self.name.endswith("MergeTree")


NULL = "Null"
ENGINES: Registry[str, EngineInfo] = Registry()

for _engine in (
    EngineInfo("MergeTree", "Sorted parts with a sparse primary index.", has_parts=True),
    EngineInfo("ReplacingMergeTree", "Keeps the newest row of each sorting key.", has_parts=True),
    EngineInfo("SummingMergeTree", "Adds the numbers of each sorting key.", has_parts=True),
    EngineInfo(
        "AggregatingMergeTree", "Merges the aggregate states of each sorting key.", has_parts=True
    ),
    EngineInfo(
        "CollapsingMergeTree", "Rows of state and rows that cancel them go away.", has_parts=True
    ),
    EngineInfo(
        "VersionedCollapsingMergeTree",
        "Rows of state and rows that cancel them go away, in any order of arrival.",
        has_parts=True,
    ),
    EngineInfo(
        "CoalescingMergeTree",
        "Keeps the last value of each column that is not NULL.",
        has_parts=True,
    ),
    EngineInfo(
        "GraphiteMergeTree",
        "Keeps metrics, in coarser steps the older they are.",
        has_parts=True,
    ),
    EngineInfo("Memory", "Rows in the order of their arrival, without an index.", has_parts=True),
    EngineInfo("Log", "Rows in the order of their arrival, without an index.", has_parts=True),
    EngineInfo("TinyLog", "Rows in the order of their arrival, without an index.", has_parts=True),
    EngineInfo(
        "StripeLog", "Rows in the order of their arrival, without an index.", has_parts=True
    ),
    EngineInfo(NULL, "Takes rows, hands them to materialized views and forgets them.", True),
    EngineInfo("Set", "Rows only for the right side of IN.", has_parts=True),
    EngineInfo("Join", "Rows for the right side of one kind of JOIN.", has_parts=True),
    EngineInfo("GenerateRandom", "Random rows without end."),
    EngineInfo("Buffer", "Another table: rows that are inserted go on to it."),
    EngineInfo("TableFunction", "What a table function gives: CREATE TABLE ... AS function()."),
    EngineInfo("S3", "Files on S3, or on a store that speaks its language."),
    EngineInfo("AzureBlobStorage", "Files on Azure Blob Storage."),
    EngineInfo("GCS", "Files on Google Cloud Storage, by keys of its S3 interface."),
    EngineInfo("HDFS", "Files on HDFS."),
    EngineInfo("File", "A file of this machine, or files that are partitions."),
    EngineInfo("URL", "Files of web servers."),
    EngineInfo("Hive", "Files that Hive's metastore knows, only to be read."),
    EngineInfo("Merge", "Tables whose names match a pattern, read as one."),
    EngineInfo("View", "A query under a name."),
    EngineInfo("MaterializedView", "A query over what is inserted, its rows kept in a table."),
):
    ENGINES.add(_engine.name, _engine)


def is_keyless(engine: str) -> bool:
    """Whether tables of the engine keep rows as they come: no clauses, no arguments."""
    return has_parts(engine) and not ENGINES[engine].sorted


def has_parts(engine: str) -> bool:
    """Whether tables of the engine keep their rows in parts."""
    return engine in ENGINES and ENGINES[engine].has_parts
