"""ALTER TABLE, DELETE FROM, UPDATE."""

from __future__ import annotations

from collections.abc import Callable

from sparktree.sql.ast import Expression, Function, Identifier, Setting
from sparktree.sql.cursor import Cursor
from sparktree.sql.grammar.calls import arguments
from sparktree.sql.grammar.common import if_exists, if_not_exists, on_cluster
from sparktree.sql.grammar.create import (
    assignment,
    column_body,
    column_declaration,
    constraint_declaration,
    index_declaration,
    order_key,
    projection_declaration,
    ttl_list,
)
from sparktree.sql.grammar.partitions import PARTITION_COMMANDS, in_partition
from sparktree.sql.grammar.select import query
from sparktree.sql.grammar.settings import setting
from sparktree.sql.grammar.tables import table_name
from sparktree.sql.grammar.views import refresh, security
from sparktree.sql.lexer import Kind
from sparktree.sql.statements import alter as nodes
from sparktree.sql.statements.alter import AlterCommand
from sparktree.sql.statements.create import ColumnDeclaration


def alter_table(c: Cursor) -> nodes.AlterTable:
    """From the word TABLE on."""
    temporary = c.accept("TEMPORARY")
    c.expect("TABLE")
    table = table_name(c)
    cluster = on_cluster(c)
    return nodes.AlterTable(table, c.listed(_command), cluster, temporary)


def alter_database(c: Cursor) -> nodes.AlterDatabase:
    """From the word DATABASE on."""
    c.expect("DATABASE")
    name = c.identifier()
    cluster = on_cluster(c)
    return nodes.AlterDatabase(name, c.listed(_command), cluster)


def _command(c: Cursor) -> AlterCommand:
    if c.accept("("):
        command = _bare_command(c)
        c.expect(")")
        return command
    return _bare_command(c)


def _bare_command(c: Cursor) -> AlterCommand:
    on_partition = PARTITION_COMMANDS.get(c.token.key)
    if on_partition is not None:
        found = on_partition(c)
        if found is not None:
            return found
    rules = _COMMANDS.get(c.token.key)
    if rules is None:
        c.fail("ALTER command")
    c.advance()
    for words, rule in rules.items():
        if not words or c.accept_words(words):
            return rule(c)
    raise c.failure(*rules)


def _column_position(c: Cursor) -> tuple[bool, str | None]:
    """`FIRST` or `AFTER name`."""
    if c.accept("FIRST"):
        return True, None
    return False, name(c) if c.accept("AFTER") else None


def name(c: Cursor) -> str:
    """A column's name; `n.x` is one name."""
    return ".".join(c.compound())


# --- columns -------------------------------------------------------------------------------


def _add_column(c: Cursor) -> AlterCommand:
    absent = if_not_exists(c)
    declared = column_declaration(c)
    if declared.type is None and declared.default_kind is None:
        c.fail("data type", "DEFAULT")
    return nodes.AddColumn(declared, absent, *_column_position(c))


def _clear_column(c: Cursor) -> AlterCommand:
    present = if_exists(c)
    return nodes.ClearColumn(name(c), present, in_partition(c))


def _drop_column(c: Cursor) -> AlterCommand:
    present = if_exists(c)
    return nodes.DropColumn(name(c), present)


def _rename_column(c: Cursor) -> AlterCommand:
    present = if_exists(c)
    old = name(c)
    c.expect("TO")
    return nodes.RenameColumn(old, name(c), present)


def _comment_column(c: Cursor) -> AlterCommand:
    present = if_exists(c)
    return nodes.CommentColumn(name(c), c.string(), present)


def _materialize_column(c: Cursor) -> AlterCommand:
    return nodes.MaterializeColumn(name(c), in_partition(c))


_PROPERTIES = (
    "DEFAULT", "MATERIALIZED", "ALIAS", "EPHEMERAL", "COMMENT", "CODEC", "TTL", "SETTINGS",
)  # fmt: skip


_AFTER_NAME = (
    "REMOVE", "MODIFY", "RESET", "NULL", "NOT", "PRIMARY", "STATISTICS", *_PROPERTIES,
)  # fmt: skip


