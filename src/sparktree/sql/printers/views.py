"""Views, databases, functions, dictionaries, named collections, indexes as text."""

from __future__ import annotations

from sparktree.sql.ast import Setting
from sparktree.sql.printers.base import (
    Style,
    back_quote,
    prints,
    quote_name,
    quote_string,
    render,
    render_list,
)
from sparktree.sql.printers.create import cluster, storage_clauses, table_head, table_list
from sparktree.sql.printers.queries import qualified, render_settings
from sparktree.sql.statements.views import (
    AlterNamedCollection,
    CollectionEntry,
    CreateDatabase,
    CreateDictionary,
    CreateFunction,
    CreateIndex,
    CreateNamedCollection,
    CreateView,
    DictionaryAttribute,
    KeyValue,
    Refresh,
    Security,
    Span,
)


@prints(Security)
def _security(node: Security, style: Style) -> str:
    parts = []
    if node.definer is not None:
        parts.append(f"DEFINER = {quote_name(node.definer)}")
    if node.kind is not None:
        parts.append(f"SQL SECURITY {node.kind}")
    return " ".join(parts)


@prints(Span)
def _span(node: Span, style: Style) -> str:
    return " ".join(f"{amount} {unit}" for amount, unit in node.parts)


@prints(Refresh)
def _refresh(node: Refresh, style: Style) -> str:
    text = f"REFRESH {node.kind} {render(node.period, style)}"
    if node.offset is not None:
        text += f" OFFSET {render(node.offset, style)}"
    if node.spread is not None:
        text += f" RANDOMIZE FOR {render(node.spread, style)}"
    if node.depends_on:
        text += f" DEPENDS ON {', '.join(map(qualified, node.depends_on))}"
    if node.settings:
        text += f" SETTINGS {render_settings(node.settings, style)}"
    return text + (" APPEND" if node.append else "")


@prints(CreateView)
def _view(node: CreateView, style: Style) -> str:
    verb = "ATTACH" if node.table.attach else "CREATE"
    verb += " OR REPLACE" if node.table.or_replace else ""
    kind = "MATERIALIZED VIEW" if node.materialized else "VIEW"
    text = f"{verb} {kind} {table_head(node.table)}"
    if node.refresh is not None:
        text += style.new_line + render(node.refresh, style)
    if node.to is not None:
        text += f" TO {qualified(node.to)}"
    if node.table.columns:
        text += table_list(node.table, style)
    clauses = storage_clauses(node.table.storage, style)
    text += "".join(style.new_line + clause for clause in clauses)
    text += " POPULATE" if node.populate else ""
    text += " EMPTY" if node.empty else ""
    if node.security is not None:
        text += style.new_line + render(node.security, style)
    if node.table.comment is not None:
        text += f"{style.new_line}COMMENT {quote_string(node.table.comment)}"
    return f"{text}{style.new_line}AS {render(node.query, style)}"


@prints(CreateDatabase)
def _database(node: CreateDatabase, style: Style) -> str:
    verb = "ATTACH" if node.attach else "CREATE"
    text = f"{verb} DATABASE {'IF NOT EXISTS ' if node.if_not_exists else ''}"
    text += quote_name(node.name)
    text += "" if node.uuid is None else f" UUID {quote_string(node.uuid)}"
    text += cluster(node.on_cluster)
    clauses = storage_clauses(node.storage, style)
    if node.comment is not None:
        clauses.append(f"COMMENT {quote_string(node.comment)}")
    return text + "".join(style.new_line + clause for clause in clauses)


@prints(CreateFunction)
def _function(node: CreateFunction, style: Style) -> str:
    verb = "CREATE OR REPLACE" if node.or_replace else "CREATE"
    absent = "IF NOT EXISTS " if node.if_not_exists else ""
    head = f"{verb} FUNCTION {absent}{quote_name(node.name)}{cluster(node.on_cluster)}"
    return f"{head} AS {render(node.body, style.plain())}"


@prints(CollectionEntry)
def _entry(node: CollectionEntry, style: Style) -> str:
    text = render(Setting(node.setting.name, node.setting.value), style)
    if node.overridable is None:
        return text
    return text + (" OVERRIDABLE" if node.overridable else " NOT OVERRIDABLE")


