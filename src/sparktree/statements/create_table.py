"""CREATE TABLE: the declaration completed, checked, and remembered."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from sparktree.catalog.records import Table
from sparktree.engines.ddl.check import check_definition
from sparktree.engines.ddl.check_columns import check_columns
from sparktree.engines.ddl.check_settings import check_changed, check_pool
from sparktree.engines.ddl.check_storage import checked_policy
from sparktree.engines.ddl.codecs import spelled_codec
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import TableDefinition
from sparktree.engines.objects.declaring import (
    check_declared,
    open_external,
    with_constants,
    with_own_place,
)
from sparktree.engines.statistics.declaration import in_order
from sparktree.engines.tables import join_engine
from sparktree.engines.tables.buffers import checked_buffer
from sparktree.engines.tables.merge_tables import (
    chosen,
    common_columns,
    engine_with_constants,
)
from sparktree.engines.tables.rowless_engines import (
    TABLE_FUNCTION,
    checked_engine,
)
from sparktree.errors import Code, Error, not_implemented
from sparktree.settings.inert_settings import known_settings, known_table_settings
from sparktree.settings.merge_tree import (
    MergeTreeSettings,
    declared_settings,
    refuse_without_effect,
)
from sparktree.sql import ast, format_create, format_query, walk
from sparktree.sql.statements.create import ColumnDeclaration, CreateTable, Storage
from sparktree.sql.type_ast import TypeName
from sparktree.statements.attach import attach_table
from sparktree.statements.constants import constant_arguments
from sparktree.statements.context import Context
from sparktree.statements.create_as_select import cloned, filled, found, show
from sparktree.statements.create_rights import create_rights
from sparktree.statements.handlers import handles
from sparktree.statements.made_like import as_declarations, made_like
from sparktree.statements.old_syntax import in_new_syntax, is_old, noted
from sparktree.statements.replicated import own_place, with_place
from sparktree.statements.select import analysed
from sparktree.statements.statistics_allowed import refuse_disabled
from sparktree.statements.temporary import (
    MEMORY,
    create_hidden,
    is_in_memory,
    is_taken,
    remember,
    temporary_record,
)
from sparktree.types import (
    Array,
    LowCardinality,
    Nested,
    Nullable,
    Type,
    make_nullable,
    parse_type,
)


@handles(CreateTable, needs=create_rights)
def create_table(statement: CreateTable, context: Context) -> None:
    """CREATE TABLE, also AS SELECT."""
    statement = _with_table_settings(statement, context)
    _check_source(statement)
    if statement.attach:
        attach_table(statement, context, lambda declared: _create(declared, context))
    elif statement.temporary:
        _create_temporary(statement, context)
    else:
        _create(statement, context)


def _check_source(statement: CreateTable) -> None:
    """Refuse what the grammar allows after AS but no table can be made of."""
    if statement.clone and statement.as_table is None:
        message = "CLONE AS requires a source table name, not a SELECT query or table function"
        raise Error(Code.BAD_ARGUMENTS, message)
    if statement.temporary and statement.as_function is not None:
        raise Error(Code.INCORRECT_QUERY, "Incorrect CREATE query: storage required")


def _create(statement: CreateTable, context: Context) -> None:
    database = statement.name.database or context.session.database
    catalog = context.services.catalog
    catalog.databases.require(database)
    exists = catalog.tables.find(database, statement.name.name) is not None
    if exists and statement.if_not_exists:
        return
    complete = completed(statement, database, context)
    _check_name(statement, database, exists)
    checked(complete, context)
    record = replace(table_record(complete, database), definition=noted(statement.storage))
    or_replace = statement.or_replace or statement.replace
    name = (record.database, record.name)
    with own_place(record, context):
        hidden = _with_rows(record, statement, context)
        if hidden is None:
            catalog.tables.create(record, or_replace=or_replace)
        else:
            show(hidden, name, context, replaced=[name] if or_replace else [])


def _with_rows(record: Table, statement: CreateTable, context: Context) -> Table | None:
    """The table with the rows that it begins with, hidden; None if there are none."""
    if statement.clone:
        assert statement.as_table is not None
        _check_clone(record, statement.as_table, context)
        return cloned(record, statement.as_table, context)
    if statement.as_query is None or statement.empty:
        return found(record, context) if statement.uuid is not None else None
    return filled(record, statement.as_query, context)


def _check_clone(record: Table, source: ast.TableName, context: Context) -> None:
    for engine, side in ((context.record(source).engine, "from"), (record.engine, "with")):
        if not engine_info(engine).sorted:
            message = f"Only support CLONE AS {side} tables of the MergeTree family"
            raise Error(Code.SUPPORT_IS_DISABLED, message)


def _with_table_settings(statement: CreateTable, context: Context) -> CreateTable:
    """The statement without settings that are a query's: those govern the statement itself."""
    storage = statement.storage
    if storage is None or (
        storage.engine is not None and engine_info(storage.engine.name).own_settings
    ):
        return statement
    own = {**known_table_settings(), **declared_settings()}
    of_query = {
        s.name: s.value
        for s in storage.settings
        if s.name not in own and s.name in known_settings()
    }
    if not of_query:
        return statement
    context.change(of_query)
    kept = tuple(s for s in storage.settings if s.name not in of_query)
    return replace(statement, storage=replace(storage, settings=kept))


