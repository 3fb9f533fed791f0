"""Loads every handler."""

from sparktree.statements import create_table, databases, insert, select

__all__ = ["create_table", "databases", "insert", "select"]
