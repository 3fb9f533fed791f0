"""CREATE TABLE, views and the other things that are created, as text."""

from __future__ import annotations

from sparktree.sql.ast import Function, Identifier, Node, OrderItem, Select
from sparktree.sql.printers.base import (
    Style,
    back_quote,
    prints,
    quote_name,
    quote_string,
    render,
    render_lines,
    render_list,
)
from sparktree.sql.printers.queries import qualified, render_settings
from sparktree.sql.statements.create import (
    Assignment,
    ColumnDeclaration,
    ConstraintDeclaration,
    CreateTable,
    IndexDeclaration,
    ProjectionDeclaration,
    Storage,
    StorageOrderItem,
    TtlElement,
)
from sparktree.sql.statements.insert import Insert

# --- elements ------------------------------------------------------------------------------


@prints(ColumnDeclaration)
def _column(node: ColumnDeclaration, style: Style) -> str:
    parts = [back_quote(node.name)]
    if node.type is not None:
        parts.append(render(node.type, style))
    if node.nullable is not None:
        parts.append("NULL" if node.nullable else "NOT NULL")
    if node.default_kind is not None:
        parts.append(node.default_kind)
    if node.default is not None:
        parts.append(render(node.default, style.plain()))
    if node.comment is not None:
        parts.append(f"COMMENT {quote_string(node.comment)}")
    if node.codec is not None:
        parts.append(format_call(node.codec))
    if node.statistics:
        parts.append(f"STATISTICS({', '.join(map(format_call, node.statistics))})")
    if node.ttl is not None:
        parts.append(f"TTL {render(node.ttl, style.plain())}")
    if node.collation is not None:
        parts.append(f"COLLATE {node.collation}")
    if node.settings:
        parts.append(f"SETTINGS ({render_settings(node.settings, style)})")
    return " ".join(parts)


def format_call(node: Node) -> str:
    """A codec, an index type or an engine: no parentheses when there are no arguments."""
    if isinstance(node, Identifier):
        return quote_name(node.parts[0])
    if not isinstance(node, Function) or node.operator:
        return render(node)
    if not node.args:
        return node.name
    return f"{node.name}({', '.join(map(format_call, node.args))})"


@prints(IndexDeclaration)
def _index(node: IndexDeclaration, style: Style) -> str:
    expression = render(node.expression, style.plain())
    kind = format_call(node.type)
    return f"{quote_name(node.name)} {expression} TYPE {kind} GRANULARITY {node.granularity}"


@prints(ConstraintDeclaration)
def _constraint(node: ConstraintDeclaration, style: Style) -> str:
    return f"{quote_name(node.name)} {node.kind} {render(node.expression, style.plain())}"


@prints(ProjectionDeclaration)
def _projection(node: ProjectionDeclaration, style: Style) -> str:
    name = quote_name(node.name)
    if node.query is None or node.index is not None:
        assert node.index is not None and node.type is not None
        return f"{name} INDEX {render(node.index, style.plain())} TYPE {format_call(node.type)}"
    inner = style.deeper()
    opening = "(" if style.one_line else "(" + inner.new_line
    closing = ")" if style.one_line else style.new_line + ")"
    text = f"{name}{style.new_line}{opening}{_projection_query(node.query, inner)}{closing}"
    if node.settings:
        text += f" WITH SETTINGS ({render_settings(node.settings, style)})"
    return text


def projection_query(node: Select) -> str:
    """The query of a projection on one line."""
    return _projection_query(node, Style(one_line=True))


def _projection_query(node: Select, style: Style) -> str:
    clauses = []
    if node.with_:
        clauses.append("WITH" + _projection_with(node, style))
    clauses.append("SELECT" + render_lines(node.columns, style))
    if node.where is not None:
        clauses.append("WHERE " + render(node.where, style.plain()))
    if node.group_by is not None:
        clauses.append("GROUP BY" + render_lines(node.group_by.expressions, style))
    if node.order_by:
        clauses.append("ORDER BY" + _projection_order(node.order_by, style))
    return style.new_line.join(clauses)


def _projection_with(node: Select, style: Style) -> str:
    """Always on lines of its own, even if it is one element."""
    if style.one_line:
        return render_lines(node.with_, style)
    inner = style.deeper()
    return ",".join(inner.new_line + render(item, inner.plain()) for item in node.with_)


def _projection_order(items: tuple[OrderItem, ...], style: Style) -> str:
    texts = [
        render(item.expression, style.plain()) + (" DESC" if item.descending else "")
        for item in items
    ]
    if style.one_line or len(texts) == 1:
        return " " + ", ".join(texts)
    line = style.deeper().new_line
    return ",".join(line + text for text in texts)


@prints(StorageOrderItem)
def _storage_order_item(node: StorageOrderItem, style: Style) -> str:
    return render(node.expression, style.plain()) + (" DESC" if node.descending else "")


@prints(Assignment)
def _assignment(node: Assignment, style: Style) -> str:
    return f"{quote_name(node.column)} = {render(node.value, style.plain())}"


@prints(TtlElement)
def _ttl(node: TtlElement, style: Style) -> str:
    text = render(node.expression, style.plain())
    if node.mode == "MOVE":
        exists = "IF EXISTS " if node.if_exists else ""
        text += f" TO {node.destination} {exists}{quote_string(node.destination_name or '')}"
    elif node.mode == "RECOMPRESS" and node.codec is not None:
        text += f" RECOMPRESS {format_call(node.codec)}"
    if node.where is not None:
        text += f" WHERE {render(node.where, style.plain())}"
    if node.mode == "GROUP BY":
        text += f" GROUP BY {render_list(node.group_by, style)}"
        if node.assignments:
            text += f" SET {render_list(node.assignments, style)}"
    return text


