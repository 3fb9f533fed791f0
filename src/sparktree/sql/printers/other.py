"""Statements that manage what exists, ask about it, or run the server, as text."""

from __future__ import annotations

from sparktree.sql.ast import Node, Setting
from sparktree.sql.printers.alter import partition
from sparktree.sql.printers.base import (
    Style,
    prints,
    quote_name,
    quote_string,
    render,
    render_list,
)
from sparktree.sql.printers.create import cluster, storage_clauses, table_list
from sparktree.sql.printers.queries import leading, qualified, render_settings
from sparktree.sql.statements import other as nodes
from sparktree.sql.statements.create import CreateTable


def _words(*parts: str | bool | None) -> str:
    return " ".join(part for part in parts if isinstance(part, str) and part)


def _if(condition: bool, words: str) -> str | None:
    return words if condition else None


# --- dropping and renaming -----------------------------------------------------------------


@prints(nodes.DropTable)
def _drop_table(node: nodes.DropTable, style: Style) -> str:
    names = ", ".join(map(qualified, node.names)) + cluster(node.on_cluster)
    return _words(
        "DROP", _if(node.temporary, "TEMPORARY"), node.kind, _if(node.if_exists, "IF EXISTS"),
        _if(node.if_empty, "IF EMPTY"), names, _if(node.sync, "SYNC"),
    )  # fmt: skip


@prints(nodes.DropDatabase)
def _drop_database(node: nodes.DropDatabase, style: Style) -> str:
    name = quote_name(node.name) + cluster(node.on_cluster)
    return _words(
        "DROP DATABASE", _if(node.if_exists, "IF EXISTS"), _if(node.if_empty, "IF EMPTY"), name,
        _if(node.sync, "SYNC"),
    )  # fmt: skip


@prints(nodes.DetachTable)
def _detach_table(node: nodes.DetachTable, style: Style) -> str:
    names = ", ".join(map(qualified, node.names)) + cluster(node.on_cluster)
    return _words(
        "DETACH", node.kind, _if(node.if_exists, "IF EXISTS"), names,
        _if(node.permanently, "PERMANENTLY"), _if(node.sync, "SYNC"),
    )  # fmt: skip


@prints(nodes.DetachDatabase)
def _detach_database(node: nodes.DetachDatabase, style: Style) -> str:
    name = quote_name(node.name) + cluster(node.on_cluster)
    return _words(
        "DETACH DATABASE", _if(node.if_exists, "IF EXISTS"), name,
        _if(node.permanently, "PERMANENTLY"), _if(node.sync, "SYNC"),
    )  # fmt: skip


@prints(nodes.TruncateTable)
def _truncate_table(node: nodes.TruncateTable, style: Style) -> str:
    names = ", ".join(map(qualified, node.names)) + cluster(node.on_cluster)
    return _words(
        "TRUNCATE", _if(node.temporary, "TEMPORARY"), "TABLE", _if(node.if_exists, "IF EXISTS"),
        names, _if(node.sync, "SYNC"),
    )  # fmt: skip


@prints(nodes.TruncateDatabase)
def _truncate_database(node: nodes.TruncateDatabase, style: Style) -> str:
    name = quote_name(node.name) + cluster(node.on_cluster)
    present = _if(node.if_exists, "IF EXISTS")
    return _words("TRUNCATE DATABASE", present, name, _if(node.sync, "SYNC"))


@prints(nodes.TruncateAllTables)
def _truncate_all(node: nodes.TruncateAllTables, style: Style) -> str:
    pattern = render(node.like, style) if node.like else None
    present = _if(node.if_exists, "IF EXISTS")
    name = quote_name(node.database)
    where = cluster(node.on_cluster).strip()
    return _words("TRUNCATE ALL TABLES FROM", present, name, pattern, where, _if(node.sync, "SYNC"))


@prints(nodes.UndropTable)
def _undrop(node: nodes.UndropTable, style: Style) -> str:
    uuid = "" if node.uuid is None else f" UUID {quote_string(node.uuid)}"
    return f"UNDROP TABLE {qualified(node.name)}{uuid}{cluster(node.on_cluster)}"


@prints(nodes.DropFunction)
def _drop_function(node: nodes.DropFunction, style: Style) -> str:
    name = quote_name(node.name) + cluster(node.on_cluster)
    return _words("DROP FUNCTION", _if(node.if_exists, "IF EXISTS"), name)


@prints(nodes.DropNamedCollection)
def _drop_collection(node: nodes.DropNamedCollection, style: Style) -> str:
    name = quote_name(node.name) + cluster(node.on_cluster)
    return _words("DROP NAMED COLLECTION", _if(node.if_exists, "IF EXISTS"), name)


