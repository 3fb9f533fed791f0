"""OPTIMIZE TABLE."""

from __future__ import annotations

from sparktree.background.optimize import Optimizing, refuse_if_stopped
from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import Family, Role, engine_info
from sparktree.engines.definition.partition_ids import partition_id_of
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.inserting.buffers import flush_buffer
from sparktree.engines.merging.job import MergeWishes
from sparktree.engines.merging.summing import required_columns
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.asterisk import expand
from sparktree.planner.analysis.scope import Scope, TableScope
from sparktree.planner.expr import Column
from sparktree.sql import ast
from sparktree.sql.statements.other import Optimize
from sparktree.statements.cancellation import StatementCancellation
from sparktree.statements.context import Context
from sparktree.statements.handlers import handles
from sparktree.statements.rights import table_right
from sparktree.statements.table_readonly import refuse_readonly_table


@handles(Optimize, needs=table_right("OPTIMIZE"))
def optimize(statement: Optimize, context: Context) -> None:
    """Merge parts now: the best choice, or all of a partition, or all of every partition."""
    if statement.dry_run_parts:
        raise not_implemented("OPTIMIZE TABLE ... DRY RUN is not supported yet.")
    record = context.record(statement.table)
    info = engine_info(record.engine)
    if info.only_in_joins:
        return  # there is nothing to merge
    if info.family is Family.BUFFER:
        if statement.partition is not None or statement.final or statement.deduplicate:
            raise not_implemented("Tables of the engine Buffer have nothing to merge.")
        flush_buffer(record, context)
        return
    record = _mergeable_table(record, context)
    refuse_readonly_table(record, context)
    definition = load_definition(record.create_query)
    _check_cleanup(statement, definition)
    wishes = MergeWishes(_deduplicated(statement, definition, record, context), statement.cleanup)
    refuse_if_stopped(context.services, record.uuid)
    optimizing = Optimizing(
        context.services,
        record,
        StatementCancellation(context),
        wishes,
        context.settings.optimize_skip_merged_partitions,
        patience=context.settings.lock_acquire_timeout,
        check=context.check_waiting,
    )
    reason = _run(statement, optimizing, definition, context)
    if reason is not None and context.settings.optimize_throw_if_noop:
        raise Error(Code.CANNOT_ASSIGN_OPTIMIZE, f"Cannot OPTIMIZE table: {reason}.")


def _run(
    statement: Optimize, optimizing: Optimizing, definition: TableDefinition, context: Context
) -> str | None:
    wanted = None
    if statement.partition is not None:
        wanted = partition_id_of(statement.partition, definition, context)
    if wanted is not None:
        return optimizing.partition(wanted, final=statement.final)
    if statement.final:
        for partition_id in optimizing.partitions():
            optimizing.partition(partition_id, final=True)
        return None
    return optimizing.best()


def _mergeable_table(record: Table, context: Context) -> Table:
    """The table itself; behind a materialized view the table that it fills."""
    record = context.filled(record)
    if not engine_info(record.engine).sorted:
        raise not_implemented(f"Method optimize is not supported by storage {record.engine}")
    return record


def _check_cleanup(statement: Optimize, definition: TableDefinition) -> None:
    if not statement.cleanup or not statement.final:
        return
    if Role.IS_DELETED not in definition.engine_info.roles:
        raise Error(
            Code.CANNOT_ASSIGN_OPTIMIZE,
            "Cannot OPTIMIZE with CLEANUP table: only ReplacingMergeTree can be CLEANUP.",
        )
    if not definition.settings.allow_experimental_replacing_merge_with_cleanup:
        raise Error(Code.SUPPORT_IS_DISABLED, "Experimental merges with CLEANUP are not allowed")


def _deduplicated(
    statement: Optimize, definition: TableDefinition, record: Table, context: Context
) -> tuple[str, ...]:
    """The columns in which rows of DEDUPLICATE must be equal."""
    mode = definition.settings.deduplicate_merge_projection_mode
    if statement.deduplicate and definition.create.projections and mode == "throw":
        raise Error(
            Code.SUPPORT_IS_DISABLED,
            f"OPTIMIZE DEDUPLICATE query is not supported for table {record.name} as it has"
            " projections. Please drop all projections manually before running the query, or set"
            " setting 'deduplicate_merge_projection_mode' to 'drop' or 'rebuild'",
        )
    if not statement.deduplicate:
        return ()
    stored = [(c.name, c.type) for c in definition.columns if c.stored]
    if not statement.deduplicate_by:
        return tuple(name for name, _ in stored)
    shown = {name: Column(type_, i, name) for i, (name, type_) in enumerate(stored)}
    scope = Scope(tables=[TableScope(None, None, None, shown)])
    names: list[str] = []
    for node in statement.deduplicate_by:
        if isinstance(node, ast.Asterisk | ast.Columns):
            names += [name for _, name in expand(node, scope)]
        elif isinstance(node, ast.Identifier):
            name = ".".join(node.parts)
            if name not in shown:
                raise Error(
                    Code.NO_SUCH_COLUMN_IN_TABLE,
                    f"There is no column with name `{name}` in table {record.database}."
                    f"{record.name}. There are columns: {', '.join(shown)}",
                )
            names.append(name)
    _check_deduplicated(names, definition, context)
    return tuple(names)


def _check_deduplicated(names: list[str], definition: TableDefinition, context: Context) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Error(Code.COLUMN_QUERIED_MORE_THAN_ONCE, f"Column {twice} queried more than once")
    for name in sorted(required_columns(definition, context) - set(names)):
        listed = ", ".join(f"'{one}'" for one in names)
        raise Error(
            Code.THERE_IS_NO_COLUMN,
            "DEDUPLICATE BY expression must include all columns used in table's ORDER BY, PRIMARY"
            f" KEY, or PARTITION BY but '{name}' is missing. Expanded DEDUPLICATE BY columns"
            f" expression: [{listed}]",
        )
