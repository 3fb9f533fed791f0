"""Strings, enums, UUIDs and addresses."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types.base import Plain, Type


@dataclass(frozen=True, slots=True)
class String(Plain):
    """Any bytes; in the kernel text in which bytes that are not UTF-8 are escaped."""

    text = "String"
    kernel_form = "VARCHAR"
    stored_form = pa.string()
    default_value = "''"


@dataclass(frozen=True, slots=True)
class FixedString(Plain):
    """Exactly `size` bytes, filled up with zero bytes."""

    kernel_form = "VARCHAR"
    stored_form = pa.string()
    size: int

    def __str__(self) -> str:
        return f"FixedString({self.size})"

    def default(self) -> Sql:
        return sql.call("repeat", sql.string("\0"), self.size)


@dataclass(frozen=True, slots=True)
class UUID(Plain):
    """128 bits; ClickHouse orders them by their second half first."""

    text = "UUID"
    kernel_form = "UUID"
    stored_form = pa.uuid()
    default_value = "CAST('00000000-0000-0000-0000-000000000000' AS UUID)"

    def order_key(self, value: Sql) -> Sql:
        text = sql.cast(value, "VARCHAR")
        halves = sql.call("substring", text, 20), sql.call("substring", text, 1, 18)
        return sql.op("||", *halves)


@dataclass(frozen=True, slots=True)
class IPv4(Plain):
    """An address as its 32-bit number."""

    text = "IPv4"
    kernel_form = "UINTEGER"
    stored_form = pa.uint32()
    default_value = "CAST(0 AS UINTEGER)"


@dataclass(frozen=True, slots=True)
class IPv6(Plain):
    """An address as its 128-bit number, whose order is the order of its bytes."""

    text = "IPv6"
    kernel_form = "UHUGEINT"
    stored_form = pa.binary(16)
    default_value = "CAST(0 AS UHUGEINT)"

    @property
    def stored_as_is(self) -> bool:
        return False

    def to_storage(self, value: Sql) -> Sql:
        return sql.call("unhex", sql.call("lpad", sql.call("to_hex", value), 32, sql.string("0")))

    def from_storage(self, value: Sql) -> Sql:
        return sql.cast(sql.op("||", sql.string("0x"), sql.call("hex", value)), "UHUGEINT")


@dataclass(frozen=True, slots=True)
class Enum(Type):
    """Named numbers; a value is its number, the names live in the type."""

    bits: int
    values: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        listed = ", ".join(f"{quoted(name)} = {number}" for name, number in self.values)
        return f"Enum{self.bits}({listed})"

    @property
    def kernel(self) -> str:
        return "TINYINT" if self.bits == 8 else "SMALLINT"

    @property
    def storage(self) -> pa.DataType:
        return pa.int8() if self.bits == 8 else pa.int16()

    def default(self) -> Sql:
        return sql.cast(sql.integer(self.values[0][1]), self.kernel)


_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0",
            "\b": "\\b", "\f": "\\f"}  # fmt: skip


def quoted(text: str) -> str:
    """A string in ClickHouse's quotes."""
    return "'" + "".join(_ESCAPES.get(c, c) for c in text) + "'"


STRING = String()
