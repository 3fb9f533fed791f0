"""Every statement of the grammar has a handler, or says in SQL's words that it is not built."""

import pytest

import sparktree
from sparktree.errors import Code
from sparktree.sql.statements import access, alter, create, insert, other, partitions, views
from sparktree.sql.statements.alter import AlterCommand
from sparktree.sql.statements.base import Statement
from sparktree.statements.alter_partitions import PARTITION_COMMANDS
from sparktree.statements.alter_rights import ALTER_RIGHTS
from sparktree.statements.alter_table import ALTERS
from sparktree.statements.handlers import HANDLERS, NEEDS, handles, nothing
from sparktree.statements.mutations import ROW_COMMANDS

MODULES = (access, alter, create, insert, other, partitions, views)

# Statements that parse but are not built, an example of each, and the words of the error.
UNBUILT = {
    "Transaction": ("BEGIN TRANSACTION", "BEGIN TRANSACTION"),
    "ParallelWith": ("CREATE TABLE x (a Int8) PARALLEL WITH DROP TABLE x", "CREATE TABLE"),
    "CreateDictionary": (
        "CREATE DICTIONARY d (a UInt8) PRIMARY KEY a SOURCE(NULL()) LAYOUT(FLAT()) LIFETIME(1)",
        "CREATE DICTIONARY",
    ),
    "DetachDatabase": ("DETACH DATABASE d", "DETACH DATABASE"),
}


def statements() -> set[type]:
    found = {v for m in MODULES for v in vars(m).values() if isinstance(v, type)}
    kinds = {v for v in found if issubclass(v, Statement)}
    return {v for v in kinds if not any(v in other.__bases__ for other in kinds)}


def test_every_statement_is_handled_or_known_to_be_unbuilt() -> None:
    unhandled = {kind.__name__ for kind in statements() if kind not in HANDLERS}
    assert unhandled <= UNBUILT.keys()
    assert not {name for name in UNBUILT if name not in {k.__name__ for k in statements()}}


@pytest.mark.parametrize(("sql", "words"), UNBUILT.values(), ids=UNBUILT)
def test_unbuilt_statements_name_themselves(
    sql: str, words: str, shared_engine: sparktree.Engine
) -> None:
    with pytest.raises(sparktree.Error) as failure:
        shared_engine.query(sql)
    assert failure.value.code == Code.NOT_IMPLEMENTED
    assert words in failure.value.message


def test_every_command_of_alter_is_built() -> None:
    commands = {v for m in (alter, partitions) for v in vars(m).values() if isinstance(v, type)}
    kinds = {v for v in commands if issubclass(v, AlterCommand) and v is not AlterCommand}
    built = {*ALTERS.keys(), *ROW_COMMANDS, *PARTITION_COMMANDS.keys()}
    of_views = {alter.ModifyQuery, alter.ModifyRefresh, alter.ModifySecurity}
    assert kinds - built <= of_views | {partitions.ExportPartition}


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE t ON CLUSTER c (a UInt8) ENGINE = MergeTree ORDER BY a",
        "CREATE DATABASE d ON CLUSTER c",
        "DROP TABLE t ON CLUSTER c",
        "DROP DATABASE d ON CLUSTER c",
        "TRUNCATE TABLE t ON CLUSTER c",
        "RENAME TABLE t TO u ON CLUSTER c",
        "EXCHANGE TABLES t AND u ON CLUSTER c",
        "DETACH TABLE t ON CLUSTER c",
        "ALTER TABLE t ON CLUSTER c ADD COLUMN a UInt8",
        "CREATE VIEW v ON CLUSTER c AS SELECT 1",
        "CREATE FUNCTION f ON CLUSTER c AS x -> x",
        "DROP FUNCTION f ON CLUSTER c",
        "SYSTEM FLUSH LOGS ON CLUSTER c",
        "KILL QUERY ON CLUSTER c WHERE 1",
    ],
)
def test_unknown_clusters_are_refused(sql: str, shared_engine: sparktree.Engine) -> None:
    with pytest.raises(sparktree.Error, match="Requested cluster 'c' not found") as failure:
        shared_engine.query(sql)
    assert failure.value.code == Code.CLUSTER_DOESNT_EXIST


def test_every_statement_declares_the_rights_that_it_needs() -> None:
    assert set(HANDLERS) == set(NEEDS)


# What these need is asked as they run: by what they grant, read, kill or show.
_ASKED_LATER = {"CheckGrant", "Explain", "Grant", "Kill", "Revoke", "Select", "Set", "SetOperation",
                "SetRole", "Show"}  # fmt: skip


def test_statements_that_declare_nothing_are_known() -> None:
    assert {kind.__name__ for kind, needs in NEEDS.items() if needs is nothing} == _ASKED_LATER


def test_a_statement_without_rights_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="needs"):
        handles(Statement)  # type: ignore[call-arg]


def test_every_command_of_alter_declares_the_rights_that_it_needs() -> None:
    commands = {v for m in MODULES for v in vars(m).values() if isinstance(v, type)}
    kinds = {v for v in commands if issubclass(v, AlterCommand) and v is not AlterCommand}
    assert kinds == set(ALTER_RIGHTS)
