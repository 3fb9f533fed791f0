"""Statements that manage what exists, ask about it, or run the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice

from sparktree.sql.ast import Expression, Function, Node, Query, Setting, TableExpression, TableName
from sparktree.sql.statements.alter import Partition
from sparktree.sql.statements.base import Statement

ObjectKind = Choice["TABLE", "VIEW", "DICTIONARY"]

# --- dropping ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DropTable(Statement):
    """DROP TABLE, VIEW or DICTIONARY."""

    names: tuple[TableName, ...]
    kind: ObjectKind = "TABLE"
    temporary: bool = False
    if_exists: bool = False
    if_empty: bool = False
    sync: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class DropDatabase(Statement):
    """DROP DATABASE."""

    name: str
    if_exists: bool = False
    if_empty: bool = False
    sync: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class DetachTable(Statement):
    """DETACH TABLE, VIEW or DICTIONARY."""

    names: tuple[TableName, ...]
    kind: ObjectKind = "TABLE"
    if_exists: bool = False
    permanently: bool = False
    sync: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class DetachDatabase(Statement):
    """DETACH DATABASE."""

    name: str
    if_exists: bool = False
    permanently: bool = False
    sync: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class TruncateTable(Statement):
    """TRUNCATE TABLE."""

    names: tuple[TableName, ...]
    temporary: bool = False
    if_exists: bool = False
    sync: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class TruncateDatabase(Statement):
    """TRUNCATE DATABASE."""

    name: str
    if_exists: bool = False
    sync: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class TruncateAllTables(Statement):
    """`TRUNCATE ALL TABLES FROM database [[NOT] LIKE 'x']`."""

    database: str
    like: Like | None = None
    if_exists: bool = False
    sync: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class UndropTable(Statement):
    """UNDROP TABLE."""

    name: TableName
    uuid: str | None = None
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class DropFunction(Statement):
    """DROP FUNCTION."""

    name: str
    if_exists: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class DropNamedCollection(Statement):
    """DROP NAMED COLLECTION."""

    name: str
    if_exists: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class DropIndexOn(Statement):
    """`DROP INDEX name ON table`."""

    name: str
    table: TableName
    if_exists: bool = False
    on_cluster: str | None = None


# --- renaming ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rename(Statement):
    """`RENAME TABLE | DICTIONARY a TO b, ...`."""

    pairs: tuple[tuple[TableName, TableName], ...]
    kind: Choice["TABLE", "DICTIONARY"] = "TABLE"
    if_exists: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class RenameDatabase(Statement):
    """`RENAME DATABASE a TO b`."""

    pairs: tuple[tuple[str, str], ...]
    if_exists: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Exchange(Statement):
    """`EXCHANGE TABLES | DICTIONARIES a AND b`."""

    pairs: tuple[tuple[TableName, TableName], ...]
    kind: Choice["TABLES", "DICTIONARIES"] = "TABLES"
    on_cluster: str | None = None


# --- maintenance ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Optimize(Statement):
    """OPTIMIZE TABLE."""

    table: TableName
    partition: Partition | None = None
    final: bool = False
    deduplicate: bool = False
    deduplicate_by: tuple[Expression, ...] = ()
    cleanup: bool = False
    dry_run_parts: tuple[str, ...] = ()
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class CheckTable(Statement):
    """CHECK TABLE; no name means CHECK ALL TABLES."""

    table: TableName | None
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class CheckExport(Statement):
    """`CHECK EXPORT source TO TABLE destination [PARTITION p]`."""

    source: TableName
    destination: TableName
    partition: Partition | None = None


@dataclass(frozen=True, slots=True)
class Kill(Statement):
    """`KILL QUERY | MUTATION | ... WHERE condition [SYNC | ASYNC | TEST]`."""

    kind: Choice[
        "QUERY", "MUTATION", "PART_MOVE_TO_SHARD", "TRANSACTION", "EXPORT PART", "EXPORT PARTITION"
    ]
    where: Expression
    sync: bool = False
    test: bool = False
    on_cluster: str | None = None


@dataclass(frozen=True, slots=True)
class SystemCommand(Statement):
    """`SYSTEM command ...`; `command` is the words in capitals, e.g. `STOP MERGES`."""

    command: str
    table: TableName | None = None
    tables: tuple[TableName, ...] = ()  # more of them
    names: tuple[str, ...] = ()  # bare names, e.g. logs to flush
    values: tuple[str, ...] = ()  # string literals
    source: str | None = None  # FROM TABLE | DATABASE | ZKPATH | SHARD
    modifier: str | None = None  # STRICT, LIGHTWEIGHT, PULL, QUERIES ALL, ...
    volume: str | None = None
    number: int | None = None
    unit: str | None = None
    if_exists: bool = False
    on_cluster: str | None = None


# --- session -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Use(Statement):
    """USE database."""

    database: str


@dataclass(frozen=True, slots=True)
class Set(Statement):
    """`SET name = value, ...`."""

    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Transaction(Statement):
    """BEGIN TRANSACTION, COMMIT, ROLLBACK, SET TRANSACTION SNAPSHOT n."""

    action: Choice["BEGIN TRANSACTION", "COMMIT", "ROLLBACK", "SET TRANSACTION SNAPSHOT"]
    snapshot: int | None = None


@dataclass(frozen=True, slots=True)
class ParallelWith(Statement):
    """`statement PARALLEL WITH statement`."""

    statements: tuple[Node, ...]


# --- asking --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Like(Node):
    """`[NOT] LIKE | ILIKE 'pattern'`."""

    pattern: str
    negated: bool = False
    case_insensitive: bool = False


@dataclass(frozen=True, slots=True)
class Show(Statement):
    """Every SHOW that lists things; `what` is in capitals, e.g. `TABLES` or `CHANGED SETTINGS`."""

    what: str
    table: TableName | None = None
    database: str | None = None
    name: str | None = None
    like: Like | None = None
    where: Expression | None = None
    limit: Expression | None = None
    full: bool = False
    extended: bool = False
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class ShowCreate(Statement):
    """SHOW CREATE TABLE, VIEW, DICTIONARY or DATABASE."""

    kind: Choice["TABLE", "VIEW", "DICTIONARY", "DATABASE"]
    name: TableName
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class Describe(Statement):
    """DESCRIBE TABLE."""

    table: TableExpression


@dataclass(frozen=True, slots=True)
class Exists(Statement):
    """EXISTS TABLE, VIEW, DICTIONARY or DATABASE."""

    kind: Choice["TABLE", "VIEW", "DICTIONARY", "DATABASE"]
    name: TableName
    temporary: bool = False


ExplainKind = Choice[
    "PLAN", "AST", "SYNTAX", "QUERY TREE", "PIPELINE", "ESTIMATE", "TABLE OVERRIDE",
    "CURRENT TRANSACTION", "ANALYZE",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Explain(Query):
    """EXPLAIN of any statement; it can stand in FROM, so it is a query too."""

    kind: ExplainKind
    statement: Node | None = None
    settings: tuple[Setting, ...] = ()
    function: Function | None = None  # of TABLE OVERRIDE
    override: Node | None = None


# --- backups -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BackupElement(Node):
    """What is saved or restored: a table, a database or everything."""

    kind: Choice[
        "TABLE", "TEMPORARY TABLE", "VIEW", "DICTIONARY", "DATABASE", "ALL", "ALL DATABASES"
    ]
    name: TableName | None = None
    new_name: TableName | None = None
    partitions: tuple[Partition, ...] = ()
    except_tables: tuple[TableName, ...] = ()
    except_databases: tuple[str, ...] = ()

    def excepted_from(self, database: str) -> set[tuple[str, str]]:
        """Database and name of the tables behind EXCEPT; those without one are of `database`."""
        return {(one.database or database, one.name) for one in self.except_tables}


@dataclass(frozen=True, slots=True)
class Backup(Statement):
    """BACKUP and RESTORE."""

    elements: tuple[BackupElement, ...]
    destination: Function
    restore: bool = False
    settings: tuple[Setting, ...] = ()
    on_cluster: str | None = None
