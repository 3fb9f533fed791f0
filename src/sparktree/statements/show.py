"""SHOW: lists, each a query over system tables as in ClickHouse."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.catalog.hints import dotted
from sparktree.engines.definition.engines import engine_info
from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.secrets import without_secrets
from sparktree.registry import Registry
from sparktree.settings.declare import shown_value
from sparktree.settings.inert_settings import known_settings
from sparktree.settings.query import declared_settings
from sparktree.sql import format_create, format_query
from sparktree.sql.printers.base import quote_string
from sparktree.sql.statements.other import Like, Show, ShowCreate
from sparktree.sql.statements.views import CreateDatabase
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles, nothing
from sparktree.statements.rows import query, texts
from sparktree.statements.table_rights import show_create_rights
from sparktree.system.open import find_system_table, is_system_database
from sparktree.system.stored import named
from sparktree.system.tables import ShownSystemTable

Lister = Callable[[Show, Context], Outcome]
SHOWS: Registry[str, Lister] = Registry()


@handles(Show, needs=nothing)
def show(statement: Show, context: Context) -> Outcome:
    """SHOW of something that can be listed."""
    lister = SHOWS.get(statement.what)
    if lister is None:
        raise not_implemented(f"SHOW {statement.what} is not supported yet.")
    return lister(statement, context)


def _like(column: str, like: Like | None) -> str:
    if like is None:
        return ""
    word = "ILIKE" if like.case_insensitive else "LIKE"
    return f"{column} {'NOT ' if like.negated else ''}{word} {quote_string(like.pattern)}"


def _where(*conditions: str) -> str:
    given = [f"({condition})" for condition in conditions if condition]
    return f" WHERE {' AND '.join(given)}" if given else ""


def _condition(statement: Show) -> str:
    return format_query(statement.where, one_line=True) if statement.where is not None else ""


def _limit(statement: Show) -> str:
    if statement.limit is None:
        return ""
    return f" LIMIT {format_query(statement.limit, one_line=True)}"


@SHOWS.declare("DATABASES")
def databases(statement: Show, context: Context) -> Outcome:
    """SHOW DATABASES."""
    where = _where(_like("name", statement.like), _condition(statement))
    return query(
        f"SELECT name FROM system.databases{where} ORDER BY name{_limit(statement)}", context
    )


@SHOWS.declare("TABLES")
def tables(statement: Show, context: Context) -> Outcome:
    """SHOW TABLES, also FULL and TEMPORARY."""
    database = statement.database or context.session.database
    if not is_system_database(database):
        context.services.catalog.databases.require(database)
    place = "is_temporary" if statement.temporary else f"database = {quote_string(database)}"
    where = _where(place, _like("name", statement.like), _condition(statement))
    columns = "name, engine" if statement.full else "name"
    text = f"SELECT {columns} FROM system.tables{where} ORDER BY name{_limit(statement)}"
    return query(text, context)


@SHOWS.declare("DICTIONARIES")
def dictionaries(statement: Show, context: Context) -> Outcome:
    """SHOW DICTIONARIES."""
    database = statement.database or context.session.database
    place = f"database = {quote_string(database)}"
    where = _where(place, _like("name", statement.like), _condition(statement))
    text = f"SELECT name FROM system.dictionaries{where} ORDER BY name{_limit(statement)}"
    return query(text, context)


_FIELDS = (
    "name AS field, type AS type, if(startsWith(type, 'Nullable'), 'YES', 'NO') AS `null`,"
    " trim(concat(if(is_in_primary_key, 'PRI', ''), if(is_in_sorting_key, ' SOR', ''))) AS key,"
    " if(default_kind IN ('ALIAS', 'DEFAULT', 'MATERIALIZED'), default_expression, NULL)"
    " AS default, '' AS extra"
)


@SHOWS.declare("COLUMNS")
def columns(statement: Show, context: Context) -> Outcome:
    """SHOW COLUMNS."""
    where = _where(_of_table(statement, context, "table"))
    outer = _where(_like("field", statement.like), _condition(statement))
    more = ", NULL::Nullable(String) AS collation, comment, '' AS privileges"
    fields = _FIELDS + (more if statement.full else "")
    inner = f"SELECT {fields} FROM system.columns{where}"
    text = f"SELECT * FROM ({inner}){outer} ORDER BY field{_limit(statement)}"
    return query(text, context)


def _of_table(statement: Show, context: Context, column: str) -> str:
    assert statement.table is not None
    database = statement.table.database or statement.database or context.session.database
    name = quote_string(statement.table.name)
    return f"database = {quote_string(database)} AND {column} = {name}"


@SHOWS.declare("INDEXES")
def indexes(statement: Show, context: Context) -> Outcome:
    """SHOW INDEXES: skip indexes and the columns of the primary key."""
    place = _of_table(statement, context, "table")
    rest = "NULL AS sub_part, NULL AS packed, NULL AS `null`"
    end = "'' AS comment, '' AS index_comment, 'YES' AS visible"
    skip = (
        "SELECT table, 1 AS non_unique, name AS key_name, toUInt64(1) AS seq_in_index,"
        " '' AS pk_col, NULL::Nullable(String) AS collation, 0 AS cardinality, "
        f"{rest}, upper(type) AS index_type, {end}, expr AS expression"
        f" FROM system.data_skipping_indices WHERE {place}"
    )
    primary = (
        "SELECT table, 1 AS non_unique, 'PRIMARY' AS key_name,"
        " toUInt64(keys.2) AS seq_in_index, keys.1 AS pk_col,"
        " 'A'::Nullable(String) AS collation, 0 AS cardinality, "
        f"{rest}, 'PRIMARY' AS index_type, {end}, '' AS expression"
        " FROM (SELECT name AS table, splitByString(', ', primary_key) AS columns,"
        " arrayJoin(arrayZip(columns, arrayEnumerate(columns))) AS keys"
        f" FROM system.tables WHERE {_of_table(statement, context, 'name')})"
    )
    where = _where(_condition(statement))
    order = "index_type, expression, seq_in_index"
    text = f"SELECT * FROM ({skip} UNION ALL {primary}){where} ORDER BY {order}"
    return query(text, context)


@SHOWS.declare("SETTINGS", "CHANGED SETTINGS")
def settings(statement: Show, context: Context) -> Outcome:
    """SHOW [CHANGED] SETTINGS."""
    changed = "changed" if statement.what.startswith("CHANGED") else ""
    where = _where(_like("name", statement.like), changed)
    return query(f"SELECT name, type, value FROM system.settings{where} ORDER BY name", context)


@SHOWS.declare("SETTING")
def setting(statement: Show, context: Context) -> Outcome:
    """SHOW SETTING: the value of one; nothing if there is no such setting."""
    name = statement.name or ""
    declared = declared_settings().get(name) or known_settings().get(name)
    if declared is not None:
        return texts("value", [shown_value(declared, context.settings.value(name))])
    custom = context.settings.custom
    return texts("value", [str(custom[name])] if name in custom else [])


@SHOWS.declare("PROCESSLIST")
def process_list(statement: Show, context: Context) -> Outcome:
    """SHOW PROCESSLIST."""
    return query("SELECT * FROM system.processes ORDER BY elapsed DESC", context)


@SHOWS.declare("FUNCTIONS")
def functions(statement: Show, context: Context) -> Outcome:
    """SHOW FUNCTIONS."""
    return query(f"SELECT * FROM system.functions{_where(_like('name', statement.like))}", context)


@SHOWS.declare("ENGINES")
def engines(statement: Show, context: Context) -> Outcome:
    """SHOW ENGINES."""
    return query("SELECT * FROM system.table_engines ORDER BY name", context)


@SHOWS.declare("PRIVILEGES")
def privileges(statement: Show, context: Context) -> Outcome:
    """SHOW PRIVILEGES."""
    return query("SELECT * FROM system.privileges", context)


@SHOWS.declare("MERGES")
def merges(statement: Show, context: Context) -> Outcome:
    """SHOW MERGES."""
    where = _where(_like("table", statement.like), _condition(statement))
    text = (
        "SELECT table, database, if(progress = 0, NULL, elapsed / progress - elapsed)"
        " AS estimate_complete, elapsed, round(progress * 100, 2) AS progress, is_mutation,"
        " toString(total_size_bytes_compressed) AS size_compressed,"
        f" toString(memory_usage) AS memory_usage FROM system.merges{where}"
        f" ORDER BY elapsed DESC{_limit(statement)}"
    )
    return query(text, context)


@SHOWS.declare("CLUSTERS")
def clusters(statement: Show, context: Context) -> Outcome:
    """SHOW CLUSTERS."""
    where = _where(_like("cluster", statement.like))
    return query(f"SELECT DISTINCT cluster FROM system.clusters{where}", context)


@SHOWS.declare("CLUSTER")
def cluster(statement: Show, context: Context) -> Outcome:
    """SHOW CLUSTER: its shards and replicas."""
    where = f" WHERE cluster = {quote_string(statement.name or '')}"
    fields = "cluster, shard_num, replica_num, host_name, host_address, port"
    return query(f"SELECT {fields} FROM system.clusters{where}", context)


@handles(ShowCreate, needs=show_create_rights)
def show_create(statement: ShowCreate, context: Context) -> Outcome:
    """SHOW CREATE TABLE, VIEW or DATABASE."""
    if statement.kind == "DATABASE":
        return texts("statement", [_create_database(statement.name.name, context)])
    return texts("statement", [_create_table(statement, context)])


def _create_database(name: str, context: Context) -> str:
    if is_system_database(name):
        return f"CREATE DATABASE {name}\nENGINE = Memory"
    found = context.services.catalog.databases.get(name)
    create = CreateDatabase(name, comment=found.comment or None)
    text = format_create(create)
    engine = f"ENGINE = {found.engine}"
    head, mark, rest = text.partition("\nCOMMENT")
    return f"{head}\n{engine}{mark}{rest}"


def _create_table(statement: ShowCreate, context: Context) -> str:
    name = statement.name
    database = name.database or context.session.database
    temporary = context.temporary(name)
    if temporary is not None:
        return format_create(without_secrets(named(temporary)))
    if statement.temporary:
        message = f"Temporary table {dotted(name.name)} doesn't exist"
        raise Error(Code.CANNOT_GET_CREATE_TABLE_QUERY, message)
    if is_system_database(database):
        found = find_system_table(database, name.name)
        if found is not None:
            return format_create(ShownSystemTable(database, found).create)
    record = context.services.catalog.tables.get_created(database, name.name)
    if statement.kind == "VIEW" and not engine_info(record.engine).is_view:
        raise Error(Code.BAD_ARGUMENTS, f"`{database}`.`{name.name}` is not a VIEW")
    if statement.kind == "DICTIONARY":
        raise Error(Code.BAD_ARGUMENTS, f"`{database}`.`{name.name}` is not a DICTIONARY")
    return format_create(without_secrets(named(record)))