def _check_name(statement: CreateTable, database: str, exists: bool) -> None:
    """The name must be free, or there must be a table to replace, before any row is computed."""
    name = statement.name.name
    if exists and not statement.or_replace and not statement.replace:
        raise Error(Code.TABLE_ALREADY_EXISTS, f"Table {database}.{name} already exists.")
    if statement.replace and not exists:
        raise Error(Code.UNKNOWN_TABLE, f"Table `{database}`.`{name}` doesn't exist.")


def checked(complete: CreateTable, context: Context) -> None:
    """Refuse what cannot work."""
    definition = TableDefinition(complete)
    refuse_disabled(complete, context)
    if complete.as_function is not None:
        return
    if engine_info(definition.engine.name).has_files:
        exports = context.settings.allow_experimental_export_merge_tree_part
        check_declared(complete, context.services.storage, context if exports else None)
    elif definition.engine_info.sorted:
        policy = checked_policy(definition, context.services.storage)
        check_definition(definition, context, policy)
        settings = complete.storage.settings if complete.storage else ()
        check_changed(definition.settings, (one.name for one in settings))
        check_pool(definition.settings, context.services.background.threads)
    else:
        check_columns(definition, context)
        if definition.engine_info.only_in_joins:
            settings = complete.storage.settings if complete.storage else ()
            join_engine.check_engine(definition.engine, settings, definition.by_name)


def _create_temporary(statement: CreateTable, context: Context) -> None:
    if statement.name.database is not None:
        raise Error(
            Code.BAD_DATABASE_FOR_TEMPORARY_TABLE,
            "Temporary tables cannot be inside a database. You should not specify a database"
            " for a temporary table.",
        )
    if is_taken(statement, context):
        return
    if is_in_memory(statement.storage):
        statement = replace(statement, storage=MEMORY)
    complete = completed(statement, "", context)
    checked(complete, context)
    record = temporary_record(complete)
    hidden = _with_rows(record, statement, context) or create_hidden(record, context.services)
    remember(statement.name.name, hidden, context)


def table_record(create: CreateTable, database: str) -> Table:
    identity = create.uuid or str(uuids.uuid4())
    stored = replace(
        create, uuid=None, attach=False, if_not_exists=False, or_replace=False, replace=False
    )
    engine = (
        TABLE_FUNCTION if create.as_function is not None else TableDefinition(create).engine.name
    )
    return Table(identity, database, create.name.name, engine, format_create(stored))


