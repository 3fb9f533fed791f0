"""The catalog's tables in SQL, for SQLite and PostgreSQL alike."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)

# Raised with every change of the tables below; upgrade.py then has the step from the one before.
VERSION = 7

METADATA = MetaData()

# SQLite numbers rows by itself in a column of type INTEGER only.
_SERIAL = BigInteger().with_variant(Integer, "sqlite")

version = Table(
    "catalog_version",
    METADATA,
    Column("version", Integer, primary_key=True),
    Column("written", Double, nullable=False),
)

databases = Table(
    "databases",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("uuid", Text, nullable=False, unique=True),
    Column("engine", Text, nullable=False),
    Column("comment", Text, nullable=False),
)

tables = Table(
    "tables",
    METADATA,
    Column("uuid", Text, primary_key=True),
    Column("database", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("create_query", Text, nullable=False),
    Column("definition", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("modified", Double, nullable=False),
    Column("metadata_version", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("dropped", Double),
    Column("parts_version", BigInteger, nullable=False),
    Column("last_block", BigInteger, nullable=False),
)
# A dropped table keeps its row until its files are gone, and its name is free meanwhile.
Index(
    "tables_by_name",
    tables.c.database,
    tables.c.name,
    unique=True,
    sqlite_where=text("dropped IS NULL"),
    postgresql_where=text("dropped IS NULL"),
)

parts = Table(
    "parts",
    METADATA,
    Column("uuid", Text, primary_key=True),
    Column("table", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("partition_id", Text, nullable=False),
    Column("min_block", BigInteger, nullable=False),
    Column("max_block", BigInteger, nullable=False),
    Column("level", BigInteger, nullable=False),
    Column("mutation", BigInteger, nullable=False),
    Column("path", Text, nullable=False),
    Column("disk", Text, nullable=False),
    Column("partition", Text, nullable=False),
    Column("part_type", Text, nullable=False),
    Column("rows", BigInteger, nullable=False),
    Column("marks", BigInteger, nullable=False),
    Column("bytes_on_disk", BigInteger, nullable=False),
    Column("data_uncompressed_bytes", BigInteger, nullable=False),
    Column("meta", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("removed", Double),
    Column("added_version", BigInteger),
    Column("removed_version", BigInteger),
    Column("owner", Text),
)
Index("parts_by_name", parts.c.table, parts.c.name, parts.c.disk, unique=True)
Index("parts_by_path", parts.c.disk, parts.c.path)
Index("parts_by_version", parts.c.table, parts.c.added_version)
Index("parts_by_partition", parts.c.table, parts.c.state, parts.c.partition_id)
# Written out: an index of some rows serves only conditions that say the same word for word.
IS_PATCH = "parts.partition_id LIKE 'patch-%'"
Index(
    "parts_of_patches",
    parts.c.table,
    parts.c.state,
    sqlite_where=text(IS_PATCH.removeprefix("parts.")),
    postgresql_where=text(IS_PATCH.removeprefix("parts.")),
)
Index("parts_by_state", parts.c.table, parts.c.state)
Index(
    "parts_leaving",
    parts.c.state,
    parts.c.removed,
    sqlite_where=text("state <> 'Active'"),
    postgresql_where=text("state <> 'Active'"),
)

holds = Table(
    "holds",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("table", Text, nullable=False, index=True),
    Column("parts_version", BigInteger, nullable=False),
    Column("owner", Text, nullable=False, index=True),
    Column("taken", Double, nullable=False),
)

owners = Table(
    "owners",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("pid", BigInteger, nullable=False),
    Column("started", Double, nullable=False),
    Column("registered", Double, nullable=False),
    Column("heartbeat", Double, nullable=False),
)

# What the servers' configurations call themselves.
owner_macros = Table(
    "owner_macros",
    METADATA,
    Column("owner", Text, primary_key=True),
    Column("macros", Text, nullable=False),
)

tickets = Table(
    "tickets",
    METADATA,
    Column("ticket", _SERIAL, primary_key=True, autoincrement=True),
    Column("owner", Text, nullable=False, index=True),
    Column("purpose", Text, nullable=False),
    Column("requested", Double, nullable=False),
    Column("granted", Double),
    Column("expires", Double, nullable=False),
    sqlite_autoincrement=True,
)

lease_keys = Table(
    "lease_keys",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("ticket", BigInteger, primary_key=True, autoincrement=False, index=True),
)

# Room on disks for parts that are being written.
reservations = Table(
    "reservations",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("disk", Text, nullable=False, index=True),
    Column("bytes", BigInteger, nullable=False),
    Column("owner", Text, nullable=False, index=True),
    Column("taken", Double, nullable=False),
)

# Files that folders of parts share, on disks without links: `holder` is a folder that names a file
# of another `folder`.
file_refs = Table(
    "file_refs",
    METADATA,
    Column("disk", Text, primary_key=True),
    Column("holder", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("folder", Text, nullable=False),
)
Index("file_refs_by_key", file_refs.c.disk, file_refs.c.key)
Index("file_refs_by_folder", file_refs.c.disk, file_refs.c.folder)

mutations = Table(
    "mutations",
    METADATA,
    Column("table", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("command", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("block_numbers", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("is_done", Boolean, nullable=False),
    Column("is_killed", Boolean, nullable=False),
    Column("latest_failed_part", Text, nullable=False),
    Column("latest_fail_time", Double, nullable=False),
    Column("latest_fail_reason", Text, nullable=False),
    Column("latest_fail_error_code_name", Text, nullable=False),
)

# What tells inserts from others: a retried one finds its blocks here. `number` is their order.
insert_blocks = Table(
    "insert_blocks",
    METADATA,
    Column("number", _SERIAL, primary_key=True, autoincrement=True),
    Column("table", Text, nullable=False),
    Column("partition_id", Text, nullable=False),
    Column("block", Text, nullable=False),
    Column("created", Double),
    sqlite_autoincrement=True,
)
Index(
    "insert_blocks_by_name",
    insert_blocks.c.table,
    insert_blocks.c.partition_id,
    insert_blocks.c.block,
    unique=True,
)

# How far streams have written into a table: an epoch that is replayed is not written again.
stream_epochs = Table(
    "stream_epochs",
    METADATA,
    Column("table", Text, primary_key=True),
    Column("stream", Text, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
)

# What was changed and is yet to be written down beside the data.
unmirrored = Table(
    "unmirrored",
    METADATA,
    Column("id", _SERIAL, primary_key=True, autoincrement=True),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("payload", Text, nullable=False),
    sqlite_autoincrement=True,
)

logs = Table(
    "logs",
    METADATA,
    Column("id", _SERIAL, primary_key=True, autoincrement=True),
    Column("log", Text, nullable=False),
    Column("event_time", Double, nullable=False),
    Column("type", Text, nullable=False),
    Column("payload", Text, nullable=False),
    sqlite_autoincrement=True,
)
Index("logs_by_time", logs.c.log, logs.c.event_time)
Index("logs_by_type", logs.c.log, logs.c.type)
Index("logs_in_order", logs.c.log, logs.c.id)

objects = Table(
    "objects",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("payload", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("modified", Double, nullable=False),
)
