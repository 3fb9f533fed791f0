"""Values of kernel SQL that reads no table."""

from __future__ import annotations

from functools import lru_cache

from sparktree.kernel.connection import kernel
from sparktree.kernel.sql import Sql


def evaluate(expression: Sql) -> object:
    """The value, in the kernel's Python form."""
    with kernel() as cursor:
        row = cursor.execute(f"SELECT {expression}").fetchone()
    return row[0] if row else None


# A statement of the kernel costs a millisecond; conditions and plans ask for the same ones again.
@lru_cache(4096)
def constant_value(expression: Sql) -> object:
    """The value of what has always the same one."""
    return evaluate(expression)
