"""Clauses that many statements share."""

from __future__ import annotations

from sparktree.sql.cursor import Cursor


def on_cluster(c: Cursor) -> str | None:
    """`ON CLUSTER name`."""
    if not c.accept_words("ON CLUSTER"):
        return None
    return c.string() if c.at_string() else c.identifier()


def if_exists(c: Cursor) -> bool:
    """`IF EXISTS`."""
    return c.accept_words("IF EXISTS")


def if_not_exists(c: Cursor) -> bool:
    """`IF NOT EXISTS`."""
    return c.accept_words("IF NOT EXISTS")
