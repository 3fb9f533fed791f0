"""ClickHouse SQL: text to syntax trees and back."""

from sparktree.sql.parser import parse, parse_expression, split
from sparktree.sql.printer import format_create, format_query
from sparktree.sql.statements.base import Parsed

__all__ = ["Parsed", "format_create", "format_query", "parse", "parse_expression", "split"]
