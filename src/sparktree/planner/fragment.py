"""A piece of a query as kernel SQL, with what it reads and where it can run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.planner.sources import ScanTask
from sparktree.spark.blocks import encode
from sparktree.spark.stages import (
    BlockRelation,
    BroadcastRelation,
    ExchangeRelation,
    ReaderRelation,
    Relation,
    SqlRelation,
)


@dataclass(frozen=True, slots=True)
class Shares:
    """A scan cut into shares, one per task."""

    tasks: tuple[ScanTask, ...]


@dataclass(frozen=True, eq=False, slots=True)
class DriverRows:
    """Rows that the driver has already."""

    table: pa.Table


@dataclass(frozen=True, eq=False, slots=True)
class Portions:
    """Rows that the driver has already, a table for each task."""

    tables: tuple[pa.Table, ...]


@dataclass(frozen=True, slots=True)
class Bucket:
    """This task's bucket of an exchange."""

    stage: int


@dataclass(frozen=True, slots=True)
class Gathered:
    """All rows of an earlier stage; few, by construction."""

    stage: int


@dataclass(frozen=True, slots=True)
class TaskNumber:
    """One row with the task's own number, in the column `task`."""


Input = Shares | DriverRows | Portions | Bucket | Gathered | TaskNumber


@dataclass(frozen=True, slots=True)
class Fragment:
    """Kernel SQL over named inputs. `tasks` is how many tasks run it; 0 means the driver can."""

    sql: str
    inputs: Mapping[str, Input] = field(default_factory=dict)
    tasks: int = 0
    rows: int = 1  # at most so many, as far as known

    def over(self, text: str, rows: int | None = None) -> Fragment:
        """The fragment with other SQL over the same inputs."""
        return Fragment(text, self.inputs, self.tasks, self.rows if rows is None else rows)

    @property
    def spread(self) -> bool:
        """Whether the rows are in several tasks."""
        return self.tasks > 1


def together(text: str, *fragments: Fragment, rows: int) -> Fragment:
    """SQL over the inputs of several fragments."""
    inputs = {name: one for f in fragments for name, one in f.inputs.items()}
    return Fragment(text, inputs, max(f.tasks for f in fragments), rows)


def relations(fragment: Fragment) -> tuple[dict[str, Relation], ...]:
    """What each task of the fragment reads."""
    return tuple(
        {name: _relation(one, task) for name, one in fragment.inputs.items()}
        for task in range(max(fragment.tasks, 1))
    )


def _relation(one: Input, task: int) -> Relation:
    if isinstance(one, Shares):
        return _share(one, task)
    if isinstance(one, TaskNumber):
        return SqlRelation(f"SELECT {task} AS task")
    if isinstance(one, DriverRows):
        return _block(one.table)
    if isinstance(one, Portions):
        return _block(one.tables[task])
    if isinstance(one, Bucket):
        return ExchangeRelation(one.stage)
    return BroadcastRelation(one.stage)


def _block(table: pa.Table) -> BlockRelation:
    return BlockRelation((encode(table.schema, table.to_batches()),))


def _share(shares: Shares, task: int) -> Relation:
    if task < len(shares.tasks):
        share = shares.tasks[task]
        if share.open is not None:
            return ReaderRelation(share.open, share.rows, share.bytes, share.late)
        return SqlRelation(
            share.sql, share.rows, share.bytes, share.check, share.late, sample=share.sample
        )
    return SqlRelation(f"SELECT * FROM ({shares.tasks[0].sql}) WHERE {sql.FALSE}")