def completed(statement: CreateTable, database: str, context: Context) -> CreateTable:
    """The declaration with every column, type, key and engine spelled out."""
    statement = _with_external(_with_structure(statement, context), context)
    statement = _with_merged(statement, context)
    columns = tuple(_columns(statement, context))
    if not columns:
        raise Error(
            Code.INCORRECT_QUERY,
            "Incorrect CREATE query: required list of column descriptions or AS section or SELECT.",
        )
    if statement.as_function is not None:
        name = ast.TableName(statement.name.name, database)
        return replace(statement, name=name, columns=columns, storage=None, has_list=True)
    storage = _storage(statement, context)
    inline = tuple(c.name for c in statement.columns if c.primary_key)
    key = statement.primary_key
    if inline:
        if key is not None:
            raise Error(Code.BAD_ARGUMENTS, "Multiple primary keys are not allowed")
        names = tuple(ast.Identifier((name,)) for name in inline)
        key = ast.Function("tuple", names, operator=True)
    if key is not None:
        if storage.primary_key is not None:
            raise Error(Code.BAD_ARGUMENTS, "Multiple primary keys are not allowed")
        storage = replace(storage, primary_key=key)
    if storage.order_by is None:
        storage = replace(storage, order_by=storage.primary_key or _no_order(storage, context))
    return replace(
        statement,
        name=ast.TableName(statement.name.name, database),
        columns=tuple(replace(c, primary_key=False) for c in columns),
        primary_key=None,
        storage=storage,
        as_query=None,
        as_table=None,
        as_function=None,
        clone=False,
        empty=False,
        has_list=True,
    )


def _no_order(storage: Storage, context: Context) -> ast.Expression | None:
    """What the rows of a table are sorted by of which nothing is said."""
    allowed = context.settings.create_table_empty_primary_key_by_default
    has_order = storage.engine is not None and engine_info(storage.engine.name).sorted
    return ast.Function("tuple", ()) if allowed and has_order else None


def _with_structure(statement: CreateTable, context: Context) -> CreateTable:
    """Columns (and, from a table, the engine) of AS."""
    if statement.as_table is not None:
        return made_like(statement, statement.as_table, context)
    if statement.as_query is not None and not statement.columns:
        query = analysed(statement.as_query, context)
        return replace(statement, columns=as_declarations((c.name, c.type) for c in query.columns))
    if statement.as_function is not None and not statement.columns:
        call = ast.TableExpression(statement.as_function)
        query = analysed(ast.Select((ast.Asterisk(),), from_=call), context)
        return replace(statement, columns=as_declarations((c.name, c.type) for c in query.columns))
    return statement


def _with_external(statement: CreateTable, context: Context) -> CreateTable:
    """Of files elsewhere: the arguments computed, and columns found out if none are declared."""
    engine = statement.storage.engine if statement.storage else None
    if engine is None or not engine_info(engine.name).has_files or statement.storage is None:
        return statement
    computed = with_constants(engine, constant_arguments(context).value)
    kept = with_own_place(computed, context.services.storage)
    statement = replace(statement, storage=replace(statement.storage, engine=kept))
    if statement.columns:
        return statement
    found = open_external(statement.name.name, statement, context.services.storage, context)
    return replace(statement, columns=as_declarations(found.header))


def _with_merged(statement: CreateTable, context: Context) -> CreateTable:
    """Of many tables read as one: which they are, and their columns if none are declared."""
    engine = statement.storage.engine if statement.storage else None
    if engine is None or statement.storage is None:
        return statement
    if engine_info(engine.name).family is not Family.MERGED:
        return statement
    evaluate = constant_arguments(context).value
    kept = engine_with_constants(engine, evaluate, context.session.database)
    statement = replace(statement, storage=replace(statement.storage, engine=kept))
    if statement.columns:
        return statement
    header = common_columns(chosen(kept.args, evaluate).of(context.services.storage))
    return replace(statement, columns=as_declarations(header))


def _columns(statement: CreateTable, context: Context) -> Iterator[ColumnDeclaration]:
    seen: set[str] = set()
    for declaration in statement.columns:
        for column in declared_columns(declaration, statement, context):
            if column.name in seen:
                raise Error(
                    Code.ILLEGAL_COLUMN,
                    f"Cannot add column {column.name}: column with this name already exists",
                )
            seen.add(column.name)
            yield column


