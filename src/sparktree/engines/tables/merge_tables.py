"""Merge: the tables whose names match a pattern, read as one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import Family, engine_info
from sparktree.engines.definition.table import TableDefinition, load_definition
from sparktree.engines.definition.virtual_columns import OF_EVERY_TABLE
from sparktree.engines.storage.data_folder import TEMPORARY_DATABASE, DataFolder
from sparktree.engines.table_functions.declare import TableCall, table_function
from sparktree.engines.tables.views import load_view
from sparktree.errors import Code, Error
from sparktree.functions.core.patterns import check_regexp
from sparktree.planner.environment import Guard, View
from sparktree.sql import ast
from sparktree.types import STRING, LowCardinality, Type, least_supertype

_PATTERN = "REGEXP"  # REGEXP('...') in place of the name of a database
_ALIAS = "source"
_NAMES = ("_database", "_table")


# What lists the tables that no catalog has, of those that are wanted by database and name.
NOT_STORED: list[Callable[[Callable[[str, str], bool]], Iterable[Table]]] = []


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which tables a Merge reads: a database, or a pattern of databases, and a pattern of names."""

    database: str
    tables: str
    databases_match: bool = False

    def of(self, storage: DataFolder, without: Table | None = None) -> list[Table]:
        """The tables by database and name."""
        names = re.compile(check_regexp(self.tables))
        if self.databases_match:
            databases = re.compile(check_regexp(self.database))
            stored = storage.catalog.tables.all()
        else:
            databases = re.compile(f"{re.escape(self.database)}\\Z")
            storage.catalog.databases.require(self.database)
            stored = storage.catalog.tables.all(self.database)
        own = without.uuid if without is not None else None

        def is_chosen(database: str, name: str) -> bool:
            found = databases.match if not self.databases_match else databases.search
            return bool(found(database) and names.search(name) and database != TEMPORARY_DATABASE)

        tables = [r for r in stored if is_chosen(r.database, r.name) and r.uuid != own]
        return tables + [record for listed in NOT_STORED for record in listed(is_chosen)]


def chosen(
    args: Sequence[ast.Expression],
    evaluate: Callable[[ast.Expression], object],
    current: str = "",
) -> Chosen:
    """The tables that the arguments of the engine, or of merge(), name; an empty name of a
    database is the current one."""
    first, second = args
    if isinstance(first, ast.Function) and first.name.upper() == _PATTERN:
        return Chosen(str(evaluate(first.args[0])), str(evaluate(second)), databases_match=True)
    return Chosen(str(evaluate(first)) or current, str(evaluate(second)))


def engine_with_constants(
    engine: ast.Function, evaluate: Callable[[ast.Expression], object], current: str
) -> ast.Function:
    """The engine as it is kept: its arguments computed, the current database named."""
    if len(engine.args) != 2:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Storage Merge requires exactly 2 parameters - name of source database and regexp"
            " for table names.",
        )
    found = chosen(engine.args, evaluate, current)
    database: ast.Expression = ast.Literal(found.database)
    if found.databases_match:
        database = ast.Function(_PATTERN, (database,))
    return ast.Function(engine.name, (database, ast.Literal(found.tables)))


@table_function("merge", engine="Merge")
def merge(call: TableCall) -> View:
    """Tables whose names match, read as one: merge(['database' or REGEXP('...'),] 'regexp')."""
    if len(call.args) not in (1, 2):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Table function 'merge' requires from 1 to 2 parameters: merge(['db_name',]"
            " 'tables_regexp')",
        )
    database = ast.Literal(call.environment.context.database)
    args = call.args if len(call.args) == 2 else (database, *call.args)
    named = chosen(args, call.constants.value, call.environment.context.database)
    guard = call.environment.guard
    tables = [one for one in named.of(call.storage) if guard.sees(one.database, one.name)]
    for one in tables:
        guard.check_shown(one.database, one.name)
    return _read_as_one(call.name, common_columns(tables), tables)


def open_merge(record: Table, storage: DataFolder, guard: Guard) -> View:
    """A table of the engine Merge; tables that may not be known of are not there."""
    definition = load_definition(record.create_query)
    listed = chosen(definition.engine.args, _literal).of(storage, without=record)
    tables = [one for one in listed if guard.sees(one.database, one.name)]
    return _read_as_one(record.name, definition.asterisk_columns(), tables)


