"""What must be true of two tables before a part of one can be exported to the other."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from sparktree import formats
from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.virtual_columns import OF_EVERY_TABLE, partition_types
from sparktree.engines.objects.declaring import (
    can_be_key,
    engine_source,
)
from sparktree.engines.objects.source import HIVE, Source
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.format import find
from sparktree.planner.environment import Environment
from sparktree.sql import ast, format_query
from sparktree.sql.walk import walk
from sparktree.types import Type

# States of aggregate functions have no form outside of parts.
_STATE = re.compile(r"(?<!Simple)AggregateFunction\(")


@dataclass(frozen=True)
class Route:
    """From one table to another: both declarations, and how the files of the second are made."""

    source: Table
    destination: Table
    definition: TableDefinition  # of the source
    files: Source
    columns: tuple[tuple[str, Type], ...]  # what files hold, in their order
    key_types: tuple[Type, ...]


def check_route(
    source: Table, destination: Table, folder: DataFolder, environment: Environment
) -> Route:
    """The way from the source to the destination, or why there is none."""
    if source.uuid == destination.uuid:
        raise Error(Code.BAD_ARGUMENTS, "Exporting to the same table is not allowed")
    files = import_source(destination, folder)
    check_endpoint(files, folder)
    definition = load_definition(source.create_query)
    target = load_definition(destination.create_query)
    types = partition_types(definition, environment)
    _check_key(definition, types, destination)
    _check_structure(definition, target)
    if _key_texts(definition) != _key_texts(target):
        raise Error(Code.BAD_ARGUMENTS, "Tables have different partition key")
    kept = [c for c in target.columns if files.keys_in_files or c.name not in files.partition_by]
    columns = tuple((c.name, c.type) for c in kept)
    _check_types(columns, files.format)
    return Route(source, destination, definition, files, columns, types)


def import_source(destination: Table, folder: DataFolder) -> Source:
    """The files of a table that takes parts of MergeTree tables, or NOT_IMPLEMENTED."""
    if engine_info(destination.engine).has_files:
        definition = load_definition(destination.create_query)
        storage = definition.create.storage
        by = storage.partition_by if storage else None
        files = engine_source(definition.engine, by, folder)
        if files.strategy == HIVE and find(files.format).writer is not None:
            return files
    raise _unsupported(destination)


def _unsupported(destination: Table, reason: str = "") -> Error:
    return not_implemented(
        f"Destination storage {destination.engine} does not support MergeTree parts or uses"
        f" unsupported partitioning{reason}"
    )


def check_endpoint(files: Source, folder: DataFolder) -> None:
    """UNACCEPTABLE_URL if data would travel to another machine without encryption."""
    address = urlsplit(files.store.endpoint)
    if not address.scheme or address.scheme == "https" or _is_loopback(address.hostname or ""):
        return
    if not folder.server.allow_insecure_export_endpoints:
        raise Error(
            Code.UNACCEPTABLE_URL,
            f"Exports need an encrypted connection, which {address.scheme}://{address.netloc} is"
            " not. Use https, or set allow_insecure_export_endpoints in the server's configuration",
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _check_key(definition: TableDefinition, types: tuple[Type, ...], destination: Table) -> None:
    for node, type_ in zip(definition.partition_key, types, strict=True):
        if not can_be_key(type_):
            reason = f": the partition key {format_query(node, one_line=True)} has type {type_}"
            raise _unsupported(destination, reason)
        for name in _functions(node):
            if "hash" in name.lower():
                raise _unsupported(destination, f": the partition key uses the function {name}")


def _functions(node: ast.Expression) -> Iterator[str]:
    return (one.name for one in walk(node) if isinstance(one, ast.Function))


def _check_structure(source: TableDefinition, target: TableDefinition) -> None:
    """The same columns in the same order; the destination may ask for virtual ones behind them."""
    own = [(c.name, c.type) for c in source.columns if c.stored]
    given = [(c.name, c.type) for c in target.columns]
    virtual = {n: t for n, t in OF_EVERY_TABLE if n not in source.by_name}
    more = given[len(own) :]
    if given[: len(own)] != own or any(virtual.get(n) != t for n, t in more):
        raise Error(Code.INCOMPATIBLE_COLUMNS, "Tables have different structure")


def _check_types(columns: Sequence[tuple[str, Type]], format_: str) -> None:
    for name, type_ in columns:
        if _STATE.search(str(type_)):
            raise Error(
                Code.UNKNOWN_TYPE,
                f"Internal type '{type_}' of column '{name}' is not supported for conversion into"
                f" {format_} data format",
            )
    # A format that cannot hold some type says so without any row.
    formats.write(format_, [], list(columns), io.BytesIO())


def _key_texts(definition: TableDefinition) -> list[str]:
    return [format_query(node, one_line=True) for node in definition.partition_key]
