"""What CREATE makes of the engines of replicated tables: the place that they leave unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import REPLICATED, engine_info
from sparktree.engines.definition.replicas import (
    ReplicaPlace,
    at_place,
    own_arguments,
    says_no_place,
    unfolded,
    written_place,
)
from sparktree.engines.definition.table import load_definition
from sparktree.engines.definition.table_replicas import replica_place, replicated_tables
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql import ast, format_create
from sparktree.sql.statements.create import Storage
from sparktree.statements.context import Context

_ANY_UUID = "00000000-0000-0000-0000-000000000000"
_PATIENCE = 30.0


def with_place(storage: Storage, table: ast.TableName, context: Context) -> Storage:
    """The storage whose engine says path and name; `{database}` and `{table}` have their values,
    so that the table can be renamed."""
    engine = storage.engine
    assert engine is not None
    if not engine_info(engine.name).is_replicated:
        return storage
    place = written_place(engine)
    if place is None:
        if not says_no_place(engine):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Expected two string literal arguments: zookeeper_path and replica_name.",
            )
        place = _default_place(context)
    place = _unfolded(place, table, context)
    return replace(storage, engine=at_place(engine, place))


def _default_place(context: Context) -> ReplicaPlace:
    server = context.storage.server
    return ReplicaPlace(server.default_replica_path, server.default_replica_name)


def _unfolded(place: ReplicaPlace, table: ast.TableName, context: Context) -> ReplicaPlace:
    if not place.replica:
        raise Error(Code.NO_REPLICA_NAME_GIVEN, "No replica name in config")
    own = {"database": table.database or context.session.database, "table": table.name}
    found = ReplicaPlace(unfolded(place.path, own), unfolded(place.replica, own))
    found.expanded({**context.storage.macros, "uuid": _ANY_UUID})
    path = found.path.rpartition(":")[2]
    if not path.startswith("/"):
        message = f"ZooKeeper path must starts with '/', got '{found.path}'"
        raise Error(Code.BAD_ARGUMENTS, message)
    return found


@contextmanager
def own_place(record: Table, context: Context) -> Iterator[None]:
    """While the table is made nobody else takes its path; REPLICA_ALREADY_EXISTS if it is taken."""
    place = replica_place(record, context.storage)
    if place is None:
        yield
        return
    leases = context.services.catalog.leases
    with leases.held([f"replica {place.path}"], "CREATE TABLE", timeout=_PATIENCE):
        for other, taken in replicated_tables(context.storage):
            if taken.path == place.path and other.uuid != record.uuid:
                _refuse_taken(place, other, taken, record)
        yield


def _refuse_taken(place: ReplicaPlace, other: Table, taken: ReplicaPlace, record: Table) -> None:
    if (other.database, other.name) == (record.database, record.name):
        return  # the table that this one replaces
    if taken == place:
        raise Error(Code.REPLICA_ALREADY_EXISTS, f"Replica {place.full} already exists")
    where = f"{other.database}.{other.name}"
    raise not_implemented(
        f"Table {where} has the path {place.path} already. All servers over this catalog see"
        f" {where}: a second replica of it needs no table of its own."
    )


def as_replicated(record: Table, context: Context, *, replicated: bool) -> Table:
    """The table with the engine of the same rows that is replicated, or is not."""
    if not engine_info(record.engine).sorted:
        raise not_implemented("Only tables of the MergeTree family can be attached AS REPLICATED.")
    create = load_definition(record.create_query).create
    assert create.storage is not None and create.storage.engine is not None
    engine, info = create.storage.engine, engine_info(record.engine)
    if info.is_replicated == replicated:
        what = "replicated" if replicated else "not replicated"
        raise Error(Code.INCORRECT_QUERY, f"Table is already {what}")
    if replicated:
        name = ast.TableName(record.name, record.database)
        place = _unfolded(_default_place(context), name, context)
        literals = (ast.Literal(place.path), ast.Literal(place.replica))
        made = ast.Function(REPLICATED + engine.name, (*literals, *engine.args))
    else:
        made = ast.Function(info.kind, own_arguments(engine))
    text = format_create(replace(create, storage=replace(create.storage, engine=made)))
    return replace(record, create_query=text, engine=made.name)
