"""DESCRIBE and EXISTS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sparktree.engines.definition.engines import engine_info
from sparktree.engines.definition.table import Column, TableDefinition
from sparktree.engines.definition.virtual_columns import PERSISTENT, virtual_columns
from sparktree.engines.tables.view_parameters import has_parameters
from sparktree.errors import Code, Error
from sparktree.parts.virtuals import VIRTUAL_COLUMNS
from sparktree.planner.analysis.subcolumns import subcolumns
from sparktree.sql import ast, format_query
from sparktree.sql.statements.other import Describe, Exists
from sparktree.sql.statements.views import CreateView
from sparktree.statements.context import Context
from sparktree.statements.handlers import Outcome, handles
from sparktree.statements.rows import flag, rows
from sparktree.statements.select import analysed
from sparktree.statements.table_rights import describe_rights, exists_rights
from sparktree.system.open import find_system_table, is_system_database
from sparktree.system.stored import named
from sparktree.types import STRING, UINT8, LowCardinality, Type
from sparktree.types.pretty import pretty

_HEADER = ("name", "type", "default_type", "default_expression", "comment", "codec_expression",
           "ttl_expression")  # fmt: skip
_CODEC = 3


@dataclass(frozen=True, slots=True)
class _Line:
    """A column with what follows its name and type: default, comment, codec and TTL."""

    name: str
    type: Type
    rest: tuple[str, ...] = ("",) * 5


@handles(Describe, needs=describe_rights)
def describe(statement: Describe, context: Context) -> Outcome:
    """DESCRIBE TABLE: a table, a table function or a subquery."""
    source = statement.table.source
    if isinstance(source, ast.TableName):
        lines, virtual = _table(source, context)
    else:
        lines, virtual = _query(statement.table, context), []
    return rows(*_output(lines, virtual, context))


def _output(
    lines: Sequence[_Line], virtual: Sequence[_Line], context: Context
) -> tuple[list[tuple[str, Type]], list[list[str | int]]]:
    """The columns that the settings ask for, of the lines that they ask for."""

    def wants(setting: str) -> bool:
        return context.settings.value(setting) is True

    parts, others = wants("describe_include_subcolumns"), wants("describe_include_virtual_columns")
    width = 2 if wants("describe_compact_output") else len(_HEADER)
    spelled = pretty if wants("print_pretty_type_names") else str
    made = [(line, 0, 0) for line in lines]
    made += [(line, 0, 1) for line in virtual if others]
    made += [(one, 1, 0) for line in lines if parts for one in _parts(line)]
    header: list[tuple[str, Type]] = [(name, STRING) for name in _HEADER[:width]]
    header += [("is_subcolumn", UINT8)] * parts + [("is_virtual", UINT8)] * others
    found: list[list[str | int]] = []
    for line, is_part, is_virtual in made:
        values = (line.name, spelled(line.type), *line.rest)[:width]
        found.append([*values, *[is_part] * parts, *[is_virtual] * others])
    return header, found


def _parts(line: _Line) -> Iterator[_Line]:
    """The subcolumns; their codec is that of the column."""
    if isinstance(line.type, LowCardinality):
        return
    for name, type_ in subcolumns(line.type):
        codec = "" if _is_size_of_list(name) else line.rest[_CODEC]
        yield _Line(f"{line.name}.{name}", type_, ("", "", "", codec, ""))


def _is_size_of_list(name: str) -> bool:
    last = name.rsplit(".", 1)[-1]
    return last.startswith("size") and last != "size"


def _table(name: ast.TableName, context: Context) -> tuple[list[_Line], list[_Line]]:
    """The columns of a table, and its virtual ones."""
    database = name.database or context.session.database
    if is_system_database(database) and name.name not in context.session.temporary:
        return _system_table(database, name.name), []
    record = context.record(name)
    create = named(record)
    if isinstance(create, CreateView) and has_parameters(create.query):
        raise Error(
            Code.UNSUPPORTED_METHOD,
            "Cannot infer table schema for the parameterized view when no query parameters are"
            " provided",
        )
    table = create.table if isinstance(create, CreateView) else create
    definition = TableDefinition(table)
    virtual: tuple[tuple[str, Type], ...] = ()
    if engine_info(record.engine).sorted:
        virtual = virtual_columns(definition, context)
    return [_line(column) for column in definition.columns], [_virtual(*one) for one in virtual]


def _virtual(name: str, type_: Type) -> _Line:
    codec = "Delta, LZ4" if name in PERSISTENT else ""
    return _Line(name, type_, ("", "", VIRTUAL_COLUMNS[name].comment, codec, ""))


def _system_table(database: str, name: str) -> list[_Line]:
    found = find_system_table(database, name)
    if found is None:
        raise Error(Code.UNKNOWN_TABLE, f"Table {database}.{name} does not exist.")
    return [
        _Line(c.name, c.type, ("ALIAS" if c.alias else "", c.alias, "", "", ""))
        for c in found.columns
    ]


def _line(column: Column) -> _Line:
    ttl = column.declaration.ttl
    rest = (
        column.kind,
        format_query(column.default, one_line=True) if column.default is not None else "",
        column.declaration.comment or "",
        column.codec.removeprefix("CODEC(").removesuffix(")") if column.codec else "",
        format_query(ttl, one_line=True) if ttl is not None else "",
    )
    return _Line(column.name, column.type, rest)


def _query(table: ast.TableExpression, context: Context) -> list[_Line]:
    everything = ast.Select((ast.Asterisk(),), from_=table)
    query = table.source.query if isinstance(table.source, ast.Subquery) else everything
    columns = analysed(query, context).columns
    return [_Line(c.name, c.type) for c in columns]


@handles(Exists, needs=exists_rights)
def exists(statement: Exists, context: Context) -> Outcome:
    """EXISTS: 1 or 0."""
    return flag("result", _exists(statement, context))


def _exists(statement: Exists, context: Context) -> bool:
    name = statement.name
    catalog = context.services.catalog
    if statement.kind == "DATABASE":
        return is_system_database(name.name) or catalog.databases.find(name.name) is not None
    temporary = name.database is None and name.name in context.session.temporary
    if statement.temporary:
        return temporary
    database = name.database or context.session.database
    if is_system_database(database):
        return find_system_table(database, name.name) is not None
    record = catalog.tables.find(database, name.name)
    if record is None or statement.kind == "DICTIONARY":
        return False
    return statement.kind == "TABLE" or engine_info(record.engine).is_view
