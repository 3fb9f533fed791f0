"""ClickHouse SQL: text to syntax trees and back."""

from sparktree.sql.names import column_name
from sparktree.sql.parser import parse, parse_expression, parse_grant, split
from sparktree.sql.printer import format_create, format_query
from sparktree.sql.statements.base import Parsed
from sparktree.sql.walk import children, substitute, transform, walk

__all__ = [
    "Parsed",
    "children",
    "column_name",
    "format_create",
    "format_query",
    "parse",
    "parse_expression",
    "parse_grant",
    "split",
    "substitute",
    "transform",
    "walk",
]