def _literal(node: ast.Expression) -> object:
    assert isinstance(node, ast.Literal)
    return node.value


def common_columns(tables: Sequence[Table]) -> list[tuple[str, Type]]:
    """Every column of any of the tables, with a type that fits them all.

    A column that only a later table has comes behind the one that it follows there.
    """
    if not tables:
        raise Error(
            Code.CANNOT_EXTRACT_TABLE_STRUCTURE,
            "There are no tables satisfied provided regexp, you must specify table structure"
            " manually",
        )
    return reduce(_with_columns, (columns_of(table) for table in tables[1:]), columns_of(tables[0]))


def _with_columns(
    known: list[tuple[str, Type]], more: Iterable[tuple[str, Type]]
) -> list[tuple[str, Type]]:
    result = list(known)
    before: int | None = None
    for name, type_ in more:
        place = next((i for i, (other, _) in enumerate(result) if other == name), None)
        if place is None:
            place = len(result) if before is None else before + 1
            result.insert(place, (name, type_))
        else:
            result[place] = (name, least_supertype([result[place][1], type_]))
        before = place
    return result


def columns_of(record: Table) -> list[tuple[str, Type]]:
    """The columns of a stored table or view that SELECT * shows."""
    if engine_info(record.engine).is_view:
        return TableDefinition(load_view(record.create_query).table).asterisk_columns()
    return load_definition(record.create_query).asterisk_columns()


def virtual_names(tables: Iterable[Table]) -> list[str]:
    """The virtual columns that tables with parts have in common."""
    infos = [engine_info(table.engine) for table in tables]
    common = all(info.has_parts and info.family is not Family.BUFFER for info in infos)
    return [name for name, _ in OF_EVERY_TABLE] if common else []


def _read_as_one(name: str, columns: Sequence[tuple[str, Type]], tables: Sequence[Table]) -> View:
    known = {column for column, _ in columns}
    virtual = [v for v in virtual_names(tables) if tables and v not in known]
    hidden = [*(n for n in _NAMES if n not in known), *virtual]
    branches: list[ast.Query] = [branch_of(table, columns, virtual) for table in tables]
    query = reduce(_union, branches) if branches else _nothing(columns)
    mixed = {n for n, type_ in columns if any(dict(columns_of(t)).get(n) != type_ for t in tables)}
    refused = frozenset([*mixed, *hidden])
    return View(name, query, tuple(hidden), of_tables=True, not_in_prewhere=refused)


def _union(left: ast.Query, right: ast.Query) -> ast.Query:
    return ast.SetOperation("UNION", "ALL", left, right)


def branch_of(
    table: Table, columns: Sequence[tuple[str, Type]], virtual: Sequence[str] = ()
) -> ast.Select:
    """The columns of one table in their common types; those that it lacks are default values."""
    own = dict(columns_of(table))
    items = []
    for name, type_ in columns:
        value: ast.Expression = ast.Identifier((_ALIAS, name))
        if name not in own:
            value = _default(type_)
        elif own[name] != type_:
            value = ast.Function("_CAST", (value, ast.Literal(str(type_))))
        items.append(ast.Aliased(value, name))
    known = {name for name, _ in columns}
    places = zip(_NAMES, (table.database, table.name), strict=True)
    items += [ast.Aliased(_text(text), name) for name, text in places if name not in known]
    items += [ast.Aliased(ast.Identifier((_ALIAS, name)), name) for name in virtual]
    source = ast.TableExpression(ast.TableName(table.name, table.database), _ALIAS)
    return ast.Select(tuple(items), from_=source)


def _nothing(columns: Sequence[tuple[str, Type]]) -> ast.Select:
    """No rows, of the columns of a Merge that finds no table."""
    items = [ast.Aliased(_default(type_), name) for name, type_ in columns]
    known = {name for name, _ in columns}
    items += [ast.Aliased(_text(""), name) for name in _NAMES if name not in known]
    return ast.Select(tuple(items), where=ast.Literal(0))


def _default(type_: Type) -> ast.Expression:
    return ast.Function("defaultValueOfTypeName", (ast.Literal(str(type_)),))


def _text(text: str) -> ast.Expression:
    type_ = str(LowCardinality(STRING))
    return ast.Function("_CAST", (ast.Literal(text), ast.Literal(type_)))