def _modify_column(c: Cursor) -> AlterCommand:
    present = if_exists(c)
    index = c.index
    column = ColumnDeclaration(name(c))
    if c.accept("REMOVE"):
        return nodes.ModifyColumn(column, present, c.expect_any(*_PROPERTIES))
    if c.accept_words("MODIFY SETTING"):
        return nodes.ModifyColumn(column, present, modify_settings=_settings(c))
    if c.accept_words("RESET SETTING"):
        return nodes.ModifyColumn(column, present, reset_settings=c.listed(name))
    c.rewind(index)
    declared = column_declaration(c)
    first, after = _column_position(c)
    if declared == column and not first and after is None:
        c.fail("data type", *_AFTER_NAME)
    return nodes.ModifyColumn(declared, present, first=first, after=after)


def _alter_column(c: Cursor) -> AlterCommand:
    """`ALTER COLUMN name TYPE type ...`."""
    start = c.index
    present = if_exists(c)
    column = name(c)
    if not c.accept("TYPE"):
        if not c.at(*_AFTER_NAME):
            c.fail("TYPE", *_AFTER_NAME)
        c.rewind(start)
        return _modify_column(c)
    declared = column_body(c, column)
    first, after = _column_position(c)
    return nodes.ModifyColumn(declared, present, first=first, after=after)


def _settings(c: Cursor) -> tuple[Setting, ...]:
    found = [setting(c)]
    while c.at(",") and c.peek().kind <= Kind.QUOTED and c.peek(2).key in ("=", ".", ",", ")", ""):
        c.advance()
        found.append(setting(c))
    return tuple(found)


# --- indexes and the like ------------------------------------------------------------------


def _add_index(c: Cursor) -> AlterCommand:
    absent = if_not_exists(c)
    return nodes.AddIndex(index_declaration(c), absent, *_column_position(c))


def _add_projection(c: Cursor) -> AlterCommand:
    absent = if_not_exists(c)
    return nodes.AddProjection(projection_declaration(c), absent, *_column_position(c))


def _add_constraint(c: Cursor) -> AlterCommand:
    absent = if_not_exists(c)
    return nodes.AddConstraint(constraint_declaration(c), absent)


_Named = type[nodes.DropIndex] | type[nodes.DropProjection] | type[nodes.DropConstraint]
_Scoped = (
    type[nodes.ClearIndex]
    | type[nodes.MaterializeIndex]
    | type[nodes.ClearProjection]
    | type[nodes.MaterializeProjection]
)


def _named(kind: _Named) -> Callable[[Cursor], AlterCommand]:
    def parse(c: Cursor) -> AlterCommand:
        present = if_exists(c)
        return kind(name(c), present)

    return parse


def _scoped(kind: _Scoped) -> Callable[[Cursor], AlterCommand]:
    def parse(c: Cursor) -> AlterCommand:
        present = if_exists(c)
        return kind(name(c), present, in_partition(c))

    return parse


def _statistics_types(c: Cursor) -> tuple[Expression, ...]:
    c.expect("TYPE")
    return c.listed(_statistics_type)


def _statistics_type(c: Cursor) -> Expression:
    kind = c.identifier()
    return Function(kind, arguments(c, ")")) if c.accept("(") else Identifier((kind,))


def _add_statistics(c: Cursor) -> AlterCommand:
    absent = if_not_exists(c)
    columns = c.listed(name)
    return nodes.AddStatistics(columns, _statistics_types(c), absent)


def _modify_statistics(c: Cursor) -> AlterCommand:
    columns = c.listed(name)
    return nodes.ModifyStatistics(columns, _statistics_types(c))


def _drop_statistics(c: Cursor) -> AlterCommand:
    present = if_exists(c)
    return nodes.DropStatistics(c.listed(name), present)


def _clear_statistics(c: Cursor) -> AlterCommand:
    if c.accept("ALL"):
        return nodes.ClearStatistics((), all=True)
    present = if_exists(c)
    return nodes.ClearStatistics(c.listed(name), present)


def _materialize_statistics(c: Cursor) -> AlterCommand:
    if c.accept("ALL"):
        return nodes.MaterializeStatistics((), all=True)
    present = if_exists(c)
    return nodes.MaterializeStatistics(c.listed(name), present)


# --- the table and its rows ----------------------------------------------------------------


def _modify_setting(c: Cursor) -> AlterCommand:
    return nodes.ModifySetting(_settings(c))


def _modify_security(c: Cursor) -> AlterCommand:
    c.rewind(c.index - 1)
    found = security(c)
    if found is None:
        c.fail("DEFINER", "SQL SECURITY")
    return nodes.ModifySecurity(found)


