"""Arrays of keys and of values as maps."""

from __future__ import annotations

from sparktree.errors import Code
from sparktree.functions.core.convert_numbers import failure
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import Map


def zipped(keys: Sql, values: Sql, target: Map) -> Sql:
    """The map of keys and values side by side; there must be as many of both."""
    differ = sql.op("<>", sql.call("len", keys), sql.call("len", values))
    failed = failure(
        Code.TYPE_MISMATCH,
        "CAST AS Map can only be performed from tuple of arrays with equal sizes",
        target,
    )
    made = sql.cast(sql.call("list_zip", keys, values), target.kernel)
    return sql.case((differ, failed), otherwise=made)
