"""system.asynchronous_inserts and its log: INSERTs that are written together."""

from sparktree.engines.inserting.async_queue import Batch
from sparktree.system.columns import Column
from sparktree.system.logs import TIMES, LoggedRow, log_rows, logged
from sparktree.system.table import SystemTable, system_table

system_table(
    SystemTable[Batch](
        "asynchronous_inserts",
        "INSERTs that wait to be written together.",
        lambda reading: reading.services.async_inserts.waiting(),
        {
            "query": lambda batch: batch.shape.text,
            "database": lambda batch: batch.table[0],
            "table": lambda batch: batch.table[1],
            "format": "format",
            "first_update": lambda batch: int(batch.first_update * 1_000_000),
            "total_bytes": "bytes",
            "entries.query_id": lambda batch: [entry.query_id for entry in batch.entries],
            "entries.bytes": lambda batch: [len(entry.data) for entry in batch.entries],
        },
    )
)

_TEXTS = ("hostname", "query", "database", "table", "format", "query_id", "exception",
          "flush_query_id")  # fmt: skip
_COUNTS = ("bytes", "rows", "flush_time", "flush_time_microseconds", "timeout_milliseconds")

system_table(
    SystemTable[LoggedRow](
        "asynchronous_insert_log",
        "INSERTs that were written together with others.",
        log_rows("asynchronous_insert_log"),
        {
            **TIMES,
            **{name: logged(name, "") for name in _TEXTS},
            **{name: logged(name, 0) for name in _COUNTS},
            "status": "type",
            "data_kind": logged("data_kind", "Parsed"),
        },
        own_columns=(
            Column("hostname", "LowCardinality(String)"),
            Column("event_date", "Date"),
            Column("event_time", "DateTime"),
            Column("event_time_microseconds", "DateTime64(6)"),
            Column("query", "String"),
            Column("database", "LowCardinality(String)"),
            Column("table", "LowCardinality(String)"),
            Column("format", "LowCardinality(String)"),
            Column("query_id", "String"),
            Column("bytes", "UInt64"),
            Column("rows", "UInt64"),
            Column("exception", "String"),
            Column("status", "Enum8('Ok' = 0, 'ParsingError' = 1, 'FlushError' = 2)"),
            Column("data_kind", "Enum8('Parsed' = 0, 'Preprocessed' = 1)"),
            Column("flush_time", "DateTime"),
            Column("flush_time_microseconds", "DateTime64(6)"),
            Column("flush_query_id", "String"),
            Column("timeout_milliseconds", "UInt64"),
        ),
    )
)
