"""`sparktree static-files-disk-uploader`: a table as files for a web server."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from sparktree.catalog.records import Table
from sparktree.engines.backups.static_files import write_static_files
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import load_definition
from sparktree.errors import Code, Error
from sparktree.session import Engine, connect
from sparktree.sql import ast, format_create
from sparktree.sql.ast import Setting


def main(arguments: list[str], command: str) -> int:
    """Write the files and say how the table is attached elsewhere."""
    parser = argparse.ArgumentParser(
        prog=f"sparktree {command}",
        description="Write the parts of a MergeTree table as files, with an index for each folder:"
        " a web server that shows the folder makes the table readable by disks of type `web`.",
    )
    parser.add_argument("--path", help="the data folder")
    parser.add_argument("--config-file", help="the configuration, instead of --path or beside it")
    parser.add_argument("--table", required=True, help="the table, as database.name or name")
    parser.add_argument("--output-dir", required=True, help="the folder that the server shows")
    parser.add_argument("--url", default="https://host/", help="its address, for what is printed")
    options = parser.parse_args(arguments)
    if not options.path and not options.config_file:
        raise Error(Code.BAD_ARGUMENTS, "Either --path or --config-file is needed.")
    with connect(options.path, config=options.config_file) as engine:
        record = _table(engine, options.table)
        storage, output = engine.services.storage, Path(options.output_dir).resolve()
        count = write_static_files(storage, engine.services.jobs, record, output)
    sys.stdout.write(f"-- Parts: {count}. The table is read elsewhere by:\n")
    sys.stdout.write(f"{attach_statement(record, options.url)};\n")
    return 0


def _table(engine: Engine, name: str) -> Table:
    database, _, table = name.rpartition(".")
    found = engine.services.catalog.tables.find(database or "default", table)
    if found is None:
        raise Error(Code.UNKNOWN_TABLE, f"Table {name} does not exist.")
    if not engine_info(found.engine).sorted:
        message = f"Table {name} has the engine {found.engine}: only MergeTree tables have parts."
        raise Error(Code.BAD_ARGUMENTS, message)
    return found


def attach_statement(record: Table, url: str) -> str:
    """How a table is attached whose files are below an address."""
    create = load_definition(record.create_query).create
    assert create.storage is not None
    given = {"type": ast.Identifier(("web",)), "endpoint": ast.Literal(url)}
    args = tuple(
        ast.Function("equals", (ast.Identifier((key,)), value), operator=True)
        for key, value in given.items()
    )
    disk = Setting("disk", ast.Function("disk", args))
    kept = tuple(s for s in create.storage.settings if s.name not in ("disk", "storage_policy"))
    storage = replace(create.storage, ttl=(), settings=(*kept, disk))  # nothing is moved there
    name = ast.TableName(record.name)
    return format_create(replace(create, name=name, attach=True, uuid=record.uuid, storage=storage))