def _modify_sql_security(c: Cursor) -> AlterCommand:
    c.rewind(c.index - 1)
    return _modify_security(c)


def _modify_refresh(c: Cursor) -> AlterCommand:
    c.rewind(c.index - 1)
    found = refresh(c)
    if found is None:
        c.fail("REFRESH")
    return nodes.ModifyRefresh(found)


def _update(c: Cursor) -> AlterCommand:
    assignments = c.listed(assignment)
    where = in_partition(c)
    c.expect("WHERE")
    return nodes.UpdateRows(assignments, c.rules.expression(c), where)


def _delete(c: Cursor) -> AlterCommand:
    where = in_partition(c)
    c.expect("WHERE")
    return nodes.DeleteRows(c.rules.expression(c), where)


_COMMANDS: dict[str, dict[str, Callable[[Cursor], AlterCommand]]] = {
    "ADD": {
        "COLUMN": _add_column,
        "INDEX": _add_index,
        "PROJECTION": _add_projection,
        "STATISTICS": _add_statistics,
        "CONSTRAINT": _add_constraint,
    },
    "DROP": {
        "COLUMN": _drop_column,
        "INDEX": _named(nodes.DropIndex),
        "PROJECTION": _named(nodes.DropProjection),
        "STATISTICS": _drop_statistics,
        "CONSTRAINT": _named(nodes.DropConstraint),
    },
    "CLEAR": {
        "COLUMN": _clear_column,
        "INDEX": _scoped(nodes.ClearIndex),
        "PROJECTION": _scoped(nodes.ClearProjection),
        "STATISTICS": _clear_statistics,
    },
    "MATERIALIZE": {
        "COLUMN": _materialize_column,
        "INDEX": _scoped(nodes.MaterializeIndex),
        "PROJECTION": _scoped(nodes.MaterializeProjection),
        "STATISTICS": _materialize_statistics,
        "TTL": lambda c: nodes.MaterializeTtl(in_partition(c)),
    },
    "RENAME": {"COLUMN": _rename_column},
    "COMMENT": {"COLUMN": _comment_column},
    "ALTER": {"COLUMN": _alter_column},
    "MODIFY": {
        "COLUMN": _modify_column,
        "STATISTICS": _modify_statistics,
        "TTL": lambda c: nodes.ModifyTtl(ttl_list(c)),
        "ORDER BY": lambda c: nodes.ModifyOrderBy(order_key(c)),
        "SAMPLE BY": lambda c: nodes.ModifySampleBy(c.rules.expression(c)),
        "SETTING": _modify_setting,
        "COMMENT": lambda c: nodes.ModifyComment(c.string()),
        "QUERY": lambda c: nodes.ModifyQuery(query(c)),
        "DEFINER": _modify_security,
        "SQL SECURITY": _modify_sql_security,
        "REFRESH": _modify_refresh,
    },
    "REMOVE": {
        "TTL": lambda c: nodes.RemoveTtl(),
        "SAMPLE BY": lambda c: nodes.RemoveSampleBy(),
    },
    "RESET": {"SETTING": lambda c: nodes.ResetSetting(c.listed(name))},
    "APPLY": {
        "DELETED MASK": lambda c: nodes.ApplyDeletedMask(in_partition(c)),
        "PATCHES": lambda c: nodes.ApplyPatches(in_partition(c)),
    },
    "REWRITE": {"PARTS": lambda c: nodes.RewriteParts(in_partition(c))},
    "UPDATE": {"": _update},
    "DELETE": {"": _delete},
}


# --- statements on rows --------------------------------------------------------------------


def delete(c: Cursor) -> nodes.Delete:
    """`DELETE FROM table ...`."""
    c.expect_words("DELETE FROM")
    table = table_name(c)
    cluster = on_cluster(c)
    where = in_partition(c)
    c.expect("WHERE")
    return nodes.Delete(table, c.rules.expression(c), where, cluster)


def update(c: Cursor) -> nodes.Update:
    """`UPDATE table SET ...`."""
    c.expect("UPDATE")
    table = table_name(c)
    cluster = on_cluster(c)
    c.expect("SET")
    assignments = c.listed(assignment)
    where = in_partition(c)
    c.expect("WHERE")
    return nodes.Update(table, assignments, c.rules.expression(c), where, cluster)