def declared_columns(
    declaration: ColumnDeclaration, create: CreateTable, context: Context
) -> list[ColumnDeclaration]:
    """A column as it is kept: with its type, and a Nested one as the arrays that it means."""
    typed = _typed(_without_auto_increment(declaration, context), create, context)
    typed = replace(typed, statistics=in_order(typed.statistics))
    return [with_codec(column, context) for column in _flattened(typed, context)]


def _without_auto_increment(declaration: ColumnDeclaration, context: Context) -> ColumnDeclaration:
    if declaration.default_kind != "AUTO_INCREMENT":
        return declaration
    if not context.settings.compatibility_ignore_auto_increment_in_create_table:
        raise Error(
            Code.SYNTAX_ERROR,
            "AUTO_INCREMENT is not supported. To ignore the keyword in column declaration, set"
            " `compatibility_ignore_auto_increment_in_create_table` to true",
        )
    return replace(declaration, default_kind=None)


def with_codec(column: ColumnDeclaration, context: Context) -> ColumnDeclaration:
    """The column with its codec spelled out, if it may have that one."""
    if column.codec is None:
        return column
    if column.default_kind == "ALIAS":
        raise Error(Code.BAD_ARGUMENTS, "Cannot specify codec for column type ALIAS.")
    assert column.type is not None
    type_ = parse_type(format_query(column.type, one_line=True))
    return replace(column, codec=spelled_codec(column.codec, type_, context))


def _typed(
    declaration: ColumnDeclaration, statement: CreateTable, context: Context
) -> ColumnDeclaration:
    if declaration.type is None:
        if declaration.default is None:
            raise Error(
                Code.EMPTY_LIST_OF_COLUMNS_PASSED,
                f"Column {declaration.name} has neither a type nor a default expression.",
            )
        type_ = _default_type(declaration, statement, context)
    else:
        type_ = parse_type(format_query(declaration.type, one_line=True))
    if declaration.nullable is not None and isinstance(type_, Nullable):
        raise Error(
            Code.ILLEGAL_SYNTAX_FOR_DATA_TYPE, "Can't use [NOT] NULL modifier with Nullable type"
        )
    if declaration.nullable and isinstance(type_, LowCardinality):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Nested type {type_} cannot be inside Nullable type"
        )
    if declaration.nullable or (
        declaration.nullable is None and context.settings.data_type_default_nullable
    ):
        type_ = make_nullable(type_)
    return replace(declaration, type=TypeName(str(type_)), nullable=None)


def _default_type(declaration: ColumnDeclaration, statement: CreateTable, context: Context) -> Type:
    """The type of a default expression; it may name columns that get their types so too."""
    known = {
        c.name: parse_type(format_query(c.type, one_line=True))
        for c in statement.columns
        if c.type is not None
    }
    others = {c.name: c.default for c in statement.columns if c.name not in known and c.default}

    def find(name: str, default: ast.Expression, around: tuple[str, ...]) -> None:
        if name in around:
            raise Error(
                Code.CYCLIC_ALIASES, f"Default expressions need each other: {', '.join(around)}"
            )
        for node in walk(default):
            needed = ".".join(node.parts) if isinstance(node, ast.Identifier) else ""
            if needed in others and needed not in known:
                find(needed, others[needed], (*around, name))
        known[name] = TableExpressions.over(context, list(known.items())).analyse(default).type

    assert declaration.default is not None
    find(declaration.name, declaration.default, ())
    return known[declaration.name]


def _flattened(column: ColumnDeclaration, context: Context) -> Iterator[ColumnDeclaration]:
    assert column.type is not None
    type_ = parse_type(format_query(column.type, one_line=True))
    if not isinstance(type_, Nested) or not context.settings.flatten_nested:
        yield column
        return
    for name, inner in zip(type_.names, type_.of, strict=True):
        of = Array(inner)
        yield replace(
            column,
            name=f"{column.name}.{name}",
            type=TypeName(str(of)),
            default=None,
            default_kind=None,
        )


