"""PARTITION and PART, and the ALTER commands about them."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.sql.ast import Expression, Literal, QueryParameter, TableName
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.settings import settings_clause
from sparktree.sql.grammar.tables import table_name
from sparktree.sql.statements.alter import AlterCommand, Partition
from sparktree.sql.statements.partitions import (
    AttachPartition,
    AttachPartitionFrom,
    DetachPartition,
    DropDetachedPartition,
    DropPartition,
    ExportPartition,
    FetchPartition,
    ForgetPartition,
    FreezePartition,
    MovePartition,
    ReplacePartition,
    UnfreezePartition,
)


def in_partition(c: Cursor) -> Partition | None:
    """`IN PARTITION p`."""
    if not c.accept_words("IN PARTITION"):
        return None
    return partition_value(c)


def partition(c: Cursor) -> Partition:
    """`PARTITION p` or `PART 'x'`."""
    if c.expect_any("PARTITION", "PART") == "PART":
        return Partition(part=_name(c))
    return partition_value(c)


def partition_value(c: Cursor) -> Partition:
    """What follows the word PARTITION."""
    if c.token.key == "ID" and (c.peek().kind.name == "STRING" or c.peek().key == "{"):
        c.advance()
        return Partition(id=_name(c))
    if c.accept("ALL"):
        return Partition(all=True)
    return Partition(c.rules.expression(c))


def _name(c: Cursor) -> Expression:
    if c.at_string():
        return Literal(c.string())
    value = c.rules.expression(c)
    if not isinstance(value, QueryParameter):
        c.fail("string literal")
    return value


def _table(c: Cursor) -> TableName:
    """A table by its name; a text, which may stand for one in SELECT, is none."""
    if c.at_string():
        c.fail("identifier")
    return table_name(c)


# --- commands ------------------------------------------------------------------------------


def _drop(c: Cursor) -> AlterCommand | None:
    if c.accept_words("DROP DETACHED"):
        return DropDetachedPartition(partition(c))
    if c.peek().key in ("PARTITION", "PART"):
        c.advance()
        return DropPartition(partition(c))
    return None


def _detach(c: Cursor) -> AlterCommand:
    c.advance()
    return DetachPartition(partition(c))


def _attach(c: Cursor) -> AlterCommand:
    c.advance()
    target = partition(c)
    if target.part is None and c.accept("FROM"):
        return AttachPartitionFrom(target, _table(c))
    return AttachPartition(target)


def _replace(c: Cursor) -> AlterCommand:
    c.advance()
    c.expect("PARTITION")
    target = partition_value(c)
    c.expect("FROM")
    return ReplacePartition(target, _table(c))


def _move(c: Cursor) -> AlterCommand:
    c.advance()
    target = partition(c)
    c.expect("TO")
    if c.accept("DISK"):
        return MovePartition(target, "DISK", c.string())
    if c.accept("VOLUME"):
        return MovePartition(target, "VOLUME", c.string())
    if target.part is not None:
        c.fail("DISK", "VOLUME")
    c.expect("TABLE")
    return MovePartition(target, "TABLE", table=_table(c))


def _fetch(c: Cursor) -> AlterCommand:
    c.advance()
    target = partition(c)
    c.expect("FROM")
    return FetchPartition(target, c.string())


def _freeze(c: Cursor) -> AlterCommand:
    c.advance()
    target = partition_value(c) if c.accept("PARTITION") else None
    name = c.string() if c.accept_words("WITH NAME") else None
    return FreezePartition(target, name)


def _unfreeze(c: Cursor) -> AlterCommand:
    c.advance()
    target = partition_value(c) if c.accept("PARTITION") else None
    c.expect_words("WITH NAME")
    return UnfreezePartition(target, c.string())


def _forget(c: Cursor) -> AlterCommand:
    c.advance()
    c.expect("PARTITION")
    return ForgetPartition(partition_value(c))


def _export(c: Cursor) -> AlterCommand:
    c.advance()
    target = partition(c)
    c.expect_words("TO TABLE")
    return ExportPartition(target, _table(c), settings_clause(c))


PARTITION_COMMANDS: dict[str, Callable[[Cursor], AlterCommand | None]] = {
    "DROP": _drop,
    "DETACH": _detach,
    "ATTACH": _attach,
    "REPLACE": _replace,
    "MOVE": _move,
    "FETCH": _fetch,
    "FREEZE": _freeze,
    "UNFREEZE": _unfreeze,
    "FORGET": _forget,
    "EXPORT": _export,
}
