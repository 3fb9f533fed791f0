"""system.mutations: a row for each command of each mutation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.catalog.records import Mutation, PartState, Table
from sparktree.engines.mutations.commands import from_text
from sparktree.sql import format_query
from sparktree.sql.statements.alter import AlterCommand
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class CommandOf:
    """A command of a mutation, with its table and the parts that it has not reached yet."""

    table: Table
    mutation: Mutation
    command: AlterCommand
    waiting: tuple[str, ...]

    @property
    def text(self) -> str:
        """How it is shown."""
        return shown_command(self.command)


def shown_command(command: AlterCommand) -> str:
    """A command as ClickHouse shows it."""
    text = format_query(command, one_line=True)
    return f"({text.replace('UPDATE  ', 'UPDATE ', 1)})"


def _mutations(reading: Reading) -> Iterator[CommandOf]:
    catalog = reading.services.catalog
    tables = {table.uuid: table for table in catalog.tables.all()}
    for mutation in catalog.mutations.all():
        if mutation.table in tables:
            waiting = () if mutation.is_done else _waiting(mutation, reading)
            for command in from_text(mutation.command):
                yield CommandOf(tables[mutation.table], mutation, command, waiting)


def _waiting(mutation: Mutation, reading: Reading) -> tuple[str, ...]:
    parts = reading.services.catalog.parts.all(mutation.table, (PartState.ACTIVE,))
    return tuple(p.name for p in parts if (p.mutation or p.min_block) < mutation.number)


system_table(
    SystemTable[CommandOf](
        "mutations",
        "The mutations of MergeTree tables and how far they are.",
        _mutations,
        {
            "database": "table.database",
            "table": "table.name",
            "mutation_id": "mutation.id",
            "command": "text",
            "create_time": lambda m: int(m.mutation.created),
            "block_numbers.partition_id": lambda m: [""],
            "block_numbers.number": lambda m: [m.mutation.number],
            "parts_to_do_names": lambda m: list(m.waiting),
            "parts_to_do": lambda m: len(m.waiting),
            "is_done": "mutation.is_done",
            "is_killed": "mutation.is_killed",
            "latest_failed_part": "mutation.latest_failed_part",
            "latest_fail_time": lambda m: int(m.mutation.latest_fail_time),
            "latest_fail_reason": "mutation.latest_fail_reason",
            "latest_fail_error_code_name": "mutation.latest_fail_error_code_name",
        },
    )
)