@prints(nodes.DropIndexOn)
def _drop_index(node: nodes.DropIndexOn, style: Style) -> str:
    table = qualified(node.table) + cluster(node.on_cluster)
    present = _if(node.if_exists, "IF EXISTS")
    return _words("DROP INDEX", present, quote_name(node.name), "ON", table)


@prints(nodes.Rename)
def _rename(node: nodes.Rename, style: Style) -> str:
    pairs = ", ".join(f"{qualified(old)} TO {qualified(new)}" for old, new in node.pairs)
    present = _if(node.if_exists, "IF EXISTS")
    return _words("RENAME", node.kind, present, pairs + cluster(node.on_cluster))


@prints(nodes.RenameDatabase)
def _rename_database(node: nodes.RenameDatabase, style: Style) -> str:
    pairs = ", ".join(f"{quote_name(old)} TO {quote_name(new)}" for old, new in node.pairs)
    present = _if(node.if_exists, "IF EXISTS")
    return _words("RENAME DATABASE", present, pairs + cluster(node.on_cluster))


@prints(nodes.Exchange)
def _exchange(node: nodes.Exchange, style: Style) -> str:
    pairs = ", ".join(f"{qualified(left)} AND {qualified(right)}" for left, right in node.pairs)
    return f"EXCHANGE {node.kind} {pairs}{cluster(node.on_cluster)}"


# --- maintenance ---------------------------------------------------------------------------


@prints(nodes.Optimize)
def _optimize(node: nodes.Optimize, style: Style) -> str:
    text = f"OPTIMIZE TABLE {qualified(node.table)}{cluster(node.on_cluster)}"
    if node.partition is not None:
        text += " " + render(node.partition, style)
    if node.dry_run_parts:
        text += f" DRY RUN PARTS {', '.join(map(quote_string, node.dry_run_parts))}"
    text += " FINAL" if node.final else ""
    text += " DEDUPLICATE" if node.deduplicate else ""
    if node.deduplicate_by:
        text += f" BY {render_list(node.deduplicate_by, style)}"
    return text + (" CLEANUP" if node.cleanup else "")


@prints(nodes.CheckTable)
def _check(node: nodes.CheckTable, style: Style) -> str:
    if node.table is None:
        return "CHECK ALL TABLES"
    text = f"CHECK TABLE {qualified(node.table)}"
    return text if node.partition is None else f"{text} {render(node.partition, style)}"


@prints(nodes.CheckExport)
def _check_export(node: nodes.CheckExport, style: Style) -> str:
    text = f"CHECK EXPORT {qualified(node.source)} TO TABLE {qualified(node.destination)}"
    return text if node.partition is None else f"{text} {render(node.partition, style)}"


@prints(nodes.Kill)
def _kill(node: nodes.Kill, style: Style) -> str:
    mode = "TEST" if node.test else "SYNC" if node.sync else "ASYNC"
    where = render(node.where, style.plain())
    return f"KILL {node.kind}{cluster(node.on_cluster)} WHERE {where} {mode}"


@prints(nodes.SystemCommand)
def _system(node: nodes.SystemCommand, style: Style) -> str:
    text = f"SYSTEM {node.command}{cluster(node.on_cluster)}"
    if node.command.startswith("DROP "):
        return text + _drop_replica(node)
    leads = node.modifier in ("TAG", "FOR") or "LISTEN" in node.command
    parts = [
        node.modifier if leads else None,
        None if node.volume is None else f"ON VOLUME {node.volume}",
        None if node.table is None else ", ".join(map(qualified, (node.table, *node.tables))),
        ", ".join(map(quote_name, node.names)),
        None if node.number is None else f"{node.number} {node.unit}",
        _if(node.if_exists, "IF EXISTS"),
        None if leads else node.modifier,
        _if(node.modifier == "LIGHTWEIGHT" and bool(node.values), "FROM"),
        _if(node.command == "SCHEDULE MERGE", "PARTS"),
        ", ".join(map(quote_string, node.values)),
    ]
    return _words(text, *parts)


def _drop_replica(node: nodes.SystemCommand) -> str:
    text = f" {quote_string(node.values[0])}"
    if node.source == "TABLE" and node.table is not None:
        return f"{text} FROM TABLE {qualified(node.table)}"
    if node.source == "DATABASE":
        return f"{text} FROM DATABASE {quote_name(node.names[0])}"
    return (
        text if node.source is None else f"{text} FROM {node.source} {quote_string(node.values[1])}"
    )


# --- session -------------------------------------------------------------------------------