def _storage(statement: CreateTable, context: Context) -> Storage:
    storage = statement.storage or Storage()
    if storage.engine is None:
        storage = replace(storage, engine=ast.Function(context.settings.default_table_engine))
    engine = storage.engine
    assert engine is not None
    info = engine_info(engine.name)
    if not info.is_shown or info.family not in _STORAGES:
        raise _unknown(engine.name)
    return _STORAGES[info.family](storage, engine, statement, context)


def _unknown(name: str) -> Error:
    if name in _OTHER_ENGINES:
        return not_implemented(f"The table engine {name} is not supported yet.")
    return Error(Code.UNKNOWN_STORAGE, f"Unknown table engine {name}")


def _sorted(
    storage: Storage, engine: ast.Function, statement: CreateTable, context: Context
) -> Storage:
    storage = with_place(storage, statement.name, context)
    assert storage.engine is not None
    engine = storage.engine
    refuse_without_effect({setting.name: setting.value for setting in storage.settings})
    if is_old(storage):
        storage = in_new_syntax(storage, engine, context)
    elif not engine.args:
        storage = replace(storage, engine=ast.Function(engine.name))
    if not _has_granularity(storage):
        # ClickHouse writes down the granularity that the table was made with.
        default = ast.Setting("index_granularity", MergeTreeSettings().index_granularity)
        storage = replace(storage, settings=(*storage.settings, default))
    return storage


def _keyless(
    storage: Storage, engine: ast.Function, statement: CreateTable, context: Context
) -> Storage:
    """The storage of an engine that has neither keys nor indexes."""
    del context
    name = engine.name
    if engine_info(name).parameters is None:  # it looks at them itself
        _refuse_clauses(name, storage, statement)
        return storage
    if engine.args:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"Engine {name} doesn't support any arguments ({len(engine.args)} given)",
        )
    _refuse_clauses(name, storage, statement)
    return replace(storage, engine=ast.Function(name))


def _merged(
    storage: Storage, engine: ast.Function, statement: CreateTable, context: Context
) -> Storage:
    del context
    _refuse_clauses(engine.name, storage, statement)
    return storage


def _rowless(
    storage: Storage, engine: ast.Function, statement: CreateTable, context: Context
) -> Storage:
    del context
    _refuse_clauses(engine.name, storage, statement)
    return replace(storage, engine=checked_engine(engine))


def _buffer(
    storage: Storage, engine: ast.Function, statement: CreateTable, context: Context
) -> Storage:
    _refuse_clauses(engine.name, storage, statement)
    return replace(storage, engine=checked_buffer(engine, constant_arguments(context).value))


_STORAGES: Mapping[Family, Callable[[Storage, ast.Function, CreateTable, Context], Storage]] = {
    Family.MERGE_TREE: _sorted,
    Family.PLAIN_PARTS: _keyless,
    Family.FILES: lambda storage, *_: storage,
    Family.MERGED: _merged,
    Family.BUFFER: _buffer,
    Family.COMPUTED: _rowless,
}


def _refuse_clauses(name: str, storage: Storage, statement: CreateTable) -> None:
    """BAD_ARGUMENTS for what only tables of the MergeTree family have."""
    keys = (storage.order_by, storage.primary_key, storage.partition_by, storage.sample_by)
    inline = statement.primary_key is not None or any(c.primary_key for c in statement.columns)
    refused = (
        ("PARTITION_BY, PRIMARY_KEY, ORDER_BY or SAMPLE_BY clauses", any(keys) or inline),
        ("TTL clause", bool(storage.ttl) or any(c.ttl for c in statement.columns)),
        ("skipping indices", bool(statement.indexes)),
        ("projections", bool(statement.projections)),
    )
    for feature, is_there in refused:
        if is_there:
            raise Error(Code.BAD_ARGUMENTS, f"Engine {name} doesn't support {feature}.")


def _has_granularity(storage: Storage) -> bool:
    return any(setting.name == "index_granularity" for setting in storage.settings)


_OTHER_ENGINES = (
    "Distributed",
    "Dictionary",
    "View",
    "EmbeddedRocksDB",
    "Kafka",
    "MySQL",
    "PostgreSQL",
    "MongoDB",
    "S3Queue",
    "Executable",
    "KeeperMap",
    "FileLog",
    "Alias",
)
