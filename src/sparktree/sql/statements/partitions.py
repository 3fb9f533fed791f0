"""ALTER TABLE commands on whole partitions and parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice

from sparktree.sql.ast import Setting, TableName
from sparktree.sql.statements.alter import AlterCommand, Partition


@dataclass(frozen=True, slots=True)
class DropPartition(AlterCommand):
    """`DROP PARTITION p` or `DROP PART 'x'`."""

    partition: Partition


@dataclass(frozen=True, slots=True)
class DetachPartition(AlterCommand):
    """`DETACH PARTITION | PART`."""

    partition: Partition


@dataclass(frozen=True, slots=True)
class DropDetachedPartition(AlterCommand):
    """`DROP DETACHED PARTITION | PART`."""

    partition: Partition


@dataclass(frozen=True, slots=True)
class AttachPartition(AlterCommand):
    """`ATTACH PARTITION | PART`."""

    partition: Partition


@dataclass(frozen=True, slots=True)
class ForgetPartition(AlterCommand):
    """`FORGET PARTITION p`."""

    partition: Partition


@dataclass(frozen=True, slots=True)
class AttachPartitionFrom(AlterCommand):
    """`ATTACH PARTITION p FROM table`."""

    partition: Partition
    source: TableName


@dataclass(frozen=True, slots=True)
class ReplacePartition(AlterCommand):
    """`REPLACE PARTITION p FROM table`."""

    partition: Partition
    source: TableName


@dataclass(frozen=True, slots=True)
class MovePartition(AlterCommand):
    """`MOVE PARTITION | PART x TO DISK 'd' | VOLUME 'v' | TABLE t`."""

    partition: Partition
    destination: Choice["DISK", "VOLUME", "TABLE"]
    name: str | None = None
    table: TableName | None = None


@dataclass(frozen=True, slots=True)
class FetchPartition(AlterCommand):
    """`FETCH PARTITION | PART x FROM 'path'`."""

    partition: Partition
    path: str


@dataclass(frozen=True, slots=True)
class FreezePartition(AlterCommand):
    """`FREEZE [PARTITION p] [WITH NAME 'x']`."""

    partition: Partition | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class UnfreezePartition(AlterCommand):
    """`UNFREEZE [PARTITION p] WITH NAME 'x'`."""

    partition: Partition | None
    name: str


@dataclass(frozen=True, slots=True)
class ExportPartition(AlterCommand):
    """`EXPORT PART 'x' | PARTITION p TO TABLE t`."""

    partition: Partition
    destination: TableName
    settings: tuple[Setting, ...] = ()
