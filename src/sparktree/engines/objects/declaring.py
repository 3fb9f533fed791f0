"""CREATE TABLE ... ENGINE = S3(...) and its relatives: what is checked, and what is kept."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import TableDefinition, key_elements
from sparktree.engines.objects import hive
from sparktree.engines.objects.arguments import Evaluate, Form, given_arguments
from sparktree.engines.objects.source import ENGINE_FORMS, HIVE, PARTITION_ID, Source, source_of
from sparktree.engines.objects.table import ObjectTable, open_objects
from sparktree.engines.objects.user_files import OWN_FILES
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.secrets import PAIRS
from sparktree.planner.environment import Environment
from sparktree.sql import ast, format_query
from sparktree.sql.statements.create import CreateTable, Storage
from sparktree.types import (
    Bool,
    Date,
    Date32,
    DateTime,
    DateTime64,
    FixedString,
    Integer,
    String,
    Time64,
    Type,
)

# What a folder's name can tell without a loss; a type that is not here is refused.
_KEY_TYPES = (Integer, Bool, String, FixedString, Date, Date32, DateTime, DateTime64, Time64)


def plain_value(node: ast.Expression) -> object:
    """The value of an argument as tables keep it."""
    if isinstance(node, ast.Identifier):
        return node.parts[-1]
    if isinstance(node, ast.Literal):
        return node.value
    raise Error(
        Code.BAD_ARGUMENTS, f"Argument {format_query(node, one_line=True)} is not a constant."
    )


def with_constants(engine: ast.Function, evaluate: Evaluate) -> ast.Function:
    """The engine with its arguments computed; the name of a collection stays a name."""
    args: list[ast.Expression] = []
    for place, arg in enumerate(engine.args):
        if isinstance(arg, ast.Function) and arg.name in ("equals", *PAIRS):
            args.append(_pairs(arg, evaluate))
        elif place == 0 and isinstance(arg, ast.Identifier) and not _begins_with_format(engine):
            args.append(arg)
        else:
            args.append(_literal(evaluate(arg)))
    return ast.Function(engine.name, tuple(args))


def _begins_with_format(engine: ast.Function) -> bool:
    form = ENGINE_FORMS.get(engine.name)
    return form is not None and form.first[0] == "format"


def with_own_place(engine: ast.Function, folder: DataFolder) -> ast.Function:
    """File(format) with a path: a file in the data folder, whatever the table will be called."""
    if not _begins_with_format(engine) or len(engine.args) != 1:
        return engine
    name = f"data.{plain_value(engine.args[0])}"
    path = folder.folder / OWN_FILES / uuid.uuid4().hex / name
    return replace(engine, args=(*engine.args, ast.Literal(str(path))))


def remove_own_files(create: CreateTable, folder: DataFolder) -> None:
    """Of a table that is dropped: its file, if that is in the data folder."""
    engine = create.storage.engine if create.storage else None
    if engine is None or not _begins_with_format(engine) or len(engine.args) < 2:
        return
    own = Path(str(plain_value(engine.args[1]))).parent
    if own.parent == folder.folder / OWN_FILES:
        shutil.rmtree(own, ignore_errors=True)


def _pairs(call: ast.Function, evaluate: Evaluate) -> ast.Function:
    if call.name in PAIRS:
        pairs = [_pairs(a, evaluate) if isinstance(a, ast.Function) else a for a in call.args]
        return replace(call, args=tuple(pairs))
    left, right = call.args
    return replace(call, args=(left, _literal(evaluate(right))))


def _literal(value: object) -> ast.Literal:
    if value is None or isinstance(value, bool | int | float | str):
        return ast.Literal(value)
    return ast.Literal(str(value))


def engine_source(
    engine: ast.Function, partition_by: ast.Expression | None, folder: DataFolder
) -> Source:
    """The files of a table."""
    if engine_info(engine.name).in_metastore:
        raise not_implemented("Method write is not supported by storage Hive")
    form: Form = ENGINE_FORMS[engine.name]
    given = given_arguments(form, engine.args, plain_value, folder, structured=False)
    elements = key_elements(partition_by)
    names = [".".join(e.parts) for e in elements if isinstance(e, ast.Identifier)]
    return source_of(given, names, [level_of(element) for element in elements])


def level_of(element: ast.Expression) -> str:
    """What the folders of an element of the partition key are called by."""
    if isinstance(element, ast.Identifier):
        return ".".join(element.parts)
    return format_query(element, one_line=True).replace("/", "%2F")


def check_declared(
    create: CreateTable, folder: DataFolder, computed_key: Environment | None = None
) -> None:
    """Refuse a declaration that cannot work, before the table is there.

    With the surroundings of a `computed_key`, it may have expressions: only exports can fill it.
    """
    definition = TableDefinition(create)
    storage = create.storage
    assert storage is not None and storage.engine is not None
    name = storage.engine.name
    clauses = (storage.order_by, storage.primary_key, storage.sample_by)
    if any(clauses) or storage.ttl:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Engine {name} doesn't support PRIMARY_KEY, ORDER_BY, SAMPLE_BY or TTL clauses.",
        )
    computed = [c.name for c in definition.columns if c.kind not in ("", "DEFAULT")]
    if computed:
        raise not_implemented(
            f"The column {computed[0]}: tables of engine {name} have plain columns only."
        )
    if definition.engine_info.in_metastore:
        hive.metastore_of(storage.engine)
        return
    source = engine_source(storage.engine, storage.partition_by, folder)
    if source.strategy == HIVE:
        _check_hive(definition, storage, computed_key)
        if definition.columns and not source.keys_in_files:
            check_some_columns([c.name for c in definition.columns], source.partition_by)


def check_some_columns(columns: Sequence[str], keys: Sequence[str]) -> None:
    """A file must have columns of its own."""
    if set(columns) <= set(keys):
        raise Error(
            Code.INCORRECT_DATA,
            "A hive partitioned file can't contain only partition columns. Try reading it with"
            " `use_hive_partitioning=0` and/or `partition_strategy != hive`",
        )


def _check_hive(
    definition: TableDefinition, storage: Storage, computed_key: Environment | None
) -> None:
    columns = [(c.name, c.type) for c in definition.columns]
    elements = key_elements(storage.partition_by)
    if computed_key is None or all(isinstance(e, ast.Identifier) for e in elements):
        check_partition_by(storage.partition_by, columns)
        return
    expressions = TableExpressions.over(computed_key, columns)
    for element in elements:
        check_key_type(expressions.analyse(element).type)


def can_be_key(type_: Type) -> bool:
    """Whether the name of a folder can tell a value of the type."""
    return isinstance(type_, _KEY_TYPES)


def check_key_type(type_: Type) -> None:
    """BAD_ARGUMENTS if the type cannot be one of a partition key."""
    if not can_be_key(type_):
        raise Error(
            Code.BAD_ARGUMENTS,
            "Hive partitioning supports only partition columns of types: Integer, Bool, Date,"
            f" Time64, DateTime and String/FixedString. Found '{type_}'.",
        )


def check_partition_by(
    partition_by: ast.Expression | None, columns: Sequence[tuple[str, Type]]
) -> tuple[str, ...]:
    """The columns of PARTITION BY for the strategy `hive`, or why they cannot be."""
    if partition_by is None:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Partition strategy hive can not be used without a PARTITION BY expression.",
        )
    types = dict(columns)
    names = []
    for element in key_elements(partition_by):
        shown = format_query(element, one_line=True)
        if not isinstance(element, ast.Identifier):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Hive partitioning expects that the partition by expression columns are a part of"
                f" the storage columns, could not find '{shown}' in storage.",
            )
        name = ".".join(element.parts)
        if name not in types:
            available = " ".join(f"'{known}'" for known in types)
            raise Error(
                Code.UNKNOWN_IDENTIFIER,
                f"Missing columns: '{name}' while processing: '{shown}', required columns:"
                f" '{name}', available columns: {available}",
            )
        check_key_type(types[name])
        names.append(name)
    return tuple(names)


def open_external(
    name: str, create: CreateTable, folder: DataFolder, environment: Environment
) -> ObjectTable:
    """A table of such an engine, to be read; without declared columns they are found out."""
    storage = create.storage
    assert storage is not None and storage.engine is not None
    if engine_info(storage.engine.name).in_metastore:
        return hive.open_hive(name, create, folder, environment)
    source = engine_source(storage.engine, storage.partition_by, folder)
    definition = TableDefinition(create)
    header = tuple((c.name, c.type) for c in definition.columns)
    table = open_objects(name, source, header, environment)
    if source.strategy == HIVE or PARTITION_ID in source.key or not _wants_keys(environment):
        return table
    own = {column for column, _ in header}
    declared = [
        ".".join(e.parts)
        for e in key_elements(storage.partition_by)
        if isinstance(e, ast.Identifier)
    ]
    keys = dict.fromkeys((*table.keys, *(key for key in declared if key not in own)))
    return replace(table, keys=tuple(keys))


def _wants_keys(environment: Environment) -> bool:
    return environment.settings.use_hive_partitioning