@prints(nodes.Use)
def _use(node: nodes.Use, style: Style) -> str:
    return f"USE {quote_name(node.database)}"


@prints(nodes.Set)
def _set(node: nodes.Set, style: Style) -> str:
    return "SET " + render_settings(node.settings, style)


@prints(nodes.Transaction)
def _transaction(node: nodes.Transaction, style: Style) -> str:
    return node.action if node.snapshot is None else f"{node.action} {node.snapshot}"


@prints(nodes.ParallelWith)
def _parallel(node: nodes.ParallelWith, style: Style) -> str:
    line = style.new_line
    return f"{line}PARALLEL WITH{line}".join(render(item, style) for item in node.statements)


# --- asking --------------------------------------------------------------------------------


@prints(nodes.Like)
def _like(node: nodes.Like, style: Style) -> str:
    word = "ILIKE" if node.case_insensitive else "LIKE"
    return f"{'NOT ' if node.negated else ''}{word} {quote_string(node.pattern)}"


@prints(nodes.Show)
def _show(node: nodes.Show, style: Style) -> str:
    return _words(
        "SHOW",
        _if(node.extended, "EXTENDED"),
        _if(node.full, "FULL"),
        _if(node.temporary, "TEMPORARY"),
        node.what,
        None if node.name is None else quote_name(node.name),
        None if node.table is None else f"FROM {qualified(node.table)}",
        None if node.database is None else f"FROM {quote_name(node.database)}",
        None if node.like is None else render(node.like, style),
        None if node.where is None else f"WHERE {render(node.where, style.plain())}",
        None if node.limit is None else f"LIMIT {render(node.limit, style.plain())}",
    )


@prints(nodes.ShowCreate)
def _show_create(node: nodes.ShowCreate, style: Style) -> str:
    temporary = _if(node.temporary, "TEMPORARY")
    return _words("SHOW CREATE", temporary, node.kind, qualified(node.name))


@prints(nodes.Describe)
def _describe(node: nodes.Describe, style: Style) -> str:
    return f"DESCRIBE TABLE{leading(node.table, style)}{render(node.table, style)}"


@prints(nodes.Exists)
def _exists(node: nodes.Exists, style: Style) -> str:
    return _words("EXISTS", _if(node.temporary, "TEMPORARY"), node.kind, qualified(node.name))


@prints(nodes.Explain)
def _explain(node: nodes.Explain, style: Style) -> str:
    text = "EXPLAIN" if node.kind == "PLAN" else f"EXPLAIN {node.kind}"
    if node.settings:
        text += " " + render_settings(node.settings, style)
    if node.function is not None:
        function = render(node.function, style)
        return f"{text}{style.new_line}{function}{_override(node.override, style)}"
    if node.statement is None:
        return text
    return f"{text}{style.new_line}{render(node.statement, style)}"


def _override(node: Node | None, style: Style) -> str:
    if not isinstance(node, CreateTable):
        return ""
    text = f"{style.new_line}COLUMNS{table_list(node, style)}" if node.columns else ""
    return text + "".join(style.new_line + part for part in storage_clauses(node.storage, style))


# --- backups -------------------------------------------------------------------------------


@prints(nodes.BackupElement)
def _backup_element(node: nodes.BackupElement, style: Style) -> str:
    text = node.kind if node.name is None else f"{node.kind} {qualified(node.name)}"
    if node.new_name is not None:
        text += f" AS {qualified(node.new_name)}"
    if node.partitions:
        word = "PARTITION" if len(node.partitions) == 1 else "PARTITIONS"
        values = (partition(one, style).removeprefix("PARTITION ") for one in node.partitions)
        text += f" {word} {', '.join(values)}"
    if node.except_databases:
        word = "DATABASE" if len(node.except_databases) == 1 else "DATABASES"
        text += f" EXCEPT {word} {', '.join(map(quote_name, node.except_databases))}"
    if node.except_tables:
        word = "TABLE" if len(node.except_tables) == 1 else "TABLES"
        text += f" EXCEPT {word} {', '.join(map(qualified, node.except_tables))}"
    return text


@prints(nodes.Backup)
def _backup(node: nodes.Backup, style: Style) -> str:
    verb, word = ("RESTORE", "FROM") if node.restore else ("BACKUP", "TO")
    args = f"({render_list(node.destination.args, style)})" if node.destination.args else ""
    head = f"{verb} {render_list(node.elements, style)}{cluster(node.on_cluster)}"
    text = f"{head} {word} {node.destination.name}{args}"
    if node.settings:
        settings: tuple[Setting, ...] = node.settings
        text += f" SETTINGS {render_settings(settings, style)}"
    return text