@prints(CreateNamedCollection)
def _collection(node: CreateNamedCollection, style: Style) -> str:
    absent = "IF NOT EXISTS " if node.if_not_exists else ""
    head = f"CREATE NAMED COLLECTION {absent}{quote_name(node.name)}{cluster(node.on_cluster)}"
    return f"{head} AS {render_list(node.entries, style)}"


@prints(AlterNamedCollection)
def _altered_collection(node: AlterNamedCollection, style: Style) -> str:
    present = "IF EXISTS " if node.if_exists else ""
    text = f"ALTER NAMED COLLECTION {present}{quote_name(node.name)}{cluster(node.on_cluster)}"
    if node.entries:
        text += f" SET {render_list(node.entries, style)}"
    if node.deleted:
        text += f" DELETE {', '.join(map(quote_name, node.deleted))}"
    return text


@prints(CreateIndex)
def _index(node: CreateIndex, style: Style) -> str:
    absent = "IF NOT EXISTS " if node.if_not_exists else ""
    name, rest = quote_name(node.index.name), render(node.index, style)
    rest = rest[len(name) + 1 :]
    if not node.index.type.name:
        rest = render(node.index.expression, style.plain())
    table = qualified(node.table) + cluster(node.on_cluster)
    unique = "UNIQUE " if node.unique else ""
    return f"CREATE {unique}INDEX {absent}{name} ON {table} {rest}"


# --- dictionaries --------------------------------------------------------------------------


@prints(DictionaryAttribute)
def _attribute(node: DictionaryAttribute, style: Style) -> str:
    text = f"{back_quote(node.name)} {render(node.type)}"
    if node.default is not None:
        text += f" DEFAULT {render(node.default, style.plain())}"
    if node.expression is not None:
        text += f" EXPRESSION {render(node.expression, style.plain())}"
    text += " HIERARCHICAL" if node.hierarchical else ""
    text += " INJECTIVE" if node.injective else ""
    return text + (" IS_OBJECT_ID" if node.is_object_id else "")


@prints(KeyValue)
def _key_value(node: KeyValue, style: Style) -> str:
    if node.pairs is not None:
        return f"{node.key} ({' '.join(render(pair, style) for pair in node.pairs)})"
    assert node.value is not None
    return f"{node.key} {render(node.value, style.plain())}"


def _outer(node: KeyValue, style: Style) -> str:
    pairs = " ".join(render(pair, style) for pair in node.pairs or ())
    return f"({node.key}({pairs}))"


@prints(CreateDictionary)
def _dictionary(node: CreateDictionary, style: Style) -> str:
    verb = "ATTACH" if node.attach else "CREATE"
    verb += " OR REPLACE" if node.or_replace else ""
    absent = "IF NOT EXISTS " if node.if_not_exists else ""
    text = f"{verb} DICTIONARY {absent}{qualified(node.name)}{cluster(node.on_cluster)}"
    if node.attributes:
        text += _attributes(node, style)
    return text + "".join(style.new_line + part for part in _dictionary_parts(node, style))


def _attributes(node: CreateDictionary, style: Style) -> str:
    if style.one_line:
        return f" ({render_list(node.attributes, style)})"
    line = style.deeper().new_line
    items = (line + render(item, style.deeper()) for item in node.attributes)
    return f"{style.new_line}({','.join(items)}{style.new_line})"


def _dictionary_parts(node: CreateDictionary, style: Style) -> list[str]:
    parts = []
    if node.primary_key:
        parts.append(f"PRIMARY KEY {render_list(node.primary_key, style)}")
    if node.source is not None:
        parts.append("SOURCE" + _outer(node.source, style))
    if node.lifetime is not None:
        parts.append("LIFETIME(MIN {} MAX {})".format(*node.lifetime))
    if node.layout is not None:
        parts.append("LAYOUT" + _outer(node.layout, style))
    if node.range is not None:
        parts.append("RANGE(MIN {} MAX {})".format(*node.range))
    if node.settings:
        parts.append(f"SETTINGS({render_settings(node.settings, style)})")
    if node.comment is not None:
        parts.append(f"COMMENT {quote_string(node.comment)}")
    return parts
