"""SYSTEM, EXPLAIN, BACKUP, RESTORE."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sparktree.sql.ast import Function, Node, Setting, TableName
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.common import on_cluster
from sparktree.sql.grammar.create import engine, storage, table_elements
from sparktree.sql.grammar.intervals import unit
from sparktree.sql.grammar.partitions import partition_value
from sparktree.sql.grammar.settings import setting
from sparktree.sql.grammar.tables import table_function, table_name
from sparktree.sql.lexer import Kind
from sparktree.sql.statements.alter import Partition
from sparktree.sql.statements.base import Statement
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.other import (
    Backup,
    BackupElement,
    Explain,
    ExplainKind,
    SystemCommand,
)

# --- SYSTEM --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """What may follow the words of a SYSTEM command."""

    table: bool = False
    table_needed: bool = False
    tables: bool = False  # more of them may follow
    names: bool = False
    value: bool = False
    modifiers: tuple[str, ...] = ()


_PLAIN = _Shape()
_TABLE = _Shape(table=True)
_TABLE_NEEDED = _Shape(table=True, table_needed=True)
_NAME = _Shape(names=True)
_START_STOP = (
    "TTL MERGES", "MERGES", "MOVES", "FETCHES", "REPLICATED SENDS", "REPLICATION QUEUES",
    "REPLICATED DDL QUERIES", "DISTRIBUTED SENDS", "CLEANUP", "PULLING REPLICATION LOG",
    "VIRTUAL PARTS UPDATE", "REDUCE BLOCKING PARTS",
)  # fmt: skip
_CACHES = (
    "MARK CACHE", "UNCOMPRESSED CACHE", "INDEX MARK CACHE", "INDEX UNCOMPRESSED CACHE",
    "PRIMARY INDEX CACHE", "MMAP CACHE", "COMPILED EXPRESSION CACHE", "DNS CACHE",
    "CONNECTIONS CACHE", "S3 CLIENT CACHE", "QUERY CONDITION CACHE", "PAGE CACHE",
    "ICEBERG METADATA CACHE", "VECTOR SIMILARITY INDEX CACHE", "TEXT INDEX CACHES",
    "TEXT INDEX TOKENS CACHE", "TEXT INDEX HEADER CACHE", "TEXT INDEX POSTINGS CACHE",
    "DISK METADATA CACHE", "SCHEMA CACHE", "AVRO SCHEMA CACHE", "PARQUET METADATA CACHE",
)  # fmt: skip

# Longest first where one begins with another.
_COMMANDS: dict[str, _Shape] = {
    **{f"{verb} {what}": _TABLE for verb in ("STOP", "START") for what in _START_STOP},
    **{f"{verb} VIEWS": _PLAIN for verb in ("STOP", "START")},
    **{
        f"{verb} VIEW": _TABLE_NEEDED
        for verb in ("STOP", "START", "REFRESH", "WAIT", "CANCEL", "PAUSE")
    },
    **{f"{verb} THREAD FUZZER": _PLAIN for verb in ("STOP", "START")},
    **{f"CLEAR {cache}": _PLAIN for cache in _CACHES},
    "CLEAR QUERY CACHE": _Shape(value=True, modifiers=("TAG",)),
    "CLEAR FILESYSTEM CACHE": _Shape(value=True),
    "CLEAR FORMAT SCHEMA CACHE": _Shape(names=True, modifiers=("FOR",)),
    "PREWARM MARK CACHE": _TABLE_NEEDED,
    "PREWARM PRIMARY INDEX CACHE": _TABLE_NEEDED,
    "FLUSH LOGS": _NAME,
    "FLUSH DISTRIBUTED": _TABLE_NEEDED,
    "FLUSH ASYNC INSERT QUEUE": _Shape(table=True, tables=True),
    "RELOAD CONFIG": _PLAIN,
    "RELOAD USERS": _PLAIN,
    "RELOAD DICTIONARIES": _PLAIN,
    "RELOAD EMBEDDED DICTIONARIES": _PLAIN,
    "RELOAD DICTIONARY": _TABLE_NEEDED,
    "RELOAD FUNCTIONS": _PLAIN,
    "RELOAD FUNCTION": _NAME,
    "RELOAD ASYNCHRONOUS METRICS": _PLAIN,
    "RECONNECT ZOOKEEPER": _PLAIN,
    "SYNC REPLICA": _Shape(
        table=True, table_needed=True, modifiers=("STRICT", "LIGHTWEIGHT", "PULL", "DEFAULT")
    ),
    "SYNC DATABASE REPLICA": _Shape(names=True, modifiers=("STRICT", "DEFAULT")),
    "SYNC TRANSACTION LOG": _PLAIN,
    "SYNC FILE CACHE": _PLAIN,
    "SYNC FILESYSTEM CACHE": _PLAIN,
    "SYNC MERGES": _TABLE_NEEDED,
    "RESTART REPLICAS": _PLAIN,
    "RESTART REPLICA": _TABLE_NEEDED,
    "RESTART DISK": _NAME,
    "RESTORE REPLICA": _TABLE_NEEDED,
    "RESTORE DATABASE REPLICA": _NAME,
    "WAIT LOADING PARTS": _TABLE_NEEDED,
    "LOAD PRIMARY KEY": _TABLE,
    "UNLOAD PRIMARY KEY": _TABLE,
    "ENABLE FAILPOINT": _NAME,
    "DISABLE FAILPOINT": _NAME,
    "NOTIFY FAILPOINT": _NAME,
    "WAIT FAILPOINT": _NAME,
    "JEMALLOC PURGE": _PLAIN,
    "SHUTDOWN": _PLAIN,
    "KILL": _PLAIN,
}


def system(c: Cursor) -> SystemCommand:
    """SYSTEM; `DROP ... CACHE` is the old spelling of `CLEAR ... CACHE`."""
    c.expect("SYSTEM")
    for words, rule in _SPECIAL.items():
        if c.accept_words(words):
            return rule(c)
    for words, shape in _COMMANDS.items():
        old = words.replace("CLEAR ", "DROP ", 1)
        if c.accept_words(words) or (old != words and c.accept_words(old)):
            return _shaped(c, words, shape)
    raise c.failure(*_SPECIAL, *_COMMANDS)


def _shaped(c: Cursor, command: str, shape: _Shape) -> SystemCommand:
    cluster = on_cluster(c)
    found = SystemCommand(command, on_cluster=cluster)
    if shape.table and c.accept_words("ON VOLUME"):
        return replace(found, volume=".".join(c.compound()))
    before = c.accept_any(*(word for word in shape.modifiers if word in ("TAG", "FOR")))
    found = replace(found, modifier=before)
    if shape.table and (shape.table_needed or c.at_identifier()) and not c.at("FORMAT", "SETTINGS"):
        found = replace(found, table=table_name(c))
        if shape.tables and c.accept(","):
            found = replace(found, tables=c.listed(table_name))
    elif shape.names and c.at_identifier():
        found = replace(found, names=c.listed(Cursor.identifier))
    elif shape.value and c.at_string():
        found = replace(found, values=(c.string(),))
    found = replace(found, on_cluster=found.on_cluster or on_cluster(c))
    if shape.table and c.accept_words("IF EXISTS"):
        found = replace(found, if_exists=True)
    after = c.accept_any(*(word for word in shape.modifiers if word not in ("TAG", "FOR")))
    if after:
        found = replace(found, modifier=after)
        if after == "LIGHTWEIGHT" and c.accept("FROM"):
            found = replace(found, values=c.listed(Cursor.string))
    return found


def _drop_replica(command: str) -> Callable[[Cursor], SystemCommand]:
    def parse(c: Cursor) -> SystemCommand:
        found = SystemCommand(command, on_cluster=on_cluster(c), values=(c.string(),))
        if not c.accept("FROM"):
            return found
        source = c.expect_any("TABLE", "DATABASE", "ZKPATH", "SHARD")
        if source == "TABLE":
            return replace(found, source=source, table=table_name(c))
        if source == "DATABASE":
            return replace(found, source=source, names=(c.identifier(),))
        return replace(found, source=source, values=(*found.values, c.string()))

    return parse


def _listen(command: str) -> Callable[[Cursor], SystemCommand]:
    def parse(c: Cursor) -> SystemCommand:
        cluster = on_cluster(c)
        if c.accept("QUERIES"):
            return SystemCommand(
                command, modifier="QUERIES " + c.expect_any("ALL", "DEFAULT", "CUSTOM"),
                on_cluster=cluster,
            )  # fmt: skip
        words = [c.identifier().upper()]
        while c.at_identifier() and not c.at("FORMAT", "SETTINGS"):
            words.append(c.identifier().upper())
        values = (c.string(),) if c.at_string() else ()
        return SystemCommand(command, modifier=" ".join(words), values=values, on_cluster=cluster)

    return parse


def _suspend(c: Cursor) -> SystemCommand:
    amount = c.unsigned()
    kind = unit(c)
    if kind is None:
        c.fail("interval kind")
    return SystemCommand("SUSPEND FOR", number=amount, unit=kind.upper())


def _unfreeze(c: Cursor) -> SystemCommand:
    return SystemCommand("UNFREEZE WITH NAME", values=(c.string(),))


def _schedule_merge(c: Cursor) -> SystemCommand:
    table = table_name(c)
    c.expect("PARTS")
    return SystemCommand("SCHEDULE MERGE", table, values=c.listed(Cursor.string))


_SPECIAL: dict[str, Callable[[Cursor], SystemCommand]] = {
    "DROP REPLICA": _drop_replica("DROP REPLICA"),
    "DROP DATABASE REPLICA": _drop_replica("DROP DATABASE REPLICA"),
    "START LISTEN": _listen("START LISTEN"),
    "STOP LISTEN": _listen("STOP LISTEN"),
    "SUSPEND FOR": _suspend,
    "UNFREEZE WITH NAME": _unfreeze,
    "SCHEDULE MERGE": _schedule_merge,
}

# --- EXPLAIN -------------------------------------------------------------------------------

_KINDS: dict[str, ExplainKind] = {
    "AST": "AST",
    "SYNTAX": "SYNTAX",
    "QUERY TREE": "QUERY TREE",
    "PLAN": "PLAN",
    "ANALYZE": "ANALYZE",
    "PIPELINE": "PIPELINE",
    "ESTIMATE": "ESTIMATE",
    "TABLE OVERRIDE": "TABLE OVERRIDE",
    "CURRENT TRANSACTION": "CURRENT TRANSACTION",
}


def explain(c: Cursor, statement: Callable[[Cursor], Node]) -> Explain:
    """`EXPLAIN [kind] [settings] statement`."""
    c.expect("EXPLAIN")
    kind: ExplainKind = "PLAN"
    for words, found in _KINDS.items():
        if c.accept_words(words):
            kind = found
            break
    if kind == "CURRENT TRANSACTION":
        return Explain(kind)
    if kind == "TABLE OVERRIDE":
        return Explain(kind, function=table_function(c), override=_override(c))
    settings: tuple[Setting, ...] = ()
    if c.at_identifier() and c.peek().key == "=":
        settings = c.listed(setting)
    return Explain(kind, statement(c), settings)


def _override(c: Cursor) -> CreateTable:
    lists = table_elements(c) if c.accept("COLUMNS") else {}
    return CreateTable(TableName(""), **lists, storage=storage(c))


# --- BACKUP --------------------------------------------------------------------------------


def backup(c: Cursor) -> Statement:
    """BACKUP and RESTORE."""
    restore = c.expect_any("BACKUP", "RESTORE") == "RESTORE"
    elements = c.listed(_element)
    cluster = on_cluster(c)
    c.expect("FROM" if restore else "TO")
    destination: Function = engine(c)
    settings = _backup_settings(c)
    return Backup(elements, destination, restore, settings, cluster)


def _backup_settings(c: Cursor) -> tuple[Setting, ...]:
    settings = list(c.listed(setting)) if c.accept("SETTINGS") else []
    mode = c.accept_any("ASYNC", "SYNC")
    if mode:
        settings.append(Setting("async", mode == "ASYNC"))
    return tuple(settings)


def _element(c: Cursor) -> BackupElement:
    if c.accept("ALL"):
        everything = not c.accept("DATABASES")
        tables, databases = _exceptions(c)
        kind = "ALL" if everything else "ALL DATABASES"
        return BackupElement(kind, except_tables=tables, except_databases=databases)  # type: ignore[arg-type]
    if c.accept("DATABASE"):
        name = TableName(c.identifier())
        new = TableName(c.identifier()) if c.accept("AS") else None
        return BackupElement("DATABASE", name, new, except_tables=_exceptions(c)[0])
    kind = c.expect_any("TEMPORARY TABLE", "TABLE", "VIEW", "DICTIONARY")
    name = table_name(c)
    new = table_name(c) if c.accept("AS") else None
    parts: tuple[Partition, ...] = ()
    if c.accept_any("PARTITIONS", "PARTITION"):
        parts = _partitions(c)
    return BackupElement(kind, name, new, parts)  # type: ignore[arg-type]


# Words that begin another thing to save, not another partition.
_ELEMENTS = ("TABLE", "TEMPORARY", "VIEW", "DICTIONARY", "DATABASE", "ALL")


def _partitions(c: Cursor) -> tuple[Partition, ...]:
    found = [partition_value(c)]
    while c.at(",") and not (c.peek().kind is Kind.WORD and c.peek().key in _ELEMENTS):
        c.advance()
        found.append(partition_value(c))
    return tuple(found)


def _exceptions(c: Cursor) -> tuple[tuple[TableName, ...], tuple[str, ...]]:
    tables: tuple[TableName, ...] = ()
    databases: tuple[str, ...] = ()
    while c.accept("EXCEPT"):
        if c.expect_any("TABLES", "TABLE", "DATABASES", "DATABASE").startswith("TABLE"):
            tables = c.listed(table_name)
        else:
            databases = c.listed(Cursor.identifier)
    return tables, databases