# --- storage -------------------------------------------------------------------------------


def storage_clauses(node: Storage | None, style: Style) -> list[str]:
    """ENGINE and its clauses, a line each."""
    if node is None:
        return []
    clauses = []
    if node.engine is not None:
        args = f"({render_list(node.engine.args, style)})" if node.engine.args else ""
        clauses.append(f"ENGINE = {quote_name(node.engine.name)}{args}")
    keys = {
        "PARTITION BY": node.partition_by,
        "PRIMARY KEY": node.primary_key,
        "ORDER BY": node.order_by,
        "SAMPLE BY": node.sample_by,
    }
    for words, key in keys.items():
        if key is not None:
            clauses.append(f"{words} {_key(key, style)}")
    if node.ttl:
        clauses.append("TTL " + render_list(node.ttl, style))
    if node.settings:
        clauses.append("SETTINGS " + render_settings(node.settings, style))
    return clauses


def _key(node: Node, style: Style) -> str:
    directed = isinstance(node, Function) and any(
        isinstance(item, StorageOrderItem) for item in node.args
    )
    if directed and isinstance(node, Function):
        return f"tuple({render_list(node.args, style)})"
    return render(node, style.plain())


@prints(Storage)
def _storage(node: Storage, style: Style) -> str:
    return style.new_line.join(storage_clauses(node, style))


def table_list(node: CreateTable, style: Style) -> str:
    """The list of columns and the rest in brackets, on lines of its own."""
    items = [render(column, style.deeper()) for column in node.columns]
    items += ["INDEX " + render(index, style.deeper()) for index in node.indexes]
    items += ["CONSTRAINT " + render(item, style.deeper()) for item in node.constraints]
    items += ["PROJECTION " + render(item, style.deeper()) for item in node.projections]
    if style.one_line:
        return f" ({', '.join(items)})"
    line = style.deeper().new_line
    return f"{style.new_line}({line}{(',' + line).join(items)}{style.new_line})"


@prints(CreateTable)
def _create_table(node: CreateTable, style: Style) -> str:
    text = _head(node)
    if node.as_replicated is not None:
        return f"{text} AS {'' if node.as_replicated else 'NOT '}REPLICATED"
    if node.clone or (node.as_table is not None and not node.clone):
        text += _as_table(node)
    if node.columns:
        text += table_list(node, style)
    if node.as_function is not None:
        text += f" AS {render(node.as_function, style)}"
    text += "".join(style.new_line + part for part in storage_clauses(_with_inner_key(node), style))
    text += " EMPTY" if node.empty else ""
    clauses = []
    if node.comment is not None:
        clauses.append(f"COMMENT {quote_string(node.comment)}")
    if node.as_query is not None:
        clauses.append(f"AS {render(node.as_query, style)}")
    return text + "".join(style.new_line + clause for clause in clauses)


def _as_table(node: CreateTable) -> str:
    assert node.as_table is not None
    return f"{' CLONE' if node.clone else ''} AS {qualified(node.as_table)}"


def _with_inner_key(node: CreateTable) -> Storage | None:
    """The storage, with the PRIMARY KEY that was written among the columns."""
    marked = tuple(Identifier((column.name,)) for column in node.columns if column.primary_key)
    key = node.primary_key or (Function("tuple", marked, operator=True) if marked else None)
    if key is None:
        return node.storage
    old = node.storage or Storage()
    return Storage(
        old.engine, old.partition_by, key, old.order_by, old.sample_by, old.ttl, old.settings
    )


def _head(node: CreateTable) -> str:
    verb = "ATTACH" if node.attach else "CREATE"
    if node.or_replace:
        verb = "CREATE OR REPLACE"
    if node.replace:
        verb = "REPLACE"
    temporary = " TEMPORARY" if node.temporary else ""
    return f"{verb}{temporary} TABLE " + table_head(node)


def table_head(node: CreateTable) -> str:
    """`[IF NOT EXISTS] name [UUID 'x'] [FROM 'path'] [ON CLUSTER c]`."""
    text = "IF NOT EXISTS " if node.if_not_exists else ""
    text += qualified(node.name)
    if node.uuid is not None:
        text += f" UUID {quote_string(node.uuid)}"
    if node.attach_from is not None:
        text += f" FROM {quote_string(node.attach_from)}"
    return text + cluster(node.on_cluster)


def cluster(name: str | None) -> str:
    """` ON CLUSTER c`."""
    return "" if name is None else f" ON CLUSTER {quote_name(name)}"


# --- INSERT --------------------------------------------------------------------------------


@prints(Insert)
def _insert(node: Insert, style: Style) -> str:
    text = "INSERT INTO "
    if node.function is not None:
        text += f"FUNCTION {render(node.function, style)}"
        if node.partition_by is not None:
            text += f" PARTITION BY {render(node.partition_by, style)}"
    elif node.table is not None:
        text += qualified(node.table)
    if node.columns:
        text += f" ({render_list(node.columns, style)})"
    if node.infile is not None:
        text += f" FROM INFILE {quote_string(node.infile.path)}"
        if node.infile.compression is not None:
            text += f" COMPRESSION {quote_string(node.infile.compression)}"
    line = " "
    if node.settings:
        text += f"{style.new_line}SETTINGS {render_settings(node.settings, style)}"
        line = style.new_line
    if node.query is not None:
        return text + line + render(node.query, style)
    return text if node.format is None else f"{text}{line}FORMAT {node.format}"
