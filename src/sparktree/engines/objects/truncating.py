"""TRUNCATE TABLE of tables over files."""

from __future__ import annotations

import uuid

from sparktree.engines.definition.engines import engine_info
from sparktree.engines.objects.arguments import FILE, URL
from sparktree.engines.objects.declaring import engine_source
from sparktree.engines.objects.source import ENGINE_FORMS, HIVE, PARTITION_ID
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql.statements.create import CreateTable
from sparktree.stores.store import Staged


def truncate_objects(name: str, create: CreateTable, folder: DataFolder) -> None:
    """The only file of a table becomes empty on this machine and goes elsewhere."""
    storage = create.storage
    assert storage is not None and storage.engine is not None
    engine = storage.engine
    if engine_info(engine.name).in_metastore or ENGINE_FORMS[engine.name] is URL:
        raise not_implemented(f"Truncate is not supported by storage {engine.name}")
    source = engine_source(engine, storage.partition_by, folder)
    if source.strategy == HIVE or PARTITION_ID in source.key or not source.pattern.is_literal:
        raise Error(Code.DATABASE_ACCESS_DENIED, f"Can't truncate table '{name}' in readonly mode")
    if source.form != FILE.name:
        source.store.withdraw(Staged(source.key, ""))
    elif any(found.key == source.key for found in source.store.list(source.key)):
        statement = uuid.uuid4().hex
        empty = source.store.stage(source.key, statement).finish()
        source.store.publish(empty, replaces=True)
        source.store.sweep(source.key, statement)
