"""CHECK TABLE and CHECK ALL TABLES."""

from __future__ import annotations

from collections.abc import Iterator

from sparktree.catalog.records import Part, Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.partitions.checking import Checked, check_parts
from sparktree.engines.partitions.targets import Chosen, choose
from sparktree.engines.storage.data_folder import TEMPORARY_DATABASE
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql.statements.other import CheckTable
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles
from sparktree.statements.rows import flag, rows
from sparktree.statements.table_rights import check_rights
from sparktree.types import STRING, UINT8

_HEADER = [("part_path", STRING), ("is_passed", UINT8), ("message", STRING)]


@handles(CheckTable, needs=check_rights)
def check_table(statement: CheckTable, context: Context) -> Outcome:
    """A line for each part, or one number for all of them."""
    if statement.table is None:
        return _check_all(context)
    record = _checkable(context.record(statement.table), context)
    definition = load_definition(record.create_query)
    checked = _check(record, choose(statement.partition, definition, context), context)
    if context.settings.check_query_single_value_result:
        return flag("result", all(one.passed for one in checked))
    return rows(_HEADER, [(one.part.name, one.passed, one.message) for one in checked])


def _checkable(record: Table, context: Context) -> Table:
    record = context.filled(record)
    if not _has_checksums(record):
        raise not_implemented(f"Check query is not supported for {record.engine} storage")
    return record


def _has_checksums(record: Table) -> bool:
    return engine_info(record.engine).sorted


def _check(record: Table, chosen: Chosen, context: Context) -> list[Checked]:
    with context.services.catalog.snapshot(record.uuid) as snapshot:
        parts = [part for part in snapshot.parts if _is_chosen(part, chosen)]
        if chosen.part is not None and not parts:
            raise Error(
                Code.NO_SUCH_DATA_PART,
                f"No such data part '{chosen.part}' to check in table"
                f" '{record.database}.{record.name}'",
            )
        return check_parts(context.services.storage, parts, context.options())


def _is_chosen(part: Part, chosen: Chosen) -> bool:
    if chosen.part is not None:
        return part.name == chosen.part
    return chosen.partition in (None, part.partition_id)


def _check_all(context: Context) -> Outcome:
    lines = []
    for record in _all_tables(context):
        for one in _check(record, Chosen(), context):
            line = (record.database, record.name, one.part.name, one.passed, one.message)
            lines.append(line)
    if context.settings.check_query_single_value_result:
        return flag("result", all(line[3] for line in lines))
    return rows([("database", STRING), ("table", STRING), *_HEADER], lines)


def _all_tables(context: Context) -> Iterator[Table]:
    for record in context.services.catalog.tables.all():
        if record.database != TEMPORARY_DATABASE and _has_checksums(record):
            yield record
