"""What `PARTITION x`, `PARTITION ALL` or `PART 'name'` of a command means."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.engines.definition.partition_ids import constant_text, partition_id_of
from sparktree.engines.definition.table import TableDefinition
from sparktree.parts.name import parse
from sparktree.planner.environment import Environment
from sparktree.sql.statements.alter import Partition


@dataclass(frozen=True, slots=True)
class Chosen:
    """A partition by its id, or a part by its name and its partition; neither means all."""

    partition: str | None = None
    part: str | None = None

    @property
    def all(self) -> bool:
        """Whether every partition is meant."""
        return self.partition is None


def choose(
    partition: Partition | None, definition: TableDefinition, environment: Environment
) -> Chosen:
    """The partition or part of a command; none means all."""
    if partition is None:
        return Chosen()
    if partition.part is not None:
        name = constant_text(partition.part, environment)
        return Chosen(parse(name).partition_id, name)
    return Chosen(partition_id_of(partition, definition, environment))
