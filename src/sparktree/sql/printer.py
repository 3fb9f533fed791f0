"""Statements as text: formatQuery, formatQuerySingleLine, SHOW CREATE TABLE."""

from __future__ import annotations

from sparktree.sql.ast import Node
from sparktree.sql.printers import access, alter, create, expressions, other, queries, types, views
from sparktree.sql.printers.base import Style, quote_name, quote_string, render
from sparktree.sql.printers.queries import render_settings
from sparktree.sql.statements.base import Outfile, Parsed
from sparktree.sql.statements.create import CreateTable
from sparktree.sql.statements.views import CreateDatabase, CreateDictionary, CreateView

PRINTERS = (access, alter, create, expressions, other, queries, types, views)


def format_query(node: Node | Parsed, one_line: bool = False) -> str:
    """What ClickHouse's formatQuery gives, or formatQuerySingleLine on one line."""
    style = Style(one_line)
    if not isinstance(node, Parsed):
        return render(node, style)
    clauses = [render(node.statement, style)]
    if node.outfile is not None:
        clauses.append(_outfile(node.outfile))
    if node.format is not None:
        clauses.append(f"FORMAT {quote_name(node.format)}")
    if node.settings:
        clauses.append("SETTINGS " + render_settings(node.settings, style))
    return style.new_line.join(clauses)


def _outfile(node: Outfile) -> str:
    text = f"INTO OUTFILE {quote_string(node.path)}"
    text += " APPEND" if node.append else " TRUNCATE" if node.truncate else ""
    text += " AND STDOUT" if node.and_stdout else ""
    if node.compression is not None:
        text += f" COMPRESSION {quote_string(node.compression)}"
        text += "" if node.level is None else f" LEVEL {node.level}"
    return text


def format_create(
    node: CreateTable | CreateView | CreateDatabase | CreateDictionary, one_line: bool = False
) -> str:
    """What SHOW CREATE prints, or `system.tables.create_table_query` on one line."""
    return render(node, Style(one_line))
