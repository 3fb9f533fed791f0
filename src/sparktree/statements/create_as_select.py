"""CREATE ... AS SELECT and CLONE AS: a table is filled out of sight and seen whole, or never."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sparktree.catalog.records import Table
from sparktree.catalog.tables import Name
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.engines.inserting.target import Target
from sparktree.engines.recovery.found_parts import static_parts
from sparktree.sql import ast
from sparktree.sql.statements.alter import Partition
from sparktree.sql.statements.partitions import AttachPartitionFrom
from sparktree.statements.alter_partitions import alter_partitions
from sparktree.statements.context import Context
from sparktree.statements.insert import fill_files, write_query
from sparktree.statements.temporary import create_hidden, remove_dropped


def filled(record: Table, query: ast.Query, context: Context, columns: Sequence[str] = ()) -> Table:
    """The table with the rows of the query, hidden; after an error there is none."""
    hidden = create_hidden(record, context.services)
    with _dropped_on_error(hidden, context):
        if engine_info(hidden.engine).has_files:
            fill_files(hidden, query, context)
            return hidden
        target = Target.of(hidden, context)
        write_query(target, columns or target.insert_columns(()), query, context)
    return hidden


def cloned(record: Table, source: ast.TableName, context: Context) -> Table:
    """The table with the parts of another, hidden; no row is copied."""
    hidden = create_hidden(record, context.services)
    everything = AttachPartitionFrom(Partition(all=True), source)
    with _dropped_on_error(hidden, context):
        alter_partitions(ast.TableName(hidden.name, hidden.database), [everything], context)
    return hidden


def show(
    hidden: Table,
    name: Name,
    context: Context,
    *,
    replaced: Sequence[Name] = (),
    view: Table | None = None,
) -> None:
    """The hidden table takes its name, in place of others and together with the view over it."""
    services = context.services
    old = [table for one in replaced if (table := services.catalog.tables.find(*one)) is not None]
    with _dropped_on_error(hidden, context):
        services.catalog.tables.show(hidden, name, replaced=replaced, view=view)
    for table in old:
        services.background.forget(table.uuid)
    if old:
        remove_dropped(services)


def found(record: Table, context: Context) -> Table | None:
    """The table with the parts that lie on disks which it only reads, hidden; None of others."""
    storage = context.services.storage
    if not engine_info(record.engine).sorted:
        return None
    settings = load_definition(record.create_query).settings
    if not storage.is_static(settings):
        return None
    parts = static_parts(storage.disks, storage.policy(settings).disks, record.uuid)
    hidden = create_hidden(record, context.services)
    with _dropped_on_error(hidden, context):
        storage.catalog.parts.adopt(hidden, parts)
    return hidden


@contextmanager
def _dropped_on_error(hidden: Table, context: Context) -> Iterator[None]:
    services = context.services
    try:
        yield
    except BaseException:
        services.catalog.tables.drop(hidden.database, hidden.name)
        services.background.forget(hidden.uuid)
        remove_dropped(services)
        raise
