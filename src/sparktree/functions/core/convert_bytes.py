"""Values that are converted by their bytes, though they could be texts."""

from __future__ import annotations

from sparktree.kernel.connection import raw_bytes
from sparktree.kernel.sql import Sql
from sparktree.types import FixedString, IPv6, Type

_ADDRESS_SIZE = 16


def is_address(source: Type, target: Type) -> bool:
    """Whether the bytes of the source are those of an address."""
    fixed = isinstance(source, FixedString) and source.size == _ADDRESS_SIZE
    return fixed and isinstance(target, IPv6)


def address(value: Sql) -> Sql:
    """The IPv6 of 16 bytes."""
    return IPv6().from_storage(raw_bytes(value))
