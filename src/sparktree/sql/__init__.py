"""ClickHouse SQL: text to syntax trees and back."""

from sparktree.sql.parser import parse, parse_expression, split
from sparktree.sql.statements.base import Parsed

__all__ = ["Parsed", "parse", "parse_expression", "split"]
